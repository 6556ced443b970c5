//! The conversation of a game: what is typed, what is said. The game itself is [`CasualGame`].

mod orders;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use quevedo_engine::{Answer, Engine, Limits, Origin, Search, Update, Word, word};
use quevedo_games::{Named, Openings};
use quevedo_play::{CasualGame, Turn};
use quevedo_report::Score;
use quevedo_rules::{Color, Move};
use serde::Serialize;

use super::Who;
use super::acquaintance::Acquaintance;
use super::guard::Guard;
use super::keeper::Keeper;
use super::level;
use super::order::Order;
use super::spelling;
use super::talk::{Heard, Talk};
use crate::calendar::Moment;
use crate::failure::EngineFailure;
use crate::show::drawing::Drawing;
use crate::{console, interrupt, position, thinking};

/// Games against the engine until the user leaves.
#[derive(Debug)]
pub(super) struct Session {
    game: CasualGame,
    drawing: Drawing,
    engine: Engine,
    keeper: Keeper,
    talk: Talk,
    bars: Bars,
    /// Asks about moves that lose, if that is wanted.
    guard: Option<Guard>,
    /// Who plays against the user.
    who: Option<Who>,
    /// What is known of the user, and where that is kept.
    known: Option<(PathBuf, Acquaintance)>,
    /// Whether this game has been counted.
    is_counted: bool,
    /// Whether the engine has offered a draw with its last move.
    has_offered_draw: bool,
    began: Moment,
    /// Since when the user may move; words take time, too.
    turn_began: Instant,
    /// The name of the opening that was told last.
    opening: Option<&'static str>,
    /// Whether the user has asked for the end.
    is_leaving: bool,
}

/// Where the engine's thinking shows, if anybody looks.
#[derive(Debug)]
pub(super) struct Bars {
    pub(super) thinking: ProgressBar,
}

/// How a conversation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Farewell {
    Kept,
    Interrupted,
    /// Moves were played and could not be kept.
    Lost,
}

/// A move for programs.
#[derive(Serialize)]
struct MoveEvent {
    ply: usize,
    by: &'static str,
    uci: String,
    san: String,
    fen: String,
}

/// A question about a move, for programs.
#[derive(Serialize)]
struct QuestionEvent {
    asks: String,
    uci: String,
    san: String,
    fen: String,
}

/// The end for programs.
#[derive(Serialize)]
struct EndEvent {
    result: &'static str,
    termination: &'static str,
    reason: Option<String>,
    pgn: String,
    file: Option<String>,
    fen: String,
    moves: Vec<String>,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Continue,
    Leave,
}

impl Session {
    pub(super) fn new(
        game: CasualGame,
        drawing: Drawing,
        engine: Engine,
        keeper: Keeper,
        talk: Talk,
        bars: Bars,
    ) -> Session {
        let (began, turn_began) = (Moment::now(), Instant::now());
        Session {
            game,
            drawing,
            engine,
            keeper,
            talk,
            bars,
            guard: None,
            who: None,
            known: None,
            is_counted: false,
            has_offered_draw: false,
            began,
            turn_began,
            opening: None,
            is_leaving: false,
        }
    }

    /// Asks about moves that lose from now on.
    pub(super) fn use_guard(&mut self, guard: Option<Guard>) {
        self.guard = guard;
    }

    /// Tells who plays, and what is known of the user.
    pub(super) fn introduce(&mut self, who: Who, known: Option<(PathBuf, Acquaintance)>) {
        // A game that is over when it is loaded has been counted then.
        self.is_counted = self.game.turn() == Turn::Over;
        self.who = Some(who);
        self.known = known;
    }

    /// Plays until the user leaves.
    pub(super) fn run(&mut self) -> anyhow::Result<Farewell> {
        self.greet()?;
        loop {
            if self.game.turn() == Turn::Engine && !self.is_leaving {
                self.engine_moves()?;
                continue;
            }
            let heard = if self.is_leaving {
                Heard::End
            } else {
                self.talk.listen(|| self.prompt(), self.deadline())?
            };
            let next = match heard {
                Heard::Line(line) => self.obey(Order::read(&line))?,
                Heard::Noise => {
                    self.talk.say("That is no text; `help` tells what can be said.")?;
                    Next::Continue
                }
                Heard::Silence => {
                    self.game.time_is_over(self.human());
                    self.ended()?;
                    Next::Continue
                }
                Heard::End => Next::Leave,
            };
            if next == Next::Leave {
                return self.leave();
            }
        }
    }

    fn human(&self) -> Color {
        self.game.terms().human
    }

    /// Another game, on these terms.
    fn begin(&mut self, game: CasualGame) -> anyhow::Result<()> {
        self.game = game;
        self.began = Moment::now();
        self.turn_began = Instant::now();
        self.opening = None;
        self.is_counted = self.game.turn() == Turn::Over;
        self.engine.new_game();
        self.greet()
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        if let Some(sentence) = self.who.as_ref().and_then(|who| who.sentence.as_deref()) {
            self.talk.say(sentence)?;
        }
        self.talk.say(format_args!("You are {}. `help` tells what can be said.\n", self.human()))?;
        if self.game.turn() != Turn::Engine {
            self.draw_board()?;
        }
        self.announce()
    }

    fn prompt(&self) -> String {
        if self.game.turn() == Turn::Over {
            return "The game is over>".to_owned();
        }
        let clock = match self.game.clock(self.human()) {
            Some(left) => {
                format!(" ({})", level::shown(left.saturating_sub(self.turn_began.elapsed())))
            }
            None => String::new(),
        };
        format!("{}{clock}>", position::number(self.game.board()))
    }

    fn draw_board(&self) -> anyhow::Result<()> {
        for line in self.drawing.lines(self.game.game()).lines {
            self.talk.say(line.trim_end())?;
        }
        self.tell_clocks()?;
        self.talk.say("")?;
        Ok(())
    }

    fn tell_clocks(&self) -> anyhow::Result<bool> {
        let clocks = self.game.clock(self.human()).zip(self.game.clock(!self.human()));
        if let Some((yours, mine)) = clocks {
            let yours = match self.game.turn() {
                Turn::Human => yours.saturating_sub(self.turn_began.elapsed()),
                _ => yours,
            };
            self.talk.say(format_args!("Your clock {}, mine {}", level::shown(yours), level::shown(mine)))?;
        }
        Ok(clocks.is_some())
    }

    /// When the user's time is over.
    fn deadline(&self) -> Option<Instant> {
        let left = self.game.clock(self.human()).filter(|_| self.game.turn() == Turn::Human)?;
        self.turn_began.checked_add(left)
    }
}

/// Moves.
impl Session {
    fn human_moves(&mut self, text: &str) -> anyhow::Result<()> {
        if self.game.turn() == Turn::Over {
            self.talk.say("The game is over; `new` begins another, `undo` takes a move back.")?;
            return Ok(());
        }
        match spelling::read(self.game.board(), text) {
            Ok(mv) if self.asks_about(mv)? => {}
            Ok(mv) => {
                let plies = self.game.game().moves().len();
                self.game.human_moves(mv, self.turn_began.elapsed())?;
                self.after_move(plies, "you")?;
                if self.game.turn() == Turn::Over {
                    if self.game.game().moves().len() > plies {
                        self.draw_board()?;
                    }
                    self.announce()?;
                }
            }
            Err(error) => self.talk.say(format_args!("{error} (`moves` lists the legal ones)"))?,
        }
        Ok(())
    }

    /// Asks whether the user means a move, if the guard objects to it.
    fn asks_about(&mut self, mv: Move) -> anyhow::Result<bool> {
        let Some(guard) = &mut self.guard else { return Ok(false) };
        let Some(words) = guard.objection(self.game.game(), mv) else { return Ok(false) };
        let board = self.game.board();
        self.talk.say(format_args!("Are you sure? {words} Give it again to play it."))?;
        self.talk.tell(&QuestionEvent {
            asks: words,
            uci: board.uci(mv).to_string(),
            san: board.san(mv).to_string(),
            fen: board.fen(),
        })?;
        Ok(true)
    }

    fn engine_moves(&mut self) -> anyhow::Result<()> {
        if self.game.engine_claims_draw() {
            self.talk.say("I claim a draw.")?;
            return self.ended();
        }
        let began = Instant::now();
        let search = self.engine.play(self.game.game(), self.game.limits());
        let answer = self.follow(search)?;
        if self.is_leaving {
            return Ok(());
        }
        let Some(mv) = answer.best.filter(|&mv| self.game.board().is_legal(mv)) else {
            return Err(EngineFailure::of_our_own().into());
        };
        let word = word(self.engine.options(), self.game.game(), answer.score);
        if word == Some(Word::GivesUp) && self.game.engine_resigns() {
            self.talk.say("I give up.")?;
            return self.ended();
        }
        self.has_offered_draw = word == Some(Word::OffersDraw);
        let board = *self.game.board();
        let (number, san) = (position::number(&board), board.san(mv).to_string());
        let plies = self.game.game().moves().len();
        self.game.engine_moves(&answer, began.elapsed())?;
        self.after_move(plies, "quevedo")?;
        if self.game.game().moves().len() == plies {
            return self.announce();
        }
        self.talk.say(format_args!("I play {number} {san}"))?;
        if self.has_offered_draw {
            self.talk.say("I offer a draw; `draw` takes it.")?;
        }
        if answer.origin == Origin::Book {
            self.talk.detail("(from the book)")?;
        } else {
            let line = board.san_line(line_of(&answer));
            let score = for_white(&answer, board.turn());
            self.talk.detail(format_args!("({score}, depth {}: {line})", answer.depth))?;
        }
        self.tell_opening()?;
        self.talk.say("")?;
        self.draw_board()?;
        self.announce()?;
        if let Some(claim) = self.game.claim() {
            self.talk.say(format_args!("`draw` claims a draw: {claim}."))?;
        }
        Ok(())
    }

    /// Thinks about the position on the board. Ctrl-C asks for a move at once, or where nobody types for the end.
    fn think(&mut self, limits: Limits) -> anyhow::Result<Answer> {
        let search = self.engine.search(self.game.game(), limits);
        self.follow(search)
    }

    fn follow(&mut self, search: Search) -> anyhow::Result<Answer> {
        let bar = &self.bars.thinking;
        bar.reset();
        let board = *self.game.board();
        let answer = thinking::follow(search, |update| {
            if let Update::Line { report, .. } = update
                && let Some(&best) = report.line.first()
            {
                bar.set_message(format!("depth {}, {}", report.depth, board.san(best)));
            }
            Ok(())
        });
        bar.set_message("");
        bar.finish_and_clear();
        if interrupt::take() && !self.talk.is_live() {
            self.is_leaving = true;
        }
        answer
    }

    /// Tells of a move that was just played, unless it came too late, and keeps the game.
    fn after_move(&mut self, plies: usize, by: &'static str) -> anyhow::Result<()> {
        let game = self.game.game();
        if let (Some(&mv), Some(board)) = (game.moves().get(plies), game.boards().get(plies)) {
            self.talk.tell(&MoveEvent {
                ply: plies + 1,
                by,
                uci: board.uci(mv).to_string(),
                san: board.san(mv).to_string(),
                fen: game.board().fen(),
            })?;
        }
        self.turn_began = Instant::now();
        self.keep();
        Ok(())
    }

    /// Says which opening this is, when it has got a name or another one.
    fn tell_opening(&mut self) -> anyhow::Result<()> {
        let game = self.game.game();
        let named: Option<Named<'static>> = Openings::builtin().classify(game.start(), game.moves());
        let name = named.map(|named| &*named.opening.name);
        if name.is_some() && name != self.opening {
            self.talk.say(format_args!("This is the {}.", name.unwrap_or_default()))?;
            self.opening = name;
        }
        Ok(())
    }

    /// The game has ended otherwise than by a move.
    fn ended(&mut self) -> anyhow::Result<()> {
        self.announce()?;
        self.keep();
        Ok(())
    }

    fn announce(&mut self) -> anyhow::Result<()> {
        let Some(result) = self.game.result() else { return Ok(()) };
        let who = match result.outcome.winner() {
            Some(winner) if winner == self.human() => "You have won",
            Some(_) => "I have won",
            None => "Drawn",
        };
        self.talk.say(format_args!("{who}: {}. {}\n", result.reason, result.outcome))?;
        let points = match result.outcome.winner() {
            Some(winner) => f32::from(u8::from(winner == self.human())),
            None => 0.5,
        };
        self.count(points)
    }

    /// Remembers a result against a level, and tells the user's rating once that can be told. A game counts once, also if its end
    /// was taken back.
    fn count(&mut self, points: f32) -> anyhow::Result<()> {
        let elo = self.who.as_ref().and_then(|who| who.elo);
        let (Some(elo), Some((path, known)), false) = (elo, &mut self.known, self.is_counted) else {
            return Ok(());
        };
        self.is_counted = true;
        known.add(elo, points);
        if let Err(error) = known.keep(path) {
            console::log(format_args!("quevedo: {error:#}"));
        }
        if let Some((rating, deviation)) = known.estimate() {
            let (games, points) = known.score();
            self.talk.say(format_args!(
                "You have {points} of {games} against my levels: about {rating}, give or take {deviation}.\n"
            ))?;
        }
        Ok(())
    }

    /// How long to think about a question beside the game.
    fn aside(&self) -> Limits {
        match self.game.terms().clock {
            None => self.game.limits_of_level(),
            Some(_) => Limits::time(Duration::from_secs(1)),
        }
    }
}

/// The best line of an answer.
fn line_of(answer: &Answer) -> &[Move] {
    answer.lines.first().map_or(&[], |(report, _)| &report.line)
}

/// The score of an answer as White has it.
fn for_white(answer: &Answer, turn: Color) -> String {
    answer.score.map_or_else(|| "?".to_owned(), |score| Score::of(score.verdict(), turn).to_string())
}

/// What is kept.
impl Session {
    /// A full disk is no reason to break the game off: it is told, and the next move tries again.
    fn keep(&mut self) {
        let pgn = self.pgn();
        if let Err(error) = self.keeper.keep(&pgn) {
            console::log(format_args!("quevedo: {error:#}"));
        }
    }

    fn leave(&mut self) -> anyhow::Result<Farewell> {
        let is_interrupted = interrupt::take() || self.is_leaving;
        let kept = self.keeper.has_game().then(|| self.keeper.path().display().to_string());
        let is_lost = self.keeper.complaint().is_some();
        match (&kept, self.keeper.complaint()) {
            (_, Some(complaint)) => {
                self.talk.say(format_args!("The game is not kept: {complaint}. This is it:\n"))?;
                self.talk.say(self.pgn().trim_end())?;
            }
            (Some(file), None) => self.talk.say(format_args!("The game is kept in {file}."))?,
            (None, None) => self.talk.say("Nothing was played, so nothing is kept.")?,
        }
        let game = self.game.game();
        self.talk.conclude(&EndEvent {
            result: self.game.outcome().as_str(),
            termination: self.game.termination(),
            reason: self.game.result().map(|result| result.reason.clone()),
            pgn: self.pgn(),
            file: kept.filter(|_| !is_lost),
            fen: game.board().fen(),
            moves: game
                .boards()
                .iter()
                .zip(game.moves())
                .map(|(board, &mv)| board.uci(mv).to_string())
                .collect(),
        })?;
        Ok(match () {
            () if is_lost => Farewell::Lost,
            () if is_interrupted => Farewell::Interrupted,
            () => Farewell::Kept,
        })
    }

    fn pgn(&self) -> String {
        self.game.pgn(&self.began.date().to_string(), &self.began.clock())
    }
}
