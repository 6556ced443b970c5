//! The laboratory.

pub mod experiment;
pub mod shannon;

