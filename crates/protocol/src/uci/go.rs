//! `go` and its limits.

use core::time::Duration;

use quevedo_engine::{Command, Limits, PlayerClock};
use quevedo_rules::{Color, UciMove};
use quevedo_value::Depth;

use super::{Refusal, Request};
use crate::text::{self, Words};

/// Thirty years: longer times mean the same, and sums of times stay far from any limit.
const LONGEST_TIME: i128 = 1_000_000_000_000;
/// Nobody will see the end of a deeper perft.
const DEEPEST_PERFT: i128 = 100;

/// A limit that is followed by a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    Time(Color),
    Increment(Color),
    MovesToGo,
    Depth,
    Nodes,
    Mate,
    MoveTime,
    Perft,
}

const LIMITS: [(&str, Limit); 10] = [
    ("wtime", Limit::Time(Color::White)),
    ("btime", Limit::Time(Color::Black)),
    ("winc", Limit::Increment(Color::White)),
    ("binc", Limit::Increment(Color::Black)),
    ("movestogo", Limit::MovesToGo),
    ("depth", Limit::Depth),
    ("nodes", Limit::Nodes),
    ("mate", Limit::Mate),
    ("movetime", Limit::MoveTime),
    ("perft", Limit::Perft),
];

/// What has been read of a `go` so far.
#[derive(Default)]
struct Reading {
    limits: Limits,
    search_moves: Vec<UciMove>,
    times: [Option<Duration>; 2],
    increments: [Option<Duration>; 2],
    perft: Option<u32>,
    refused: Vec<Request>,
}

/// The words after `go`, in any order. Unknown words are skipped, limits without a number too.
pub(super) fn read(words: &mut Words) -> Vec<Request> {
    let mut reading = Reading::default();
    while let Some(word) = words.next() {
        match word {
            "ponder" => reading.limits.ponder = true,
            "infinite" => reading.limits.infinite = true,
            "searchmoves" => reading.search_moves(words),
            _ => {
                if let Some(&(name, limit)) = LIMITS.iter().find(|(name, _)| *name == word) {
                    reading.limit(name, limit, words);
                }
            }
        }
    }
    reading.finish()
}

/// The depth of a perft.
pub(super) fn perft_depth(word: &str) -> Option<u32> {
    Some(text::integer(word)?.clamp(0, DEEPEST_PERFT) as u32)
}

impl Reading {
    fn search_moves(&mut self, words: &mut Words) {
        while let Some(word) = words.next_if(|word| !is_keyword(word)) {
            match word.parse::<UciMove>() {
                Ok(mv) => self.search_moves.push(mv),
                Err(error) => self.refused.push(Request::Refused(Refusal::SearchMove(error))),
            }
        }
    }

    fn limit(&mut self, name: &'static str, limit: Limit, words: &mut Words) {
        let Some(number) = words.next_if(|word| text::integer(word).is_some()).and_then(text::integer) else {
            self.refused.push(Request::Refused(Refusal::GoNumber(name)));
            return;
        };
        let time = Duration::from_millis(number.clamp(0, LONGEST_TIME) as u64);
        let count = number.clamp(1, i128::from(u32::MAX)) as u32;
        match limit {
            Limit::Time(color) => self.times[color.index()] = Some(time),
            Limit::Increment(color) => self.increments[color.index()] = Some(time),
            Limit::MovesToGo => self.limits.moves_to_go = (number > 0).then_some(count),
            Limit::Depth => {
                self.limits.depth = Some(Depth(number.clamp(1, i128::from(Depth::MAX.plies())) as i32));
            }
            Limit::Nodes => self.limits.nodes = Some(number.clamp(1, i128::from(u64::MAX)) as u64),
            Limit::Mate => self.limits.mate = Some(count),
            Limit::MoveTime => self.limits.move_time = Some(time),
            Limit::Perft => self.perft = Some(number.clamp(0, DEEPEST_PERFT) as u32),
        }
    }

    fn finish(mut self) -> Vec<Request> {
        let request = if let Some(depth) = self.perft {
            Request::Perft(depth)
        } else {
            self.set_clocks();
            let limits = &mut self.limits;
            let limited = limits.clocks != [None, None]
                || limits.depth.is_some()
                || limits.nodes.is_some()
                || limits.mate.is_some()
                || limits.move_time.is_some();
            limits.infinite |= !limited;
            Request::Command(Command::Go { limits: Box::new(self.limits), search_moves: self.search_moves })
        };
        self.refused.push(request);
        self.refused
    }

    /// A clock for each side. If only one side's is given, the other side has the same: a search for
    /// the side without a clock would never end.
    fn set_clocks(&mut self) {
        let clock = |color: usize| {
            let (time, increment) = (self.times[color], self.increments[color]);
            (time.is_some() || increment.is_some()).then(|| PlayerClock {
                time: time.unwrap_or_default(),
                increment: increment.unwrap_or_default(),
            })
        };
        let [white, black] = [clock(0), clock(1)];
        self.limits.clocks = [white.or(black), black.or(white)];
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "ponder" | "infinite" | "searchmoves") || LIMITS.iter().any(|(name, _)| *name == word)
}
