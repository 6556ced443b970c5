//! What a page is told.

mod look;
mod study;

use quevedo_report::{Both, OpeningName, PositionFacts, PvLine, Side};
use serde::Serialize;

use crate::ask::{ClockTerms, Id, Limit, Tag};

pub use look::{
    CollectionFacts, ExperimentFacts, ExperimentName, ExploredFacts, ExploredMove, FoundGame, GrownFacts,
    LabFinding, LabNode, LabPlot, LabTable, ResultCounts,
};
pub use study::{
    AdviceFacts, AnswerFacts, CardFacts, Conclusion, JobFacts, JobState, Judged, LessonFacts, MomentFacts,
    MomentFactsKind, PartFacts, PracticeFacts, ReviewFacts, ReviewedMoveFacts, SideFacts, Worth,
};

/// Something that a page is told.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Tell {
    /// The first words on a connection.
    Hello(Hello),
    /// A position.
    Position {
        /// The question.
        id: Id,
        /// What there is to know.
        facts: Box<PositionFacts>,
    },
    /// The lines of an analysis as they are now.
    Lines {
        /// The analysis.
        id: Id,
        /// Grows with every picture.
        seq: u32,
        /// The best first.
        lines: Vec<PvLine>,
    },
    /// An analysis has to wait.
    Queued {
        /// The analysis.
        id: Id,
        /// Its place in the queue, from 1.
        place: usize,
    },
    /// An analysis is over; its last lines were told before.
    Done {
        /// The analysis.
        id: Id,
    },
    /// An evaluation.
    Evaluation {
        /// The question.
        id: Id,
        /// What it is made of.
        evaluation: Box<EvaluationFacts>,
    },
    /// Words about a move or a position.
    Explanation {
        /// The question.
        id: Id,
        /// The words.
        explanation: ExplanationFacts,
    },
    /// What the tables say of every move.
    Probe {
        /// The question.
        id: Id,
        /// The moves, the best first; `None` where the tables do not know the ending.
        moves: Option<Vec<TableMove>>,
        /// The most men that the tables have.
        max_men: usize,
    },
    /// What the tables say of a man on every square.
    Map {
        /// The question.
        id: Id,
        /// a1, b1, … h8; `None` where the man cannot stand or the tables do not know.
        squares: Vec<Option<TableValue>>,
    },
    /// A game with its variations.
    Tree {
        /// The question.
        id: Id,
        /// The titles of all games in the text, as far as they were read.
        titles: Vec<String>,
        /// The game asked for.
        tree: Box<Tree>,
        /// What was wrong with it, in words; the tree has what could be read.
        faults: Vec<String>,
    },
    /// A game as PGN.
    Pgn {
        /// The question.
        id: Id,
        /// The text.
        pgn: String,
    },
    /// A game against the engine as it stands.
    Game {
        /// The question, if it is an answer.
        id: Option<Id>,
        /// The game.
        game: Box<GameFacts>,
    },
    /// The kept games.
    Games {
        /// The question.
        id: Id,
        /// The newest first.
        games: Vec<GameSummary>,
    },
    /// What speaks against a move.
    Guarded {
        /// The question.
        id: Id,
        /// What it loses, if that is proven and grave.
        objection: Option<String>,
    },
    /// Reviews that are ordered or done.
    Jobs {
        /// The question, if it is an answer.
        id: Option<Id>,
        /// What is not done first, then the newest.
        jobs: Vec<JobFacts>,
    },
    /// One of them.
    Job {
        /// The question.
        id: Id,
        /// How far it is.
        job: Box<JobFacts>,
    },
    /// A review.
    Review {
        /// The question.
        id: Id,
        /// What it says.
        review: Box<ReviewFacts>,
    },
    /// A review to take away.
    Export {
        /// The question.
        id: Id,
        /// The file's content.
        text: String,
    },
    /// What another move is worth.
    Judged {
        /// The question.
        id: Id,
        /// In a word.
        judged: Judged,
        /// What it loses, 0 to 1.
        loss: f64,
    },
    /// What there is to practise.
    Practice {
        /// The question.
        id: Id,
        /// The counts and the next card.
        practice: Box<PracticeFacts>,
    },
    /// A lesson as it stands.
    Lesson {
        /// The question.
        id: Id,
        /// All of it.
        lesson: Box<LessonFacts>,
    },
    /// What was played in a position.
    Explored {
        /// The question.
        id: Id,
        /// Moves and games.
        explored: Box<ExploredFacts>,
    },
    /// The laboratory's experiments.
    Experiments {
        /// The question.
        id: Id,
        /// All of them.
        experiments: Vec<ExperimentName>,
    },
    /// One of them.
    Experiment {
        /// The question.
        id: Id,
        /// What it has found out.
        experiment: Box<ExperimentFacts>,
    },
    /// A tree.
    Grown {
        /// The question.
        id: Id,
        /// Its figures and its root.
        tree: Box<GrownFacts>,
    },
    /// What is below a node of it.
    Branches {
        /// The question.
        id: Id,
        /// In the order in which they were looked at.
        branches: Vec<LabNode>,
    },
    /// What could not be done, and why.
    Problem {
        /// The question, if it could be read.
        id: Option<Id>,
        /// A word for programs.
        code: Code,
        /// Words for people.
        words: String,
    },
}

/// Why something could not be done, for programs.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message is no question.
    Message,
    /// The position cannot be read or is not legal.
    Position,
    /// A move cannot be read or is not legal.
    Move,
    /// The text is no PGN.
    Pgn,
    /// A number is out of its range.
    Range,
    /// There is no such thing.
    Missing,
    /// Too much at once.
    Busy,
    /// It cannot be done now, by the rules.
    Rules,
    /// A fault of the machine or the program.
    Fault,
}

/// Who speaks.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hello {
    /// The version of the messages.
    pub protocol: u32,
    /// The program's version.
    pub version: String,
    /// How many searches can go on at once.
    pub engines: usize,
    /// Whether games outlive the program.
    pub keeps_games: bool,
    /// The collections of games that can be explored.
    pub collections: Vec<CollectionFacts>,
}

/// Words about a move or a position; each rests on something that was proven, or on the engine's numbers.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ExplanationFacts {
    /// How good the move is, in a word: `best`, `good`, `inaccuracy`, `mistake`, `blunder` or `forced`.
    pub mark: Option<String>,
    /// The sentences in their order.
    pub sentences: Vec<SentenceFacts>,
}

/// A sentence.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SentenceFacts {
    /// The words.
    pub text: String,
    /// The moves in them, in their order.
    pub moves: Vec<SpokenMove>,
    /// The squares of the men in them.
    pub squares: Vec<String>,
}

/// A move in a sentence.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SpokenMove {
    /// As the text has it.
    pub text: String,
    /// The move.
    pub uci: String,
    /// The position before it.
    pub fen: String,
}

/// A position's evaluation without a search, in pawns for White.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EvaluationFacts {
    /// What the network says, if there is one.
    pub network: Option<f64>,
    /// What the classical evaluation says.
    pub classical: f64,
    /// Whether knowledge of this ending gave the classical value instead of its terms.
    pub is_known_ending: bool,
    /// How much of the middlegame is left, 0 to 1.
    pub phase: f64,
    /// The terms that count here.
    pub terms: Vec<TermFacts>,
    /// What White would lose with each man, as the network sees it.
    pub men: Vec<ManWorth>,
}

/// What one term of the classical evaluation gives.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TermFacts {
    /// What it belongs to.
    pub group: String,
    /// Its name.
    pub name: String,
    /// What it means.
    pub means: String,
    /// White's part.
    pub white: f64,
    /// Black's part.
    pub black: f64,
}

/// What a man is worth where it stands.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ManWorth {
    /// Where.
    pub square: String,
    /// In pawns, for White.
    pub worth: f64,
}

/// Who wins.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TableResult {
    /// The side that moves loses.
    Loss,
    /// It would lose, but for the fifty-move rule.
    BlessedLoss,
    /// Nobody wins.
    Draw,
    /// It would win, but for the fifty-move rule.
    CursedWin,
    /// The side that moves wins.
    Win,
}

/// What the tables say of a position, for the side to move.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableValue {
    /// Who wins.
    pub result: TableResult,
    /// In how many moves there is mate, if somebody wins and it is known.
    pub mate: Option<u16>,
}

/// What the tables say of a move, for the side that plays it.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableMove {
    /// The move.
    pub uci: String,
    /// The same in algebraic notation.
    pub san: String,
    /// Who wins after it, and when.
    #[serde(flatten)]
    pub value: TableValue,
}

/// A game with its variations.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tree {
    /// The tags.
    pub tags: Vec<Tag>,
    /// The FEN of the first position.
    pub start: String,
    /// Words before the first move.
    pub comment: String,
    /// The moves, each after its parent; a line before its variations.
    pub nodes: Vec<TreeNode>,
}

/// A move of a game.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TreeNode {
    /// The place of the move before it in the list; without, it is a first move.
    pub parent: Option<usize>,
    /// The move.
    pub uci: String,
    /// The same in algebraic notation.
    pub san: String,
    /// Words about it.
    pub comment: String,
    /// Numbers of glyphs.
    pub nags: Vec<u8>,
}

/// Whose turn it is in a game against the engine.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WhoMoves {
    /// The person's.
    You,
    /// The engine's.
    Engine,
    /// The game is over.
    Nobody,
}

/// A game against the engine.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameFacts {
    /// Its name.
    pub game: String,
    /// The first position.
    pub start: String,
    /// Whose men the person has.
    pub side: Side,
    /// What limits each of the engine's moves.
    pub level: Limit,
    /// The clock, if there is one.
    pub clock: Option<ClockTerms>,
    /// What both clocks show in milliseconds, now.
    pub left: Option<Both<u32>>,
    /// Who is to do something.
    pub turn: WhoMoves,
    /// The position on the board.
    pub position: PositionFacts,
    /// How it has ended.
    pub end: Option<GameEnd>,
    /// The engine does not take the draw that was just offered.
    pub draw_declined: bool,
    /// What went wrong with the engine or with keeping the game, if anything did.
    pub fault: Option<String>,
}

/// How a game has ended.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameEnd {
    /// `1-0`
    pub result: String,
    /// Why, in words.
    pub reason: String,
    /// Why, for programs.
    pub cause: Cause,
}

/// Why a game is over.
#[derive(Serialize, serde::Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// By the rules, which the position tells.
    Rules,
    /// A draw by agreement or by a claim.
    Draw,
    /// The person has resigned.
    Resigned,
    /// Somebody's time was over.
    Time,
}

/// A kept game in a line.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameSummary {
    /// Its name.
    pub game: String,
    /// The day it began, like `2026.11.18`.
    pub date: String,
    /// Whose men the person has.
    pub side: Side,
    /// How many moves were played by both.
    pub plies: usize,
    /// The position on the board.
    pub fen: String,
    /// The result as PGN writes it; `*` while it goes on.
    pub result: String,
    /// The opening.
    pub opening: Option<OpeningName>,
}
