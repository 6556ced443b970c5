//! How games are played.

use serde::{Deserialize, Serialize};

use super::judge::{DrawRule, WinRule};

/// Everything that decides which games are played, besides evaluation and openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Other seeds, other games.
    pub seed: u64,
    /// Nodes after which no new iteration begins: the score of a move comes from a whole iteration.
    pub nodes: u64,
    /// Nodes after which a search ends at once.
    pub hard_nodes: u64,
    /// The size of the hash table, empty at the start of each game.
    pub hash_mib: u32,
    /// A game begins with so many random plies, or one more: so both sides are to move equally often.
    pub random_plies: u32,
    /// Starts that a short search scores beyond this are not played.
    pub opening_score: u16,
    /// How long that search is.
    pub opening_nodes: u64,
    /// When a game is won before the mate.
    pub win: WinRule,
    /// When a game is drawn before the rules say so.
    pub draw: DrawRule,
    /// Longer games are drawn.
    pub most_plies: u32,
}

impl Settings {
    /// The usual settings for searches of so many nodes.
    pub fn new(seed: u64, nodes: u64) -> Settings {
        Settings {
            seed,
            nodes,
            hard_nodes: nodes.saturating_mul(8),
            hash_mib: (nodes / 500).clamp(1, 16) as u32,
            random_plies: 8,
            opening_score: 300,
            opening_nodes: nodes.clamp(500, 2000),
            win: WinRule { score: 2000, plies: 4 },
            draw: DrawRule { from_ply: 70, plies: 12, score: 10 },
            most_plies: 400,
        }
    }
}
