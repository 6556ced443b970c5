//! What a player remembers while it plays: read once, kept in memory, never changed.

use std::collections::HashMap;

use quevedo_book::{BookMove, Random};
use quevedo_rules::{Board, Move};

use crate::{BookNote, PositionNote, Weighed, choose};

/// The tables that a player asks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Recollection {
    pub(crate) positions: HashMap<u64, PositionNote>,
    pub(crate) book: HashMap<u64, BookNote>,
}

/// A move was a mistake if it turned out so much worse than the search had said, in hundredths of a pawn.
const MISTAKE: i32 = 50;

impl Recollection {
    /// Moves of this position that turned out worse than the search had thought, with what they turned out to be worth.
    pub fn mistakes(&self, board: &Board) -> Vec<(Move, i32)> {
        let Some(note) = self.positions.get(&board.key().0) else { return Vec::new() };
        let known = note.0.iter().filter(|(_, note)| note.value() <= note.score() - MISTAKE);
        known.filter_map(|(text, note)| Some((board.parse_uci(text).ok()?, note.value()))).collect()
    }

    /// One of a book's moves, by our own results with them: see [`choose`].
    pub fn choose(
        &self,
        board: &Board,
        last: Option<Move>,
        moves: &[BookMove],
        random: &mut Random,
    ) -> Option<Move> {
        let note = self.book.get(&quevedo_book::key(board, last).0);
        let heaviest = f64::from(moves.iter().map(|known| known.weight).max()?.max(1));
        let weighed: Vec<Weighed<Move>> = moves
            .iter()
            .filter_map(|known| {
                let mv = known.mv()?;
                let own = note.and_then(|note| note.0.get(&board.uci(mv).to_string())).copied();
                // What is played most is thought a little better, as long as nothing else is known.
                let prior = 0.4 + 0.2 * f64::from(known.weight) / heaviest;
                Some(Weighed { mv, prior, own: own.unwrap_or_default() })
            })
            .collect();
        choose(&weighed, random)
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.positions.len() + self.book.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::game;
    use crate::{GameOutcome, Memory, Thought};

    #[test]
    fn what_was_lost_is_a_mistake_where_the_search_was_wrong() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = Memory::open(&folder.path().join("memory.redb")).expect("a memory");
        let mut lost = game("e2e4 e7e5 d1h5 g8f6 h5f7 e8f7", 1);
        lost.outcome = GameOutcome::Black;
        let thought = |ply, score| Thought { ply, score, depth: 5, expected: None };
        lost.thoughts = vec![thought(0, 20), thought(2, 10), thought(4, 40)];
        memory.learn(lost.content_id(), &lost).expect("learnt");
        let recollection = memory.recollect().expect("tables");
        let mut board = Board::start();
        let mut mistakes = Vec::new();
        for &written in &lost.moves {
            let mv = board.find_uci(written).expect("a move");
            mistakes.extend(recollection.mistakes(&board).into_iter().map(|(mv, _)| mv.to_string()));
            board.make(mv);
        }
        assert_eq!(mistakes, ["e2e4", "d1h5", "h5f7"], "the nearer the end the worse");
        let start = Board::start();
        let values: Vec<i32> = recollection.mistakes(&start).into_iter().map(|(_, value)| value).collect();
        assert!(values[0] > -300, "{values:?}");
    }
}
