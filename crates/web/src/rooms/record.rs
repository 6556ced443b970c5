//! A game as it is kept.

use core::time::Duration;

use quevedo_clock::{Allotment, TimeControl};
use quevedo_engine::{Answer, Origin};
use quevedo_games::PgnResult;
use quevedo_play::{CasualGame, GameResult, Termination, Terms, Turn};
use quevedo_report::Side;
use quevedo_rules::{Board, Color};
use quevedo_value::{Depth, Score};
use serde::{Deserialize, Serialize};

use crate::ask::{AskNewGame, ClockTerms, Limit};
use crate::position;
use crate::problem::Problem;
use crate::tell::{Cause, Code, GameSummary};

/// The version of the records.
const VERSION: u32 = 1;
/// The longest name of a person.
const LONGEST_NAME: usize = 80;

/// A game as it is kept.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct Record {
    version: u32,
    /// When it began: `2026.11.18`.
    pub(super) date: String,
    /// When it began: `12:30:00`, UTC.
    pub(super) time: String,
    pub(super) start: String,
    pub(super) side: Side,
    pub(super) name: String,
    pub(super) level: Limit,
    pub(super) clock: Option<ClockTerms>,
    pub(super) moves: Vec<KeptMove>,
    pub(super) end: Option<KeptEnd>,
}

/// A move and how long it took.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct KeptMove {
    pub(super) uci: String,
    pub(super) milliseconds: u64,
}

/// How a game ended.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct KeptEnd {
    pub(super) result: String,
    pub(super) reason: String,
    pub(super) cause: Cause,
}

impl Record {
    /// A game that begins now.
    pub(super) fn new(ask: &AskNewGame, start: &Board) -> Result<Record, Problem> {
        check(ask)?;
        // 2026-11-18T12:30:00Z
        let now = jiff::Timestamp::now().to_string();
        let name: String =
            ask.name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
        Ok(Record {
            version: VERSION,
            date: now.get(..10).unwrap_or("????-??-??").replace('-', "."),
            time: now.get(11..19).unwrap_or("00:00:00").to_owned(),
            start: start.fen(),
            side: ask.side,
            name: if name.trim().is_empty() { "You".to_owned() } else { name.trim().to_owned() },
            level: ask.level,
            clock: ask.clock,
            moves: Vec::new(),
            end: None,
        })
    }

    pub(super) fn read(text: &str) -> Result<Record, Problem> {
        let fault = |words: String| Problem::new(Code::Fault, words);
        let record: Record =
            serde_json::from_str(text).map_err(|error| fault(format!("the game is damaged: {error}")))?;
        if record.version != VERSION {
            return Err(fault(format!("the game was kept by another version ({})", record.version)));
        }
        Ok(record)
    }

    pub(super) fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(super) fn human(&self) -> Color {
        if self.side == Side::White { Color::White } else { Color::Black }
    }

    /// The game, played again: clocks show what they showed.
    pub(super) fn game(&self) -> Result<CasualGame, Problem> {
        let mut game = CasualGame::new(self.terms()?);
        for kept in &self.moves {
            let mv = position::read_move(game.board(), &kept.uci)?;
            let used = Duration::from_millis(kept.milliseconds);
            let played = match game.turn() {
                Turn::Human => game.human_moves(mv, used),
                _ => game.engine_moves(&answer_of(mv), used),
            };
            played.map_err(|error| Problem::new(Code::Fault, format!("the game is damaged: {error}")))?;
        }
        Ok(match &self.end {
            Some(end) if game.result().is_none() => game.ended(end.result()),
            _ => game,
        })
    }

    fn terms(&self) -> Result<Terms, Problem> {
        let seconds = |seconds: u32| Duration::from_secs(u64::from(seconds));
        let clock = self.clock.map(|clock| Allotment {
            moves: None,
            time: seconds(clock.seconds),
            increment: seconds(clock.increment),
        });
        Ok(Terms {
            start: position::board(&self.start)?,
            human: self.human(),
            name: self.name.clone(),
            clock,
            level: control(self.level),
            ..Terms::default()
        })
    }

    /// The game in a line.
    pub(super) fn summary(&self, name: &str) -> Option<GameSummary> {
        let moves: Vec<String> = self.moves.iter().map(|kept| kept.uci.clone()).collect();
        let game = position::game(&self.start, &moves).ok()?;
        let by_rules = || game.outcome().map(|outcome| outcome.to_string());
        let result = self.end.as_ref().map(|end| end.result.clone()).or_else(by_rules);
        Some(GameSummary {
            game: name.to_owned(),
            date: self.date.clone(),
            side: self.side,
            plies: moves.len(),
            fen: game.board().fen(),
            result: result.unwrap_or_else(|| "*".to_owned()),
            opening: position::opening(&game),
        })
    }
}

impl KeptEnd {
    fn result(&self) -> GameResult {
        let outcome = match self.result.as_str() {
            "1-0" => PgnResult::Win(Color::White),
            "0-1" => PgnResult::Win(Color::Black),
            _ => PgnResult::Draw,
        };
        let termination =
            if self.cause == Cause::Time { Termination::TimeForfeit } else { Termination::Normal };
        GameResult { outcome, reason: self.reason.clone(), termination }
    }
}

/// An engine's answer of which only the move is known any more.
fn answer_of(mv: quevedo_rules::Move) -> Answer {
    Answer {
        best: Some(mv),
        ponder: None,
        origin: Origin::Search,
        score: None,
        value: Score::DRAW,
        depth: Depth::ZERO,
        nodes: 0,
        time: Duration::ZERO,
        lines: Vec::new(),
        failure: None,
    }
}

/// What a level means for each move.
fn control(level: Limit) -> TimeControl {
    let none = TimeControl::default();
    match level {
        Limit::Time(milliseconds) => {
            TimeControl { move_time: Some(Duration::from_millis(u64::from(milliseconds))), ..none }
        }
        Limit::Nodes(nodes) => TimeControl { nodes: Some(u64::from(nodes)), ..none },
        Limit::Depth(depth) => TimeControl { depth: Some(u32::from(depth)), ..none },
    }
}

fn check(ask: &AskNewGame) -> Result<(), Problem> {
    let is_good = match ask.level {
        Limit::Time(milliseconds) => (10..=600_000).contains(&milliseconds),
        Limit::Nodes(nodes) => (1..=1_000_000_000).contains(&nodes),
        Limit::Depth(depth) => (1..=100).contains(&depth),
    };
    if !is_good {
        let words = "a level is 10 ms to 10 minutes, 1 to 1,000,000,000 nodes, or 1 to 100 plies";
        return Err(Problem::new(Code::Range, words));
    }
    match ask.clock {
        Some(clock) if !(1..=36_000).contains(&clock.seconds) || clock.increment > 600 => {
            Err(Problem::new(Code::Range, "a clock has 1 second to 10 hours, and adds at most 10 minutes"))
        }
        _ => Ok(()),
    }
}
