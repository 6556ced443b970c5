//! A game that the program has played, as it is kept.

use core::fmt;
use core::str::FromStr;

use quevedo_rules::{Board, Color, Move, UciMove};
use serde::{Deserialize, Serialize};

use crate::MemoryError;

/// What tells a game from all others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub u128);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for GameId {
    type Err = String;

    fn from_str(text: &str) -> Result<GameId, String> {
        let number = u128::from_str_radix(text, 16).ok().filter(|_| text.len() == 32);
        number.map(GameId).ok_or_else(|| format!("\"{text}\" is no game's id: 32 hexadecimal digits"))
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum GameOutcome {
    /// White won.
    White,
    /// Nobody did.
    Draw,
    /// Black won.
    Black,
    /// Nobody knows: a program was killed, or its user never said.
    Unknown,
}

impl GameOutcome {
    /// Twice the points of a side; `None` if nobody knows.
    pub fn half_points(self, side: Color) -> Option<u64> {
        match self {
            GameOutcome::Unknown => None,
            GameOutcome::Draw => Some(1),
            GameOutcome::White => Some(if side == Color::White { 2 } else { 0 }),
            GameOutcome::Black => Some(if side == Color::Black { 2 } else { 0 }),
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// By the rules, by agreement, by resignation or adjudication.
    #[default]
    Normal,
    /// Somebody's time was over.
    Time,
    /// It was broken off.
    Abandoned,
}

/// What the program thought before one of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Thought {
    /// Before the move with this number in plies, from 0.
    pub ply: u16,
    /// Hundredths of a pawn, for the program; mates as 30,000 less their distance in plies.
    pub score: i32,
    /// How deep it looked.
    pub depth: u16,
    /// What it expected to be answered.
    pub expected: Option<UciMove>,
}

/// A game that the program has played.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct PlayedGame {
    /// Where it began.
    pub start: Board,
    /// What was played.
    pub moves: Vec<UciMove>,
    /// The side that the program had.
    pub ours: Color,
    /// How it ended.
    pub outcome: GameOutcome,
    /// Why.
    #[serde(default)]
    pub ending: Ending,
    /// The opponent's name.
    #[serde(default)]
    pub opponent: String,
    /// When, as the source says it.
    #[serde(default)]
    pub date: String,
    /// Whether the program played as well as it can.
    pub is_full_strength: bool,
    /// What it evaluated with: a name and checksum. Scores of another one are not compared.
    #[serde(default)]
    pub evaluation: String,
    /// What it thought, in the order of the moves.
    #[serde(default)]
    pub thoughts: Vec<Thought>,
}

impl PlayedGame {
    /// The moves on their boards.
    ///
    /// # Errors
    /// If one is not legal.
    pub fn replay(&self) -> Result<Vec<(Board, Move)>, MemoryError> {
        let mut board = self.start;
        let mut played = Vec::with_capacity(self.moves.len());
        for (index, &written) in self.moves.iter().enumerate() {
            let wrong = |_| MemoryError::Move { ply: index + 1, text: written.to_string() };
            let mv = board.find_uci(written).map_err(wrong)?;
            played.push((board, mv));
            board.make(mv);
        }
        Ok(played)
    }

    /// An identity that follows from the game itself, for games that come from a file: the same moves between the same players on the
    /// same day are the same game.
    pub fn content_id(&self) -> GameId {
        let mut hash = Fnv::default();
        hash.add(self.start.fen().as_bytes());
        self.moves.iter().for_each(|mv| hash.add(mv.to_string().as_bytes()));
        hash.add(format!("|{}|{}|{}", self.ours.name(), self.opponent, self.date).as_bytes());
        GameId(hash.0)
    }

    /// Whether anything is to be learnt from it.
    pub fn teaches(&self) -> bool {
        self.is_full_strength && self.ending == Ending::Normal
    }
}

/// Fowler, Noll and Vo's hash (1a, 128 bits).
struct Fnv(u128);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
    }
}
