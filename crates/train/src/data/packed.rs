//! A position in 32 bytes.

use core::fmt;

use quevedo_rules::{Bitboard, Board, Color, IllegalPosition, Man, Outcome, Piece, Setup, Square};

/// A position with a score and a result, in 32 bytes: what a file keeps of a game's start, and what a
/// trainer keeps of every position.
///
/// | bytes | what |
/// |---|---|
/// | 8 | the occupied squares, bit 0 is a1 |
/// | 16 | four bits for each of them, in this order, the low half of a byte first: the [man](Man::index); 12 and 13 are rooks (white, black) that may castle |
/// | 1 | the en-passant square, 64 for none; 128 is added if Black is to move |
/// | 1 | plies since the last capture or pawn move |
/// | 2 | the number of the move |
/// | 2 | White's score in hundredths of a pawn |
/// | 1 | what White got: 0, 1 (draw) or 2 |
/// | 1 | free for whoever keeps positions |
///
/// ```
/// use quevedo_rules::{Board, Color, Outcome};
/// use quevedo_train::data::Packed;
///
/// let board: Board = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".parse()?;
/// let packed = Packed::pack(&board, 120, Outcome::Win(Color::White));
/// assert_eq!(packed.unpack()?, board);
/// assert_eq!((packed.score(), packed.score_for_mover()), (120, -120), "kept for White; Black is to move");
/// assert_eq!((packed.points(), packed.result_for_mover()), (1.0, 0.0));
/// let names: Vec<String> = packed.men().map(|(man, square)| format!("{man} {square}")).collect();
/// assert_eq!(names, ["white king e1", "white pawn e2", "black king e8"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub struct Packed {
    occupied: u64,
    men: [u8; 16],
    state: u8,
    halfmove_clock: u8,
    fullmove_number: u16,
    score: i16,
    result: u8,
    /// Free for whoever keeps positions.
    pub spare: u8,
}

const _: () = assert!(size_of::<Packed>() == Packed::SIZE);

/// Added to the men's index: a rook that may castle.
const CASTLING_ROOK: u8 = 12;
const NO_EN_PASSANT: u8 = 64;
const BLACK_TO_MOVE: u8 = 128;
/// More men than this are on no board.
const MOST_MEN: usize = 32;

/// Why 32 bytes are no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPacked {
    /// More squares are occupied than there are men.
    #[error("{0} squares are occupied, at most 32 can be")]
    TooManyMen(u32),
    /// A number that stands for no man.
    #[error("the man on {0} is number {1}, expected 0 to 13")]
    UnknownMan(Square, u8),
    /// The byte of the en-passant square names none.
    #[error("the en-passant square is number {0}, expected 0 to 64")]
    EnPassant(u8),
    /// The result is none.
    #[error("the result is number {0}, expected 0 to 2")]
    Result(u8),
    /// The men may not stand so.
    #[error("{0}")]
    Illegal(#[from] IllegalPosition),
}

impl Packed {
    /// How many bytes it takes.
    pub const SIZE: usize = 32;

    /// Packs a position. Score and result are White's, whoever is to move.
    pub fn pack(board: &Board, score: i16, result: Outcome) -> Packed {
        let mut packed = Packed {
            occupied: board.occupied().0,
            state: board.en_passant().map_or(NO_EN_PASSANT, |square| square.index() as u8),
            halfmove_clock: board.halfmove_clock().min(u16::from(u8::MAX)) as u8,
            fullmove_number: board.fullmove_number(),
            score,
            result: result_number(result),
            ..Packed::default()
        };
        if board.turn() == Color::Black {
            packed.state |= BLACK_TO_MOVE;
        }
        let castling = board.castling().rooks();
        for (place, square) in board.occupied().into_iter().take(MOST_MEN).enumerate() {
            let Some(man) = board.man_at(square) else { continue };
            let number = if castling.contains(square) {
                CASTLING_ROOK + man.color().index() as u8
            } else {
                man.index() as u8
            };
            packed.men[place / 2] |= number << (4 * (place % 2));
        }
        packed
    }

    /// The position. Of one that [`pack`](Packed::pack) made, it is the board that was packed.
    ///
    /// # Errors
    /// If the bytes came from elsewhere and are no legal position.
    pub fn unpack(&self) -> Result<Board, BadPacked> {
        let mut setup = Setup::EMPTY;
        let occupied = Bitboard(self.occupied);
        if occupied.len() > MOST_MEN as u32 {
            return Err(BadPacked::TooManyMen(occupied.len()));
        }
        for (place, square) in occupied.into_iter().enumerate() {
            let number = self.number(place);
            let man = man_of(number).ok_or(BadPacked::UnknownMan(square, number))?;
            setup.put(square, man);
            if number >= CASTLING_ROOK {
                setup.castling = setup.castling.with(square);
            }
        }
        setup.turn = self.turn();
        setup.en_passant = match self.state & !BLACK_TO_MOVE {
            NO_EN_PASSANT => None,
            square @ 0..64 => Some(Square::new(square)),
            odd => return Err(BadPacked::EnPassant(odd)),
        };
        setup.halfmove_clock = u16::from(self.halfmove_clock);
        setup.fullmove_number = self.fullmove_number;
        self.result()?;
        Ok(Board::try_from(setup)?)
    }

    /// The 32 bytes.
    pub fn to_bytes(&self) -> [u8; Packed::SIZE] {
        let mut bytes = [0; Packed::SIZE];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men);
        bytes[24] = self.state;
        bytes[25] = self.halfmove_clock;
        bytes[26..28].copy_from_slice(&self.fullmove_number.to_le_bytes());
        bytes[28..30].copy_from_slice(&self.score.to_le_bytes());
        bytes[30] = self.result;
        bytes[31] = self.spare;
        bytes
    }

    /// What these bytes say; whether it is a position, [`unpack`](Packed::unpack) tells.
    pub fn from_bytes(bytes: &[u8; Packed::SIZE]) -> Packed {
        let mut packed = Packed::default();
        packed.men.copy_from_slice(&bytes[8..24]);
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&bytes[..8]);
        packed.occupied = u64::from_le_bytes(occupied);
        packed.state = bytes[24];
        packed.halfmove_clock = bytes[25];
        packed.fullmove_number = u16::from_le_bytes([bytes[26], bytes[27]]);
        packed.score = i16::from_le_bytes([bytes[28], bytes[29]]);
        packed.result = bytes[30];
        packed.spare = bytes[31];
        packed
    }
}

/// What a trainer asks.
impl Packed {
    /// The men with their squares, from a1 to h8, without any allocation.
    #[inline]
    pub fn men(&self) -> Men {
        Men { squares: self.occupied, numbers: u128::from_le_bytes(self.men) }
    }

    /// How many men there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Who is to move.
    #[inline]
    pub fn turn(&self) -> Color {
        if self.state & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black }
    }

    /// The number of the move, starting at 1.
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// White's score in hundredths of a pawn.
    #[inline]
    pub fn score(&self) -> i16 {
        self.score
    }

    /// The score of the side to move.
    #[inline]
    pub fn score_for_mover(&self) -> i16 {
        if self.turn() == Color::White { self.score } else { self.score.saturating_neg() }
    }

    /// What White got: 0, 0.5 or 1.
    #[inline]
    pub fn points(&self) -> f32 {
        f32::from(self.result) / 2.0
    }

    /// What the side to move got: 0, 0.5 or 1.
    #[inline]
    pub fn result_for_mover(&self) -> f32 {
        if self.turn() == Color::White { self.points() } else { 1.0 - self.points() }
    }

    /// The result.
    ///
    /// # Errors
    /// If the bytes came from elsewhere and name none.
    pub fn result(&self) -> Result<Outcome, BadPacked> {
        match self.result {
            0 => Ok(Outcome::Win(Color::Black)),
            1 => Ok(Outcome::Draw),
            2 => Ok(Outcome::Win(Color::White)),
            odd => Err(BadPacked::Result(odd)),
        }
    }

    /// The same position with another score for White.
    #[must_use]
    pub fn with_score(self, score: i16) -> Packed {
        Packed { score, ..self }
    }

    /// What stands on the occupied square at this place.
    fn number(&self, place: usize) -> u8 {
        self.men.get(place / 2).map_or(0, |pair| pair >> (4 * (place % 2)) & 15)
    }
}

fn result_number(result: Outcome) -> u8 {
    match result {
        Outcome::Win(Color::Black) => 0,
        Outcome::Draw => 1,
        Outcome::Win(Color::White) => 2,
    }
}

fn man_of(number: u8) -> Option<Man> {
    match number {
        0..CASTLING_ROOK => Man::ALL.get(usize::from(number)).copied(),
        12 => Some(Man::new(Color::White, Piece::Rook)),
        13 => Some(Man::new(Color::Black, Piece::Rook)),
        _ => None,
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.unpack().map_or_else(|error| error.to_string(), |board| board.fen());
        write!(f, "Packed({position} | {} | {})", self.score, self.points())
    }
}

/// The men of a [`Packed`] position with their squares, from a1 to h8.
#[derive(Clone, Debug)]
pub struct Men {
    squares: u64,
    numbers: u128,
}

/// By number; what stands for no man is read as a king, because checking is not this iterator's
/// business but [`Packed::unpack`]'s.
const MEN: [Man; 16] = {
    let mut men = [Man::WhiteKing; 16];
    let mut index = 0;
    while index < 12 {
        men[index] = Man::ALL[index];
        index += 1;
    }
    men[12] = Man::WhiteRook;
    men[13] = Man::BlackRook;
    men
};

impl Iterator for Men {
    type Item = (Man, Square);

    #[inline]
    fn next(&mut self) -> Option<(Man, Square)> {
        if self.squares == 0 {
            return None;
        }
        let square = Square::new(self.squares.trailing_zeros() as u8);
        let man = MEN[(self.numbers & 15) as usize];
        self.squares &= self.squares - 1;
        self.numbers >>= 4;
        Some((man, square))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.squares.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Men {}
