//! Forsyth-Edwards Notation: a position in one line.
