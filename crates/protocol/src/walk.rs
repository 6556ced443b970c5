//! Chance for the tests of this crate: seeded, so that a failure can be repeated.

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

    pub(crate) fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A line of words from a list, sometimes cut, doubled, or with a few bytes replaced by others.
pub(crate) fn garbled_line(dice: &mut Dice, words: &[&str]) -> Vec<u8> {
    let mut line = Vec::new();
    for _ in 0..=dice.below(6) {
        line.extend_from_slice(dice.pick(words).as_bytes());
        line.extend_from_slice(dice.pick(&[" ", "  ", "\t", "\u{a0}", "\0", "\n"]).as_bytes());
    }
    if dice.one_in(3) {
        for _ in 0..=dice.below(4) {
            let place = dice.below(line.len());
            line[place] = dice.below(256) as u8;
        }
    }
    if dice.one_in(8) {
        line.truncate(dice.below(line.len()));
    }
    if dice.one_in(200) {
        line = line.repeat(1000);
    }
    line
}
