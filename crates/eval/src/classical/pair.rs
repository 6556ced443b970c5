//! Two numbers in one: what something is worth in the middlegame and in the endgame.

use core::fmt;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A weight or a sum of weights for middlegame and endgame, added and multiplied in one step.
///
/// The endgame half sits in the upper 16 bits. A negative lower half borrows from the upper one;
/// [`endgame`](Pair::endgame) gives the borrowed one back by rounding. Each half must stay within 16
/// bits, which sums of an evaluation do by a factor of two.
///
/// ```
/// use quevedo_eval::Pair;
///
/// let isolated = Pair::new(-5, -15);
/// let sum = Pair::new(90, 120) * 2 + isolated * 3;
/// assert_eq!((sum.middlegame(), sum.endgame()), (165, 195));
/// assert_eq!(-isolated, Pair::new(5, 15));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
#[doc(alias = "tapered")]
#[doc(alias = "S(mg, eg)")]
pub struct Pair(i32);

impl Pair {
    /// Nothing.
    pub const ZERO: Pair = Pair(0);

    /// Puts the halves together.
    #[inline]
    pub const fn new(middlegame: i16, endgame: i16) -> Pair {
        Pair(((endgame as i32) << 16).wrapping_add(middlegame as i32))
    }

    /// The value in the middlegame.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame.
    #[inline]
    pub const fn endgame(self) -> i32 {
        self.0.wrapping_add(0x8000) >> 16
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline]
    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, count: i32) -> Pair {
        Pair(self.0.wrapping_mul(count))
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        let values = [-12_000, -301, -1, 0, 1, 7, 299, 12_000];
        for a in values {
            for b in values {
                let pair = Pair::new(a, b);
                assert_eq!((pair.middlegame(), pair.endgame()), (i32::from(a), i32::from(b)));
                for c in values {
                    let sum = pair - Pair::new(c, a) + Pair::new(b / 2, c / 2) * -1;
                    let expected = [a - c - b / 2, b - a - c / 2].map(i32::from);
                    assert_eq!([sum.middlegame(), sum.endgame()], expected);
                }
            }
        }
    }
}
