//! Reviewing a game from its first position to its story.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use quevedo_engine::EngineError;
use quevedo_games::Openings;
use quevedo_report::{Both, Score, WrittenMove};
use quevedo_rules::{Board, Color, Game, Move};

use super::formulas::{average_centipawn_loss, game_accuracy, move_accuracy, win_percent};
use super::moments;
use super::pass::{self, Known, Work};
use super::result::{MarkCounts, PhasePlay, Standing};
use super::{
    Alternative, Effort, GameReview, KeyMoment, Mark, OpeningSeen, Phase, REVIEW_VERSION, ReviewInput,
    ReviewedMove, Scale, SidePlay, story,
};
use crate::explain::lines::Lines;
use crate::{Explanation, Language, Level, Question, Tutor, hint, say};

/// Why a game is not reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// It has no move.
    #[error("the game has no move")]
    NoMoves,
    /// Somebody passes, which is no chess.
    #[error("somebody passes (\"--\") in the game")]
    Passes,
    /// The engine could not do it.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Somebody has asked for the end.
    #[error("the review was interrupted")]
    Stopped,
}

/// How far a review has come, in positions; the second pass is part of the whole once it is known how long it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReviewProgress {
    /// Positions looked at.
    pub done: usize,
    /// Positions to look at, as far as that is known.
    pub total: usize,
}

/// Who reviews games: two tutors, each with an engine, that share the work on one game in a fixed way.
///
/// What comes out is the same whether they work at the same time or one after the other.
#[derive(Debug)]
pub struct Reviewer {
    lanes: [Tutor; 2],
    /// How much is spent.
    pub effort: Effort,
    /// What counts as a loss.
    pub scale: Scale,
    /// Whether the scores of a game's file are taken where it has them all.
    pub use_evals: bool,
    /// For whom the words are.
    pub level: Level,
    /// In which language.
    pub language: Language,
    /// Whether the two tutors work at the same time.
    pub in_parallel: bool,
    /// The name and version of the program, for the result.
    pub program: String,
}

impl Reviewer {
    /// A reviewer with these two tutors.
    pub fn new(lanes: [Tutor; 2]) -> Reviewer {
        Reviewer {
            lanes,
            effort: Effort::FULL,
            scale: Scale::Expectation,
            use_evals: false,
            level: Level::default(),
            language: Language::default(),
            in_parallel: true,
            program: "quevedo".to_owned(),
        }
    }

    /// Reviews a game.
    ///
    /// # Errors
    /// If an engine fails, or `stop` is set meanwhile.
    pub fn review(
        &mut self,
        input: &ReviewInput,
        stop: &AtomicBool,
        progress: &(dyn Fn(ReviewProgress) + Sync),
    ) -> Result<GameReview, ReviewError> {
        let positions = input.positions();
        let counter = Counter::new(positions.len(), progress);
        let work = Work {
            positions: &positions,
            plies: &input.plies,
            effort: self.effort,
            scale: self.scale,
            stop,
            step: &|| counter.step(),
        };
        let of_file = self.use_evals && input.has_evals();
        let mut known =
            if of_file { pass::of_file(input, &positions, self.scale) } else { self.first_pass(&work)? };
        let wanted = work.wanted(&known);
        counter.more(wanted.iter().filter(|&&wanted| wanted).count());
        let lines = self.second_pass(&work, &wanted)?;
        if stop.load(Relaxed) {
            return Err(ReviewError::Stopped);
        }
        if !of_file {
            refine(&work, &mut known, &lines);
        }
        let mut review = self.assemble(input, &work, &known, &lines, of_file);
        self.tell_moments(&mut review, &work, &lines)?;
        review.story = story(&review);
        Ok(review)
    }

    fn first_pass(&mut self, work: &Work<'_>) -> Result<Vec<Known>, ReviewError> {
        let found = self.in_lanes(work.positions.len(), |tutor, range| work.first(tutor.engine(), range))?;
        found.into_iter().collect::<Option<Vec<Known>>>().ok_or(ReviewError::Stopped)
    }

    fn second_pass(&mut self, work: &Work<'_>, wanted: &[bool]) -> Result<Vec<Option<Lines>>, ReviewError> {
        self.in_lanes(work.plies.len(), |tutor, range| work.second(tutor.engine(), range, wanted))
    }

    /// Lets each tutor do its half, at the same time if that is wanted.
    fn in_lanes<T: Send, E: Send + Into<ReviewError>>(
        &mut self,
        count: usize,
        work: impl Fn(&mut Tutor, core::ops::Range<usize>) -> Result<Vec<T>, E> + Sync,
    ) -> Result<Vec<T>, ReviewError> {
        let middle = count / 2;
        let [one, other] = &mut self.lanes;
        let (first, second) = if self.in_parallel {
            thread::scope(|scope| {
                let second = scope.spawn(|| work(other, middle..count));
                let first = work(one, 0..middle);
                // A panic there is one here.
                (first, second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            })
        } else {
            (work(one, 0..middle), work(other, middle..count))
        };
        let mut all = first.map_err(Into::into)?;
        all.extend(second.map_err(Into::into)?);
        Ok(all)
    }

    /// Puts figures and words about the moves together.
    fn assemble(
        &self,
        input: &ReviewInput,
        work: &Work<'_>,
        known: &[Known],
        lines: &[Option<Lines>],
        of_file: bool,
    ) -> GameReview {
        let mut moves = Vec::new();
        let mut phase = Phase::Opening;
        for (index, ply) in input.plies.iter().enumerate() {
            let board = work.positions[index].board();
            phase = phase.next(board, index);
            let judged = judge(work, known, lines[index].as_ref(), index, of_file);
            let best_line =
                lines[index].as_ref().and_then(|lines| lines.now.first()).map(|(report, _)| &report.line);
            let best_line = best_line.unwrap_or(&known[index].line);
            moves.push(ReviewedMove {
                ply: index + 1,
                number: format!(
                    "{}{}",
                    board.fullmove_number(),
                    if board.turn() == Color::White { "." } else { "..." }
                ),
                color: board.turn(),
                played: WrittenMove::new(board, ply.mv),
                fen: board.fen(),
                phase,
                after: standing(&known[index + 1]),
                best: best_line.first().map(|&mv| WrittenMove::new(board, mv)),
                line: board.san_line(best_line),
                line_uci: board.uci_line(best_line).map(|mv| mv.to_string()).collect(),
                loss: rounded(judged.loss),
                mark: judged.mark,
                accuracy: rounded(judged.accuracy),
                forced: board.legal_moves().len() == 1,
                clock: ply.clock,
                alternatives: alternatives(work, lines[index].as_ref(), index),
            });
        }
        let last = work.positions.last();
        let opening = Openings::builtin().classify(&input.start, input.plies.iter().map(|ply| &ply.mv));
        let sides = |color| side(input, &moves, known, color);
        GameReview {
            version: REVIEW_VERSION,
            engine: self.program.clone(),
            scale: self.scale,
            effort: self.effort,
            scores_of_file: of_file,
            tags: input.tags.clone(),
            start: input.start.fen(),
            result: input.tag("Result").unwrap_or("*").to_owned(),
            ending: last.and_then(Game::ending).map(|ending| ending.to_string()),
            opening: opening.map(|named| OpeningSeen {
                eco: named.opening.code.to_string(),
                name: named.opening.name.to_string(),
                plies: named.ply,
            }),
            sides: Both { white: sides(Color::White), black: sides(Color::Black) },
            first_score: known.first().map(|known| known.seen.score),
            first_expectation: rounded(known.first().map_or(0.5, |known| known.expectation)),
            moments: moments::choose(&moves, self.effort.moments),
            moves,
            story: Vec::new(),
        }
    }

    /// Finds out why, for each key moment.
    fn tell_moments(
        &mut self,
        review: &mut GameReview,
        work: &Work<'_>,
        lines: &[Option<Lines>],
    ) -> Result<(), ReviewError> {
        let plies: Vec<usize> = review.moments.iter().map(|moment| moment.ply).collect();
        let explained = self.in_lanes(plies.len(), |tutor, range| {
            let explain = |ply: usize| -> Option<Explanation> {
                let (game, lines) = (&work.positions[ply - 1], lines[ply - 1].as_ref()?);
                let question = Question { candidates: 1, ..Question::of(work.plies[ply - 1].mv) };
                (!work.stop.load(Relaxed)).then(|| tutor.explain_lines(game, &question, lines))
            };
            let all = plies[range].iter().map(|&ply| explain(ply)).collect();
            Ok::<Vec<Option<Explanation>>, ReviewError>(all)
        })?;
        if work.stop.load(Relaxed) {
            return Err(ReviewError::Stopped);
        }
        let (level, language) = (self.level, self.language);
        for (moment, explanation) in review.moments.iter_mut().zip(explained) {
            let Some(explanation) = explanation else { continue };
            moment.words =
                say(&explanation, level, language).into_iter().map(|sentence| sentence.text).collect();
            moment.hints =
                (1..=4).filter_map(|number| hint(&explanation, number, language)).map(|it| it.text).collect();
            moment.facts = facts(&explanation);
            moment.explanation = Some(Box::new(explanation));
        }
        Ok(())
    }
}

/// The facts that an explanation of a move rests on: cause, motif and remedy.
fn facts(explanation: &Explanation) -> Vec<crate::Fact> {
    let Some(judgement) = &explanation.played else { return Vec::new() };
    let picks = &judgement.picks;
    let places = [picks.cause, picks.motif, picks.remedy].into_iter().flatten();
    places.filter_map(|place| explanation.findings.get(place)).map(|finding| finding.fact.clone()).collect()
}

/// The careful pass knows better: of the position itself, and of the one after the move where nobody has looked again.
fn refine(work: &Work<'_>, known: &mut [Known], lines: &[Option<Lines>]) {
    for (index, found) in lines.iter().enumerate() {
        let Some(found) = found else { continue };
        if let Some(best) = work.best_of(index, found) {
            known[index] = best;
        }
        let looked_again = lines.get(index + 1).is_some_and(Option::is_some);
        if let Some(after) = work.line_of(index, found, work.plies[index].mv).filter(|_| !looked_again) {
            // What the position itself would play is still the better line from there.
            let line = core::mem::take(&mut known[index + 1].line);
            known[index + 1] = Known { line, ..after };
        }
    }
}

/// What a move is worth.
struct Judged {
    loss: f64,
    accuracy: f64,
    mark: Option<Mark>,
}

fn judge(work: &Work<'_>, known: &[Known], lines: Option<&Lines>, index: usize, of_file: bool) -> Judged {
    let board = work.positions[index].board();
    let (turn, played) = (board.turn(), work.plies[index].mv);
    let mine = |value: f64| if turn == Color::White { value } else { 1.0 - value };
    let (before, after) = (&known[index], &known[index + 1]);
    let percent = |known: &Known| {
        let centipawns = known.centipawns();
        win_percent(if turn == Color::White { centipawns } else { -centipawns })
    };
    let accuracy = move_accuracy(percent(before) - percent(after));
    let is_mate = matches!(after.seen.score, Score::Mate(0)) && mine(after.expectation) > 0.5;
    if is_mate || board.legal_moves().len() == 1 {
        return Judged { loss: 0.0, accuracy: 100.0, mark: None };
    }
    let sides = |score| if turn == Color::White { score } else { negated(score) };
    if let Some(lines) = lines.filter(|_| !of_file) {
        let (loss, is_sure) = work.loss_among(index, lines, played);
        let own = work.line_of(index, lines, played);
        let score = own.as_ref().map_or(before.seen.score, |own| own.seen.score);
        let is_best = lines.now.first().is_some_and(|(report, _)| report.line.first() == Some(&played));
        let mark = work.scale.mark(sides(before.seen.score), sides(score), loss).filter(|_| !is_best);
        // One look is not enough for the worst mark.
        let mark = if is_sure { mark } else { mark.map(|mark| mark.min(Mark::Mistake)) };
        let own_accuracy = own.map_or(accuracy, |own| move_accuracy(percent(before) - percent(&own)));
        return Judged { loss, accuracy: own_accuracy, mark };
    }
    let loss = (mine(before.expectation) - mine(after.expectation)).max(0.0);
    // Without a second look at it, a small change is noise of the search.
    let mark = of_file.then(|| mark_by_scores(work.scale, turn, before, after)).flatten();
    Judged { loss, accuracy, mark }
}

/// The mark of a move of this side by the scores before and after it.
pub(super) fn mark_by_scores(scale: Scale, turn: Color, before: &Known, after: &Known) -> Option<Mark> {
    let mine = |value: f64| if turn == Color::White { value } else { 1.0 - value };
    let sides = |score| if turn == Color::White { score } else { negated(score) };
    if matches!(after.seen.score, Score::Mate(0)) {
        return None;
    }
    let loss = (mine(before.expectation) - mine(after.expectation)).max(0.0);
    scale.mark(sides(before.seen.score), sides(after.seen.score), loss)
}

fn negated(score: Score) -> Score {
    match score {
        Score::Cp(hundredths) => Score::Cp(-hundredths),
        Score::Mate(moves) => Score::Mate(-moves),
        Score::Table(moves) => Score::Table(-moves),
    }
}

fn standing(known: &Known) -> Standing {
    Standing { score: known.seen.score, expectation: rounded(known.expectation), depth: known.depth }
}

/// Four digits are more than anybody knows, and the same on every machine.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

fn alternatives(work: &Work<'_>, lines: Option<&Lines>, index: usize) -> Vec<Alternative> {
    let board = work.positions[index].board();
    let line = |mv: Move| {
        let lines = lines?;
        let known = work.line_of(index, lines, mv)?;
        Some(Alternative {
            mv: WrittenMove::new(board, mv),
            standing: standing(&known),
            line: board.san_line(&known.line),
        })
    };
    let firsts =
        lines.iter().flat_map(|lines| &lines.now).filter_map(|(report, _)| report.line.first().copied());
    firsts.filter_map(line).collect()
}

/// How a side played.
fn side(input: &ReviewInput, moves: &[ReviewedMove], known: &[Known], color: Color) -> SidePlay {
    let own: Vec<&ReviewedMove> = moves.iter().filter(|mv| mv.color == color).collect();
    let mut marks = MarkCounts::default();
    own.iter().filter_map(|mv| mv.mark).for_each(|mark| marks.add(mark));
    let percents: Vec<f64> = known.iter().map(|known| win_percent(known.centipawns())).collect();
    let accuracies = game_accuracy(&percents, input.start.turn());
    let signed = |value: i32| if color == Color::White { value } else { -value };
    let losses = known
        .windows(2)
        .zip(moves)
        .filter(|(_, mv)| mv.color == color)
        .map(|(pair, _)| signed(pair[0].centipawns()) - signed(pair[1].centipawns()));
    let phase = |phase| {
        let inside: Vec<&&ReviewedMove> = own.iter().filter(|mv| mv.phase == phase).collect();
        let count = inside.len();
        (count > 0).then(|| PhasePlay {
            phase,
            moves: count,
            accuracy: rounded(inside.iter().map(|mv| mv.accuracy).sum::<f64>() / count as f64),
            lost: rounded(inside.iter().map(|mv| mv.loss).sum()),
        })
    };
    let elo = if color == Color::White { "WhiteElo" } else { "BlackElo" };
    SidePlay {
        player: input.player(color).map(str::to_owned),
        elo: input.tag(elo).and_then(|text| text.trim().parse().ok()),
        moves: own.len(),
        accuracy: accuracies[color.index()].map(rounded),
        average_loss: average_centipawn_loss(losses).map(rounded),
        lost: rounded(own.iter().map(|mv| mv.loss).sum()),
        marks,
        phases: Phase::ALL.into_iter().filter_map(phase).collect(),
    }
}

/// Counts positions for whoever watches.
struct Counter<'a> {
    done: core::sync::atomic::AtomicUsize,
    total: core::sync::atomic::AtomicUsize,
    tell: &'a (dyn Fn(ReviewProgress) + Sync),
}

impl<'a> Counter<'a> {
    fn new(total: usize, tell: &'a (dyn Fn(ReviewProgress) + Sync)) -> Counter<'a> {
        Counter { done: 0.into(), total: total.into(), tell }
    }

    fn more(&self, count: usize) {
        self.total.fetch_add(count, Relaxed);
    }

    fn step(&self) {
        let done = self.done.fetch_add(1, Relaxed) + 1;
        (self.tell)(ReviewProgress { done, total: self.total.load(Relaxed) });
    }
}

/// The board of a reviewed move.
impl ReviewedMove {
    /// The position before the move, and the move.
    pub fn board_and_move(&self) -> Option<(Board, Move)> {
        let board = Board::from_fen(&self.fen).ok()?;
        let mv = board.parse_uci(&self.played.uci).ok()?;
        Some((board, mv))
    }
}

impl GameReview {
    /// Without the proofs, for collections.
    pub fn without_proofs(mut self) -> GameReview {
        for KeyMoment { explanation, .. } in &mut self.moments {
            *explanation = None;
        }
        self
    }
}
