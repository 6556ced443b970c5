//! Learning from games: data from self-play, the weights of the classical evaluation, the network.

pub mod data;
pub mod datagen;
pub mod network;
pub mod relabel;
pub mod selfplay;
pub mod tune;
pub mod wdl;
