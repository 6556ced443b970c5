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
const LEVEL: f64 = 100.0;
const STYLE: &str = "\
.branch{stroke:#8a877e;stroke-width:1.3}.unseen{stroke:#c9c6bd;stroke-width:1;stroke-dasharray:3 3}\
.best{stroke:#0072b2;stroke-width:3}.box{fill:#fdfdfb;stroke:#0072b2}.cut{fill:#fbe6d8;stroke:#d55e00;stroke-width:2.6}\
.leaf{fill:#e3f1ec;stroke:#007a59}.ghost{fill:none;stroke:#c9c6bd;stroke-dasharray:3 3}rect{stroke-width:1.3}\
.small{font-size:10px}.value{font-weight:600}.change{font-size:10px;font-weight:700;fill:#d55e00}\
@media(prefers-color-scheme:dark){.branch{stroke:#7d7a73}.unseen{stroke:#4a4d52}.best{stroke:#56b4e9}\
.box{fill:#17191c;stroke:#56b4e9}.cut{fill:#3a2417;stroke:#ff8f4a}.leaf{fill:#16261f;stroke:#2bd0a0}.ghost{stroke:#4a4d52}.change{fill:#ff8f4a}}";

/// What the signs mean: a box of each kind with its words.
const LEGEND: [(&str, &str); 4] =
    [("box", "all moves tried"), ("cut", "cut off"), ("leaf", "at the bottom"), ("ghost", "never looked at")];

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
        let width = (shape.width.max(4) as f64).mul_add(STEP, 60.0).max(620.0);
        let height = (shape.height as f64).mul_add(LEVEL, 178.0);
        let mut picture = Picture::styled(width, height, title, STYLE);
        draw_legend(&mut picture);
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
        let node = &self.nodes[child];
        let is_best = self.best_child(parent) == Some(child);
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
        let change = self.change(parent, child);
        if change != 0 {
            picture.text(middle.0 - 4.0, middle.1, "change", "end", &format!("{change:+}"));
        }
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
        // The box says it.
        "exhausted" | "evaluated" | "cut-off" => "",
        other => other,
    };
    picture.text(x, y + 24.0, "faint small", "middle", &format!("{} d{}", node.name, node.depth));
    picture.text(x, y + 35.0, "faint small", "middle", below);
}

fn draw_legend(picture: &mut Picture) {
    for (place, (class, words)) in LEGEND.into_iter().enumerate() {
        let x = 140.0f64.mul_add(place as f64, 24.0);
        picture.rectangle(class, (x, 42.0), (20.0, 11.0));
        picture.text(x + 26.0, 51.0, "faint small", "start", words);
    }
    picture.text(
        24.0,
        70.0,
        "faint small",
        "start",
        "(alpha, beta) above a node, its value in it, its name and the plies left below; thick: the best move; \u{21bb}: again; +1, -2: extended, reduced",
    );
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
    (column.mul_add(STEP, 60.0), (ply as f64).mul_add(LEVEL, 124.0))
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
        assert_eq!(svg.matches("class=\"ghost\"").count(), 2, "p.1.2.2, and the legend");
        assert!(svg.contains(">p.1.2 d1<") && svg.contains(">never looked at<"), "{svg}");
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
