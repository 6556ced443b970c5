//! The game itself: turns, words and results.

use std::path::Path;
use std::time::{Duration, Instant};

use quevedo_engine::Go;
use quevedo_games::{GameTree, Outcome};
use quevedo_rules::{Board, Color, Game, Move};
use quevedo_value::Score;
use serde::Serialize;

use super::clock::{self, Clocks, TimeControl};
use super::keeper::{self, Keeper};
use super::level::Level;
use super::opponent::{self, Opponent};
use super::order::{self, Order};
use super::talk::{Heard, Talk};
use crate::calendar::Moment;
use crate::show::drawing::Drawing;
use crate::{console, interrupt, position, speak};

/// What limits the engine's thinking.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Manner {
    Level(Level),
    Clock(TimeControl),
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Result {
    outcome: Outcome,
    reason: String,
    termination: &'static str,
}

/// Games against the engine until the user leaves.
#[derive(Debug)]
pub(super) struct Session {
    start: Board,
    human: Color,
    manner: Manner,
    name: String,
    drawing: Drawing,
    opponent: Opponent,
    keeper: Keeper,
    talk: Talk,
    game: Game,
    /// The clocks after each ply; the first entry is the start.
    clocks: Vec<Clocks>,
    began: Moment,
    /// Since when the user may move; words take time, too.
    turn_began: Instant,
    result: Option<Result>,
    /// What the engine thought of its last move.
    score: Option<Score>,
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
    #[allow(clippy::too_many_arguments)] // the things that a game needs, each once
    pub(super) fn new(
        start: Board,
        human: Color,
        manner: Manner,
        name: String,
        drawing: Drawing,
        opponent: Opponent,
        keeper: Keeper,
        talk: Talk,
    ) -> Session {
        let mut session = Session {
            start,
            human,
            manner,
            name,
            drawing,
            opponent,
            keeper,
            talk,
            game: Game::new(start),
            clocks: Vec::new(),
            began: Moment::now(),
            turn_began: Instant::now(),
            result: None,
            score: None,
        };
        session.set_up();
        session
    }

    /// Plays until the user leaves.
    pub(super) fn run(&mut self) -> anyhow::Result<()> {
        self.greet()?;
        loop {
            if self.result.is_none() && self.game.board().turn() != self.human && !interrupt::is_wanted() {
                self.engine_moves()?;
                continue;
            }
            let next = match self.talk.listen(&self.prompt(), self.deadline())? {
                Heard::Line(line) => self.obey(Order::read(&line))?,
                Heard::Noise => {
                    self.talk.say("That is no text; `help` tells what can be said.")?;
                    Next::Continue
                }
                Heard::Silence => {
                    self.lose_on_time(self.human)?;
                    Next::Continue
                }
                Heard::End => Next::Leave,
            };
            if next == Next::Leave {
                return self.leave();
            }
        }
    }

    fn set_up(&mut self) {
        self.game = Game::new(self.start);
        self.clocks = match self.manner {
            Manner::Clock(control) => vec![Clocks::new(control)],
            Manner::Level(_) => Vec::new(),
        };
        self.began = Moment::now();
        self.turn_began = Instant::now();
        self.result = None;
        self.score = None;
        self.opponent.new_game();
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        self.talk.say(format_args!("You are {}. `help` tells what can be said.\n", self.human))?;
        self.judge();
        if self.game.board().turn() == self.human || self.result.is_some() {
            self.draw_board()?;
        }
        self.announce()
    }

    fn prompt(&self) -> String {
        if self.result.is_some() {
            return "The game is over>".to_owned();
        }
        format!("{}>", position::number(self.game.board()))
    }

    fn draw_board(&self) -> anyhow::Result<()> {
        for line in self.drawing.lines(&self.game).lines {
            self.talk.say(line.trim_end())?;
        }
        if let Some(clocks) = self.clocks.last() {
            let (yours, mine) = (clocks.left(self.human), clocks.left(!self.human));
            self.talk.say(format_args!("Your clock {}, mine {}", clock::shown(yours), clock::shown(mine)))?;
        }
        self.talk.say("")?;
        Ok(())
    }

    /// When the user's time is over.
    fn deadline(&self) -> Option<Instant> {
        let clocks = self.clocks.last().filter(|_| self.result.is_none())?;
        self.turn_began.checked_add(clocks.left(self.human))
    }
}

/// Moves.
impl Session {
    fn human_moves(&mut self, text: &str) -> anyhow::Result<()> {
        if self.result.is_some() {
            self.talk.say("The game is over; `new` begins another, `undo` takes a move back.")?;
            return Ok(());
        }
        match position::read_move(self.game.board(), text) {
            Ok(mv) => {
                let is_in_time = self.play(mv, self.turn_began.elapsed(), "you")?;
                if is_in_time && self.result.is_some() {
                    self.draw_board()?;
                    self.announce()?;
                }
            }
            Err(error) => self.talk.say(format_args!("{error} (`moves` lists the legal ones)"))?,
        }
        Ok(())
    }

    fn engine_moves(&mut self) -> anyhow::Result<()> {
        if let Some(claim) = self.game.claim()
            && self.score.is_some_and(|score| score <= Score::DRAW)
        {
            self.talk.say("I claim a draw.")?;
            return self.end(Outcome::Draw, claim.to_string(), "normal");
        }
        let began = Instant::now();
        let thought = self.opponent.think(&self.game, self.go())?;
        if interrupt::is_wanted() {
            return Ok(());
        }
        let Some(mv) = thought.best.filter(|&mv| self.game.board().is_legal(mv)) else {
            return Err(crate::failure::EngineFailure::of_our_own().into());
        };
        self.score = thought.score;
        let (number, san) = (position::number(self.game.board()), self.game.board().san(mv).to_string());
        let score = thought.score.map_or_else(|| "?".to_owned(), |score| for_white(score, !self.human));
        let line = self.game.board().san_line(&thought.line);
        if !self.play(mv, began.elapsed(), "quevedo")? {
            return Ok(());
        }
        self.talk.say(format_args!("I play {number} {san}"))?;
        self.talk.detail(format_args!("({score}, depth {}: {line})", thought.depth))?;
        self.talk.say("")?;
        self.draw_board()?;
        self.announce()?;
        if self.result.is_none()
            && let Some(claim) = self.game.claim()
        {
            self.talk.say(format_args!("`draw` claims a draw: {claim}."))?;
        }
        Ok(())
    }

    /// Plays a move for whoever is to move, who has used this much time; `false` if that was too much.
    fn play(&mut self, mv: Move, used: Duration, by: &'static str) -> anyhow::Result<bool> {
        let board = *self.game.board();
        let mover = board.turn();
        if let Some(mut clocks) = self.clocks.last().copied() {
            if !clocks.press(mover, used) {
                self.lose_on_time(mover)?;
                return Ok(false);
            }
            self.clocks.push(clocks);
        }
        self.game.play(mv)?;
        self.turn_began = Instant::now();
        self.talk.tell(&MoveEvent {
            ply: self.game.moves().len(),
            by,
            uci: board.uci(mv).to_string(),
            san: board.san(mv).to_string(),
            fen: self.game.board().fen(),
        })?;
        self.judge();
        self.keep();
        Ok(true)
    }

    /// Ends the game if the rules have.
    fn judge(&mut self) {
        let Some((ending, outcome)) = self.game.ending().zip(self.game.outcome()) else { return };
        let outcome = match outcome {
            quevedo_rules::Outcome::Win(color) => Outcome::Win(color),
            quevedo_rules::Outcome::Draw => Outcome::Draw,
        };
        self.result = Some(Result { outcome, reason: ending.to_string(), termination: "normal" });
    }

    fn end(&mut self, outcome: Outcome, reason: String, termination: &'static str) -> anyhow::Result<()> {
        self.result = Some(Result { outcome, reason, termination });
        self.announce()?;
        self.keep();
        Ok(())
    }

    fn announce(&self) -> anyhow::Result<()> {
        let Some(result) = &self.result else { return Ok(()) };
        let who = match result.outcome.winner() {
            Some(winner) if winner == self.human => "You have won",
            Some(_) => "I have won",
            None => "Drawn",
        };
        self.talk.say(format_args!("{who}: {}. {}\n", result.reason, result.outcome))?;
        Ok(())
    }

    fn lose_on_time(&mut self, loser: Color) -> anyhow::Result<()> {
        let winner = !loser;
        // A bare king cannot mate, whatever the clock says.
        let can_win = self.game.board().color(winner).len() > 1;
        let outcome = if can_win { Outcome::Win(winner) } else { Outcome::Draw };
        self.end(outcome, format!("{loser}'s time is over"), "time forfeit")
    }

    fn go(&self) -> Go {
        match (self.manner, self.clocks.last()) {
            (Manner::Clock(_), Some(clocks)) => Go { clocks: clocks.for_engine(), ..Go::default() },
            (Manner::Level(level), _) => level.go(),
            (Manner::Clock(_), None) => self.aside(),
        }
    }

    /// How long to think about a question beside the game.
    fn aside(&self) -> Go {
        match self.manner {
            Manner::Level(level) => level.go(),
            Manner::Clock(_) => Level::Time(Duration::from_secs(1)).go(),
        }
    }
}

/// A score of `side` as White has it.
fn for_white(score: Score, side: Color) -> String {
    let verdict = score.verdict();
    if side == Color::White { verdict.to_string() } else { (-verdict).to_string() }
}

/// Words.
impl Session {
    fn obey(&mut self, order: Order) -> anyhow::Result<Next> {
        match order {
            Order::Nothing => {}
            Order::Move(text) => self.human_moves(&text)?,
            Order::Undo => self.undo()?,
            Order::Hint => self.hint()?,
            Order::Eval => self.evaluate()?,
            Order::Moves => self.list_moves()?,
            Order::Board => self.draw_board()?,
            Order::Flip => {
                self.drawing.from = !self.drawing.from;
                self.draw_board()?;
            }
            Order::Draw => self.draw()?,
            Order::Resign if self.result.is_none() => {
                let reason = format!("{} has resigned", self.human);
                self.end(Outcome::Win(!self.human), reason, "normal")?;
            }
            Order::Resign => self.talk.say("The game is over already.")?,
            Order::Game => self.talk.say(self.pgn().trim_end())?,
            Order::Save(file) => self.save(&file)?,
            Order::New => {
                self.keeper.next_game(&self.pgn());
                self.set_up();
                self.greet()?;
            }
            Order::Quit => return Ok(Next::Leave),
            Order::Help => self.talk.say(order::HELP)?,
        }
        Ok(Next::Continue)
    }

    /// Takes back the user's last move and what came after it.
    fn undo(&mut self) -> anyhow::Result<()> {
        let turns = self.game.boards().iter().zip(self.game.moves());
        let mine = turns.map(|(board, _)| board.turn()).rposition(|turn| turn == self.human);
        let Some(ply) = mine else {
            self.talk.say("There is nothing to take back.")?;
            return Ok(());
        };
        while self.game.moves().len() > ply {
            self.game.undo();
        }
        self.clocks.truncate(ply + 1);
        self.turn_began = Instant::now();
        self.result = None;
        self.score = None;
        self.keep();
        self.draw_board()
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if self.result.is_some() {
            self.talk.say("The game is over.")?;
            return Ok(());
        }
        let thought = self.opponent.think(&self.game, self.aside())?;
        if let Some(mv) = thought.best {
            self.talk.say(format_args!("I would play {}.", self.game.board().san(mv)))?;
        }
        Ok(())
    }

    fn evaluate(&mut self) -> anyhow::Result<()> {
        if self.result.is_some() {
            self.talk.say("The game is over.")?;
            return Ok(());
        }
        let thought = self.opponent.think(&self.game, self.aside())?;
        if let Some(score) = thought.score {
            let score = for_white(score, self.game.board().turn());
            let line = self.game.board().san_line(&thought.line);
            self.talk.say(format_args!("{score} for White, depth {}: {line}", thought.depth))?;
        }
        Ok(())
    }

    fn list_moves(&self) -> anyhow::Result<()> {
        let board = self.game.board();
        let mut moves: Vec<String> =
            board.legal_moves().iter().map(|&mv| board.san(mv).to_string()).collect();
        moves.sort_unstable();
        for line in moves.chunks(12) {
            self.talk.say(line.join(" "))?;
        }
        if moves.is_empty() {
            self.talk.say("There are none.")?;
        }
        Ok(())
    }

    /// A claim if the rules give one, else an offer.
    fn draw(&mut self) -> anyhow::Result<()> {
        if self.result.is_some() {
            self.talk.say("The game is over already.")?;
            return Ok(());
        }
        if let Some(claim) = self.game.claim() {
            return self.end(Outcome::Draw, claim.to_string(), "normal");
        }
        if opponent::accepts_draw(self.score, self.game.board().fullmove_number()) {
            return self.end(Outcome::Draw, "by agreement".to_owned(), "normal");
        }
        self.talk.say("I would rather play on.")?;
        Ok(())
    }

    fn save(&self, file: &str) -> anyhow::Result<()> {
        if file.is_empty() {
            self.talk.say(format_args!("The game is kept in {}.", self.keeper.path().display()))?;
            return Ok(());
        }
        match keeper::save_copy(Path::new(file), &self.pgn()) {
            Ok(()) => self.talk.say(format_args!("The game is in {file}, too."))?,
            // A bad name is no reason to leave the game.
            Err(error) => self.talk.say(format_args!("{error:#}"))?,
        }
        Ok(())
    }
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

    fn leave(&mut self) -> anyhow::Result<()> {
        let kept = self.keeper.has_game().then(|| self.keeper.path().display().to_string());
        match &kept {
            Some(file) => self.talk.say(format_args!("The game is kept in {file}."))?,
            None => self.talk.say("Nothing was played, so nothing is kept.")?,
        }
        let boards = self.game.boards().iter();
        self.talk.conclude(&EndEvent {
            result: self.outcome().as_str(),
            termination: self.termination(),
            reason: self.result.as_ref().map(|result| result.reason.clone()),
            pgn: self.pgn(),
            file: kept,
            fen: self.game.board().fen(),
            moves: boards.zip(self.game.moves()).map(|(board, &mv)| board.uci(mv).to_string()).collect(),
        })
    }

    fn outcome(&self) -> Outcome {
        self.result.as_ref().map_or(Outcome::Open, |result| result.outcome)
    }

    fn termination(&self) -> &'static str {
        self.result.as_ref().map_or("unterminated", |result| result.termination)
    }

    fn pgn(&self) -> String {
        let tree = GameTree::from_moves(self.start, self.game.moves().iter().copied());
        // The moves of a game are legal, so there is a tree.
        let mut tree = tree.unwrap_or_else(|_| GameTree::from_board(self.start));
        let engine = match self.manner {
            Manner::Level(level) => format!("{} ({level})", speak::NAME),
            Manner::Clock(_) => speak::NAME.to_owned(),
        };
        let name = |color| if color == self.human { self.name.as_str() } else { engine.as_str() };
        let tags = [
            ("Event", "Casual game".to_owned()),
            ("Date", self.began.date.to_string()),
            ("Round", "-".to_owned()),
            ("White", name(Color::White).to_owned()),
            ("Black", name(Color::Black).to_owned()),
            ("UTCTime", self.began.clock()),
            ("Termination", self.termination().to_owned()),
        ];
        for (tag, value) in tags {
            tree.headers_mut().set(tag, &value);
        }
        if let Manner::Clock(control) = self.manner {
            tree.headers_mut().set("TimeControl", &control.tag());
        }
        tree.set_result(self.outcome());
        tree.to_pgn()
    }
}
