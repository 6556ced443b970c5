//! The moves that leave a slice: captures, promotions and pawn moves. Their values are known before the
//! slice is solved, because they lead to smaller endings or to pawns further on.

use quevedo_rules::{Bitboard, Board, Color, Man, Piece, Rank, Square, attacks};

use super::slice::Word;
use crate::placement::Placement;
use crate::solved::{Library, Solved, Values, is_bare};
use crate::value::Packed;
use crate::{Metric, Step, Value};

/// The best value that a move out of the slice reaches, for each square of Black's king; `None` where
/// there is no such move.
pub(super) type Best = [Option<Packed>; 64];

/// Looks at the moves out of a slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conversions<'a> {
    pub(super) library: &'a Library,
    pub(super) metric: Metric,
}

/// A move that leaves the slice, for the squares of Black's king in `kings`.
#[derive(Clone, Copy, Debug)]
struct Leaving {
    /// The men afterwards, without Black's king.
    after: Placement,
    step: Step,
    kings: Bitboard,
    /// The square that a pawn has jumped over where it can be taken en passant.
    jumped: Option<Square>,
}

impl Conversions<'_> {
    /// Finds the best moves out of the slice for the positions of a word in which Black's king stands
    /// on one of `kings`. Returns whether there are any.
    pub(super) fn best(&self, word: &Word, mover: Color, kings: Bitboard, best: &mut Best) -> bool {
        let mut any = false;
        let men = word.placement;
        for (man, from) in men.men(mover) {
            let targets = attacks::of(man.piece(), mover, from, word.occupied) & men.color(!mover);
            for to in targets - men.set(!mover, Piece::King) {
                let after = men.without(!mover, to);
                let way = kings - attacks::between(from, to);
                any |= self.arrive(after, man, from, to, way, best);
            }
            if man.piece() == Piece::Pawn {
                any |= self.pushes(word, man, from, kings, best);
            }
        }
        if mover == Color::Black {
            any |= self.black_king_captures(word, kings, best);
        }
        any
    }

    /// A man goes from one square to another, whatever stood there being gone already.
    fn arrive(
        &self,
        mut after: Placement,
        man: Man,
        from: Square,
        to: Square,
        kings: Bitboard,
        best: &mut Best,
    ) -> bool {
        after.take(man, from);
        after.turn = !man.color();
        let step = Step::Conversion;
        if man.piece() == Piece::Pawn && Bitboard::BACK_RANKS.contains(to) {
            return Piece::PROMOTIONS.into_iter().fold(false, |any, piece| {
                let mut promoted = after;
                promoted.put(Man::new(man.color(), piece), to);
                self.weigh(Leaving { after: promoted, step, kings, jumped: None }, best) | any
            });
        }
        after.put(man, to);
        self.weigh(Leaving { after, step, kings, jumped: None }, best)
    }

    fn pushes(&self, word: &Word, pawn: Man, from: Square, kings: Bitboard, best: &mut Best) -> bool {
        let color = pawn.color();
        let ahead = |square: Bitboard| (square.forward(color) - word.occupied).single();
        let Some(to) = ahead(from.into()) else { return false };
        let kings = kings - to;
        if Bitboard::BACK_RANKS.contains(to) {
            return self.arrive(word.placement, pawn, from, to, kings, best);
        }
        let pushed = |to: Square| {
            let mut after = word.placement.with_turn(!color);
            after.take(pawn, from);
            after.put(pawn, to);
            after
        };
        let mut any = self.weigh(Leaving { after: pushed(to), step: Step::Push, kings, jumped: None }, best);
        if from.rank() == Rank::Second.relative_to(color)
            && let Some(far) = ahead(to.into())
        {
            let far_set = Bitboard::of(far);
            let beside = far_set.east() | far_set.west();
            let can_be_taken = word.placement.set(!color, Piece::Pawn).intersects(beside);
            let jumped = can_be_taken.then_some(to);
            let leaving = Leaving { after: pushed(far), step: Step::Push, kings: kings - far, jumped };
            any |= self.weigh(leaving, best);
        }
        any
    }

    /// Black's king takes a man: one position afterwards, however the king came.
    fn black_king_captures(&self, word: &Word, kings: Bitboard, best: &mut Best) -> bool {
        let mut any = false;
        for (man, to) in word.placement.men(Color::White) {
            let from = attacks::king(to) & kings;
            if man.piece() == Piece::King || from.is_empty() {
                continue;
            }
            let after = word.placement.without(Color::White, to).with_turn(Color::White);
            let mut one = [None; 64];
            let leaving = Leaving { after, step: Step::Conversion, kings: to.into(), jumped: None };
            if self.weigh(leaving, &mut one) {
                any = true;
                for square in from {
                    best[square.index()] = best[square.index()].max(one[to.index()]);
                }
            }
        }
        any
    }

    /// Notes the value of a move where it is legal and better than what is known.
    fn weigh(&self, leaving: Leaving, best: &mut Best) -> bool {
        let legal = leaving.after.legal_black_kings() & leaving.kings;
        let Some(first) = legal.first() else { return false };
        let mut after = leaving.after;
        after.put(Man::BlackKing, first);
        let table = self.library.find(after.material_bits());
        after.take(Man::BlackKing, first);
        for king in legal {
            let mut position = after;
            position.put(Man::BlackKing, king);
            let value = match leaving.jumped {
                Some(square) => self.value_after_jump(&position, square),
                None => value_in(table, &position),
            };
            // The plan makes every table before it is needed; without it the move would be a draw.
            let value = self.metric.before(value.unwrap_or(Value::Draw), leaving.step);
            best[king.index()] = best[king.index()].max(Some(Packed::new(value)));
        }
        true
    }

    /// The value where the last move may allow a capture en passant.
    fn value_after_jump(&self, position: &Placement, jumped: Square) -> Option<Value> {
        let board = Board::try_from(position.setup(Some(jumped))).ok()?;
        self.library.value_of(&board)
    }
}

fn value_in(table: Option<(&Solved, bool)>, position: &Placement) -> Option<Value> {
    match table {
        Some((table, true)) => table.value(&position.swapped()),
        Some((table, false)) => table.value(position),
        None => is_bare(position).then_some(Value::Draw),
    }
}
