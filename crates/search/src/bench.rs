//! A fixed amount of work: the same nodes on every machine, so that its number is the signature of
//! the search and its time a measure of speed.

use core::time::Duration;
use std::time::Instant;

use quevedo_eval::Stats;
use quevedo_rules::Board;

use crate::limits::Limits;
use crate::pool::Searcher;
use crate::time::Budget;

/// The depth of the signature.
pub const BENCH_DEPTH: i32 = 12;

/// The positions: the start, two known ones, and some from games of random openings.
pub const BENCH_POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "1n1qkb1r/1bpppppp/r4n2/pp2P3/8/5NPP/PPPP1P2/RNBQKB1R w KQk - 1 6",
    "1n2kb1r/2p1pppp/4r3/p3n3/Pp6/5BPP/1PPN1P2/R1BR2K1 w k - 0 14",
    "3k3r/2p1pp1p/1nnr2p1/pB6/P4P2/1Nb1B1PP/8/1R2R1K1 w - - 0 25",
    "4rk2/1Np2p1p/1n4p1/1P2P3/3r4/6PP/R7/R4K2 w - - 1 41",
    "r1bqk1nr/1pppp1bp/2n5/p4pp1/3PP3/P1N4P/1PP2PP1/1RBQKBNR b Kkq - 0 6",
    "r2q1r1k/1ppb2b1/5n1p/pNBPppp1/2B5/P6P/1PP1QPP1/3RK2R w K - 7 15",
    "r7/1p4k1/2b4p/p5p1/4B3/P1P4P/5PP1/3R2KR b - - 0 26",
    "rnbqkbr1/pppppp2/1n5p/6p1/1P2P2P/N1P5/PB1P1PP1/R2QKBNR w KQq - 1 7",
    "2kr1br1/1ppq1p2/1n1pb2p/pPn3p1/2PpP2P/4N1P1/PBQ1NP2/3RKB1R w K - 0 16",
    "1k2r1r1/2pn1p2/1p1pq2p/pP2nR1P/2P1P1p1/4B1P1/P1Q2PBK/7R w - - 4 28",
    "1k6/2p5/1p1p1p1p/pPr3q1/2P5/P2Q2P1/5PK1/7R w - - 4 45",
    "rnbqkb1r/1p1p2p1/5n1p/p1p1pp2/2P1P3/2N2PP1/PP1P3P/R1BQKBNR b kq - 0 7",
    "r1b1k2r/1p1q2b1/2n2n1p/pNp1pp2/2Pp4/P2P1PP1/1P2N1BP/RQB1K2R w kq - 2 17",
    "r5k1/1p4b1/2n1b2p/1Np5/2Pp1P1q/PR1p1P2/6BP/1Q3K1R b - - 2 29",
    "1r1qk1nr/ppp1b1pp/n2pp3/8/4P3/P4P2/1PPPQ2P/RNB1KBNR w KQk - 2 8",
    "1r1q1rk1/ppp4p/5n2/2p1P3/6pN/P1NP1p1B/1PP1Q2P/R2K3R w - - 0 18",
    "6r1/ppp4p/4kP2/2p5/8/P2P4/1PPK2QP/8 w - - 1 31",
    "8/p7/2p4k/P1p5/4K3/3P4/1PP5/8 w - - 0 49",
    "r1bqk1r1/ppp2ppp/2n4n/P2pp3/3P4/R1P1P2P/1P3PP1/2BQKBNR b Kq - 0 8",
    "1r2k1r1/1pp1q2p/p1n1bpp1/P2p4/R3P3/2P3QP/1PB2PP1/2B1K2R w K - 7 19",
    "2k1r3/2p2q1p/p1p1bp2/P1B3p1/2P5/1P2Q2P/5PP1/4R1K1 b - - 2 32",
    "3q4/1kp5/p1b5/P1p1Q2p/2P2Bp1/1P3P2/6P1/6K1 w - - 6 51",
    "rn1qk2r/pbp1bppp/1p1p1n2/4p3/1PP5/4PP2/PBQP2PP/RN2KBNR w KQkq - 3 9",
    "2rq1rk1/3nbppp/1p3n2/1N1p4/p1PR4/P3PP2/1BQ3PP/1K3B1R w - - 1 20",
    "3B4/5k2/5p2/1N6/p5p1/P4r1p/8/K2R4 w - - 1 53",
    "r1bqkb1r/ppp2p1p/2n1p2n/3pP1NQ/3P2p1/N1P4P/PP3PP1/R1B1KB1R b KQq - 0 9",
    "r1b1kbr1/pp3p1B/1q2pB1n/2ppP2Q/3P4/2P4R/PPN2P2/4RK2 w q - 4 21",
    "r7/kp3P2/p2Qp3/3p4/2N5/7R/P3RP2/5K2 b - - 0 35",
    "rnb1kb1r/2q2pp1/pp3n2/1P1pp1Np/8/2N1P3/P2PBPPP/R1BQK2R w KQkq - 0 10",
    "r4rk1/3R1pp1/pp6/1P1b3B/4pP2/bQ6/PB1P2PP/6K1 w - - 1 22",
    "r1bqkbnr/2p2ppp/p1n5/4p3/QPB1PP2/2P5/6PP/RNB1K1NR b KQkq - 0 10",
    "r5k1/2pb1pb1/6np/8/1P2Pp2/B1P2B2/6PP/1N3RK1 w - - 1 23",
    "6k1/2p5/6pB/bb6/4P3/8/3N1rPP/2R3K1 b - - 8 38",
    "8/8/5k2/5p2/8/5K2/8/8 w - - 6 59",
    "r1q1kb1r/ppp2bp1/2n1pn1p/5p2/2BP3P/1Q2PN2/PP3PP1/RNB1K2R w kq - 2 11",
    "r3brk1/p5p1/1q1Np2p/1pp1Pp2/5Q1P/4PP2/PP2K1P1/R6R w - - 4 24",
    "7Q/8/8/8/8/pK1k4/P7/8 w - - 0 61",
];

/// What a bench run measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time of all positions.
    pub time: Duration,
    /// How well the evaluators' tables worked.
    pub evaluation: Stats,
}

impl Bench {
    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches every position from scratch, telling `progress` the number of each and its nodes.
pub fn bench(searcher: &mut dyn Searcher, depth: i32, mut progress: impl FnMut(usize, &Board, u64)) -> Bench {
    let mut total = Bench { nodes: 0, time: Duration::ZERO, evaluation: Stats::default() };
    for (index, fen) in BENCH_POSITIONS.iter().enumerate() {
        let Ok(board) = Board::from_fen(fen) else { continue };
        searcher.rebuild();
        let start = Instant::now();
        let budget = Budget::unlimited(start);
        let outcome = searcher.search(&board, &[], &Limits::depth(depth), &budget, 1, &mut |_| {});
        total.time += start.elapsed();
        total.nodes += outcome.nodes;
        total.evaluation += searcher.evaluator_stats();
        progress(index + 1, &board, outcome.nodes);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Tunable;
    use crate::pool::{player, tunable_searcher};
    use crate::table::Table;
    use quevedo_eval::AnyEvaluator;
    use std::sync::Arc;

    #[test]
    fn play_and_lab_agree_on_every_position() {
        let table = || Arc::new(Table::new(4).expect("4 MiB"));
        let mut play = Vec::new();
        let mut lab = Vec::new();
        let mut searcher = player(table(), Box::new(AnyEvaluator::default));
        // Deep enough for what only begins in later iterations.
        bench(&mut *searcher, 9, |_, _, nodes| play.push(nodes));
        let mut searcher = tunable_searcher(Tunable::default(), table(), Box::new(AnyEvaluator::default));
        bench(&mut *searcher, 9, |_, _, nodes| lab.push(nodes));
        assert_eq!(play.len(), BENCH_POSITIONS.len());
        assert_eq!(play, lab);
    }

    #[test]
    fn every_question_to_the_evaluators_tables_is_counted_once() {
        let table = Arc::new(Table::new(4).expect("4 MiB"));
        let mut searcher = player(table, Box::new(AnyEvaluator::classical));
        let bench = bench(&mut *searcher, 4, |_, _, _| {});
        // A node is evaluated once at most.
        let asked = bench.evaluation.pawns.probes;
        assert!((1..=bench.nodes).contains(&asked), "{asked} in {} nodes", bench.nodes);
    }
}
