//! What can be wrong with a position, in words.

use core::fmt;

use crate::{Bitboard, Color, Man, Piece, Rank, Setup, Square, Wing, attacks};

/// One reason why a [`Setup`] is no legal position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A side has no king.
    NoKing(Color),
    /// A side has several kings, on these squares.
    ManyKings(Color, Bitboard),
    /// Pawns stand on rank 1 or 8.
    PawnsOnBackRank(Bitboard),
    /// A side has more than sixteen men.
    TooManyMen(Color, u32),
    /// A side has more than eight pawns.
    TooManyPawns(Color, u32),
    /// A side has more promoted pieces than pawns that are gone.
    TooManyPromoted {
        /// The side.
        color: Color,
        /// How many of its pieces must have been pawns.
        promoted: u32,
        /// How many of its pawns are gone.
        missing_pawns: u32,
    },
    /// The side that has just moved left its king in check from these squares.
    OpponentInCheck(Color, Bitboard),
    /// More than two men give check at once.
    TooManyCheckers(Bitboard),
    /// A castling right for a rook that is not there.
    CastlingWithoutRook(Color, Square),
    /// A castling right whose king is not on its back rank.
    CastlingWithoutKing(Color, Square),
    /// Two castling rights of one side towards the same wing.
    CastlingTwice(Color, Wing),
    /// The en-passant square is not one that a pawn can just have jumped over.
    EnPassantRank(Square, Color),
    /// The en-passant square, or the square that the pawn came from, is occupied.
    EnPassantBlocked(Square),
    /// No pawn stands in front of the en-passant square.
    EnPassantWithoutPawn(Square),
}

fn list(squares: Bitboard) -> String {
    // Rank 8 first, as a board is read.
    let mut names: Vec<Square> = squares.into_iter().collect();
    names.sort_by_key(|square| (core::cmp::Reverse(square.rank()), square.file()));
    names.iter().map(Square::to_string).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Fault::NoKing(color) => write!(f, "{color} has no king"),
            Fault::ManyKings(color, kings) => {
                write!(f, "{color} has {} kings ({}), expected 1", kings.len(), list(kings))
            }
            Fault::PawnsOnBackRank(pawns) => {
                write!(f, "a pawn cannot stand on rank 1 or 8 ({})", list(pawns))
            }
            Fault::TooManyMen(color, men) => write!(f, "{color} has {men} men, at most 16 are possible"),
            Fault::TooManyPawns(color, pawns) => {
                write!(f, "{color} has {pawns} pawns, at most 8 are possible")
            }
            Fault::TooManyPromoted { color, promoted, missing_pawns } => write!(
                f,
                "{color} has {promoted} promoted {}, but only {missing_pawns} {} missing",
                if promoted == 1 { "piece" } else { "pieces" },
                if missing_pawns == 1 { "pawn is" } else { "pawns are" },
            ),
            Fault::OpponentInCheck(mover, checkers) => {
                write!(f, "{} is in check from {} although {mover} is to move", !mover, list(checkers))
            }
            Fault::TooManyCheckers(checkers) => {
                write!(f, "{} men give check at once ({}), at most 2 can", checkers.len(), list(checkers))
            }
            Fault::CastlingWithoutRook(color, rook) => {
                write!(f, "{color} may castle with a rook on {rook}, but there is none")
            }
            Fault::CastlingWithoutKing(color, rook) => write!(
                f,
                "{color} may castle with the rook on {rook}, but its king is not on rank {}",
                rook.rank()
            ),
            Fault::CastlingTwice(color, wing) => write!(
                f,
                "{color} may castle with two rooks on the {}'s wing",
                if wing == Wing::King { "king" } else { "queen" }
            ),
            Fault::EnPassantRank(square, mover) => write!(
                f,
                "the en-passant square {square} is not on rank {}, with {mover} to move",
                Rank::Sixth.relative_to(mover)
            ),
            Fault::EnPassantBlocked(square) => write!(
                f,
                "the en-passant square {square} or the square behind it is occupied, so no pawn came that way"
            ),
            Fault::EnPassantWithoutPawn(square) => {
                write!(f, "there is no pawn in front of the en-passant square {square}")
            }
        }
    }
}

/// A setup that is no legal position, with every reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalPosition {
    faults: Vec<Fault>,
}

impl IllegalPosition {
    /// Everything that is wrong; never empty.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for IllegalPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl core::error::Error for IllegalPosition {}

/// Everything that is wrong with a setup.
pub(crate) fn check(setup: &Setup) -> Result<(), IllegalPosition> {
    let mut faults = Vec::new();
    for color in Color::ALL {
        kings(setup, color, &mut faults);
        numbers(setup, color, &mut faults);
    }
    let pawns = setup.squares_of(Man::WhitePawn) | setup.squares_of(Man::BlackPawn);
    if pawns.intersects(Bitboard::BACK_RANKS) {
        faults.push(Fault::PawnsOnBackRank(pawns & Bitboard::BACK_RANKS));
    }
    faults.extend(checks(setup));
    faults.extend(contradicted_castling(setup).map(|(_, fault)| fault));
    faults.extend(contradicted_en_passant(setup));
    if faults.is_empty() { Ok(()) } else { Err(IllegalPosition { faults }) }
}

fn kings(setup: &Setup, color: Color, faults: &mut Vec<Fault>) {
    let kings = setup.squares_of(Man::new(color, Piece::King));
    match kings.len() {
        0 => faults.push(Fault::NoKing(color)),
        1 => {}
        _ => faults.push(Fault::ManyKings(color, kings)),
    }
}

/// More men, pawns or promoted pieces than a game can bring about. This also bounds the number of
/// moves, which [`MoveList`](crate::MoveList) relies on.
fn numbers(setup: &Setup, color: Color, faults: &mut Vec<Fault>) {
    let count = |piece| setup.squares_of(Man::new(color, piece)).len();
    let men: u32 = Piece::ALL.into_iter().map(count).sum();
    let pawns = count(Piece::Pawn);
    let bishops = setup.squares_of(Man::new(color, Piece::Bishop));
    // Of each colour of squares one bishop is original; a second one was a pawn.
    let promoted = (bishops & Bitboard::LIGHT).len().saturating_sub(1)
        + (bishops & Bitboard::DARK).len().saturating_sub(1)
        + count(Piece::Knight).saturating_sub(2)
        + count(Piece::Rook).saturating_sub(2)
        + count(Piece::Queen).saturating_sub(1);
    let missing_pawns = 8u32.saturating_sub(pawns);
    if men > 16 {
        faults.push(Fault::TooManyMen(color, men));
    }
    if pawns > 8 {
        faults.push(Fault::TooManyPawns(color, pawns));
    }
    if promoted > missing_pawns {
        faults.push(Fault::TooManyPromoted { color, promoted, missing_pawns });
    }
}

fn checks(setup: &Setup) -> impl Iterator<Item = Fault> {
    let king_of = |color| setup.squares_of(Man::new(color, Piece::King)).single();
    let left_in_check = king_of(!setup.turn)
        .map(|king| attackers(setup, king, setup.turn))
        .filter(|checkers| checkers.any())
        .map(|checkers| Fault::OpponentInCheck(setup.turn, checkers));
    let crowd = king_of(setup.turn)
        .map(|king| attackers(setup, king, !setup.turn))
        .filter(|checkers| checkers.len() > 2)
        .map(Fault::TooManyCheckers);
    left_in_check.into_iter().chain(crowd)
}

fn attackers(setup: &Setup, target: Square, by: Color) -> Bitboard {
    let occupied: Bitboard = setup.men().map(|(square, _)| square).collect();
    setup
        .men()
        .filter(|(_, man)| man.color() == by)
        .filter(|&(square, man)| attacks::of(man.piece(), by, square, occupied).contains(target))
        .map(|(square, _)| square)
        .collect()
}

/// The castling rights that the men contradict, by the rook's square.
pub(crate) fn contradicted_castling(setup: &Setup) -> impl Iterator<Item = (Square, Fault)> + '_ {
    Color::ALL.into_iter().flat_map(move |color| {
        let home = Bitboard::rank(Rank::First.relative_to(color));
        let king = (setup.squares_of(Man::new(color, Piece::King)) & home).single();
        let mut taken = [false; 2];
        setup.castling.rooks_of(color).into_iter().filter_map(move |rook| {
            if setup.man_at(rook) != Some(Man::new(color, Piece::Rook)) {
                return Some((rook, Fault::CastlingWithoutRook(color, rook)));
            }
            let Some(king) = king else {
                return Some((rook, Fault::CastlingWithoutKing(color, rook)));
            };
            let wing = Wing::of(king, rook);
            let twice = core::mem::replace(&mut taken[wing as usize], true);
            twice.then_some((rook, Fault::CastlingTwice(color, wing)))
        })
    })
}

/// Why no pawn can just have jumped over the en-passant square, if so.
pub(crate) fn contradicted_en_passant(setup: &Setup) -> Option<Fault> {
    let square = setup.en_passant?;
    let mover = setup.turn;
    if square.rank() != Rank::Sixth.relative_to(mover) {
        return Some(Fault::EnPassantRank(square, mover));
    }
    let behind = Square::at(square.file(), Rank::Seventh.relative_to(mover));
    let pawn = Square::at(square.file(), Rank::Fifth.relative_to(mover));
    if setup.man_at(square).is_some() || setup.man_at(behind).is_some() {
        return Some(Fault::EnPassantBlocked(square));
    }
    (setup.man_at(pawn) != Some(Man::new(!mover, Piece::Pawn))).then_some(Fault::EnPassantWithoutPawn(square))
}
