//! The Universal Chess Interface.
//!
//! [`parse`] reads a line, [`write()`] writes an event. What is asked of the program rather than of the
//! engine (`isready`, `d`, `bench` and the like) comes out as a [`Request`] of its own; its answers
//! that need no engine are [`greeting`] and [`READY_OK`].

mod go;
mod read;
mod request;
mod write;

pub use read::parse;
pub use request::{Refusal, Request};
pub use write::{READY_OK, greeting, info_string, write};

#[cfg(test)]
mod tests;
