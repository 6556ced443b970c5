//! Explaining: lines are searched, findings are collected along them, and what is worth saying is chosen.

mod detect;
mod explanation;
pub(crate) mod lines;

use quevedo_engine::{Engine, EngineError, Limits, Options};
use quevedo_report::{PvLine, VERSION, WrittenMove};
use quevedo_rules::{Board, Game, Move};

pub use explanation::{Candidate, Explanation, Judgement, Mark, Picks};

use crate::Effort;
use crate::choose::{self, Trial};
use crate::explain::lines::Lines;

pub(crate) use detect::Detector;

/// Who explains: an engine that searches lines, and the effort that goes into proofs.
#[derive(Debug)]
pub struct Tutor {
    engine: Engine,
    detector: Detector,
}

/// What is asked about the current position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The move that was played, or that somebody thinks of.
    pub played: Option<Move>,
    /// A move of which somebody asks why it is not the best.
    pub why_not: Option<Move>,
    /// How many of the best moves are looked at.
    pub candidates: usize,
    /// How long the search may go on, in all.
    pub limits: Limits,
}

impl Default for Question {
    fn default() -> Question {
        Question { played: None, why_not: None, candidates: 3, limits: Question::usual_limits() }
    }
}

impl Question {
    /// The nodes that are searched if nothing is said: about a second's work.
    pub const USUAL_NODES: u64 = 300_000;

    /// No new iteration after [`Question::USUAL_NODES`], and an end at three times as many: the same on every machine.
    pub fn usual_limits() -> Limits {
        Question::nodes(Question::USUAL_NODES)
    }

    /// The limits of a search of about so many nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { soft_nodes: Some(nodes), nodes: Some(nodes.saturating_mul(3)), ..Limits::default() }
    }

    /// About this move.
    pub fn of(played: Move) -> Question {
        Question { played: Some(played), ..Question::default() }
    }
}

/// Why nothing was explained.
#[derive(Debug, thiserror::Error)]
pub enum TutorError {
    /// The game is over.
    #[error("there is no move to explain: {0}")]
    NoMove(String),
    /// The move cannot be played here.
    #[error("{0} is not legal here")]
    IllegalMove(String),
    /// The engine could not be had, or could not do it.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine has found no line.
    #[error("the search ended before it had a line; give it more nodes or time")]
    NoLine,
}

impl Tutor {
    /// A tutor with an engine of these options.
    ///
    /// # Errors
    /// If there is no such engine to be had.
    pub fn new(options: Options) -> Result<Tutor, TutorError> {
        Ok(Tutor::with_engine(Engine::new(options)?))
    }

    /// A tutor with this engine.
    pub fn with_engine(engine: Engine) -> Tutor {
        Tutor { engine, detector: Detector::default() }
    }

    /// The same with another effort for each proof; [`Effort::QUICK`] if nothing is said.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Tutor {
        Tutor { detector: Detector { effort, ..self.detector }, engine: self.engine }
    }

    /// The engine.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Explains the current position of a game, or moves in it.
    ///
    /// # Errors
    /// If the game is over, a move is not legal, or the engine fails.
    pub fn explain(&mut self, game: &Game, question: &Question) -> Result<Explanation, TutorError> {
        let board = game.board();
        if !board.has_legal_moves() {
            let ending =
                game.ending().map_or_else(|| "no legal move".to_owned(), |ending| ending.to_string());
            return Err(TutorError::NoMove(ending));
        }
        let wanted: Vec<Move> = question.played.into_iter().chain(question.why_not).collect();
        if let Some(illegal) = wanted.iter().find(|&&mv| !board.is_legal(mv)) {
            return Err(TutorError::IllegalMove(quevedo_rules::UciMove::from(*illegal).to_string()));
        }
        let count = question.candidates.max(1);
        let lines = lines::search(&mut self.engine, game, &wanted, count, &question.limits)?;
        if lines.now.is_empty() {
            return Err(TutorError::NoLine);
        }
        Ok(self.explain_lines(game, question, &lines))
    }

    /// Collects what is true and chooses what is worth saying.
    pub(crate) fn explain_lines(&self, game: &Game, question: &Question, lines: &Lines) -> Explanation {
        let board = game.board();
        let detector = &Detector { tables: self.engine.endgames().cloned(), ..self.detector.clone() };
        let mut explanation = Explanation {
            version: VERSION,
            fen: board.fen(),
            turn: board.turn().into(),
            depth: lines.now.first().map_or(0, |(report, _)| report.depth.plies()),
            nodes: lines.nodes,
            lines: lines.now.iter().map(|(report, wdl)| PvLine::new(board, report, *wdl)).collect(),
            played: None,
            why_not: None,
            candidates: Vec::new(),
            standing: Vec::new(),
            findings: Vec::new(),
        };
        let judge = |mv: Option<Move>, explanation: &mut Explanation| {
            let place = lines.place(mv?)?;
            let picks = choose::judge(&trial(detector, game, lines, place), &mut explanation.findings);
            Some(Judgement { picks, ..judgement(board, lines, place) })
        };
        explanation.played = judge(question.played, &mut explanation);
        explanation.why_not = judge(question.why_not, &mut explanation);
        let is_about_a_move = explanation.played.is_some() || explanation.why_not.is_some();
        let shown = if is_about_a_move { 1 } else { question.candidates.max(1) };
        for line in 0..lines.now.len().min(shown) {
            let reason = choose::reason(&trial(detector, game, lines, line), &mut explanation.findings);
            explanation.candidates.push(Candidate { line, reason });
        }
        if !is_about_a_move {
            explanation.standing =
                choose::standing(board, detector.of_position(game), &mut explanation.findings);
        }
        explanation
    }
}

/// By how much the best move must be better than the next before it is asked whether it is the only one.
const FAR_AHEAD: f64 = 0.10;

fn trial<'a>(detector: &'a Detector, game: &'a Game, lines: &'a Lines, place: usize) -> Trial<'a> {
    let line = &lines.now[place].0.line;
    let next = lines.now.get(1).and_then(|(report, _)| report.line.first());
    Trial {
        board: game.board(),
        best: &lines.now[0].0.line,
        line,
        is_best: place == 0,
        loss: line.first().map_or(0.0, |&mv| lines.loss(mv)),
        taken_back: line.first().map_or(0, |&mv| taken_back(game, mv)),
        is_far_ahead: next.is_some_and(|&mv| lines.loss(mv) >= FAR_AHEAD),
        detector,
    }
}

/// What the numbers say of the move at this place.
fn judgement(board: &Board, lines: &Lines, place: usize) -> Judgement {
    let (report, wdl) = &lines.now[place];
    let mv = report.line[0];
    let loss = if place == 0 { 0.0 } else { lines.loss(mv) };
    let mark = match place {
        _ if board.legal_moves().len() == 1 => Mark::Forced,
        0 => Mark::Best,
        _ => Mark::of(loss),
    };
    Judgement {
        mv: WrittenMove::new(board, mv),
        line: place,
        expectation: wdl.expectation(),
        best_expectation: lines.now[0].1.expectation(),
        loss,
        mark,
        picks: Picks::default(),
    }
}

/// What the other side has just taken on the square where this move takes back, in pawns.
fn taken_back(game: &Game, mv: Move) -> i8 {
    let (Some(&last), Some(before)) = (game.moves().last(), game.boards().iter().rev().nth(1)) else {
        return 0;
    };
    if !mv.is_capture() || !last.is_capture() || mv.to() != last.to() {
        return 0;
    }
    match before.piece_at(last.to()) {
        Some(piece) => WORTH[piece.index()],
        // In passing.
        None => WORTH[0],
    }
}

/// What men count, by their index.
const WORTH: [i8; 6] = [1, 3, 3, 5, 9, 0];
