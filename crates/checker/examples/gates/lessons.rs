//! The words of lessons by people, against what is said of the same positions.
//!
//! A lesson's title names its theme ("The Fork: Knight Fork #1"), and its position has to be solved. The tutor explains the best move
//! there; the word counts where the theme is named of that move or of a later one in the line that is shown.

use std::fs;

use quevedo_rules::Board;
use quevedo_tutor::Level;

use crate::families::{MATES, explain, tutor, word, words};
use crate::score::Score;
use crate::wish::Wish;

/// The share of lessons in which the same word is said.
const GATE: f64 = 0.85;

/// What a title says, and the words that are the same; the first that fits is taken.
const THEMES: &[(&str, &[&str])] = &[
    ("The Fork: ", &["fork"]),
    ("The Pin: ", &["pin"]),
    ("The Skewer: ", &["skewer"]),
    ("Double Check: ", &["double check"]),
    ("Discovered Attacks: ", &["discovered", "double check"]),
    ("Overloaded Pieces: ", &["overloaded", "deflection"]),
    ("Interference: ", &["interference"]),
    ("Zwischenzug: ", &["intermezzo"]),
    ("Back-Rank Mate", &["back rank"]),
    ("Smothered Mate", &["smothered"]),
    ("Anastasia's Mate", &["anastasia"]),
    ("Arabian Mate", &["arabian"]),
    ("Boden's Mate", &["boden"]),
    ("Double Bishop Mate", &["two bishops"]),
    ("Balestra Mate", MATES),
    ("Epaulette Mate", &["epaulette"]),
    ("Dovetail Mate", &["dovetail"]),
    ("Opera Mate", &["opera"]),
    ("Hook Mate", &["hook"]),
];

struct Lesson {
    title: String,
    fen: String,
}

fn lessons(wish: &Wish) -> Result<Vec<Lesson>, String> {
    let folder = wish.data("explain/lichess_practice")?;
    let told = |fault: std::io::Error| format!("{}: {fault}", folder.display());
    let mut paths: Vec<_> =
        fs::read_dir(&folder).map_err(told)?.filter_map(|entry| entry.ok().map(|it| it.path())).collect();
    paths.sort();
    let mut lessons = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).map_err(told)?;
        let mut title = String::new();
        for line in text.lines() {
            let value = |name: &str| line.strip_prefix(name).and_then(|rest| rest.strip_suffix("\"]"));
            if let Some(event) = value("[Event \"") {
                event.clone_into(&mut title);
            }
            if let Some(fen) = value("[FEN \"") {
                lessons.push(Lesson { title: title.clone(), fen: fen.to_owned() });
            }
        }
    }
    Ok(lessons)
}

pub fn measure(wish: &Wish) -> Result<Vec<Score>, String> {
    let mut tutor = tutor().map_err(|fault| fault.to_string())?;
    let lessons = lessons(wish)?;
    let (mut said, mut found, mut all) = (0, 0, 0);
    let mut scores = Vec::new();
    for (name, family) in THEMES {
        let (mut of, mut good, mut proven) = (0, 0, 0);
        for lesson in lessons.iter().filter(|lesson| lesson.title.contains(name)) {
            let Ok(board) = Board::from_fen(&lesson.fen) else { continue };
            let Ok(first) = explain(&mut tutor, &board, None, wish.search) else { continue };
            let best = first.lines.first().and_then(|line| line.moves.first());
            let Some(best) = best.and_then(|mv| board.parse_uci(mv).ok()) else { continue };
            let Ok(told) = explain(&mut tutor, &board, Some(best), wish.search) else { continue };
            let (sentences, words) = words(&told, Level::Expert);
            let is_said = words.iter().any(|said| family.contains(&said.word));
            let facts = told.findings.iter().filter_map(|finding| word(&finding.fact));
            let is_proven = is_said || facts.into_iter().any(|word| family.contains(&word));
            of += 1;
            good += usize::from(is_said);
            proven += usize::from(is_proven);
            if !is_said && wish.list > 0 {
                let text: Vec<&str> = sentences.iter().map(|sentence| sentence.text.as_str()).collect();
                println!("{} | {} | {}", lesson.title, lesson.fen, text.join(" "));
            }
        }
        said += good;
        found += proven;
        all += of;
        let name = name.trim_end_matches(": ");
        scores.push(Score::new(name, good, of, None).noted(format!("among all findings {proven}")));
    }
    scores
        .push(Score::new("all lessons", said, all, Some(GATE)).noted(format!("among all findings {found}")));
    Ok(scores)
}
