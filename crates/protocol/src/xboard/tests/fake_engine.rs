//! An engine that plays what it is told to, and fails the test if it is not treated as agreed.

use core::time::Duration;

use quevedo_engine::{Command, Event, Limits, Report};
use quevedo_rules::{Board, Game, Move};
use quevedo_value::{Bound, Depth, Ply, Score};

#[derive(Debug, Default)]
pub(super) struct FakeEngine {
    game: Game,
    searching: Option<Limits>,
    is_stopped: bool,
    pub(super) has_quit: bool,
}

impl FakeEngine {
    pub(super) fn obey(&mut self, command: &Command) {
        assert!(!self.has_quit, "{command:?} after the end");
        let is_idle = self.searching.is_none();
        match command {
            Command::NewGame | Command::SetOption { .. } | Command::ClearHash => {
                assert!(is_idle, "{command:?} while searching");
            }
            Command::Position { setup, moves } => {
                assert!(is_idle, "a position while searching");
                self.game = Game::new(Board::try_from(**setup).expect("a legal position"));
                for &written in moves {
                    let mv = self.game.board().find_uci(written).expect("a legal move");
                    self.game.play(mv).expect("a legal move");
                }
            }
            Command::Go { limits, .. } => {
                assert!(is_idle, "a search while searching");
                assert!(self.board().has_legal_moves(), "nothing to search");
                self.searching = Some((**limits).clone());
                self.is_stopped = false;
            }
            Command::Stop => {
                assert!(!is_idle && !self.is_stopped, "nothing to stop");
                self.is_stopped = true;
            }
            Command::PonderHit => match &mut self.searching {
                Some(limits) if limits.ponder => limits.ponder = false,
                other => panic!("no pondering: {other:?}"),
            },
            // At any time, about any position.
            Command::Book { .. } => {}
            Command::Quit => self.has_quit = true,
        }
    }

    pub(super) fn board(&self) -> &Board {
        self.game.board()
    }

    pub(super) fn is_searching(&self) -> bool {
        self.searching.is_some()
    }

    /// Whether a best move may be said now.
    pub(super) fn may_end(&self) -> bool {
        self.searching.as_ref().is_some_and(|go| self.is_stopped || !(go.ponder || go.infinite))
    }

    pub(super) fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>) -> Event {
        self.searching = None;
        Event::BestMove { board: Box::new(*self.board()), best, ponder }
    }

    pub(super) fn report(&self, depth: i32, score: Score, line: Vec<Move>) -> Event {
        let report = Report {
            depth: Depth(depth),
            selective_depth: 9,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: 1000 * u64::from(depth.unsigned_abs()),
            time: Duration::from_millis(100 * u64::from(depth.unsigned_abs())),
            fullness: 0,
            table_hits: 0,
            table_draw: false,
            line,
        };
        Event::Line { board: Box::new(*self.board()), report, wdl: None }
    }

    /// `cp 20`, `mate 3`, `mate -2`.
    pub(super) fn score(kind: &str, number: i32) -> Score {
        let plies = Ply::new(number.unsigned_abs() as usize * 2);
        match (kind, number) {
            ("cp", _) => Score::cp(number),
            (_, 1..) => Score::mate_in(Ply::new(number as usize * 2 - 1)),
            _ => Score::mated_in(plies),
        }
    }

    pub(super) fn moves(&self, words: &[&str]) -> Vec<Move> {
        let mut board = *self.board();
        let mut moves = Vec::new();
        for word in words {
            let mv = board.parse_uci(word).or_else(|_| board.parse_san(word)).expect("a legal move");
            moves.push(mv);
            board = board.play(mv);
        }
        moves
    }
}
