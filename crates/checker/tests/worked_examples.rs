//! What the worked examples of `docs/tutor.md` rest on is true: every finding of theirs, said or not, by the independent checker.

use std::path::Path;

use quevedo_checker::{Checker, Standing};
use quevedo_engine::Options;
use quevedo_rules::{Board, Game};
use quevedo_tutor::{Basis, Language, Level, Question, Tutor, say};

/// The page promises so many.
const EXAMPLES: usize = 10;

/// The commands of the page: position and move.
fn commands() -> Vec<(String, Option<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tutor.md");
    let page = std::fs::read_to_string(path).expect("docs/tutor.md");
    let read = |line: &str| {
        let rest = line.strip_prefix("$ quevedo explain \"")?;
        let (fen, options) = rest.split_once('"')?;
        let mut words = options.split_whitespace().skip_while(|word| *word != "--move").skip(1);
        Some((fen.to_owned(), words.next().map(str::to_owned)))
    };
    page.lines().filter_map(read).collect()
}

#[test]
fn the_worked_examples_are_true() {
    let commands = commands();
    assert!(commands.len() >= EXAMPLES, "{} examples", commands.len());
    let checker = Checker::default();
    let mut proven = 0;
    for (fen, played) in commands {
        let board = Board::from_fen(&fen).expect("a FEN");
        let mut tutor = Tutor::new(Options::default()).expect("a tutor");
        let question = match &played {
            Some(played) => Question::of(board.parse_san(played).expect("a legal move")),
            None => Question::default(),
        };
        let told = tutor.explain(&Game::new(board), &question).expect("an explanation");
        for finding in &told.findings {
            let value = serde_json::to_value(finding).expect("a finding can be written");
            let standing = checker.check(&value);
            assert!(standing.is_ok(), "{fen} {played:?}: {standing:?}\n{value}");
            proven += usize::from(standing == Ok(Standing::Verified) && !finding.proofs.is_empty());
        }
        // What is said rests on what was checked, on a score that is named as such, or on the board.
        for sentence in say(&told, Level::Expert, Language::English) {
            if let Basis::Finding(place) = sentence.rests_on {
                assert!(place < told.findings.len(), "{}", sentence.text);
            }
        }
    }
    assert!(proven >= EXAMPLES, "{proven} proven findings");
}
