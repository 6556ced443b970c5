//! Games from files of several kinds.

use std::cell::Cell;
use std::io::{self, BufRead};

use clap::ValueEnum;
use quevedo_games::{GameError, GameTree, Games, parse_record};

use crate::input::{self, Line};

/// What a file holds.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum From {
    Pgn,
    /// One game per line.
    Lines,
}

/// A game with something wrong in it, and what could be read of it.
#[derive(Debug)]
pub(super) struct Faulty {
    pub(super) message: String,
    pub(super) game: Option<GameTree>,
}

/// How much of a file was too long to be kept, so far.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    pub(super) comments: Cell<u64>,
    pub(super) tags: Cell<u64>,
}

type Read = io::Result<Result<GameTree, Faulty>>;

impl From {
    /// The games of a file; an outer error is the last item.
    pub(super) fn games(self, input: Box<dyn BufRead>, cuts: &Cuts) -> Box<dyn Iterator<Item = Read> + '_> {
        match self {
            From::Pgn => {
                let mut games = Games::new(input);
                Box::new(std::iter::from_fn(move || {
                    let game = games.next().map(sort_out);
                    cuts.comments.set(games.cut_comments());
                    cuts.tags.set(games.cut_tags());
                    game
                }))
            }
            From::Lines => Box::new(lines(input)),
        }
    }
}

fn sort_out(game: Result<GameTree, GameError>) -> Read {
    match game {
        Ok(game) => Ok(Ok(game)),
        Err(GameError::Read { error, .. }) => Err(error),
        Err(error) => Ok(Err(Faulty { message: error.to_string(), game: error.into_game() })),
    }
}

fn lines(mut input: Box<dyn BufRead>) -> impl Iterator<Item = Read> {
    let mut number = 0;
    let mut has_failed = false;
    std::iter::from_fn(move || {
        while !has_failed {
            number += 1;
            match input::next_line(&mut *input) {
                Ok(line) => match read_line(&line?, number) {
                    Ok(Some(game)) => return Some(Ok(Ok(game))),
                    Ok(None) => {}
                    Err(message) => return Some(Ok(Err(Faulty { message, game: None }))),
                },
                Err(error) => {
                    has_failed = true;
                    return Some(Err(error));
                }
            }
        }
        None
    })
}

fn read_line(line: &Line, number: u64) -> Result<Option<GameTree>, String> {
    match line {
        Line::Text(text) => parse_record(text).map_err(|error| format!("line {number}: {error}")),
        Line::TooLong => Err(format!("line {number} is too long")),
        Line::NotText => Err(format!("line {number} is not UTF-8 text")),
    }
}
