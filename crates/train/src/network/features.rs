//! Which weights a position touches.

use quevedo_rules::{Color, Man, Piece, Square};

use super::example::Example;
use super::shape::Shape;

/// No board has more men.
const MAX_MEN: usize = 32;

/// The rows of the feature weights that a position adds up, for the side to move and for the other.
///
/// A man's feature from one side: the square is turned to that side's view, mirrored if the side's own king
/// stands on files e to h; 384 features are of own men, 384 of the other's, 64 for each kind of piece. The
/// rows of one feature for all king buckets stand next to each other, so that the trainer finds what they
/// share in one place; the engine's files have all rows of one bucket next to each other.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    rows: [[u32; MAX_MEN]; 2],
    men: usize,
    output: usize,
}

impl Features {
    /// The features of a position.
    pub fn of(example: &impl Example, shape: &Shape) -> Features {
        let us = example.turn();
        let mut kings = [Square::A1; 2];
        for (man, square) in example.men() {
            if man.piece() == Piece::King {
                kings[usize::from(man.color() != us)] = square;
            }
        }
        let views = [View::new(us, kings[0], shape), View::new(us.other(), kings[1], shape)];
        let mut features = Features { rows: [[0; MAX_MEN]; 2], men: 0, output: 0 };
        for (man, square) in example.men().take(MAX_MEN) {
            for (rows, view) in features.rows.iter_mut().zip(&views) {
                rows[features.men] = view.row(man, square);
            }
            features.men += 1;
        }
        features.output = shape.output_bucket(features.men);
        features
    }

    /// The rows of the side to move.
    pub fn us(&self) -> &[u32] {
        &self.rows[0][..self.men]
    }

    /// The rows of the other side.
    pub fn them(&self) -> &[u32] {
        &self.rows[1][..self.men]
    }

    /// The set of output weights.
    pub fn output(&self) -> usize {
        self.output
    }
}

/// A side's way of looking at the board.
struct View {
    side: Color,
    /// What the index of a square is exclusive-ored with.
    turned: usize,
    bucket: u32,
    buckets: u32,
}

impl View {
    fn new(side: Color, king: Square, shape: &Shape) -> View {
        const FLIP_RANK: usize = 0b11_1000;
        const FLIP_FILE: usize = 0b00_0111;
        const RIGHT_HALF: usize = 0b00_0100;
        let flip = if side == Color::White { 0 } else { FLIP_RANK };
        let mirror = if king.index() & RIGHT_HALF == 0 { 0 } else { FLIP_FILE };
        let turned = flip | mirror;
        let seen = Square::new(((king.index() ^ turned) % 64) as u8);
        View {
            side,
            turned,
            bucket: shape.king_bucket(seen) as u32,
            buckets: shape.king_buckets() as u32,
        }
    }

    fn row(&self, man: Man, square: Square) -> u32 {
        let foreign = usize::from(man.color() != self.side);
        let feature = foreign * 384 + man.piece().index() * 64 + (square.index() ^ self.turned);
        feature as u32 * self.buckets + self.bucket
    }
}
