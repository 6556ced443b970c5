//! Positions to learn from, out of files of games and lines.

use std::io::{BufRead, Cursor, Read};
use std::path::Path;

use anyhow::Context;
use quevedo_rules::{Color, Outcome};
use quevedo_train::data::{DataError, Filter, Packed, Reader, Seen, foresight};
use quevedo_train::tune::Labelled;

use super::TrainArgs;
use crate::console::Console;
use crate::input::{self, Line};
use crate::interrupt;

/// What files of games begin with.
const GAMES: &[u8] = b"QVGAMES";

/// More complaints than this about one file help nobody.
const COMPLAINTS: u64 = 5;

/// The user hears from reading so often.
const TELL_EVERY: u64 = 4096;

/// What to learn from, and what to hold out.
#[derive(Debug, Default)]
pub(super) struct Positions {
    pub(super) learn: Vec<Packed>,
    pub(super) check: Vec<Packed>,
    /// A number that tells one set of positions from another.
    pub(super) fingerprint: u64,
}

/// Collects positions from all files.
struct Collector<'a> {
    args: &'a TrainArgs,
    positions: Positions,
    seen: Seen,
    /// Games or blocks so far.
    groups: u64,
    is_held_out: bool,
    left_out: u64,
}

/// The positions of all files; `None` after an interruption.
pub(super) fn positions(args: &TrainArgs, console: &Console) -> anyhow::Result<Option<Positions>> {
    let positions = Positions { fingerprint: 0xcbf2_9ce4_8422_2325, ..Positions::default() };
    let mut collector =
        Collector { args, positions, seen: Seen::default(), groups: 0, is_held_out: false, left_out: 0 };
    let bar = console.bar(None, "{elapsed_precise} reading, {msg} positions");
    let tell = |count: usize| bar.set_message(count.to_string());
    for path in &args.files {
        let before = collector.len();
        collector.left_out = 0;
        let input = input::open(path)?;
        read_file(input, &mut collector, console, &tell)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let name = name(path);
        console.detail(format_args!("{name}: {} positions", collector.len() - before));
        if collector.left_out > 0 {
            let left_out = collector.left_out;
            console.note(format_args!("{left_out} lines of {name} cannot be read and are left out"));
        }
        if interrupt::is_wanted() {
            return Ok(None);
        }
    }
    bar.finish_and_clear();
    if collector.seen.repeated() > 0 {
        console.detail(format_args!("{} positions had come up before", collector.seen.repeated()));
    }
    let positions = collector.positions;
    anyhow::ensure!(!positions.learn.is_empty(), "there are no positions to learn from");
    if positions.check.is_empty() {
        console.note("there are too few games to hold any out; see --hold-out and --block");
    }
    Ok(Some(positions))
}

impl Collector<'_> {
    fn len(&self) -> usize {
        self.positions.learn.len() + self.positions.check.len()
    }

    fn is_full(&self) -> bool {
        self.len() >= self.args.positions || interrupt::is_wanted()
    }

    /// A new game or block begins. Of each so many, the seed chooses one to hold out.
    fn begin_group(&mut self) {
        let (turn, place) = (self.groups / self.args.hold_out, self.groups % self.args.hold_out);
        let mixed = (turn ^ self.args.seed.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.is_held_out = (mixed >> 32) % self.args.hold_out == place;
        self.groups += 1;
    }

    fn push(&mut self, packed: Packed) {
        let words = packed.to_bytes();
        for word in words.as_chunks::<8>().0 {
            let mixed =
                (self.positions.fingerprint ^ u64::from_le_bytes(*word)).wrapping_mul(0x0100_0000_01b3);
            self.positions.fingerprint = mixed ^ mixed >> 29;
        }
        let list = if self.is_held_out { &mut self.positions.check } else { &mut self.positions.learn };
        list.push(packed);
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
    collector: &mut Collector<'_>,
    console: &Console,
    tell: &dyn Fn(usize),
) -> anyhow::Result<()> {
    // A buffer may hold less than that, so the start is taken out and put back.
    let mut start = Vec::new();
    input.by_ref().take(GAMES.len() as u64).read_to_end(&mut start)?;
    let is_games = start == GAMES;
    let input: Box<dyn BufRead> = Box::new(Cursor::new(start).chain(input));
    if is_games {
        read_games(input, collector, console, tell)
    } else {
        read_lines(input, collector, console, tell)
    }
}

fn read_games(
    input: Box<dyn BufRead>,
    collector: &mut Collector<'_>,
    console: &Console,
    tell: &dyn Fn(usize),
) -> anyhow::Result<()> {
    let filter = Filter { most_score: collector.args.most_score, ..Filter::default() };
    for (number, game) in (1u64..).zip(Reader::new(input)?) {
        if collector.is_full() {
            break;
        }
        let game = match game {
            Ok(game) => game,
            Err(error @ DataError::Torn { .. }) => {
                // Whoever writes the file may still be at it.
                console.note(error);
                break;
            }
            Err(error) => return Err(error.into()),
        };
        collector.begin_group();
        let scores = foresight(&game, collector.args.lambda, collector.args.score_scale);
        for (number, ((board, ply), score)) in game.positions().zip(scores).enumerate() {
            if filter.keeps(number, &board, ply) && collector.seen.is_new(board.key()) {
                collector.push(Packed::pack(&board, score, game.result));
            }
        }
        if number.is_multiple_of(TELL_EVERY) {
            tell(collector.len());
        }
    }
    Ok(())
}

fn read_lines(
    mut input: Box<dyn BufRead>,
    collector: &mut Collector<'_>,
    console: &Console,
    tell: &dyn Fn(usize),
) -> anyhow::Result<()> {
    let mut number = 0u64;
    while !collector.is_full()
        && let Some(line) = input::next_line(&mut *input)?
    {
        if number.is_multiple_of(collector.args.block) {
            collector.begin_group();
        }
        number += 1;
        let labelled = match &line {
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) => Labelled::parse(text).map_err(|error| error.to_string()),
            Line::TooLong => Err("the line is too long".to_owned()),
            Line::NotText => Err("the line is not UTF-8 text".to_owned()),
        };
        match labelled.and_then(|labelled| packed(&labelled, collector.args.most_score)) {
            Ok(Some((packed, key))) if collector.seen.is_new(key) => collector.push(packed),
            Ok(_) => {}
            Err(fault) => collector.complain(console, format_args!("line {number}: {fault}")),
        }
        if number.is_multiple_of(TELL_EVERY) {
            tell(collector.len());
        }
    }
    Ok(())
}

/// A line's position with its key; `None` if it is not fit to learn from.
fn packed(labelled: &Labelled, most_score: u16) -> Result<Option<(Packed, quevedo_rules::Key)>, String> {
    let score = labelled.score.ok_or("there is no score; expected FEN | score | result")?;
    if labelled.is_noisy || score.unsigned_abs() > u32::from(most_score) {
        return Ok(None);
    }
    let Ok(score) = i16::try_from(score) else { return Ok(None) };
    let result = match labelled.result {
        0.75.. => Outcome::Win(Color::White),
        ..0.25 => Outcome::Win(Color::Black),
        _ => Outcome::Draw,
    };
    Ok(Some((Packed::pack(&labelled.board, score, result), labelled.board.key())))
}

fn name(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}
