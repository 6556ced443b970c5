//! Watches a search and remembers its tree.

use serde::Serialize;

use crate::watch::{Observer, Phase, Reason, Skip, Step, Visit};
use crate::{GameTree, INFINITE};

/// A node of a visited tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Node {
    /// The branch that leads here, in the words of the game; empty at the root, `null` for a pass.
    pub branch: String,
    /// The node's name in Dewey decimal notation: `p.2.1`.
    pub name: String,
    /// The remaining depth.
    pub depth: i32,
    /// The window: lower end; `None` for minus infinity.
    pub alpha: Option<i32>,
    /// The window: upper end; `None` for infinity.
    pub beta: Option<i32>,
    /// Above (`interior`), on (`frontier`) or beyond (`quiescence`) the horizon.
    pub phase: &'static str,
    /// The value it was left with, for the side to move there; `None` if it was never looked at.
    pub value: Option<i32>,
    /// Why it was left, or why it was not looked at.
    pub reason: &'static str,
    /// How many times its parent had looked at the same branch before: 1 for a re-search.
    pub repeats: u32,
    /// Its children by number.
    pub children: Vec<usize>,
}

impl Node {
    /// Whether the search was here.
    pub fn is_visited(&self) -> bool {
        self.value.is_some()
    }
}

/// The tree that a search visited. Node 0 is the root.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Visited {
    /// The nodes, parents before children.
    pub nodes: Vec<Node>,
    /// Whether nodes are missing because there were too many.
    pub is_cropped: bool,
}

/// Watches a search of a tree. Quiescence nodes are counted as part of the frontier node above them.
#[derive(Debug)]
pub struct Recorder<T: GameTree> {
    /// Walks along, so that moves can be named.
    tree: T,
    nodes: Vec<Node>,
    /// The nodes entered and not left, with their distances from the root.
    path: Vec<(Place, usize)>,
    most: usize,
    is_cropped: bool,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    /// A node that is remembered.
    Kept(usize),
    /// A node that is not: beyond the horizon, or too many.
    Passed,
}

impl<T: GameTree> Recorder<T> {
    /// Remembers at most so many nodes of searches of this tree.
    pub fn new(tree: &T, most: usize) -> Recorder<T> {
        Recorder { tree: tree.clone(), nodes: Vec::new(), path: Vec::new(), most, is_cropped: false }
    }

    /// What was visited. A search that deepens visits several trees: the last one is kept.
    pub fn visited(self) -> Visited {
        Visited { nodes: self.nodes, is_cropped: self.is_cropped }
    }

    fn keep(&mut self, node: Node) -> Option<usize> {
        if self.nodes.len() >= self.most {
            self.is_cropped = true;
            return None;
        }
        self.nodes.push(node);
        Some(self.nodes.len() - 1)
    }

    fn parent(&self) -> Option<usize> {
        match self.path.last() {
            Some(&(Place::Kept(place), _)) => Some(place),
            _ => None,
        }
    }

    /// A child of the node on top of the path.
    fn child(&mut self, branch: String, node: Node) -> Option<usize> {
        let parent = self.parent()?;
        let siblings = &self.nodes[parent].children;
        let same = siblings.iter().filter(|&&child| self.nodes[child].branch == branch).count() as u32;
        let place = siblings.iter().filter(|&&child| self.nodes[child].repeats == 0).count();
        let first = siblings.iter().find(|&&child| self.nodes[child].branch == branch);
        let name = match first {
            Some(&first) => self.nodes[first].name.clone(),
            None => format!("{}.{}", self.nodes[parent].name, place + 1),
        };
        let child = self.keep(Node { branch, name, repeats: same, ..node })?;
        self.nodes[parent].children.push(child);
        Some(child)
    }
}

fn node_of<M>(visit: &Visit<M>) -> Node {
    let end = |value: i32| (value.abs() < INFINITE).then_some(value);
    Node {
        branch: String::new(),
        name: "p".to_owned(),
        depth: visit.depth,
        alpha: end(visit.alpha),
        beta: end(visit.beta),
        phase: match visit.phase {
            Phase::Interior => "interior",
            Phase::Frontier => "frontier",
            Phase::Quiescence => "quiescence",
        },
        value: None,
        reason: "",
        repeats: 0,
        children: Vec::new(),
    }
}

impl<T: GameTree> Observer<T::Move> for Recorder<T> {
    fn enter(&mut self, visit: &Visit<T::Move>) {
        let node = node_of(visit);
        let Some(&(_, above)) = self.path.last() else {
            // Another iteration, or a re-search of the root: what came before is forgotten.
            self.nodes.clear();
            self.is_cropped = false;
            let root = self.keep(node);
            self.path.push((root.map_or(Place::Passed, Place::Kept), visit.ply));
            return;
        };
        // A search may look at the same node once more, without one of its moves: that is no child.
        let is_child = visit.ply > above;
        let mut place = Place::Passed;
        if is_child {
            let branch = match visit.step {
                Step::Move(mv) => self.tree.name(mv),
                Step::Null => "null".to_owned(),
                Step::Root => String::new(),
            };
            if visit.phase != Phase::Quiescence {
                place = self.child(branch, node).map_or(Place::Passed, Place::Kept);
            }
            match visit.step {
                Step::Move(mv) => self.tree.make(mv),
                Step::Null => {
                    self.tree.pass();
                }
                Step::Root => {}
            }
        }
        self.path.push((place, visit.ply));
    }

    fn leave(&mut self, value: i32, reason: Reason) {
        let Some((place, _)) = self.path.pop() else { return };
        if let Place::Kept(place) = place {
            let node = &mut self.nodes[place];
            node.value = Some(value);
            node.reason = match reason {
                Reason::Evaluated => "evaluated",
                Reason::Leaf => "leaf",
                Reason::Exhausted => "exhausted",
                Reason::CutOff => "cut-off",
                Reason::Table => "table",
                Reason::NullMove => "null move",
                Reason::Pruned => "pruned",
                Reason::Stopped => "stopped",
            };
        }
        let above = self.path.last().map_or(0, |&(_, ply)| ply);
        if self.tree.ply() > above {
            self.tree.unmake();
        }
    }

    fn skip(&mut self, mv: T::Move, why: Skip) {
        let reason = match why {
            Skip::CutOff => "cut off",
            Skip::Razoring => "razoring",
            Skip::Marginal => "marginal pruning",
            Skip::Gamma => "gamma",
            Skip::NBest => "not among the N best",
            Skip::Analogy => "analogy",
        };
        let depth = self.parent().map_or(0, |parent| self.nodes[parent].depth - 1);
        let branch = self.tree.name(mv);
        let node = Node {
            branch: branch.clone(),
            name: String::new(),
            depth,
            alpha: None,
            beta: None,
            phase: "unseen",
            value: None,
            reason,
            repeats: 0,
            children: Vec::new(),
        };
        self.child(branch, node);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{Algorithm, ChessTree, ExplicitTree, Judge, Settings, search};

    pub(crate) fn visited(algorithm: Algorithm) -> Visited {
        let mut tree = ExplicitTree::marsland().expect("a tree");
        let mut recorder = Recorder::new(&tree, 1000);
        search(&mut tree, algorithm, &Settings::default(), 3, &mut recorder);
        recorder.visited()
    }

    fn seen<'a>(visited: &'a Visited, name: &str) -> Option<&'a Node> {
        visited.nodes.iter().find(|node| node.name == name)
    }

    #[test]
    fn the_worked_examples_of_the_paper() {
        let alpha_beta = visited(Algorithm::AlphaBeta);
        let cut = seen(&alpha_beta, "p.1.2").expect("visited");
        assert_eq!((cut.alpha, cut.beta, cut.reason), (None, Some(-5).map(|_| 5), "cut-off"));
        let unseen = seen(&alpha_beta, "p.1.2.2").expect("shown");
        assert!(!unseen.is_visited() && unseen.reason == "cut off");
        assert!(seen(&alpha_beta, "p.2.1.2").expect("shown").is_visited());
        let pvs = visited(Algorithm::Pvs);
        assert!(!seen(&pvs, "p.2.1.2").expect("shown").is_visited(), "PVS prunes one frontier node more");
        let leaves = |visited: &Visited| visited.nodes.iter().filter(|n| n.phase == "frontier").count();
        assert_eq!(leaves(&alpha_beta), leaves(&pvs) + 1);
    }

    #[test]
    fn null_moves_and_second_looks_are_followed() {
        let board = quevedo_rules::Board::from_fen(
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1",
        )
        .expect("a position");
        let mut tree = ChessTree::new(&board, Judge::Material);
        let switches = "deepening,table=4096,null=2,quiescence=checks,singular-extension,captures-first";
        let settings: Settings = switches.parse().expect("settings");
        let mut recorder = Recorder::new(&tree, 2_000_000);
        let found = search(&mut tree, Algorithm::Pvs, &settings, 5, &mut recorder);
        let visited = recorder.visited();
        assert_eq!((visited.nodes[0].value, visited.nodes[0].depth), (Some(found.value), 5));
        assert!(visited.nodes.iter().any(|node| node.branch == "null"));
        assert!(visited.nodes.iter().skip(1).all(|node| !node.branch.is_empty()));
    }

    #[test]
    fn chess_with_a_quiescence_search_is_followed() {
        let board = quevedo_rules::Board::from_fen(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        )
        .expect("a position");
        let mut tree = ChessTree::new(&board, Judge::Material);
        let settings: Settings = "quiescence,captures-first".parse().expect("settings");
        let mut recorder = Recorder::new(&tree, 100_000);
        let found = search(&mut tree, Algorithm::AlphaBeta, &settings, 2, &mut recorder);
        let visited = recorder.visited();
        assert!(!visited.is_cropped);
        assert_eq!(visited.nodes[0].value, Some(found.value));
        let moves: Vec<_> =
            visited.nodes[0].children.iter().map(|&n| visited.nodes[n].branch.clone()).collect();
        assert_eq!(moves.len(), 48);
        assert!(moves.contains(&"O-O-O".to_owned()));
        let small = {
            let mut recorder = Recorder::new(&tree, 10);
            search(&mut tree, Algorithm::AlphaBeta, &settings, 2, &mut recorder);
            recorder.visited()
        };
        assert!(small.is_cropped && small.nodes.len() == 10);
    }
}
