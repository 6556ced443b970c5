//! The method played out against the most stubborn defence.

use std::io::Write;

use quevedo_methods::{Conclusion, Language, Lesson};
use quevedo_rules::{Board, Game};
use serde::Serialize;

use super::speech::Speech;
use crate::console::{Console, WIDTH, wrap};
use crate::failure::Finding;
use crate::show::drawing::Drawing;

#[derive(Serialize)]
struct Demo {
    ending: &'static str,
    start: String,
    moves: Vec<Row>,
    conclusion: Option<Conclusion>,
}

/// A move of the method and the reply.
#[derive(Serialize)]
struct Row {
    san: String,
    uci: String,
    part: usize,
    rule: &'static str,
    #[serde(skip)]
    words: &'static str,
    reply: Option<String>,
    fen: String,
}

pub(super) fn run(
    mut lesson: Lesson<'_>,
    start: Board,
    drawing: Drawing,
    language: Language,
    console: &Console,
) -> anyhow::Result<Finding> {
    let mut demo =
        Demo { ending: lesson.method().id, start: start.fen(), moves: Vec::new(), conclusion: None };
    let first = *lesson.board();
    while let Some(advice) = lesson.advice() {
        let uci = lesson.board().uci(advice.mv).to_string();
        let Some(answer) = lesson.play(advice.mv) else { break };
        demo.moves.push(Row {
            san: answer.san,
            uci,
            part: advice.part,
            rule: advice.name,
            words: advice.words,
            reply: answer.reply_san,
            fen: lesson.board().fen(),
        });
    }
    demo.conclusion = lesson.conclusion();
    let (last, speech) = (*lesson.board(), Speech(language));
    console.present(&demo, |demo, out| {
        let draw = |board: Board, out: &mut dyn Write| -> anyhow::Result<()> {
            for line in drawing.lines(&Game::new(board)).lines {
                writeln!(out, "{}", line.trim_end())?;
            }
            Ok(())
        };
        draw(first, out)?;
        let mut known = Vec::new();
        for (number, row) in demo.moves.iter().enumerate() {
            let reply = row.reply.as_deref().unwrap_or_default();
            let text = format!("{:>3}. {:<6} {reply:<6} ", number + 1, row.san);
            // A rule is explained when it comes for the first time.
            let is_new = !known.contains(&row.part);
            known.push(row.part);
            let why = if is_new { format!("{}: {}", row.rule, row.words) } else { row.rule.to_owned() };
            let margin = text.chars().count();
            for (place, line) in wrap(&why, WIDTH - margin).into_iter().enumerate() {
                let before = if place == 0 { text.clone() } else { " ".repeat(margin) };
                writeln!(out, "{before}{line}")?;
            }
        }
        draw(last, out)?;
        if let Some(conclusion) = demo.conclusion {
            writeln!(out, "{}", speech.ended(conclusion, demo.moves.len()))?;
        }
        Ok(())
    })?;
    Ok(Finding::Good)
}
