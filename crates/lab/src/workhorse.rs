//! Alpha-beta and PVS with everything that can be switched on: what the experiments run.
//!
//! With all switches off it visits the same nodes as the algorithms' own files (a test sees to that); each switch
//! adds one of the numbered steps.

use quevedo_value::Bound;

use crate::desk::Desk;
use crate::limits::{INFINITE, plies_to_mate};
use crate::memory::table::Entry;
use crate::null_move::Advice;
use crate::picker::Picker;
use crate::settings::{Quiescence, TableUse};
use crate::tree::GameTree;
use crate::watch::{Observer, Reason};

/// The least depth at which a move can be found singular, and how much better it must be.
const SINGULAR_DEPTH: i32 = 4;
const SINGULAR_MARGIN: i32 = 50;

/// How the windows of the moves after the first are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Windows {
    /// Whole: alpha-beta.
    Full,
    /// Minimal, and searched again after a fail-high: PVS.
    Minimal,
}

/// What a node is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask<M> {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    pub(crate) windows: Windows,
    /// The flag of verified null moves: no ancestor had a fail-high.
    pub(crate) verify: bool,
    /// A move that does not count, to find out whether it is singular.
    pub(crate) without: Option<M>,
}

impl<M: Copy> Ask<M> {
    /// The question at the root.
    pub(crate) fn root(windows: Windows, alpha: i32, beta: i32, depth: i32) -> Ask<M> {
        Ask { alpha, beta, depth, windows, verify: true, without: None }
    }

    /// The question to the node below, in its own terms.
    fn below(&self, alpha: i32, beta: i32, depth: i32) -> Ask<M> {
        Ask { alpha: -beta, beta: -alpha, depth, without: None, ..*self }
    }
}

/// The best that the moves of a node came to.
struct Best<M> {
    merit: i32,
    mv: Option<M>,
    /// Whether there was any move at all.
    any: bool,
}

/// Searches a node.
pub(crate) fn search<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    mut ask: Ask<T::Move>,
) -> i32 {
    // 1. Forced lines get a ply more; 2. the frontier, and draws.
    ask.depth = ask.depth.max(0) + if ask.without.is_none() { desk.extension(ask.depth.max(0)) } else { 0 };
    if let Some(value) = desk.enter(ask.alpha, ask.beta, ask.depth) {
        return value;
    }
    let nominal = ask.depth;

    // 3. What the table knows: the value, a bound, or at least a move.
    let entry = if ask.without.is_none() { desk.retrieve() } else { None };
    if let Some(value) = entry.and_then(|entry| narrow(desk, &mut ask, &entry)) {
        desk.counts.table_cutoffs += 1;
        return desk.leave(value, Reason::Table);
    }

    // 4. Perhaps even passing is good enough.
    let mut fail_high = false;
    match null_move(desk, &ask) {
        Advice::CutOff(value) => return desk.leave(value, Reason::NullMove),
        Advice::Reduce(plies) => {
            (ask.depth, fail_high) = (ask.depth - plies, ask.verify);
            ask.verify = false;
        }
        Advice::Search => {}
    }

    // 5. The moves; and again, if all of them are worse than passing was.
    let known = entry.filter(|_| desk.settings.table_use.order).and_then(|entry| entry.mv);
    let first = known.or_else(|| desk.refutation());
    let singular = entry.is_some_and(|entry| is_singular(desk, &ask, &entry));
    let mut best = moves(desk, &ask, first, singular);
    if fail_high && best.merit < ask.beta && best.any && !desk.is_over() {
        desk.counts.zugzwangs += 1;
        (ask.depth, ask.verify) = (nominal, true);
        best = moves(desk, &ask, first, singular);
    }
    if !best.any {
        return if ask.without.is_some() { desk.leave(-INFINITE, Reason::Leaf) } else { desk.leaf() };
    }

    // 6. What was learned.
    if ask.without.is_none() {
        remember(desk, &ask, &best);
    }
    let reason = if best.merit >= ask.beta { Reason::CutOff } else { Reason::Exhausted };
    desk.leave(best.merit, reason)
}

/// Tries the moves of a node.
fn moves<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    ask: &Ask<T::Move>,
    first: Option<T::Move>,
    singular: bool,
) -> Best<T::Move> {
    let mut picker = Picker::new(first, ask.without);
    let mut best = Best { merit: -INFINITE, mv: None, any: false };
    let may_prune = desk.prunes_forward() && !desk.tree.in_check() && desk.tree.ply() > 0;
    let mut tried = 0;
    while let Some(mv) = picker.next(desk) {
        let low = ask.alpha.max(best.merit);
        desk.down(mv);
        if may_prune
            && tried > 0
            && let Some((why, at_most)) = desk.hopeless(low, ask.depth)
        {
            desk.up();
            desk.skip(mv, why);
            best.merit = best.merit.max(at_most);
            continue;
        }
        let extra = i32::from(singular && Some(mv) == first);
        let value = branch(desk, ask, low, ask.depth - 1 + extra, tried == 0);
        desk.up();
        desk.note_root_move(mv, value, value > best.merit);
        (best.any, tried) = (true, tried + 1);
        if value > best.merit {
            (best.merit, best.mv) = (value, Some(mv));
            desk.best(mv);
        }
        if best.merit >= ask.beta {
            desk.counts.first_cutoffs += u64::from(tried == 1);
            desk.pass_over(picker.rest());
            break;
        }
    }
    best
}

/// The value of the branch that was just walked down.
fn branch<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    ask: &Ask<T::Move>,
    low: i32,
    depth: i32,
    is_first: bool,
) -> i32 {
    if is_first || ask.windows == Windows::Full {
        return -search(desk, ask.below(low, ask.beta, depth));
    }
    let value = -search(desk, ask.below(low, low + 1, depth));
    if value > low && value < ask.beta && !(desk.is_exact_near_horizon() && ask.depth <= 2) {
        desk.counts.researches += 1;
        return -search(desk, ask.below(value, ask.beta, depth));
    }
    value
}

/// Narrows the window by what the table knows (Marsland and Björnsson, Fig. 1), or answers at once. The root always
/// searches, because it wants a move.
fn narrow<T: GameTree, W: Observer<T::Move>>(
    desk: &Desk<'_, T, W>,
    ask: &mut Ask<T::Move>,
    entry: &Entry<T::Move>,
) -> Option<i32> {
    if desk.tree.ply() == 0 || !desk.is_deep_enough(entry, ask.depth) {
        return None;
    }
    let TableUse { bounds, cutoffs, .. } = desk.settings.table_use;
    let alpha = if entry.flag.is_lower() { ask.alpha.max(entry.merit) } else { ask.alpha };
    let beta = if entry.flag.is_upper() { ask.beta.min(entry.merit) } else { ask.beta };
    if alpha >= beta {
        return cutoffs.then_some(entry.merit);
    }
    if bounds {
        (ask.alpha, ask.beta) = (alpha, beta);
    }
    None
}

fn null_move<T: GameTree, W: Observer<T::Move>>(desk: &mut Desk<'_, T, W>, ask: &Ask<T::Move>) -> Advice {
    if ask.without.is_some() || ask.beta >= INFINITE {
        return Advice::Search;
    }
    desk.try_null_move(ask.beta, ask.depth, ask.verify, |desk, depth| {
        search(desk, ask.below(ask.beta - 1, ask.beta, depth))
    })
}

/// Whether the table's move is so much better than all others that these fail low even against a lower bound
/// (Anantharaman, Campbell and Hsu 1988, as a reduced search).
fn is_singular<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    ask: &Ask<T::Move>,
    entry: &Entry<T::Move>,
) -> bool {
    let asked = desk.settings.singular_extension && ask.without.is_none() && ask.depth >= SINGULAR_DEPTH;
    let known =
        entry.flag.is_lower() && entry.height >= ask.depth - 3 && plies_to_mate(entry.merit).is_none();
    let room = desk.tree.ply() > 0 && (desk.tree.ply() as i32) < 2 * desk.root_depth;
    if !(asked && known && room) || entry.mv.is_none() {
        return false;
    }
    let bound = entry.merit - SINGULAR_MARGIN;
    let question = Ask { alpha: bound - 1, beta: bound, depth: ask.depth / 2, without: entry.mv, ..*ask };
    let singular = search(desk, question) < bound;
    desk.counts.extensions += u64::from(singular);
    singular
}

fn remember<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    ask: &Ask<T::Move>,
    best: &Best<T::Move>,
) {
    let flag = match best.merit {
        merit if merit >= ask.beta => Bound::Lower,
        merit if merit <= ask.alpha => Bound::Upper,
        _ => Bound::Exact,
    };
    desk.store(ask.depth, best.merit, flag, best.mv);
    if let Some(mv) = best.mv
        && flag != Bound::Upper
    {
        desk.add_credit(mv, ask.depth, flag == Bound::Lower);
    }
}

impl<T: GameTree, W: Observer<T::Move>> Desk<'_, T, W> {
    /// Whether fail-soft values two plies above the horizon are exact, which is Reinefeld's condition: evaluations
    /// are static, and nothing but them decides.
    fn is_exact_near_horizon(&self) -> bool {
        self.settings.quiescence == Quiescence::Off
            && !self.memory.table.is_on()
            && !self.settings.is_selective()
    }

    /// The move that the refutation table proposes.
    fn refutation(&mut self) -> Option<T::Move> {
        if !self.settings.refutation || self.path.len() > 40 {
            return None;
        }
        let mut path: arrayvec::ArrayVec<T::Move, 40> = arrayvec::ArrayVec::new();
        for step in &self.path {
            path.push(step.mv?);
        }
        let mv = self.memory.refutations.next(&path).filter(|&mv| self.tree.is_legal(mv))?;
        self.counts.refutations += 1;
        Some(mv)
    }

    /// At the root: remembers what a move came to, for the next iteration.
    fn note_root_move(&mut self, mv: T::Move, value: i32, is_best: bool) {
        if self.tree.ply() > 0 || self.is_over() {
            return;
        }
        if self.settings.root_order {
            // A bound below the best must not tie with it.
            self.memory.root.note(mv, if is_best { value } else { value - 1 });
        }
        if self.settings.refutation {
            self.memory.refutations.keep(mv, self.lines.line(1), is_best);
        }
    }
}

#[cfg(test)]
mod tests {
    use quevedo_rules::Board;

    use super::*;
    use crate::algorithms::{alpha_beta, pvs};
    use crate::{ChessTree, Counts, Judge, Settings, SyntheticTree};

    type Search<T> = fn(&mut Desk<'_, T, ()>, i32) -> i32;

    fn run<T: GameTree>(
        tree: &T,
        settings: &Settings,
        depth: i32,
        search: Search<T>,
    ) -> (i32, Vec<T::Move>, Counts) {
        let (mut tree, mut nobody) = (tree.clone(), ());
        let mut desk = Desk::new(&mut tree, settings, &mut nobody);
        desk.root_depth = depth;
        let value = search(&mut desk, depth);
        (value, desk.line().to_vec(), Counts { first_cutoffs: 0, ..desk.counts })
    }

    /// Value, line and all tallies are those of the textbook.
    fn compare<T: GameTree>(tree: &T, settings: &Settings, depth: i32) {
        let textbook = run(tree, settings, depth, |desk, depth| alpha_beta(desk, -INFINITE, INFINITE, depth));
        let ours = run(tree, settings, depth, |desk, depth| {
            search(desk, Ask::root(Windows::Full, -INFINITE, INFINITE, depth))
        });
        assert_eq!(ours, textbook, "alpha-beta");
        let textbook = run(tree, settings, depth, |desk, depth| pvs(desk, -INFINITE, INFINITE, depth));
        let ours = run(tree, settings, depth, |desk, depth| {
            search(desk, Ask::root(Windows::Minimal, -INFINITE, INFINITE, depth))
        });
        assert_eq!(ours, textbook, "PVS");
    }

    #[test]
    fn with_all_switches_off_it_is_the_textbook() {
        let plain = Settings::default();
        for seed in 0..300 {
            compare(&SyntheticTree::random(4, 4, seed).with_spread(50), &plain, 4);
            compare(&SyntheticTree::random(3, 5, seed).ragged(), &plain, 5);
        }
        let board = Board::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let tree = ChessTree::new(&board.expect("legal"), Judge::Material);
        for text in ["", "captures-first", "quiescence=captures"] {
            compare(&tree, &text.parse().expect("settings"), 3);
        }
    }
}
