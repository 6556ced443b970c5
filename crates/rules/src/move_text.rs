//! Why a move could not be read.
