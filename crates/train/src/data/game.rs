//! A game with what the search thought of each position.

use quevedo_rules::{Board, Key, Move, Outcome};

use super::packed::{BadPacked, Packed};

/// Games with more plies than this are no games of ours; a damaged file shall not fill the memory.
pub const LONGEST_GAME: usize = 2048;

/// A move that was played, and what the search that found it thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// White's score before it, in hundredths of a pawn; beyond 30,000 are mates.
    pub score: i16,
}

/// A game: its first position, its plies, and its result.
///
/// [`Game::decode`] is the only way in for bytes, and it checks every move; but whoever puts a game
/// together by hand answers for its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The first position of which a score is known: after the opening.
    pub start: Board,
    /// The plies; none for a number that was not played.
    pub plies: Vec<Ply>,
    /// How the game ended, or was judged.
    pub result: Outcome,
}

/// Why bytes are no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameFault {
    /// The first position is none.
    #[error("the first position is not legal: {0}")]
    Start(#[from] BadPacked),
    /// The bits of a move are no move's.
    #[error("ply {ply} is no move (bits {bits:#06x})")]
    NoMove {
        /// The ply, from 1.
        ply: usize,
        /// Its bits.
        bits: u16,
    },
    /// A move is not legal where it stands.
    #[error("ply {ply}, {from}{to}, is not legal", from = mv.from(), to = mv.to())]
    Illegal {
        /// The ply, from 1.
        ply: usize,
        /// The move.
        mv: Move,
    },
    /// There is no end to it.
    #[error("it has more than {LONGEST_GAME} plies")]
    TooLong,
    /// Some byte is not what was written.
    #[error("its checksum is {found:#06x}, expected {expected:#06x}")]
    Checksum {
        /// What the bytes give.
        found: u16,
        /// What the file says.
        expected: u16,
    },
}

/// The bytes of the first position, of a ply, and of the end.
pub(super) const START: usize = Packed::SIZE;
pub(super) const STEP: usize = 4;

/// Fowler, Noll and Vo's hash (FNV-1a, 64 bits), folded to 16 bits.
pub fn checksum(bytes: &[u8]) -> u16 {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48) as u16
}

impl Game {
    /// A number that was not played, because this position has come up before.
    pub fn not_played(start: Board) -> Game {
        Game { start, plies: Vec::new(), result: Outcome::Draw }
    }

    /// The key of the first position: games of one engine that share it are the same game.
    pub fn start_key(&self) -> Key {
        self.start.key()
    }

    /// Every position with its ply, the first one first.
    pub fn positions(&self) -> impl Iterator<Item = (Board, Ply)> + '_ {
        let mut board = self.start;
        self.plies.iter().map(move |&ply| {
            let before = board;
            board = board.play(ply.mv);
            (before, ply)
        })
    }

    /// Appends the game's bytes.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let begin = out.len();
        out.extend_from_slice(&Packed::pack(&self.start, 0, self.result).to_bytes());
        for ply in &self.plies {
            out.extend_from_slice(&ply.mv.to_bits().to_le_bytes());
            out.extend_from_slice(&ply.score.to_le_bytes());
        }
        let sum = out.get(begin..).map_or(0, checksum);
        out.extend_from_slice(&[0, 0]);
        out.extend_from_slice(&sum.to_le_bytes());
    }

    /// The game of these bytes, which end where the game ends.
    ///
    /// # Errors
    /// If the start is no legal position, a move is not legal, or the checksum is wrong.
    pub fn decode(bytes: &[u8]) -> Result<Game, GameFault> {
        let (content, end) = bytes.split_last_chunk::<STEP>().unwrap_or((&[], &[0; STEP]));
        let (found, expected) = (checksum(content), u16::from_le_bytes([end[2], end[3]]));
        let (start, steps) = content.split_first_chunk::<START>().unwrap_or((&[0; START], &[]));
        let packed = Packed::from_bytes(start);
        let start = packed.unpack()?;
        let mut game =
            Game { start, plies: Vec::with_capacity(steps.len() / STEP), result: packed.result()? };
        let mut board = start;
        for (index, step) in steps.as_chunks::<STEP>().0.iter().enumerate() {
            let (ply, bits) = (index + 1, u16::from_le_bytes([step[0], step[1]]));
            let mv = Move::from_bits(bits).ok_or(GameFault::NoMove { ply, bits })?;
            if !board.is_legal(mv) {
                return Err(GameFault::Illegal { ply, mv });
            }
            board = board.play(mv);
            game.plies.push(Ply { mv, score: i16::from_le_bytes([step[2], step[3]]) });
        }
        if found != expected {
            return Err(GameFault::Checksum { found, expected });
        }
        Ok(game)
    }
}
