use core::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;
use std::time::Instant;

use quevedo_eval::AnyEvaluator;
use quevedo_rules::{Board, Key};
use quevedo_testkit::{Random, random_placement};

use super::*;
use crate::bench::BENCH_POSITIONS;
use crate::endgames::TableUse;
use crate::heuristic::Play;
use crate::pool::{Pool, Searcher};
use crate::table::Table;
use crate::worker::Shared;

fn pool(threads: usize) -> Pool<Play> {
    let table = Arc::new(Table::new(4).expect("4 MiB"));
    let mut pool = Pool::new(Play, table, AnyEvaluator::classical);
    pool.set_endgames(TableUse::builtin());
    pool.set_threads(threads);
    pool
}

/// The end of a search, and what was told, in its order.
fn search(
    pool: &mut Pool<Play>,
    board: &Board,
    limits: &Limits,
    lines: usize,
) -> (SearchResult, Vec<Report>) {
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

/// What an unfinished iteration leaves behind that began with another move than the old best one (e4, +20).
fn after_unfinished(found: &[(&str, Score, Window)]) -> SearchResult {
    let board = Board::start();
    let budget = Budget::unlimited(Instant::now());
    let shared = Arc::new(Shared::new(Arc::new(Table::new(1).expect("1 MiB"))));
    let mut worker = Worker::new(Play, shared, AnyEvaluator::classical(), budget.clone());
    worker.set_up(&board, &[], Limits::default(), budget);
    let mv = |uci: &str| board.parse_uci(uci).expect("a legal move");
    let old = FinalLine {
        depth: Depth(7),
        selective_depth: 9,
        score: Score::cp(20),
        bound: Bound::Exact,
        moves: vec![mv("e2e4"), board.play(mv("e2e4")).parse_uci("e7e5").expect("a legal move")],
    };
    let mut outcome = SearchResult { depth: Depth(7), lines: vec![old], ..SearchResult::nothing() };
    outcome.settle();
    worker.iteration = Depth(8);
    worker.root.bring_forward(Some(mv("e2e4")), Score::cp(20));
    worker.root.begin_iteration();
    worker.root.bring_forward(Some(mv(found[0].0)), Score::cp(50));
    worker.root.begin_line(0);
    worker.root.begin_search();
    for (number, &(uci, score, window)) in (1..).zip(found) {
        worker.root.report(mv(uci), score, window, number, 100, &crate::worker::PvMoves::new(), 9);
    }
    worker.root.sort();
    worker.stopped = true;
    worker.take_partial_result(&mut outcome, 1);
    outcome
}

/// E9 met it: a sacrifice was searched first, was mated, and was played because the time was up.
#[test]
fn a_move_that_was_only_searched_first_is_not_played() {
    let best = |found: &[(&str, Score, Window)]| {
        let outcome = after_unfinished(found);
        (outcome.best.map(|mv| Board::start().uci(mv).to_string()).expect("a move"), outcome.score)
    };
    let full = Window::full();
    let old = ("e2e4".to_owned(), Score::cp(20));
    let mated = Score::mated_in(Ply::new(2));
    assert_eq!(best(&[("g2g4", mated, full)]), old);
    assert_eq!(best(&[("g2g4", Score::cp(10), full)]), old);
    // Good news, though the old move has not been looked at again.
    assert_eq!(best(&[("g2g4", Score::cp(30), full)]), ("g2g4".to_owned(), Score::cp(30)));
    // The old move has turned out to be no better.
    let after_g4 = Window { alpha: Score::cp(10), beta: Score::INFINITE };
    let refuted = [("g2g4", Score::cp(10), full), ("e2e4", Score::cp(-70), after_g4)];
    assert_eq!(best(&refuted), ("g2g4".to_owned(), Score::cp(10)));
    // A window in which both failed says nothing about which is better.
    let high = Window { alpha: Score::cp(15), beta: Score::cp(25) };
    let both = [("g2g4", Score::cp(5), high), ("e2e4", Score::cp(12), high), ("g2g4", mated, full)];
    assert_eq!(best(&both), old);
    // The old move itself, deeper. Others may now be better.
    assert_eq!(after_unfinished(&[("e2e4", mated, full)]).lines[0].bound, Bound::Lower);
    assert_eq!(best(&[("e2e4", Score::cp(-90), full)]), ("e2e4".to_owned(), Score::cp(-90)));
}
