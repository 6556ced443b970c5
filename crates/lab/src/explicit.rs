//! Trees written down leaf by leaf, and those of Marsland's figures.
//!
//! A tree is written with parentheses: `((5 4) (6 9))` has two moves at the root, each with two replies. The
//! numbers are what the leaves are worth to the player at the root, who therefore gets 6 here: the opponent leaves
//! 4 of the first two and 6 of the others.

use crate::tree::{GameTree, MAX_WIDTH, Moves};

/// Marsland 1991, Figs. 2 and 6: the same small 3-ply tree, walked by alpha-beta and by PVS.
///
/// The pictures are not in the text we have; this tree has everything that the text says about them. Node p.1.2
/// is searched with the window (-inf, 5), its first successor p.1.2.1 is worth 6, so p.1.2.2 is cut off; node
/// p.2.1.2 is worth 7, alpha-beta visits it and PVS does not. The other values are ours.
pub const MARSLAND_FIGURES: &str = "(((5 4) (6 9)) ((8 7) (3 2)))";

/// What is wrong with a tree that somebody wrote down.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeError {
    /// Nothing was written.
    #[error("the tree is empty; write something like ((5 4) (6 9))")]
    Empty,
    /// A parenthesis has no partner.
    #[error("a parenthesis at character {0} has no partner")]
    Unbalanced(usize),
    /// Neither a number nor a parenthesis.
    #[error(
        "character {at} begins {found:?}, which is neither a parenthesis nor a number from -9999 to 9999"
    )]
    Unexpected {
        /// Where, counted from 1.
        at: usize,
        /// What stands there.
        found: String,
    },
    /// More than one tree.
    #[error("something follows the end of the tree at character {0}")]
    Trailing(usize),
    /// Too many of something.
    #[error("the tree is too large: at most {0} moves at a node, 32 levels and 100000 nodes")]
    TooLarge(usize),
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Node {
    children: Vec<usize>,
    /// The written number; 0 at inner nodes.
    value: i32,
}

/// A tree that was written down.
///
/// ```
/// use quevedo_lab::{Algorithm, ExplicitTree, Settings, search};
///
/// let mut tree: ExplicitTree = "((5 4) (6 9))".parse()?;
/// let found = search(&mut tree, Algorithm::AlphaBeta, &Settings::default(), 2, &mut ());
/// assert_eq!(found.value, 6, "the opponent leaves us 4 or 6");
/// # Ok::<(), quevedo_lab::TreeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplicitTree {
    nodes: Vec<Node>,
    path: Vec<usize>,
}

const DEEPEST: usize = 32;
const LARGEST: usize = 100_000;

impl core::str::FromStr for ExplicitTree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<ExplicitTree, TreeError> {
        let mut nodes: Vec<Node> = Vec::new();
        // The nodes whose parentheses are open, with the places of these.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut rest = text.char_indices().peekable();
        while let Some((start, first)) = rest.next() {
            let at = start + 1;
            if first.is_whitespace() || first == ',' {
                continue;
            }
            if first == ')' {
                open.pop().ok_or(TreeError::Unbalanced(at))?;
                continue;
            }
            if open.is_empty() && !nodes.is_empty() {
                return Err(TreeError::Trailing(at));
            }
            let index = nodes.len();
            if let Some(&(parent, _)) = open.last() {
                nodes[parent].children.push(index);
                if nodes[parent].children.len() > MAX_WIDTH {
                    return Err(TreeError::TooLarge(MAX_WIDTH));
                }
            }
            if index >= LARGEST || open.len() >= DEEPEST {
                return Err(TreeError::TooLarge(MAX_WIDTH));
            }
            nodes.push(Node::default());
            if first == '(' {
                open.push((index, at));
                continue;
            }
            let mut word = String::from(first);
            while let Some((_, next)) = rest.next_if(|(_, c)| !c.is_whitespace() && !"(),".contains(*c)) {
                word.push(next);
            }
            nodes[index].value = word
                .parse()
                .ok()
                .filter(|value: &i32| value.abs() < 10_000)
                .ok_or_else(|| TreeError::Unexpected { at, found: word.chars().take(20).collect() })?;
        }
        match open.last() {
            Some(&(_, at)) => Err(TreeError::Unbalanced(at)),
            None if nodes.is_empty() => Err(TreeError::Empty),
            None => Ok(ExplicitTree { nodes, path: vec![0] }),
        }
    }
}

impl ExplicitTree {
    /// The tree of Marsland's Figs. 2 and 6.
    ///
    /// # Errors
    /// Never: the figure is well formed (and a test reads it).
    pub fn marsland() -> Result<ExplicitTree, TreeError> {
        MARSLAND_FIGURES.parse()
    }

    /// The name of this node in Dewey decimal notation: `p.2.1.2`.
    pub fn dewey(&self) -> String {
        let steps = self.path.windows(2).map(|step| {
            let index = self.nodes[step[0]].children.iter().position(|&child| child == step[1]);
            format!(".{}", index.map_or(0, |index| index + 1))
        });
        core::iter::once("p".to_owned()).chain(steps).collect()
    }

    /// The number of plies of the longest line.
    pub fn height(&self) -> usize {
        // Children stand behind their parents, so one pass backwards is enough.
        let mut heights = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            heights[index] = node.children.iter().map(|&child| heights[child] + 1).max().unwrap_or(0);
        }
        heights[0]
    }

    fn here(&self) -> &Node {
        &self.nodes[self.path.last().copied().unwrap_or(0)]
    }
}

impl GameTree for ExplicitTree {
    type Move = u16;

    fn moves(&self) -> Moves<u16> {
        (0..self.here().children.len() as u16).collect()
    }

    fn make(&mut self, mv: u16) {
        let here = self.path.last().copied().unwrap_or(0);
        self.path.push(self.here().children.get(usize::from(mv)).copied().unwrap_or(here));
    }

    fn unmake(&mut self) {
        if self.path.len() > 1 {
            self.path.pop();
        }
    }

    fn ply(&self) -> usize {
        self.path.len() - 1
    }

    /// The written number is the root's view.
    fn evaluate(&mut self) -> i32 {
        let value = self.here().value;
        if self.ply().is_multiple_of(2) { value } else { -value }
    }

    fn key(&self) -> u64 {
        self.path.last().copied().unwrap_or(0) as u64
    }

    fn name(&self, mv: u16) -> String {
        (mv + 1).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_read_and_named() {
        let mut tree = ExplicitTree::marsland().expect("a tree");
        assert_eq!((tree.height(), tree.moves().len()), (3, 2));
        for mv in [1, 0, 1] {
            tree.make(mv);
        }
        assert_eq!((tree.dewey().as_str(), tree.evaluate()), ("p.2.1.2", -7));
    }

    #[test]
    fn faults_are_named() {
        let error = |text: &str| text.parse::<ExplicitTree>().expect_err("a fault").to_string();
        assert_eq!(error(""), "the tree is empty; write something like ((5 4) (6 9))");
        assert_eq!(error("((1 2)"), "a parenthesis at character 1 has no partner");
        assert_eq!(error("(1))"), "a parenthesis at character 4 has no partner");
        assert_eq!(error("(1) 2"), "something follows the end of the tree at character 5");
        assert!(error("(1 x2)").contains("\"x2\""), "{}", error("(1 x2)"));
        assert!(error(&"(".repeat(40)).starts_with("the tree is too large"));
    }
}
