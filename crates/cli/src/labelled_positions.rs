//! Positions with results, out of files of all kinds.

use std::io::{self, BufRead, Cursor, Read};
use std::path::Path;

use anyhow::Context;
use quevedo_games::{GameError, Games};
use quevedo_rules::{Board, Color, Outcome};
use quevedo_train::data::Reader;
use quevedo_train::tune::{Labelled, Sampler};

use crate::input::{self, Line};

/// So many bytes tell what kind of file it is.
const START: u64 = 256;

/// What a file has at some place.
pub(crate) enum Found {
    /// A position and the result of its game.
    Position(Board, Outcome),
    /// Something that cannot be read, in words.
    Fault(String),
}

/// What a file has, one after the other.
pub(crate) type Findings = Box<dyn Iterator<Item = anyhow::Result<Found>>>;

/// Reads the positions of a file: games of ours or PGN, of which about one position in `every` is
/// taken, or lines with a position and a result.
pub(crate) fn read(path: &Path, every: u32) -> anyhow::Result<Findings> {
    let mut input = input::open(path)?;
    // A buffer may hold less than a line, so the start is taken out and put back.
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start).with_context(|| named(path))?;
    let kind = Kind::of(&start);
    let input: Box<dyn BufRead> = Box::new(Cursor::new(start).chain(input));
    let name = named(path);
    let findings: Findings = match kind {
        Kind::OurGames => our_games(input, every).with_context(|| named(path))?,
        Kind::Pgn => pgn(input, every),
        Kind::Lines => lines(input),
    };
    Ok(Box::new(findings.map(move |found| found.with_context(|| name.clone()))))
}

fn named(path: &Path) -> String {
    format!("cannot read {}", path.display())
}

/// What is in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    OurGames,
    Pgn,
    Lines,
}

impl Kind {
    /// Lines begin with a board of eight ranks; PGN begins with a tag, a comment or a move.
    fn of(start: &[u8]) -> Kind {
        if start.starts_with(b"QVGAMES") {
            return Kind::OurGames;
        }
        let text = start.trim_ascii_start();
        let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        if text.is_empty() || word.split(|&byte| byte == b'/').count() == 8 { Kind::Lines } else { Kind::Pgn }
    }
}

fn our_games(input: Box<dyn BufRead>, every: u32) -> anyhow::Result<Findings> {
    let mut sampler = Sampler::new(every, 0);
    let reader = Reader::new(input)?;
    Ok(Box::new(reader.flat_map(move |game| {
        let game = match game {
            Ok(game) => game,
            Err(error) => return vec![Err(error.into())],
        };
        let moves: Vec<_> = game.plies.iter().map(|ply| ply.mv).collect();
        sampled(&mut sampler, &game.start, &moves, game.result)
    })))
}

fn pgn(input: Box<dyn BufRead>, every: u32) -> Findings {
    let mut sampler = Sampler::new(every, 0);
    Box::new(Games::new(input).flat_map(move |game| {
        let game = match game {
            Ok(game) => game,
            Err(GameError::Read { error, .. }) => return vec![Err(error.into())],
            Err(error) => return vec![Ok(Found::Fault(error.to_string()))],
        };
        let result = match game.result() {
            quevedo_games::Outcome::Win(color) => Outcome::Win(color),
            quevedo_games::Outcome::Draw => Outcome::Draw,
            quevedo_games::Outcome::Open => return Vec::new(),
        };
        sampled(&mut sampler, game.start(), &game.moves(), result)
    }))
}

fn sampled(
    sampler: &mut Sampler,
    start: &Board,
    moves: &[quevedo_rules::Move],
    result: Outcome,
) -> Vec<anyhow::Result<Found>> {
    let chosen = sampler.positions(start, moves, 0.5);
    chosen.into_iter().map(|labelled| Ok(Found::Position(labelled.board, result))).collect()
}

fn lines(mut input: Box<dyn BufRead>) -> Findings {
    let mut number = 0u64;
    Box::new(std::iter::from_fn(move || {
        loop {
            let line = match input::next_line(&mut *input) {
                Ok(line) => line?,
                Err(error) => return Some(Err(io::Error::into(error))),
            };
            number += 1;
            let found = match &line {
                Line::Text(text) if text.trim().is_empty() => continue,
                Line::Text(text) => Labelled::parse(text).map_err(|error| error.to_string()),
                Line::TooLong => Err("the line is too long".to_owned()),
                Line::NotText => Err("the line is not UTF-8 text".to_owned()),
            };
            return Some(Ok(match found {
                Ok(labelled) => Found::Position(labelled.board, outcome_of(labelled.result)),
                Err(fault) => Found::Fault(format!("line {number}: {fault}")),
            }));
        }
    }))
}

/// The result that White's points mean.
fn outcome_of(points: f32) -> Outcome {
    match points {
        points if points > 0.75 => Outcome::Win(Color::White),
        points if points < 0.25 => Outcome::Win(Color::Black),
        _ => Outcome::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_files_are_told_apart() {
        assert_eq!(Kind::of(b"QVGAMES1...."), Kind::OurGames);
        assert_eq!(Kind::of(b"\n[Event \"a/b/c/d/e/f/g/h\"]\n"), Kind::Pgn);
        assert_eq!(Kind::of(b"1. e4 e5 *"), Kind::Pgn);
        assert_eq!(Kind::of(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 12 | 0.5"), Kind::Lines);
        assert_eq!(Kind::of(b""), Kind::Lines);
    }
}
