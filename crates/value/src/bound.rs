//! How a score relates to the true value.

/// What a search with a window knows about the value it was looking for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Bound {
    /// The value is at most the score: no move reached alpha.
    Upper = 1,
    /// The value is at least the score: a move reached beta.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// Two bits, never zero, for a table.
    #[inline]
    pub const fn to_bits(self) -> u8 {
        self as u8
    }

    /// The bound of two bits; `None` for zero.
    #[inline]
    pub const fn from_bits(bits: u8) -> Option<Bound> {
        match bits & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

    /// Whether the value is known to be at least the score.
    #[inline]
    pub const fn is_lower(self) -> bool {
        self as u8 & 2 != 0
    }

    /// Whether the value is known to be at most the score.
    #[inline]
    pub const fn is_upper(self) -> bool {
        self as u8 & 1 != 0
    }
}
