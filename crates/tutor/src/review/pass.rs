//! The engine's two passes over a game, each backwards on one table.

use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use quevedo_engine::{Engine, EngineError, Limits, Options};
use quevedo_report::{Chances, Score};
use quevedo_rules::{Color, Ending, Game, Move};

use super::scale::{Effort, Scale, Seen};
use super::{InputPly, ReviewInput};
use crate::Question;
use crate::explain::lines::{self, Lines};

/// What is known of a position.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// White's score.
    pub(super) seen: Seen,
    /// What White may expect.
    pub(super) expectation: f64,
    pub(super) depth: i32,
    /// The best line, empty where the game is over or nothing was searched.
    pub(super) line: Vec<Move>,
}

/// The expected score that a move must change to be looked at twice.
pub(super) const WORTH_A_LOOK: f64 = 0.04;

/// Lichess' score of the start position, for games whose file has scores.
const FIRST_EVAL: i32 = 15;

/// What a review's passes share.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub(super) positions: &'a [Game],
    pub(super) plies: &'a [InputPly],
    pub(super) effort: Effort,
    pub(super) scale: Scale,
    pub(super) stop: &'a AtomicBool,
    /// Called after every position.
    pub(super) step: &'a (dyn Fn() + Sync),
}

impl Known {
    /// What a search says to the side to move.
    fn new(scale: Scale, game: &Game, line: Option<&lines::Line>) -> Known {
        let turn = game.board().turn();
        match line {
            Some((report, wdl)) => {
                let score = Score::of(report.score.verdict(), turn);
                let seen = Seen { score, chances: Some(Chances::of(*wdl, turn)) };
                let depth = report.depth.plies();
                Known { seen, expectation: scale.expectation(seen), depth, line: report.line.clone() }
            }
            None => Known::level(),
        }
    }

    fn level() -> Known {
        let seen = Seen { score: Score::Cp(0), chances: None };
        Known { seen, expectation: 0.5, depth: 0, line: Vec::new() }
    }

    /// A position in which the game is over.
    fn ended(ending: Ending, turn: Color) -> Known {
        if ending != Ending::Checkmate {
            return Known::level();
        }
        let seen = Seen { score: Score::Mate(0), chances: None };
        let expectation = if turn == Color::White { 0.0 } else { 1.0 };
        Known { seen, expectation, depth: 0, line: Vec::new() }
    }

    /// White's score in hundredths of a pawn, for formulas that want a number.
    pub(super) fn centipawns(&self) -> i32 {
        centipawns(self.seen.score, self.expectation)
    }
}

/// A score within ten pawns; a mate on the board is the winner's.
pub(super) fn centipawns(score: Score, expectation: f64) -> i32 {
    let most = super::formulas::CEILING;
    match score {
        Score::Mate(0) if expectation > 0.5 => most,
        Score::Mate(0) => -most,
        other => other.centipawns().clamp(-most, most),
    }
}

impl Work<'_> {
    /// The cheap pass over some positions, the last one first.
    pub(super) fn first(
        &self,
        engine: &mut Engine,
        range: Range<usize>,
    ) -> Result<Vec<Option<Known>>, EngineError> {
        engine.new_game();
        engine.configure(Options { multi_pv: 1, ..engine.options().clone() })?;
        let mut found = vec![None; range.len()];
        for index in range.clone().rev() {
            if self.stop.load(Relaxed) {
                break;
            }
            let game = &self.positions[index];
            found[index - range.start] = Some(if let Some(ending) = game.ending() {
                Known::ended(ending, game.board().turn())
            } else {
                let answer = engine.search(game, Limits::nodes(self.effort.first)).finish();
                Known::new(self.scale, game, answer.lines.first())
            });
            (self.step)();
        }
        Ok(found)
    }

    /// The careful pass over those of some positions that are wanted, the last one first.
    pub(super) fn second(
        &self,
        engine: &mut Engine,
        range: Range<usize>,
        wanted: &[bool],
    ) -> Result<Vec<Option<Lines>>, EngineError> {
        let mut found = vec![None; range.len()];
        for index in range.clone().rev().filter(|&index| wanted[index]) {
            if self.stop.load(Relaxed) {
                break;
            }
            let (game, played) = (&self.positions[index], self.plies[index].mv);
            let limits = Question::nodes(self.effort.second);
            let lines = lines::search(engine, game, &[played], self.effort.lines, &limits)?;
            found[index - range.start] = Some(lines);
            (self.step)();
        }
        Ok(found)
    }

    /// The best of compared lines.
    pub(super) fn best_of(&self, index: usize, lines: &Lines) -> Option<Known> {
        lines.now.first().map(|line| Known::new(self.scale, &self.positions[index], Some(line)))
    }

    /// What is known after a move that was compared with others.
    pub(super) fn line_of(&self, index: usize, lines: &Lines, mv: Move) -> Option<Known> {
        let line = lines.now.iter().find(|(report, _)| report.line.first() == Some(&mv))?;
        Some(Known::new(self.scale, &self.positions[index], Some(line)))
    }

    /// What the mover loses by a move, by compared lines: what two depths agree on; and whether there were two.
    pub(super) fn loss_among(&self, index: usize, lines: &Lines, mv: Move) -> (f64, bool) {
        let turn = self.positions[index].board().turn();
        let loss = |lines: &[lines::Line]| {
            let value = |line: &lines::Line| {
                let known = Known::new(self.scale, &self.positions[index], Some(line));
                if turn == Color::White { known.expectation } else { 1.0 - known.expectation }
            };
            let own = lines.iter().find(|(report, _)| report.line.first() == Some(&mv))?;
            Some((value(lines.first()?) - value(own)).max(0.0))
        };
        let now = loss(&lines.now).unwrap_or(0.0);
        match loss(&lines.before) {
            Some(before) => (now.min(before), true),
            None => (now, false),
        }
    }

    /// Which moves are looked at twice: those after which White's expectation is another than before.
    pub(super) fn wanted(&self, known: &[Known]) -> Vec<bool> {
        let wants = |index: usize| {
            let (before, after) = (&known[index], &known[index + 1]);
            let is_mate = matches!(after.seen.score, Score::Mate(0));
            let was_mate =
                matches!(before.seen.score, Score::Mate(_)) != matches!(after.seen.score, Score::Mate(_));
            let moves = (before.expectation - after.expectation).abs() >= WORTH_A_LOOK - 1e-9 || was_mate;
            moves && !is_mate && self.positions[index].board().legal_moves().len() > 1
        };
        (0..self.plies.len()).map(wants).collect()
    }
}

/// What the file's scores say of every position; the first one has Lichess' score of the start.
pub(super) fn of_file(input: &ReviewInput, positions: &[Game], scale: Scale) -> Vec<Known> {
    let known = |score: Score| {
        let seen = Seen { score, chances: None };
        Known { seen, expectation: scale.expectation(seen), depth: 0, line: Vec::new() }
    };
    let mut all = vec![known(Score::Cp(FIRST_EVAL))];
    for (ply, game) in input.plies.iter().zip(&positions[1..]) {
        let ended = game.ending().map(|ending| Known::ended(ending, game.board().turn()));
        all.push(match (ended, ply.eval) {
            (Some(ended), _) => ended,
            (None, Some(eval)) => known(Score::from(eval.score)),
            (None, None) => Known::level(),
        });
    }
    all
}

/// The marks that Lichess gives the moves of a game whose file has the scores, from these scores alone.
pub fn lichess_marks(input: &ReviewInput) -> Vec<Option<super::Mark>> {
    let positions = input.positions();
    let known = of_file(input, &positions, Scale::Lichess);
    let mark = |index: usize| {
        let turn = positions[index].board().turn();
        super::reviewer::mark_by_scores(Scale::Lichess, turn, &known[index], &known[index + 1])
    };
    (0..positions.len() - 1).map(mark).collect()
}
