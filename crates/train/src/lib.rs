//! Learning from games: data from self-play, the weights of the classical evaluation, the network.

pub mod data;
pub mod datagen;
pub mod judge;
pub mod network;
pub mod relabel;
pub mod tune;
pub mod wdl;
