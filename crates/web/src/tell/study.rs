//! What a page is told about reviews, cards and lessons.

use quevedo_report::{Both, OpeningName, Side, WrittenMove};
use serde::Serialize;

use super::SentenceFacts;
use crate::ask::Care;

/// How far a job has come.
#[derive(Serialize, serde::Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Others come first.
    Waiting,
    /// It is being done.
    Running,
    /// The review can be read.
    Done,
    /// It could not be done.
    Failed,
    /// Nobody wanted it any more.
    Cancelled,
}

/// A review that is wanted, or done.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct JobFacts {
    /// Its name, which is the same for the same game, engine and care.
    pub job: String,
    /// The game: `Smith - Jones, 1987`.
    pub title: String,
    /// When it was ordered: `2026-11-18 12:30`, UTC.
    pub ordered: String,
    /// How hard is looked.
    pub care: Care,
    /// How many moves the game has.
    pub plies: usize,
    /// Its result as PGN writes it.
    pub result: String,
    /// How far it is.
    pub state: JobState,
    /// Its place among those that wait, from 1.
    pub place: Option<usize>,
    /// Positions looked at.
    pub done: usize,
    /// Positions to look at, as far as that is known; 0 before it begins.
    pub total: usize,
    /// Why it could not be done.
    pub fault: Option<String>,
    /// How accurately both have played, 0 to 100.
    pub accuracy: Option<Both<Option<f64>>>,
}

/// A review.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewFacts {
    /// The job that made it.
    pub job: String,
    /// The game.
    pub title: String,
    /// The event and the place, if they are known.
    pub event: String,
    /// The FEN of the first position.
    pub start: String,
    /// The result as PGN writes it.
    pub result: String,
    /// The opening.
    pub opening: Option<OpeningName>,
    /// The program, and how hard it looked.
    pub engine: String,
    /// What decided the game, in sentences.
    pub story: Vec<String>,
    /// How both have played.
    pub sides: Both<SideFacts>,
    /// What White could expect before the first move, 0 to 1.
    pub first_expectation: f64,
    /// The moves.
    pub moves: Vec<ReviewedMoveFacts>,
    /// The moments that mattered.
    pub moments: Vec<MomentFacts>,
    /// What the figures of accuracy mean.
    pub accuracy_definition: String,
    /// What the marks mean.
    pub marks_definition: String,
}

/// How one side has played.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SideFacts {
    /// The player's name, or nothing.
    pub player: Option<String>,
    /// The rating.
    pub elo: Option<u32>,
    /// How accurately, 0 to 100.
    pub accuracy: Option<f64>,
    /// The average loss in hundredths of a pawn.
    pub average_loss: Option<f64>,
    /// Moves marked `?!`.
    pub inaccuracies: usize,
    /// Moves marked `?`.
    pub mistakes: usize,
    /// Moves marked `??`.
    pub blunders: usize,
    /// The accuracy in the opening, the middlegame and the endgame, as far as there were moves.
    pub phases: [Option<f64>; 3],
}

/// A reviewed move.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewedMoveFacts {
    /// `17.` or `17...`
    pub number: String,
    /// Who moved.
    pub side: Side,
    /// The move.
    pub played: WrittenMove,
    /// The position before it.
    pub fen: String,
    /// White's score after it.
    pub score: String,
    /// What White may expect after it, 0 to 1.
    pub expectation: f64,
    /// What the mover lost, 0 to 1.
    pub loss: f64,
    /// `!`, `?!`, `?`, `??` or nothing.
    pub mark: String,
    /// How accurate it was, 0 to 100.
    pub accuracy: f64,
    /// The best move, if it was another.
    pub best: Option<WrittenMove>,
    /// The best line, in algebraic notation with numbers.
    pub line: String,
}

/// A moment that mattered.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MomentFacts {
    /// The move, from 1.
    pub ply: usize,
    /// `turning_point`, `missed_chance` or `mistake`.
    pub kind: MomentFactsKind,
    /// Why.
    pub words: Vec<SentenceFacts>,
    /// Hints at the best move, each saying more than the one before.
    pub hints: Vec<String>,
}

/// What a moment was.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MomentFactsKind {
    /// The game changed hands.
    TurningPoint,
    /// A chance that was not taken.
    MissedChance,
    /// It made things worse.
    Mistake,
}

/// What a move in the place of a mistake is worth.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Judged {
    /// It is the best, or as good.
    Right,
    /// It is what was played, and was wrong.
    AsInTheGame,
    /// It loses something.
    Wrong,
}

/// The cards of whoever practises.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PracticeFacts {
    /// All cards.
    pub all: usize,
    /// Never asked.
    pub new: usize,
    /// To be asked today.
    pub due: usize,
    /// Found at least three times in a row.
    pub known: usize,
    /// How many were added just now.
    pub added: usize,
    /// In how many days the card that was answered comes again.
    pub again: Option<u32>,
    /// The next card.
    pub card: Option<CardFacts>,
}

/// A position to find a move in.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CardFacts {
    /// Its name.
    pub card: String,
    /// Whether the move that was played was right: there is nothing special to be found.
    pub is_herring: bool,
    /// The position.
    pub fen: String,
    /// Who is to move.
    pub side: Side,
    /// What was played.
    pub played: WrittenMove,
    /// The best move.
    pub best: WrittenMove,
    /// The best line.
    pub line: String,
    /// Why the move that was played was wrong.
    pub words: Vec<String>,
    /// Hints, each saying more than the one before.
    pub hints: Vec<String>,
    /// Where it comes from.
    pub source: String,
}

/// A lesson as it stands.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LessonFacts {
    /// The ending: `KRK`.
    pub ending: String,
    /// What it is about.
    pub title: String,
    /// The idea in a few sentences.
    pub idea: String,
    /// Whether it goes from goal to goal; else the first rule that gives a move is followed.
    pub is_chain: bool,
    /// The rules or goals.
    pub parts: Vec<PartFacts>,
    /// Where it began.
    pub start: String,
    /// The position now.
    pub fen: String,
    /// Who learns.
    pub side: Side,
    /// What was said to each of the learner's moves.
    pub answers: Vec<AnswerFacts>,
    /// What the method plays now.
    pub advice: Option<AdviceFacts>,
    /// How it ended.
    pub conclusion: Option<Conclusion>,
}

/// A rule or goal.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PartFacts {
    /// Its name.
    pub name: String,
    /// What it says.
    pub words: String,
}

/// The method's move.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AdviceFacts {
    /// The move.
    pub mv: WrittenMove,
    /// The rule or goal, from 1.
    pub part: usize,
    /// For goals: moves to the next, at most.
    pub to_goal: Option<u8>,
    /// By the method the end comes within so many moves.
    pub within: u16,
    /// With perfect play.
    pub best: u8,
}

/// What was said to a learner's move.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AnswerFacts {
    /// The move, in algebraic notation.
    pub san: String,
    /// What it is worth.
    pub worth: Worth,
    /// In words.
    pub words: String,
    /// The defender's reply.
    pub reply: Option<String>,
    /// The position after both.
    pub fen: String,
    /// The squares of the last move that was made.
    pub last: String,
}

/// What a learner's move is worth.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Worth {
    /// What the method plays.
    SameRule,
    /// Another move that is as good.
    OtherRule,
    /// It still wins, but not as quickly.
    Slower,
    /// It does not win any more.
    ThrowsAway,
}

/// Why a lesson is over.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Conclusion {
    /// The learner has mated.
    Mate,
    /// The learner has won what there was to win.
    Won,
    /// Stalemate.
    Stalemate,
    /// What was needed to win is lost.
    Lost,
    /// Nobody can win any more.
    Drawn,
}
