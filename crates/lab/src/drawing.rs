//! Looking at trees: what a search visited, as text, as data and as a picture.
//!
//! A [`Recorder`] watches a search; its [`Visited`] tree knows each node's window, value and why it was left,
//! and which branches were never looked at.

mod html;
mod picture;
mod recorder;
mod text;

pub use picture::{LARGEST_PICTURE, TooLarge};
pub use recorder::{Node, Recorder, Visited};
