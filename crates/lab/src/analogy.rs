//! Kaissa's method of analogies (Adelson-Velsky, Arlazarov and Donskoy 1979; Marsland, section 4.2).
//!
//! A capture whose exchange is already known, from any position in which the same men could join in, is not
//! searched again when its result cannot raise alpha. The form here is the one that is independent of what
//! happens elsewhere on the board: only recaptures on the same square belong to it. What it costs is counted:
//! every probe works out an influence, every miss looks at the positions of an exchange.

use std::collections::HashMap;

use crate::desk::Desk;
use crate::limits::PAWN;
use crate::tree::GameTree;
use crate::watch::Observer;

/// Results kept at most; beyond them nothing new is learned.
const MOST: usize = 1 << 18;

/// What an exchange may be wrong by, because a position is more than its material.
const MARGIN: i32 = PAWN;

/// The known exchanges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analogies {
    known: HashMap<u64, i32>,
}

impl<T: GameTree, W: Observer<T::Move>> Desk<'_, T, W> {
    /// Whether the capture, of which an exchange tells the result, cannot raise `alpha` from a position that is
    /// worth `stand` when nothing is played.
    pub(crate) fn is_settled(&mut self, mv: T::Move, stand: i32, alpha: i32) -> bool {
        let Some(key) = self.tree.influence(mv) else { return false };
        self.counts.analogy_probes += 1;
        let result = if let Some(&result) = self.memory.analogies.known.get(&key) {
            self.counts.analogy_hits += 1;
            result
        } else {
            let result = self.tree.exchange(mv, &mut self.counts.analogy_nodes);
            if self.memory.analogies.known.len() < MOST {
                self.memory.analogies.known.insert(key, result);
            }
            result
        };
        stand + result + MARGIN <= alpha && !self.tree.gives_check(mv)
    }
}
