//! Lines into requests.

use quevedo_engine::Command;
use quevedo_rules::{Setup, UciMove};

use super::{Refusal, Request, go};
use crate::text::{self, Words};

/// What a line asks for: nothing, one thing, or one thing and complaints about its details.
///
/// Unknown words at the start are skipped, as UCI wants it; the words that are no part of UCI (`d`,
/// `bench`) count only as the first word of a line.
///
/// ```
/// use quevedo_protocol::uci::{Request, parse};
///
/// assert_eq!(parse(b"isready\r\n"), [Request::IsReady]);
/// assert_eq!(parse(b"joho debug on"), [Request::Debug(true)]);
/// assert_eq!(parse(b" \0 "), []);
/// ```
pub fn parse(line: &[u8]) -> Vec<Request> {
    let text = match text::decode(line) {
        Ok(text) => text,
        Err(too_long) => return vec![Request::Refused(too_long.into())],
    };
    let mut words = Words::new(&text);
    if let Some(request) = house_word(&mut words) {
        return vec![request];
    }
    while let Some(word) = words.next() {
        if let Some(requests) = protocol_word(word, &mut words) {
            return requests;
        }
    }
    let shown = text::excerpt(Words::new(&text).rest());
    if shown.is_empty() { Vec::new() } else { vec![Request::Unknown(shown)] }
}

/// The words that chess programs know beside UCI; only as the first word.
fn house_word(words: &mut Words) -> Option<Request> {
    let mut after = words.clone();
    let request = match after.next()? {
        "d" => Request::Display,
        "eval" => Request::Eval,
        "flip" => Request::Flip,
        "bench" => Request::Bench(after.map(str::to_owned).collect()),
        "perft" => Request::Perft(go::perft_depth(after.next()?)?),
        "compiler" => Request::Compiler,
        "help" => Request::Help,
        "xboard" => Request::XBoard,
        _ => return None,
    };
    Some(request)
}

/// The words of UCI; `None` for any other.
fn protocol_word(word: &str, words: &mut Words) -> Option<Vec<Request>> {
    let command = |command| vec![Request::Command(command)];
    Some(match word {
        "uci" => vec![Request::Uci],
        "isready" => vec![Request::IsReady],
        "debug" => read_debug(words.next()).into_iter().collect(),
        // There is nothing to register, and what follows may be any text.
        "register" => Vec::new(),
        "ucinewgame" => command(Command::NewGame),
        "setoption" => vec![read_option(words)],
        "position" => vec![read_position(words).map_or_else(Request::Refused, Request::Command)],
        "go" => go::read(words),
        "stop" => command(Command::Stop),
        "ponderhit" => command(Command::PonderHit),
        "quit" => command(Command::Quit),
        _ => return None,
    })
}

fn read_debug(word: Option<&str>) -> Option<Request> {
    match word {
        Some("on") => Some(Request::Debug(true)),
        Some("off") => Some(Request::Debug(false)),
        _ => None,
    }
}

/// `name A B [value C D]`. The value keeps its inner spaces, for it may be a path.
fn read_option(words: &mut Words) -> Request {
    let is = |wanted: &'static str| move |word: &str| word.eq_ignore_ascii_case(wanted);
    let mut name = String::new();
    if words.next_if(is("name")).is_some() {
        while let Some(word) = words.next_if(|word| !word.eq_ignore_ascii_case("value")) {
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(word);
        }
    }
    if name.is_empty() {
        return Request::Refused(Refusal::OptionName);
    }
    if name.eq_ignore_ascii_case("Clear Hash") {
        return Request::Command(Command::ClearHash);
    }
    let value = words.next_if(is("value")).map(|_| match words.rest() {
        "<empty>" => String::new(),
        value => value.to_owned(),
    });
    Request::Command(Command::SetOption { name, value })
}

/// `startpos` or `fen F`, then `moves M…`. Whether the position and the moves are legal is for the
/// engine to say.
fn read_position(words: &mut Words) -> Result<Command, Refusal> {
    let setup = match words.next() {
        Some("startpos") => Setup::start(),
        Some("fen") => read_fen(words)?,
        other => return Err(Refusal::PositionKind(text::excerpt(other.unwrap_or("")))),
    };
    match words.next() {
        None | Some("moves") => {}
        Some(other) => return Err(Refusal::MovesKeyword(text::excerpt(other))),
    }
    let read_move = |(index, word): (usize, &str)| {
        word.parse::<UciMove>().map_err(|error| Refusal::PositionMove { number: index + 1, error })
    };
    let moves = words.enumerate().map(read_move).collect::<Result<_, _>>()?;
    Ok(Command::Position { setup: Box::new(setup), moves })
}

fn read_fen(words: &mut Words) -> Result<Setup, Refusal> {
    let mut fields = Vec::new();
    while let Some(word) = words.next_if(|word| word != "moves") {
        fields.push(word);
    }
    Ok(Setup::from_fen_lenient(&fields.join(" "))?)
}
