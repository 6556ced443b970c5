//! The eight ways to turn and mirror a board.

use quevedo_rules::Square;

/// Mirrors files, then ranks, then along the diagonal from a1 to h8; each or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    pub(crate) const IDENTITY: Symmetry = Symmetry(0);
    pub(crate) const MIRROR: Symmetry = Symmetry(1);

    pub(crate) const fn all() -> [Symmetry; 8] {
        let mut all = [Symmetry(0); 8];
        let mut bits = 0;
        while bits < 8 {
            all[bits] = Symmetry(bits as u8);
            bits += 1;
        }
        all
    }

    /// Where a square goes.
    #[inline]
    pub(crate) fn apply(self, square: Square) -> Square {
        Square::new(IMAGES[usize::from(self.0 & 7)][square.index()])
    }

    /// This one, and then along the diagonal.
    pub(crate) const fn mirrored(self) -> Symmetry {
        Symmetry(self.0 ^ 4)
    }

    /// The way back.
    pub(crate) fn inverse(self) -> Symmetry {
        // After the diagonal has been mirrored, files are ranks.
        if self.0 & 4 == 0 { self } else { Symmetry(4 | (self.0 & 1) << 1 | (self.0 & 2) >> 1) }
    }
}

const IMAGES: [[u8; 64]; 8] = images();

const fn images() -> [[u8; 64]; 8] {
    let mut all = [[0; 64]; 8];
    let mut bits = 0;
    while bits < 8 {
        let mut square = 0;
        while square < 64 {
            let mut index = square as u8;
            if bits & 1 != 0 {
                index ^= 0o07;
            }
            if bits & 2 != 0 {
                index ^= 0o70;
            }
            if bits & 4 != 0 {
                index = index >> 3 | (index & 7) << 3;
            }
            all[bits][square] = index;
            square += 1;
        }
        bits += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_has_a_way_back() {
        for symmetry in Symmetry::all() {
            for square in Square::all() {
                assert_eq!(symmetry.inverse().apply(symmetry.apply(square)), square);
            }
        }
    }
}
