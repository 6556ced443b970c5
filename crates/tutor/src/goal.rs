//! What can be proven by playing.

use serde::{Deserialize, Serialize};

/// What one side, the *attacker*, wants to reach against every defence.
///
/// Material is counted in pawns: 1, 3, 3, 5, 9; kings count nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// Checkmate within so many moves of the attacker.
    Mate(u8),
    /// The balance of material grows by at least so many pawns for the attacker, and stays so: see [`Proof`](crate::Proof).
    Material(i8),
    /// A pawn of the attacker becomes a queen (or another piece) that cannot be taken at once at a profit.
    Promotion,
    /// The attacker can repeat positions with checks for ever, or reaches stalemate: half a point.
    Draw,
    /// A position that the tablebases know to be won for the attacker (`1`), or at least drawn (`0`).
    Table(i8),
}
