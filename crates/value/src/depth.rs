//! How far the search still goes, and how far it has come.

use core::fmt;
use core::ops::{Add, AddAssign, Div, Sub, SubAssign};

/// The longest line that a search looks at, in plies from the root.
pub const MAX_PLY: usize = 240;

/// Plies left to search. Zero and below means quiescence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[repr(transparent)]
pub struct Depth(pub i32);

impl Depth {
    /// Nothing left: the quiescence search takes over.
    pub const ZERO: Depth = Depth(0);
    /// One ply left.
    pub const ONE: Depth = Depth(1);
    /// As deep as a search can be asked to go.
    pub const MAX: Depth = Depth(MAX_PLY as i32);

    /// The number of plies.
    #[inline]
    pub const fn plies(self) -> i32 {
        self.0
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

macro_rules! depth_operator {
    ($trait:ident, $method:ident, $operator:tt) => {
        impl $trait<i32> for Depth {
            type Output = Depth;
            #[inline]
            fn $method(self, plies: i32) -> Depth {
                Depth(self.0 $operator plies)
            }
        }
        impl $trait for Depth {
            type Output = Depth;
            #[inline]
            fn $method(self, other: Depth) -> Depth {
                Depth(self.0 $operator other.0)
            }
        }
    };
}

depth_operator!(Add, add, +);
depth_operator!(Sub, sub, -);

impl Div<i32> for Depth {
    type Output = Depth;
    #[inline]
    fn div(self, divisor: i32) -> Depth {
        Depth(self.0 / divisor)
    }
}

impl AddAssign<i32> for Depth {
    #[inline]
    fn add_assign(&mut self, plies: i32) {
        self.0 += plies;
    }
}

impl SubAssign<i32> for Depth {
    #[inline]
    fn sub_assign(&mut self, plies: i32) {
        self.0 -= plies;
    }
}

/// Plies from the root of the search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u16", into = "u16")
)]
#[repr(transparent)]
pub struct Ply(u16);

impl Ply {
    /// The root itself.
    pub const ROOT: Ply = Ply(0);

    /// The ply with this number, at most [`MAX_PLY`].
    #[inline]
    pub const fn new(number: usize) -> Ply {
        Ply(if number < MAX_PLY { number as u16 } else { MAX_PLY as u16 })
    }

    /// The number, for arrays of `MAX_PLY + 1` entries or more.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next ply.
    #[inline]
    pub const fn next(self) -> Ply {
        Ply::new(self.0 as usize + 1)
    }

    /// Whether the search must not go deeper.
    #[inline]
    pub const fn is_last(self) -> bool {
        self.0 as usize >= MAX_PLY
    }

    /// Whether this is the root.
    #[inline]
    pub const fn is_root(self) -> bool {
        self.0 == 0
    }
}
