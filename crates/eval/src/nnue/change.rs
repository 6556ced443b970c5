//! What a move changes on the board: the men that leave their squares and those that arrive.

use quevedo_rules::{Board, Man, Move, MoveKind, Piece, Square, Wing};

/// A man on a square.
pub(super) type Placed = (Man, Square);

/// The changes of one move, by their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// One man goes elsewhere, or becomes another one.
    Step {
        /// Where it was.
        gone: Placed,
        /// Where it is.
        come: Placed,
    },
    /// A man takes another one.
    Capture {
        /// Who moved, and who was taken.
        gone: [Placed; 2],
        /// Where it is.
        come: Placed,
    },
    /// King and rook go together.
    Castle {
        /// Where they were.
        gone: [Placed; 2],
        /// Where they are.
        come: [Placed; 2],
    },
}

impl Change {
    /// What a move changes; `None` if it is no move of that board.
    #[inline]
    pub(super) fn of(before: &Board, mv: Move) -> Option<Change> {
        let (from, to) = (mv.from(), mv.to());
        let man = before.man_at(from)?;
        let us = man.color();
        if mv.kind() == MoveKind::Castle {
            let wing = Wing::of(from, to);
            let rook = Man::new(us, Piece::Rook);
            return Some(Change::Castle {
                gone: [(man, from), (rook, to)],
                come: [(man, wing.king_target(us)), (rook, wing.rook_target(us))],
            });
        }
        let come = (mv.promotion().map_or(man, |piece| Man::new(us, piece)), to);
        if !mv.is_capture() {
            return Some(Change::Step { gone: (man, from), come });
        }
        let victim = if mv.is_en_passant() { Square::at(to.file(), from.rank()) } else { to };
        Some(Change::Capture { gone: [(man, from), (before.man_at(victim)?, victim)], come })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_testkit::{RandomWalk, Start};

    /// Takes away what is gone and puts what has come.
    fn apply(board: &Board, change: Change) -> [Option<Man>; 64] {
        let (gone, come) = match change {
            Change::Step { gone, come } => (vec![gone], vec![come]),
            Change::Capture { gone, come } => (gone.to_vec(), vec![come]),
            Change::Castle { gone, come } => (gone.to_vec(), come.to_vec()),
        };
        let mut men = Square::all().map(|square| board.man_at(square)).collect::<Vec<_>>();
        for (man, square) in gone {
            assert_eq!(men[square.index()].take(), Some(man), "{board}");
        }
        for (man, square) in come {
            assert_eq!(men[square.index()].replace(man), None, "{board}");
        }
        men.try_into().expect("64 squares")
    }

    #[test]
    fn changes_lead_to_the_next_board() {
        let mut before = Board::start();
        for visit in RandomWalk::new(11, &Start::ALL).take(20_000) {
            if let Some(mv) = visit.played {
                let change = Change::of(&before, mv).expect("a legal move");
                let men = apply(&before, change);
                assert!(Square::all().all(|square| men[square.index()] == visit.board.man_at(square)));
            }
            before = visit.board;
        }
    }
}
