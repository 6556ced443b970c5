//! Events into lines.

use core::fmt::Display;
use core::time::Duration;

use quevedo_engine::{Event, OptionInfo, OptionKind, Options, Report};
use quevedo_rules::{Board, Move};
use quevedo_value::{Bound, Score, Verdict, Wdl};

use crate::notation::{Castling, line_texts, move_text};
use crate::text::one_line;

/// The answer to `isready`.
pub const READY_OK: &str = "readyok";

/// The answer to `uci`: who we are, what can be set, `uciok`.
pub fn greeting(name: &str, author: &str, options: &Options) -> Vec<String> {
    let mut lines = vec![format!("id name {}", one_line(name)), format!("id author {}", one_line(author))];
    lines.extend(options.table().iter().map(option_line));
    lines.push("uciok".to_owned());
    lines
}

fn option_line(option: &OptionInfo) -> String {
    let kind = match &option.kind {
        OptionKind::Check { default } => format!("check default {default}"),
        OptionKind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        OptionKind::Text { default: "" } => "string default <empty>".to_owned(),
        OptionKind::Text { default } => format!("string default {}", one_line(default)),
        OptionKind::Choice { default, choices } => {
            format!("combo default {default} var {}", choices.join(" var "))
        }
        OptionKind::Button => "button".to_owned(),
    };
    format!("option name {} type {kind}", option.name)
}

/// The line that an event is. In Chess960 castling is written as the king taking its own rook.
pub fn write(event: &Event, chess960: bool) -> String {
    let castling = if chess960 { Castling::TakesRook } else { Castling::TwoSteps };
    match event {
        Event::Line { board, report, wdl } => info(board, report, *wdl, castling),
        Event::CurrentMove { board, mv, number } => {
            format!("info currmove {} currmovenumber {number}", move_text(board, *mv, castling))
        }
        Event::BestMove { board, best, ponder } => best_move(board, *best, *ponder, castling),
        // UCI has no words for these.
        Event::GivesUp => info_string("I would resign here"),
        Event::OffersDraw => info_string("I offer a draw"),
        Event::Book { board, moves } => info_string(&book(board, moves, castling)),
        Event::Refused(reason) => info_string(&format!("refused: {reason}")),
        Event::Message(message) => info_string(message),
    }
}

/// A line to be read by people, whatever the message contains.
pub fn info_string(message: &(impl Display + ?Sized)) -> String {
    format!("info string {}", one_line(&message.to_string()))
}

fn info(board: &Board, report: &Report, wdl: Option<Wdl>, castling: Castling) -> String {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = wdl.map_or(String::new(), |Wdl { win, draw, loss }| format!(" wdl {win} {draw} {loss}"));
    let line = line_texts(board, &report.line, castling).join(" ");
    let pv = if line.is_empty() { "" } else { " pv " };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {} hashfull {} tbhits {} time {}{pv}{line}",
        report.depth,
        report.selective_depth,
        report.multi_pv,
        score_text(report.score),
        report.nodes,
        nodes_per_second(report.nodes, report.time),
        report.fullness,
        report.table_hits,
        report.time.as_millis()
    )
}

fn book(board: &Board, moves: &[(Move, u16)], castling: Castling) -> String {
    let texts = moves.iter().map(|&(mv, weight)| format!("{} {weight}", move_text(board, mv, castling)));
    format!("book {}", texts.collect::<Vec<_>>().join(" "))
}

fn score_text(score: Score) -> String {
    match score.verdict() {
        Verdict::Mate(moves) => format!("mate {moves}"),
        verdict => format!("cp {}", verdict.centipawns()),
    }
}

fn nodes_per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1000 / time.as_millis().max(1)
}

/// The expected answer is only written if it is legal after the best move.
fn best_move(board: &Board, best: Option<Move>, ponder: Option<Move>, castling: Castling) -> String {
    let Some(best) = best else { return "bestmove (none)".to_owned() };
    let line: Vec<Move> = [Some(best), ponder].into_iter().flatten().collect();
    match line_texts(board, &line, castling).as_slice() {
        [_, answer] => format!("bestmove {} ponder {answer}", move_text(board, best, castling)),
        _ => format!("bestmove {}", move_text(board, best, castling)),
    }
}
