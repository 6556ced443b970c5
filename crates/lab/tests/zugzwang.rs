//! Zugzwang: where every move is worse than passing, standard null moves are wrong and verified ones are not.

use std::fs;

use quevedo_lab::{Algorithm, ChessTree, Counts, Judge, Settings, search};
use quevedo_rules::Epd;
use quevedo_testkit::shared_or_skip;

/// As in the paper: PVS with history and table, captures beyond the horizon, check extensions on it.
const GENESIS: &str =
    "deepening,captures-first,killers,history,table=262144,quiescence=captures,check-extension=horizon";
const DEPTH: i32 = 6;

/// The names of the solved positions, and what it took.
fn solve(records: &[Epd], null_move: &str) -> (Vec<String>, Counts) {
    let settings: Settings = format!("{GENESIS},null={null_move}").parse().expect("settings");
    let mut counts = Counts::default();
    let solved = records.iter().filter(|record| {
        let mut tree = ChessTree::new(&record.board, Judge::classical());
        let found = search(&mut tree, Algorithm::Pvs, &settings, DEPTH, &mut ());
        counts += found.counts;
        found.line.first().is_some_and(|mv| record.best_moves().contains(mv))
    });
    (solved.map(|record| record.id().unwrap_or_default().to_owned()).collect(), counts)
}

#[test]
fn a_king_that_would_rather_stay() {
    // After Kh6 all would be well for Black if it were not for the duty to move.
    let line = "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - bm Kh6; id \"zugzwang.002\";";
    let records: [Epd; 1] = [line.parse().expect("a record")];
    for (null_move, solved) in [("off", 1), ("1", 0), ("2", 0), ("3", 0), ("adaptive", 0), ("verified", 1)] {
        assert_eq!(solve(&records, null_move).0.len(), solved, "null={null_move}");
    }
}

#[test]
fn verified_null_moves_solve_zugzwangs_that_standard_ones_miss() {
    let folder =
        shared_or_skip!("verified_null_moves_solve_zugzwangs_that_standard_ones_miss").join("suites");
    let records: Vec<Epd> = ["zugzwang_cpw.epd", "zugzwang_zpts.epd"]
        .iter()
        .flat_map(|name| {
            let text = fs::read_to_string(folder.join(name)).expect("a suite");
            text.lines().map(|line| line.parse().expect("a record")).collect::<Vec<Epd>>()
        })
        .collect();
    let (verified, counts) = solve(&records, "verified");
    assert!(counts.zugzwangs > 0);
    for standard in ["2", "3"] {
        let (solved, counts) = solve(&records, standard);
        assert_eq!(counts.zugzwangs, 0, "who does not verify finds none");
        assert!(verified.len() > solved.len(), "verified {verified:?}, R = {standard} {solved:?}");
        for name in ["zugzwang.002", "ZPTS.01", "ZPTS.12"] {
            assert!(verified.iter().any(|id| id == name), "verified misses {name}");
            assert!(!solved.iter().any(|id| id == name), "R = {standard} solves {name}");
        }
    }
}
