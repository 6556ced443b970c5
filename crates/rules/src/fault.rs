//! What can be wrong with a position, in words.

use core::fmt;

use crate::{Bitboard, Color, Man, Piece, Rank, Setup, Square, Wing, attacks};

/// One reason why a [`Setup`] is no legal position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SetupFault {
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

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupFault::NoKing(color) => write!(f, "{color} has no king"),
            SetupFault::ManyKings(color, kings) => {
                write!(f, "{color} has {} kings ({}), expected 1", kings.len(), list(kings))
            }
            SetupFault::PawnsOnBackRank(pawns) => {
                write!(f, "a pawn cannot stand on rank 1 or 8 ({})", list(pawns))
            }
            SetupFault::TooManyMen(color, men) => write!(f, "{color} has {men} men, at most 16 are possible"),
            SetupFault::TooManyPawns(color, pawns) => {
                write!(f, "{color} has {pawns} pawns, at most 8 are possible")
            }
            SetupFault::TooManyPromoted { color, promoted, missing_pawns } => write!(
                f,
                "{color} has {promoted} promoted {}, but only {missing_pawns} {} missing",
                if promoted == 1 { "piece" } else { "pieces" },
                if missing_pawns == 1 { "pawn is" } else { "pawns are" },
            ),
            SetupFault::OpponentInCheck(mover, checkers) => {
                write!(f, "{} is in check from {} although {mover} is to move", !mover, list(checkers))
            }
            SetupFault::TooManyCheckers(checkers) => {
                write!(f, "{} men give check at once ({}), at most 2 can", checkers.len(), list(checkers))
            }
            SetupFault::CastlingWithoutRook(color, rook) => {
                write!(f, "{color} may castle with a rook on {rook}, but there is none")
            }
            SetupFault::CastlingWithoutKing(color, rook) => write!(
                f,
                "{color} may castle with the rook on {rook}, but its king is not on rank {}",
                rook.rank()
            ),
            SetupFault::CastlingTwice(color, wing) => write!(
                f,
                "{color} may castle with two rooks on the {}'s wing",
                if wing == Wing::King { "king" } else { "queen" }
            ),
            SetupFault::EnPassantRank(square, mover) => write!(
                f,
                "the en-passant square {square} is not on rank {}, with {mover} to move",
                Rank::Sixth.relative_to(mover)
            ),
            SetupFault::EnPassantBlocked(square) => write!(
                f,
                "the en-passant square {square} or the square behind it is occupied, so no pawn came that way"
            ),
            SetupFault::EnPassantWithoutPawn(square) => {
                write!(f, "there is no pawn in front of the en-passant square {square}")
            }
        }
    }
}

/// A setup that is no legal position, with every reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalPosition {
    faults: Vec<SetupFault>,
}

impl IllegalPosition {
    /// Everything that is wrong; never empty.
    pub fn faults(&self) -> &[SetupFault] {
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

/// Where each kind of man stands.
struct Census([Bitboard; 12]);

impl Census {
    fn new(setup: &Setup) -> Census {
        let mut squares = [Bitboard::EMPTY; 12];
        for (square, man) in setup.men() {
            squares[man.index()].insert(square);
        }
        Census(squares)
    }

    fn of(&self, color: Color, piece: Piece) -> Bitboard {
        self.0[Man::new(color, piece).index()]
    }

    fn attackers(&self, target: Square, by: Color) -> Bitboard {
        let occupied = self.0.iter().fold(Bitboard::EMPTY, |all, &squares| all | squares);
        Piece::ALL.into_iter().fold(Bitboard::EMPTY, |attackers, piece| {
            // Whom a man of the other side would attack from the target attacks it.
            attackers | (attacks::of(piece, !by, target, occupied) & self.of(by, piece))
        })
    }
}

/// Everything that is wrong with a setup.
pub(crate) fn check(setup: &Setup) -> Result<(), IllegalPosition> {
    let census = Census::new(setup);
    let mut faults = Vec::new();
    for color in Color::ALL {
        faults.extend(kings(&census, color));
        faults.extend(numbers(&census, color));
    }
    let pawns = census.of(Color::White, Piece::Pawn) | census.of(Color::Black, Piece::Pawn);
    if pawns.intersects(Bitboard::BACK_RANKS) {
        faults.push(SetupFault::PawnsOnBackRank(pawns & Bitboard::BACK_RANKS));
    }
    faults.extend(checks(&census, setup.turn));
    faults.extend(contradicted_castling(setup).map(|(_, fault)| fault));
    faults.extend(contradicted_en_passant(setup));
    if faults.is_empty() { Ok(()) } else { Err(IllegalPosition { faults }) }
}

fn kings(census: &Census, color: Color) -> Option<SetupFault> {
    let kings = census.of(color, Piece::King);
    match kings.len() {
        0 => Some(SetupFault::NoKing(color)),
        1 => None,
        _ => Some(SetupFault::ManyKings(color, kings)),
    }
}

/// More men, pawns or promoted pieces than a game can bring about. This also bounds the number of
/// moves, which [`MoveList`](crate::MoveList) relies on.
fn numbers(census: &Census, color: Color) -> impl Iterator<Item = SetupFault> {
    let count = |piece| census.of(color, piece).len();
    let men: u32 = Piece::ALL.into_iter().map(count).sum();
    let pawns = count(Piece::Pawn);
    let bishops = census.of(color, Piece::Bishop);
    // Of each colour of squares one bishop is original; a second one was a pawn.
    let promoted = (bishops & Bitboard::LIGHT).len().saturating_sub(1)
        + (bishops & Bitboard::DARK).len().saturating_sub(1)
        + count(Piece::Knight).saturating_sub(2)
        + count(Piece::Rook).saturating_sub(2)
        + count(Piece::Queen).saturating_sub(1);
    let missing_pawns = 8u32.saturating_sub(pawns);
    [
        (men > 16).then_some(SetupFault::TooManyMen(color, men)),
        (pawns > 8).then_some(SetupFault::TooManyPawns(color, pawns)),
        (promoted > missing_pawns).then_some(SetupFault::TooManyPromoted { color, promoted, missing_pawns }),
    ]
    .into_iter()
    .flatten()
}

fn checks(census: &Census, turn: Color) -> impl Iterator<Item = SetupFault> {
    let king_of = |color| census.of(color, Piece::King).single();
    let left_in_check = king_of(!turn)
        .map(|king| census.attackers(king, turn))
        .filter(|checkers| checkers.any())
        .map(|checkers| SetupFault::OpponentInCheck(turn, checkers));
    let crowd = king_of(turn)
        .map(|king| census.attackers(king, !turn))
        .filter(|checkers| checkers.len() > 2)
        .map(SetupFault::TooManyCheckers);
    left_in_check.into_iter().chain(crowd)
}

/// The castling rights that the men contradict, by the rook's square.
pub(crate) fn contradicted_castling(setup: &Setup) -> impl Iterator<Item = (Square, SetupFault)> + '_ {
    setup.castling.rooks().into_iter().flat_map(|rook| {
        let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
        let man = |piece| Some(Man::new(color, piece));
        let home = Bitboard::from(rook.rank()).into_iter();
        let king = home.clone().find(|&square| setup.man_at(square) == man(Piece::King));
        let has_rook = setup.man_at(rook) == man(Piece::Rook);
        let nearer_rival = king.filter(|_| has_rook).and_then(|king| {
            let wing = Wing::of(king, rook);
            let rivals = setup.castling.rooks_of(color).into_iter().filter(|&rival| rival < rook);
            rivals.map(|rival| Wing::of(king, rival)).find(|&other| other == wing)
        });
        [
            (!has_rook).then_some(SetupFault::CastlingWithoutRook(color, rook)),
            king.is_none().then_some(SetupFault::CastlingWithoutKing(color, rook)),
            nearer_rival.map(|wing| SetupFault::CastlingTwice(color, wing)),
        ]
        .into_iter()
        .flatten()
        .map(move |fault| (rook, fault))
    })
}

/// Why no pawn can just have jumped over the en-passant square, if so.
pub(crate) fn contradicted_en_passant(setup: &Setup) -> Option<SetupFault> {
    let square = setup.en_passant?;
    let mover = setup.turn;
    if square.rank() != Rank::Sixth.relative_to(mover) {
        return Some(SetupFault::EnPassantRank(square, mover));
    }
    let behind = Square::at(square.file(), Rank::Seventh.relative_to(mover));
    let pawn = Square::at(square.file(), Rank::Fifth.relative_to(mover));
    if setup.man_at(square).is_some() || setup.man_at(behind).is_some() {
        return Some(SetupFault::EnPassantBlocked(square));
    }
    (setup.man_at(pawn) != Some(Man::new(!mover, Piece::Pawn)))
        .then_some(SetupFault::EnPassantWithoutPawn(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(fen: &str) -> Vec<SetupFault> {
        let setup = Setup::from_fen(fen).expect("a well-formed FEN");
        check(&setup).err().map_or(Vec::new(), |error| error.faults().to_vec())
    }

    #[test]
    fn every_fault_is_named() {
        assert_eq!(
            faults("pkp5/8/8/8/8/8/8/K3K2r w Kq - 0 1"),
            [
                SetupFault::ManyKings(Color::White, Bitboard::of(Square::A1) | Square::E1),
                SetupFault::PawnsOnBackRank(Bitboard::of(Square::A8) | Square::C8),
                SetupFault::CastlingWithoutRook(Color::White, Square::H1),
                SetupFault::CastlingWithoutRook(Color::Black, Square::A8),
            ]
        );
        assert_eq!(
            faults("4k3/8/8/8/8/8/4R3/4K2R w - - 0 1"),
            [SetupFault::OpponentInCheck(Color::White, Square::E2.into())]
        );
        assert_eq!(
            faults("4k3/8/8/8/8/4K3/8/7R w K - 0 1"),
            [SetupFault::CastlingWithoutKing(Color::White, Square::H1)]
        );
        assert_eq!(
            faults("qqqqqqqq/qqqqqqqq/8/8/7k/8/8/K7 b - - 0 1")[0],
            SetupFault::TooManyMen(Color::Black, 17)
        );
        assert_eq!(faults("4k3/8/8/8/4r3/5n2/8/4K3 w - - 0 1"), [], "a double check");
        assert_eq!(
            faults("4k3/8/8/8/4r3/5n2/3p4/4K3 w - - 0 1"),
            [SetupFault::TooManyCheckers(Bitboard::of(Square::E4) | Square::F3 | Square::D2)]
        );
        assert_eq!(
            faults("4k3/8/8/8/8/8/8/4KR1R w HF - 0 1"),
            [SetupFault::CastlingTwice(Color::White, Wing::King)]
        );
        assert_eq!(faults("4k3/8/8/8/8/8/8/4K3 w - e6 0 1"), [SetupFault::EnPassantWithoutPawn(Square::E6)]);
        assert_eq!(
            faults("4k3/8/8/8/8/8/8/4K3 w - e3 0 1"),
            [SetupFault::EnPassantRank(Square::E3, Color::White)]
        );
        assert_eq!(faults("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1"), [SetupFault::EnPassantBlocked(Square::E6)]);
        assert_eq!(
            faults("4k3/8/8/8/8/1B6/PPPPPPPP/2B1KB2 w - - 0 1"),
            [SetupFault::TooManyPromoted { color: Color::White, promoted: 1, missing_pawns: 0 }]
        );
    }

    #[test]
    fn a_forgiving_reader_drops_what_the_men_contradict() {
        let setup = Setup::from_fen("4k3/8/8/8/8/8/8/R3K3 w KQkq e6 0 1").expect("a well-formed FEN");
        assert_eq!(setup.without_contradictions().fen(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    }
}
