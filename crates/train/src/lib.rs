//! Learning from games: the weights of the classical evaluation, later the network.

pub mod data;
pub mod selfplay;
pub mod tune;
