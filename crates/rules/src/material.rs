//! How many men of each kind there are, in one exact number.

use core::fmt;
use core::str::FromStr;

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

impl Material {
    /// The same men with the colours exchanged.
    pub fn flipped(self) -> Material {
        let mut flipped = Material::default();
        for man in Man::ALL {
            let count = self.0 >> shift(man) & 15;
            flipped.0 |= count << shift(Man::new(!man.color(), man.piece()));
        }
        flipped
    }
}

/// Text that names no material.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no material; it is written like KRPKR, White's king and men before Black's")]
pub struct ParseMaterialError(String);

impl FromStr for Material {
    type Err = ParseMaterialError;

    /// Reads `KRPKR`, `KRPvKR` or `krpkr`; White's men come first.
    fn from_str(text: &str) -> Result<Material, ParseMaterialError> {
        read(text).ok_or_else(|| ParseMaterialError(text.chars().take(40).collect()))
    }
}

fn read(text: &str) -> Option<Material> {
    let mut material = Material::default();
    let mut kings = 0;
    for letter in text.chars() {
        if letter.eq_ignore_ascii_case(&'v') && kings == 1 {
            continue;
        }
        let piece = Piece::from_char(letter)?;
        kings += usize::from(piece == Piece::King);
        let color = *Color::ALL.get(kings.checked_sub(1)?)?;
        // Nobody has more: eight pawns may become as many pieces of a kind.
        if material.count(color, piece) == 10 {
            return None;
        }
        material.add(Man::new(color, piece));
    }
    (kings == 2).then_some(material)
}

const fn shift(man: Man) -> u32 {
    4 * man as u32
}

impl fmt::Display for Material {
    /// As tablebases are named: `KRPvKR`, strongest pieces first, White before Black.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn material_is_read_as_it_is_written() {
        let start = Board::start().material();
        assert_eq!(start.to_string().parse(), Ok(start));
        let rooks: Material = "krpkr".parse().expect("material");
        assert_eq!(rooks.to_string(), "KRPvKR");
        assert_eq!(rooks.flipped().to_string(), "KRvKRP");
        assert_eq!(rooks.flipped().flipped(), rooks);
        for text in ["", "K", "KRP", "QKK", "KRKRK", "KXK", "KvvKPPPPPPPPPPPP", "vKK"] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }
}
