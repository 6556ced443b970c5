//! Asking about a position.

use std::io::Write;

use clap::Args;
use quevedo_rules::Board;
use quevedo_tables::{Metric, RatedMove, Tables, Value};
use serde::Serialize;

use super::folder::Folder;
use super::words::{self, ValueJson};
use super::{Where, WhichMetric};
use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::position::{self, Reading};

/// The plies of the line that is shown.
const LINE: usize = 400;

/// Tell what a position is worth, every move with its value, and the best line
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo tables probe 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1
  quevedo tables probe --metric dtz \"8/8/8/8/8/2k5/2p5/1K6 w - - 0 1\"
  quevedo tables probe --batch < positions.fen

The exit code is 1 if no table knows the position. With --batch each line of stdin is a FEN, and
each gets one line of answer: `win`, `draw` or `loss`, with the plies after a tab, or `error`
and what is wrong. With --json or --jsonl the answers have line, fen, value and error.

Fields of --json: fen, ending, metric, value (outcome, plies, moves; from the side to move),
best (uci, san), moves (uci, san, value), line (san).")]
pub(super) struct ProbeArgs {
    /// The position: a FEN, quoted or not
    #[arg(value_name = "FEN", required_unless_present = "batch")]
    position: Vec<String>,

    /// Read FENs from stdin and answer each with one line
    #[arg(long, conflicts_with = "position")]
    batch: bool,

    #[command(flatten)]
    metric: WhichMetric,

    #[command(flatten)]
    place: Where,
}

#[derive(Serialize, Debug)]
struct Answer {
    fen: String,
    ending: String,
    metric: &'static str,
    value: ValueJson,
    best: Option<MoveJson>,
    moves: Vec<MoveJson>,
    line: Vec<String>,
}

#[derive(Serialize, Clone, Debug)]
struct MoveJson {
    uci: String,
    san: String,
    value: Option<ValueJson>,
}

pub(super) fn run(args: &ProbeArgs, console: &Console) -> anyhow::Result<Finding> {
    if args.batch {
        let tables = Folder(&args.place.folder).tables(console)?;
        return super::batch::run(&tables, args.metric.metric, console);
    }
    let position = position::read(&args.position.join(" "), Reading::Lenient)?;
    position.tell_notes(console);
    let board = position.board;
    let tables = Folder(&args.place.folder).tables(console)?;
    let metric = args.metric.metric;
    let Some(value) = tables.probe(metric, &board)? else {
        console.note(unknown(&board, metric));
        return Ok(Finding::Bad);
    };
    let moves = tables.rate_moves(metric, &board);
    let mut out = console.stdout();
    match console.format {
        Format::Text => write_text(&mut out, &tables, metric, &board, value, &moves)?,
        _ => console.write_json(&mut out, &answer(&tables, metric, &board, value, &moves))?,
    }
    out.flush()?;
    Ok(Finding::Good)
}

/// Why no table knows a position, in words.
pub(super) fn unknown(board: &Board, metric: Metric) -> String {
    if !board.castling().is_empty() {
        return "no table knows positions in which somebody may castle".to_owned();
    }
    match quevedo_tables::Ending::of(board.material()) {
        Some((ending, _)) => {
            format!(
                "there is no {metric} table of {ending}; make it with `quevedo tables generate {ending} --metric {metric}`"
            )
        }
        None => format!("tables have at most {} men", quevedo_tables::MAX_MEN),
    }
}

fn answer(tables: &Tables, metric: Metric, board: &Board, value: Value, moves: &[RatedMove]) -> Answer {
    let moves: Vec<MoveJson> = moves
        .iter()
        .map(|rated| MoveJson {
            uci: board.uci(rated.mv).to_string(),
            san: board.san(rated.mv).to_string(),
            value: rated.value.map(|value| ValueJson::new(value, metric)),
        })
        .collect();
    Answer {
        fen: board.fen(),
        ending: board.material().to_string(),
        metric: metric.name(),
        value: ValueJson::new(value, metric),
        best: moves.first().cloned(),
        moves,
        line: line(tables, metric, board),
    }
}

/// The best line in algebraic notation.
pub(super) fn line(tables: &Tables, metric: Metric, board: &Board) -> Vec<String> {
    let mut board = *board;
    tables
        .best_line(metric, &board, LINE)
        .into_iter()
        .map(|mv| {
            let san = board.san(mv).to_string();
            board = board.play(mv);
            san
        })
        .collect()
}

fn write_text(
    out: &mut impl Write,
    tables: &Tables,
    metric: Metric,
    board: &Board,
    value: Value,
    moves: &[RatedMove],
) -> std::io::Result<()> {
    writeln!(out, "{} to move; {}", board.turn(), words::of_position(value, metric, board.turn()))?;
    writeln!(out)?;
    for rated in moves {
        let words = rated.value.map_or_else(|| "not known".to_owned(), |value| words::of_move(value, metric));
        writeln!(out, "  {:<8}{words}", board.san(rated.mv).to_string())?;
    }
    if moves.is_empty() {
        writeln!(out, "  no legal moves")?;
    }
    let line = line(tables, metric, board);
    if !line.is_empty() {
        writeln!(out)?;
        for row in crate::show::page::wrap(&format!("best: {}", line.join(" ")), crate::console::WIDTH) {
            writeln!(out, "{row}")?;
        }
    }
    Ok(())
}
