//! What several terms want to know about a position, found once.

use quevedo_rules::{Bitboard, Board, Color, Piece, Rank, Square, attacks};

use crate::masks;

/// Where men stand and what they attack. The attacks of knights, bishops, rooks and queens are
/// filled in while their terms are counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) occupied: Bitboard,
    pub(super) men: [Bitboard; 2],
    pub(super) pawns: [Bitboard; 2],
    pub(super) kings: [Square; 2],
    /// The squares around each king.
    pub(super) rings: [Bitboard; 2],
    /// Men pinned to their own king.
    pub(super) pinned: [Bitboard; 2],
    /// What each kind of piece attacks.
    pub(super) by: [[Bitboard; 6]; 2],
    /// What anything attacks.
    pub(super) attacked: [Bitboard; 2],
    /// What is attacked twice or more.
    pub(super) twice: [Bitboard; 2],
    /// Where pieces can safely go.
    pub(super) area: [Bitboard; 2],
}

impl Facts {
    #[inline]
    pub(super) fn new(board: &Board) -> Facts {
        let kings = [board.king(Color::White), board.king(Color::Black)];
        let mut facts = Facts {
            occupied: board.occupied(),
            men: [board.color(Color::White), board.color(Color::Black)],
            pawns: [board.colored(Color::White, Piece::Pawn), board.colored(Color::Black, Piece::Pawn)],
            kings,
            rings: [masks::ring(kings[0]), masks::ring(kings[1])],
            pinned: [pinned(board, Color::White), pinned(board, Color::Black)],
            by: [[Bitboard::EMPTY; 6]; 2],
            attacked: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            area: [Bitboard::EMPTY; 2],
        };
        facts.note_pawns_and_king(Color::White);
        facts.note_pawns_and_king(Color::Black);
        facts.note_area(Color::White);
        facts.note_area(Color::Black);
        facts
    }

    #[inline]
    fn note_pawns_and_king(&mut self, us: Color) {
        let side = us.index();
        let ahead = self.pawns[side].forward(us);
        let (left, right) = (ahead.west(), ahead.east());
        let king = attacks::king(self.kings[side]);
        self.by[side][Piece::Pawn.index()] = left | right;
        self.by[side][Piece::King.index()] = king;
        self.attacked[side] = left | right | king;
        self.twice[side] = (left & right) | ((left | right) & king);
    }

    /// Neither where enemy pawns attack, nor where the own king or immobile own pawns stand.
    #[inline]
    fn note_area(&mut self, us: Color) {
        let (side, other) = (us.index(), (!us).index());
        let low = masks::ranks(us, Rank::Second, Rank::Third);
        let stuck = self.pawns[side] & (self.occupied.forward(!us) | low);
        let forbidden = stuck | self.kings[side] | self.by[other][Piece::Pawn.index()];
        self.area[side] = !forbidden;
    }

    /// Writes down what a piece attacks.
    #[inline]
    pub(super) fn note(&mut self, us: Color, piece: Piece, reach: Bitboard) {
        let side = us.index();
        self.by[side][piece.index()] |= reach;
        self.twice[side] |= self.attacked[side] & reach;
        self.attacked[side] |= reach;
    }

    #[inline]
    pub(super) fn pawn_attacks(&self, color: Color) -> Bitboard {
        self.by[color.index()][Piece::Pawn.index()]
    }
}

/// [`Board::pinned`] by another way, which is quicker where there is no pin, as is usual.
#[inline]
fn pinned(board: &Board, us: Color) -> Bitboard {
    let king = board.king(us);
    let occupied = board.occupied();
    let diagonal = attacks::bishop(king, Bitboard::EMPTY) & board.diagonal_sliders(!us);
    let straight = attacks::rook(king, Bitboard::EMPTY) & board.straight_sliders(!us);
    let mut pinned = Bitboard::EMPTY;
    for slider in diagonal | straight {
        let between = attacks::between(king, slider) & occupied;
        if !between.more_than_one() {
            pinned |= between;
        }
    }
    pinned & board.color(us)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_testkit::{RandomWalk, Start};

    #[test]
    fn pins_are_those_of_the_board() {
        for visit in RandomWalk::new(1, &Start::ALL).take(4_000) {
            let board = &visit.board;
            for color in Color::ALL {
                assert_eq!(pinned(board, color), board.pinned(color), "{}", board.fen());
            }
        }
    }
}
