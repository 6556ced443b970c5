//! `quevedo book verify`: what does our search think of a book's moves?

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, value_parser};
use quevedo_book::{BookMove, Reached};
use quevedo_engine::{Engine, Limits, Options};
use quevedo_rules::{Board, Game, Move};
use serde::Serialize;

use super::export::reached;
use crate::console::Console;
use crate::failure::{EngineFailure, Finding};
use crate::files::Output;
use crate::interrupt;

/// Search every position of a book and name the moves that lose something
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo book verify book.bin
  quevedo book verify book.bin --nodes 200000 --loss 50 --max-ply 16 --json

  quevedo book verify book.bin --loss 40 --out clean.bin

Each move is compared with the best one that a search of --nodes nodes finds; what loses --loss hundredths of a
pawn or more is searched once more with eight times as many before it is named. Positions that the book itself
does not lead to cannot be searched. The exit code is 1 if a move was named. With --out a book without the named moves,
and without what can only be reached by them, is written. With --sample every so many positions only are looked at.

Fields of --json: positions, moves, unreached, bad (line, san, share, loss, best, score, best_score; scores from the
side to move), interrupted.")]
pub(super) struct VerifyArgs {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// Nodes for each search
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Name moves that lose so many hundredths of a pawn
    #[arg(long, value_name = "N", default_value_t = 80)]
    loss: i32,

    /// Only the first plies
    #[arg(long, value_name = "N")]
    max_ply: Option<usize>,

    /// Only every Nth position, for a first look at a large book
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    sample: u32,

    /// Write the book without the named moves
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace it if it is there
    #[arg(long, requires = "out")]
    force: bool,

    /// Only moves with at least this share (0 to 1) of their position's weights
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = crate::arguments::part)]
    min_share: f32,
}

#[derive(Serialize, Debug)]
struct BadMove {
    line: String,
    san: String,
    share: f64,
    loss: i32,
    best: String,
    score: i32,
    best_score: i32,
}

#[derive(Serialize, Debug, Default)]
struct Report {
    positions: usize,
    moves: usize,
    unreached: usize,
    bad: Vec<BadMove>,
    interrupted: bool,
}

/// What is doubtful is searched with so many times the nodes.
const SECOND_LOOK: u64 = 8;

pub(super) fn run(args: &VerifyArgs, console: &Console) -> anyhow::Result<Finding> {
    interrupt::catch()?;
    let mut book = super::read(&args.book)?;
    let out = args.out.as_ref().map(|out| {
        Output::at(out).apart_from(std::slice::from_ref(&args.book)).overwrite(args.force).claim()
    });
    let out = out.transpose()?;
    let mut positions = reached(&book);
    let mut report =
        Report { unreached: book.positions().saturating_sub(positions.len()), ..Report::default() };
    positions.retain(|position| args.max_ply.is_none_or(|most| position.line.len() < most));
    let mut number = 0;
    positions.retain(|_| {
        number += 1;
        number % args.sample == 1 % args.sample
    });
    let mut engine = Engine::new(Options { hash: 16, ..Options::default() })
        .map_err(|error| EngineFailure(error.to_string()))?;
    let bar = console.bar(Some(positions.len() as u64), "{bar:20} {pos}/{len} positions, {eta} left{msg}");
    for position in &positions {
        if interrupt::is_wanted() {
            report.interrupted = true;
            break;
        }
        for mv in judge(args, position, &mut engine, &mut report)? {
            book.remove(&position.board, position.line.last().copied(), mv);
        }
        bar.set_message(format!(", {} bad moves", report.bad.len()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    report.bad.sort_by_key(|bad| -bad.loss);
    if let Some(out) = out.filter(|_| !report.interrupted) {
        out.write(&book.reachable(&Board::start()).write())?;
    }
    console.present(&report, write_text)?;
    match () {
        () if report.interrupted => Ok(Finding::Interrupted),
        () => Ok(Finding::good_if(report.bad.is_empty())),
    }
}

/// Looks at the moves of a position, and gives back those that lose too much.
fn judge(
    args: &VerifyArgs,
    position: &Reached,
    engine: &mut Engine,
    report: &mut Report,
) -> anyhow::Result<Vec<Move>> {
    report.positions += 1;
    let mut named = Vec::new();
    let mut game = Game::new(Board::start());
    for &mv in &position.line {
        game.play(mv)?;
    }
    let total: f64 = position.moves.iter().map(|mv| f64::from(mv.weight)).sum();
    let mut best = None;
    for known in &position.moves {
        let share = f64::from(known.weight) / total.max(1.0);
        let Some(mv) = BookMove::mv(known).filter(|_| share >= f64::from(args.min_share)) else { continue };
        report.moves += 1;
        if best.is_none() {
            best = search(engine, &game, args.nodes, None);
        }
        let Some((best_move, best_score)) = best else { continue };
        if mv == best_move {
            continue;
        }
        let loss =
            |engine: &mut Engine, nodes| search(engine, &game, nodes, Some(mv)).map(|(_, score)| score);
        let first = loss(engine, args.nodes);
        if first.is_none_or(|score| best_score - score < args.loss) {
            continue;
        }
        // A second look, so that nothing is named for a short search's mistake.
        let nodes = args.nodes * SECOND_LOOK;
        let Some((best_move, best_score)) = search(engine, &game, nodes, None) else { continue };
        let Some(score) = loss(engine, nodes).filter(|score| best_score - score >= args.loss) else {
            continue;
        };
        named.push(mv);
        report.bad.push(BadMove {
            line: Board::start().san_line(&position.line),
            san: position.board.san(mv).to_string(),
            share,
            loss: best_score - score,
            best: position.board.san(best_move).to_string(),
            score,
            best_score,
        });
    }
    Ok(named)
}

/// The best move, of all or of one, and its score in hundredths.
fn search(engine: &mut Engine, game: &Game, nodes: u64, only: Option<Move>) -> Option<(Move, i32)> {
    let limits = Limits { search_moves: only.into_iter().collect(), ..Limits::nodes(nodes) };
    let answer = engine.search(game, limits).finish();
    Some((answer.best?, answer.score?.verdict().centipawns()))
}

fn write_text(report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    for bad in &report.bad {
        let line = if bad.line.is_empty() { "start" } else { &bad.line };
        writeln!(
            out,
            "{line}: {} ({:.0}% of the book) loses {:.2}; {} is better ({:+.2} and {:+.2})",
            bad.san,
            100.0 * bad.share,
            f64::from(bad.loss) / 100.0,
            bad.best,
            f64::from(bad.score) / 100.0,
            f64::from(bad.best_score) / 100.0,
        )?;
    }
    let Report { positions, moves, unreached, bad, .. } = report;
    writeln!(out, "{positions} positions, {moves} moves looked at, {} named", bad.len())?;
    if *unreached > 0 {
        writeln!(out, "{unreached} positions of the book cannot be reached from the start by its moves")?;
    }
    Ok(())
}
