//! As many processors as you like, in steps of one node.
//!
//! Every processor visits one node in each unit of time; talking costs nothing. So the simulation shows what the
//! order of work alone costs: search overhead and idle time. The tree is walked by the game itself, so any game can be
//! simulated, and its positions are what a recorded alpha-beta tree would hold.

use super::Sharing;
use crate::{GameTree, INFINITE};

/// What a simulated search cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simulated {
    /// The value of the root.
    pub value: i32,
    /// Units of time until the root was done.
    pub ticks: u64,
    /// Nodes visited by all processors.
    pub nodes: u64,
    /// Units in which a processor had nothing to do, all processors together.
    pub idle: u64,
}

/// Searches a tree to a depth with so many simulated processors. [`Sharing::SharedTable`] cannot be simulated this
/// way (what it gains depends on who is when where) and counts as [`Sharing::YoungBrothers`].
pub fn simulate<T: GameTree>(tree: &T, sharing: Sharing, depth: i32, processors: usize) -> Simulated {
    let mut world = World::new(tree, sharing, depth.max(1));
    let mut places: Vec<Option<usize>> = vec![None; processors.max(1)];
    let mut found = Simulated { value: 0, ticks: 0, nodes: 0, idle: 0 };
    while !world.nodes[ROOT].is_done {
        found.ticks += 1;
        for place in &mut places {
            *place = world.step(*place);
            if place.is_some() {
                found.nodes += 1;
            } else {
                found.idle += 1;
            }
        }
        world.settle();
    }
    found.value = world.nodes[ROOT].best;
    found
}

const ROOT: usize = 0;

struct Node<T: GameTree> {
    /// The position; given up when the node is done.
    tree: Option<T>,
    parent: Option<usize>,
    moves: Vec<T::Move>,
    /// The next move that nobody has taken.
    next: usize,
    /// Moves that somebody works on.
    pending: usize,
    best: i32,
    depth: i32,
    is_leftmost: bool,
    is_done: bool,
}

/// The tree as far as it was visited.
struct World<T: GameTree> {
    nodes: Vec<Node<T>>,
    /// Nodes that are entered and not done.
    open: Vec<usize>,
    /// Nodes whose value is found in this unit of time; others hear of it in the next.
    found: Vec<usize>,
    sharing: Sharing,
}

impl<T: GameTree> World<T> {
    fn new(tree: &T, sharing: Sharing, depth: i32) -> World<T> {
        let mut world = World { nodes: Vec::new(), open: Vec::new(), found: Vec::new(), sharing };
        world.add(tree.clone(), None, depth, true);
        world
    }

    fn add(&mut self, tree: T, parent: Option<usize>, depth: i32, is_leftmost: bool) -> usize {
        let moves = if depth > 0 { ordered(&tree) } else { Vec::new() };
        let node = Node {
            tree: Some(tree),
            parent,
            moves,
            next: 0,
            pending: 0,
            best: -INFINITE,
            depth,
            is_leftmost,
            is_done: false,
        };
        self.nodes.push(node);
        self.open.push(self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// One unit of a processor that stands at a node: the node that it visits, if there is work for it.
    fn step(&mut self, place: Option<usize>) -> Option<usize> {
        // Its own line first, upwards (also out of a subtree that was given up); then anything near the root.
        let mut here = place;
        while let Some(node) = here {
            if self.may_take(node) {
                return Some(self.visit(node));
            }
            here = self.nodes[node].parent;
        }
        let able = self.open.iter().copied().filter(|&node| self.may_take(node));
        let node = able.max_by_key(|&node| (self.nodes[node].depth, core::cmp::Reverse(node)))?;
        Some(self.visit(node))
    }

    /// Whether a processor may take the next move of a node now.
    fn may_take(&self, place: usize) -> bool {
        let node = &self.nodes[place];
        if node.is_done || node.next >= node.moves.len() {
            return false;
        }
        // The first move alone, then by the rule; a node that is not divided has one move at work at a time.
        match (node.next, self.sharing) {
            (0, _) => node.pending == 0,
            (1, _) if node.pending > 0 => false,
            (_, Sharing::PvSplitting) => node.is_leftmost || node.pending == 0,
            (_, Sharing::YoungBrothers | Sharing::SharedTable) => true,
        }
    }

    /// Takes the next move of a node and visits the position after it.
    fn visit(&mut self, parent: usize) -> usize {
        let node = &mut self.nodes[parent];
        let (place, depth) = (node.next, node.depth - 1);
        node.next += 1;
        node.pending += 1;
        let is_leftmost = node.is_leftmost && place == 0;
        let mv = node.moves[place];
        let mut tree = match &node.tree {
            Some(tree) => tree.clone(),
            // A node that is done has no moves to take; it stays where it is.
            None => return parent,
        };
        tree.make(mv);
        let is_draw = tree.is_draw();
        let child = self.add(tree, Some(parent), depth, is_leftmost);
        let node = &mut self.nodes[child];
        if let Some(tree) = &mut node.tree {
            let value = match () {
                () if is_draw => Some(0),
                () if depth == 0 => Some(tree.evaluate()),
                () if node.moves.is_empty() => Some(tree.leaf_value()),
                () => None,
            };
            if let Some(value) = value {
                node.best = value;
                self.found.push(child);
            }
        }
        child
    }

    /// The end of a unit of time: what was found in it counts from now on.
    fn settle(&mut self) {
        for node in core::mem::take(&mut self.found) {
            if !self.nodes[node].is_done {
                self.finish(node);
            }
        }
    }

    /// A node is done: its parent hears of it, and may be done as well.
    fn finish(&mut self, place: usize) {
        let mut here = place;
        loop {
            let node = &mut self.nodes[here];
            node.is_done = true;
            node.tree = None;
            node.moves = Vec::new();
            let (value, parent) = (-node.best, node.parent);
            self.open.retain(|&open| open != here);
            let Some(parent) = parent else { return };
            let above = &mut self.nodes[parent];
            above.pending = above.pending.saturating_sub(1);
            above.best = above.best.max(value);
            let is_exhausted = above.next >= above.moves.len() && above.pending == 0;
            let is_cut = self.nodes[parent].best >= self.beta(parent);
            if self.nodes[parent].is_done || !(is_exhausted || is_cut) {
                return;
            }
            if is_cut {
                self.drop_below(parent);
            }
            here = parent;
        }
    }

    /// What the player above can have elsewhere by now: the window as it is, not as it was.
    fn beta(&self, place: usize) -> i32 {
        let mut theirs = -INFINITE;
        let mut here = self.nodes[place].parent;
        while let Some(node) = here {
            theirs = theirs.max(self.nodes[node].best);
            // The next node of the same player is two plies up.
            here = self.nodes[node].parent.and_then(|ours| self.nodes[ours].parent);
        }
        -theirs
    }

    /// Everything below a node that is cut off is given up.
    fn drop_below(&mut self, place: usize) {
        let below: Vec<usize> =
            self.open.iter().copied().filter(|&node| node != place && self.is_below(node, place)).collect();
        for &node in &below {
            self.nodes[node].is_done = true;
            self.nodes[node].tree = None;
        }
        self.open.retain(|node| !below.contains(node));
    }

    fn is_below(&self, node: usize, above: usize) -> bool {
        let mut here = self.nodes[node].parent;
        while let Some(node) = here {
            if node == above {
                return true;
            }
            here = self.nodes[node].parent;
        }
        false
    }
}

/// Captures first, the rest in natural order.
fn ordered<T: GameTree>(tree: &T) -> Vec<T::Move> {
    let mut moves: Vec<T::Move> = tree.moves().into_iter().collect();
    moves.sort_by_cached_key(|&mv| tree.capture_rank(mv).map_or(0, |rank| -1_000_000 - rank));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Order, Settings, SyntheticTree, search};

    #[test]
    fn one_processor_is_alpha_beta() {
        for seed in 0..20 {
            let mut tree = SyntheticTree::random(5, 5, seed);
            let found = search(&mut tree, Algorithm::AlphaBeta, &Settings::default(), 5, &mut ());
            for sharing in [Sharing::PvSplitting, Sharing::YoungBrothers] {
                let one = simulate(&tree, sharing, 5, 1);
                assert_eq!((one.value, one.nodes + 1), (found.value, found.counts.nodes()), "{seed}");
                assert_eq!((one.ticks, one.idle), (one.nodes, 0));
            }
        }
    }

    #[test]
    fn many_processors_find_the_same_sooner() {
        for seed in 0..6 {
            let tree = SyntheticTree::new(8, 5, Order::Strong(80), seed);
            let one = simulate(&tree, Sharing::YoungBrothers, 5, 1);
            for processors in [2, 8, 32] {
                let many = simulate(&tree, Sharing::YoungBrothers, 5, processors);
                assert_eq!(many.value, one.value);
                assert!(many.ticks < one.ticks, "{processors}: {} after {}", many.ticks, one.ticks);
                assert!(many.nodes + many.idle <= many.ticks * processors as u64);
            }
            let split = simulate(&tree, Sharing::PvSplitting, 5, 8);
            assert_eq!(split.value, one.value);
            // Nobody can share more than the moves of the nodes on the leftmost path.
            assert!(one.ticks < 9 * simulate(&tree, Sharing::PvSplitting, 5, 64).ticks);
            let share = |it: Simulated| it.idle as f64 / (8 * it.ticks) as f64;
            assert!(share(split) >= share(simulate(&tree, Sharing::YoungBrothers, 5, 8)));
        }
    }
}
