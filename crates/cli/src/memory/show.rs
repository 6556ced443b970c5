//! `quevedo memory stats` and `show`.

use std::io::Write;

use clap::Args;
use quevedo_memory::{OpponentNote, Stats, Tally};
use quevedo_rules::UciMove;
use serde::Serialize;

use super::At;
use crate::console::Console;
use crate::failure::Finding;
use crate::position::{self, Reading};

/// Tell how much was learnt, and against whom
#[derive(Args, Debug)]
#[command(
    after_help = "Fields of --json: games, positions, book, opponents, waiting, list (name, games, sides, openings)."
)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    at: At,

    /// Show so many opponents
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,
}

#[derive(Serialize, Debug)]
struct StatsReport {
    #[serde(flatten)]
    stats: Stats,
    waiting: usize,
    list: Vec<Opponent>,
}

#[derive(Serialize, Debug)]
struct Opponent {
    name: String,
    #[serde(flatten)]
    note: OpponentNote,
}

pub(super) fn stats(args: &StatsArgs, console: &Console) -> anyhow::Result<Finding> {
    let memory = args.at.open_to_read()?;
    let mut list: Vec<Opponent> =
        memory.opponents()?.into_iter().map(|(name, note)| Opponent { name, note }).collect();
    list.sort_by_key(|opponent| std::cmp::Reverse(opponent.note.games));
    list.truncate(args.most);
    let report = StatsReport { stats: memory.stats()?, waiting: args.at.home()?.waiting(), list };
    console.present(&report, |report, out| {
        let Stats { games, positions, book, opponents } = report.stats;
        writeln!(out, "{games} games against {opponents} opponents")?;
        writeln!(out, "{positions} positions with judged moves, {book} of the opening with results")?;
        if report.waiting > 0 {
            writeln!(out, "{} games wait in the inbox", report.waiting)?;
        }
        for Opponent { name, note } in &report.list {
            let [white, black] = note.sides.map(points);
            let name = if name.is_empty() { "?" } else { name };
            writeln!(out, "{name:<24} {:>6} games, White {white}, Black {black}", note.games)?;
        }
        Ok(())
    })?;
    Ok(Finding::Good)
}

fn points(tally: Tally) -> String {
    if tally.games == 0 {
        return "-".to_owned();
    }
    format!("{:.1}/{} ({:.0}%)", tally.half_points as f64 / 2.0, tally.games, 100.0 * tally.score())
}

/// Tell what the program's moves in a position turned out to be worth
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo memory show
  quevedo memory show --moves e4 e5 Nf3

`value` is what a move turned out to be worth, from the games' ends and the scores after it; `score` is what the search had said. Both
are means, in pawns for the program. The exit code is 1 if nothing is known.
Fields of --json: fen, moves (san, judged, value, score, games, points).")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    at: At,

    /// The position: a FEN (quoted or not), or startpos
    #[arg(value_name = "FEN")]
    position: Vec<String>,

    /// Moves from the position, in algebraic or UCI notation
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    moves: Vec<String>,
}

#[derive(Serialize, Debug)]
struct ShowReport {
    fen: String,
    moves: Vec<Row>,
}

#[derive(Serialize, Debug)]
struct Row {
    san: String,
    judged: u64,
    value: Option<f64>,
    score: Option<f64>,
    games: u64,
    points: f64,
}

pub(super) fn show(args: &ShowArgs, console: &Console) -> anyhow::Result<Finding> {
    let text = if args.position.is_empty() { "startpos".to_owned() } else { args.position.join(" ") };
    let position = position::read(&text, Reading::Lenient)?;
    position.tell_notes(console);
    let game = position::play(position.board, &args.moves.join(" "))?;
    let board = game.board();
    let memory = args.at.open_to_read()?;
    let (judged, book) = (memory.position(board)?, memory.book(board, game.moves().last().copied())?);
    let pawns = |hundredths: i32| f64::from(hundredths) / 100.0;
    let mut rows = Vec::new();
    for mv in board.legal_moves().iter().copied() {
        let uci: UciMove = board.uci(mv);
        let (note, tally) = (judged.0.get(&uci.to_string()), book.0.get(&uci.to_string()));
        if note.is_none() && tally.is_none() {
            continue;
        }
        let tally = tally.copied().unwrap_or_default();
        rows.push(Row {
            san: board.san(mv).to_string(),
            judged: note.map_or(0, |note| note.games),
            value: note.map(|note| pawns(note.value())),
            score: note.map(|note| pawns(note.score())),
            games: tally.games,
            points: tally.half_points as f64 / 2.0,
        });
    }
    rows.sort_by_key(|row| std::cmp::Reverse((row.games, row.judged)));
    let report = ShowReport { fen: board.fen(), moves: rows };
    console.present(&report, |report, out| {
        if report.moves.is_empty() {
            writeln!(out, "no game of the program is remembered here")?;
        }
        let number =
            |number: Option<f64>| number.map_or_else(|| "-".to_owned(), |number| format!("{number:+.2}"));
        for row in &report.moves {
            let Row { san, judged, value, score, games, points } = row;
            let (value, score) = (number(*value), number(*score));
            writeln!(
                out,
                "{san:<8} value {value:>6}, score {score:>6} ({judged} judged); {points:.1} of {games} points"
            )?;
        }
        Ok(())
    })?;
    Ok(Finding::good_if(!report.moves.is_empty()))
}
