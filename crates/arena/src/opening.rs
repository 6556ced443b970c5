//! Where games begin.

use std::io::Read;

use quevedo_games::{GameError, Games};
use quevedo_rules::{Board, Epd, EpdError, Game, Move};

/// The first moves of a game, which no player chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position before them.
    pub start: Board,
    /// The moves.
    pub moves: Vec<Move>,
}

/// Why a text holds no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// A line is no position.
    #[error("line {line}: {error}")]
    Epd {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: EpdError,
    },
    /// A game cannot be read.
    #[error(transparent)]
    Game(#[from] GameError),
    /// An opening ends the game.
    #[error("opening {number} is over before anybody can play: {fen}")]
    Over {
        /// Its number, from 1.
        number: usize,
        /// Its last position.
        fen: String,
    },
    /// There are none.
    #[error("there are no openings")]
    None,
}

impl Opening {
    /// A position to start from.
    pub fn from_board(start: Board) -> Opening {
        Opening { start, moves: Vec::new() }
    }

    /// The game so far.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start);
        for &mv in &self.moves {
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }

    /// A number that depends on every opening and their order, and how many there are.
    pub fn fingerprint<'a>(openings: impl IntoIterator<Item = &'a Opening>) -> String {
        // FNV-1a.
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let mut count = 0;
        for opening in openings {
            count += 1;
            let key = opening.game().board().key().0.to_le_bytes();
            for byte in key.into_iter().chain([opening.moves.len() as u8]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        format!("{count} of {hash:016x}")
    }

    /// A few hundred balanced openings of our own: well-known lines of 4 to 10 plies.
    pub fn builtin() -> Vec<Opening> {
        include_str!("../data/openings.txt").lines().filter_map(Opening::from_san).collect()
    }

    /// Moves from the start position; `None` if one is not legal.
    fn from_san(text: &str) -> Option<Opening> {
        let start = Board::start();
        let (mut board, mut moves) = (start, Vec::new());
        for word in text.split_ascii_whitespace() {
            let mv = board.parse_san(word).ok()?;
            board = board.play(mv);
            moves.push(mv);
        }
        Some(Opening { start, moves })
    }

    /// Reads positions, one a line; empty lines and those that begin with `#` are passed over.
    ///
    /// # Errors
    /// If a line is no position, or if there are none.
    pub fn read_epd(text: &str) -> Result<Vec<Opening>, OpeningError> {
        let mut openings = Vec::new();
        for (place, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let epd: Epd = line.parse().map_err(|error| OpeningError::Epd { line: place + 1, error })?;
            openings.push(Opening::from_board(epd.board));
        }
        checked(openings)
    }

    /// Reads the main lines of games, the first `plies` of each if that is given.
    ///
    /// # Errors
    /// If a game is broken, or if there are none.
    pub fn read_pgn(input: impl Read, plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
        let mut openings = Vec::new();
        for game in Games::new(input) {
            let game = game?;
            let mut moves = game.moves();
            moves.truncate(plies.unwrap_or(usize::MAX));
            openings.push(Opening { start: *game.start(), moves });
        }
        checked(openings)
    }
}

fn checked(openings: Vec<Opening>) -> Result<Vec<Opening>, OpeningError> {
    if openings.is_empty() {
        return Err(OpeningError::None);
    }
    for (place, opening) in openings.iter().enumerate() {
        let game = opening.game();
        if game.ending().is_some() || game.claim().is_some() {
            return Err(OpeningError::Over { number: place + 1, fen: game.board().fen() });
        }
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_openings_are_legal_and_differ() {
        let openings = Opening::builtin();
        assert_eq!(openings.len(), include_str!("../data/openings.txt").lines().count());
        assert!(openings.len() >= 200, "{} openings", openings.len());
        let mut keys: Vec<u64> = openings.iter().map(|opening| opening.game().board().key().0).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), openings.len());
        assert!(checked(openings).is_ok());
    }

    #[test]
    fn positions_and_games_are_read() {
        let text = "# two\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n\
                    4k3/8/8/8/8/8/8/R3K3 w Q - hmvc 3; fmvn 9;\n";
        let openings = Opening::read_epd(text).expect("positions");
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[1].start.fullmove_number(), 9);
        let pgn = "1. e4 e5 2. Nf3 *\n\n1. d4 (1. c4) d5 *\n";
        let openings = Opening::read_pgn(pgn.as_bytes(), Some(2)).expect("games");
        assert_eq!(openings.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [2, 2]);
        assert_eq!(openings[0].game().moves().len(), 2);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text: &str| Opening::read_epd(text).expect_err("not good").to_string();
        assert_eq!(error("\n"), "there are no openings");
        assert!(error("\nnonsense").starts_with("line 2: "));
        assert!(error("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").starts_with("opening 1 is over"));
        assert!(Opening::read_pgn(&b"1. e4 e4 *"[..], None).is_err());
    }
}
