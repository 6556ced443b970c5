//! `quevedo book grow`: a book goes on where it ends, by our own analysis.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, value_parser};
use quevedo_book::{Book, BookMove, key};
use quevedo_engine::{Engine, Limits, Options};
use quevedo_rules::{Board, Game, Key, Move};
use serde::Serialize;

use crate::console::Console;
use crate::failure::{EngineFailure, Finding};
use crate::files::Output;
use crate::interrupt;

/// Search positions where a book ends, the most probable first, and add the moves that are good there
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo book grow book.bin -o larger.bin --positions 500
  quevedo book grow book.bin -o larger.bin --positions 100 --nodes 1000000 --lines 4

A position is as probable as the weights of the moves that lead to it say. It is searched with --lines lines; moves within
--margin hundredths of a pawn of the best one are added, and weigh less the more they lose. What is added is followed further.
An interruption writes what is there. Fields of --json: entries, positions, searched, added, interrupted.")]
pub(super) struct GrowArgs {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// The book to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Replace it if it is there
    #[arg(long)]
    force: bool,

    /// Search so many positions
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u64).range(1..))]
    positions: u64,

    /// Nodes for each
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Compare so many moves
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u8).range(1..=20))]
    lines: u8,

    /// Add moves that lose at most so many hundredths of a pawn
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u16).range(0..=500))]
    margin: u16,

    /// Not beyond this ply
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = value_parser!(u16).range(1..=200))]
    max_ply: u16,
}

#[derive(Serialize, Debug, Default)]
struct Report {
    entries: usize,
    positions: usize,
    searched: u64,
    added: usize,
    interrupted: bool,
}

/// A position to be looked at, and how probable it is.
#[derive(Debug)]
struct Place {
    chance: f64,
    line: Vec<Move>,
    board: Board,
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Place {}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Place) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The most probable first; of equals the shorter way, and then any order that is always the same.
impl Ord for Place {
    fn cmp(&self, other: &Place) -> Ordering {
        let by_length = other.line.len().cmp(&self.line.len());
        self.chance.total_cmp(&other.chance).then(by_length).then(self.board.key().cmp(&other.board.key()))
    }
}

/// What is known: the book, and what was added.
struct Growth {
    moves: Vec<(Key, Move, u16)>,
    open: BinaryHeap<Place>,
    /// The greatest chance with which a position was met.
    met: HashMap<Key, f64>,
    most_plies: usize,
}

impl Growth {
    /// Follows moves with these weights.
    fn follow(&mut self, place: &Place, moves: &[(Move, u16)]) {
        let total: f64 = moves.iter().map(|&(_, weight)| f64::from(weight)).sum();
        for &(mv, weight) in moves {
            let board = place.board.play(mv);
            let chance = place.chance * f64::from(weight) / total.max(1.0);
            let line: Vec<Move> = place.line.iter().copied().chain([mv]).collect();
            let is_new = self.met.get(&board.key()).is_none_or(|&before| before < chance);
            if is_new && line.len() < self.most_plies && board.has_legal_moves() {
                self.met.insert(board.key(), chance);
                self.open.push(Place { chance, line, board });
            }
        }
    }
}

pub(super) fn run(args: &GrowArgs, console: &Console) -> anyhow::Result<Finding> {
    interrupt::catch()?;
    let book = super::read(&args.book)?;
    let out =
        Output::at(&args.out).apart_from(std::slice::from_ref(&args.book)).overwrite(args.force).claim()?;
    let options = Options { multi_pv: usize::from(args.lines), hash: 32, ..Options::default() };
    let mut engine = Engine::new(options).map_err(|error| EngineFailure(error.to_string()))?;
    let start = Place { chance: 1.0, line: Vec::new(), board: Board::start() };
    let mut growth = Growth {
        moves: Vec::new(),
        open: BinaryHeap::new(),
        met: HashMap::from([(start.board.key(), 1.0)]),
        most_plies: usize::from(args.max_ply),
    };
    growth.open.push(start);
    let mut report = Report::default();
    let mut searched = HashMap::<Key, Vec<(Move, u16)>>::new();
    let bar = console.bar(Some(args.positions), "{bar:20} {pos}/{len} positions, {eta} left");
    while let Some(place) = growth.open.pop() {
        let last = place.line.last().copied();
        let known = book.moves(&place.board, last);
        let mut moves: Vec<(Move, u16)> =
            known.iter().filter_map(|known| Some((BookMove::mv(known)?, known.weight))).collect();
        if let Some(before) = searched.get(&place.board.key()).filter(|_| moves.is_empty()) {
            moves.clone_from(before);
        }
        if moves.is_empty() {
            report.interrupted = interrupt::is_wanted();
            if report.interrupted || report.searched >= args.positions {
                break;
            }
            moves = found(&mut engine, args, &place);
            report.searched += 1;
            report.added += moves.len();
            bar.inc(1);
            let key = key(&place.board, last);
            growth.moves.extend(moves.iter().map(|&(mv, weight)| (key, mv, weight)));
            searched.insert(place.board.key(), moves.clone());
        }
        growth.follow(&place, &moves);
    }
    bar.finish_and_clear();
    let grown = book.with(&Book::from_moves(growth.moves));
    out.write(&grown.write())?;
    (report.entries, report.positions) = (grown.len(), grown.positions());
    console.present(&report, |report, out| {
        let Report { entries, positions, searched, added, .. } = report;
        writeln!(out, "{searched} positions searched, {added} moves added")?;
        writeln!(out, "{entries} moves in {positions} positions")?;
        Ok(())
    })?;
    Ok(if report.interrupted { Finding::Interrupted } else { Finding::Good })
}

/// The greatest weight of a move that was found by search.
const HEAVIEST: f64 = 1000.0;

/// The moves that are good enough, with weights that fall by half for every third of a margin that they lose.
fn found(engine: &mut Engine, args: &GrowArgs, place: &Place) -> Vec<(Move, u16)> {
    let mut game = Game::new(Board::start());
    if place.line.iter().any(|&mv| game.play(mv).is_err()) {
        return Vec::new();
    }
    let answer = engine.search(&game, Limits::nodes(args.nodes)).finish();
    let line = |(report, _): &(quevedo_engine::Report, _)| {
        Some((*report.line.first()?, report.score.verdict().centipawns()))
    };
    let scored: Vec<(Move, i32)> = answer.lines.iter().filter_map(line).collect();
    let best = scored.iter().map(|&(_, score)| score).max().unwrap_or(0);
    let margin = f64::from(args.margin).max(1.0);
    scored
        .into_iter()
        .map(|(mv, score)| (mv, best - score))
        .filter(|&(_, loss)| loss <= i32::from(args.margin))
        .map(|(mv, loss)| (mv, (HEAVIEST * 0.5_f64.powf(3.0 * f64::from(loss) / margin)) as u16))
        .collect()
}
