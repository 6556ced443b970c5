//! Mates that have a name: predicates on the final position.

use quevedo_rules::{Bitboard, Board, Color, File, Piece, Rank, Square, attacks};

use crate::MatePattern;

/// The name of a checkmate, if it has one. The rarer patterns are asked for first.
pub fn mate_pattern(board: &Board) -> Option<MatePattern> {
    if !board.is_checkmate() {
        return None;
    }
    let mate = Mated::new(board)?;
    let named: [(MatePattern, Predicate); 12] = [
        (MatePattern::Smothered, Mated::is_smothered),
        (MatePattern::Arabian, Mated::is_arabian),
        (MatePattern::Anastasia, Mated::is_anastasia),
        (MatePattern::Boden, |mate| mate.is_by_bishops() == Some(true)),
        (MatePattern::TwoBishops, |mate| mate.is_by_bishops() == Some(false)),
        (MatePattern::Opera, Mated::is_opera),
        (MatePattern::Hook, Mated::is_hook),
        (MatePattern::Dovetail, Mated::is_dovetail),
        (MatePattern::Epaulette, Mated::is_epaulette),
        (MatePattern::BackRank, Mated::is_back_rank),
        (MatePattern::Ladder, Mated::is_ladder),
        (MatePattern::Kiss, Mated::is_kiss),
    ];
    named.into_iter().find(|(_, holds)| holds(&mate)).map(|(pattern, _)| pattern)
}

type Predicate = fn(&Mated) -> bool;

/// A mated king with what is looked at in every pattern.
struct Mated {
    board: Board,
    king: Square,
    /// Who is mated.
    side: Color,
    /// The man that gives check; patterns with two checkers have no name here.
    by: Square,
    piece: Piece,
    own: Bitboard,
    around: Bitboard,
}

impl Mated {
    fn new(board: &Board) -> Option<Mated> {
        let side = board.turn();
        let king = board.king(side);
        let by = board.checkers().single()?;
        let piece = board.piece_at(by)?;
        Some(Mated {
            board: *board,
            king,
            side,
            by,
            piece,
            own: board.color(side),
            around: attacks::king(king),
        })
    }

    fn mater(&self, piece: Piece) -> Bitboard {
        self.board.colored(!self.side, piece)
    }

    fn is_heavy(&self) -> bool {
        matches!(self.piece, Piece::Rook | Piece::Queen)
    }

    fn is_next(&self) -> bool {
        self.around.contains(self.by)
    }

    /// The squares next to the king on the rank before it, seen from its own side.
    fn before(&self) -> Bitboard {
        let ahead = Bitboard::of(self.king).forward(self.side);
        ahead | ahead.east() | ahead.west()
    }

    fn is_smothered(&self) -> bool {
        self.piece == Piece::Knight && self.around.is_subset_of(self.own)
    }

    fn is_back_rank(&self) -> bool {
        let home = Rank::First.relative_to(self.side);
        self.is_heavy()
            && self.king.rank() == home
            && self.by.rank() == home
            && self.before().is_subset_of(self.own)
    }

    fn is_arabian(&self) -> bool {
        let corner = matches!(self.king.file(), File::A | File::H)
            && matches!(self.king.rank(), Rank::First | Rank::Eighth);
        corner
            && self.piece == Piece::Rook
            && self.is_next()
            && (attacks::knight(self.by) & self.mater(Piece::Knight)).any()
    }

    fn is_anastasia(&self) -> bool {
        let king = self.king;
        let inner = match king.file() {
            File::A => 1,
            File::H => -1,
            _ => return false,
        };
        let beside = king.offset(inner, 0);
        let flights = [king.offset(inner, 1), king.offset(inner, -1)];
        self.is_heavy()
            && self.by.file() == king.file()
            && beside.is_some_and(|square| self.own.contains(square))
            && self.mater(Piece::Knight).into_iter().any(|knight| {
                flights
                    .iter()
                    .all(|flight| flight.is_some_and(|square| attacks::knight(knight).contains(square)))
            })
    }

    /// Two bishops alone take every square: `Some(true)` if they stand on different sides of the king's file.
    fn is_by_bishops(&self) -> Option<bool> {
        let bishops = self.mater(Piece::Bishop);
        let free = self.around - self.own;
        let only_bishops = free.into_iter().all(|square| {
            let occupied = self.board.occupied() ^ Bitboard::of(self.king);
            (self.board.attackers_under(square, !self.side, occupied) & bishops).any()
        });
        if self.piece != Piece::Bishop || !only_bishops {
            return None;
        }
        let other = (bishops - Bitboard::of(self.by)).single()?;
        let side = |square: Square| square.file().cmp(&self.king.file());
        Some(side(other) == side(self.by).reverse())
    }

    fn is_opera(&self) -> bool {
        let home = Rank::First.relative_to(self.side);
        self.piece == Piece::Rook
            && self.is_next()
            && self.king.rank() == home
            && self.by.rank() == home
            && (attacks::bishop(self.by, self.board.occupied()) & self.mater(Piece::Bishop)).any()
    }

    /// A rook beside the king, guarded by a knight that a pawn guards.
    fn is_hook(&self) -> bool {
        let knights = attacks::knight(self.by) & self.mater(Piece::Knight);
        let held = |knight: Square| attacks::pawn(self.side, knight).intersects(self.mater(Piece::Pawn));
        self.piece == Piece::Rook && self.is_next() && knights.into_iter().any(held)
    }

    fn is_dovetail(&self) -> bool {
        let diagonal = self.king.file() != self.by.file() && self.king.rank() != self.by.rank();
        let away = |from: usize, to: usize| if from > to { 1 } else { -1 };
        let behind = [
            self.king.offset(away(self.king.file().index(), self.by.file().index()), 0),
            self.king.offset(0, away(self.king.rank().index(), self.by.rank().index())),
        ];
        self.piece == Piece::Queen
            && self.is_next()
            && diagonal
            && behind.iter().all(|square| square.is_some_and(|square| self.own.contains(square)))
    }

    /// The queen two squares before the king on its file or rank, own men on both shoulders.
    fn is_epaulette(&self) -> bool {
        let (king, by) = (self.king, self.by);
        let shoulders = if king.file() == by.file() {
            [king.offset(1, 0), king.offset(-1, 0)]
        } else if king.rank() == by.rank() {
            [king.offset(0, 1), king.offset(0, -1)]
        } else {
            return false;
        };
        self.piece == Piece::Queen
            && king.distance(by) == 2
            && shoulders.iter().all(|square| square.is_some_and(|square| self.own.contains(square)))
    }

    /// One heavy piece on the king's edge, another one on the line next to it.
    fn is_ladder(&self) -> bool {
        let heavy = (self.mater(Piece::Rook) | self.mater(Piece::Queen)) - Bitboard::of(self.by);
        let occupied = self.board.occupied() ^ Bitboard::of(self.king);
        let (king, by) = (self.king, self.by);
        let edge = if king.rank() == by.rank() && matches!(king.rank(), Rank::First | Rank::Eighth) {
            Bitboard::rank(king.rank())
        } else if king.file() == by.file() && matches!(king.file(), File::A | File::H) {
            Bitboard::file(king.file())
        } else {
            return false;
        };
        let next = self.around - edge;
        self.is_heavy()
            && heavy.into_iter().any(|second| {
                let along = attacks::rook(second, occupied);
                let on_line = (edge.north() | edge.south() | edge.east() | edge.west()) - edge;
                on_line.contains(second) && next.is_subset_of(along | Bitboard::of(second) | self.own)
            })
    }

    fn is_kiss(&self) -> bool {
        self.piece == Piece::Queen && self.is_next() && self.board.is_attacked(self.by, !self.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_have_their_names() -> Result<(), Box<dyn std::error::Error>> {
        for (fen, name) in [
            ("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Some(MatePattern::BackRank)),
            ("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", Some(MatePattern::Smothered)),
            ("7k/7R/5N2/8/8/8/8/6K1 b - - 0 1", Some(MatePattern::Arabian)),
            ("8/4N1pk/8/7R/8/8/8/6K1 b - - 0 1", Some(MatePattern::Anastasia)),
            ("R6k/1R6/8/8/8/8/8/6K1 b - - 0 1", Some(MatePattern::Ladder)),
            ("3rkr2/8/4Q3/8/8/8/8/6K1 b - - 0 1", Some(MatePattern::Epaulette)),
            ("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1", Some(MatePattern::Kiss)),
            ("2kr4/3p4/B7/8/5B2/8/8/6K1 b - - 0 1", Some(MatePattern::Boden)),
            ("3Rkb2/5p2/8/6B1/8/8/8/6K1 b - - 0 1", Some(MatePattern::Opera)),
            ("4R3/4kp2/5N2/4P3/8/8/8/6K1 b - - 0 1", Some(MatePattern::Hook)),
            ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", None),
        ] {
            assert_eq!(mate_pattern(&Board::from_fen(fen)?), name, "{fen}");
        }
        Ok(())
    }
}
