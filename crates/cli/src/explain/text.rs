//! Explanations as text, for eighty columns.

use std::io::{self, Write};

use quevedo_rules::{Board, Color};
use quevedo_tutor::{Explanation, Judgement, Language, Role, Sentence};

use crate::console::{self, WIDTH};

/// How much of a candidate's line is shown: moves and their numbers.
const CANDIDATE_WORDS: usize = 9;

/// The few words that stand around the sentences.
struct Labels {
    expected: &'static str,
    best: &'static str,
    depth: &'static str,
    moves: &'static str,
}

const ENGLISH: Labels = Labels { expected: "expected score", best: "best", depth: "depth", moves: "Moves" };
const SPANISH: Labels =
    Labels { expected: "puntos esperados", best: "la mejor", depth: "profundidad", moves: "Jugadas" };

fn labels(language: Language) -> &'static Labels {
    match language {
        Language::English => &ENGLISH,
        Language::Spanish => &SPANISH,
    }
}

/// Writes what is said.
pub(super) fn write(
    explanation: &Explanation,
    sentences: &[Sentence],
    language: Language,
    out: &mut impl Write,
) -> io::Result<()> {
    let labels = labels(language);
    let judgements = [&explanation.played, &explanation.why_not];
    for judgement in judgements.into_iter().flatten() {
        writeln!(out, "{}", head(explanation, judgement, language, labels))?;
    }
    if judgements.iter().any(|judgement| judgement.is_some()) {
        writeln!(out)?;
    }
    for sentence in sentences.iter().filter(|sentence| !matches!(sentence.role, Role::Candidate(_))) {
        paragraph(&sentence.text, "", out)?;
    }
    if judgements.iter().all(|judgement| judgement.is_none()) {
        writeln!(out, "\n{}", labels.moves)?;
        for candidate in &explanation.candidates {
            let reason = sentences.iter().find(|sentence| sentence.role == Role::Candidate(candidate.line));
            write_candidate(explanation, candidate.line, reason, language, out)?;
        }
    }
    Ok(())
}

/// The move with its numbers.
fn head(explanation: &Explanation, judgement: &Judgement, language: Language, labels: &Labels) -> String {
    let number = number(explanation);
    let mv = format!("{number} {}{}", language.notation(&judgement.mv.san), judgement.mark.sign());
    let (before, after) = (judgement.best_expectation, judgement.expectation);
    let depth = format!("{} {}", labels.depth, explanation.depth);
    let best = explanation.candidates.first().and_then(|candidate| first_move(explanation, candidate.line));
    match best {
        Some(best) if judgement.line != 0 => format!(
            "{mv}   {} {after:.2}; {} {} {before:.2}   {depth}",
            labels.expected,
            labels.best,
            language.notation(&best)
        ),
        _ => format!("{mv}   {} {after:.2}   {depth}", labels.expected),
    }
}

fn number(explanation: &Explanation) -> String {
    Board::from_fen(&explanation.fen).map_or_else(
        |_| String::new(),
        |board| {
            let dots = if board.turn() == Color::White { "." } else { "..." };
            format!("{}{dots}", board.fullmove_number())
        },
    )
}

/// The first move of a line, in algebraic notation.
fn first_move(explanation: &Explanation, line: usize) -> Option<String> {
    let line = explanation.lines.get(line)?;
    line.san.split(' ').find(|word| !word.ends_with('.')).map(str::to_owned)
}

/// A candidate with its score, its line, and below what it is good for.
fn write_candidate(
    explanation: &Explanation,
    line: usize,
    reason: Option<&Sentence>,
    language: Language,
    out: &mut impl Write,
) -> io::Result<()> {
    let Some(pv) = explanation.lines.get(line) else { return Ok(()) };
    let moves: Vec<&str> = pv.san.split(' ').collect();
    let mut shown = &moves[..moves.len().min(CANDIDATE_WORDS)];
    // No number without its move.
    while let [rest @ .., last] = shown
        && last.ends_with('.')
    {
        shown = rest;
    }
    let shown = language.notation(&shown.join(" "));
    paragraph(&format!("{:>7}  {shown}", pv.marked_score()), "         ", out)?;
    if let Some(reason) = reason {
        paragraph(&format!("         {}", reason.text), "         ", out)?;
    }
    Ok(())
}

/// Words in lines of eighty columns, the first as it begins, the others indented.
fn paragraph(text: &str, indent: &str, out: &mut impl Write) -> io::Result<()> {
    let start: String = text.chars().take_while(|letter| *letter == ' ').collect();
    let lines = console::wrap(text, WIDTH - indent.len().max(start.len()));
    for (number, line) in lines.iter().enumerate() {
        let lead = if number == 0 { &start } else { indent };
        writeln!(out, "{lead}{line}")?;
    }
    Ok(())
}
