//! A visited tree as a picture for a blackboard.

use quevedo_chart::Picture;

use super::{Node, Visited};

/// A picture with more nodes at the bottom than this is too wide to be read.
pub const LARGEST_PICTURE: usize = 120;

/// The tree is too wide to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the tree has {0} branches at its bottom, too many for a picture of at most {LARGEST_PICTURE}; search less deeply, or draw fewer plies"
)]
pub struct TooLarge(pub usize);

const STEP: f64 = 74.0;
const LEVEL: f64 = 92.0;
const STYLE: &str = "\
.branch{stroke:#8a877e;stroke-width:1.3}.unseen{stroke:#c9c6bd;stroke-width:1;stroke-dasharray:3 3}\
.best{stroke:#1f5fa8;stroke-width:2.6}.box{fill:#fdfdfb;stroke:#1f5fa8}.cut{fill:#fbe9e7;stroke:#b3382f}\
.leaf{fill:#eef3ea;stroke:#2b8a4b}.ghost{fill:none;stroke:#c9c6bd;stroke-dasharray:3 3}rect{stroke-width:1.3}\
.small{font-size:10px}.value{font-weight:600}\
@media(prefers-color-scheme:dark){.branch{stroke:#7d7a73}.unseen{stroke:#4a4d52}.best{stroke:#7db4f0}\
.box{fill:#17191c;stroke:#7db4f0}.cut{fill:#3a1f1c;stroke:#f08a80}.leaf{fill:#1c2a1f;stroke:#6fce90}.ghost{stroke:#4a4d52}}";

impl Visited {
    /// Draws the tree down to so many plies below the root.
    ///
    /// # Errors
    /// If it is too wide.
    pub fn svg(&self, title: &str, plies: usize) -> Result<String, TooLarge> {
        let shape = Layout::of(self, plies);
        if shape.width > LARGEST_PICTURE {
            return Err(TooLarge(shape.width));
        }
        let width = (shape.width.max(4) as f64).mul_add(STEP, 60.0).max(520.0);
        let height = (shape.height as f64).mul_add(LEVEL, 150.0);
        let mut picture = Picture::styled(width, height, title, STYLE);
        picture.text(
            24.0,
            50.0,
            "faint small",
            "start",
            "(alpha, beta) above a node; its value in it; red: cut off; dashed: never looked at",
        );
        for &(place, _) in &shape.order {
            for &child in &self.nodes[place].children {
                self.draw_branch(&mut picture, &shape, place, child);
            }
        }
        for &(place, ply) in &shape.order {
            draw_node(&mut picture, shape.spot(place, ply), &self.nodes[place], ply >= plies);
        }
        Ok(picture.finished())
    }

    fn draw_branch(&self, picture: &mut Picture, shape: &Layout, parent: usize, child: usize) {
        let (Some(from), Some(to)) = (shape.places[parent], shape.places[child]) else { return };
        let (node, above) = (&self.nodes[child], &self.nodes[parent]);
        // The first of the moves that gave the node its value.
        let is_good =
            |&child: &usize| self.nodes[child].value.is_some_and(|value| above.value == Some(-value));
        let is_best = above.children.iter().find(|child| is_good(child)) == Some(&child);
        let class = match () {
            () if !node.is_visited() => "unseen",
            () if is_best => "best",
            () => "branch",
        };
        let (from, to) = (point(from), point(to));
        picture.segment(class, (from.0, from.1 + 12.0), (to.0, to.1 - 28.0));
        let middle = (0.35f64.mul_add(from.0, 0.65 * to.0), 0.35f64.mul_add(from.1, 0.65 * to.1) - 6.0);
        let again = if node.repeats > 0 { "\u{21bb}" } else { "" };
        picture.text(middle.0 + 4.0, middle.1, "faint small", "start", &format!("{}{again}", node.branch));
    }
}

fn draw_node(picture: &mut Picture, (x, y): (f64, f64), node: &Node, is_lowest: bool) {
    let class = match () {
        () if !node.is_visited() => "ghost",
        () if node.reason == "cut-off" || node.reason == "null move" => "cut",
        () if node.children.is_empty() || is_lowest => "leaf",
        () => "box",
    };
    picture.rectangle(class, (x - 26.0, y - 12.0), (52.0, 24.0));
    let Some(value) = node.value else { return };
    picture.text(x, y + 4.0, "text value", "middle", &value.to_string());
    let end = |value: Option<i32>, infinity: &str| {
        value.map_or_else(|| infinity.to_owned(), |value| value.to_string())
    };
    let window = format!("({}, {})", end(node.alpha, "\u{2212}\u{221e}"), end(node.beta, "\u{221e}"));
    picture.text(x, y - 17.0, "faint small", "middle", &window);
    let below = match node.reason {
        // Colours say it.
        "exhausted" | "evaluated" | "cut-off" => "",
        other => other,
    };
    picture.text(x, y + 24.0, "faint small", "middle", below);
}

/// Where nodes stand: leaves side by side, parents above the middle of their children.
struct Layout {
    /// Column (in half leaves) and ply of each node that is drawn.
    places: Vec<Option<(f64, usize)>>,
    /// Nodes that are drawn with their plies, children first.
    order: Vec<(usize, usize)>,
    width: usize,
    height: usize,
}

impl Layout {
    fn of(tree: &Visited, plies: usize) -> Layout {
        let mut layout =
            Layout { places: vec![None; tree.nodes.len()], order: Vec::new(), width: 0, height: 0 };
        // Two visits to each node: on the way down, and when all its children have their places.
        let mut rest = vec![(0, 0, false)];
        while let Some((place, ply, is_done)) = rest.pop() {
            let Some(node) = tree.nodes.get(place) else { continue };
            let children: &[usize] = if ply < plies { &node.children } else { &[] };
            layout.height = layout.height.max(ply);
            if children.is_empty() {
                layout.places[place] = Some((layout.width as f64, ply));
                layout.width += 1;
                layout.order.push((place, ply));
            } else if is_done {
                let columns = children.iter().filter_map(|&child| layout.places[child].map(|(x, _)| x));
                let (low, high) = columns.fold((f64::MAX, 0f64), |(low, high), x| (low.min(x), high.max(x)));
                layout.places[place] = Some((f64::midpoint(low, high), ply));
                layout.order.push((place, ply));
            } else {
                rest.push((place, ply, true));
                rest.extend(children.iter().rev().map(|&child| (child, ply + 1, false)));
            }
        }
        layout
    }

    fn spot(&self, place: usize, ply: usize) -> (f64, f64) {
        point(self.places[place].unwrap_or((0.0, ply)))
    }
}

/// Where a column and a ply are on paper.
fn point((column, ply): (f64, usize)) -> (f64, f64) {
    (column.mul_add(STEP, 60.0), (ply as f64).mul_add(LEVEL, 96.0))
}

#[cfg(test)]
mod tests {
    use super::super::recorder::tests::visited;
    use super::*;
    use crate::Algorithm;

    #[test]
    fn figure_2_as_a_picture() {
        let tree = visited(Algorithm::AlphaBeta);
        let svg = tree.svg("Fig. 2", 9).expect("small");
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
        assert_eq!(svg.matches("class=\"ghost\"").count(), 1, "p.1.2.2");
        assert!(svg.contains("(\u{2212}\u{221e}, 5)"));
    }

    #[test]
    fn wide_trees_are_refused() {
        let leaf = visited(Algorithm::AlphaBeta).nodes[3].clone();
        let mut nodes = vec![Node { children: (1..=LARGEST_PICTURE + 1).collect(), ..leaf.clone() }];
        nodes.extend(std::iter::repeat_n(Node { children: Vec::new(), ..leaf }, LARGEST_PICTURE + 1));
        let tree = Visited { nodes, is_cropped: false };
        assert_eq!(tree.svg("t", 9), Err(TooLarge(LARGEST_PICTURE + 1)));
        assert!(tree.svg("t", 0).is_ok(), "the root alone can always be drawn");
    }
}
