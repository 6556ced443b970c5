use super::*;

/// Rows `identity;position;moves;labels` with the setting move, eight or more of each theme that there are, sampled from the Lichess
/// puzzles (CC0). All of them are asked by `gates labels` (docs/results/tutor.md).
const ROWS: &str = include_str!("../../data/themes.txt");

#[test]
fn labels_and_themes_agree() {
    let (mut labelled, mut missed, mut extra) = (0, Vec::new(), Vec::new());
    for row in ROWS.lines() {
        let cells: Vec<&str> = row.split(';').collect();
        let [id, fen, moves, labels] = cells[..] else { panic!("no row: {row}") };
        let puzzle = Puzzle::read(fen, moves).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        let labels: Vec<&str> = labels.split(' ').collect();
        for theme in THEMES {
            let (is_labelled, is_found) = (labels.contains(&theme.label), (theme.has)(&puzzle));
            labelled += usize::from(is_labelled);
            if is_labelled && !is_found {
                missed.push(format!("{} {id}", theme.label));
            }
            // Labels that some of the collection's sources have taken out are no evidence.
            let is_complete =
                !["kingsideAttack", "queensideAttack", "discoveredCheck"].contains(&theme.label);
            if !is_labelled && is_found && is_complete {
                extra.push(format!("{} {id}", theme.label));
            }
        }
    }
    assert!(labelled > 1000, "{labelled}");
    assert!(missed.len() * 200 <= labelled, "{} of {labelled} labels are missed: {missed:?}", missed.len());
    assert!(extra.len() * 100 <= labelled, "{} themes without a label: {extra:?}", extra.len());
    let is_mate = |it: &String| it.starts_with("mate");
    assert!(!missed.iter().chain(&extra).any(is_mate), "mates are exact: {missed:?} {extra:?}");
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
