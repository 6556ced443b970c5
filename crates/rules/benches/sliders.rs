//! The ways to find a slider's reach, side by side: `cargo bench -p quevedo-rules --bench sliders`.
//!
//! Squares and occupancies come from positions of random games, so that the tables' cache misses
//! look like those of a search.
#![allow(clippy::print_stdout, missing_docs)]

use std::hint::black_box;
use std::time::Instant;

use quevedo_rules::attacks::{hyperbola, magic, rays};
use quevedo_rules::{Bitboard, Board, Square};

type Reach = fn(Square, Bitboard) -> Bitboard;

/// The square of each slider in many positions, with the squares that are occupied.
fn questions() -> Vec<(Square, Bitboard)> {
    let mut state = 1912u64;
    let mut questions = Vec::new();
    for number in 0..960 {
        let mut board = Board::chess960(number).expect("a number below 960");
        for _ in 0..60 {
            let moves = board.legal_moves();
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let Some(index) = ((state >> 33) as usize).checked_rem(moves.len()) else { break };
            board = board.play(moves[index]);
            for color in quevedo_rules::Color::ALL {
                for square in board.diagonal_sliders(color) | board.straight_sliders(color) {
                    questions.push((square, board.occupied()));
                }
            }
        }
    }
    questions
}

fn nanoseconds(questions: &[(Square, Bitboard)], bishop: Reach, rook: Reach) -> f64 {
    let start = Instant::now();
    let mut all = 0;
    for &(square, occupied) in questions {
        all ^= bishop(square, occupied).0 ^ rook(square, occupied).0;
    }
    black_box(all);
    start.elapsed().as_secs_f64() * 1e9 / questions.len() as f64
}

fn main() {
    let questions = questions();
    let mut methods: Vec<(&str, Reach, Reach, Vec<f64>)> = vec![
        ("walk along the rays", rays::bishop, rays::rook, Vec::new()),
        ("hyperbola (no table)", hyperbola::bishop, hyperbola::rook, Vec::new()),
        ("magic multiplication", magic::bishop, magic::rook, Vec::new()),
    ];
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    methods.push((
        "bit extraction (PEXT)",
        quevedo_rules::attacks::pext::bishop,
        quevedo_rules::attacks::pext::rook,
        Vec::new(),
    ));
    for _ in 0..31 {
        for (_, bishop, rook, times) in &mut methods {
            times.push(nanoseconds(&questions, *bishop, *rook));
        }
    }
    println!("{} sliders; bishop's and rook's reach of each\n", questions.len());
    println!("| method | ns for both (median) |\n|---|---:|");
    for (name, _, _, mut times) in methods {
        times.sort_by(f64::total_cmp);
        println!("| {name} | {:.2} |", times[times.len() / 2]);
    }
}
