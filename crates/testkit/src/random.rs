//! Random choices that a seed repeats.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of random choices; equal seeds make equal choices on every machine.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The source that this seed starts.
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `limit`, or 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        // The high half of the product (Lemire 2019); its bias is far below what a test can see.
        ((u128::from(self.0.next_u64()) * limit as u128) >> 64) as usize
    }

    /// True once in `times`, on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_repeat_and_all_choices_occur() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            (0..100).map(|_| random.below(7)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!((0..7).all(|number| draw(1).contains(&number)));
        assert_eq!(Random::new(3).below(0), 0);
    }
}
