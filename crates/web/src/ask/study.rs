//! What a page may ask about reviews, cards and lessons.

use quevedo_report::Side;
use serde::{Deserialize, Serialize};

use super::{Id, WordLanguage, WordLevel};

/// How hard a review looks.
#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Care {
    /// A third of the time.
    Quick,
    /// As the command line does.
    Full,
}

/// A game to review.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskReview {
    /// The number of the question.
    pub id: Id,
    /// One game or several.
    pub pgn: String,
    /// Which of them, from 0.
    pub game: usize,
    /// How hard is looked.
    pub care: Care,
}

/// A job.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskJob {
    /// The number of the question.
    pub id: Id,
    /// Its name.
    pub job: String,
}

/// A review to read.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskReviewed {
    /// The number of the question.
    pub id: Id,
    /// The job that made it.
    pub job: String,
    /// Whom the words are for.
    pub level: WordLevel,
    /// What they are in.
    pub language: WordLanguage,
}

/// A review to take away.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskExport {
    /// The number of the question.
    pub id: Id,
    /// The job that made it.
    pub job: String,
    /// As what.
    pub form: ExportForm,
    /// What the words are in.
    pub language: WordLanguage,
}

/// What a review is written as.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ExportForm {
    /// The game with marks, scores, arrows, variations and comments.
    Pgn,
    /// One page that holds everything.
    Html,
}

/// Another move in the place of a mistake.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskRetry {
    /// The number of the question.
    pub id: Id,
    /// The job that made the review.
    pub job: String,
    /// The mistake, from 1.
    pub ply: usize,
    /// The move, in UCI or algebraic notation.
    pub mv: String,
}

/// New cards of a review.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskAddCards {
    /// The number of the question.
    pub id: Id,
    /// The job that made the review.
    pub job: String,
    /// Whose mistakes.
    pub side: Side,
    /// Whom the words are for.
    pub level: WordLevel,
    /// What they are in.
    pub language: WordLanguage,
}

/// A move in a card's position.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskTry {
    /// The number of the question.
    pub id: Id,
    /// The card.
    pub card: String,
    /// The move, in UCI or algebraic notation.
    pub mv: String,
}

/// How a card was answered in the end.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskGrade {
    /// The number of the question.
    pub id: Id,
    /// The card.
    pub card: String,
    /// How.
    pub grade: CardGrade,
}

/// How a card was answered.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CardGrade {
    /// Not found.
    Missed,
    /// With hints.
    Helped,
    /// At once.
    Found,
}

/// How hard the start of a lesson is: the fewer moves win, the harder.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Hardness {
    /// Almost every move wins.
    Easy,
    /// Between the two.
    Medium,
    /// Few moves win.
    Hard,
}

/// A lesson as it stands after some moves.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskLesson {
    /// The number of the question.
    pub id: Id,
    /// The ending: `KRK`.
    pub ending: String,
    /// Where it began; without, somewhere.
    pub start: Option<String>,
    /// How hard a start is wanted, if none is given.
    pub hardness: Hardness,
    /// The learner's moves, in UCI or algebraic notation; the defender's come from the lesson.
    pub moves: Vec<String>,
    /// What the words are in.
    pub language: WordLanguage,
}

/// A move that somebody is about to play.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskGuard {
    /// The number of the question.
    pub id: Id,
    /// A FEN, `startpos`, or a Chess960 number like `960:518`.
    pub start: String,
    /// Moves, in UCI or algebraic notation; the last is the one in question.
    pub moves: Vec<String>,
    /// What the words are in.
    pub language: WordLanguage,
}
