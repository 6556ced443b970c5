//! What a UCI conversation must look like: one legal best move for each `go`, legal lines, and nothing
//! about a search after its best move.

use std::collections::VecDeque;

use quevedo_engine::Command;
use quevedo_protocol::uci::{Request, parse};
use quevedo_rules::{Board, Move, Setup, UciMove};

/// Follows a conversation and fails the test where it goes wrong.
pub(crate) struct Conversation {
    board: Board,
    /// The searches that owe a best move, in their order.
    searches: VecDeque<Root>,
    pub(crate) best_moves: usize,
    pub(crate) lines: usize,
}

/// What a search is about.
struct Root {
    board: Board,
    wanted: Vec<Move>,
}

impl Conversation {
    pub(crate) fn new() -> Conversation {
        Conversation { board: Board::start(), searches: VecDeque::new(), best_moves: 0, lines: 0 }
    }

    /// Whether a best move is still to come.
    pub(crate) fn awaits_move(&self) -> bool {
        !self.searches.is_empty()
    }

    /// Notes a line that the program is sent. What it asks for is for our own parser to say; it is
    /// tested elsewhere.
    pub(crate) fn sent(&mut self, line: &[u8]) {
        for request in parse(line) {
            match request {
                Request::Command(Command::NewGame) => self.board = Board::start(),
                Request::Command(Command::Position { setup, moves }) => self.set_position(*setup, &moves),
                Request::Command(Command::Go { search_moves, .. }) => {
                    let legal = search_moves.iter().filter_map(|&text| self.board.find_uci(text).ok());
                    self.searches.push_back(Root { board: self.board, wanted: legal.collect() });
                }
                Request::Flip => self.set_position(self.board.setup().flipped(), &[]),
                _ => {}
            }
        }
    }

    /// A position that is not legal changes nothing.
    fn set_position(&mut self, setup: Setup, moves: &[UciMove]) {
        let Ok(mut board) = Board::try_from(setup) else { return };
        for &text in moves {
            let Ok(mv) = board.find_uci(text) else { return };
            board = board.play(mv);
        }
        self.board = board;
    }

    /// Notes a line that the program says.
    pub(crate) fn heard(&mut self, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["info", "string", ..] => {}
            ["info", "currmove", mv, ..] => {
                let root = self.searches.front().expect("a current move belongs to a search");
                root.board.parse_uci(mv).unwrap_or_else(|error| panic!("{line}: {error}"));
            }
            ["info", ..] => {
                let root = self.searches.front().unwrap_or_else(|| panic!("no search, but {line}"));
                let pv = words.iter().position(|&word| word == "pv").map_or(words.len(), |at| at + 1);
                assert!(words.len() > pv, "a report without a line: {line}");
                check_line(&root.board, &words[pv..], line);
                self.lines += 1;
            }
            ["bestmove", ref moves @ ..] => {
                let root = self.searches.pop_front().unwrap_or_else(|| panic!("not asked, but {line}"));
                root.check_best(moves, line);
                self.best_moves += 1;
            }
            _ => {}
        }
    }
}

impl Root {
    fn check_best(&self, words: &[&str], line: &str) {
        match *words {
            ["(none)"] => assert!(!self.board.has_legal_moves(), "{line} in {}", self.board.fen()),
            [best] => check_line(&self.board, &[best], line),
            [best, "ponder", answer] => check_line(&self.board, &[best, answer], line),
            _ => panic!("{line:?} is no best move"),
        }
        let best = words.first().and_then(|word| self.board.parse_uci(word).ok());
        let is_wanted = self.wanted.is_empty() || best.is_some_and(|mv| self.wanted.contains(&mv));
        assert!(is_wanted, "{line} is none of the moves that were asked for");
    }
}

fn check_line(board: &Board, moves: &[&str], line: &str) {
    let mut board = *board;
    for word in moves {
        match board.parse_uci(word) {
            Ok(mv) => board = board.play(mv),
            Err(error) => panic!("{line}: {error} in {}", board.fen()),
        }
    }
}
