use super::*;

/// Rows of our own small file: the setting move is not in it, so that puzzles with themes that need it are written here in full.
const ROWS: [(&str, &str, &str, &[&str]); 4] = [
    (
        "000rZ",
        "2kr1b1r/p1p2pp1/2pqb3/7p/3N2n1/2NPB3/PPP2PPP/R2Q1RK1 w - - 2 13",
        "d4e6 d6h2",
        &["kingsideAttack", "mate", "mateIn1", "oneMove"],
    ),
    (
        "001KR",
        "6Qk/p1p3pp/4N3/1p6/2q1r1n1/2B5/PP4PP/3R1R1K b - - 0 28",
        "h8g8 f1f8",
        &["mate", "mateIn1", "oneMove"],
    ),
    (
        "001cr",
        "8/3B2pp/p5k1/2p3P1/1p1p1K2/8/1P6/8 b - - 0 38",
        "c5c4 d7e8",
        &["bishopEndgame", "mate", "mateIn1", "oneMove"],
    ),
    (
        "001wr",
        "r4rk1/p3ppbp/Pp1q1np1/3PpbB1/2B5/2N5/1PPQ1PPP/3RR1K1 w - - 4 18",
        "f2f3 d6c5 g1h1 c5c4",
        &["fork", "short"],
    ),
];

#[test]
fn rows_have_their_themes_and_no_others() {
    for (id, fen, moves, expected) in ROWS {
        let puzzle = Puzzle::read(fen, moves).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        let mut found: Vec<&str> =
            THEMES.iter().filter(|theme| (theme.has)(&puzzle)).map(|it| it.label).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{id}");
    }
}

#[test]
fn what_is_no_puzzle_is_said() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (fen, moves, fault) in [
        (start, "e2e4", "a setting move"),
        (start, "e2e5 e7e5", "e2e5 is not legal"),
        (start, "e9 e7e5", "is no move"),
        ("8/8 w - -", "e2e4 e7e5", "is no FEN"),
    ] {
        let told = Puzzle::read(fen, moves).expect_err(moves);
        assert!(told.contains(fault), "{told}");
    }
}

#[test]
fn labels_are_coded_once() {
    let mut labels: Vec<&str> = THEMES.iter().map(|theme| theme.label).collect();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), THEMES.len());
    assert!(theme("fork").is_some() && theme("zugzwang").is_none(), "an engine's opinion is not coded");
}
