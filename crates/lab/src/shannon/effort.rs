//! What a machine looks at, counted as de Groot counted what a master told him.

/// The positions and variations of one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Positions that were looked at, the one on the board not counted.
    pub positions: u64,
    /// Variations: positions at which a line ended.
    pub variations: u64,
    /// The plies of the shortest variation.
    pub shortest: u32,
    /// The plies of the longest variation.
    pub longest: u32,
}

impl Effort {
    /// The master's of Shannon's Fig. 5 (de Groot 1946): sixteen variations, from one ply to nine, 44 positions.
    pub const MASTER: Effort = Effort { positions: 44, variations: 16, shortest: 1, longest: 9 };

    /// A position is looked at.
    pub(super) fn visit(&mut self) {
        self.positions += 1;
    }

    /// A variation ends so many plies from the root.
    pub(super) fn end(&mut self, plies: u32) {
        self.shortest = if self.variations == 0 { plies } else { self.shortest.min(plies) };
        self.longest = self.longest.max(plies);
        self.variations += 1;
    }
}
