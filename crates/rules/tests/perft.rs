//! Perft: the number of lines of each length, exact on every position of every suite.

use std::path::Path;

use quevedo_rules::{Board, PerftCounter, perft, perft_by_playing};
use quevedo_testkit::perft::{self as suites, PerftCase, check_all};
use quevedo_testkit::shared_or_skip;

/// Checks the cases up to `limit` lines per depth.
fn check(cases: &[PerftCase], limit: u64) {
    check_with(cases, limit, perft);
}

fn check_with(cases: &[PerftCase], limit: u64, perft: impl Fn(&Board, u32) -> u64 + Sync) {
    if let Err(differences) = check_all(cases, limit, perft) {
        panic!("{} positions differ:\n{}", differences.len(), differences.join("\n"));
    }
}

/// The cases of a suite, all of which our rules must accept, apart from the named number of them.
fn read(path: &Path, refused: usize) -> Vec<PerftCase> {
    let suite = suites::read(path).expect("the suite can be read");
    assert_eq!(suite.refused.len(), refused, "{}: {:?}", path.display(), suite.refused);
    suite.cases
}

#[test]
fn the_embedded_suite_is_exact() {
    check(&suites::embedded(), u64::MAX);
}

#[test]
fn playing_every_move_counts_the_same() {
    check_with(&suites::embedded(), 50_000, perft_by_playing);
}

#[test]
fn counting_with_a_table_counts_the_same() {
    let counter = PerftCounter::new(2, 16);
    check_with(&suites::embedded(), u64::MAX, |board, depth| counter.perft(board, depth));
}

#[test]
fn the_standard_suite_is_exact() {
    let folder = shared_or_skip!("the_standard_suite_is_exact").join("perft");
    check(&read(&folder.join("ethereal_standard.epd"), 0), 10_000_000);
}

#[test]
fn the_chess960_suite_is_exact() {
    let folder = shared_or_skip!("the_chess960_suite_is_exact").join("perft");
    check(&read(&folder.join("ethereal_fischer960.epd"), 0), 1_000_000);
}

#[test]
fn the_suite_of_traps_is_exact() {
    let folder = shared_or_skip!("the_suite_of_traps_is_exact").join("perft");
    check(&read(&folder.join("sedlak_and_cpw.epd"), 0), 10_000_000);
}

#[test]
fn the_tricky_suite_is_exact() {
    let folder = shared_or_skip!("the_tricky_suite_is_exact").join("perft");
    // One of its positions has more queens than any game can bring about.
    check(&read(&folder.join("tricky.perft"), 1), u64::MAX);
}

#[test]
fn the_random_suite_is_exact() {
    let folder = shared_or_skip!("the_random_suite_is_exact").join("perft");
    check(&read(&folder.join("marcel_random6838.epd.zst"), 0), 300_000);
}

/// Everything at every depth, about 5 * 10^12 lines, counted with a table. With `QUEVEDO_PERFT_LIMIT` set,
/// counts beyond that number are left out.
#[test]
#[ignore = "takes an hour or more; see QUEVEDO_PERFT_LIMIT"]
fn all_suites_are_exact_to_the_end() {
    let limit = std::env::var("QUEVEDO_PERFT_LIMIT").map_or(u64::MAX, |text| text.parse().expect("a number"));
    let folder = shared_or_skip!("all_suites_are_exact_to_the_end").join("perft");
    for (file, refused) in [
        ("ethereal_standard.epd", 0),
        ("ethereal_fischer960.epd", 0),
        ("sedlak_and_cpw.epd", 0),
        ("tricky.perft", 1),
        ("marcel_random6838.epd.zst", 0),
    ] {
        let cases = read(&folder.join(file), refused);
        let counter = PerftCounter::new(1, 512);
        check_with(&cases, limit, |board, depth| counter.perft(board, depth));
    }
}
