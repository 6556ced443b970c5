//! A position as one side sees it: which of the network's inputs a man on a square is.

use quevedo_rules::{Board, Color, Man, Square};

use super::network::FEATURES;

/// The king bucket of each square on the files a to d: entry `4 * rank + file`.
pub type KingTable = [u8; 32];

/// How one side sees the board: with its own first rank below, mirrored so that its king stands on the files
/// a to d, and through the weights of its king's bucket.
///
/// ```
/// use quevedo_eval::nnue::Perspective;
/// use quevedo_rules::{Board, Color, Man, Square};
///
/// // White's king on e1 is mirrored to d1. A white pawn on a2 is seen on h2: square 15 of the first 64.
/// let white = Perspective::of(&Board::start(), Color::White, &[0; 32]);
/// assert_eq!(white.feature(Man::WhitePawn, Square::A2), 15);
/// // Black sees the same of its own men.
/// let black = Perspective::of(&Board::start(), Color::Black, &[0; 32]);
/// assert_eq!(black.feature(Man::BlackPawn, Square::A7), 15);
/// assert_eq!(black.feature(Man::WhitePawn, Square::A7), 384 + 15);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    color: Color,
    bucket: u8,
    /// What a square's index is combined with by exclusive or: 56 turns the ranks over, 7 the files.
    flip: u8,
}

impl Perspective {
    /// What `color` sees with its king on `king`.
    #[inline]
    pub fn new(color: Color, king: Square, table: &KingTable) -> Perspective {
        let seen = king.relative_to(color).index();
        let mirror = if seen & 4 == 0 { 0 } else { 7 };
        let home = seen ^ mirror;
        let turn = if color == Color::White { 0 } else { 56 };
        Perspective { color, bucket: table[(home >> 3) * 4 + (home & 3)], flip: (turn ^ mirror) as u8 }
    }

    /// What `color` sees of a position.
    #[inline]
    pub fn of(board: &Board, color: Color, table: &KingTable) -> Perspective {
        Perspective::new(color, board.king(color), table)
    }

    /// Whose view it is.
    #[inline]
    pub const fn color(self) -> Color {
        self.color
    }

    /// The bucket of the king.
    #[inline]
    pub const fn bucket(self) -> usize {
        self.bucket as usize
    }

    /// Whether left and right change places.
    #[inline]
    pub const fn is_mirrored(self) -> bool {
        self.flip & 7 != 0
    }

    /// The network's input that a man on a square is:
    /// `bucket * 768 + (theirs ? 384 : 0) + piece * 64 + square as seen`.
    #[inline]
    pub fn feature(self, man: Man, square: Square) -> usize {
        let theirs = usize::from(man.color() != self.color);
        let seen = square.index() ^ usize::from(self.flip);
        self.bucket() * FEATURES + theirs * 384 + man.piece().index() * 64 + seen
    }

    /// The inputs that all men of a position are.
    pub fn features(self, board: &Board) -> impl Iterator<Item = usize> {
        let men = board.occupied().into_iter();
        men.filter_map(move |square| Some(self.feature(board.man_at(square)?, square)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each square of the files a to d its own bucket.
    fn all_different() -> KingTable {
        core::array::from_fn(|entry| entry as u8)
    }

    #[test]
    fn every_man_on_every_square_is_another_feature() {
        for color in Color::ALL {
            for king in Square::all() {
                let perspective = Perspective::new(color, king, &all_different());
                let base = perspective.bucket() * FEATURES;
                let mut seen = [false; FEATURES];
                for man in Man::ALL {
                    for square in Square::all() {
                        let feature = perspective.feature(man, square);
                        assert!(!std::mem::replace(&mut seen[feature - base], true));
                    }
                }
            }
        }
    }

    #[test]
    fn buckets_go_by_the_kings_own_half() {
        let bucket = |color, king| Perspective::new(color, king, &all_different()).bucket();
        assert_eq!(bucket(Color::White, Square::A1), 0);
        assert_eq!(bucket(Color::White, Square::H1), 0);
        assert_eq!(bucket(Color::White, Square::D1), 3);
        assert_eq!(bucket(Color::White, Square::E1), 3);
        assert_eq!(bucket(Color::White, Square::B8), 29);
        assert_eq!(bucket(Color::Black, Square::G8), 1);
        assert_eq!(bucket(Color::Black, Square::E1), 31);
    }

    #[test]
    fn the_own_king_is_always_on_the_left() {
        for color in Color::ALL {
            for king in Square::all() {
                let perspective = Perspective::new(color, king, &[0; 32]);
                let feature = perspective.feature(Man::new(color, quevedo_rules::Piece::King), king);
                assert!((320..384).contains(&feature) && feature % 8 < 4);
                assert_eq!(perspective.is_mirrored(), king.file().index() > 3);
            }
        }
    }
}
