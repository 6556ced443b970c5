//! `quevedo eval`: what a position looks like it is worth, term by term or man by man.

mod network;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use quevedo_eval::nnue::{self, Network, Nnue};
use quevedo_eval::shannon::{Appendix, Formula};
use quevedo_eval::{Breakdown, Classical, Evaluation, Evaluator, PHASES, Pair, endings};
use quevedo_rules::{Board, Color};
use quevedo_value::Verdict;
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::position::{self, Reading};

pub(crate) use self::network::NetworkReport;

/// What a position looks like it is worth, without a search, and why
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo eval                                          the start position
  quevedo eval 8/4k3/8/8/3NP3/8/4K3/8 w - - 0 1
  quevedo eval --moves \"e4 e5 f4\" --json
  quevedo eval --classical                              only the classical evaluation
  quevedo eval --shannon                                f(P) of Shannon's paper of 1950
  quevedo eval --network                                what the network says of each man
  quevedo eval --eval-file net.qvnn                     the same with another network

Nothing is searched: the network's value, which comes first, is what the search sees at the end of its
lines. A network gives no reasons; the classical evaluation beside it does, term by term: what each
side has from it in pawns, for the middlegame (mg) and the endgame (eg). The phase says how they are
mixed, the scale how much of the endgame's value is left where wins are hard.

Fields of --json: fen, value (pawns, as the search sees it), evaluation (network or classical),
classical_value, middlegame, endgame, phase, phases, scale, full_scale, is_known_ending, terms (group,
name, means, white, black, total; each with middlegame and endgame). With --shannon: fen, value (pawns), terms (letter, name, weight, white, black, value),
appendix (number, name, weight, white, black). With a network: fen, value (pawns, as the search sees
it), network_value (before knowledge of endings), architecture, description, men (square, man, worth: what
White would lose with it, in pawns).")]
pub(crate) struct EvalArgs {
    /// The position: a FEN (quoted or not), a Chess960 number like 960:518, or startpos
    #[arg(value_name = "FEN")]
    position: Vec<String>,

    /// Play these moves first, in algebraic or UCI notation
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Only the classical evaluation, term by term
    #[arg(long, conflicts_with_all = ["network", "eval_file", "shannon"])]
    classical: bool,

    /// Shannon's f(P) and the list of its appendix
    #[arg(long, conflicts_with_all = ["network", "eval_file"])]
    shannon: bool,

    /// The network that is part of the program: its value, and what each man is worth to it
    #[arg(long)]
    network: bool,

    /// The same with the network in this file
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

pub(crate) fn run(args: &EvalArgs, console: &Console) -> anyhow::Result<Finding> {
    let text = if args.position.is_empty() { "startpos".to_owned() } else { args.position.join(" ") };
    let position = position::read(&text, Reading::Lenient)?;
    let game = position::play(position.board, &args.moves)?;
    position.tell_notes(console);
    let board = game.board();
    let mut out = console.stdout();
    if args.network || args.eval_file.is_some() {
        let network = crate::network::chosen(args.eval_file.as_deref())?;
        let report = NetworkReport::of(&network, board);
        match console.format {
            Format::Text => write!(out, "{report}")?,
            _ => console.write_json(&mut out, &report)?,
        }
        out.flush()?;
        return Ok(Finding::Good);
    }
    let network = if args.classical { None } else { nnue::builtin() };
    match (console.format, args.shannon) {
        (Format::Text, false) => write!(out, "{}", explained(board, network.as_ref()))?,
        (Format::Text, true) => write_shannon(&mut out, board)?,
        (_, false) => console.write_json(&mut out, &ClassicalReport::of(board, network.as_ref()))?,
        (_, true) => console.write_json(&mut out, &ShannonReport::of(board))?,
    }
    out.flush()?;
    Ok(Finding::Good)
}

/// What the search sees, and the classical evaluation's terms beside it.
fn explained(board: &Board, network: Option<&Arc<Network>>) -> String {
    let terms = classical(board);
    let Some(network) = network else { return terms.to_string() };
    let value = Verdict::Centipawns(network_value(network, board));
    format!(
        "The network, with which the engine plays, says {value} (White's side).\n\
         The classical evaluation, which can say why:\n\n{terms}"
    )
}

/// What the search sees with a network, from White's side.
fn network_value(network: &Arc<Network>, board: &Board) -> i32 {
    let mut nnue = Nnue::new(Arc::clone(network));
    nnue.reset(board);
    let value = nnue.evaluate(board).raw();
    if board.turn() == Color::White { value } else { -value }
}

/// The classical evaluation taken apart; as text it is the table that UCI's word `eval` prints too.
pub(crate) fn classical(board: &Board) -> Breakdown {
    Breakdown::of(&mut Classical::default(), board)
}

fn write_shannon(out: &mut impl Write, board: &Board) -> anyhow::Result<()> {
    write!(out, "{}", Formula::of(board))?;
    writeln!(out, "\n{:<4} {:<64} {:>5} {:>5}", "", "the appendix", "White", "Black")?;
    for item in Appendix::of(board).items {
        writeln!(out, "{:<4} {:<64} {:>5} {:>5}", item.number, item.name, item.white, item.black)?;
    }
    Ok(())
}

/// Hundredths of a pawn as pawns.
fn pawns(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

#[derive(Serialize, Debug)]
struct ClassicalReport {
    fen: String,
    value: f64,
    evaluation: &'static str,
    classical_value: f64,
    middlegame: f64,
    endgame: f64,
    phase: i32,
    phases: i32,
    scale: i32,
    full_scale: i32,
    is_known_ending: bool,
    terms: Vec<TermReport>,
}

#[derive(Serialize, Debug)]
struct TermReport {
    group: &'static str,
    name: String,
    means: &'static str,
    white: PairReport,
    black: PairReport,
    total: PairReport,
}

#[derive(Serialize, Debug)]
struct PairReport {
    middlegame: f64,
    endgame: f64,
}

impl From<Pair> for PairReport {
    fn from(pair: Pair) -> PairReport {
        PairReport { middlegame: pawns(pair.middlegame()), endgame: pawns(pair.endgame()) }
    }
}

impl ClassicalReport {
    fn of(board: &Board, network: Option<&Arc<Network>>) -> ClassicalReport {
        let breakdown = classical(board);
        let seen = network.map_or(breakdown.value, |network| network_value(network, board));
        let kind = if network.is_some() { Evaluation::Network } else { Evaluation::Classical };
        let sums = &breakdown.sums;
        let terms = breakdown.lines.iter().map(|line| TermReport {
            group: line.term.group.name().trim(),
            name: line.term.name.to_lowercase().replace('_', " "),
            means: line.term.doc.trim(),
            white: line.white.into(),
            black: line.black.into(),
            total: line.total().into(),
        });
        ClassicalReport {
            fen: board.fen(),
            value: pawns(seen),
            evaluation: kind.name(),
            classical_value: pawns(breakdown.value),
            middlegame: pawns(sums.middlegame()),
            endgame: pawns(sums.endgame()),
            phase: sums.phase,
            phases: PHASES,
            scale: sums.scale,
            full_scale: endings::FULL_SCALE,
            is_known_ending: breakdown.is_known_ending,
            terms: terms.collect(),
        }
    }
}

#[derive(Serialize, Debug)]
struct ShannonReport {
    fen: String,
    value: f64,
    terms: Vec<FormulaReport>,
    appendix: Vec<ItemReport>,
}

#[derive(Serialize, Debug)]
struct FormulaReport {
    letter: char,
    name: &'static str,
    weight: f64,
    white: u32,
    black: u32,
    value: f64,
}

#[derive(Serialize, Debug)]
struct ItemReport {
    number: &'static str,
    name: &'static str,
    weight: Option<f64>,
    white: i32,
    black: i32,
}

impl ShannonReport {
    fn of(board: &Board) -> ShannonReport {
        let tenths = |tenths: i32| f64::from(tenths) / 10.0;
        let formula = Formula::of(board);
        let terms = formula.terms().map(|term| FormulaReport {
            letter: term.letter,
            name: term.name,
            weight: tenths(term.tenths),
            white: term.white,
            black: term.black,
            value: tenths(term.value()),
        });
        let items = Appendix::of(board).items.into_iter().map(|item| ItemReport {
            number: item.number,
            name: item.name,
            weight: item.tenths.map(tenths),
            white: item.white,
            black: item.black,
        });
        ShannonReport {
            fen: board.fen(),
            value: tenths(formula.tenths()),
            terms: terms.into(),
            appendix: items.collect(),
        }
    }
}
