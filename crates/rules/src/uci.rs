//! Moves as chess programs write them.
