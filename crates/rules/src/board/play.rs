//! Making moves.

use super::Board;
use crate::{Bitboard, Color, Man, Move, MoveKind, Piece, Rank, Square, Wing, attacks};

impl Board {
    /// The position after a legal move.
    ///
    /// # Panics
    /// In builds with debug assertions, if the move is not legal here. Without them the result is
    /// some board that may break the rules, but nothing worse.
    #[inline]
    #[must_use]
    pub fn play(&self, mv: Move) -> Board {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in\n{self}");
        let mut next = *self;
        next.make(mv);
        next
    }

    /// The position after passing, or `None` in check, where passing would lose the king.
    ///
    /// The null move is no move of chess; searches use it to see whether a position is so good
    /// that even passing would do (Beal 1989).
    #[inline]
    pub fn play_null(&self) -> Option<Board> {
        if self.in_check() {
            return None;
        }
        let mut next = *self;
        next.set_en_passant(None);
        next.end_ply(false);
        Some(next)
    }

    /// Plays a legal move in place. `let mut child = *board; child.make(mv);` is what
    /// [`play`](Board::play) does, less one copy that the compiler does not see through; it is
    /// meant for places where that shows (`docs/results/perft.md`).
    #[inline]
    pub fn make(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let Some(man) = self.men[from.index()] else { return };
        self.set_en_passant(None);
        self.forfeit_castling(man, from, to);
        self.end_ply(man.piece() == Piece::Pawn || mv.is_capture());
        if let (true, Some(captured)) = (mv.is_capture(), self.men[to.index()]) {
            self.take(captured, to);
        }
        if matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture) {
            self.shift(man, from, to);
        } else {
            self.make_special(man, mv);
        }
    }

    /// The moves that do more than go from one square to another, kept out of the common path.
    #[inline(never)]
    fn make_special(&mut self, man: Man, mv: Move) {
        let (us, from, to) = (man.color(), mv.from(), mv.to());
        match mv.kind() {
            MoveKind::DoublePush => {
                self.shift(man, from, to);
                self.offer_en_passant(Square::new(from.index().midpoint(to.index()) as u8));
            }
            MoveKind::EnPassant => {
                self.shift(man, from, to);
                self.take(Man::new(!us, Piece::Pawn), Square::at(to.file(), from.rank()));
            }
            MoveKind::Castle => {
                let wing = Wing::of(from, to);
                let rook = Man::new(us, Piece::Rook);
                // King and rook may cross or swap places, so both leave before either arrives.
                self.take(man, from);
                self.take(rook, to);
                self.put(man, wing.king_target(us));
                self.put(rook, wing.rook_target(us));
            }
            _ => {
                self.take(man, from);
                self.put(Man::new(us, mv.promotion().unwrap_or(Piece::Queen)), to);
            }
        }
    }

    /// Whatever leaves or reaches a castling rook's square ends its right, and a king's move both.
    #[inline]
    fn forfeit_castling(&mut self, man: Man, from: Square, to: Square) {
        let mut touched = Bitboard::of(from) | to;
        if man.piece() == Piece::King {
            touched |= Bitboard::rank(Rank::First.relative_to(man.color()));
        }
        if self.castling.rooks().intersects(touched) {
            self.set_castling(self.castling.without(touched));
        }
    }

    /// Counts the ply and gives the turn to the other side.
    #[inline]
    fn end_ply(&mut self, irreversible: bool) {
        self.halfmove_clock = if irreversible { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.fullmove_number = self.fullmove_number.saturating_add(u16::from(self.turn == Color::Black));
        self.change_turn();
    }

    /// Notes that a pawn has just jumped over `square`, if it can legally be taken there.
    #[inline]
    pub(super) fn offer_en_passant(&mut self, square: Square) {
        let takers = attacks::pawn(!self.turn, square) & self.colored(self.turn, Piece::Pawn);
        if takers.into_iter().any(|from| self.en_passant_is_safe(from, square)) {
            self.set_en_passant(Some(square));
        }
    }
}
