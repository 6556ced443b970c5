//! Learning from games: the weights of the classical evaluation, and the network.

pub mod data;
pub mod network;
pub mod selfplay;
pub mod tune;
