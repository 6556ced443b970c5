//! Runs the tutor's detectors over puzzles and games, has everything checked, and counts.

// The example and the test each use their part.
#![allow(dead_code)]

use std::collections::BTreeMap;

use quevedo_checker::{Checker, Reason, Standing, mutations};
use quevedo_rules::{Board, Move};
use quevedo_testkit::Random;
use quevedo_tutor::{
    Effort, Fact, Finding, Goal, Truth, allows, findings_of_move, findings_of_position, initiative, misses,
    only_move,
};
use serde_json::{Value, json};

/// A puzzle: the position to solve, the solution, what others call it.
#[derive(Debug)]
pub struct Puzzle {
    pub id: String,
    pub board: Board,
    pub solution: Vec<Move>,
    pub themes: Vec<String>,
}

impl Puzzle {
    /// Reads a row of the collection: the move before the puzzle is played.
    pub fn from_row(row: &str) -> Option<Puzzle> {
        let cells: Vec<&str> = row.split(',').collect();
        let (id, fen, moves, themes) = (*cells.first()?, *cells.get(1)?, *cells.get(2)?, *cells.get(6)?);
        let mut board = Board::from_fen(fen).ok()?;
        let mut texts = moves.split(' ');
        board = board.play(board.parse_uci(texts.next()?).ok()?);
        Puzzle::new(id, board, texts, themes)
    }

    /// Reads a row of our own small file: identity, position, moves and themes, with semicolons.
    pub fn from_own_row(row: &str) -> Option<Puzzle> {
        let cells: Vec<&str> = row.split(';').collect();
        let [id, fen, moves, themes] = cells[..] else { return None };
        Puzzle::new(id, Board::from_fen(fen).ok()?, moves.split(' '), themes)
    }

    fn new<'t>(id: &str, board: Board, texts: impl Iterator<Item = &'t str>, themes: &str) -> Option<Puzzle> {
        let mut here = board;
        let mut solution = Vec::new();
        for text in texts {
            let mv = here.parse_uci(text).ok()?;
            solution.push(mv);
            here = here.play(mv);
        }
        let themes = themes.split(' ').map(str::to_owned).collect();
        (!solution.is_empty()).then(|| Puzzle { id: id.to_owned(), board, solution, themes })
    }

    pub fn has(&self, theme: &str) -> bool {
        self.themes.iter().any(|it| it == theme)
    }

    /// What the solution wins in pawns: a mate 100, else the balance at its end less that at its start.
    pub fn gain(&self) -> i32 {
        let us = self.board.turn();
        let end = self.solution.iter().fold(self.board, |board, mv| board.play(*mv));
        if end.is_checkmate() { 100 } else { balance(&end, us) - balance(&self.board, us) }
    }
}

fn balance(board: &Board, us: quevedo_rules::Color) -> i32 {
    let fen = board.fen();
    let men = fen.split(' ').next().unwrap_or_default();
    let count: i32 = men
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
    if us == quevedo_rules::Color::White { count } else { -count }
}

/// What was found of one kind of fact.
#[derive(Default, Clone, Debug)]
pub struct Count {
    pub said: u64,
    pub rejected: u64,
    pub unchecked: u64,
}

/// A finding that the checker does not believe.
#[derive(Clone, Debug)]
pub struct Rejection {
    pub finding: Value,
    pub why: String,
    pub source: String,
}

/// All that was counted.
#[derive(Default, Debug)]
pub struct Tally {
    pub kinds: BTreeMap<String, Count>,
    pub rejections: Vec<Rejection>,
    pub puzzles: u64,
    pub explained: u64,
    pub unexplained: Vec<String>,
    pub games: u64,
    pub positions: u64,
    /// Mutants that are certainly false: made, rejected; then those that may be true.
    pub mutants: [u64; 4],
    pub survivors: Vec<String>,
    /// Checks one finding in so many for teeth; 0: none.
    pub teeth: u64,
    /// How many were believed.
    pub seen: u64,
}

impl Tally {
    pub fn said(&self) -> u64 {
        self.kinds.values().map(|count| count.said).sum()
    }

    pub fn rejected(&self) -> u64 {
        self.kinds.values().map(|count| count.rejected).sum()
    }

    /// Has one finding checked; true if it was not rejected.
    pub fn see(&mut self, checker: &Checker, finding: &Finding, source: &str) -> bool {
        let value = serde_json::to_value(finding).expect("a finding can be written");
        let kind = value["fact"]["kind"].as_str().unwrap_or("?").to_owned();
        let count = self.kinds.entry(kind).or_default();
        count.said += 1;
        match checker.check(&value) {
            Ok(Standing::Verified) => {}
            Ok(Standing::Unchecked(_)) => count.unchecked += 1,
            Err(fault) => {
                count.rejected += 1;
                let rejection =
                    Rejection { finding: value, why: fault.to_string(), source: source.to_owned() };
                self.rejections.push(rejection);
                return false;
            }
        }
        self.seen += 1;
        if self.teeth > 0 && self.seen.is_multiple_of(self.teeth) {
            self.bite(checker, &value);
        }
        true
    }

    fn bite(&mut self, checker: &Checker, value: &Value) {
        for mutant in mutations(value) {
            let rejected = checker.check(&mutant.finding).is_err();
            let at = if mutant.reason == Reason::Possible { 2 } else { 0 };
            self.mutants[at] += 1;
            self.mutants[at + 1] += u64::from(rejected);
            if at == 0 && !rejected && self.survivors.len() < 200 {
                self.survivors.push(format!("{} ({:?}): {}", mutant.change, mutant.reason, mutant.finding));
            }
        }
    }

    /// The solution of a puzzle and some wrong moves.
    pub fn puzzle(
        &mut self,
        checker: &Checker,
        puzzle: &Puzzle,
        wrong: usize,
        random: &mut Random,
        effort: Effort,
    ) {
        self.puzzles += 1;
        let mut best = 0;
        for finding in findings_of_move(&puzzle.board, &puzzle.solution, effort) {
            if self.see(checker, &finding, &puzzle.id)
                && finding.at == puzzle.board
                && finding.truth == Truth::Proven
            {
                best = best.max(shown(&finding));
            }
        }
        let gain = puzzle.gain().max(1);
        if f64::from(best) >= 0.6 * f64::from(gain) {
            self.explained += 1;
        } else if self.unexplained.len() < 10_000 {
            self.unexplained.push(format!(
                "{} {} {best}/{gain} {}",
                puzzle.id,
                puzzle.board.fen(),
                puzzle.themes.join(" ")
            ));
        }
        if wrong > 0 {
            for finding in findings_of_position(&puzzle.board, effort) {
                self.see(checker, &finding, &puzzle.id);
            }
            if let Some(finding) = only_move(&puzzle.board, puzzle.solution[0], effort) {
                self.see(checker, &finding, &puzzle.id);
            }
        }
        let others: Vec<Move> =
            puzzle.board.legal_moves().into_iter().filter(|mv| *mv != puzzle.solution[0]).collect();
        for _ in 0..wrong.min(others.len()) {
            let played = random.pick(&others);
            self.played(checker, &puzzle.board, &[played], &puzzle.solution, &puzzle.id, effort);
        }
    }

    /// A move that was played where another was better.
    pub fn played(
        &mut self,
        checker: &Checker,
        board: &Board,
        played: &[Move],
        better: &[Move],
        source: &str,
        effort: Effort,
    ) {
        let found = findings_of_move(board, played, effort);
        let compared = [allows(board, played, better, effort), misses(board, played, better, effort)];
        for finding in found.iter().chain(compared.iter().flatten()) {
            self.see(checker, finding, source);
        }
    }

    /// Every so many moves of a game.
    pub fn game(
        &mut self,
        checker: &Checker,
        start: Board,
        moves: &[Move],
        every: usize,
        source: &str,
        effort: Effort,
    ) {
        self.games += 1;
        let mut board = start;
        for (ply, mv) in moves.iter().enumerate() {
            if (ply + self.games as usize).is_multiple_of(every) {
                self.positions += 1;
                let mut found = findings_of_position(&board, effort);
                let line = &moves[ply..(ply + 5).min(moves.len())];
                found.extend(findings_of_move(&board, line, effort));
                found.extend(initiative(&board, line, effort));
                for finding in &found {
                    self.see(checker, finding, source);
                }
            }
            board = board.play(*mv);
        }
    }

    /// The table of kinds.
    pub fn table(&self) -> String {
        let row = |kind: &str, count: &Count| {
            format!("{kind:20} {:9} {:9} {:9}\n", count.said, count.rejected, count.unchecked)
        };
        let head = format!("{:20} {:>9} {:>9} {:>9}\n", "fact", "said", "rejected", "unchecked");
        let rows: String = self.kinds.iter().map(|(kind, count)| row(kind, count)).collect();
        let unchecked = self.kinds.values().map(|count| count.unchecked).sum();
        let all = Count { said: self.said(), rejected: self.rejected(), unchecked };
        head + &rows + &row("all", &all)
    }

    /// The same as JSON.
    pub fn json(&self) -> Value {
        let kinds: BTreeMap<_, _> = self
            .kinds
            .iter()
            .map(|(kind, it)| {
                (kind, json!({"said": it.said, "rejected": it.rejected, "unchecked": it.unchecked}))
            })
            .collect();
        json!({
            "puzzles": self.puzzles, "explained": self.explained, "games": self.games, "positions": self.positions,
            "said": self.said(), "rejected": self.rejected(), "kinds": kinds,
            "mutants": {"false": self.mutants[0], "false_rejected": self.mutants[1],
                "maybe_true": self.mutants[2], "maybe_true_rejected": self.mutants[3]},
            "rejections": self.rejections.iter().map(|it| json!({"source": it.source, "why": it.why, "finding": it.finding}))
                .collect::<Vec<_>>(),
        })
    }
}

/// What a finding shows to be gained: a draw by force counts as one pawn.
fn shown(finding: &Finding) -> i32 {
    let draws = matches!(finding.fact, Fact::SavesDraw { .. } | Fact::Achieves { goal: Goal::Draw });
    i32::from(finding.gain).max(i32::from(draws))
}
