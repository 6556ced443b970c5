//! Standard algebraic notation: moves as people write them.
