//! Learning from the program's own games: "preventing the program from making the same mistake twice" (Marsland and Björnsson 3.5 on
//! BEBE), books that update themselves, opponents that are met again.
//!
//! **The games are the truth; everything else follows from them.** A [`PlayedGame`] has an identity, so that it counts once however
//! often it comes; its [`lessons`](Lesson) are added to tables of sums, and can be taken out again exactly. [`Memory::rebuild`]
//! makes the tables anew, [`Memory::check`] compares them with the games.
//!
//! What is learnt only from games that mean something: not from weakened play, nor from games that ended on
//! time or were broken off. Scores are bounded, so that a mate does not spoil everything before it.
//!
//! One process has the database at a time. Others hand their games in as [journals](journal), which whoever has it next takes in.

mod error;
mod game;
mod home;
pub mod journal;
mod lesson;
mod recollection;
mod store;
mod thompson;

pub use error::MemoryError;
pub use game::{Ending, GameId, GameOutcome, PlayedGame, Thought};
pub use home::{Home, Opened};
pub use lesson::{BookNote, Lesson, MoveNote, OpponentNote, PositionNote, Tally};
pub use recollection::Recollection;
pub use store::{Memory, Stats};
pub use thompson::{Weighed, choose};
