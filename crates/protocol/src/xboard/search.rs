//! What the engine is doing, and what it should be doing.
//!
//! No command starts or stops a search by itself. After each line and each event [`Xboard::settle`]
//! compares what is wanted now with what is running and brings the two together. A search that is no
//! longer wanted is stopped, and the next one begins when its best move has come and been dropped.

use core::time::Duration;

use quevedo_engine::{Command, Limits, Report};
use quevedo_rules::{Board, Game, Move, Setup, UciMove};
use quevedo_value::Bound;

use super::{Action, Mode, News, Xboard, write};
use crate::notation::{line_texts, move_text};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Activity {
    /// Finding a move to play.
    Think,
    /// Thinking on the opponent's time, as if this move had been played.
    Ponder(Move),
    /// Showing lines until told otherwise.
    Analyze,
}

/// A search that has not yet said its best move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Running {
    pub(super) activity: Activity,
    /// The number of the position it is about.
    position: u64,
    /// What it was told about the engine's clock.
    own_clock: Option<Duration>,
    /// It has been told to stop.
    is_stopped: bool,
    /// Nobody wants its best move any more.
    is_dropped: bool,
}

/// The state of the engine's work.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    running: Option<Running>,
    /// Commands that must wait until no search is running.
    waiting: Vec<Command>,
    /// Counts the positions that have been on the board.
    position: u64,
    /// The position whose search ended by itself, and needs no other.
    exhausted: Option<u64>,
    /// The user wants a move at once, from a search that has not begun.
    hurry: bool,
}

fn text_of(game: &Game) -> (Box<Setup>, Vec<UciMove>) {
    let moves = game.boards().iter().zip(game.moves()).map(|(board, &mv)| board.uci_chess960(mv));
    (Box::new(game.start().setup()), moves.collect())
}

impl Xboard {
    /// Notes that the position on the board is another one now.
    pub(super) fn position_changed(&mut self) {
        self.search.position += 1;
        self.search.hurry = false;
        self.expected = None;
    }

    /// Has a command done as soon as no search is running.
    pub(super) fn between_searches(&mut self, command: Command) {
        self.search.waiting.push(command);
    }

    /// The search that the state of the game calls for.
    fn wanted(&self) -> Option<Activity> {
        let board = self.game.board();
        let idle = self.paused || self.obstacle.is_some() || self.editor.is_some();
        if idle || !board.has_legal_moves() {
            return None;
        }
        let is_exhausted = self.search.exhausted == Some(self.search.position);
        match self.mode {
            Mode::Force => None,
            Mode::Play(us) if us == board.turn() => Some(Activity::Think),
            Mode::Play(_) => self
                .expected
                .filter(|&mv| self.wishes.ponders && !is_exhausted && board.play(mv).has_legal_moves())
                .map(Activity::Ponder),
            Mode::Analyze => (!is_exhausted).then_some(Activity::Analyze),
        }
    }

    /// Brings what is running in line with what is wanted.
    pub(super) fn settle(&mut self) {
        let wanted = self.wanted();
        if let Some(running) = self.search.running {
            let fits = wanted == Some(running.activity) && running.position == self.search.position;
            // A move is waited for; anything else makes room for a new option.
            let gives_way = !self.search.waiting.is_empty() && running.activity != Activity::Think;
            if !fits || gives_way {
                self.stop(true);
            }
        } else {
            let waiting = core::mem::take(&mut self.search.waiting);
            self.actions.extend(waiting.into_iter().map(Action::Command));
            if let Some(activity) = wanted {
                self.start(activity);
            }
        }
        self.answer_pings();
    }

    /// The game on the board, as commands name it.
    pub(super) fn game_text(&self) -> (Box<Setup>, Vec<UciMove>) {
        text_of(&self.game)
    }

    fn start(&mut self, activity: Activity) {
        let mut game = self.game.clone();
        let us = match (self.mode, activity) {
            (Mode::Play(us), _) => us,
            _ => game.board().turn(),
        };
        let limits = match activity {
            Activity::Think => self.time.limits(us, self.moves_made()),
            Activity::Ponder(mv) => {
                // Known to be legal; if it were not, there would be nothing to ponder on.
                if game.play(mv).is_err() {
                    return;
                }
                Limits { ponder: true, ..self.time.limits(us, self.moves_made()) }
            }
            Activity::Analyze => Limits { infinite: true, ..Limits::default() },
        };
        let (setup, moves) = text_of(&game);
        let position = Command::Position { setup, moves };
        self.actions.push(Action::Command(position));
        self.actions
            .push(Action::Command(Command::Go { limits: Box::new(limits), search_moves: Vec::new() }));
        self.search.running = Some(Running {
            activity,
            position: self.search.position,
            own_clock: self.time.own_clock(),
            is_stopped: false,
            is_dropped: false,
        });
        // What it thought of its last move counts until it thinks again.
        self.news = News { score: self.news.score, ..News::default() };
        if core::mem::take(&mut self.search.hurry) {
            self.stop(false);
        }
    }

    /// Stops what is running; its move is played unless it is dropped.
    fn stop(&mut self, is_dropped: bool) {
        if let Some(running) = &mut self.search.running {
            if !running.is_stopped {
                self.actions.push(Action::Command(Command::Stop));
            }
            running.is_stopped = true;
            running.is_dropped |= is_dropped;
        }
    }

    /// The search whose best move is still wanted.
    fn live(&self) -> Option<Running> {
        self.search.running.filter(|running| !running.is_dropped)
    }

    /// `?`: a move at once, if one is being looked for.
    pub(super) fn move_now(&mut self) {
        if self.live().is_some_and(|running| running.activity == Activity::Think) {
            self.stop(false);
        } else if self.wanted() == Some(Activity::Think) {
            self.search.hurry = true;
        }
    }

    /// The opponent has played the expected move: if the search that was about it was told no more
    /// time than there is, it goes on as a search for a move.
    pub(super) fn ponder_hit(&mut self, pondered_on: Running) {
        let is_told_too_much = self.time.own_clock() < pondered_on.own_clock;
        if let Some(running) = self.search.running.as_mut().filter(|_| !is_told_too_much) {
            running.activity = Activity::Think;
            running.position = self.search.position;
            self.actions.push(Action::Command(Command::PonderHit));
        }
    }

    /// The search that thinks about this answer of the opponent, if one does.
    pub(super) fn pondering_on(&self, mv: Move) -> Option<Running> {
        self.live().filter(|running| {
            running.activity == Activity::Ponder(mv) && running.position == self.search.position
        })
    }

    /// Pings are answered when everything before them is done: not while a move is being looked for,
    /// and not while something is waiting for a search to end.
    fn answer_pings(&mut self) {
        let is_busy = self.search.running.is_some_and(|running| running.is_dropped);
        if !is_busy && self.wanted() != Some(Activity::Think) {
            for number in core::mem::take(&mut self.pings) {
                self.say(format!("pong {number}"));
            }
        }
    }

    /// How many moves the engine's side has made in this game.
    pub(super) fn moves_made(&self) -> u32 {
        let Mode::Play(us) = self.mode else { return 0 };
        let before = self.game.boards().iter().take(self.game.moves().len());
        before.filter(|board| board.turn() == us).count() as u32
    }
}

/// What the engine says about its work.
impl Xboard {
    /// A line of the search. The protocol has no word for bounds, so only true scores are shown.
    pub(super) fn report(&mut self, board: &Board, report: &Report) {
        let Some(running) = self.live() else { return };
        self.news.depth = report.depth.plies();
        self.news.nodes = report.nodes;
        self.news.time = report.time;
        if report.bound != Bound::Exact {
            return;
        }
        if let (1, Some(&first)) = (report.multi_pv, report.line.first()) {
            self.news.best = Some((*board, first));
            self.news.score = Some(report.score);
        }
        if self.wishes.posts {
            let mut moves = line_texts(board, &report.line, self.castling);
            if let Activity::Ponder(expected) = running.activity {
                // The line begins with the move that is on the user's board.
                moves.insert(0, move_text(self.game.board(), expected, self.castling));
            }
            self.say(write::thinking(report, &moves));
        }
    }

    /// The best move of a search: to be played, or no longer of interest.
    pub(super) fn search_ended(&mut self, board: &Board, best: Option<Move>, ponder: Option<Move>) {
        let Some(running) = self.search.running.take() else { return };
        if running.is_dropped {
            return;
        }
        if running.activity != Activity::Think {
            self.search.exhausted = Some(self.search.position);
        } else if board == self.game.board() && self.play_own(best) {
            let next = self.game.board();
            self.expected = ponder.filter(|&mv| next.is_legal(mv));
        } else {
            // This would be a fault of ours; the user should know why nothing moves.
            self.mode = Mode::Force;
            self.say("tellusererror The engine found no move".to_owned());
        }
    }

    /// The engine gives the game up in the place of a move.
    pub(super) fn gives_up(&mut self) {
        if self.live().is_some_and(|running| running.activity == Activity::Think) {
            self.search.running = self.search.running.map(|running| Running { is_dropped: true, ..running });
            self.mode = Mode::Force;
            self.say("resign".to_owned());
        }
    }

    /// The engine offers a draw with its move.
    pub(super) fn offers_draw(&mut self) {
        if self.live().is_some_and(|running| running.activity == Activity::Think) {
            self.say("offer draw".to_owned());
        }
    }

    fn play_own(&mut self, best: Option<Move>) -> bool {
        let board = *self.game.board();
        let Some(mv) = best.filter(|&mv| self.game.play(mv).is_ok()) else { return false };
        self.position_changed();
        self.time.spend(self.news.time, self.moves_made());
        self.say(format!("move {}", move_text(&board, mv, self.castling)));
        self.claim_result();
        true
    }
}
