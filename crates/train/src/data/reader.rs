//! Reading files of games, one game at a time.

use std::io::{self, BufRead};

use quevedo_rules::Board;

use super::filter::Filter;
use super::game::{Game, GameFault, LONGEST_GAME, Ply, START, STEP};
use super::header::{Header, HeaderFault};
use super::packed::Packed;
use super::seen::Seen;

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// It does not begin like one.
    #[error(transparent)]
    Header(#[from] HeaderFault),
    /// The last game has no end: whoever wrote it was stopped.
    #[error("game {game} (at byte {offset}) is not finished; the file ends within it")]
    Torn {
        /// The game, from 1.
        game: u64,
        /// Where it begins.
        offset: u64,
    },
    /// A game is damaged.
    #[error("game {game} (at byte {offset}) is damaged: {fault}")]
    Damaged {
        /// The game, from 1.
        game: u64,
        /// Where it begins.
        offset: u64,
        /// What is wrong.
        fault: GameFault,
    },
    /// Reading failed.
    #[error(transparent)]
    Read(#[from] io::Error),
}

/// The games of a file, as an iterator that ends after the first error.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    header: Header,
    offset: u64,
    games: u64,
    bytes: Vec<u8>,
    is_over: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader of this input, whose header is read at once.
    ///
    /// # Errors
    /// If the input does not begin like a file of games.
    pub fn new(mut input: R) -> Result<Reader<R>, DataError> {
        let (header, offset) = Header::read(&mut input)?;
        Ok(Reader { input, header, offset, games: 0, bytes: Vec::new(), is_over: false })
    }

    /// How the file was made.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The length of the file up to the end of the last game that was read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The positions of the games that a filter keeps, each key once.
    pub fn positions(self, filter: Filter, seen: &mut Seen) -> Positions<'_, R> {
        Positions { reader: self, filter, seen, ready: Vec::new() }
    }

    /// Reads so many bytes more; `false` if there are not so many.
    fn more(&mut self, count: usize) -> io::Result<bool> {
        let begin = self.bytes.len();
        self.bytes.resize(begin + count, 0);
        let Some(room) = self.bytes.get_mut(begin..) else { return Ok(false) };
        match self.input.read_exact(room) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn next_game(&mut self) -> Result<Option<Game>, DataError> {
        self.bytes.clear();
        if self.input.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let (game, offset) = (self.games + 1, self.offset);
        let torn = DataError::Torn { game, offset };
        if !self.more(START)? {
            return Err(torn);
        }
        // Where a machine lost its power, a file may end with zeros that nobody wrote.
        if self.bytes.iter().all(|&byte| byte == 0) && self.rest_is_zeros()? {
            return Err(torn);
        }
        loop {
            if !self.more(STEP)? {
                return Err(torn);
            }
            if let Some([0, 0, ..]) = self.bytes.last_chunk::<STEP>() {
                break;
            }
            if self.bytes.len() > START + LONGEST_GAME * STEP {
                return Err(DataError::Damaged { game, offset, fault: GameFault::TooLong });
            }
        }
        let decoded =
            Game::decode(&self.bytes).map_err(|fault| DataError::Damaged { game, offset, fault })?;
        self.games = game;
        self.offset += self.bytes.len() as u64;
        Ok(Some(decoded))
    }

    fn rest_is_zeros(&mut self) -> io::Result<bool> {
        loop {
            let bytes = self.input.fill_buf()?;
            if bytes.is_empty() {
                return Ok(true);
            }
            if bytes.iter().any(|&byte| byte != 0) {
                return Ok(false);
            }
            let length = bytes.len();
            self.input.consume(length);
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.next_game();
        self.is_over = !matches!(game, Ok(Some(_)));
        game.transpose()
    }
}

/// The positions of a file that are fit to learn from, game after game.
#[derive(Debug)]
pub struct Positions<'a, R> {
    reader: Reader<R>,
    filter: Filter,
    seen: &'a mut Seen,
    ready: Vec<Packed>,
}

impl<R: BufRead> Iterator for Positions<'_, R> {
    type Item = Result<Packed, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(packed) = self.ready.pop() {
                return Some(Ok(packed));
            }
            let game = match self.reader.next()? {
                Ok(game) => game,
                Err(error) => return Some(Err(error)),
            };
            let is_new = |(board, _): &(Board, Ply)| self.seen.insert(board.key());
            let kept = self.filter.positions(&game).filter(is_new);
            self.ready.extend(kept.map(|(board, ply)| Packed::pack(&board, ply.score, game.result)));
            self.ready.reverse();
        }
    }
}
