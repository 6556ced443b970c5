//! The board as the checker sees it: shakmaty's, with a few questions more.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Piece, Position,
    PositionError, Role, Setup, Square,
};

/// What a man counts.
pub fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// A position from FEN; Chess960 is seen by its castling rights.
pub fn position(fen: &str) -> Result<Chess, String> {
    let fen: Fen = fen.parse().map_err(|fault| format!("{fen:?} is no FEN: {fault}"))?;
    let setup = fen.into_setup();
    let mode = CastlingMode::detect(&setup);
    lenient(setup, mode).ok_or_else(|| "the position is not legal".to_owned())
}

/// What is not legal chess is refused; what merely cannot have come from a game is not.
fn lenient(setup: Setup, mode: CastlingMode) -> Option<Chess> {
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// The same men with changes, if that is a legal position.
pub fn altered(position: &Chess, turn: Color, change: impl FnOnce(&mut Board)) -> Option<Chess> {
    let mode = position.castles().mode();
    let mut setup = position.to_setup(EnPassantMode::Legal);
    change(&mut setup.board);
    if turn != setup.turn {
        setup.turn = turn;
        setup.ep_square = None;
    }
    lenient(setup, mode)
}

/// The other side to move instead; impossible in check.
pub fn passed(position: &Chess) -> Option<Chess> {
    (!position.is_check()).then(|| altered(position, !position.turn(), |_| ())).flatten()
}

/// The position after a legal move.
pub fn after(position: &Chess, mv: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

/// The legal move that a text means.
pub fn legal(position: &Chess, text: UciMove) -> Option<Move> {
    text.to_move(position).ok()
}

/// White's men less Black's, or the other way round.
pub fn balance(position: &Chess, side: Color) -> i32 {
    let count = |color| {
        let men = position.board().material_side(color);
        men.zip_role().into_iter().map(|(role, count)| value(role) * i32::from(count)).sum::<i32>()
    };
    count(side) - count(!side)
}

/// What a move gains at once: what it takes and what a pawn becomes.
pub fn taken(mv: Move) -> i32 {
    let promoted = mv.promotion().map_or(0, |role| value(role) - 1);
    mv.capture().map_or(0, value) + promoted
}

/// Where the man that moves stands afterwards; castling: the king.
pub fn landing(position: &Chess, mv: Move) -> Square {
    match mv {
        Move::Castle { king, rook } => {
            let file = if king.file() < rook.file() { shakmaty::File::G } else { shakmaty::File::C };
            Square::from_coords(file, position.turn().fold_wb(shakmaty::Rank::First, shakmaty::Rank::Eighth))
        }
        _ => mv.to(),
    }
}

/// The square whose man a capture removes.
pub fn victim(mv: Move) -> Option<Square> {
    match mv {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => mv.capture().map(|_| mv.to()),
    }
}

/// Where a man on a square stands after a move, unless it is taken.
pub fn follow(position: &Chess, mv: Move, square: Square) -> Option<Square> {
    if victim(mv) == Some(square) && mv.from() != Some(square) {
        return None;
    }
    match mv {
        Move::Castle { king, rook } => {
            let back = position.turn().fold_wb(shakmaty::Rank::First, shakmaty::Rank::Eighth);
            let short = king.file() < rook.file();
            let (kings, rooks) = if short {
                (shakmaty::File::G, shakmaty::File::F)
            } else {
                (shakmaty::File::C, shakmaty::File::D)
            };
            Some(match square {
                _ if square == king => Square::from_coords(kings, back),
                _ if square == rook => Square::from_coords(rooks, back),
                _ => square,
            })
        }
        _ if mv.from() == Some(square) => Some(mv.to()),
        _ => Some(square),
    }
}

/// The man on a square.
pub fn man(position: &Chess, square: Square) -> Option<Piece> {
    position.board().piece_at(square)
}

/// The king's square. A legal position has one.
pub fn king(position: &Chess, color: Color) -> Option<Square> {
    position.board().king_of(color)
}

/// Whether a man attacks a square as the men stand (pins not looked at).
pub fn attacks(position: &Chess, from: Square, to: Square) -> bool {
    position.board().attacks_from(from).contains(to)
}

/// Whether a man of this kind moves along this line.
pub fn slides(role: Role, from: Square, to: Square) -> bool {
    let straight = from.file() == to.file() || from.rank() == to.rank();
    let diagonal = from.file().distance(to.file()) == from.rank().distance(to.rank());
    from != to
        && match role {
            Role::Rook => straight,
            Role::Bishop => diagonal,
            Role::Queen => straight || diagonal,
            _ => false,
        }
}

/// The men between two squares of a line.
pub fn men_between(position: &Chess, from: Square, to: Square) -> Bitboard {
    shakmaty::attacks::between(from, to) & position.board().occupied()
}

/// The rank as its owner counts it, 1 to 8.
pub fn own_rank(color: Color, square: Square) -> u32 {
    let rank = square.rank().to_u32() + 1;
    color.fold_wb(rank, 9 - rank)
}

/// The squares on a file and its neighbours, or only its neighbours, on some ranks as the owner counts them.
pub fn zone(
    files: impl Iterator<Item = i32>,
    color: Color,
    ranks: core::ops::RangeInclusive<u32>,
) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for file in files.filter(|file| (0..8).contains(file)) {
        for square in Square::ALL {
            if square.file().to_u32() as i32 == file && ranks.contains(&own_rank(color, square)) {
                squares.add(square);
            }
        }
    }
    squares
}
