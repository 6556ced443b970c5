//! How many men of each kind there are, in one exact number.

use core::fmt;

use crate::{Color, Man, Piece};

/// The count of every kind of man, four bits each: equal material, equal number, and no
/// collisions. Serves as a key of material tables.
///
/// ```
/// use quevedo_rules::{Board, Color, Piece};
///
/// let board: Board = "8/8/4k3/8/8/3KR3/8/8 b - - 0 1".parse()?;
/// assert_eq!(board.material().to_string(), "KRvK");
/// assert_eq!(board.material().count(Color::White, Piece::Rook), 1);
/// # Ok::<(), quevedo_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Material(u64);

impl Material {
    /// How many men of this kind there are.
    #[inline]
    pub const fn count(self, color: Color, piece: Piece) -> u32 {
        (self.0 >> shift(Man::new(color, piece)) & 15) as u32
    }

    /// The number itself; twelve fields of four bits.
    #[inline]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) fn add(&mut self, man: Man) {
        self.0 += 1 << shift(man);
    }

    #[inline]
    pub(crate) fn take(&mut self, man: Man) {
        self.0 -= 1 << shift(man);
    }
}

const fn shift(man: Man) -> u32 {
    4 * man as u32
}

impl fmt::Display for Material {
    /// As endgame tables are named: `KRPvKR`, strongest pieces first, White before Black.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            for piece in Piece::ALL.into_iter().rev() {
                for _ in 0..self.count(color, piece) {
                    write!(f, "{}", piece.char().to_ascii_uppercase())?;
                }
            }
            if color == Color::White {
                f.write_str("v")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
