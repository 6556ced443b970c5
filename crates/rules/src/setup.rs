//! A position as somebody wrote it down, legal or not.

use crate::{Bitboard, CastlingRights, Color, File, Man, Piece, Rank, Square};

/// Anything that can be set up on a board: what FEN can say, before it is known whether the rules
/// allow it. [`Board::try_from`](crate::Board) turns it into a proven position or lists every fault.
///
/// ```
/// use quevedo_rules::{Board, Man, Setup, Square};
///
/// let mut setup = Setup::EMPTY;
/// setup.put(Square::E1, Man::WhiteKing);
/// setup.put(Square::A8, Man::WhiteKing);
/// let error = Board::try_from(setup).unwrap_err();
/// assert_eq!(error.to_string(), "White has 2 kings (a8, e1), expected 1; Black has no king");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    pub(crate) men: [Option<Man>; 64],
    /// Who is to move.
    pub turn: Color,
    /// Who may castle with which rook.
    pub castling: CastlingRights,
    /// The square that a pawn has just jumped over, whether or not it can be taken.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, starting at 1 and growing after Black's.
    pub fullmove_number: u16,
}

const BACK_RANK: [Piece; 8] = [
    Piece::Rook,
    Piece::Knight,
    Piece::Bishop,
    Piece::Queen,
    Piece::King,
    Piece::Bishop,
    Piece::Knight,
    Piece::Rook,
];

impl Setup {
    /// An empty board, White to move.
    pub const EMPTY: Setup = Setup {
        men: [None; 64],
        turn: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The start position of standard chess.
    pub fn start() -> Setup {
        Setup::with_back_ranks(BACK_RANK, BACK_RANK)
    }

    /// The Chess960 start position with this number (Scharnagl's numbering, 0 to 959; standard
    /// chess is 518), or `None` beyond.
    pub fn chess960(number: u16) -> Option<Setup> {
        Setup::double_chess960(number, number)
    }

    /// A start position in which each side has its own Chess960 number.
    pub fn double_chess960(white: u16, black: u16) -> Option<Setup> {
        Some(Setup::with_back_ranks(scharnagl(white)?, scharnagl(black)?))
    }

    fn with_back_ranks(white: [Piece; 8], black: [Piece; 8]) -> Setup {
        let mut setup = Setup::EMPTY;
        for (color, pieces) in [(Color::White, white), (Color::Black, black)] {
            for (file, piece) in File::ALL.into_iter().zip(pieces) {
                let home = Square::at(file, Rank::First.relative_to(color));
                setup.put(home, Man::new(color, piece));
                setup.put(Square::at(file, Rank::Second.relative_to(color)), Man::new(color, Piece::Pawn));
                if piece == Piece::Rook {
                    setup.castling = setup.castling.with(home);
                }
            }
        }
        setup
    }

    /// What stands on a square.
    pub fn man_at(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// Puts a man on a square, in place of whatever stood there.
    pub fn put(&mut self, square: Square, man: Man) {
        self.men[square.index()] = Some(man);
    }

    /// Empties a square.
    pub fn clear(&mut self, square: Square) {
        self.men[square.index()] = None;
    }

    /// The men with their squares, from a1 to h8.
    pub fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        Square::all().filter_map(|square| Some((square, self.man_at(square)?)))
    }

    /// The squares of one kind of man.
    pub fn squares_of(&self, man: Man) -> Bitboard {
        self.men().filter(|&(_, here)| here == man).map(|(square, _)| square).collect()
    }

    /// The same position without the castling rights and the en-passant square that the men on
    /// the board contradict: what a forgiving reader makes of a carelessly written position.
    pub fn without_contradictions(mut self) -> Setup {
        let contradicted: Bitboard =
            crate::fault::contradicted_castling(&self).map(|(rook, _)| rook).collect();
        self.castling = self.castling.without(contradicted);
        if crate::fault::contradicted_en_passant(&self).is_some() {
            self.en_passant = None;
        }
        self
    }

    /// The position mirrored top to bottom with colours changed: the same game for the other side.
    pub fn flipped(&self) -> Setup {
        let mut flipped = Setup {
            turn: !self.turn,
            castling: CastlingRights::new(self.castling.rooks().flip_ranks()),
            en_passant: self.en_passant.map(Square::flip_rank),
            ..Setup::EMPTY
        };
        flipped.halfmove_clock = self.halfmove_clock;
        flipped.fullmove_number = self.fullmove_number;
        for (square, man) in self.men() {
            flipped.put(square.flip_rank(), Man::new(!man.color(), man.piece()));
        }
        flipped
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::start()
    }
}

/// The back rank of a Chess960 number: bishops by the two lowest digits (base 4), then the queen
/// among six places (base 6), then the knights' ten ways, then rook, king, rook.
fn scharnagl(number: u16) -> Option<[Piece; 8]> {
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    if number >= 960 {
        return None;
    }
    let number = usize::from(number);
    let mut rank: [Option<Piece>; 8] = [None; 8];
    rank[number % 4 * 2 + 1] = Some(Piece::Bishop);
    rank[number / 4 % 4 * 2] = Some(Piece::Bishop);
    let (first_knight, second_knight) = KNIGHTS[number / 96];
    place(&mut rank, number / 16 % 6, Piece::Queen);
    // The first knight fills its place before the second one counts, hence one less.
    place(&mut rank, first_knight, Piece::Knight);
    place(&mut rank, second_knight - 1, Piece::Knight);
    for piece in [Piece::Rook, Piece::King, Piece::Rook] {
        place(&mut rank, 0, piece);
    }
    Some(rank.map(|piece| piece.unwrap_or(Piece::King)))
}

/// Puts a piece on the free place with this number.
fn place(rank: &mut [Option<Piece>; 8], free_place: usize, piece: Piece) {
    if let Some(place) = rank.iter_mut().filter(|place| place.is_none()).nth(free_place) {
        *place = Some(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_518_is_standard_chess() {
        assert_eq!(Setup::chess960(518), Some(Setup::start()));
        assert_eq!(Setup::chess960(960), None);
    }

    #[test]
    fn all_960_start_positions_differ_and_keep_the_rules() {
        let mut seen = std::collections::HashSet::new();
        for number in 0..960 {
            let rank = scharnagl(number).expect("a number below 960");
            let places = |piece| {
                let mut found = (0..8).filter(move |&file| rank[file] == piece);
                (found.next().expect("one"), found.next())
            };
            let (king, none) = places(Piece::King);
            let (left, right) = places(Piece::Rook);
            let (one, other) = places(Piece::Bishop);
            assert_eq!(none, None);
            assert!(left < king && king < right.expect("two rooks"));
            assert_eq!((one + other.expect("two bishops")) % 2, 1);
            assert!(seen.insert(rank));
        }
    }

    #[test]
    fn flipping_twice_changes_nothing() {
        let mut setup = Setup::chess960(7).expect("a number below 960");
        setup.clear(Square::E2);
        setup.put(Square::E4, Man::WhitePawn);
        setup.en_passant = Some(Square::E3);
        setup.turn = Color::Black;
        assert_ne!(setup.flipped(), setup);
        assert_eq!(setup.flipped().flipped(), setup);
    }
}
