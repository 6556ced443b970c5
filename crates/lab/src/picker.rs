//! The moves of a node, one after the other, best-looking first.
//!
//! Marsland 1991, section 3.6: *any valid table move is tried first. By this means, should a cut-off occur the
//! need for a move generation is eliminated.* Then captures, killers, and the rest by history.

use crate::desk::Desk;
use crate::order;
use crate::tree::{GameTree, Loud, Moves};
use crate::watch::{Observer, Skip};

/// Mac Hack's widths for tapered N-best search, by level (Greenblatt, Eastlake and Crocker 1967).
const N_BEST: [usize; 5] = [15, 15, 9, 9, 7];

/// Captures rank above killers, killers above history.
const CAPTURE: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;

/// The moves of a node that are still to come.
#[derive(Debug)]
pub(crate) struct Picker<M> {
    first: Option<M>,
    /// Already tried, or not wanted.
    left_out: [Option<M>; 2],
    is_generated: bool,
    moves: Moves<M>,
    ranks: Moves<i32>,
    next: usize,
}

impl<M: Copy + Eq> Picker<M> {
    /// The moves of a node, `first` before all others and `excluded` never.
    pub(crate) fn new(first: Option<M>, excluded: Option<M>) -> Picker<M> {
        let first = first.filter(|&mv| Some(mv) != excluded);
        Picker {
            first,
            left_out: [excluded, None],
            is_generated: false,
            moves: Moves::new(),
            ranks: Moves::new(),
            next: 0,
        }
    }

    /// The next move.
    pub(crate) fn next<T, W>(&mut self, desk: &mut Desk<'_, T, W>) -> Option<M>
    where
        T: GameTree<Move = M>,
        W: Observer<M>,
    {
        if !self.is_generated {
            if let Some(first) = self.first.take() {
                self.left_out[1] = Some(first);
                return Some(first);
            }
            self.generate(desk);
        }
        if self.next >= self.moves.len() {
            return None;
        }
        if !self.ranks.is_empty() {
            order::pick(&mut self.moves, &mut self.ranks, self.next);
        }
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    /// The generated moves that were not picked.
    pub(crate) fn rest(&self) -> &[M] {
        self.moves.get(self.next..).unwrap_or(&[])
    }
}

impl<M: Copy + Eq> Picker<M> {
    fn generate<T, W>(&mut self, desk: &mut Desk<'_, T, W>)
    where
        T: GameTree<Move = M>,
        W: Observer<M>,
    {
        self.is_generated = true;
        desk.counts.generations += 1;
        let is_root = desk.tree.ply() == 0;
        let is_ordered = is_root && desk.settings.root_order;
        self.moves = if is_ordered { desk.root_order() } else { desk.tree.moves() };
        self.moves.retain(|mv| !self.left_out.contains(&Some(*mv)));
        let settings = desk.settings;
        if settings.n_best && !desk.tree.in_check() {
            self.ranks = self.moves.iter().map(|&mv| desk.plausibility(mv)).collect();
            order::sort_stably(&mut self.moves, &mut self.ranks);
            self.taper(desk);
        } else if !is_ordered
            && (settings.captures_first || settings.safe_captures || settings.killers || settings.history)
        {
            self.ranks = self.moves.iter().map(|&mv| desk.rank(mv)).collect();
        }
    }

    /// Keeps the N best, as many as the level allows; one may have been tried already.
    fn taper<T, W>(&mut self, desk: &mut Desk<'_, T, W>)
    where
        T: GameTree<Move = M>,
        W: Observer<M>,
    {
        let level = desk.tree.ply().min(N_BEST.len() - 1);
        let wanted = N_BEST[level] - usize::from(self.left_out[1].is_some());
        for &mv in self.moves.iter().skip(wanted) {
            desk.skip(mv, Skip::NBest);
        }
        self.moves.truncate(wanted);
        self.ranks.truncate(wanted);
    }
}

impl<T: GameTree, W: Observer<T::Move>> Desk<'_, T, W> {
    /// How early a move is tried.
    #[inline]
    pub(crate) fn rank(&self, mv: T::Move) -> i32 {
        if (self.settings.captures_first || self.settings.safe_captures)
            && let Some(rank) = self.capture_rank(mv)
        {
            return CAPTURE + rank;
        }
        let killer = if self.settings.killers { self.memory.killers.rank(self.tree.ply(), mv) } else { 0 };
        let history =
            if self.settings.history { self.memory.history.rank(self.tree.history_slot(mv)) } else { 0 };
        KILLER * killer + history
    }

    /// What a move looks like it is worth: the evaluation after it.
    fn plausibility(&mut self, mv: T::Move) -> i32 {
        self.tree.make(mv);
        let value = -self.evaluate();
        self.tree.unmake();
        value
    }

    /// The moves of the root by their merits in the last iteration, before the first one by pre-analysis: the
    /// evaluation after the move less what the opponent's best exchange wins.
    fn root_order(&mut self) -> Moves<T::Move> {
        if self.memory.root.is_empty() {
            let moves = self.tree.moves();
            let mut merits: Moves<i32> = Moves::new();
            for &mv in &moves {
                let value = self.plausibility(mv);
                self.tree.make(mv);
                let mut looked_at = 0;
                let replies = self.tree.loud_moves(Loud::default());
                let loss = replies.iter().map(|&reply| self.tree.exchange(reply, &mut looked_at)).max();
                self.tree.unmake();
                merits.push(value - loss.unwrap_or(0).max(0));
            }
            self.memory.root.analyse(moves.iter().copied().zip(merits.iter().copied()));
        }
        self.memory.root.order().collect()
    }
}
