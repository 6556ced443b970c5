//! Positions to learn from, out of files of all kinds.

use std::io::{BufRead, Cursor, Read};
use std::path::Path;

use anyhow::Context;
use quevedo_games::{GameError, Games, Outcome};
use quevedo_rules::Color;
use quevedo_train::tune::{Dataset, DatasetBuilder, Labelled, Sampler};

use super::TuneArgs;
use crate::console::Console;
use crate::input::{self, Line};
use crate::interrupt;

/// So many bytes tell what kind of file it is.
const START: u64 = 256;

/// More complaints than this about one file help nobody.
const COMPLAINTS: u64 = 5;

/// The positions to learn from and those held out; `None` after an interruption.
pub(super) fn datasets(args: &TuneArgs, console: &Console) -> anyhow::Result<Option<(Dataset, Dataset)>> {
    let mut builder = DatasetBuilder::new(args.hold_out);
    let bar = console.bar(None, "{elapsed_precise} reading, {msg} positions");
    for path in &args.files {
        let before = builder.len();
        let mut blocks = Blocks {
            builder: &mut builder,
            block: Vec::new(),
            size: args.block as usize,
            room: before + args.positions,
            left_out: 0,
        };
        let tell = |blocks: &Blocks<'_>| bar.set_message(blocks.builder.len().to_string());
        let input = input::open(path)?;
        read_file(input, args, &mut blocks, console, tell)
            .with_context(|| format!("cannot read {}", path.display()))?;
        blocks.finish();
        let left_out = blocks.left_out;
        let name = name(path);
        console.detail(format_args!("{name}: {} positions", builder.len() - before));
        if left_out > 0 {
            console.note(format_args!("{left_out} lines or games of {name} cannot be read and are left out"));
        }
        if interrupt::is_wanted() {
            return Ok(None);
        }
    }
    bar.finish_and_clear();
    let (learn, check) = builder.finish(args.seed);
    anyhow::ensure!(!learn.is_empty(), "there are no positions to learn from");
    if check.is_empty() {
        console.note("there are too few positions to hold any out; see --block and --hold-out");
    }
    Ok(Some((learn, check)))
}

/// Collects neighbouring positions in blocks.
struct Blocks<'a> {
    builder: &'a mut DatasetBuilder,
    block: Vec<Labelled>,
    size: usize,
    /// How many positions there may be in all.
    room: usize,
    left_out: u64,
}

impl Blocks<'_> {
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

    fn is_full(&self) -> bool {
        self.builder.len() >= self.room || interrupt::is_wanted()
    }

    fn complain(&mut self, console: &Console, fault: impl std::fmt::Display) {
        self.left_out += 1;
        if self.left_out <= COMPLAINTS {
            console.note(fault);
        }
    }
}

fn read_file(
    mut input: Box<dyn BufRead>,
    args: &TuneArgs,
    blocks: &mut Blocks<'_>,
    console: &Console,
    tell: impl Fn(&Blocks<'_>),
) -> anyhow::Result<()> {
    // A buffer may hold less than a line, so the start is taken out and put back.
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start)?;
    let is_pgn = is_pgn(&start);
    let mut input: Box<dyn BufRead> = Box::new(Cursor::new(start).chain(input));
    if is_pgn {
        return read_games(input, args, blocks, console, tell);
    }
    let mut number = 0u64;
    while !blocks.is_full()
        && let Some(line) = input::next_line(&mut *input)?
    {
        number += 1;
        let labelled = match &line {
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) => Labelled::parse(text).map_err(|error| error.to_string()),
            Line::TooLong => Err("the line is too long".to_owned()),
            Line::NotText => Err("the line is not UTF-8 text".to_owned()),
        };
        match labelled {
            Ok(labelled) => blocks.push(labelled),
            Err(error) => blocks.complain(console, format_args!("line {number}: {error}")),
        }
        if number.is_multiple_of(4096) {
            tell(blocks);
        }
    }
    Ok(())
}

fn read_games(
    input: Box<dyn BufRead>,
    args: &TuneArgs,
    blocks: &mut Blocks<'_>,
    console: &Console,
    tell: impl Fn(&Blocks<'_>),
) -> anyhow::Result<()> {
    let mut sampler = Sampler::new(args.every, args.seed);
    for (number, game) in Games::new(input).enumerate() {
        if blocks.is_full() {
            break;
        }
        let game = match game {
            Ok(game) => game,
            Err(GameError::Read { error, .. }) => return Err(error.into()),
            Err(error) => {
                blocks.complain(console, error);
                continue;
            }
        };
        let result = match game.result() {
            Outcome::Win(Color::White) => 1.0,
            Outcome::Win(Color::Black) => 0.0,
            Outcome::Draw => 0.5,
            Outcome::Open => continue,
        };
        for labelled in sampler.positions(game.start(), &game.moves(), result) {
            blocks.push(labelled);
        }
        if number.is_multiple_of(256) {
            tell(blocks);
        }
    }
    Ok(())
}

/// Lines begin with a board of eight ranks; PGN begins with a tag, a comment or a move.
fn is_pgn(start: &[u8]) -> bool {
    let text = start.trim_ascii_start();
    let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    !text.is_empty() && word.split(|&byte| byte == b'/').count() != 8
}

fn name(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_files_are_told_apart() {
        assert!(is_pgn(b"\n[Event \"a/b/c/d/e/f/g/h\"]\n"));
        assert!(is_pgn(b"1. e4 e5 *"));
        assert!(!is_pgn(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 12 | 0.5"));
        assert!(!is_pgn(b""));
    }
}
