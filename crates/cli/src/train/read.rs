//! Positions to learn from, out of files of games and lines.

use quevedo_train::data::{Choice, Collector, Record, TrainingSet};

use super::TrainArgs;
use crate::console::Console;
use crate::interrupt;
use crate::labelled_positions::Sources;

/// The positions of all files; `None` after an interruption.
pub(super) fn positions(args: &TrainArgs, console: &Console) -> anyhow::Result<Option<TrainingSet>> {
    let mut collector = Collector::new(Choice {
        most_score: args.most_score,
        lambda: args.lambda,
        score_scale: args.score_scale,
        hold_out: args.hold_out,
        block: args.block,
        seed: args.seed,
    });
    let mut sources = Sources::new(&args.files, console).with_bar();
    let mut last = 0;
    while collector.len() < args.positions
        && let Some((file, record)) = sources.next()?
    {
        if file != last {
            collector.begin_file();
            last = file;
        }
        match record {
            Record::OurGame(game) => collector.add_game(&game),
            Record::Line { number, labelled } => {
                if let Err(fault) = collector.add_line(number, &labelled) {
                    sources.complain(format_args!("line {number}: {fault}"));
                }
            }
            Record::Game { .. } => anyhow::bail!(
                "{}: games of PGN have no scores to learn from; `quevedo relabel` gives them some",
                args.files[file - 1].display()
            ),
        }
        sources.tell(collector.len());
    }
    drop(sources);
    if interrupt::is_wanted() {
        console.note("interrupted while reading; nothing was written");
        return Ok(None);
    }
    if collector.repeated() > 0 {
        console.detail(format_args!("{} positions had come up before", collector.repeated()));
    }
    let positions = collector.finish();
    anyhow::ensure!(!positions.learn.is_empty(), "there are no positions to learn from");
    if positions.check.is_empty() {
        console.note("there are too few games to hold any out; see --hold-out and --block");
    }
    Ok(Some(positions))
}
