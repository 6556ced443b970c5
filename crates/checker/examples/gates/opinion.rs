//! Another engine's opinion on what is claimed to be proven.
//!
//! It does not search for the goal but plays for the best; so a proven gain may be worth less to it than the men say, and it may have
//! better. It disagrees where it reckons two pawns or more less than the balance that is claimed, unless it reckons five or more: its
//! hundredths are of chances, not of men, and a queen more is hardly more than a rook more there.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use quevedo_rules::{Board, Color};
use quevedo_tutor::{Effort, Finding, Goal, Proof, findings_of_move};

use crate::rows;
use crate::score::Score;
use crate::wish::Wish;

/// Puzzles, if nothing is said.
const SAMPLE: usize = 60;

/// The least claim that is asked about, and how much less is a disagreement, in pawns.
const POINTS: i8 = 2;
const LESS: f64 = 2.0;

/// What is enough, whatever the men say.
const DECIDED: f64 = 5.0;

/// What a mate counts.
const MATE: f64 = 100.0;

struct Engine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start(path: &Path) -> Result<Engine, String> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|fault| format!("{}: {fault}", path.display()))?;
        let (to, from) = (child.stdin.take(), child.stdout.take());
        let (to, from) = to.zip(from).ok_or("the engine has no pipes")?;
        let mut engine = Engine { child, to, from: BufReader::new(from) };
        engine.say("uci")?;
        engine.hear("uciok")?;
        engine.say("setoption name Hash value 16")?;
        Ok(engine)
    }

    fn say(&mut self, text: &str) -> Result<(), String> {
        writeln!(self.to, "{text}").map_err(|fault| format!("the engine does not listen: {fault}"))
    }

    /// All lines up to one that begins so.
    fn hear(&mut self, last: &str) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read =
                self.from.read_line(&mut line).map_err(|fault| format!("the engine is gone: {fault}"))?;
            if read == 0 {
                return Err("the engine has stopped".to_owned());
            }
            let is_last = line.starts_with(last);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// The score in pawns for the side to move, and the move.
    fn reckon(&mut self, fen: &str, nodes: u64) -> Result<(f64, String), String> {
        self.say("ucinewgame")?;
        self.say(&format!("position fen {fen}"))?;
        self.say(&format!("go nodes {nodes}"))?;
        let lines = self.hear("bestmove")?;
        let score = lines.iter().rev().find_map(|line| score(line)).ok_or("the engine told no score")?;
        let best = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or("?");
        Ok((score, best.to_owned()))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = writeln!(self.to, "quit");
        let _ = self.child.wait();
    }
}

fn score(line: &str) -> Option<f64> {
    let mut words = line.split_whitespace().skip_while(|word| *word != "score").skip(1);
    let (kind, value) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match kind {
        "cp" => Some(f64::from(value) / 100.0),
        "mate" => Some(if value > 0 { MATE } else { -MATE }),
        _ => None,
    }
}

/// The position that a proof begins with, the turn passed where it says so.
fn root(proof: &Proof) -> Option<Board> {
    if proof.after_pass { proof.start.play_null() } else { Some(proof.start) }
}

/// The balance that is claimed at least, in pawns; a mate as such.
fn claimed(proof: &Proof, board: &Board) -> Option<f64> {
    match proof.goal {
        Goal::Mate(_) => Some(MATE),
        Goal::Material(points) if points >= POINTS => {
            Some(f64::from(balance(board, proof.attacker)) + f64::from(points))
        }
        _ => None,
    }
}

fn balance(board: &Board, side: Color) -> i32 {
    let fen = board.fen();
    let men = fen.split(' ').next().unwrap_or_default();
    let white: i32 = men
        .chars()
        .map(|letter| {
            let value = match letter.to_ascii_lowercase() {
                'p' => 1,
                'n' | 'b' => 3,
                'r' => 5,
                'q' => 9,
                _ => 0,
            };
            if letter.is_ascii_uppercase() { value } else { -value }
        })
        .sum();
    if side == Color::White { white } else { -white }
}

pub fn measure(wish: &Wish) -> Result<Vec<Score>, String> {
    let mut engine = Engine::start(&wish.stockfish)?;
    let rows = rows::sampled(rows::all(wish)?, wish.sample.unwrap_or(SAMPLE), wish.seed);
    let mut asked = HashSet::new();
    let (mut mates, mut agreed_mates, mut gains, mut agreed_gains) = (0, 0, 0, 0);
    for (row, puzzle) in rows.iter().filter_map(|row| Some((row, row.puzzle()?))) {
        let found: Vec<Finding> = findings_of_move(&puzzle.board, &puzzle.solution, Effort::QUICK);
        for finding in &found {
            let Some(proof) = finding.proofs.first() else { continue };
            let Some(board) = root(proof) else { continue };
            let Some(least) = claimed(proof, &board) else { continue };
            if !asked.insert((board.fen(), proof.goal, proof.attacker)) {
                continue;
            }
            let (score, best) = engine.reckon(&board.fen(), wish.nodes)?;
            let score = if board.turn() == proof.attacker { score } else { -score };
            let is_mate = least >= MATE;
            let agrees = if is_mate { score >= MATE } else { score > (least - LESS).min(DECIDED) };
            let (all, good) =
                if is_mate { (&mut mates, &mut agreed_mates) } else { (&mut gains, &mut agreed_gains) };
            *all += 1;
            *good += usize::from(agrees);
            if !agrees {
                println!(
                    "{} {} {:?} for {:?}: claimed {least}, reckoned {score:+.2} with {best}; line {}",
                    row.id,
                    board.fen(),
                    proof.goal,
                    proof.attacker,
                    proof.main_line().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
                );
            }
        }
    }
    println!();
    Ok(vec![
        Score::new("mates that it sees too", agreed_mates, mates, None),
        Score::new("gains that it does not reckon two pawns lower", agreed_gains, gains, None),
    ])
}
