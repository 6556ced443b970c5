//! The two sides as types, so that the compiler writes the evaluation of each without a question
//! about colours in it.

use quevedo_rules::Color;

/// One of the two sides, as a type.
pub(super) trait Side {
    /// The other side.
    type Them: Side;
    /// The side itself.
    const US: Color;
    /// The other side.
    const THEM: Color;
    /// 1 for White, -1 for Black: sums are kept from White's view.
    const SIGN: i32;
}

/// White, as a type.
#[derive(Debug)]
pub(super) struct White;
/// Black, as a type.
#[derive(Debug)]
pub(super) struct Black;

impl Side for White {
    type Them = Black;
    const US: Color = Color::White;
    const THEM: Color = Color::Black;
    const SIGN: i32 = 1;
}

impl Side for Black {
    type Them = White;
    const US: Color = Color::Black;
    const THEM: Color = Color::White;
    const SIGN: i32 = -1;
}
