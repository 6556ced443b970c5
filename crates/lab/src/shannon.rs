//! Shannon's players (*Programming a computer for playing chess*, 1950).
//!
//! | section | player |
//! |---|---|
//! | 2, (1) | [`Strategy::FirstLegal`]: "number the legal moves; choose the first on the list", a pure strategy |
//! | 2, (2) | [`Strategy::Random`]: "choose one at random", a mixed strategy; "unbelievably bad" |
//! | note 6 | [`Strategy::WorseThanRandom`]: "even worse strategies which choose moves which actually aid the opponent" |
//! | 4 | [`Strategy::TypeA`]: all variations to a fixed number of plies, then f(P) |
//! | 6 | [`Strategy::TypeB`]: forceful variations until [g(P)](is_stable) = 0, chosen by [h(P, M)](forcefulness); [`Effort`] counts them as de Groot did (Fig. 5) |
//! | 5 | [`textbook`]: the routines T0 to T9 on the codes of his machine |
//! | 7 | [`Machine::margin`]: "moves of nearly equal value: it chooses from them at random"; [`Style`]: "altering some of the coefficients" |
//! | 2 | [`numbers`]: 10^43 positions, 10^120 variations, Nim |

mod effort;
mod forcefulness;
mod machine;
pub mod numbers;
mod stability;
mod style;
pub mod textbook;
mod type_a;
mod type_b;

pub use effort::Effort;
pub use forcefulness::{forcefulness, threshold};
pub use machine::{Machine, Strategy};
pub use stability::is_stable;
pub use style::Style;
pub use type_b::Extent;

/// What being mated is worth, in tenths of a pawn: Shannon's 200 for a king, more than all else together.
/// A mate that is nearer counts a little more, or a machine that sees two would never give either.
const KING: i32 = 2000;

/// Infinity, for windows.
const INFINITY: i32 = 1_000_000;
