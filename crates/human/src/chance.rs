//! Chance that is the same on every machine: numbers made from what they are about.

/// Mixes one more number into a hash (the finaliser of `SplitMix64`).
const fn mix(state: u64, number: u64) -> u64 {
    let mut z = state ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A source of chance. The same numbers always give the same chances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance(u64);

impl Chance {
    /// The chance that belongs to these numbers, in their order.
    pub fn of(numbers: &[u64]) -> Chance {
        Chance(
            numbers.iter().fold(0x5175_6576_6564_6f21, |state, &number| mix(state.wrapping_add(1), number)),
        )
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0, 1)
    }

    /// From 0 to 1, without the 1.
    pub fn part(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number of the normal distribution with mean 0 and deviation 1 (Box and Muller 1958).
    pub fn normal(&mut self) -> f64 {
        let (one, other) = (1.0 - self.part(), self.part());
        libm::sqrt(-2.0 * libm::log(one)) * libm::cos(core::f64::consts::TAU * other)
    }

    /// The place of one of these weights, drawn in proportion to them; `None` if there is nothing to draw.
    pub fn draw(&mut self, weights: &[f64]) -> Option<usize> {
        let all: f64 = weights.iter().sum();
        let mut left = self.part() * all;
        for (place, &weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 && weight > 0.0 {
                return Some(place);
            }
        }
        weights.iter().rposition(|&weight| weight > 0.0)
    }
}

/// A number for a text: the same on every machine (FNV-1a).
pub fn text_number(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_even_and_its_own() {
        let mut counts = [0u32; 3];
        for number in 0..30_000 {
            let place = Chance::of(&[7, number]).draw(&[1.0, 0.0, 2.0]).expect("something");
            counts[place] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!(counts[0].abs_diff(10_000) < 300, "{counts:?}");
        assert_ne!(Chance::of(&[1, 2]), Chance::of(&[2, 1]));
        assert_eq!(Chance::of(&[1]).draw(&[]), None);
        assert_eq!(Chance::of(&[1]).draw(&[0.0]), None);
    }

    #[test]
    fn the_normal_distribution_has_its_mean_and_deviation() {
        let mut chance = Chance::of(&[1]);
        let drawn: Vec<f64> = (0..20_000).map(|_| chance.normal()).collect();
        let mean = drawn.iter().sum::<f64>() / 20_000.0;
        let variance = drawn.iter().map(|it| it * it).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }
}
