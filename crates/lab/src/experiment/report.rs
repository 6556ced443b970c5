//! What an experiment found out, as data, and its files.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::{Experiment, Finding, Plot, Scale, Table};

/// Under which conditions a report was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// The command that makes it again.
    pub command: String,
    /// How much was measured.
    pub scale: Scale,
    /// The source of all chance.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// What it ran on.
    pub machine: String,
    /// How long it took on the wall, in seconds, all parts of a run that was gone on with together.
    pub seconds: f64,
    /// When it ended.
    pub date: String,
}

/// The outcome of an experiment.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ExperimentReport {
    /// The experiment's name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The paper.
    pub paper: String,
    /// How it was measured, in paragraphs.
    pub method: Vec<String>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The plots.
    pub plots: Vec<Plot>,
    /// What holds and what does not.
    pub findings: Vec<Finding>,
    /// The conditions; filled in by whoever ran it.
    pub setting: Option<Setting>,
}

/// A file that a report becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name within the experiment's folder.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

impl ExperimentReport {
    /// An empty report of an experiment.
    pub fn of(experiment: &Experiment) -> ExperimentReport {
        ExperimentReport {
            name: experiment.name.to_owned(),
            title: experiment.title.to_owned(),
            paper: experiment.paper.to_owned(),
            ..ExperimentReport::default()
        }
    }

    /// Adds a paragraph on the method.
    pub fn explain(&mut self, paragraph: impl Into<String>) {
        self.method.push(paragraph.into());
    }

    /// Its files: JSON (without the rows of long tables), Markdown, a CSV file for each table, an SVG picture for
    /// each plot.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn files(&self) -> Result<Vec<File>, serde_json::Error> {
        let mut short = self.clone();
        for table in short.tables.iter_mut().filter(|table| table.is_long) {
            table.rows.clear();
        }
        let json = serde_json::to_string_pretty(&short)? + "\n";
        let mut files = vec![
            File { name: "report.json".to_owned(), text: json },
            File { name: "README.md".to_owned(), text: self.markdown() },
        ];
        files.extend(
            self.tables.iter().map(|table| File { name: format!("{}.csv", table.name), text: table.csv() }),
        );
        files.extend(
            self.plots.iter().map(|plot| File { name: format!("{}.svg", plot.name), text: plot.svg() }),
        );
        Ok(files)
    }

    /// As Markdown; pictures are referred to by their file names.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n\n{}\n\n", self.title, self.paper);
        if let Some(setting) = &self.setting {
            let _ = writeln!(out, "{}\n", setting.words());
        }
        for paragraph in &self.method {
            let _ = writeln!(out, "{paragraph}\n");
        }
        if !self.findings.is_empty() {
            let _ = writeln!(out, "## What holds here\n");
            let heads = ["The paper says", "where", "", "Our figures", "The measure"];
            let mut table = Table::new("findings", "", heads);
            for finding in &self.findings {
                table.row([
                    &*finding.claim,
                    &finding.source,
                    &format!("**{}**", finding.verdict.words()),
                    &finding.figures,
                    &finding.why,
                ]);
            }
            let _ = writeln!(out, "{}", table.markdown().trim_start_matches("****\n\n"));
        }
        for plot in &self.plots {
            let _ = writeln!(out, "![{}]({}.svg)\n", plot.title, plot.name);
        }
        for table in &self.tables {
            let _ = writeln!(out, "{}", table.markdown());
        }
        out.truncate(out.trim_end().len());
        out + "\n"
    }
}

impl Setting {
    /// In a sentence.
    pub fn words(&self) -> String {
        format!(
            "`{}` ({} run, seed {}, {} thread{}): {}, on {}, {}.",
            self.command,
            self.scale.name(),
            self.seed,
            self.threads,
            if self.threads == 1 { "" } else { "s" },
            duration(self.seconds),
            self.machine,
            self.date
        )
    }
}

fn duration(seconds: f64) -> String {
    if seconds < 120.0 {
        return format!("{seconds:.1} s");
    }
    format!("{:.1} min", seconds / 60.0)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::experiment::{Axis, Judgement, Series};

    pub(crate) fn sample() -> ExperimentReport {
        let mut table = Table::new("nodes", "Table 1", ["Depth", "Nodes"]);
        table.row(["1", "20"]);
        ExperimentReport {
            name: "sample".into(),
            title: "A sample".into(),
            paper: "Nobody 1950".into(),
            method: vec!["How & why.".into()],
            tables: vec![table],
            plots: vec![Plot {
                name: "nodes".into(),
                title: "Nodes".into(),
                across: Axis::linear("depth"),
                upward: Axis::logarithmic("nodes"),
                series: vec![Series::new("all", [(1.0, 20.0)])],
            }],
            findings: vec![Finding::new("More is more", Judgement::Holds, "20 > 1").of("p. 1").by("counts")],
            setting: Some(Setting {
                command: "quevedo lab run sample --quick".into(),
                scale: Scale::Quick,
                seed: 1,
                threads: 2,
                machine: "a machine".into(),
                seconds: 3.25,
                date: "2026-11-16".into(),
            }),
        }
    }

    #[test]
    fn a_report_becomes_files() {
        let files = sample().files().expect("files");
        let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["report.json", "README.md", "nodes.csv", "nodes.svg"]);
        let again: ExperimentReport = serde_json::from_str(&files[0].text).expect("a report");
        assert_eq!(again, sample());
        let markdown = &files[1].text;
        for words in [
            "# A sample\n\nNobody 1950\n\n`quevedo lab run sample --quick` (quick run, seed 1, 2 threads): 3.2 s, on a machine, 2026-11-16.",
            "| More is more | p. 1 | **holds** | 20 > 1 | counts |",
            "![Nodes](nodes.svg)",
            "**Table 1**",
        ] {
            assert!(markdown.contains(words), "{words}\n{markdown}");
        }
        assert!(!markdown.contains("****"));
    }
}
