//! Whether a given move is legal, and whether it gives check.

use super::Board;
use crate::{Bitboard, Move, MoveKind, Piece, Rank, Square, Wing, attacks};

impl Board {
    /// Whether a move from anywhere (a hash table, a file, a user) is legal here, its
    /// [kind](MoveKind) included.
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to, us) = (mv.from(), mv.to(), self.turn);
        let Some(man) = self.man_at(from).filter(|man| man.color() == us) else {
            return false;
        };
        match mv.kind() {
            MoveKind::Castle => {
                man.piece() == Piece::King
                    && self.castling.rooks_of(us).contains(to)
                    && !self.in_check()
                    && self.can_castle(to)
            }
            MoveKind::EnPassant => {
                man.piece() == Piece::Pawn
                    && self.en_passant == Some(to)
                    && attacks::pawn(us, from).contains(to)
                    && self.en_passant_is_safe(from, to)
            }
            _ => {
                mv.is_capture() == self.color(!us).contains(to)
                    && !self.color(us).contains(to)
                    && self.reaches(man.piece(), mv)
                    && self.keeps_king_safe(man.piece(), from, to)
            }
        }
    }

    /// Whether the piece can go that way, kings in danger aside. The target holds an enemy if the
    /// move is a capture, and nothing otherwise.
    fn reaches(&self, piece: Piece, mv: Move) -> bool {
        let (from, to, us) = (mv.from(), mv.to(), self.turn);
        if piece != Piece::Pawn {
            let plain = matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture);
            return plain && attacks::of(piece, us, from, self.occupied()).contains(to);
        }
        if mv.is_promotion() != (to.rank() == Rank::Eighth.relative_to(us)) {
            return false;
        }
        if mv.is_capture() {
            return attacks::pawn(us, from).contains(to);
        }
        let one = Bitboard::of(from).forward(us) - self.occupied();
        if mv.kind() == MoveKind::DoublePush {
            from.rank() == Rank::Second.relative_to(us) && one.forward(us).contains(to)
        } else {
            one.contains(to)
        }
    }

    fn keeps_king_safe(&self, piece: Piece, from: Square, to: Square) -> bool {
        let us = self.turn;
        let king = self.king(us);
        if piece == Piece::King {
            return self.attackers_under(to, !us, self.occupied() ^ Bitboard::of(from)).is_empty();
        }
        let checkers = self.checkers();
        let answers_check = match checkers.single() {
            Some(checker) => to == checker || attacks::between(king, checker).contains(to),
            None => checkers.is_empty(),
        };
        // Most men share no line with their king, and then nothing can pin them.
        let line = attacks::line(king, from);
        answers_check && (line.is_empty() || line.contains(to) || !self.pinned(us).contains(from))
    }

    /// Whether the king is safe after the pawn on `from` takes en passant on `to`. Two pawns leave
    /// one rank at once, which no pin mask foresees; so the position afterwards is looked at.
    #[inline]
    pub(super) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let captured = Bitboard::of(Square::at(to.file(), from.rank()));
        let occupied = (self.occupied() ^ captured ^ from) | to;
        (self.attackers_under(self.king(us), !us, occupied) - captured).is_empty()
    }

    /// Whether the side to move, which is not in check, may castle now with its rook on `rook`,
    /// which has the right to.
    #[inline]
    pub(super) fn can_castle(&self, rook: Square) -> bool {
        let us = self.turn;
        let king = self.king(us);
        let wing = Wing::of(king, rook);
        let (king_target, rook_target) = (wing.king_target(us), wing.rook_target(us));
        let others = self.occupied() ^ Bitboard::of(king) ^ rook;
        if others.intersects(span(king, king_target) | span(rook, rook_target)) {
            return false;
        }
        // In Chess960 the rook may have shielded the king on the back rank; so attacks are looked
        // at as if both had moved, also on the king's own square if it stays there.
        let crossed = (span(king, king_target) - king) | king_target;
        crossed.into_iter().all(|square| self.attackers_under(square, !us, others | rook_target).is_empty())
    }

    /// Whether a legal move checks the other king.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to, us) = (mv.from(), mv.to(), self.turn);
        let Some(piece) = self.piece_at(from) else { return false };
        let target = self.king(!us);
        let left = match mv.kind() {
            MoveKind::Castle => {
                let wing = Wing::of(from, to);
                let rook = wing.rook_target(us);
                let occupied = (self.occupied() ^ Bitboard::of(from) ^ to) | wing.king_target(us) | rook;
                return attacks::rook(rook, occupied).contains(target);
            }
            MoveKind::EnPassant => Bitboard::of(from) | Square::at(to.file(), from.rank()),
            _ => Bitboard::of(from),
        };
        let occupied = (self.occupied() ^ left) | to;
        let arrived = mv.promotion().unwrap_or(piece);
        attacks::reaches(arrived, us, to, target, occupied) || self.discovers_check(target, left, occupied)
    }

    /// Whether leaving the squares of `left` opens a line from one of our sliders to `target`.
    fn discovers_check(&self, target: Square, left: Bitboard, occupied: Bitboard) -> bool {
        let us = self.turn;
        if attacks::lines_from(target).intersects(left) {
            let diagonal = attacks::bishop(target, occupied) & self.diagonal_sliders(us);
            let straight = attacks::rook(target, occupied) & self.straight_sliders(us);
            ((diagonal | straight) - left).any()
        } else {
            false
        }
    }
}

/// The squares from one square of a rank to another, both included.
#[inline]
fn span(a: Square, b: Square) -> Bitboard {
    let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
    Bitboard((2u64 << high).wrapping_sub(1 << low))
}
