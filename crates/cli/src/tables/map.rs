//! The value of every square for one man.

use std::io::Write;

use anyhow::Context;
use clap::Args;
use quevedo_rules::{Board, Square};
use quevedo_tables::{Metric, Value};

use super::folder::Folder;
use super::words::ValueJson;
use super::{Where, WhichMetric};
use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};
use crate::position::{self, Reading};

/// Show what the position would be worth with one man on each square
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo tables map \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\" --piece e5

Each square shows the value for the side to move if the man stood there: `+12` wins in 12 moves,
`-12` loses in 12, `=` draws, `.` is not legal; letters are the other men, `[ ]` is where the
man stands.

Fields of --json: fen, piece, from, metric, squares (an object from square to value: outcome,
plies, moves; null where the position is not legal or not known).")]
pub(super) struct MapArgs {
    /// The position: a FEN, quoted or not
    #[arg(value_name = "FEN", required = true)]
    position: Vec<String>,

    /// The square of the man
    #[arg(long, value_name = "SQUARE")]
    piece: String,

    #[command(flatten)]
    metric: WhichMetric,

    #[command(flatten)]
    place: Where,
}

pub(super) fn run(args: &MapArgs, console: &Console) -> anyhow::Result<Finding> {
    let position = position::read(&args.position.join(" "), Reading::Lenient)?;
    position.tell_notes(console);
    let board = position.board;
    let from: Square = args.piece.parse().map_err(|error| Usage(format!("--piece: {error}")))?;
    let metric = args.metric.metric;
    let tables = Folder(&args.place.folder).tables(console)?;
    if !tables.knows(metric, &board) {
        console.note(super::probe::unknown(&board, metric, &args.place.folder));
        return Ok(Finding::Bad);
    }
    let values = tables.map(metric, &board, from).with_context(|| format!("there is no man on {from}"))?;
    let mut out = console.stdout();
    match console.format {
        Format::Text => write_board(&mut out, &board, from, &values)?,
        _ => console.write_json(&mut out, &answer(&board, from, metric, &values)?)?,
    }
    out.flush()?;
    Ok(Finding::Good)
}

fn answer(
    board: &Board,
    from: Square,
    metric: Metric,
    values: &[Option<Value>; 64],
) -> serde_json::Result<serde_json::Value> {
    let mut squares = serde_json::Map::new();
    for square in Square::all() {
        let value = values[square.index()].map(|value| ValueJson::new(value, metric));
        squares.insert(square.to_string(), serde_json::to_value(value)?);
    }
    Ok(serde_json::json!({
        "fen": board.fen(),
        "piece": board.man_at(from).map(|man| man.to_string()),
        "from": from.to_string(),
        "metric": metric.name(),
        "squares": squares,
    }))
}

fn write_board(
    out: &mut impl Write,
    board: &Board,
    from: Square,
    values: &[Option<Value>; 64],
) -> std::io::Result<()> {
    if let Some(man) = board.man_at(from) {
        writeln!(out, "{} to move, the {man} anywhere", board.turn())?;
    }
    for rank in (0..8).rev() {
        let cell = |file: u8| cell(Square::new(rank * 8 + file), board, from, values);
        let line: String = (0..8).map(cell).collect();
        writeln!(out, "{} {}", rank + 1, line.trim_end())?;
    }
    let files: Vec<String> = ('a'..='h').map(|file| format!("{file:>5}")).collect();
    writeln!(out, "  {}", files.join(" "))
}

/// A square in six columns.
fn cell(square: Square, board: &Board, from: Square, values: &[Option<Value>; 64]) -> String {
    let text = match (values[square.index()], board.man_at(square)) {
        (_, Some(man)) if square != from => man.fen_char().to_string(),
        (None, _) => ".".to_owned(),
        (Some(value), _) => short(value),
    };
    let framed = if square == from { format!("[{text}]") } else { format!("{text} ") };
    format!("{framed:>6}")
}

fn short(value: Value) -> String {
    match (value, value.moves().unwrap_or(0)) {
        (Value::Win(_), moves) => format!("+{moves}"),
        (Value::Draw, _) => "=".to_owned(),
        (Value::Loss(_), moves) => format!("-{moves}"),
    }
}
