//! Why the rules do not allow a move, in words.

use core::fmt;

use crate::{Bitboard, Board, Color, Man, Piece, Rank, Square, Wing, attacks};

/// The reason why a move from one square to another is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MoveFault {
    /// The man on that square belongs to the side that is not to move.
    OpponentsMan(Man, Square),
    /// One of the mover's own men stands on the target.
    OwnMan(Man, Square),
    /// The piece never goes that way.
    OutOfReach(Piece, Square, Square),
    /// None of several pieces of this kind reaches the target.
    NoneReaches(Piece, Square),
    /// Something stands on the way, here.
    Blocked(Square),
    /// A pawn would change its file without taking anything: the target is empty, and taking en
    /// passant is not legal there.
    NothingToTake(Square),
    /// A pawn reaches the last rank, but it is not said what it becomes.
    MissingPromotion,
    /// Something is to be promoted that is no pawn on its way to the last rank.
    NoPromotion,
    /// The man is pinned to its king by the man on the second square.
    Pinned(Square, Square),
    /// The king is in check from these squares, and the move does not end that.
    StillInCheck(Bitboard),
    /// The king would go to, or stay on, a square that the men on these squares attack.
    IntoCheck(Bitboard),
    /// The king would be in check in some other way.
    ExposesKing,
    /// There is no right to castle on this wing.
    NoCastlingRight(Color, Wing),
    /// The king is in check and so may not castle.
    CastlingInCheck,
    /// Something stands between king and rook, or where they would go.
    CastlingBlocked(Square),
    /// The king would pass or reach an attacked square.
    CastlingAttacked(Square),
}

fn list(squares: Bitboard) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" and ")
}

impl fmt::Display for MoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MoveFault::OpponentsMan(man, square) => {
                write!(f, "there is a {man} on {square}, but {} is to move", !man.color())
            }
            MoveFault::OwnMan(man, square) => write!(f, "a {man} stands on {square}"),
            MoveFault::OutOfReach(piece, from, to) => write!(f, "a {piece} cannot go from {from} to {to}"),
            MoveFault::NoneReaches(piece, to) => write!(f, "no {piece} can go to {to}"),
            MoveFault::Blocked(square) => write!(f, "the way is blocked on {square}"),
            MoveFault::NothingToTake(square) => {
                write!(f, "a pawn changes its file only to capture, and nothing can be taken on {square}")
            }
            MoveFault::MissingPromotion => {
                f.write_str("the pawn reaches the last rank, but the piece that it becomes is missing")
            }
            MoveFault::NoPromotion => f.write_str("only a pawn that reaches the last rank is promoted"),
            MoveFault::Pinned(man, by) => write!(f, "the man on {man} is pinned by the one on {by}"),
            MoveFault::StillInCheck(checkers) => {
                write!(f, "the king is in check from {} and would still be", list(checkers))
            }
            MoveFault::IntoCheck(attackers) => {
                write!(f, "the king would be in check from {}", list(attackers))
            }
            MoveFault::ExposesKing => f.write_str("the king would be in check"),
            MoveFault::NoCastlingRight(color, wing) => {
                write!(f, "{color} has no right to castle {}", wing.san())
            }
            MoveFault::CastlingInCheck => f.write_str("a king in check may not castle"),
            MoveFault::CastlingBlocked(square) => write!(f, "castling is blocked on {square}"),
            MoveFault::CastlingAttacked(square) => {
                write!(f, "the king would castle over or onto {square}, which is attacked")
            }
        }
    }
}

impl Board {
    /// Why one of the men cannot go from one square to another; for moves that are known not to be
    /// legal. The reasons are tried in the order in which a player would notice them.
    pub(crate) fn move_fault(
        &self,
        man: Man,
        from: Square,
        to: Square,
        promotion: Option<Piece>,
    ) -> MoveFault {
        let us = self.turn();
        let piece = man.piece();
        if man.color() != us {
            return MoveFault::OpponentsMan(man, from);
        }
        if let (Piece::King, Some(wing)) = (piece, self.castling_wing(from, to)) {
            return self.castling_fault(wing);
        }
        if let Some(own) = self.man_at(to).filter(|own| own.color() == us && from != to) {
            return MoveFault::OwnMan(own, to);
        }
        let way = if piece == Piece::Pawn {
            self.pawn_way_fault(from, to)
        } else {
            self.way_fault(piece, from, to)
        };
        way.or_else(|| promotion_fault(piece, us, to, promotion))
            .unwrap_or_else(|| self.king_fault(piece, from, to))
    }

    /// The wing on which a king's move means to castle: it takes its own rook, or it leaves the e
    /// file for the g or the c file at once.
    pub(crate) fn castling_wing(&self, from: Square, to: Square) -> Option<Wing> {
        let us = self.turn();
        let home = Bitboard::rank(Rank::First.relative_to(us));
        if from != self.king(us) || !home.contains(from) || !home.contains(to) {
            return None;
        }
        let wing = Wing::of(from, to);
        let jumps = from == Square::E1.relative_to(us) && to == wing.king_target(us);
        // Beside a rook with the right, another rook on the wing is just a man in the way.
        let takes_rook = self.colored(us, Piece::Rook).contains(to)
            && self.castling().rook(us, from, wing).is_none_or(|rook| rook == to);
        (jumps || takes_rook).then_some(wing)
    }

    /// Why the side to move cannot castle on a wing.
    pub(crate) fn castling_fault(&self, wing: Wing) -> MoveFault {
        let us = self.turn();
        let king = self.king(us);
        let Some(rook) = self.castling().rook(us, king, wing) else {
            return MoveFault::NoCastlingRight(us, wing);
        };
        if self.in_check() {
            return MoveFault::CastlingInCheck;
        }
        let (king_target, rook_target) = (wing.king_target(us), wing.rook_target(us));
        let king_way = attacks::between(king, king_target) | king_target;
        let way = king_way | attacks::between(king, rook) | rook_target;
        let others = self.occupied() - (Bitboard::of(king) | rook);
        if let Some(square) = (way & others).first() {
            return MoveFault::CastlingBlocked(square);
        }
        let attacked = king_way
            .into_iter()
            .find(|&square| self.attackers_under(square, !us, others | rook_target).any());
        MoveFault::CastlingAttacked(attacked.unwrap_or(king_target))
    }

    fn way_fault(&self, piece: Piece, from: Square, to: Square) -> Option<MoveFault> {
        if !attacks::of(piece, self.turn(), from, Bitboard::EMPTY).contains(to) {
            return Some(MoveFault::OutOfReach(piece, from, to));
        }
        (attacks::between(from, to) & self.occupied()).first().map(MoveFault::Blocked)
    }

    fn pawn_way_fault(&self, from: Square, to: Square) -> Option<MoveFault> {
        let us = self.turn();
        if attacks::pawn(us, from).contains(to) {
            let takes = self.color(!us).contains(to) || self.en_passant() == Some(to);
            return (!takes).then_some(MoveFault::NothingToTake(to));
        }
        let one = Bitboard::of(from).forward(us);
        let two = if from.rank() == Rank::Second.relative_to(us) { one.forward(us) } else { Bitboard::EMPTY };
        if !(one | two).contains(to) {
            return Some(MoveFault::OutOfReach(Piece::Pawn, from, to));
        }
        ((attacks::between(from, to) | to) & self.occupied()).first().map(MoveFault::Blocked)
    }

    /// Why a move that is possible in itself endangers the king.
    fn king_fault(&self, piece: Piece, from: Square, to: Square) -> MoveFault {
        let us = self.turn();
        let king = self.king(us);
        if piece == Piece::King {
            let attackers = self.attackers_under(to, !us, self.occupied() - Bitboard::of(from));
            return MoveFault::IntoCheck(attackers);
        }
        let pinners = self.pinners(us) & attacks::line(king, from);
        let pinner = pinners.into_iter().find(|&pinner| attacks::between(king, pinner).contains(from));
        match pinner {
            Some(pinner) if !attacks::line(king, from).contains(to) => MoveFault::Pinned(from, pinner),
            _ if self.in_check() => MoveFault::StillInCheck(self.checkers()),
            _ => MoveFault::ExposesKing,
        }
    }
}

fn promotion_fault(piece: Piece, us: Color, to: Square, promotion: Option<Piece>) -> Option<MoveFault> {
    let promotes = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(us);
    match promotion {
        None if promotes => Some(MoveFault::MissingPromotion),
        Some(_) if !promotes => Some(MoveFault::NoPromotion),
        _ => None,
    }
}
