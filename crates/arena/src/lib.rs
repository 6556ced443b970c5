//! Matches between chess engines and what they prove.

pub mod stats;
