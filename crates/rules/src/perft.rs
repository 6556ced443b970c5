//! Counting all lines of a given length: the classic test of a move generator.

use crate::{Board, Move};

/// The number of lines of exactly `depth` plies, counting the last ply without playing it.
pub fn perft(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(board.count_legal_moves()),
        _ => board.legal_moves().into_iter().map(|mv| perft(&board.play(mv), depth - 1)).sum(),
    }
}

/// The same number, with every move of every line played.
pub fn perft_by_playing(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    board.legal_moves().into_iter().map(|mv| perft_by_playing(&board.play(mv), depth - 1)).sum()
}

/// The number of lines below each legal move.
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    let below = |mv| perft(&board.play(mv), depth.saturating_sub(1));
    board.legal_moves().into_iter().map(|mv| (mv, below(mv))).collect()
}
