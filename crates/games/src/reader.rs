//! Reading PGN: one game after the other, never the whole file in memory.
//!
//! Three layers. The [sieve](sieve) stands between the bytes and `pgn-reader`: it makes visible
//! what that library would drop without a word. `pgn-reader` takes the movetext apart. Visitors
//! resolve the moves on our own [`Board`](quevedo_rules::Board) and build trees
//! ([`Games`]) or only count ([`scan`](crate::scan())).

mod builder;
mod decode;

mod sieve;
mod start;
mod step;
mod tagline;
mod word;

use core::fmt;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use pgn_reader::Reader;

use crate::{BrokenGame, GameError, GameTree, Place};
use builder::Builder;
pub(crate) use builder::outcome_of;
pub(crate) use decode::decode;
pub(crate) use sieve::{Keep, Note, Sieve, place_of};
pub(crate) use start::Start;
pub(crate) use step::{read_word, resolve};
pub(crate) use tagline::{TagLine, looks_like_tag};

/// The longest line of a tag that is read whole.
pub(crate) const TAG_LINE: usize = 8 << 10;

/// How much of one game is kept in memory, so that no file can fill it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    /// The most moves of one game, variations included. What comes after is left out, and the
    /// game counts as broken.
    pub moves: usize,
    /// The deepest nesting of variations. A game that goes deeper counts as broken.
    pub nesting: usize,
    /// The longest comment in bytes; longer ones are cut, and end in `[…]`.
    pub comment: usize,
    /// About how many bytes all comments and glyphs of one game may take; those after are left out.
    pub notes: usize,
    /// The most tags of one game; those after are left out.
    pub tags: usize,
}

impl Default for Limits {
    /// Far more than any honest game needs, and together not more than some 64 MB.
    fn default() -> Limits {
        Limits { moves: 1 << 19, nesting: 1 << 17, comment: 64 << 10, notes: 16 << 20, tags: 1000 }
    }
}

/// The games of a PGN file or stream, one after the other.
///
/// A broken game does not end the stream: its error holds what could be read of it, and the next
/// game follows.
///
/// ```
/// use quevedo_games::Games;
///
/// let pgn = "[White \"Smith\"]\n[Black \"Jones\"]\n[Date \"1987.??.??\"]\n\n\
///            1. e4 e5 2. Nxe5 *\n\n1. d4 d5 *\n";
/// let mut games = Games::new(pgn.as_bytes());
/// let error = games.next().expect("a game").expect_err("a broken one");
/// assert_eq!(
///     error.to_string(),
///     "game 1 (\"Smith - Jones, 1987\", line 1): move 2. \"Nxe5\" is not legal: no knight can go to e5"
/// );
/// assert_eq!(error.into_game().expect("what could be read").moves().len(), 2);
/// assert_eq!(games.next().expect("a game").expect("a good one").moves().len(), 2);
/// assert!(games.next().is_none());
/// ```
pub struct Games<R> {
    reader: Reader<Sieve<R>>,
    builder: Builder,
    number: u64,
    ended: bool,
    /// Tags that the sieve has cut.
    cut_tags: Arc<AtomicU64>,
}

impl<R: Read> Games<R> {
    /// Reads games from bytes; no buffering around them is needed.
    pub fn new(input: R) -> Games<R> {
        Games::with_limits(input, Limits::default())
    }

    /// Reads games with other limits than the usual ones.
    pub fn with_limits(input: R, limits: Limits) -> Games<R> {
        let sieve = Sieve::new(input, Keep::Everything);
        Games {
            cut_tags: sieve.cut_tags(),
            reader: pgn_reader(sieve),
            builder: Builder::new(limits),
            number: 0,
            ended: false,
        }
    }

    /// How many comments were too long or too many and so were cut or left out, in all games so far.
    pub fn cut_comments(&self) -> u64 {
        self.builder.cut_comments()
    }

    /// How many tags were too long or too many and so were cut or left out, in all games so far.
    pub fn cut_tags(&self) -> u64 {
        self.cut_tags.load(Relaxed) + self.builder.left_out_tags()
    }

    /// Takes the game that was just read out of the builder, if it is one.
    fn finish(&mut self) -> Option<Result<GameTree, GameError>> {
        let (game, fault, position) = self.builder.finish()?;
        self.number += 1;
        Some(match fault {
            None => Ok(game),
            Some(fault) => {
                let place = Place { number: self.number, ..position };
                Err(GameError::Broken(Box::new(BrokenGame { place, fault, game })))
            }
        })
    }
}

/// The library's reader with a buffer that suits the sieve.
pub(crate) fn pgn_reader<R: Read>(sieve: Sieve<R>) -> Reader<Sieve<R>> {
    // The sieve escapes quotes and backslashes, which can double a line.
    Reader::build(sieve).set_supported_tag_line_length(2 * TAG_LINE + 256).finish()
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<GameTree, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.reader.read_game(&mut self.builder) {
                Ok(Some(())) => {
                    if let Some(game) = self.finish() {
                        return Some(game);
                    }
                }
                Ok(None) => self.ended = true,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(GameError::Read { after: self.number, error }));
                }
            }
        }
        None
    }
}

impl<R> fmt::Debug for Games<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games")
            .field("number", &self.number)
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}

impl GameTree {
    /// Reads the first game of a text.
    ///
    /// # Errors
    /// If there is no game, or something is wrong with it.
    pub fn from_pgn(text: &str) -> Result<GameTree, GameError> {
        Games::new(text.as_bytes()).next().unwrap_or(Err(GameError::NoGame))
    }
}

#[cfg(test)]
mod tests;
