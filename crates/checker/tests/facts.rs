//! Findings made by hand, true ones and false ones of each kind; and what becomes of the true ones when they are changed.

mod grow;

use grow::{main_line, position, proof};
use quevedo_checker::{Checker, Reason, Standing, check, mutations};
use quevedo_testkit::shared;
use serde_json::{Value, json};
use shakmaty::Position;
use shakmaty::uci::UciMove;

/// One row of `facts.txt`, with the finding that it describes.
struct Row {
    truth: bool,
    text: String,
    finding: Value,
}

const ROWS: &str = include_str!("facts.txt");

fn row(line: &str) -> Row {
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
    if let [place, goal, points, moves, first @ ..] = &rest.split(' ').collect::<Vec<_>>()[..] {
        let start = if place.trim_end_matches('-').ends_with("at") { &at } else { &now };
        let pass = place.starts_with("pass");
        let first = first.first().copied().or((*place == "at" && !mv.is_empty()).then_some(mv));
        let attacker = if place.contains('-') { !color } else { color };
        let prefer: Vec<&str> = prefer.split(' ').collect();
        let points = points.parse().expect("points");
        let grown =
            proof(start, pass, attacker, (goal, points), moves.parse().expect("moves"), first, &prefer);
        let grown = grown.unwrap_or_else(|| json!({"start": "no proof was found"}));
        let main = main_line(&grown);
        finding["truth"] = json!("proven");
        finding["gain"] = match *goal {
            "mate" => json!(100),
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
    Row { truth: truth == "true", text: line.to_owned(), finding }
}

fn rows() -> Vec<Row> {
    ROWS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(row).collect()
}

#[test]
fn true_findings_stand_and_false_ones_fall() {
    let tables = shared().and_then(|folder| Checker::with_tables(&folder.join("syzygy")).ok());
    let mut wrong = Vec::new();
    for row in rows() {
        let needs_tables = row.finding["truth"] == "table";
        let verdict = match &tables {
            Some(checker) => checker.check(&row.finding),
            None if needs_tables => continue,
            None => Checker::default().check(&row.finding),
        };
        let stands = matches!(verdict, Ok(Standing::Verified));
        // A row whose proof was not found is a fault of the row, not a false finding.
        let falls = verdict.is_err() && row.finding["proofs"][0]["start"] != "no proof was found";
        if row.truth && !stands || !row.truth && !falls {
            wrong.push(format!("{verdict:?}: {}", row.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_kind_has_rows_of_both_sorts() {
    let all = rows();
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
                .filter(|row| row.truth == truth && row.finding["fact"]["kind"] == kind.as_str())
                .count()
        };
        // Nobody can check these here, so none is true for certain; the others need long proofs, which the tutor itself makes.
        let unproven = ["term_differs", "opening", "breakthrough", "only_move", "simplification"]
            .contains(&kind.as_str());
        assert!(unproven || of_kind(true) >= 1, "no true {kind}");
        assert!(kind == "term_differs" || of_kind(false) >= 1, "no false {kind}");
        names += 1;
    }
    assert!(names > 45, "{names}");
}

/// The share of certainly false mutants that is rejected is what the checker is worth.
#[test]
fn mutants_fall() {
    let (mut made, mut maybe, mut refused) = (0, 0, 0);
    let mut survivors = Vec::new();
    for row in rows().into_iter().filter(|row| row.truth && row.finding["truth"] != "table") {
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
