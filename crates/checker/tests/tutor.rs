//! What the tutor says of 500 puzzles of our own file: nothing false, and most of them explained.

mod harness;

use harness::{Puzzle, Tally};
use quevedo_checker::Checker;
use quevedo_testkit::Random;
use quevedo_tutor::Effort;

/// Rows `identity;position;moves;themes`, sampled with seed 7 from the Lichess puzzles (CC0), see docs/results/tutor.md.
const PUZZLES: &str = include_str!("../data/puzzles.txt");

/// What was measured (docs/results/tutor.md), less a little.
const EXPLAINED: u64 = 400;

#[test]
fn nothing_false_is_said_of_500_puzzles() {
    let mut tally = Tally { teeth: 60, ..Tally::default() };
    let (checker, mut random) = (Checker::default(), Random::new(1));
    for row in PUZZLES.lines() {
        let puzzle = Puzzle::from_own_row(row).unwrap_or_else(|| panic!("no puzzle: {row}"));
        tally.puzzle(&checker, &puzzle, 1, &mut random, Effort::QUICK);
    }
    let false_ones: Vec<String> = tally
        .rejections
        .iter()
        .map(|it| format!("{}: {}\n  {}", it.source, it.why, it.finding["fact"]))
        .collect();
    assert!(false_ones.is_empty(), "{} false statements:\n{}", false_ones.len(), false_ones.join("\n"));
    assert!(tally.puzzles >= 500 && tally.said() > 3000, "{}", tally.table());
    assert!(tally.explained >= EXPLAINED, "{} of {} explained", tally.explained, tally.puzzles);
    let [made, rejected, ..] = tally.mutants;
    assert!(made > 1000 && rejected * 100 >= made * 99, "{rejected} of {made} false mutants are rejected");
}
