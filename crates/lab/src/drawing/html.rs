//! A visited tree as a page whose branches fold: for trees that are too wide for a picture.

use std::fmt::Write as _;

use quevedo_chart::escaped;

use super::{Node, Visited};

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#2b2b2b;--faint:#77756f;--paper:#fdfdfb;--cut:#d55e00;--leaf:#007a59;--best:#0072b2}\
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--faint:#98958d;--paper:#17191c;--cut:#ff8f4a;--leaf:#2bd0a0;--best:#56b4e9}}\
body{font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:var(--ink);background:var(--paper);margin:1.5rem}\
details{margin-left:1.4rem;border-left:1px solid var(--faint);padding-left:.5rem}summary,.leaf,.unseen{white-space:nowrap}\
.leaf,.unseen{margin-left:2.4rem}.name{color:var(--faint)}.cut{color:var(--cut)}.end{color:var(--leaf)}.best{font-weight:700;color:var(--best)}\
.unseen{color:var(--faint);font-style:italic}.change{border:1px solid var(--cut);border-radius:3px;padding:0 .25rem}dt{font-weight:600}";

const LEGEND: &str = "<details><summary>How to read this</summary><dl>\
<dt>p.2.1</dt><dd>the node's name: first reply to the second move</dd>\
<dt>(alpha, beta) = value</dt><dd>the window it was searched with and what it was left with, for the side to move there</dd>\
<dt>d3</dt><dd>three plies left to the horizon; <span class=\"change\">-2</span> two plies fewer than the branch had, <span class=\"change\">+1</span> one more</dd>\
<dt class=\"best\">bold</dt><dd>the first move that gave its parent the value</dd>\
<dt class=\"cut\">cut-off</dt><dd>a move reached beta: the others need not be looked at</dd>\
<dt class=\"unseen\">in italics</dt><dd>never looked at</dd></dl></details>";

impl Visited {
    /// A page of the whole tree; nodes more than two plies below the root are folded in.
    pub fn html(&self, title: &str) -> String {
        let mut out = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{0}</title>\n<style>{STYLE}</style>\n<h1>{0}</h1>\n{LEGEND}\n",
            escaped(title)
        );
        // Nodes to open and branches to close, the next one last: trees may be deep.
        let mut rest = vec![Step::Open { place: 0, ply: 0, change: 0, is_best: false }];
        while let Some(step) = rest.pop() {
            let Step::Open { place, ply, change, is_best } = step else {
                out.push_str("</details>\n");
                continue;
            };
            let Some(node) = self.nodes.get(place) else { continue };
            let words = words(node, change, is_best);
            if node.children.is_empty() {
                let class = if node.is_visited() { "leaf" } else { "unseen" };
                let _ = writeln!(out, "<div class=\"{class}\">{words}</div>");
                continue;
            }
            let open = if ply < 2 { " open" } else { "" };
            let _ = writeln!(out, "<details{open}><summary>{words}</summary>");
            rest.push(Step::Close);
            let best = self.best_child(place);
            rest.extend(node.children.iter().rev().map(|&child| Step::Open {
                place: child,
                ply: ply + 1,
                change: self.change(place, child),
                is_best: best == Some(child),
            }));
        }
        if self.is_cropped {
            out.push_str("<p>\u{2026} and more nodes than could be remembered</p>\n");
        }
        out + "</html>\n"
    }

    /// The first child that gave the node its value.
    pub(super) fn best_child(&self, place: usize) -> Option<usize> {
        let wanted = self.nodes[place].value.map(|value| -value);
        let is_good = |&child: &usize| wanted.is_some() && self.nodes[child].value == wanted;
        self.nodes[place].children.iter().copied().find(|child| is_good(child))
    }

    /// How many plies more or fewer than its parent's depth leaves a child was searched: extensions and reductions.
    pub(super) fn change(&self, parent: usize, child: usize) -> i32 {
        let (above, node) = (&self.nodes[parent], &self.nodes[child]);
        if node.is_visited() { node.depth - (above.depth - 1) } else { 0 }
    }
}

enum Step {
    Open { place: usize, ply: usize, change: i32, is_best: bool },
    Close,
}

fn words(node: &Node, change: i32, is_best: bool) -> String {
    let name = format!("<span class=\"name\">{}</span>", escaped(&node.name));
    let branch = escaped(&node.branch);
    let Some(value) = node.value else { return format!("{name} {branch}: {}", escaped(node.reason)) };
    let branch = if is_best { format!("<span class=\"best\">{branch}</span>") } else { branch };
    let again = if node.repeats > 0 { " again" } else { "" };
    let end =
        |value: Option<i32>, infinity: &str| value.map_or_else(|| infinity.to_owned(), |it| it.to_string());
    let window = format!("({}, {})", end(node.alpha, "\u{2212}\u{221e}"), end(node.beta, "\u{221e}"));
    let class = match node.reason {
        "cut-off" | "null move" => "cut",
        _ if node.children.is_empty() => "end",
        _ => "",
    };
    let change =
        if change == 0 { String::new() } else { format!(" <span class=\"change\">{change:+}</span>") };
    let reason = if matches!(node.reason, "exhausted" | "evaluated") { "" } else { node.reason };
    format!(
        "{name} {branch}{again} {window} = <span class=\"{class}\">{value}</span> {reason} <span class=\"name\">d{}</span>{change}",
        node.depth
    )
}

#[cfg(test)]
mod tests {
    use super::super::recorder::tests::visited;
    use super::super::{Node, Visited};
    use crate::Algorithm;

    #[test]
    fn branches_fold_and_names_are_deweys() {
        let tree = visited(Algorithm::AlphaBeta);
        let page = tree.html("A <tree>");
        assert_eq!(page.matches("<details").count(), page.matches("</details>").count());
        for words in [
            "A &lt;tree&gt;",
            ">p.1.2</span>",
            "cut-off",
            "class=\"unseen\"",
            ">d3</span>",
            "How to read this",
        ] {
            assert!(page.contains(words), "{words}\n{page}");
        }
        assert_eq!(page.matches("<details open>").count(), 3, "the root and its two moves are open");
    }

    #[test]
    fn reductions_are_visible() {
        let tree = visited(Algorithm::AlphaBeta);
        let mut nodes: Vec<Node> = tree.nodes;
        let child = nodes[0].children[0];
        nodes[child].depth -= 2;
        let page = Visited { nodes, is_cropped: true }.html("reduced");
        assert!(page.contains("<span class=\"change\">-2</span>\u{3c}/summary>"), "{page}");
        assert!(page.contains("more nodes than could be remembered"));
    }
}
