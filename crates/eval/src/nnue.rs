//! The network: an evaluation that is learnt from games, and cheap to update from one position to the
//! next (NNUE: Nasu 2018).
//!
//! Each side sees the men from its own side of the board ([`Perspective`]); every man on its square
//! switches on one row of weights. The sum of the rows, the accumulator, changes by two to four rows with
//! a move. The accumulators of both sides, clipped and squared, are the input of one output neuron:
//!
//! ```text
//! (768 x king buckets -> N) x 2 sides -> 1, one of up to 8 such outputs by the number of men
//! ```
//!
//! - [`Network`] holds the weights, and `nnue/file.rs` says how they are kept in files;
//! - [`Perspective`] numbers the features, and [`output_bucket`] the outputs, for trainers too;
//! - [`Nnue`] evaluates with a network along the lines of a search;
//! - [`Network::value`] is the same from scratch and in plain words, and [`Network::worths`] asks it what each
//!   man is worth;
//! - [`material`] is a network made by hand;
//! - [`builtin`] is the network that is part of the program.

mod accumulators;
mod builtin;
mod cache;
mod change;
mod checksum;
mod fault;
mod file;
mod inference;
mod material;
mod network;
mod perspective;
mod plain;

pub use builtin::builtin;
pub use checksum::of as checksum;
pub use fault::NetworkError;
pub use inference::Nnue;
pub use material::material;
pub use network::{
    DEFAULT_SCALE, FEATURES, MAX_BIAS, MAX_FEATURE_WEIGHT, MAX_HIDDEN, MAX_KING_BUCKETS, MAX_OUTPUT_BUCKETS,
    MAX_OUTPUT_WEIGHT, Network, Parts, QA, QB, output_bucket,
};
pub use perspective::{KingTable, Perspective};
