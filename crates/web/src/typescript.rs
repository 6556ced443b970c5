//! The messages as TypeScript, so that the page is checked against what it is told. Only with the feature `ts`.

use ts_rs::{Config, TS};

use crate::{ask, tell};

/// One module with every type that goes over the socket, those of `quevedo-report` first.
///
/// `web/src/types.ts` is what it returns; a test compares them. To make it anew:
/// `QUEVEDO_UPDATE=1 cargo test -p quevedo-web --features ts --lib typescript`.
pub fn typescript() -> String {
    let types = [
        declaration::<ask::Ask>(),
        declaration::<ask::AskPosition>(),
        declaration::<ask::AskAnalysis>(),
        declaration::<ask::AskExplanation>(),
        declaration::<ask::About>(),
        declaration::<ask::WordLevel>(),
        declaration::<ask::WordLanguage>(),
        declaration::<ask::Limit>(),
        declaration::<ask::AskStop>(),
        declaration::<ask::AskMap>(),
        declaration::<ask::AskRead>(),
        declaration::<ask::AskWrite>(),
        declaration::<ask::Tag>(),
        declaration::<ask::AskNode>(),
        declaration::<ask::AskNewGame>(),
        declaration::<ask::ClockTerms>(),
        declaration::<ask::AskGame>(),
        declaration::<ask::AskMove>(),
        declaration::<ask::AskOrder>(),
        declaration::<ask::Order>(),
        declaration::<ask::AskGames>(),
        declaration::<ask::AskGuard>(),
        declaration::<ask::AskReview>(),
        declaration::<ask::Care>(),
        declaration::<ask::AskJob>(),
        declaration::<ask::AskReviewed>(),
        declaration::<ask::AskExport>(),
        declaration::<ask::ExportForm>(),
        declaration::<ask::AskRetry>(),
        declaration::<ask::AskAddCards>(),
        declaration::<ask::AskTry>(),
        declaration::<ask::AskGrade>(),
        declaration::<ask::CardGrade>(),
        declaration::<ask::AskLesson>(),
        declaration::<ask::Hardness>(),
        declaration::<ask::AskExplore>(),
        declaration::<ask::GameFilter>(),
        declaration::<ask::AskRecord>(),
        declaration::<ask::AskExperiment>(),
        declaration::<ask::AskGrow>(),
        declaration::<ask::AskBranches>(),
        declaration::<tell::Tell>(),
        declaration::<tell::Code>(),
        declaration::<tell::Hello>(),
        declaration::<tell::ExplanationFacts>(),
        declaration::<tell::SentenceFacts>(),
        declaration::<tell::SpokenMove>(),
        declaration::<tell::EvaluationFacts>(),
        declaration::<tell::TermFacts>(),
        declaration::<tell::ManWorth>(),
        declaration::<tell::TableResult>(),
        declaration::<tell::TableValue>(),
        declaration::<tell::TableMove>(),
        declaration::<tell::Tree>(),
        declaration::<tell::TreeNode>(),
        declaration::<tell::WhoMoves>(),
        declaration::<tell::GameFacts>(),
        declaration::<tell::GameEnd>(),
        declaration::<tell::Cause>(),
        declaration::<tell::GameSummary>(),
        declaration::<tell::JobState>(),
        declaration::<tell::JobFacts>(),
        declaration::<tell::ReviewFacts>(),
        declaration::<tell::SideFacts>(),
        declaration::<tell::ReviewedMoveFacts>(),
        declaration::<tell::MomentFacts>(),
        declaration::<tell::MomentFactsKind>(),
        declaration::<tell::Judged>(),
        declaration::<tell::PracticeFacts>(),
        declaration::<tell::CardFacts>(),
        declaration::<tell::LessonFacts>(),
        declaration::<tell::PartFacts>(),
        declaration::<tell::AdviceFacts>(),
        declaration::<tell::AnswerFacts>(),
        declaration::<tell::Worth>(),
        declaration::<tell::Conclusion>(),
        declaration::<tell::CollectionFacts>(),
        declaration::<tell::ExploredFacts>(),
        declaration::<tell::ResultCounts>(),
        declaration::<tell::ExploredMove>(),
        declaration::<tell::FoundGame>(),
        declaration::<tell::ExperimentName>(),
        declaration::<tell::ExperimentFacts>(),
        declaration::<tell::LabTable>(),
        declaration::<tell::LabPlot>(),
        declaration::<tell::LabFinding>(),
        declaration::<tell::GrownFacts>(),
        declaration::<tell::LabNode>(),
    ];
    let report = quevedo_report::typescript();
    let of_report = report.split_once("\n\n").map_or(report.as_str(), |(_, types)| types);
    format!(
        "// Made by crates/web/src/typescript.rs from the Rust types: do not edit.\n\n{of_report}\n{}",
        types.join("\n")
    )
}

fn declaration<T: TS>() -> String {
    let lines = T::decl(&Config::new());
    let trimmed: Vec<&str> = lines.lines().map(str::trim_end).collect();
    format!("export {}\n", trimmed.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w15_the_typescript_of_the_page_is_that_of_the_types() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/types.ts");
        if std::env::var_os("QUEVEDO_UPDATE").is_some() {
            std::fs::write(path, typescript()).expect("types.ts can be written");
        }
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        assert!(kept == typescript(), "types.ts is old: see `typescript` for the command that makes it anew");
    }
}
