//! Learning from games: the weights of the classical evaluation, later the network.

pub mod network;
pub mod selfplay;
pub mod tune;
