//! The desk at which an algorithm works: the game, the tallies, the memory, and whoever watches.
//!
//! The desk does what the figures leave out (counting, keeping the line of best play, telling the watcher), so
//! that an algorithm reads as its figure does:
//!
//! ```text
//! if let Some(value) = desk.enter(alpha, beta, depth) { return value; }   a frontier node, or a draw
//! let moves = desk.moves();                                                Generate
//! if moves.is_empty() { return desk.leaf(); }
//! desk.down(mv); ... desk.up();                                            Make, Undo
//! ```

use core::sync::atomic::{AtomicBool, Ordering};

use quevedo_value::Bound;

use crate::counts::Counts;
use crate::limits::{MAX_PLY, from_table, to_table};
use crate::lines::Lines;
use crate::memory::Memory;
use crate::memory::table::Entry;
use crate::order;
use crate::quiescence;
use crate::settings::Settings;
use crate::tree::{GameTree, Moves};
use crate::watch::{Observer, Phase, Reason, Skip, Step, Visit};

/// How often the clock of the node limit and the stop flag are looked at, in nodes.
const CHECK_EVERY: u64 = 1024;

/// One step of the way from the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footstep<M> {
    /// The move; `None` for passing.
    pub(crate) mv: Option<M>,
    /// Where it captured, and what that won. Only known where the recapture extension asks.
    pub(crate) capture: Option<(usize, i32)>,
}

/// Where an algorithm works.
#[derive(Debug)]
pub struct Desk<'a, T: GameTree, W> {
    /// The game.
    pub tree: &'a mut T,
    /// The switches.
    pub settings: &'a Settings,
    /// The tallies.
    pub counts: Counts,
    pub(crate) memory: Memory<T::Move>,
    pub(crate) lines: Lines<T::Move>,
    watcher: &'a mut W,
    /// The moves from the root to here; passing ends what can be known from it.
    pub(crate) path: Vec<Footstep<T::Move>>,
    /// The nominal depth of this iteration.
    pub(crate) root_depth: i32,
    stop: Option<&'a AtomicBool>,
    nodes: u64,
    over: bool,
}

impl<'a, T: GameTree, W: Observer<T::Move>> Desk<'a, T, W> {
    /// A tidy desk with empty tables.
    pub fn new(tree: &'a mut T, settings: &'a Settings, watcher: &'a mut W) -> Desk<'a, T, W> {
        Desk {
            tree,
            settings,
            counts: Counts::default(),
            memory: Memory::new(settings),
            lines: Lines::new(),
            watcher,
            path: Vec::with_capacity(MAX_PLY + 1),
            root_depth: 0,
            stop: None,
            nodes: 0,
            over: false,
        }
    }

    /// The search ends soon after somebody raises this flag.
    pub fn stop_at(&mut self, flag: &'a AtomicBool) {
        self.stop = Some(flag);
    }

    /// Whether the search was stopped: what it returns from now on means nothing.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The line of best play from the node the desk stands at.
    pub fn line(&self) -> &[T::Move] {
        self.lines.line(self.tree.ply())
    }

    /// Enters a node with its window and remaining depth. Answers at once where the figures do: at a frontier
    /// node (by the quiescence search, if there is one), at a draw, or when the search is over.
    #[inline]
    pub fn enter(&mut self, alpha: i32, beta: i32, depth: i32) -> Option<i32> {
        if let Some(value) = self.arrive(alpha, beta, depth) {
            return Some(value);
        }
        self.settle(alpha, beta, depth)
    }

    /// The first half of [`enter`](Desk::enter): the node is announced; it ends here if it is a draw, or the search
    /// is over.
    #[inline]
    pub(crate) fn arrive(&mut self, alpha: i32, beta: i32, depth: i32) -> Option<i32> {
        let ply = self.tree.ply();
        self.lines.clear(ply);
        let is_frontier = depth <= 0 || ply >= MAX_PLY;
        let phase = if is_frontier { Phase::Frontier } else { Phase::Interior };
        self.watcher.enter(&Visit { step: self.step(), ply, depth, alpha, beta, phase });
        self.tick();
        if self.over {
            self.counts.leaves += 1;
            return Some(self.leave(0, Reason::Stopped));
        }
        if self.tree.is_draw() {
            self.counts.leaves += 1;
            return Some(self.leave(0, Reason::Leaf));
        }
        None
    }

    /// The second half: the value of a frontier node.
    #[inline]
    pub(crate) fn settle(&mut self, alpha: i32, beta: i32, depth: i32) -> Option<i32> {
        if depth <= 0 || self.tree.ply() >= MAX_PLY {
            self.counts.frontier += 1;
            let value = quiescence::frontier(self, alpha, beta);
            self.counts.cut_frontier += u64::from(value >= beta);
            return Some(self.leave(value, Reason::Evaluated));
        }
        self.counts.interior += 1;
        None
    }

    /// Enters a node beyond the horizon.
    pub(crate) fn enter_quiescence(&mut self, alpha: i32, beta: i32) {
        let ply = self.tree.ply();
        self.lines.clear(ply);
        self.watcher.enter(&Visit {
            step: self.step(),
            ply,
            depth: 0,
            alpha,
            beta,
            phase: Phase::Quiescence,
        });
        self.tick();
        self.counts.quiescence += 1;
    }

    /// How the search came here.
    fn step(&self) -> Step<T::Move> {
        self.path.last().map_or(Step::Root, |step| step.mv.map_or(Step::Null, Step::Move))
    }

    fn tick(&mut self) {
        self.nodes += 1;
        if self.settings.node_limit.is_some_and(|limit| self.nodes > limit) {
            self.over = true;
        }
        if self.nodes.is_multiple_of(CHECK_EVERY)
            && self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            self.over = true;
        }
    }

    /// The papers' `Retrieve`: what the transposition table knows about this node.
    pub(crate) fn retrieve(&mut self) -> Option<Entry<T::Move>> {
        if !self.memory.table.is_on() {
            return None;
        }
        self.counts.table_probes += 1;
        let mut entry = self.memory.table.look_up(self.tree.key())?;
        self.counts.table_hits += 1;
        entry.merit = from_table(entry.merit, self.tree.ply());
        entry.mv = entry.mv.filter(|&mv| self.tree.is_legal(mv));
        Some(entry)
    }

    /// Whether an entry was searched deeply enough to be believed.
    pub(crate) fn is_deep_enough(&self, entry: &Entry<T::Move>, depth: i32) -> bool {
        if self.settings.exact_height { entry.height == depth } else { entry.height >= depth }
    }

    /// Leaves a node that was announced but not entered, because the table knows its value.
    pub(crate) fn leave_known(&mut self, value: i32, depth: i32) -> i32 {
        if depth <= 0 {
            self.counts.frontier += 1;
        } else {
            self.counts.interior += 1;
        }
        self.leave(value, Reason::Table)
    }

    /// The papers' `Store`.
    pub(crate) fn store(&mut self, depth: i32, merit: i32, flag: Bound, mv: Option<T::Move>) {
        if self.memory.table.is_on() && !self.over {
            let merit = to_table(merit, self.tree.ply());
            let entry = Entry { lock: self.tree.key(), mv, merit, flag, height: depth, age: self.root_depth };
            self.counts.table_overwrites += u64::from(self.memory.table.store(entry));
        }
    }

    /// The `AddCredit` of Marsland and Björnsson: a move was the best, or cut off.
    pub(crate) fn add_credit(&mut self, mv: T::Move, depth: i32, is_cut_off: bool) {
        if self.settings.history {
            self.memory.history.credit(self.tree.history_slot(mv), depth);
        }
        if self.settings.killers && is_cut_off {
            self.memory.killers.credit(self.tree.ply(), mv);
        }
    }

    /// The papers' `Evaluate`.
    #[inline]
    pub fn evaluate(&mut self) -> i32 {
        self.counts.evaluations += 1;
        self.tree.evaluate()
    }

    /// The papers' `Generate`: natural order, or captures first if that switch is on.
    pub fn moves(&mut self) -> Moves<T::Move> {
        self.counts.generations += 1;
        let mut moves = self.tree.moves();
        if self.settings.captures_first || self.settings.safe_captures {
            let mut ranks: Moves<i32> =
                moves.iter().map(|&mv| self.capture_rank(mv).unwrap_or(i32::MIN)).collect();
            order::sort_stably(&mut moves, &mut ranks);
        }
        moves
    }

    /// Where a move stands among the captures that come first; `None` if it does not come first.
    pub(crate) fn capture_rank(&self, mv: T::Move) -> Option<i32> {
        let rank = self.tree.capture_rank(mv)?;
        let is_wanted = !self.settings.safe_captures || self.tree.exchange(mv, &mut 0) >= 0;
        is_wanted.then_some(rank)
    }

    /// Leaves a node that turned out to have no moves.
    pub fn leaf(&mut self) -> i32 {
        self.counts.interior -= 1;
        self.counts.leaves += 1;
        let value = self.tree.leaf_value();
        self.leave(value, Reason::Leaf)
    }

    /// Walks down a branch.
    #[inline]
    pub fn down(&mut self, mv: T::Move) {
        let capture = if self.settings.recapture_extension {
            self.tree.capture_target(mv).map(|target| (target, self.tree.gain(mv)))
        } else {
            None
        };
        self.path.push(Footstep { mv: Some(mv), capture });
        self.tree.make(mv);
    }

    /// Walks back up.
    #[inline]
    pub fn up(&mut self) {
        self.path.pop();
        self.tree.unmake();
    }

    /// Passes, if the game allows it; [`up`](Desk::up) takes it back.
    pub(crate) fn pass(&mut self) -> bool {
        let passed = self.tree.pass();
        if passed {
            self.path.push(Footstep { mv: None, capture: None });
        }
        passed
    }

    /// The move just searched is the best so far: the line of best play goes through it.
    #[inline]
    pub fn best(&mut self, mv: T::Move) {
        self.lines.extend(self.tree.ply(), mv);
    }

    /// Nothing is known about the best play below this node, which was not entered.
    pub(crate) fn forget_line(&mut self) {
        self.lines.clear(self.tree.ply());
    }

    /// Where a value of the table ended a node of the principal variation, its line is in the table, too.
    pub(crate) fn recall_line(&mut self, depth: i32) {
        let start = self.tree.ply();
        let mut line: Moves<T::Move> = Moves::new();
        while (line.len() as i32) < depth && !line.is_full() && (line.is_empty() || !self.tree.is_draw()) {
            let entry = self.memory.table.look_up(self.tree.key()).filter(|entry| entry.flag == Bound::Exact);
            let Some(mv) = entry.and_then(|entry| entry.mv).filter(|&mv| self.tree.is_legal(mv)) else {
                break;
            };
            self.tree.make(mv);
            line.push(mv);
        }
        for _ in &line {
            self.tree.unmake();
        }
        self.lines.set(start, &line);
    }

    /// Leaves a node because a move reached beta; `rest` was not looked at.
    pub fn cut_off(&mut self, value: i32, rest: &[T::Move]) -> i32 {
        self.pass_over(rest);
        self.leave(value, Reason::CutOff)
    }

    /// Counts a cut-off and tells the watcher which moves it made irrelevant.
    pub(crate) fn pass_over(&mut self, rest: &[T::Move]) {
        self.counts.cutoffs += 1;
        for &mv in rest {
            self.watcher.skip(mv, Skip::CutOff);
        }
    }

    /// Does not look at a move.
    pub(crate) fn skip(&mut self, mv: T::Move, why: Skip) {
        self.counts.pruned += 1;
        self.watcher.skip(mv, why);
    }

    /// Leaves a node.
    #[inline]
    pub fn leave(&mut self, value: i32, reason: Reason) -> i32 {
        self.watcher.leave(value, reason);
        value
    }
}
