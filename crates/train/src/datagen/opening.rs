//! How games begin.

use quevedo_rules::Board;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Dice for one game.
#[derive(Clone, Debug)]
pub(super) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The dice of the game with this number.
    pub(super) fn new(seed: u64, number: u64) -> Dice {
        // Spread first, or the games of neighbouring seeds would be the same ones.
        let spread = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
        Dice(Xoshiro256PlusPlus::seed_from_u64(spread.wrapping_add(number)))
    }

    /// A number below a limit; 0 if that is 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.0.next_u64()) * limit as u128) >> 64) as usize
    }
}

/// A position to begin with: one of the openings, or the start position where there are none, and
/// then random moves: `plies` or one more. `None` if the game is over before it begins.
pub(super) fn draw(dice: &mut Dice, openings: &[Board], plies: u32) -> Option<Board> {
    let mut board = match openings {
        [] => Board::start(),
        _ => *openings.get(dice.below(openings.len()))?,
    };
    for _ in 0..plies as usize + dice.below(2) {
        let moves = board.legal_moves();
        board = board.play(*moves.get(dice.below(moves.len()))?);
    }
    board.ending().is_none().then_some(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::Color;

    #[test]
    fn openings_are_varied_and_the_same_again() {
        let draw_all = |seed| -> Vec<Option<Board>> {
            (0..1000).map(|number| draw(&mut Dice::new(seed, number), &[], 8)).collect()
        };
        let boards = draw_all(1);
        assert_eq!(boards, draw_all(1));
        assert_ne!(boards, draw_all(2));
        let different: std::collections::HashSet<_> = boards.iter().flatten().map(Board::key).collect();
        assert!(different.len() > 990, "{}", different.len());
        let white = boards.iter().flatten().filter(|board| board.turn() == Color::White).count();
        assert!((400..600).contains(&white), "both sides begin: {white}");
    }

    #[test]
    fn given_openings_are_used() {
        let board: Board = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1".parse().expect("a position");
        assert_eq!(
            draw(&mut Dice::new(1, 0), &[board], 0).map(|drawn| drawn.occupied()),
            Some(board.occupied())
        );
        let mated: Board = "R3k3/8/4K3/8/8/8/8/8 b - - 0 1".parse().expect("a position");
        assert_eq!(draw(&mut Dice::new(1, 0), &[mated], 0), None);
        assert_eq!(draw(&mut Dice::new(1, 0), &[mated], 3), None);
    }
}
