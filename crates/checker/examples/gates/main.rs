//! The gates of the tutor, measured: what docs/results/tutor.md tells.
//!
//! ```text
//! cargo run --release -p quevedo-checker --example gates -- GATE... [--sample N] [--seed N] [--data FOLDER]
//!     [--search NODES] [--stockfish FILE] [--nodes N] [--list N] [--deep]
//!
//! labels     compatible themes coded again: precision and recall on all puzzles (or --sample of them)
//! causes     the motif that the tutor names first is in the family of the puzzle's label: --sample puzzles of each label
//! explained  proven facts cover 60 % of the gain; nothing false is said; false mutants are rejected
//! opinion    another engine on proven claims of two points and more
//! lessons    the lessons' words in what is said of their positions
//! hints      a searcher of depth 4 limited to the moves that fit hint 2
//! ```
//!
//! The exit code is 1 if a gate is missed.

#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "../../tests/harness/mod.rs"]
mod harness;

mod causes;
mod explained;
mod families;
mod hints;
mod labels;
mod lessons;
mod opinion;
mod rows;
mod score;
mod wish;

use std::process::ExitCode;

use score::Score;
use wish::Wish;

/// Measures a gate.
type Measure = fn(&Wish) -> Result<Vec<Score>, String>;

/// What is measured, by name.
const GATES: [(&str, Measure); 6] = [
    ("labels", labels::measure),
    ("causes", causes::measure),
    ("explained", explained::measure),
    ("opinion", opinion::measure),
    ("lessons", lessons::measure),
    ("hints", hints::measure),
];

fn main() -> ExitCode {
    let wish = match Wish::read(std::env::args().skip(1)) {
        Ok(wish) => wish,
        Err(fault) => {
            eprintln!("{fault}");
            return ExitCode::from(2);
        }
    };
    let mut is_met = true;
    for (name, measure) in GATES.iter().filter(|(name, _)| wish.gates.iter().any(|it| it == name)) {
        println!("\n{name}\n");
        match measure(&wish) {
            Ok(scores) => {
                print!("{}", score::table(&scores));
                is_met &= scores.iter().all(Score::is_met);
            }
            Err(fault) => {
                eprintln!("{name}: {fault}");
                return ExitCode::from(3);
            }
        }
    }
    ExitCode::from(u8::from(!is_met))
}
