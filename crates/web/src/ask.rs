//! What a page may ask. Unknown fields and unknown types are refused.

mod look;
mod study;

use quevedo_report::Side;
use serde::{Deserialize, Serialize};

pub use look::{AskBranches, AskExperiment, AskExplore, AskGrow, AskRecord, GameFilter};
pub use study::{
    AskAddCards, AskExport, AskGrade, AskGuard, AskJob, AskLesson, AskRetry, AskReview, AskReviewed, AskTry,
    CardGrade, Care, ExportForm, Hardness,
};

/// The number that a page gives to a question; the answers carry it.
pub type Id = u32;

/// A question of a page.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Ask {
    /// What is there to know about this position?
    Position(AskPosition),
    /// Think about it, and show the lines while you do.
    Analyse(AskAnalysis),
    /// Think no more.
    Stop(AskStop),
    /// What does it look like without a search, term by term and man by man?
    Evaluate(AskPosition),
    /// Why is a move good or bad, or what is this position like?
    Explain(AskExplanation),
    /// What do the tablebases say of every move?
    Probe(AskPosition),
    /// What if this man stood elsewhere?
    Map(AskMap),
    /// Read games from PGN.
    Read(AskRead),
    /// Write a game as PGN.
    Write(AskWrite),
    /// Begin a game against the engine.
    NewGame(AskNewGame),
    /// Go on with a game; from now on its changes are told.
    OpenGame(AskGame),
    /// Play a move.
    Move(AskMove),
    /// Anything else that a player may do.
    Order(AskOrder),
    /// Which games are kept?
    Games(AskGames),
    /// Would this move lose something, by a proof?
    Guard(AskGuard),
    /// Review a game.
    Review(AskReview),
    /// Which reviews are ordered or done? From now on their changes are told.
    Jobs(AskGames),
    /// Nobody wants this review any more.
    CancelJob(AskJob),
    /// Read a review.
    Reviewed(AskReviewed),
    /// Take a review away.
    Export(AskExport),
    /// Try another move in the place of a mistake.
    Retry(AskRetry),
    /// What is there to practise today?
    Practice(AskGames),
    /// Make cards of a review.
    AddCards(AskAddCards),
    /// Try a move in a card's position.
    Try(AskTry),
    /// Note how a card was answered.
    Grade(AskGrade),
    /// A lesson in an ending.
    Lesson(AskLesson),
    /// What was played here, in a collection of games?
    Explore(AskExplore),
    /// A game of a collection.
    Record(AskRecord),
    /// What has the laboratory found out?
    Experiment(AskExperiment),
    /// Which tree does an algorithm visit?
    Grow(AskGrow),
    /// What is below a node of it?
    Branches(AskBranches),
}

impl Ask {
    /// The page's number of the question.
    pub fn id(&self) -> Id {
        match self {
            Ask::Position(ask) | Ask::Evaluate(ask) | Ask::Probe(ask) => ask.id,
            Ask::Analyse(ask) => ask.id,
            Ask::Explain(ask) => ask.id,
            Ask::Stop(ask) => ask.id,
            Ask::Map(ask) => ask.id,
            Ask::Read(ask) => ask.id,
            Ask::Write(ask) => ask.id,
            Ask::NewGame(ask) => ask.id,
            Ask::OpenGame(ask) => ask.id,
            Ask::Move(ask) => ask.id,
            Ask::Order(ask) => ask.id,
            Ask::Games(ask) | Ask::Jobs(ask) | Ask::Practice(ask) => ask.id,
            Ask::Guard(ask) => ask.id,
            Ask::Review(ask) => ask.id,
            Ask::CancelJob(ask) => ask.id,
            Ask::Reviewed(ask) => ask.id,
            Ask::Export(ask) => ask.id,
            Ask::Retry(ask) => ask.id,
            Ask::AddCards(ask) => ask.id,
            Ask::Try(ask) => ask.id,
            Ask::Grade(ask) => ask.id,
            Ask::Lesson(ask) => ask.id,
            Ask::Explore(ask) => ask.id,
            Ask::Record(ask) => ask.id,
            Ask::Experiment(ask) => ask.id,
            Ask::Grow(ask) => ask.id,
            Ask::Branches(ask) => ask.id,
        }
    }
}

/// A position: where it began, and the moves from there.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskPosition {
    /// The number of the question.
    pub id: Id,
    /// A FEN, `startpos`, or a Chess960 number like `960:518`.
    pub start: String,
    /// Moves, in UCI or algebraic notation.
    pub moves: Vec<String>,
}

/// An analysis.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskAnalysis {
    /// The number of the question.
    pub id: Id,
    /// As in [`AskPosition`].
    pub start: String,
    /// As in [`AskPosition`].
    pub moves: Vec<String>,
    /// How many lines, 1 to 5.
    pub lines: usize,
    /// When it is enough; without, only [`Ask::Stop`] ends it.
    pub limit: Option<Limit>,
    /// Ask what the other side would do if it were to move.
    pub threat: bool,
}

/// Words are wanted.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskExplanation {
    /// The number of the question.
    pub id: Id,
    /// As in [`AskPosition`].
    pub start: String,
    /// As in [`AskPosition`].
    pub moves: Vec<String>,
    /// What the words are to be about.
    pub about: About,
    /// Whom they are for.
    pub level: WordLevel,
    /// What they are in.
    pub language: WordLanguage,
}

/// What words are about.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// The position after all moves.
    Position,
    /// The last of the moves.
    LastMove,
}

/// Whom words are for.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WordLevel {
    /// Short and plain.
    Beginner,
    /// With the names of motifs.
    Club,
    /// With everything.
    Expert,
}

/// What words are in.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WordLanguage {
    /// English.
    En,
    /// Spanish.
    Es,
}

/// When an analysis is enough.
#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Limit {
    /// After so many milliseconds.
    Time(u32),
    /// After so many nodes.
    Nodes(u32),
    /// After so many plies.
    Depth(u16),
}

/// Which analysis is to end.
#[derive(Deserialize, Clone, Copy, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskStop {
    /// The number of the analysis.
    pub id: Id,
}

/// A map of a man over all squares.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskMap {
    /// The number of the question.
    pub id: Id,
    /// The position.
    pub fen: String,
    /// Where the man stands.
    pub square: String,
}

/// A text in PGN.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskRead {
    /// The number of the question.
    pub id: Id,
    /// One game or several.
    pub pgn: String,
    /// Which of them, from 0.
    pub game: usize,
}

/// A game to write.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskWrite {
    /// The number of the question.
    pub id: Id,
    /// What is known about it.
    pub tags: Vec<Tag>,
    /// The first position.
    pub start: String,
    /// Every move after its parent.
    pub nodes: Vec<AskNode>,
}

/// A tag of a game.
#[derive(Deserialize, Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Tag {
    /// `White`
    pub name: String,
    /// `Kramnik, Vladimir`
    pub value: String,
}

/// A move to write.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskNode {
    /// The place of the move before it in the list, from 0; without, it is a first move.
    pub parent: Option<usize>,
    /// The move.
    pub uci: String,
    /// Words about it.
    pub comment: String,
    /// Numbers of glyphs.
    pub nags: Vec<u8>,
}

/// A game against the engine.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskNewGame {
    /// The number of the question.
    pub id: Id,
    /// The first position.
    pub start: String,
    /// Whose men the person has.
    pub side: Side,
    /// The person's name in the PGN.
    pub name: String,
    /// What limits each of the engine's moves.
    pub level: Limit,
    /// The clock, if there is one.
    pub clock: Option<ClockTerms>,
}

/// A clock for both.
#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ClockTerms {
    /// Seconds at the start.
    pub seconds: u32,
    /// Seconds added for each move.
    pub increment: u32,
}

/// A game that is kept.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskGame {
    /// The number of the question.
    pub id: Id,
    /// The name of the game.
    pub game: String,
}

/// A move in a game.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskMove {
    /// The number of the question.
    pub id: Id,
    /// The name of the game.
    pub game: String,
    /// The move, in UCI or algebraic notation.
    pub mv: String,
    /// How many moves were played before it: a move for another position is refused.
    pub ply: usize,
}

/// A player's wish.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskOrder {
    /// The number of the question.
    pub id: Id,
    /// The name of the game.
    pub game: String,
    /// What is wanted.
    pub order: Order,
}

/// What a player may want besides moving.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Take back the last move.
    TakeBack,
    /// Claim or offer a draw.
    Draw,
    /// Give up.
    Resign,
    /// The game as PGN.
    Pgn,
}

/// What is kept: games, reviews, cards.
#[derive(Deserialize, Clone, Copy, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskGames {
    /// The number of the question.
    pub id: Id,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Ask, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn questions_are_read() {
        let ask = read(r#"{"type":"stop","id":7}"#).expect("a question");
        assert!(matches!(ask, Ask::Stop(AskStop { id: 7 })), "{ask:?}");
        let text = r#"{"type":"analyse","id":1,"start":"startpos","moves":["e4"],"lines":3,"limit":{"time":500},"threat":false}"#;
        let Ok(Ask::Analyse(ask)) = read(text) else { panic!("no analysis") };
        assert_eq!((ask.limit, ask.lines), (Some(Limit::Time(500)), 3));
    }

    #[test]
    fn what_is_unknown_is_refused() {
        for text in [
            r#"{"type":"stop","id":7,"more":1}"#,
            r#"{"type":"shout","id":7}"#,
            r#"{"type":"stop"}"#,
            r#"{"type":"stop","id":-1}"#,
            r#"{"id":7}"#,
            "[]",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        let deep = format!(r#"{{"type":"stop","id":{}1{}}}"#, "[".repeat(20_000), "]".repeat(20_000));
        assert!(read(&deep).is_err());
    }
}
