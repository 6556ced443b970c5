//! What is in a table.

mod histogram;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use quevedo_rules::{Board, Color};
use quevedo_tables::{Ending, Metric, SideStatistics, Statistics, Tables, Zugzwangs, statistics};
use serde::Serialize;

use super::folder::Folder;
use super::words::grouped;
use super::{Where, WhichMetric};
use crate::console::{Console, Format, WIDTH};
use crate::failure::Finding;
use crate::files;
use crate::show::page::wrap;

/// Tell what is in a tablebase: counts, the longest wins with their lines, mutual zugzwangs
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo tables info KQKR
  quevedo tables info KBNK --svg kbnk.svg       a histogram of the distances

Positions that mirror each other count once.

Fields of --json: ending, metric, positions, white and black (to move: wins, draws, losses,
wins_in and losses_in: how many by plies), longest_white and longest_black (the longest win of
each side: fen, plies, moves, line), zugzwangs (white_wins_or_draw, black_wins_or_draw,
mover_loses, example).")]
pub(super) struct InfoArgs {
    /// The ending, like KQKR
    #[arg(value_name = "ENDING")]
    ending: Ending,

    #[command(flatten)]
    metric: WhichMetric,

    #[command(flatten)]
    place: Where,

    /// Draw a histogram of the distances into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Serialize, Debug)]
struct Info {
    ending: String,
    metric: &'static str,
    positions: u64,
    white: Side,
    black: Side,
    longest_white: Option<Longest>,
    longest_black: Option<Longest>,
    zugzwangs: ZugzwangCounts,
}

#[derive(Serialize, Debug)]
struct Side {
    wins: u64,
    draws: u64,
    losses: u64,
    wins_in: Vec<u64>,
    losses_in: Vec<u64>,
}

#[derive(Serialize, Debug)]
struct Longest {
    fen: String,
    plies: u16,
    moves: u16,
    line: Vec<String>,
}

#[derive(Serialize, Debug)]
struct ZugzwangCounts {
    white_wins_or_draw: u64,
    black_wins_or_draw: u64,
    mover_loses: u64,
    example: Option<String>,
}

pub(super) fn run(args: &InfoArgs, console: &Console) -> anyhow::Result<Finding> {
    let (ending, metric) = (args.ending, args.metric.metric);
    let tables = Folder(&args.place.folder).tables(console)?;
    let Some(table) = tables.table(ending, metric) else {
        console.note(Folder(&args.place.folder).how_to_make(ending, metric));
        return Ok(Finding::Bad);
    };
    let found = statistics(&*table.load()?);
    if let Some(path) = &args.svg {
        let picture = histogram::draw(ending, metric, &found);
        files::replace(path, picture.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let info = Info::new(ending, metric, &found, &tables);
    let mut out = console.stdout();
    match console.format {
        Format::Text => write_text(&mut out, &info)?,
        _ => console.write_json(&mut out, &info)?,
    }
    out.flush()?;
    Ok(Finding::Good)
}

impl Info {
    fn new(ending: Ending, metric: Metric, found: &Statistics, tables: &Tables) -> Info {
        let [white, black] = &found.sides;
        Info {
            ending: ending.to_string(),
            metric: metric.name(),
            positions: white.positions() + black.positions(),
            white: Side::new(white),
            black: Side::new(black),
            longest_white: Longest::find(found, Color::White, metric, tables),
            longest_black: Longest::find(found, Color::Black, metric, tables),
            zugzwangs: ZugzwangCounts::new(&found.zugzwangs),
        }
    }
}

impl Side {
    fn new(side: &SideStatistics) -> Side {
        Side {
            wins: side.wins,
            draws: side.draws,
            losses: side.losses,
            wins_in: side.wins_in.clone(),
            losses_in: side.losses_in.clone(),
        }
    }
}

impl Longest {
    /// The longest win of a side; with itself to move if there is a choice.
    fn find(found: &Statistics, winner: Color, metric: Metric, tables: &Tables) -> Option<Longest> {
        let to_move = found.sides[winner.index()].longest_win;
        let waiting = found.sides[(!winner).index()].longest_loss;
        let moves = |longest: Option<(u16, Board)>| longest.map(|(plies, _)| plies.div_ceil(2));
        let (plies, board) = if moves(to_move) >= moves(waiting) { to_move? } else { waiting? };
        let line = super::probe::san_words(&board, &tables.best_line(metric, &board, super::probe::LINE));
        Some(Longest { fen: board.fen(), plies, moves: plies.div_ceil(2), line })
    }
}

impl ZugzwangCounts {
    fn new(found: &Zugzwangs) -> ZugzwangCounts {
        ZugzwangCounts {
            white_wins_or_draw: found.white_wins_or_draw,
            black_wins_or_draw: found.black_wins_or_draw,
            mover_loses: found.mover_loses,
            example: found.example.map(|board| board.fen()),
        }
    }
}

fn write_text(out: &mut impl Write, info: &Info) -> std::io::Result<()> {
    writeln!(out, "{}, {}, {} positions", info.ending, info.metric, grouped(info.positions))?;
    for (name, side) in [("White", &info.white), ("Black", &info.black)] {
        writeln!(
            out,
            "  {name} to move: {} wins, {} draws, {} losses",
            grouped(side.wins),
            grouped(side.draws),
            grouped(side.losses)
        )?;
    }
    for (name, longest) in [("White", &info.longest_white), ("Black", &info.longest_black)] {
        let Some(longest) = longest else {
            writeln!(out, "  {name} never wins")?;
            continue;
        };
        writeln!(out, "  {name}'s longest win: {} moves ({} plies)", longest.moves, longest.plies)?;
        writeln!(out, "    {}", longest.fen)?;
        for line in wrap(&longest.line.join(" "), WIDTH - 4) {
            writeln!(out, "    {line}")?;
        }
    }
    let zugzwangs = &info.zugzwangs;
    let all = zugzwangs.white_wins_or_draw + zugzwangs.black_wins_or_draw + zugzwangs.mover_loses;
    writeln!(out, "  {} mutual zugzwangs", grouped(all))?;
    if let Some(example) = &zugzwangs.example {
        writeln!(
            out,
            "    {} White wins or draw, {} Black wins or draw, {} whoever moves loses",
            grouped(zugzwangs.white_wins_or_draw),
            grouped(zugzwangs.black_wins_or_draw),
            grouped(zugzwangs.mover_loses)
        )?;
        writeln!(out, "    one of them: {example}")?;
    }
    Ok(())
}
