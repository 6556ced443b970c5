//! A line of the protocol, read but not yet obeyed.

use core::time::Duration;

use quevedo_engine::{OptionKind, Options};

use crate::text::{self, Words};

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Input<'a> {
    /// Nothing that matters here: `xboard`, `accepted`, `name` and the like.
    Nothing,
    Protover,
    New,
    Variant(&'a str),
    Quit,
    Force,
    Go,
    PlayOther,
    White,
    Black,
    Level {
        moves: u32,
        base: Duration,
        increment: Duration,
    },
    PerMove(Duration),
    Depth(i128),
    NodeRate(u64),
    Time(Duration),
    OpponentTime(Duration),
    Move(&'a str),
    MoveNow,
    Ping(i128),
    Result,
    Draw,
    SetBoard(&'a str),
    Edit,
    Hint,
    Book,
    Undo,
    Remove,
    Ponder(bool),
    Post(bool),
    Analyze,
    Exit,
    Status,
    Pause,
    Resume,
    Option {
        name: String,
        value: Option<String>,
    },
    /// A known command whose argument is missing or wrong.
    Malformed {
        wanted: &'static str,
        line: &'a str,
    },
    /// One word that may be a move.
    Word(&'a str),
    Unknown(&'a str),
}

impl<'a> Input<'a> {
    /// What a line says; `None` if it is empty.
    pub(super) fn read(line: &'a str) -> Option<Input<'a>> {
        let mut words = Words::new(line);
        let line = words.rest();
        let word = words.next()?;
        let malformed = |wanted| Input::Malformed { wanted, line };
        let number = |words: &mut Words| words.next().and_then(text::integer);
        Some(match word {
            "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics" => {
                Input::Nothing
            }
            "draw" => Input::Draw,
            "protover" => Input::Protover,
            "new" => Input::New,
            "variant" => words.next().map_or(malformed("wants a name"), Input::Variant),
            "quit" => Input::Quit,
            "force" => Input::Force,
            "go" => Input::Go,
            "playother" => Input::PlayOther,
            "white" => Input::White,
            "black" => Input::Black,
            "level" => read_level(&mut words).unwrap_or(malformed("wants moves, minutes and seconds")),
            "st" => words.next().and_then(seconds).map_or(malformed("wants seconds"), Input::PerMove),
            "sd" => number(&mut words).map_or(malformed("wants a number"), Input::Depth),
            "nps" => number(&mut words).map_or(malformed("wants a number"), |rate| {
                Input::NodeRate(rate.clamp(0, i128::from(u32::MAX)) as u64)
            }),
            "time" => number(&mut words).map_or(malformed("wants a number"), |n| Input::Time(hundredths(n))),
            "otim" => {
                number(&mut words).map_or(malformed("wants a number"), |n| Input::OpponentTime(hundredths(n)))
            }
            "usermove" => words.next().map_or(malformed("wants a move"), Input::Move),
            "?" => Input::MoveNow,
            "ping" => number(&mut words).map_or(malformed("wants a number"), Input::Ping),
            "result" => Input::Result,
            "setboard" => Input::SetBoard(words.rest()),
            "edit" => Input::Edit,
            "hint" => Input::Hint,
            "bk" => Input::Book,
            "undo" => Input::Undo,
            "remove" => Input::Remove,
            "hard" => Input::Ponder(true),
            "easy" => Input::Ponder(false),
            "post" => Input::Post(true),
            "nopost" => Input::Post(false),
            "analyze" => Input::Analyze,
            "exit" => Input::Exit,
            "." => Input::Status,
            "pause" => Input::Pause,
            "resume" => Input::Resume,
            "memory" => set("Hash", words.next()).unwrap_or(malformed("wants a number")),
            "cores" => set("Threads", words.next()).unwrap_or(malformed("wants a number")),
            "egtpath" => read_table_path(&mut words).unwrap_or(malformed("wants a kind and a path")),
            "option" => read_option(words.rest()).unwrap_or(malformed("wants a name and a value")),
            _ if words.rest().is_empty() => Input::Word(word),
            _ => Input::Unknown(line),
        })
    }
}

fn set(name: &str, value: Option<&str>) -> Option<Input<'static>> {
    Some(Input::Option { name: name.to_owned(), value: Some(value?.to_owned()) })
}

/// Only Syzygy tables are known; other kinds are not asked for and ignored.
fn read_table_path(words: &mut Words) -> Option<Input<'static>> {
    match words.next()? {
        "syzygy" => set("SyzygyPath", Some(words.rest()).filter(|path| !path.is_empty())),
        _ => Some(Input::Nothing),
    }
}

/// `NAME=VALUE` or, for a button, `NAME`. Yes and no are written 1 and 0.
fn read_option(text: &str) -> Option<Input<'static>> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (text, None),
    };
    if name.is_empty() {
        return None;
    }
    let is_check = Options::default().table().iter().any(|option| {
        option.name.eq_ignore_ascii_case(name) && matches!(option.kind, OptionKind::Check { .. })
    });
    let value = match value {
        Some("0") if is_check => Some("false"),
        Some("1") if is_check => Some("true"),
        other => other,
    };
    Some(Input::Option { name: name.to_owned(), value: value.map(str::to_owned) })
}

/// `MOVES MINUTES[:SECONDS] INCREMENT`; no moves means: for the whole game.
fn read_level(words: &mut Words) -> Option<Input<'static>> {
    let moves = text::integer(words.next()?)?.clamp(0, 10_000) as u32;
    let base = words.next()?;
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let base = seconds(minutes)?.saturating_mul(60).saturating_add(seconds(rest)?);
    let increment = seconds(words.next().unwrap_or("0"))?;
    Some(Input::Level { moves, base, increment })
}

/// Thirty years in seconds; more means the same.
const LONGEST_TIME: f64 = 1e9;

/// Seconds, perhaps with a fraction.
fn seconds(word: &str) -> Option<Duration> {
    // Rust would also read signs, powers, infinities and what is not a number.
    let is_plain = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = word.parse().ok().filter(|_| is_plain)?;
    Duration::try_from_secs_f64(number.min(LONGEST_TIME)).ok()
}

/// Hundredths of seconds; a clock below zero shows zero.
fn hundredths(number: i128) -> Duration {
    Duration::from_millis(number.clamp(0, (LONGEST_TIME * 100.0) as i128) as u64 * 10)
}
