//! How the counted terms become one value.

use super::pair::Pair;
use crate::endings::FULL_SCALE;

/// The phase of the start position: all pieces on the board.
pub const PHASES: i32 = 24;

/// The most that king danger counts before it is squared.
pub const DANGER_LIMIT: i32 = 1200;
/// What the square of the danger in the middlegame is divided by.
const DANGER_SQUARE: i32 = 1024;
/// What the danger in the endgame is divided by.
const DANGER_PART: i32 = 16;

/// The sums of all terms of a position, before they become one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums {
    /// The terms that simply add up, from White's side.
    pub linear: Pair,
    /// The danger that White and Black bring upon the other's king.
    pub danger: [Pair; 2],
    /// How far the endgame value moves away from zero.
    pub complexity: i32,
    /// How much of the value is the middlegame's, of [`PHASES`].
    pub phase: i32,
    /// How much of the endgame value is left, of [`FULL_SCALE`].
    pub scale: i32,
}

impl Sums {
    /// The middlegame value: danger counts by its square, because attackers help each other.
    #[inline]
    pub fn middlegame(&self) -> i32 {
        let danger = |side: usize| {
            let sum = self.danger[side].middlegame().clamp(0, DANGER_LIMIT);
            sum * sum / DANGER_SQUARE
        };
        self.linear.middlegame() + danger(0) - danger(1)
    }

    /// The endgame value before complexity and scale.
    #[inline]
    fn plain_endgame(&self) -> i32 {
        let danger = |side: usize| self.danger[side].endgame().max(0) / DANGER_PART;
        self.linear.endgame() + danger(0) - danger(1)
    }

    /// The endgame value: complexity moves it away from zero or towards it, never across.
    #[inline]
    pub fn endgame(&self) -> i32 {
        let plain = self.plain_endgame();
        plain + plain.signum() * self.complexity.max(-plain.abs())
    }

    /// The value from White's side, between the middlegame's and the endgame's.
    #[inline]
    pub fn value(&self) -> i32 {
        let middlegame = self.middlegame() * self.phase * FULL_SCALE;
        let endgame = self.endgame() * (PHASES - self.phase) * self.scale;
        (middlegame + endgame) / (PHASES * FULL_SCALE)
    }

    /// The same in numbers without rounding, for sums of fractional weights: the tuner's view.
    /// Gives the value and its derivatives by (middlegame, endgame) of the linear sum, of the two
    /// dangers, and by the complexity.
    pub fn smooth(sums: &SmoothSums) -> (f32, Slopes) {
        let mut slopes = Slopes::default();
        let phase = sums.phase / PHASES as f32;
        let mut middlegame = sums.linear[0];
        let mut plain = sums.linear[1];
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            let [square, part] = sums.danger[side];
            let limited = square.clamp(0.0, DANGER_LIMIT as f32);
            middlegame += sign * limited * limited / DANGER_SQUARE as f32;
            plain += sign * part.max(0.0) / DANGER_PART as f32;
            let rising = square > 0.0 && square < DANGER_LIMIT as f32;
            slopes.danger[side][0] = if rising { sign * 2.0 * limited / DANGER_SQUARE as f32 } else { 0.0 };
            slopes.danger[side][1] = if part > 0.0 { sign / DANGER_PART as f32 } else { 0.0 };
        }
        let crossed = sums.complexity < -plain.abs();
        let sign = if plain == 0.0 { 0.0 } else { plain.signum() };
        let endgame = if crossed { 0.0 } else { plain + sign * sums.complexity };
        let endgame_part = (1.0 - phase) * sums.scale / FULL_SCALE as f32;
        let endgame_slope = if crossed { 0.0 } else { endgame_part };
        slopes.linear = [phase, endgame_slope];
        for side in 0..2 {
            slopes.danger[side][0] *= phase;
            slopes.danger[side][1] *= endgame_slope;
        }
        slopes.complexity = sign * endgame_slope;
        (middlegame * phase + endgame * endgame_part, slopes)
    }
}

/// [`Sums`] of fractional weights; pairs are (middlegame, endgame).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SmoothSums {
    /// As in [`Sums`].
    pub linear: [f32; 2],
    /// As in [`Sums`].
    pub danger: [[f32; 2]; 2],
    /// As in [`Sums`].
    pub complexity: f32,
    /// As in [`Sums`].
    pub phase: f32,
    /// As in [`Sums`].
    pub scale: f32,
}

/// How the value changes with each of the [`SmoothSums`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Slopes {
    /// By the linear sums.
    pub linear: [f32; 2],
    /// By the danger that White and Black bring.
    pub danger: [[f32; 2]; 2],
    /// By the complexity.
    pub complexity: f32,
}
