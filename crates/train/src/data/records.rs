//! Everything that can be learnt from, whatever file it stands in.

use std::io::{self, BufRead, Chain, Cursor, Read};

use quevedo_games::{GameError, Games};
use quevedo_rules::{Board, Move, Outcome};

use super::game::Game;
use super::labelled::Labelled;
use super::reader::{DataError, Reader};

/// So many bytes tell what kind of file it is.
const START: u64 = 256;

/// Lines longer than this are none of ours.
const LONGEST_LINE: u64 = 64 << 10;

/// What is in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Games of self-play, with scores.
    OurGames,
    /// Anybody's games, without.
    Pgn,
    /// Positions with results, and scores where there are any.
    Lines,
}

impl Kind {
    /// Told by the first bytes: lines begin with a board of eight ranks; PGN begins with a tag, a comment
    /// or a move.
    pub fn of(start: &[u8]) -> Kind {
        if start.starts_with(b"QVGAMES") {
            return Kind::OurGames;
        }
        let text = start.trim_ascii_start();
        let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        if text.is_empty() || word.split(|&byte| byte == b'/').count() == 8 { Kind::Lines } else { Kind::Pgn }
    }
}

/// One thing to learn from.
#[derive(Clone, Debug)]
pub enum Record {
    /// A game of self-play.
    OurGame(Game),
    /// Somebody's game that has a result.
    Game {
        /// How it began.
        start: Board,
        /// What was played.
        moves: Vec<Move>,
        /// How it ended.
        result: Outcome,
    },
    /// A position.
    Line {
        /// Its number in the file, from 1.
        number: u64,
        /// What became of it.
        labelled: Labelled,
    },
}

/// Why there is no record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// One game or line, here in words; the next one may be good.
    #[error("{0}")]
    One(String),
    /// All that comes.
    #[error(transparent)]
    Rest(#[from] DataError),
}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> RecordError {
        RecordError::Rest(error.into())
    }
}

/// The records of a file, one after the other. A last game of ours that is not whole is left out
/// with words: whoever writes the file may still be at it.
#[derive(Debug)]
pub struct Records<R: BufRead>(Inner<Chain<Cursor<Vec<u8>>, R>>);

#[derive(Debug)]
enum Inner<R: BufRead> {
    OurGames(Reader<R>),
    Pgn(Box<Games<R>>),
    Lines(Lines<R>),
}

impl<R: BufRead> Records<R> {
    /// The records of this input, whose kind its first bytes tell.
    ///
    /// # Errors
    /// If it cannot be read, or the header of our games is bad.
    pub fn new(mut input: R) -> Result<Records<R>, DataError> {
        // A buffer may hold less than a line, so the start is taken out and put back.
        let mut start = Vec::new();
        input.by_ref().take(START).read_to_end(&mut start)?;
        let kind = Kind::of(&start);
        let input = Cursor::new(start).chain(input);
        Ok(Records(match kind {
            Kind::OurGames => Inner::OurGames(Reader::new(input)?),
            Kind::Pgn => Inner::Pgn(Box::new(Games::new(input))),
            Kind::Lines => Inner::Lines(Lines { input, number: 0, bytes: Vec::new() }),
        }))
    }

    /// What kind of file it is.
    pub fn kind(&self) -> Kind {
        match &self.0 {
            Inner::OurGames(_) => Kind::OurGames,
            Inner::Pgn(_) => Kind::Pgn,
            Inner::Lines(_) => Kind::Lines,
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Inner::OurGames(games) => Some(match games.next()? {
                Ok(game) => Ok(Record::OurGame(game)),
                Err(error @ DataError::Torn { .. }) => Err(RecordError::One(error.to_string())),
                Err(error) => Err(error.into()),
            }),
            Inner::Pgn(games) => loop {
                let game = match games.next()? {
                    Ok(game) => game,
                    Err(GameError::Read { error, .. }) => return Some(Err(error.into())),
                    Err(error) => return Some(Err(RecordError::One(error.to_string()))),
                };
                let result = match game.result() {
                    quevedo_games::Outcome::Win(color) => Outcome::Win(color),
                    quevedo_games::Outcome::Draw => Outcome::Draw,
                    quevedo_games::Outcome::Open => continue,
                };
                return Some(Ok(Record::Game { start: *game.start(), moves: game.moves(), result }));
            },
            Inner::Lines(lines) => lines.next(),
        }
    }
}

/// Lines of bounded length.
#[derive(Debug)]
struct Lines<R> {
    input: R,
    number: u64,
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Reads a line; `None` at the end, an error in words if it is none.
    fn read(&mut self) -> io::Result<Option<Result<(), &'static str>>> {
        self.bytes.clear();
        if self.input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.bytes.last() != Some(&b'\n') && self.bytes.len() as u64 > LONGEST_LINE {
            self.input.skip_until(b'\n')?;
            return Ok(Some(Err("the line is too long")));
        }
        Ok(Some(Ok(())))
    }

    fn next(&mut self) -> Option<Result<Record, RecordError>> {
        loop {
            let labelled = match self.read() {
                Err(error) => return Some(Err(error.into())),
                Ok(read) => read?,
            };
            let labelled = match labelled {
                Err(words) => Err(words.to_owned()),
                Ok(()) => match str::from_utf8(&self.bytes) {
                    Ok(text) if text.trim().is_empty() => continue,
                    Ok(text) => Labelled::parse(text.trim_end()).map_err(|error| error.to_string()),
                    Err(_) => Err("the line is not UTF-8 text".to_owned()),
                },
            };
            let number = self.number;
            return Some(match labelled {
                Ok(labelled) => Ok(Record::Line { number, labelled }),
                Err(words) => Err(RecordError::One(format!("line {number}: {words}"))),
            });
        }
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

    #[test]
    fn lines_of_all_kinds() {
        let good = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 12 | 0.5";
        let long = "x".repeat(LONGEST_LINE as usize + 7);
        let text = [good.as_bytes(), b"\r\n\n", long.as_bytes(), b"\n\xff\n", good.as_bytes()].concat();
        let words: Vec<String> = Records::new(&text[..])
            .expect("memory")
            .map(|record| match record {
                Ok(Record::Line { number, labelled }) => format!("{number} {:?}", labelled.score),
                Ok(other) => format!("{other:?}"),
                Err(error) => error.to_string(),
            })
            .collect();
        let expected = [
            "1 Some(12)",
            "line 3: the line is too long",
            "line 4: the line is not UTF-8 text",
            "5 Some(12)",
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn games_without_a_result_teach_nothing() {
        let text = b"1. e4 e5 *\n\n1. d4 d5 1/2-1/2\n\n[Event \"?\"]\n\n1. Ke5 1-0\n";
        let records: Vec<_> = Records::new(&text[..]).expect("memory").collect();
        assert_eq!(records.len(), 2, "{records:?}");
        assert!(
            matches!(&records[0], Ok(Record::Game { moves, result: Outcome::Draw, .. }) if moves.len() == 2)
        );
        assert!(matches!(&records[1], Err(RecordError::One(_))));
    }
}
