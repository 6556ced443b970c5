//! The accumulators along the line that is being searched.
//!
//! A move only notes what it changes. The sums are computed when a value is asked for: from the last position of
//! the line that has them, move by move, or from the [cache](super::cache) where the king's move has changed
//! the view.

use quevedo_rules::{Board, Color, Move, Piece};
use quevedo_simd::{Block, Path};
use quevedo_value::MAX_PLY;

use super::cache::Cache;
use super::change::Change;
use super::network::Network;
use super::perspective::Perspective;

/// Lines end here, or not much later.
const USUAL_LENGTH: usize = MAX_PLY + 8;

/// One position of the line.
#[derive(Clone, Copy)]
struct Step {
    /// What the move that led here changed; `None` where the line begins.
    change: Option<Change>,
    /// How both sides see the position.
    views: [Perspective; 2],
    /// Whose sums are computed.
    is_ready: [bool; 2],
    /// How often the side to move has passed since; the sums stay the same.
    passes: u32,
    /// The key of the men.
    men: u64,
}

/// The accumulators of both sides for each position of a line.
#[derive(Clone)]
pub(super) struct Accumulators {
    /// The line; never empty.
    line: Vec<Step>,
    /// For each step of the line two accumulators, White's and Black's; beyond it, room.
    sums: Vec<Block>,
    blocks: usize,
    cache: Cache,
    path: Path,
}

/// The key of the men alone, which passing does not change.
#[inline]
fn men_key(board: &Board) -> u64 {
    board.pawn_key().0 ^ board.non_pawn_key(Color::White).0 ^ board.non_pawn_key(Color::Black).0
}

impl Accumulators {
    /// A line that begins at the start position.
    pub(super) fn new(network: &Network, path: Path) -> Accumulators {
        let mut accumulators = Accumulators {
            line: Vec::with_capacity(USUAL_LENGTH),
            sums: vec![Block::default(); 2 * USUAL_LENGTH * network.blocks()],
            blocks: network.blocks(),
            cache: Cache::new(network),
            path,
        };
        accumulators.reset(network, &Board::start());
        accumulators
    }

    /// A line that begins here.
    pub(super) fn reset(&mut self, network: &Network, board: &Board) {
        self.line.clear();
        self.line.push(Step {
            change: None,
            views: Color::ALL.map(|color| Perspective::of(board, color, network.king_table())),
            is_ready: [false; 2],
            passes: 0,
            men: men_key(board),
        });
        // The beginning is computed at once: nothing below can be followed without it.
        for color in Color::ALL {
            self.refresh(network, color, board);
        }
    }

    /// A move was played, or `None`: a side passed.
    #[inline]
    pub(super) fn push(&mut self, network: &Network, before: &Board, mv: Option<Move>, after: &Board) {
        let Some(last) = self.line.last_mut() else { return };
        let Some(mv) = mv else {
            last.passes += 1;
            return;
        };
        let mut views = last.views;
        if before.piece_at(mv.from()) == Some(Piece::King) {
            let us = before.turn();
            views[us.index()] = Perspective::of(after, us, network.king_table());
        }
        let step = Step {
            change: Change::of(before, mv),
            views,
            is_ready: [false; 2],
            passes: 0,
            men: men_key(after),
        };
        self.line.push(step);
    }

    /// The last move was taken back.
    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(last) = self.line.last_mut().filter(|last| last.passes > 0) {
            last.passes -= 1;
        } else if self.line.len() > 1 {
            self.line.pop();
        }
    }

    /// The accumulators of White and Black for the last position of the line, which is `board`.
    #[inline]
    pub(super) fn both(&mut self, network: &Network, board: &Board) -> [&[Block]; 2] {
        // Whoever evaluates another position than the line's gets the right value too, if not as fast.
        if self.line.last().is_none_or(|last| last.men != men_key(board)) {
            self.reset(network, board);
        }
        let last = self.line.len() - 1;
        let needed = 2 * self.blocks * self.line.len();
        if self.sums.len() < needed {
            self.sums.resize(2 * needed, Block::default());
        }
        for color in Color::ALL {
            self.compute(network, color, board);
        }
        let (white, black) = self.sums[2 * last * self.blocks..needed].split_at(self.blocks);
        [white, black]
    }

    /// Computes one side's sums for the last position of the line.
    #[inline]
    fn compute(&mut self, network: &Network, color: Color, board: &Board) {
        let side = color.index();
        let last = self.line.len() - 1;
        let mut first = last;
        while !self.line[first].is_ready[side] {
            let step = &self.line[first];
            let is_followed = step.change.is_some() && self.line[first - 1].views[side] == step.views[side];
            if !is_followed {
                return self.refresh(network, color, board);
            }
            first -= 1;
        }
        for index in first + 1..=last {
            self.advance(network, index, side);
        }
    }

    /// Computes one side's sums from those of the position before.
    #[inline]
    fn advance(&mut self, network: &Network, index: usize, side: usize) {
        let blocks = self.blocks;
        let step = &mut self.line[index];
        let Some(change) = step.change else { return };
        step.is_ready[side] = true;
        let view = step.views[side];
        let (before, after) = self.sums.split_at_mut(2 * index * blocks);
        let from = &before[(2 * (index - 1) + side) * blocks..][..blocks];
        let to = &mut after[side * blocks..][..blocks];
        let row = |(man, square)| network.row(view.feature(man, square));
        match change {
            Change::Step { gone, come } => self.path.update(from, to, [row(come)], [row(gone)]),
            Change::Capture { gone, come } => self.path.update(from, to, [row(come)], gone.map(row)),
            Change::Castle { gone, come } => self.path.update(from, to, come.map(row), gone.map(row)),
        }
    }

    /// Computes one side's sums for the last position of the line without those before it.
    fn refresh(&mut self, network: &Network, color: Color, board: &Board) {
        let index = self.line.len() - 1;
        let Some(last) = self.line.last_mut() else { return };
        let side = color.index();
        last.is_ready[side] = true;
        let sums = self.cache.refresh(network, self.path, last.views[side], board);
        self.sums[(2 * index + side) * self.blocks..][..self.blocks].copy_from_slice(sums);
    }
}

#[cfg(test)]
impl Accumulators {
    /// How many positions of the line have both sides' sums.
    pub(super) fn ready(&self) -> usize {
        self.line.iter().filter(|step| step.is_ready == [true; 2]).count()
    }
}
