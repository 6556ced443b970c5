//! Positions to learn from, out of files of all kinds.

use quevedo_rules::{Color, Outcome};
use quevedo_train::data::{Filter, Labelled, Record, Sampler};
use quevedo_train::tune::{Dataset, DatasetBuilder};

use super::TuneArgs;
use crate::console::Console;
use crate::interrupt;
use crate::labelled_positions::Sources;

/// The positions to learn from and those held out; `None` after an interruption.
pub(super) fn datasets(args: &TuneArgs, console: &Console) -> anyhow::Result<Option<(Dataset, Dataset)>> {
    let size = args.block as usize;
    let mut blocks = Blocks { builder: DatasetBuilder::new(args.hold_out), block: Vec::new(), size };
    let mut sampler = Sampler::new(args.every, args.seed);
    let mut sources = Sources::new(&args.files, console).with_bar();
    let (mut last, mut room) = (0, 0);
    while let Some((file, record)) = sources.next()? {
        if file != last {
            // A block ends with its file, and each file has its own dice.
            if last > 0 {
                blocks.finish();
            }
            sampler = Sampler::new(args.every, args.seed);
            room = blocks.builder.len() + args.positions;
            last = file;
        }
        match record {
            Record::Line { labelled, .. } => blocks.push(labelled),
            Record::Game { start, moves, result } => {
                let chosen = sampler.positions(&start, &moves, points(result));
                for labelled in chosen {
                    blocks.push(labelled);
                }
            }
            Record::OurGame(game) => {
                let result = points(game.result);
                for (board, ply) in Filter::default().positions(&game) {
                    let score = Some(i32::from(ply.score));
                    blocks.push(Labelled { board, result, score, is_noisy: false });
                }
            }
        }
        if blocks.builder.len() >= room {
            sources.end_file();
        }
        sources.tell(blocks.builder.len());
    }
    drop(sources);
    if interrupt::is_wanted() {
        console.note("interrupted while reading; nothing was written");
        return Ok(None);
    }
    blocks.finish();
    let (learn, check) = blocks.builder.finish(args.seed);
    anyhow::ensure!(!learn.is_empty(), "there are no positions to learn from");
    if check.is_empty() {
        console.note("there are too few positions to hold any out; see --block and --hold-out");
    }
    Ok(Some((learn, check)))
}

/// What White got.
fn points(result: Outcome) -> f32 {
    match result {
        Outcome::Win(Color::White) => 1.0,
        Outcome::Win(Color::Black) => 0.0,
        Outcome::Draw => 0.5,
    }
}

/// Collects neighbouring positions in blocks.
struct Blocks {
    builder: DatasetBuilder,
    block: Vec<Labelled>,
    size: usize,
}

impl Blocks {
    fn push(&mut self, labelled: Labelled) {
        self.block.push(labelled);
        if self.block.len() >= self.size {
            self.finish();
        }
    }

    fn finish(&mut self) {
        self.builder.add_block(&self.block);
        self.block.clear();
    }
}
