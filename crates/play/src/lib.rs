//! A game between a person and the engine: whose move it is, clocks, draws, take-backs, resignation, and the game as PGN.
//!
//! [`CasualGame`] is a state machine. It waits for nobody and looks at no clock on the wall: whoever drives it (a terminal, a
//! page) tells what moves took and what the engine answered.
//!
//! ```
//! use core::time::Duration;
//! use quevedo_engine::{Engine, Options};
//! use quevedo_engine::rules::Color;
//! use quevedo_play::{CasualGame, Terms, Turn};
//!
//! let mut engine = Engine::new(Options::default())?;
//! let mut game = CasualGame::new(Terms { level: Terms::nodes(2_000), ..Terms::default() });
//! let e4 = game.board().parse_san("e4")?;
//! game.human_moves(e4, Duration::from_secs(3))?;
//! assert_eq!(game.turn(), Turn::Engine);
//! let answer = engine.search(game.game(), game.limits()).finish();
//! game.engine_moves(&answer, answer.time)?;
//! assert_eq!(game.turn(), Turn::Human);
//! game.resign();
//! assert_eq!(game.result().map(|result| result.outcome.winner()), Some(Some(Color::Black)));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod game;
mod pgn;
mod result;
mod terms;

pub use game::{CasualGame, Refusal, Turn};
pub use result::{GameResult, Termination};
pub use terms::Terms;
