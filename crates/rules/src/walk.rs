//! Random games for the tests of this crate: seeded, so that a failure can be repeated.

use crate::{Board, Move, Setup};

/// Marsaglia's xorshift: small, and good enough to wander about.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

/// Calls `visit` for each position of `games` random games: a third from the standard start
/// position, a third from Chess960 start positions, a third with different ones for both sides.
pub(crate) fn games(games: usize, mut visit: impl FnMut(&Board, &[Move])) {
    for game in 0..games {
        let mut dice = Dice::new(game as u64 + 1);
        let (white, black) = (dice.below(960) as u16, dice.below(960) as u16);
        let mut board = match game % 3 {
            0 => Board::start(),
            1 => Board::chess960(white).expect("a number below 960"),
            _ => Setup::double_chess960(white, black)
                .and_then(|setup| Board::try_from(setup).ok())
                .expect("a legal start"),
        };
        for _ in 0..150 {
            let moves = board.legal_moves();
            visit(&board, &moves);
            if moves.is_empty() || board.halfmove_clock() >= 100 {
                break;
            }
            board = board.play(moves[dice.below(moves.len())]);
        }
    }
}
