//! A legal position.

mod legality;
mod movegen;
mod play;
mod queries;

use core::fmt;

use crate::zobrist::{self, Keys};
use crate::{
    Bitboard, CastlingRights, Color, IllegalPosition, Key, Man, Material, Piece, Setup, Square, fault,
};

/// A position that the rules allow, with everything that decides how the game can go on.
///
/// A board is a plain value of three cache lines' size: playing a move makes another board, and there is
/// nothing to undo.
///
/// ```
/// use quevedo_rules::{Board, Color};
///
/// let board = Board::start();
/// assert_eq!(board.legal_moves().len(), 20);
///
/// let e4 = board.parse_uci("e2e4")?;
/// let next = board.play(e4);
/// assert_eq!(next.turn(), Color::Black);
/// assert_eq!(board.turn(), Color::White, "the old board is still there");
/// assert_eq!(next.to_string(), "\
/// r n b q k b n r
/// p p p p p p p p
/// . . . . . . . .
/// . . . . . . . .
/// . . . . P . . .
/// . . . . . . . .
/// P P P P . P P P
/// R N B Q K B N R
/// ");
/// # Ok::<(), quevedo_rules::MoveError>(())
/// ```
///
/// Two boards are equal if they have the same men, side to move, castling rights, en-passant
/// capture and counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Board {
    colors: [Bitboard; 2],
    pieces: [Bitboard; 6],
    men: [Option<Man>; 64],
    keys: Keys,
    material: Material,
    castling: CastlingRights,
    turn: Color,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u16,
}

const _: () = assert!(size_of::<Board>() <= 192);

impl Board {
    /// The start position of standard chess.
    pub fn start() -> Board {
        Board::assume_legal(&Setup::start())
    }

    /// The Chess960 start position with this number, 0 to 959, or `None` beyond.
    pub fn chess960(number: u16) -> Option<Board> {
        Some(Board::assume_legal(&Setup::chess960(number)?))
    }

    /// Builds the board of a setup without faults.
    fn assume_legal(setup: &Setup) -> Board {
        let mut board = Board {
            colors: [Bitboard::EMPTY; 2],
            pieces: [Bitboard::EMPTY; 6],
            men: [None; 64],
            keys: Keys::default(),
            material: Material::default(),
            castling: CastlingRights::NONE,
            turn: Color::White,
            en_passant: None,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number.max(1),
        };
        for (square, man) in setup.men() {
            board.put(man, square);
        }
        board.set_castling(setup.castling);
        if setup.turn == Color::Black {
            board.change_turn();
        }
        if let Some(square) = setup.en_passant {
            board.offer_en_passant(square);
        }
        board
    }

    /// The setup of this position, with an en-passant square only where a capture is legal.
    pub fn setup(&self) -> Setup {
        Setup {
            men: self.men,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }
}

/// What stands where.
impl Board {
    /// Who is to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// What stands on a square.
    #[inline]
    pub const fn man_at(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// Which kind of piece stands on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.man_at(square).map(Man::piece)
    }

    /// The squares of `color`'s men.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of all pieces of a kind, of both colours.
    #[inline]
    pub const fn pieces(&self, piece: Piece) -> Bitboard {
        self.pieces[piece.index()]
    }

    /// The squares of `color`'s pieces of a kind.
    #[inline]
    pub fn colored(&self, color: Color, piece: Piece) -> Bitboard {
        self.color(color) & self.pieces(piece)
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The square of `color`'s king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        Square::new(self.colored(color, Piece::King).0.trailing_zeros() as u8)
    }

    /// The squares of `color`'s bishops and queens.
    #[inline]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.pieces(Piece::Bishop) | self.pieces(Piece::Queen)) & self.color(color)
    }

    /// The squares of `color`'s rooks and queens.
    #[inline]
    pub fn straight_sliders(&self, color: Color) -> Bitboard {
        (self.pieces(Piece::Rook) | self.pieces(Piece::Queen)) & self.color(color)
    }

    /// How many men of each kind there are.
    #[inline]
    pub const fn material(&self) -> Material {
        self.material
    }
}

/// The state that the men do not show.
impl Board {
    /// The castling rights of both sides.
    #[inline]
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square on which a pawn can be taken en passant, where such a capture is legal.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, starting at 1 and growing after Black's.
    #[inline]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Plies played since the start of the game, by the move number.
    pub const fn ply(&self) -> u32 {
        2 * (self.fullmove_number as u32 - 1) + self.turn as u32
    }
}

/// Fingerprints for tables. Equal positions (men, side to move, castling rights, legal en-passant
/// capture) have equal keys; the counters do not matter.
impl Board {
    /// The key of the whole position.
    #[inline]
    pub fn key(&self) -> Key {
        self.keys.whole()
    }

    /// The key of the pawns of both sides.
    #[inline]
    pub fn pawn_key(&self) -> Key {
        self.keys.pawns()
    }

    /// The key of all of `color`'s men but its pawns.
    #[inline]
    pub fn non_pawn_key(&self, color: Color) -> Key {
        self.keys.pieces(color)
    }
}

/// The only ways to change a board. Each keeps men, sets, keys and material in step, so that none
/// of them can go stale.
impl Board {
    #[inline]
    fn put(&mut self, man: Man, square: Square) {
        self.men[square.index()] = Some(man);
        self.toggle(man, square.into(), zobrist::man(man, square));
        self.material.add(man);
    }

    #[inline]
    fn take(&mut self, man: Man, square: Square) {
        self.men[square.index()] = None;
        self.toggle(man, square.into(), zobrist::man(man, square));
        self.material.take(man);
    }

    #[inline]
    fn shift(&mut self, man: Man, from: Square, to: Square) {
        self.men[from.index()] = None;
        self.men[to.index()] = Some(man);
        self.toggle(man, Bitboard::of(from) | to, zobrist::man(man, from) ^ zobrist::man(man, to));
    }

    #[inline]
    fn toggle(&mut self, man: Man, squares: Bitboard, number: u64) {
        self.colors[man.color().index()] ^= squares;
        self.pieces[man.piece_index()] ^= squares;
        self.keys.toggle_man(man, number);
    }

    #[inline]
    fn change_turn(&mut self) {
        self.turn = !self.turn;
        self.keys.toggle_state(zobrist::black_to_move());
    }

    #[inline]
    fn set_castling(&mut self, rights: CastlingRights) {
        let changed = self.castling.rooks() ^ rights.rooks();
        self.keys.toggle_state(zobrist::castling(changed));
        self.castling = rights;
    }

    #[inline]
    fn set_en_passant(&mut self, square: Option<Square>) {
        if let Some(old) = self.en_passant {
            self.keys.toggle_state(zobrist::en_passant(old));
        }
        if let Some(new) = square {
            self.keys.toggle_state(zobrist::en_passant(new));
        }
        self.en_passant = square;
    }
}

impl TryFrom<Setup> for Board {
    type Error = IllegalPosition;

    /// The board of a setup, or every reason why it is no legal position.
    fn try_from(setup: Setup) -> Result<Board, IllegalPosition> {
        fault::check(&setup)?;
        Ok(Board::assume_legal(&setup))
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::start()
    }
}

impl fmt::Display for Board {
    /// Eight lines of FEN letters, rank 8 first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for index in 0..64u8 {
            let square = Square::new(index).flip_rank();
            let letter = self.man_at(square).map_or('.', Man::fen_char);
            write!(f, "{letter}{}", if index % 8 == 7 { '\n' } else { ' ' })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board").field("setup", &self.setup()).field("key", &self.key()).finish()
    }
}
