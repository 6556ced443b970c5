//! How long one evaluation takes: positions of random games and of the opening of real ones, with
//! warm tables. `cargo bench -p quevedo-eval`.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use quevedo_eval::{Classical, Evaluator, Shannon};
use quevedo_rules::Board;

/// Middlegames and endings from well-known test suites' openings and games.
const GAMES: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3N4/P1N1B3/1PB1QPPP/R4RK1 w - - 0 14",
    "2rq1rk1/pb1nbp1p/1p2p1p1/3pP3/3P4/1PNBQN2/P4PPP/2R2RK1 b - - 0 17",
    "8/2k2p2/p1p1p1p1/1pP1P1Pp/1P1P1K1P/P4N2/8/5b2 w - - 0 40",
    "3r2k1/5ppp/p1q1p3/1p6/3Q4/1P2P2P/P4PP1/2R3K1 w - - 0 28",
];

/// Positions a few random moves away from those of [`GAMES`], as a search meets them.
fn positions() -> Vec<Board> {
    let mut state = 1912u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut boards = Vec::new();
    for fen in GAMES {
        let Ok(root) = Board::from_fen(fen) else { continue };
        for _ in 0..150 {
            let mut board = root;
            for _ in 0..6 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board = board.play(moves[below(moves.len())]);
                boards.push(board);
            }
        }
    }
    boards
}

fn measure(name: &str, boards: &[Board], evaluator: &mut impl Evaluator, rounds: usize) {
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let start = Instant::now();
        for _ in 0..rounds {
            for board in boards {
                black_box(evaluator.evaluate(black_box(board)));
            }
        }
        let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
        best = best.min(nanoseconds / (rounds * boards.len()) as f64);
    }
    println!("{name:<12} {best:7.1} ns per evaluation ({} positions)", boards.len());
}

fn main() {
    let boards = positions();
    let mut classical = Classical::default();
    measure("classical", &boards, &mut classical, 20);
    measure("shannon", &boards, &mut Shannon, 2);
    let stats = classical.stats();
    println!(
        "pawn table {:.1} %, king table {:.1} % hits",
        100.0 * stats.pawns.rate(),
        100.0 * stats.kings.rate()
    );
}
