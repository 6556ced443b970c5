//! Games and positions to learn from: how they are kept in files and in memory.
//!
//! **A file of games** keeps everything that self-play saw, so that what is fit to learn from can be
//! decided later. It only ever grows at its end. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `QVGAMES2` |
//! | 4 | how many bytes of settings follow |
//! | n | the settings: JSON, whatever the writer wants to be remembered ([`Header`]) |
//! | 4 | CRC-32 of all bytes before; files that begin with `QVGAMES1` have none |
//! | … | games, one after the other, up to the end of the file |
//!
//! **A game** is its first position ([`Packed`], 32 bytes, with the game's result), four bytes for each
//! ply (the [move's 16 bits](quevedo_rules::Move::to_bits) and White's score in hundredths of a
//! pawn, an `i16`), and four bytes that end it: two zeros, which no move has, and 16 bits of
//! [checksum] over all its bytes before. A game without plies stands for a number that was
//! not played (its first position had come up before). So the number of the next game is the number
//! of games in the file.
//!
//! A writer that is killed leaves at worst a game without its end: [`Reader`] tells it apart from
//! damage, and [`Survey::good_length`] is where to go on.
//!
//! **Signs**: every score and result that is kept is White's, whoever is to move. The mover's are a
//! method away ([`Packed::score_for_mover`], [`Packed::result_for_mover`]).

mod collection;
mod filter;
mod foresight;
mod game;
mod game_file;
mod header;
mod labelled;
mod packed;
mod reader;
mod records;
mod sampling;
mod seen;
mod statistics;
mod survey;

pub use collection::{Choice, Collector, NoScore, TrainingSet};
pub use filter::Filter;
pub use foresight::foresight;
pub use game::{Game, GameFault, LONGEST_GAME, Ply, checksum};
pub use game_file::{GameFile, GameFileError, Provenance, Recovered};
pub use header::{Header, HeaderFault};
pub use labelled::{LabelError, Labelled};
pub use packed::{BadPacked, Men, Packed};
pub use reader::{DataError, Positions, Reader};
pub use records::{Kind, Record, RecordError, Records};
pub use sampling::Sampler;
pub use seen::Seen;
pub use statistics::{SCORE_RANGES, Statistics};
pub use survey::Survey;

#[cfg(test)]
mod tests;
