//! A visited tree as text, one node a line.

use std::fmt::Write as _;

use super::{Node, Visited};

impl Visited {
    /// An outline: each node with its window, value and what ended it; branches that were not looked at in
    /// brackets. Nodes more than `plies` below the root are left out.
    pub fn text(&self, plies: usize) -> String {
        let mut out = String::new();
        // A stack of our own: trees may be deep.
        let mut rest = vec![(0, 0)];
        while let Some((place, ply)) = rest.pop() {
            let Some(node) = self.nodes.get(place) else { continue };
            let indent = "  ".repeat(ply);
            let _ = writeln!(out, "{indent}{}", node.words());
            if ply < plies {
                rest.extend(node.children.iter().rev().map(|&child| (child, ply + 1)));
            }
        }
        if self.is_cropped {
            out.push_str("… and more nodes than could be remembered\n");
        }
        out
    }
}

impl Node {
    /// The node in a line: `p.1.2 e5 (-inf, 5) = 6 cut-off`.
    pub fn words(&self) -> String {
        let head = if self.branch.is_empty() || self.name.ends_with(&format!(".{}", self.branch)) {
            self.name.clone()
        } else {
            format!("{} {}", self.name, self.branch)
        };
        let Some(value) = self.value else { return format!("[{head}: {}]", self.reason) };
        let again = if self.repeats > 0 { " again" } else { "" };
        let window = format!("({}, {})", end(self.alpha, "-inf"), end(self.beta, "inf"));
        let reason = match self.reason {
            "exhausted" | "evaluated" => String::new(),
            other => format!(" {other}"),
        };
        format!("{head}{again} {window} = {value}{reason}")
    }
}

fn end(value: Option<i32>, infinity: &str) -> String {
    value.map_or_else(|| infinity.to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::recorder::tests::visited;
    use crate::Algorithm;

    #[test]
    fn figure_2_in_words() {
        let text = visited(Algorithm::AlphaBeta).text(9);
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        assert!(lines[0].starts_with("p (-inf, inf) = "), "{text}");
        assert!(lines.iter().any(|line| line.starts_with("p.1.2 (-inf, 5) = 6 cut-off")), "{text}");
        assert!(lines.contains(&"[p.1.2.2: cut off]"), "{text}");
        assert_eq!(visited(Algorithm::AlphaBeta).text(1).lines().count(), 3);
    }
}
