//! The laboratory.

pub mod experiment;

