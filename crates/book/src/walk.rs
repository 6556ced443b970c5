//! Which positions a book can be followed to. Its records hold keys only, from which no position can be told.

use std::collections::{HashSet, VecDeque};

use quevedo_rules::{Board, Move};

use crate::{Book, BookMove};

/// A position that a book knows, and a way to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The position.
    pub board: Board,
    /// One of the shortest ways to it.
    pub line: Vec<Move>,
    /// What the book plays here.
    pub moves: Vec<BookMove>,
}

/// Follows a book from a position on: each position once, the nearest first, also after replies that the book itself does not know
/// if `replies` says so (a book for one side has moves in every other position only).
pub fn walk(book: &Book, start: &Board, replies: bool, mut visit: impl FnMut(Reached) -> bool) {
    let mut seen = HashSet::from([start.key()]);
    let mut open: VecDeque<(Board, Vec<Move>)> = VecDeque::from([(*start, Vec::new())]);
    while let Some((board, line)) = open.pop_front() {
        let moves = book.moves(&board, line.last().copied());
        let mut follow: Vec<Move> = moves.iter().filter_map(BookMove::mv).collect();
        if moves.is_empty() && replies {
            // Any legal reply, but only where the book goes on after it.
            let known = |&mv: &Move| !book.moves(&board.play(mv), Some(mv)).is_empty();
            follow = board.legal_moves().iter().copied().filter(known).collect();
        }
        for mv in follow {
            let after = board.play(mv);
            if seen.insert(after.key()) {
                let line: Vec<Move> = line.iter().copied().chain([mv]).collect();
                open.push_back((after, line));
            }
        }
        if !moves.is_empty() && !visit(Reached { board, line, moves }) {
            return;
        }
    }
}

impl Book {
    /// The positions that can be reached from a position by the book's moves and, where it has none, by any reply.
    pub fn reachable(&self, start: &Board) -> Book {
        let mut moves = Vec::new();
        walk(self, start, true, |reached| {
            let key = crate::key(&reached.board, reached.line.last().copied());
            moves.extend(reached.moves.iter().filter_map(|known| Some((key, known.mv()?, known.weight))));
            true
        });
        Book::from_moves(moves)
    }
}
