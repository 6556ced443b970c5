//! The laboratory: what its experiments have found out, and trees that algorithms visit.

use quevedo_lab::drawing::{Node, Recorder, Visited};
use quevedo_lab::experiment::{ExperimentReport, Finding, Table};
use quevedo_lab::{Algorithm, ChessTree, ExplicitTree, Found, GameTree, Judge, Settings, search};
use rust_embed::RustEmbed;

use crate::ask::AskGrow;
use crate::position;
use crate::problem::Problem;
use crate::tell::{
    Code, ExperimentFacts, ExperimentName, GrownFacts, LabFinding, LabNode, LabPlot, LabTable,
};

/// The reports that are part of the repository.
#[derive(RustEmbed)]
#[folder = "../../docs/results/lab"]
#[include = "*/report.json"]
struct Reports;

/// More nodes than anybody opens.
const MOST_NODES: usize = 20_000;

/// All experiments.
pub(crate) fn list() -> Vec<ExperimentName> {
    let mut names: Vec<ExperimentName> = Reports::iter()
        .filter_map(|file| {
            let report = read(file.split('/').next()?).ok()?;
            Some(ExperimentName { name: report.name, title: report.title, paper: report.paper })
        })
        .collect();
    names.sort_by(|one, other| one.name.cmp(&other.name));
    names
}

fn read(name: &str) -> Result<ExperimentReport, Problem> {
    let missing = || Problem::new(Code::Missing, "there is no such experiment");
    let file = Reports::get(&format!("{name}/report.json")).ok_or_else(missing)?;
    serde_json::from_slice(&file.data).map_err(|error| Problem::new(Code::Fault, error.to_string()))
}

/// One experiment.
pub(crate) fn experiment(name: &str) -> Result<ExperimentFacts, Problem> {
    let report = read(name)?;
    let table = |table: &Table| LabTable {
        title: table.title.clone(),
        heads: table.heads.clone(),
        rows: table.rows.clone(),
        note: table.note.clone(),
    };
    let finding = |finding: &Finding| LabFinding {
        claim: finding.claim.clone(),
        verdict: finding.verdict.words().to_owned(),
        figures: finding.figures.clone(),
    };
    let plots =
        report.plots.iter().map(|plot| LabPlot { name: plot.name.clone(), title: plot.title.clone() });
    let setting = report.setting.as_ref();
    Ok(ExperimentFacts {
        tables: report.tables.iter().map(table).collect(),
        plots: plots.collect(),
        findings: report.findings.iter().map(finding).collect(),
        setting: setting
            .map(|setting| format!("{} ({}, {})", setting.command, setting.date, setting.machine))
            .unwrap_or_default(),
        name: report.name,
        title: report.title,
        paper: report.paper,
        method: report.method,
    })
}

/// A plot of an experiment, as a picture.
pub(crate) fn plot(name: &str, plot: &str) -> Result<String, Problem> {
    let report = read(name)?;
    let missing = || Problem::new(Code::Missing, "there is no such plot");
    report
        .plots
        .iter()
        .find(|one| one.name == plot)
        .map(quevedo_lab::experiment::Plot::svg)
        .ok_or_else(missing)
}

/// Lets an algorithm search, and remembers what it visits.
pub(crate) fn grow(ask: &AskGrow) -> Result<(Visited, GrownFacts), Problem> {
    let algorithm: Algorithm =
        ask.algorithm.parse().map_err(|_| Problem::new(Code::Range, "there is no such algorithm"))?;
    if ask.start == "marsland" {
        let tree = ExplicitTree::marsland().map_err(|error| Problem::new(Code::Fault, error.to_string()))?;
        let depth = tree.height() as i32;
        return Ok(visit(tree, algorithm, depth));
    }
    let deepest = if algorithm == Algorithm::Minimax { 2 } else { 4 };
    if !(1..=deepest).contains(&ask.depth) {
        return Err(Problem::new(
            Code::Range,
            format!("{algorithm} is shown with 1 to {deepest} plies here"),
        ));
    }
    let board = position::board(&ask.start)?;
    Ok(visit(ChessTree::new(&board, Judge::Shannon), algorithm, ask.depth))
}

fn visit<T: GameTree>(mut tree: T, algorithm: Algorithm, depth: i32) -> (Visited, GrownFacts) {
    let mut recorder = Recorder::new(&tree, MOST_NODES);
    let found = search(&mut tree, algorithm, &Settings::default(), depth, &mut recorder);
    let Found { value, line, counts, .. } = found;
    let mut names = Vec::new();
    for mv in line {
        names.push(tree.name(mv));
        tree.make(mv);
    }
    let visited = recorder.visited();
    let facts = GrownFacts {
        about: format!("{} ({})", algorithm.about(), algorithm.paper()),
        value,
        line: names,
        visited: visited.nodes.iter().filter(|node| node.is_visited()).count(),
        cutoffs: counts.cutoffs,
        is_cropped: visited.is_cropped,
        root: visited.nodes.first().map_or_else(LabNode::nothing, |node| told(0, node)),
    };
    (visited, facts)
}

/// What is below a node.
pub(crate) fn branches(visited: &Visited, node: usize) -> Result<Vec<LabNode>, Problem> {
    let missing = || Problem::new(Code::Missing, "there is no such node");
    let parent = visited.nodes.get(node).ok_or_else(missing)?;
    let below = parent.children.iter().filter_map(|&child| Some(told(child, visited.nodes.get(child)?)));
    Ok(below.collect())
}

fn told(number: usize, node: &Node) -> LabNode {
    LabNode {
        node: number,
        branch: node.branch.clone(),
        alpha: node.alpha,
        beta: node.beta,
        value: node.value,
        reason: node.reason.to_owned(),
        is_again: node.repeats > 0,
        children: node.children.len(),
    }
}

impl LabNode {
    fn nothing() -> LabNode {
        LabNode {
            node: 0,
            branch: String::new(),
            alpha: None,
            beta: None,
            value: None,
            reason: String::new(),
            is_again: false,
            children: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experiments_are_read() {
        let all = list();
        assert!(all.len() >= 10, "{all:?}");
        for name in &all {
            let facts = experiment(&name.name).expect("a report");
            assert!(!facts.findings.is_empty(), "{}", name.name);
            for one in &facts.plots {
                assert!(plot(&name.name, &one.name).expect("a picture").starts_with("<svg"));
            }
        }
        assert!(experiment("../lab").is_err() && plot("fine70", "x").is_err());
    }

    #[test]
    fn a_tree_opens() {
        let ask = |start: &str, algorithm: &str, depth| AskGrow {
            id: 1,
            start: start.to_owned(),
            algorithm: algorithm.to_owned(),
            depth,
        };
        let (visited, grown) = grow(&ask("marsland", "alpha-beta", 0)).expect("a tree");
        assert!(grown.cutoffs > 0 && grown.root.children > 1, "{grown:?}");
        let first = branches(&visited, 0).expect("branches");
        assert_eq!(first.len(), grown.root.children);
        assert!(first.iter().any(|node| node.value.is_some()));
        assert!(branches(&visited, 1 << 20).is_err());
        let (_, full) = grow(&ask("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "minimax", 2)).expect("a tree");
        let (_, pruned) = grow(&ask("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "alpha-beta", 2)).expect("a tree");
        assert!(pruned.visited < full.visited && pruned.value == full.value, "{pruned:?} {full:?}");
        assert!(
            grow(&ask("startpos", "guessing", 2)).is_err() && grow(&ask("startpos", "minimax", 9)).is_err()
        );
    }
}
