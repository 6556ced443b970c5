//! The command line: all commands, and the options that all of them share.

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::{
    analyze, bench, book, check_engine, completions, data, datagen, eval, explain, explore, farm, fit_wdl,
    help, human, judge, lab, launch, memory, perft, pgn, play, play_match, practice, relabel, review, serve,
    show, solve, speak, spsa, tables, teach, train, tune,
};

/// What Quevedo is told.
#[derive(Parser, Debug)]
#[command(name = "quevedo", version, about = help::INTRODUCTION, long_about = None)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl Arguments {
    /// Reads the command line; prints help or a complaint and ends the program where it asks for
    /// help or cannot be understood.
    pub(crate) fn read() -> Arguments {
        let matches = Arguments::grammar().get_matches();
        Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// The whole command line as `clap` knows it, with our own page of help.
    pub(crate) fn grammar() -> clap::Command {
        help::arrange(Arguments::plain_grammar())
    }

    /// The command line with the help texts as they were written.
    pub(crate) fn plain_grammar() -> clap::Command {
        Arguments::command()
    }
}

/// What Quevedo can do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Uci(speak::UciArgs),
    Bench(bench::BenchArgs),
    Serve(serve::ServeArgs),
    Play(play::PlayArgs),
    Analyze(analyze::AnalyzeArgs),
    Explain(explain::ExplainArgs),
    Review(Box<review::ReviewArgs>),
    Practice(Box<practice::PracticeArgs>),
    Solve(solve::SolveArgs),
    Datagen(datagen::DatagenArgs),
    Relabel(relabel::RelabelArgs),
    Data(data::DataArgs),
    FitWdl(fit_wdl::FitWdlArgs),
    Tune(tune::TuneArgs),
    Train(Box<train::TrainArgs>),
    Judge(judge::JudgeArgs),
    Human(Box<human::HumanArgs>),
    Show(show::ShowArgs),
    Eval(eval::EvalArgs),
    Perft(perft::PerftArgs),
    Pgn(pgn::PgnArgs),
    Explore(explore::ExploreArgs),
    Book(book::BookArgs),
    Memory(memory::MemoryArgs),
    Match(play_match::MatchArgs),
    CheckEngine(check_engine::CheckEngineArgs),
    Spsa(spsa::SpsaArgs),
    Launch(launch::LaunchArgs),
    Guard(launch::GuardArgs),
    Farm(Box<farm::FarmArgs>),
    Lab(lab::LabArgs),
    Tables(tables::TablesArgs),
    Teach(teach::TeachArgs),
    Completions(completions::CompletionsArgs),
}

/// The options of every command.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Common {
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Print JSON on one line per object, each as soon as it is known
    #[arg(long, global = true, conflicts_with = "json")]
    pub(crate) jsonl: bool,

    /// Use colours: only on a terminal, always or never; NO_COLOR is respected
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    pub(crate) color: When,

    /// No notes and no progress bars
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,

    /// Say more about what is done
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

/// A number of a range, for options.
pub(crate) fn number(
    text: &str,
    range: impl std::ops::RangeBounds<f32>,
    wanted: &str,
) -> Result<f32, String> {
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| format!("expected {wanted}"))
}

/// A part of a whole, for options.
pub(crate) fn part(text: &str) -> Result<f32, String> {
    number(text, 0.0..=1.0, "a number from 0 to 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_has_no_contradictions() {
        Arguments::grammar().debug_assert();
    }
}
