//! Every claim of the papers that can be measured, with our figure and verdict, in one table.

use std::fmt::Write as _;

use super::report::Setting;
use super::{ExperimentReport, Judgement, Table};

/// Claims that no experiment decides, and why.
const NOT_MEASURED: [(&str, &str, &str); 12] = [
    (
        "Shannon 1950, 2",
        "With perfect play chess is won, drawn or lost from the first position, and master games suggest drawn",
        "nobody can search chess to its end",
    ),
    (
        "Shannon 1950, note 6",
        "Random play would win a game from Botvinnik with a probability of 10^-75",
        "so rare an event cannot be counted, and Botvinnik is not at hand",
    ),
    (
        "Shannon 1950, 6",
        "A machine of type B plays a fairly strong game at speeds comparable to human speeds",
        "our machines meet each other, not people",
    ),
    (
        "Shannon 1950, appendix",
        "The values of the appendix's items should be determined by some experimental procedure",
        "a proposal; `quevedo eval --shannon` counts the items, and the tuner (docs/training.md) is such a procedure for our own terms",
    ),
    (
        "Shannon 1950, 8",
        "A program that works on type positions is far more efficient than brute force",
        "an expectation for programs that were never written",
    ),
    (
        "Marsland 1991, 2.4",
        "A sliding window leads to excessive re-searching when mate or large material gain or loss is in the offing",
        "the aspiration search here has semi-infinite windows only",
    ),
    (
        "Marsland 1991, 2.6",
        "The best way to extend positions that are not quiet is an open question (bandwidth search, Harris 1974)",
        "a question; bandwidth search is not in the laboratory",
    ),
    (
        "Marsland 1991, 4.3, Fig. 9",
        "There is nothing much to be learned through search in a blocked ending; goal-seeking plans are needed",
        "the diagram is not in the text we have, and no program with such plans is here",
    ),
    (
        "Marsland 1991, 4.3",
        "29 hours for KQ vs KR in 1969, two or three weeks for an ending of five pieces in 1985",
        "about other machines; our seconds stand in the table of the experiment `endgames`",
    ),
    (
        "Marsland 1991, 4.5",
        "Selective search is a potentially faster road to high level play, but needs a breakthrough",
        "an expectation",
    ),
    (
        "Marsland 1991, 4.6 (Schaeffer 1986)",
        "There is a correct order to the acquisition of knowledge",
        "no experiment adds the terms of an evaluation one by one yet",
    ),
    (
        "Marsland and Björnsson, 3.3 and 4.3",
        "Deep Blue searches 50 to 100 billion positions for each move; programs will change how people play",
        "about another machine, and about people",
    ),
];

/// A table of contents of reports, and all their claims, as Markdown.
pub fn contents(reports: &[ExperimentReport]) -> String {
    let mut text = "# The laboratory's results\n\n\
        `quevedo lab run` writes this folder; `index.html` shows all of it on one page. `quevedo lab judge` works the verdicts out\n\
        again from the CSV files.\n\n\
        | experiment | holds | in part | does not | not decided | run |\n|---|--:|--:|--:|--:|---|\n"
        .to_owned();
    for report in reports {
        let count = |verdict| report.findings.iter().filter(|finding| finding.verdict == verdict).count();
        let run = report.setting.as_ref().map(Setting::words).unwrap_or_default();
        let counts = Judgement::ALL.map(|verdict| count(verdict).to_string()).join(" | ");
        let _ = writeln!(text, "| [{}]({}/README.md) | {counts} | {run} |", report.title, report.name);
    }
    text += "\n## Every claim that can be measured\n\n\
        *Holds*: every case says so beyond its 95 % error. *In part*: some do. *Does not hold here*: none does, and one or more\n\
        say otherwise. *Not decided*: nothing speaks beyond its error, or what the claim is about was not measured.\n\n";
    let mut table = Table::new("claims", "", ["paper", "claim", "our figure", "verdict", "why"]);
    for report in reports {
        for finding in &report.findings {
            let claim = format!("{} ([{}]({}/README.md))", finding.claim, report.name, report.name);
            let verdict = format!("**{}**", finding.verdict.words());
            table.row([&finding.source, &claim, &finding.figures, &verdict, &finding.why]);
        }
    }
    text += table.markdown().trim_start_matches("****\n\n");
    text += "\n## What is not measured\n\n";
    let mut table = Table::new("not-measured", "", ["paper", "claim", "why not"]);
    for (source, claim, why) in NOT_MEASURED {
        table.row([source, claim, why]);
    }
    text += table.markdown().trim_start_matches("****\n\n");
    text
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::sample;
    use super::*;

    #[test]
    fn every_claim_has_a_row() {
        let text = contents(&[sample()]);
        assert!(
            text.contains("| [A sample](sample/README.md) | 1 | 0 | 0 | 0 | `quevedo lab run sample"),
            "{text}"
        );
        assert!(
            text.contains(
                "| p. 1 | More is more ([sample](sample/README.md)) | 20 > 1 | **holds** | counts |"
            ),
            "{text}"
        );
        assert!(!text.contains("****"));
        for (source, claim, _) in NOT_MEASURED {
            assert!(text.contains(source) && text.contains(claim));
        }
    }
}
