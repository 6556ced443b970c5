//! Random games for the tests of this crate: seeded, so that a failure can be repeated.

use quevedo_rules::Board;

/// Calls `visit` for each position of `games` random games, from the standard start position and
/// from Chess960 start positions in turns.
pub(crate) fn games(games: u64, mut visit: impl FnMut(&Board)) {
    for game in 0..games {
        let mut state = (game + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |bound: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as usize % bound
        };
        let number = if game % 2 == 0 { 518 } else { below(960) as u16 };
        let mut board = Board::chess960(number).expect("a number below 960");
        for _ in 0..250 {
            visit(&board);
            let moves = board.legal_moves();
            if moves.is_empty() || board.halfmove_clock() >= 100 {
                break;
            }
            board = board.play(moves[below(moves.len())]);
        }
    }
}
