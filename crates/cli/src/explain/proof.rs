//! Proofs as trees of moves.

use std::io::{self, Write};

use quevedo_rules::{Board, UciMove};
use quevedo_tutor::{Attack, Basis, Defence, Explanation, Language, Proof, Root, Sentence};

/// The most lines of one proof.
const MOST_LINES: usize = 120;

/// Writes the proofs that the sentences rest on, each once.
pub(super) fn write(
    explanation: &Explanation,
    sentences: &[Sentence],
    language: Language,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut told = Vec::new();
    for sentence in sentences {
        let Basis::Finding(place) = sentence.rests_on else { continue };
        if told.contains(&place) {
            continue;
        }
        told.push(place);
        let Some(proof) = explanation.findings.get(place).and_then(|finding| finding.proofs.first()) else {
            continue;
        };
        writeln!(out, "\n> {}", sentence.text)?;
        write_proof(proof, language, out)?;
    }
    if told.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

fn write_proof(proof: &Proof, language: Language, out: &mut impl Write) -> io::Result<()> {
    let mut tree = Tree { language, lines: Vec::new(), left: 0 };
    let start = if proof.after_pass { proof.start.play_null().unwrap_or(proof.start) } else { proof.start };
    match &proof.tree {
        Root::Attack(attack) => tree.attack(&start, attack, 1, ""),
        Root::Defence(defence) => tree.defence(&start, defence, 1),
    }
    for line in &tree.lines {
        writeln!(out, "{line}")?;
    }
    if tree.left > 0 {
        let words = match language {
            Language::English => "more lines; --json has the whole proof",
            Language::Spanish => "líneas más; --json tiene la demostración entera",
        };
        writeln!(out, "  … {} {words}", tree.left)?;
    }
    Ok(())
}

/// The lines of a tree: each reply with its answer, indented by its place.
struct Tree {
    language: Language,
    lines: Vec<String>,
    left: usize,
}

impl Tree {
    fn attack(&mut self, board: &Board, attack: &Attack, depth: usize, before: &str) {
        let (words, next) = self.play(board, attack.mv);
        self.push(format!("{}{before}{words}", "  ".repeat(depth)));
        if let Some(next) = next {
            self.defence(&next, &attack.then, depth + 1);
        }
    }

    fn defence(&mut self, board: &Board, defence: &Defence, depth: usize) {
        let Defence::Replies(replies) = defence else { return };
        for reply in replies {
            let (words, next) = self.play(board, reply.mv);
            if let Some(next) = next {
                self.attack(&next, &reply.then, depth, &format!("{words} "));
            }
        }
    }

    /// A move in words, and the board after it.
    fn play(&self, board: &Board, written: UciMove) -> (String, Option<Board>) {
        match board.find_uci(written) {
            Ok(mv) => (self.language.notation(&board.san_line(&[mv])), Some(board.play(mv))),
            Err(_) => (written.to_string(), None),
        }
    }

    fn push(&mut self, line: String) {
        if self.lines.len() < MOST_LINES {
            self.lines.push(line);
        } else {
            self.left += 1;
        }
    }
}
