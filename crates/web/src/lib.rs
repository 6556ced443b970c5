//! The page's server: a socket with typed messages, engines behind a fair queue, games that are kept, and the page's
//! files. The page knows no rules of chess: legal moves, names and words come from here.
//!
//! [`Server::listen`] takes an address, [`Server::run`] serves until a [`Closer`] ends it. How an engine comes to be and
//! where games are kept is up to whoever starts it.

mod api;
mod ask;
mod assets;
mod cards;
mod collections;
mod desk;
mod endings;
mod evaluation;
mod guard;
mod laboratory;
mod lessons;
mod page;
mod pgn;
mod position;
mod problem;
mod review_facts;
mod reviews;
mod rooms;
mod server;
mod shelf;
mod tell;
#[cfg(feature = "ts")]
mod typescript;
mod words;

pub use collections::Collection;
pub use desk::EngineMaker;
pub use server::{Closer, ServeError, Server, Settings};
pub use shelf::{Drawer, Memory, Shelf};
#[cfg(feature = "ts")]
pub use typescript::typescript;
