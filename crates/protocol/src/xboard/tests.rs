//! Whole conversations, and random ones with a fake engine that insists on good manners.

mod fake_engine;
mod random;
mod transcripts;
