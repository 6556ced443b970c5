//! Findings made by hand, true ones and false ones of each kind; and what becomes of the true ones when they are changed.

mod grow;

use grow::{main_line, position, proof};
use quevedo_checker::{Checker, Reason, Standing, check, mutations};
use quevedo_testkit::shared;
use serde_json::{Value, json};
use shakmaty::Position;
use shakmaty::uci::UciMove;

/// What the checker must say of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    True,
    False,
    /// Not refuted, but not all of it can be checked.
    Unchecked,
}

/// One row of `facts.txt`, with the finding that it describes.
struct Row {
    verdict: Verdict,
    text: String,
    finding: Value,
}

const ROWS: &str = include_str!("facts.txt");

fn row(checker: &Checker, line: &str) -> Row {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [truth, fact, fen, mv, side, rest, prefer] = cells[..] else {
        panic!("seven cells are expected: {line}")
    };
    let fact: Value = serde_json::from_str(fact).unwrap_or_else(|fault| panic!("{fault}: {line}"));
    let at = position(fen);
    let color = if side == "white" { shakmaty::Color::White } else { shakmaty::Color::Black };
    let mut now = at.clone();
    if !mv.is_empty() {
        let legal =
            mv.parse::<UciMove>().expect("a move").to_move(&at).unwrap_or_else(|_| panic!("{mv}: {line}"));
        now.play_unchecked(legal);
    }
    let mut finding = json!({
        "fact": fact, "at": grow::fen(&at), "move": if mv.is_empty() { Value::Null } else { json!(mv) }, "side": side,
        "truth": "static", "gain": 0, "line": if mv.is_empty() { json!([]) } else { json!([mv]) }, "proofs": [],
    });
    if let ["line", line] = &rest.splitn(2, ' ').collect::<Vec<_>>()[..] {
        finding["truth"] = json!("opinion");
        finding["line"] = json!(line.split(' ').collect::<Vec<_>>());
    } else if let ["threats", points] = rest.split(' ').collect::<Vec<_>>()[..] {
        add_threats(checker, &mut finding, &at, points.parse().expect("points"), prefer);
    } else if let [place, goal, points, moves, first @ ..] = &rest.split(' ').collect::<Vec<_>>()[..] {
        let aside = place.strip_prefix("other:").map(|text| {
            let other = text.trim_end_matches('-').parse::<UciMove>().expect("a move");
            let mut next = at.clone();
            next.play_unchecked(other.to_move(&at).unwrap_or_else(|_| panic!("{text}: {line}")));
            next
        });
        let before = place.trim_end_matches('-').ends_with("at") && aside.is_none();
        let start = aside.as_ref().unwrap_or(if before { &at } else { &now });
        let pass = place.starts_with("pass");
        let first = first.first().copied().or((*place == "at" && !mv.is_empty()).then_some(mv));
        let attacker = if place.contains('-') { !color } else { color };
        let prefer: Vec<&str> = prefer.split(' ').collect();
        let points = points.parse().expect("points");
        let grown = proof(
            checker,
            start,
            pass,
            attacker,
            (goal, points),
            moves.parse().expect("moves"),
            first,
            &prefer,
        );
        let grown = grown.unwrap_or_else(|| json!({"start": "no proof was found"}));
        let main = main_line(&grown);
        let is_table = finding["fact"]["kind"] == "simplification";
        finding["truth"] = json!(if is_table { "table" } else { "proven" });
        finding["gain"] = match *goal {
            "mate" if !place.contains('-') => json!(100),
            "material" if !place.contains('-') => json!(points),
            _ => json!(0),
        };
        // A proof from before the move begins with it; one from after it follows it.
        let begins = *place == "at";
        let mut line: Vec<String> = if mv.is_empty() || begins { Vec::new() } else { vec![mv.to_owned()] };
        if !place.contains('-') {
            line.extend(main);
        }
        finding["line"] = json!(line);
        finding["proofs"] = json!([grown]);
    } else if rest == "table" {
        finding["truth"] = json!("table");
    }
    let verdict = match truth {
        "true" => Verdict::True,
        "unchecked" => Verdict::Unchecked,
        _ => Verdict::False,
    };
    Row { verdict, text: line.to_owned(), finding }
}

/// Threats of so many pawns after each move of the mover on a line.
fn add_threats(checker: &Checker, finding: &mut Value, at: &shakmaty::Chess, points: i32, line: &str) {
    let side = at.turn();
    let mut here = at.clone();
    let mut proofs = Vec::new();
    for text in line.split(' ') {
        let mover = here.turn();
        here.play_unchecked(text.parse::<UciMove>().expect("a move").to_move(&here).expect("legal"));
        if mover == side && !here.is_check() {
            let grown = proof(checker, &here, true, side, ("material", points), 2, None, &[]);
            proofs.push(grown.unwrap_or_else(|| json!({"start": "no proof was found"})));
        }
    }
    finding["truth"] = json!("proven");
    finding["line"] = json!(line.split(' ').collect::<Vec<_>>());
    finding["proofs"] = json!(proofs);
}

/// The checker with tables and names of openings, if they are there.
fn checker() -> (Checker, bool) {
    let Some(folder) = shared() else { return (Checker::default(), false) };
    let names = std::fs::read_to_string(folder.join("eco/chess-openings.tsv"));
    match (Checker::with_tables(&folder.join("syzygy")), names) {
        (Ok(checker), Ok(names)) => (checker.with_openings(&names), true),
        _ => (Checker::default(), false),
    }
}

fn rows(checker: &Checker) -> Vec<Row> {
    ROWS.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| row(checker, line))
        .collect()
}

#[test]
fn true_findings_stand_and_false_ones_fall() {
    let (checker, is_whole) = checker();
    let mut wrong = Vec::new();
    for row in rows(&checker) {
        if !is_whole && needs_data(&row) {
            continue;
        }
        let verdict = checker.check(&row.finding);
        let stands = match row.verdict {
            Verdict::True => matches!(verdict, Ok(Standing::Verified)),
            Verdict::Unchecked => matches!(verdict, Ok(Standing::Unchecked(_))),
            Verdict::False => true,
        };
        // A row whose proof was not found is a fault of the row, not a false finding.
        let falls = verdict.is_err() && row.finding["proofs"][0]["start"] != "no proof was found";
        if !stands || row.verdict == Verdict::False && !falls {
            wrong.push(format!("{verdict:?}: {}", row.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a row rests on data beside the repository.
fn needs_data(row: &Row) -> bool {
    row.finding["truth"] == "table"
        || row.text.contains("\"table\":")
        || row.finding["fact"]["kind"] == "opening"
}

#[test]
fn every_kind_has_rows_of_both_sorts() {
    let all = rows(&Checker::default());
    let kinds = include_str!("../src/schema.rs");
    let (_, facts) = kinds.split_once("pub enum Fact {").expect("the facts");
    let (facts, _) = facts.split_once("\n}").expect("their end");
    let mut names = 0;
    for line in
        facts.lines().filter(|line| line.starts_with("    ") && line.as_bytes()[4].is_ascii_uppercase())
    {
        let name: String = line.trim().chars().take_while(|letter| letter.is_alphanumeric()).collect();
        let kind = name.chars().enumerate().fold(String::new(), |mut kind, (index, letter)| {
            if letter.is_uppercase() && index > 0 {
                kind.push('_');
            }
            kind.extend(letter.to_lowercase());
            kind
        });
        let of_kind = |truth: bool| {
            all.iter()
                .filter(|row| {
                    (row.verdict != Verdict::False) == truth && row.finding["fact"]["kind"] == kind.as_str()
                })
                .count()
        };
        assert!(of_kind(true) >= 1, "no true {kind}");
        assert!(of_kind(false) >= 1, "no false {kind}");
        names += 1;
    }
    assert!(names > 45, "{names}");
}

/// The share of certainly false mutants that is rejected is what the checker is worth.
#[test]
fn mutants_fall() {
    let (mut made, mut maybe, mut refused) = (0, 0, 0);
    let mut survivors = Vec::new();
    let bare = Checker::default();
    for row in rows(&bare).into_iter().filter(|row| row.verdict == Verdict::True && !needs_data(row)) {
        for mutant in mutations(&row.finding) {
            let rejected = check(&mutant.finding).is_err();
            match mutant.reason {
                Reason::Certain(why) => {
                    made += 1;
                    if !rejected {
                        survivors.push(format!("{} ({why}): {}", mutant.change, row.text));
                    }
                }
                Reason::Possible => {
                    maybe += 1;
                    refused += usize::from(rejected);
                }
            }
        }
    }
    assert!(made > 500, "only {made} mutants");
    assert!(
        survivors.len() * 100 <= made,
        "{} of {made} survive:\n{}",
        survivors.len(),
        survivors.join("\n")
    );
    // Most changes that might be true are not.
    assert!(refused * 10 >= maybe * 7, "only {refused} of {maybe}");
}
