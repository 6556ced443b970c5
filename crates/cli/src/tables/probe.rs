//! Asking about a position.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use quevedo_rules::{Board, Move};
use quevedo_tables::{Metric, RatedMove, Value};
use serde::Serialize;

use super::folder::Folder;
use super::knowledge::Knowledge;
use super::words::{self, ValueJson};
use super::{Where, WhichMetric};
use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::position::{self, Reading};

/// The plies of the line that is shown.
pub(super) const LINE: usize = 400;

/// Tell what a position is worth, every move with its value, and the best line
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo tables probe 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1
  quevedo tables probe --metric dtz \"8/8/8/8/8/2k5/2p5/1K6 w - - 0 1\"
  quevedo tables probe --batch < positions.fen
  quevedo tables probe --syzygy syzygy/ 8/8/8/4k3/8/8/4PP2/4K2r w - - 0 1

The exit code is 1 if no tablebase knows the position. With --batch each line of stdin is a FEN, and
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

    /// Ask the Syzygy tablebases of this folder, too; answers are then dtz; several times for several
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,
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
        let tables = args.knowledge(console)?;
        return super::batch::run(&tables, tables.metric(args.metric.metric), &args.place.folder, console);
    }
    let position = position::read(&args.position.join(" "), Reading::Lenient)?;
    position.tell_notes(console);
    let board = position.board;
    let tables = args.knowledge(console)?;
    let metric = tables.metric(args.metric.metric);
    let Some(value) = tables.probe(metric, &board)? else {
        console.note(unknown(&board, metric, &args.place.folder));
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

impl ProbeArgs {
    fn knowledge(&self, console: &Console) -> anyhow::Result<Knowledge> {
        Knowledge::open(&Folder(&self.place.folder), &self.syzygy, console)
    }
}

/// Why no tablebase knows a position, in words.
pub(super) fn unknown(board: &Board, metric: Metric, folder: &Path) -> String {
    if !board.castling().is_empty() {
        return "no tablebase knows positions in which somebody may castle".to_owned();
    }
    match quevedo_tables::Ending::of(board.material()) {
        Some((ending, _)) => Folder(folder).how_to_make(ending, metric),
        None => format!("tablebases have at most {} men", quevedo_tables::MAX_MEN),
    }
}

fn answer(tables: &Knowledge, metric: Metric, board: &Board, value: Value, moves: &[RatedMove]) -> Answer {
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
fn line(tables: &Knowledge, metric: Metric, board: &Board) -> Vec<String> {
    san_words(board, &tables.best_line(metric, board, LINE))
}

/// The moves of a line in algebraic notation, without numbers.
pub(super) fn san_words(board: &Board, moves: &[Move]) -> Vec<String> {
    let mut board = *board;
    let write = |&mv: &Move| {
        let san = board.san(mv).to_string();
        board = board.play(mv);
        san
    };
    moves.iter().map(write).collect()
}

fn write_text(
    out: &mut impl Write,
    tables: &Knowledge,
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
