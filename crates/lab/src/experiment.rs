//! The papers' experiments, measured again.
//!
//! An [`Experiment`] is a name and a function from a [`Bench`] to a [`Report`]. The bench hands out work in
//! cells: each is a named piece of measuring whose result is kept as soon as it is there, so that a run
//! that is killed goes on where it was. A report is data: tables in the form of the papers with the
//! published figures beside ours, plots, and [findings](Finding) that say which of the papers' claims hold
//! here. It renders itself as Markdown, CSV, SVG and (all reports together) as an HTML page.
//!
//! Nothing here opens a file or prints: a [`Host`] does.

mod bench;
mod cpu_time;
mod depth_strength;
mod duel;
mod enhancements;
mod finding;
mod fine70;
mod horizon;
mod measured;
mod minimal_tree;
mod null_move;
mod page;
mod parallel_search;
mod plot;
mod report;
mod search_errors;
mod shannon_games;
mod suites;
mod table;
mod tables_memory;

pub use bench::{Bench, Halt, Host, Scale};
pub use cpu_time::CpuTime;
pub use finding::{Finding, Verdict};
pub use page::page;
pub use plot::{Axis, Plot, Series};
pub use report::{File, Report, Setting};
pub use table::Table;

/// An experiment that can be run.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// What the command line calls it.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Where the original stands.
    pub paper: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Measures.
    pub run: fn(&Bench<'_>) -> Result<Report, Halt>,
}

impl Experiment {
    /// All experiments, in the order of the tour (docs/lab.md).
    pub const ALL: &'static [Experiment] = &[
        shannon_games::EXPERIMENT,
        minimal_tree::EXPERIMENT,
        enhancements::EXPERIMENT,
        tables_memory::EXPERIMENT,
        fine70::EXPERIMENT,
        horizon::EXPERIMENT,
        search_errors::EXPERIMENT,
        depth_strength::EXPERIMENT,
        null_move::EXPERIMENT,
        parallel_search::EXPERIMENT,
    ];

    /// The experiment of this name.
    pub fn find(name: &str) -> Option<&'static Experiment> {
        Experiment::ALL.iter().find(|experiment| experiment.name == name)
    }
}
