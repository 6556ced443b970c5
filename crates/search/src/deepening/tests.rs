use core::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;
use std::time::Instant;

use quevedo_eval::AnyEvaluator;
use quevedo_rules::{Board, Key};
use quevedo_testkit::{Random, random_placement};

use super::*;
use crate::bench::BENCH_POSITIONS;
use crate::endgames::TableUse;
use crate::feature::Play;
use crate::pool::{Pool, Searcher};
use crate::table::Table;

fn pool(threads: usize) -> Pool<Play> {
    let table = Arc::new(Table::new(4).expect("4 MiB"));
    let mut pool = Pool::new(Play, table, AnyEvaluator::classical);
    pool.set_endgames(TableUse::builtin());
    pool.set_threads(threads);
    pool
}

/// The end of a search, and what was told, in its order.
fn search(pool: &mut Pool<Play>, board: &Board, limits: &Limits, lines: usize) -> (Outcome, Vec<Report>) {
    pool.shared().stop.store(false, Relaxed);
    let mut told = Vec::new();
    let budget = Budget::unlimited(Instant::now());
    let no_history: &[Key] = &[];
    let outcome = pool.search(board, no_history, limits, &budget, lines, &mut |it| told.push(it.clone()));
    (outcome, told)
}

/// The last report of each rank.
fn last_lines(told: &[Report], lines: usize) -> Vec<&Report> {
    (1..=lines).filter_map(|rank| told.iter().rev().find(|report| report.multi_pv == rank)).collect()
}

fn positions() -> Vec<Board> {
    let mut random = Random::new(5);
    let known = BENCH_POSITIONS.iter().filter_map(|fen| Board::from_fen(fen).ok());
    let placed = (0..60).map(|_| random_placement(&mut random));
    // Here the last iteration changed the move without a word.
    let first = Board::from_fen("r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1");
    first.into_iter().chain(known).chain(placed).collect()
}

#[test]
fn the_last_line_told_is_the_move_played() {
    for threads in [1, 3] {
        let mut pool = pool(threads);
        for (number, board) in positions().iter().enumerate() {
            let nodes = [1, 300, 2_000, 5_000][number % 4];
            for lines in [1, 3] {
                let (outcome, told) = search(&mut pool, board, &Limits::nodes(nodes), lines);
                let words = format!("{threads} threads, {lines} lines, {nodes} nodes of {}", board.fen());
                let Some(best) = outcome.best else {
                    assert!(told.is_empty() && !board.has_legal_moves(), "{words}");
                    continue;
                };
                let last = last_lines(&told, lines);
                let is_complete = outcome.depth > Depth::ZERO;
                assert!(!is_complete || last.len() == lines.min(board.legal_moves().len()), "{words}");
                assert_eq!(last[0].line.first(), Some(&best), "{words}");
                assert_eq!(last[0].line.get(1).copied(), outcome.ponder, "{words}");
                assert_eq!((last[0].score, last[0].nodes), (outcome.score, outcome.nodes), "{words}");
                let mut firsts: Vec<_> = last.iter().filter_map(|report| report.line.first()).collect();
                firsts.sort();
                firsts.dedup();
                assert_eq!(firsts.len(), last.len(), "every line begins with another move: {words}");
            }
        }
    }
}

#[test]
fn a_search_to_a_depth_says_nothing_twice() {
    let mut pool = pool(1);
    let (_, told) = search(&mut pool, &Board::start(), &Limits::depth(5), 1);
    assert_eq!(told.len(), 5);
}

#[test]
fn the_last_report_counts_all_nodes() {
    let mut pool = pool(1);
    let (outcome, told) = search(&mut pool, &Board::start(), &Limits::nodes(3_000), 1);
    let last = told.last().expect("a report");
    assert_eq!((outcome.nodes, last.nodes), (3_000, 3_000));
}
