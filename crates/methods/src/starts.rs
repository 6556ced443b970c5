//! Positions to begin a lesson with: the fewer moves keep the win, the harder.

use quevedo_rules::Board;
use serde::{Deserialize, Serialize};

use crate::ground::Ground;
use crate::scene::Side;

/// How hard a start is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// Almost every move wins.
    #[default]
    Easy,
    /// Between the two.
    Medium,
    /// Few moves win.
    Hard,
}

/// So many positions are looked at for one.
const LOOKED_AT: usize = 60;

/// A won position with the strong side, White, to move. The same number gives the same position.
pub fn start(ground: &Ground, difficulty: Difficulty, number: u64) -> Option<Board> {
    let longest = ground.mate.longest;
    // Neither over at once nor of one kind: at least a third of the longest way.
    let is_long = |cell: &u32| ground.mate.strong_cell(*cell).is_some_and(|moves| moves > longest / 3);
    let cells: Vec<u32> = ground.space.legal(Side::Strong).cells().filter(is_long).collect();
    let mut state = number.wrapping_mul(2).wrapping_add(1);
    let mut drawn: Vec<(u32, u32)> = (0..LOOKED_AT)
        .filter_map(|_| {
            let cell = *cells.get((mix(&mut state) % cells.len().max(1) as u64) as usize)?;
            Some((share_that_keeps(ground, cell), cell))
        })
        .collect();
    drawn.sort_unstable();
    let place = match difficulty {
        Difficulty::Hard => 0,
        Difficulty::Medium => drawn.len() / 2,
        Difficulty::Easy => drawn.len().saturating_sub(1),
    };
    let scene = ground.space.scene(drawn.get(place)?.1);
    ground.space.cast.board(&scene, Side::Strong)
}

/// How many of a thousand moves keep the win.
fn share_that_keeps(ground: &Ground, cell: u32) -> u32 {
    let scene = ground.space.scene(cell);
    let plies = ground.space.cast.plies(&scene, Side::Strong);
    let keep = plies.iter().filter(|&&ply| ground.mate_after(&scene, ply).is_some()).count();
    (1000 * keep / plies.len().max(1)) as u32
}

/// Numbers that look random (Steele, Lea and Flood's `SplitMix64`).
fn mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut value = *state;
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
