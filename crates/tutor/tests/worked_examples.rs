//! The worked examples of `docs/tutor.md` are what the tutor says: each command's verdict, word for word; with `QUEVEDO_FULL=1`
//! every sentence.

use std::path::Path;

use quevedo_engine::Options;
use quevedo_rules::{Board, Game};
use quevedo_tutor::{Basis, Language, Level, Question, Role, Sentence, Tutor, say};

/// A command of the page and what it shows.
struct Example {
    fen: String,
    played: String,
    language: Language,
    level: Level,
    shown: String,
}

/// The console blocks of the page.
fn examples() -> Vec<Example> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tutor.md");
    let page = std::fs::read_to_string(path).expect("docs/tutor.md");
    let blocks =
        page.split("```console\n").skip(1).filter_map(|block| block.split_once("\n```").map(|it| it.0));
    blocks.filter_map(example).collect()
}

fn example(block: &str) -> Option<Example> {
    let (command, shown) = block.split_once('\n')?;
    let rest = command.strip_prefix("$ quevedo explain \"")?;
    let (fen, options) = rest.split_once('"')?;
    let words: Vec<&str> = options.split_whitespace().collect();
    let option =
        |name: &str| words.iter().position(|word| *word == name).and_then(|place| words.get(place + 1));
    Some(Example {
        fen: fen.to_owned(),
        played: (*option("--move")?).to_owned(),
        language: if option("--lang") == Some(&"es") { Language::Spanish } else { Language::English },
        level: match option("--level") {
            Some(&"beginner") => Level::Beginner,
            Some(&"expert") => Level::Expert,
            _ => Level::Club,
        },
        shown: flat(shown),
    })
}

/// Words, whatever lines they stand on.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn said(example: &Example) -> Vec<Sentence> {
    let board = Board::from_fen(&example.fen).expect("a FEN");
    let played = board.parse_san(&example.played).expect("a legal move");
    let mut tutor = Tutor::new(Options::default()).expect("a tutor");
    let explanation = tutor.explain(&Game::new(board), &Question::of(played)).expect("an explanation");
    say(&explanation, example.level, example.language)
}

fn is_proven_verdict(sentence: &Sentence) -> bool {
    sentence.role == Role::Verdict && matches!(sentence.rests_on, Basis::Finding(_))
}

#[test]
fn the_page_says_what_the_tutor_says() {
    let is_full = quevedo_testkit::is_full_run();
    let examples = examples();
    assert!(examples.len() >= 5, "{} examples", examples.len());
    for example in examples {
        for sentence in said(&example).into_iter().filter(|it| is_full || is_proven_verdict(it)) {
            let whole = flat(&sentence.text);
            // The line that shows it is the search's choice; what is claimed is not.
            let claim = whole.split(": ").next().unwrap_or_default();
            let words = if is_full { whole.as_str() } else { claim };
            assert!(example.shown.contains(words), "{} {}: {words}", example.fen, example.played);
        }
    }
}
