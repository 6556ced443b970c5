//! The rules of chess: squares, positions, legal moves, keys, draws and the texts they are written
//! in. See `docs/rules.md` for a walk through the crate in ten minutes.

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod color;
mod cuckoo;
mod draw;
mod epd;
mod excerpt;
mod fault;
mod fen;
mod game;
mod line;
mod material;
mod move_fault;
mod move_text;
mod moves;
mod perft;
mod piece;
mod polyglot;
mod san;
mod see;
mod setup;
mod square;
#[cfg(feature = "serde")]
mod text_serde;
mod uci;
#[cfg(test)]
mod walk;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingRights, Wing};
pub use color::Color;
pub use draw::{Claim, Ending, FIFTY_MOVES, Outcome, SEVENTY_FIVE_MOVES};
pub use epd::{Epd, EpdError, Operand, OperandFault, Operation};
pub use fault::{Fault, IllegalPosition};
pub use fen::FenError;
pub use game::Game;
pub use material::{Material, ParseMaterialError};
pub use move_fault::MoveFault;
pub use move_text::{MoveError, WantedMan};
pub use moves::{IllegalMove, Move, MoveKind, MoveList};
pub use perft::{PerftCounter, PerftStopped, perft, perft_by_playing};
pub use piece::{Man, Piece};
pub use san::San;
pub use see::EXCHANGE_VALUES;
pub use setup::Setup;
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci::UciMove;
pub use zobrist::Key;

/// The examples of the documentation, run as tests.
#[cfg(doctest)]
mod documentation {
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/rules.md")]
    mod rules {}
}
