//! Whose rating points are meant.

use core::fmt;

/// A rating scale. The same number means another strength on another scale.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scale {
    /// Ratings of lichess.org (Glicko-2; rapid and classical games).
    #[default]
    Lichess,
    /// Ratings of the world chess federation.
    Fide,
}

impl Scale {
    /// The names of all scales.
    pub const NAMES: [&str; 2] = ["lichess", "fide"];

    /// Its name.
    pub const fn name(self) -> &'static str {
        Scale::NAMES[self as usize]
    }

    /// The scale of that name, in any case.
    pub fn from_name(name: &str) -> Option<Scale> {
        [Scale::Lichess, Scale::Fide].into_iter().find(|scale| scale.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
