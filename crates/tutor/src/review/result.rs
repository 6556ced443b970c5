//! What a review says, for the terminal, the page and other machines.

use quevedo_report::{Both, Score, WrittenMove};
use quevedo_rules::Color;
use serde::{Deserialize, Serialize};

use super::{Effort, KeyMoment, Mark, Phase, Scale, StoryLine};

/// The version of these types as they are written. A change of meaning or a field taken away raises it; new fields do not.
pub const REVIEW_VERSION: u32 = 1;

/// A reviewed game. Scores and expectations are White's.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct GameReview {
    /// The [`REVIEW_VERSION`].
    pub version: u32,
    /// What reviewed the game.
    pub engine: String,
    /// The scale of the marks.
    pub scale: Scale,
    /// How much was spent.
    pub effort: Effort,
    /// Whether the scores come from the game's file and not from the engine.
    #[serde(default)]
    pub scores_of_file: bool,
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// How the last position ended the game, if it did: `checkmate`.
    pub ending: Option<String>,
    /// The opening, if it has a name.
    pub opening: Option<OpeningSeen>,
    /// What White and Black did.
    pub sides: Both<SidePlay>,
    /// What White could expect before the first move.
    pub first_score: Option<Score>,
    /// The same, 0 to 1.
    pub first_expectation: f64,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// The moments that mattered, in the order of the game.
    pub moments: Vec<KeyMoment>,
    /// What decided the game.
    pub story: Vec<StoryLine>,
}

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct OpeningSeen {
    /// Its code in the Encyclopaedia of Chess Openings.
    pub eco: String,
    /// Its name.
    pub name: String,
    /// The plies up to the last position with a name.
    pub plies: usize,
}

/// How one side played.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug, Default)]
pub struct SidePlay {
    /// The player, where a tag names him.
    pub player: Option<String>,
    /// His rating, where a tag has it.
    pub elo: Option<u32>,
    /// His moves.
    pub moves: usize,
    /// 0 to 100, by [`game_accuracy`](super::game_accuracy).
    pub accuracy: Option<f64>,
    /// The average loss in hundredths of a pawn.
    pub average_loss: Option<f64>,
    /// The expected score lost in all moves.
    pub lost: f64,
    /// His marks.
    pub marks: MarkCounts,
    /// The phases, those without a move left out.
    pub phases: Vec<PhasePlay>,
}

/// How many moves got which mark.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub struct MarkCounts {
    /// `!`
    pub good: usize,
    /// `?!`
    pub inaccuracies: usize,
    /// `?`
    pub mistakes: usize,
    /// `??`
    pub blunders: usize,
}

impl MarkCounts {
    /// Counts one more.
    pub fn add(&mut self, mark: Mark) {
        *match mark {
            Mark::Good => &mut self.good,
            Mark::Inaccuracy => &mut self.inaccuracies,
            Mark::Mistake => &mut self.mistakes,
            Mark::Blunder => &mut self.blunders,
        } += 1;
    }
}

/// How one side played in a phase.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct PhasePlay {
    /// The phase.
    pub phase: Phase,
    /// His moves in it.
    pub moves: usize,
    /// The mean of their accuracies, 0 to 100.
    pub accuracy: f64,
    /// The expected score lost in them.
    pub lost: f64,
}

/// How good a position is for White.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, Debug)]
pub struct Standing {
    /// His score.
    #[serde(flatten)]
    pub score: Score,
    /// What he may expect, 0 to 1.
    pub expectation: f64,
    /// How deep was searched; 0 where the rules decide or the file said it.
    pub depth: i32,
}

/// A move of a reviewed game.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct ReviewedMove {
    /// Its place in the game, from 1.
    pub ply: usize,
    /// The number on the score sheet: `17.` or `17...`
    pub number: String,
    /// Who moved.
    pub color: Color,
    /// The move.
    pub played: WrittenMove,
    /// The position before it.
    pub fen: String,
    /// The phase of the game.
    pub phase: Phase,
    /// How White stands after it.
    pub after: Standing,
    /// The best move, which may be the one that was played.
    pub best: Option<WrittenMove>,
    /// The best line in algebraic notation, with numbers.
    pub line: String,
    /// The same in UCI notation.
    pub line_uci: Vec<String>,
    /// What the mover lost, 0 to 1.
    pub loss: f64,
    /// The mark, if it got one.
    pub mark: Option<Mark>,
    /// Its accuracy, 0 to 100.
    pub accuracy: f64,
    /// Whether there was no other legal move.
    #[serde(default)]
    pub forced: bool,
    /// The mover's clock afterwards, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// Moves compared in one search at equal depth, the best first; empty where nothing was at stake.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Alternative>,
}

/// A move that was compared with others.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Alternative {
    /// The move.
    #[serde(flatten)]
    pub mv: WrittenMove,
    /// How White would stand.
    #[serde(flatten)]
    pub standing: Standing,
    /// The line, in algebraic notation.
    pub line: String,
}

impl GameReview {
    /// A tag that says something.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name))?;
        Some(value.as_str()).filter(|value| !matches!(*value, "" | "?" | "-" | "????.??.??"))
    }

    /// The game in a few words: `Smith - Jones, 1987`.
    pub fn title(&self) -> String {
        let name = |tag| self.tag(tag).unwrap_or("?").chars().take(40).collect::<String>();
        let year = self.tag("Date").or_else(|| self.tag("UTCDate")).and_then(|date| date.get(..4));
        let year = year.filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
        let year = year.map_or_else(String::new, |year| format!(", {year}"));
        format!("{} - {}{year}", name("White"), name("Black"))
    }

    /// How a side played.
    pub fn side(&self, color: Color) -> &SidePlay {
        match color {
            Color::White => &self.sides.white,
            Color::Black => &self.sides.black,
        }
    }

    /// The name of a side's player, or the colour.
    pub fn name(&self, color: Color) -> &str {
        self.side(color).player.as_deref().unwrap_or(match color {
            Color::White => "White",
            Color::Black => "Black",
        })
    }

    /// What White may expect: before the first move, and after each.
    pub fn expectations(&self) -> Vec<f64> {
        let after = self.moves.iter().map(|mv| mv.after.expectation);
        core::iter::once(self.first_expectation).chain(after).collect()
    }

    /// The reviewed move of a ply, from 1.
    pub fn at(&self, ply: usize) -> Option<&ReviewedMove> {
        self.moves.get(ply.checked_sub(1)?)
    }
}

impl ReviewedMove {
    /// Number, move and mark: `17... Nxe4??`
    pub fn text(&self) -> String {
        let mark = self.mark.map_or("", Mark::sign);
        format!("{} {}{mark}", self.number, self.played.san)
    }

    /// What the mover could expect before the move, 0 to 1.
    pub fn expected_before(&self) -> f64 {
        (self.expected_after() + self.loss).min(1.0)
    }

    /// What the mover can expect after it.
    pub fn expected_after(&self) -> f64 {
        if self.color == Color::White { self.after.expectation } else { 1.0 - self.after.expectation }
    }
}
