//! `quevedo lab tree`: the tree that an algorithm visits.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum, value_parser};
use quevedo_lab::drawing::{Node, Recorder, Visited};
use quevedo_lab::{Algorithm, ChessTree, Counts, ExplicitTree, Found, GameTree, Judge, Settings, search};
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};
use crate::files;
use crate::position::{self, Reading};

/// More nodes than this nobody reads.
const MOST_NODES: usize = 200_000;

/// Search a small tree and show every node: windows, values, cut-offs, and what was never looked at
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo lab tree --example fig2                       Marsland's Fig. 2: alpha-beta
  quevedo lab tree --example fig6 --svg fig6.svg        Marsland's Fig. 6: PVS on the same tree
  quevedo lab tree --written \"((5 4) (6 9))\" --algo scout
  quevedo lab tree --depth 2 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1
  quevedo lab tree --algo pvs --depth 3 --show 2 --set captures-first --set quiescence
  quevedo lab tree --depth 3 --show 0 --html tree.html   all nodes, folded

Each line is a node: its name, the move, (alpha, beta) = value for the side to move, and what ended it;
`again` marks a re-search, and branches in brackets were never looked at. A search that deepens shows
its last iteration. `quevedo lab list` shows algorithms and switches.

Fields of --json: algorithm, settings, depth, value, line, counts, cropped, nodes (branch, name, depth,
alpha, beta (null is infinity), phase, value, reason, repeats, children: numbers of nodes).")]
pub(crate) struct TreeArgs {
    /// The position: a FEN (quoted or not), a Chess960 number like 960:518, or startpos
    #[arg(value_name = "FEN", conflicts_with_all = ["example", "written"])]
    position: Vec<String>,

    /// A worked example of Marsland's paper
    #[arg(long, value_name = "FIGURE", conflicts_with_all = ["written", "algo", "depth"])]
    example: Option<Example>,

    /// A tree that you write down: ((5 4) (6 9)) has two moves with two replies each
    #[arg(long, value_name = "TREE")]
    written: Option<String>,

    /// The algorithm
    #[arg(long, value_name = "NAME", default_value = "alpha-beta")]
    algo: Algorithm,

    /// The depth; without, 2 for chess and all of a tree that is written down
    #[arg(long, value_name = "N", value_parser = value_parser!(i32).range(1..=20))]
    depth: Option<i32>,

    /// Switch an enhancement on: NAME or NAME=VALUE
    #[arg(long = "set", value_name = "SWITCH")]
    switches: Vec<String>,

    /// Who judges positions: material, shannon or classical
    #[arg(long, value_name = "NAME", default_value = "shannon")]
    eval: Judge,

    /// Show only so many plies below the root
    #[arg(long, value_name = "N", default_value_t = 64, hide_default_value = true)]
    show: usize,

    /// Draw the tree to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write the whole tree to this file as a page whose branches fold
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// The figures that can be shown.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Example {
    /// Alpha-beta
    Fig2,
    /// PVS on the same tree
    Fig6,
}

/// What was searched and found.
struct Shown {
    title: String,
    algorithm: Algorithm,
    settings: Settings,
    depth: i32,
    value: i32,
    line: Vec<String>,
    counts: Counts,
    visited: Visited,
}

#[derive(Serialize)]
struct Json<'a> {
    algorithm: &'static str,
    settings: String,
    depth: i32,
    value: i32,
    line: &'a [String],
    counts: serde_json::Map<String, serde_json::Value>,
    cropped: bool,
    nodes: &'a [Node],
}

pub(crate) fn run(args: &TreeArgs, console: &Console) -> anyhow::Result<Finding> {
    let shown = args.searched()?;
    if let Some(path) = &args.svg {
        let svg = shown.visited.svg(&shown.title, args.show)?;
        files::replace(path, svg.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &args.html {
        let page = shown.visited.html(&shown.title);
        files::replace(path, page.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut out = console.stdout();
    if console.format == Format::Text {
        write!(out, "{}", shown.visited.text(args.show))?;
        writeln!(out, "{}", shown.summary())?;
    } else {
        console.write_json(&mut out, &shown.json())?;
    }
    out.flush()?;
    Ok(Finding::Good)
}

impl TreeArgs {
    fn searched(&self) -> anyhow::Result<Shown> {
        let settings = self.settings()?;
        if let Some(example) = self.example {
            let (algorithm, words) = match example {
                Example::Fig2 => (Algorithm::AlphaBeta, "Marsland 1991, Fig. 2: alpha-beta"),
                Example::Fig6 => (Algorithm::Pvs, "Marsland 1991, Fig. 6: PVS"),
            };
            let tree = ExplicitTree::marsland()?;
            let depth = tree.height() as i32;
            return Ok(search_and_record(tree, words.to_owned(), algorithm, settings, depth));
        }
        if let Some(text) = &self.written {
            let tree: ExplicitTree =
                text.parse().map_err(|error| Usage(format!("the tree cannot be read: {error}")))?;
            let depth = self.depth.unwrap_or(tree.height().max(1) as i32);
            return Ok(search_and_record(tree, self.algo.to_string(), self.algo, settings, depth));
        }
        let text = if self.position.is_empty() { "startpos".to_owned() } else { self.position.join(" ") };
        let board = position::read(&text, Reading::Lenient)?.board;
        let depth = self.depth.unwrap_or(2);
        let tree = ChessTree::new(&board, self.eval.clone());
        let title = format!("{}, depth {depth}: {}", self.algo, board.fen());
        Ok(search_and_record(tree, title, self.algo, settings, depth))
    }

    fn settings(&self) -> Result<Settings, Usage> {
        let mut settings = Settings::default();
        for switch in &self.switches {
            settings.set(switch).map_err(|error| Usage(error.to_string()))?;
        }
        Ok(settings)
    }
}

fn search_and_record<T: GameTree>(
    mut tree: T,
    title: String,
    algorithm: Algorithm,
    settings: Settings,
    depth: i32,
) -> Shown {
    let mut recorder = Recorder::new(&tree, MOST_NODES);
    let Found { value, line, counts, .. } = search(&mut tree, algorithm, &settings, depth, &mut recorder);
    let mut names = Vec::new();
    for mv in line {
        names.push(tree.name(mv));
        tree.make(mv);
    }
    Shown { title, algorithm, settings, depth, value, line: names, counts, visited: recorder.visited() }
}

impl Shown {
    fn summary(&self) -> String {
        let Counts { interior, cutoffs, researches, quiescence, .. } = self.counts;
        let line =
            if self.line.is_empty() { String::new() } else { format!(", line {}", self.line.join(" ")) };
        format!(
            "{}: value {}{line}; {interior} interior nodes, {} at the bottom, {quiescence} beyond, {cutoffs} cut-offs, {researches} re-searches",
            self.algorithm,
            self.value,
            self.counts.bottom(),
        )
    }

    fn json(&self) -> Json<'_> {
        let counts = self.counts.named().into_iter().map(|(name, count)| (name.to_owned(), count.into()));
        Json {
            algorithm: self.algorithm.name(),
            settings: self.settings.to_string(),
            depth: self.depth,
            value: self.value,
            line: &self.line,
            counts: counts.collect(),
            cropped: self.visited.is_cropped,
            nodes: &self.visited.nodes,
        }
    }
}
