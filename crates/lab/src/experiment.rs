//! The papers' experiments, measured again.
//!
//! An [`Experiment`] is a name and a function from a [`Bench`] to an [`ExperimentReport`]. The bench hands out work in
//! cells: each is a named piece of measuring whose result is kept as soon as it is there, so that a run
//! that is killed goes on where it was. A report is data: tables in the form of the papers with the
//! published figures beside ours, plots, and [findings](Finding) that say which of the papers' claims hold
//! here. It renders itself as Markdown, CSV, SVG and (all reports together) as an HTML page.
//!
//! Nothing here opens a file or prints: a [`Host`] does.

mod bench;
mod claims;
mod cpu_time;
mod depth_strength;
mod duel;
mod endgames;
mod enhancements;
mod evidence;
mod figures;
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
mod selective;
mod shannon_games;
mod suites;
mod table;
mod table_use;
mod tables_memory;

pub use bench::{Bench, Halt, Host, Scale};
pub use claims::contents;
pub use cpu_time::CpuTime;
pub use figures::Figures;
pub use finding::{Finding, Judgement};
pub use page::page;
pub use plot::{Axis, Plot, Series};
pub use report::{ExperimentReport, File, Setting};
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
    /// Measures: the report with its tables and plots.
    measure: fn(&Bench<'_>) -> Result<ExperimentReport, Halt>,
    /// Works the verdicts out from the figures in the tables.
    judge: fn(Figures<'_>) -> Vec<Finding>,
}

impl Experiment {
    /// All experiments, in the order of the tour (docs/lab.md).
    pub const ALL: &'static [Experiment] = &[
        shannon_games::EXPERIMENT,
        minimal_tree::EXPERIMENT,
        enhancements::EXPERIMENT,
        tables_memory::EXPERIMENT,
        fine70::EXPERIMENT,
        table_use::EXPERIMENT,
        horizon::EXPERIMENT,
        search_errors::EXPERIMENT,
        selective::EXPERIMENT,
        depth_strength::EXPERIMENT,
        null_move::EXPERIMENT,
        parallel_search::EXPERIMENT,
        endgames::EXPERIMENT,
    ];

    /// Measures, and judges what was measured.
    ///
    /// # Errors
    /// If the run was stopped, or what is measured cannot be kept.
    pub fn run(&self, bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
        let report = (self.measure)(bench)?;
        Ok(ExperimentReport { findings: self.findings(&report.tables), ..report })
    }

    /// The verdicts that the figures in these tables lead to: the same from a report and from its CSV files.
    pub fn findings(&self, tables: &[Table]) -> Vec<Finding> {
        (self.judge)(Figures::of(tables))
    }

    /// Whether a full run takes days: it is run by name, and can be told of at any time.
    pub fn takes_days(&self) -> bool {
        self.name == null_move::EXPERIMENT.name
    }

    /// The experiment of this name.
    pub fn find(name: &str) -> Option<&'static Experiment> {
        Experiment::ALL.iter().find(|experiment| experiment.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::bench::tests::TestHost;
    use super::*;

    fn tiny(name: &str) -> ExperimentReport {
        let host = TestHost { folder: quevedo_testkit::shared(), ..TestHost::default() };
        let bench = Bench::new(&host, Scale::Tiny, 1950, 2, std::collections::HashMap::new());
        let experiment = Experiment::find(name).expect("an experiment");
        let report = experiment.run(&bench).expect("a report");
        assert_eq!(report.name, name);
        assert!(!report.tables.is_empty() && !report.findings.is_empty() && !report.method.is_empty());
        for table in &report.tables {
            assert!(!table.rows.is_empty(), "{name}: {} is empty", table.name);
        }
        for finding in &report.findings {
            assert!(!finding.source.is_empty() && !finding.why.is_empty(), "{name}: {}", finding.claim);
        }
        // The CSV files are enough to work the verdicts out again.
        let from_csv =
            report.tables.iter().map(|table| table.clone().with_csv(&table.csv()).expect("a table"));
        assert_eq!(experiment.findings(&from_csv.collect::<Vec<_>>()), report.findings, "{name}");
        for file in report.files().expect("files") {
            assert!(!file.text.contains("NaN"), "{name}: {}", file.name);
        }
        // The same again from what was kept: nothing is measured, and the outcome is the same.
        let kept = host.kept.lock().expect("unlocked").clone();
        let again_host = TestHost { folder: quevedo_testkit::shared(), ..TestHost::default() };
        let again = Bench::new(&again_host, Scale::Tiny, 1950, 1, kept);
        assert_eq!(experiment.run(&again).expect("a report"), report);
        assert!(again_host.kept.lock().expect("unlocked").is_empty(), "{name}: measured twice");
        report
    }

    fn verdict(report: &ExperimentReport, words: &str) -> Judgement {
        let finding =
            report.findings.iter().find(|finding| finding.claim.contains(words)).expect("a finding");
        finding.verdict
    }

    fn holds(report: &ExperimentReport, words: &str) -> bool {
        verdict(report, words) == Judgement::Holds
    }

    #[test]
    fn minimal_tree() {
        let report = tiny("minimal-tree");
        assert!(holds(&report, "the minimal tree is traversed"));
        assert!(holds(&report, "an additional frontier node"));
    }

    #[test]
    fn enhancements() {
        let report = tiny("enhancements");
        assert_eq!(report.findings.len(), 6, "(a) to (f)");
        assert_eq!(report.tables[0].rows[0][1], "100.0", "direct alpha-beta is the measure");
    }

    #[test]
    fn null_move() {
        let report = tiny("null-move");
        let names: Vec<&str> = report.tables.iter().map(|table| table.name.as_str()).collect();
        for number in 1..=6 {
            assert!(names.contains(&format!("table-{number}").as_str()), "{names:?}");
        }
        assert!(report.markdown().contains("| paper | 9 |  | 1,652,668,804 | 603,549,661 |"));
        // Depths 2 and 3 are none of the paper's.
        assert_eq!(verdict(&report, "lies between"), Judgement::NotDecided);
        assert_eq!(verdict(&report, "solves more positions than R = 2"), Judgement::NotDecided);
    }

    #[test]
    fn horizon() {
        let report = tiny("horizon");
        assert!(holds(&report, "any blocking move saves the queen"), "{:?}", report.findings);
    }

    #[test]
    fn shannon() {
        let report = tiny("shannon");
        assert_eq!(report.tables[0].rows.len(), 10);
        assert_eq!(verdict(&report, "unbelievably bad"), Judgement::NotDecided, "two games decide nothing");
        assert!(holds(&report, "There are about 10^43 positions"));
        assert!(holds(&report, "Where passing is allowed"));
    }

    #[test]
    fn endgames() {
        let report = tiny("endgames");
        assert!(holds(&report, "Table 2"), "{:?}", report.findings);
        assert_eq!(report.tables[0].rows[1][..5], ["KRK", "Ströhlein 1970", "16", "dtm", "16"]);
    }

    #[test]
    fn the_others() {
        for name in [
            "tables-memory",
            "fine70",
            "table-use",
            "selective",
            "search-errors",
            "depth-strength",
            "parallel",
        ] {
            tiny(name);
        }
    }

    #[test]
    fn names_are_their_own() {
        let mut names: Vec<&str> = Experiment::ALL.iter().map(|experiment| experiment.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Experiment::ALL.len());
        assert!(Experiment::find("nothing").is_none());
    }
}
