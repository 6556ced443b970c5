//! Which weights a position touches.

use quevedo_eval::nnue::Perspective;
use quevedo_rules::{Man, Piece, Square};

use super::example::Example;
use super::shape::{FEATURES, Shape};

/// No board has more men.
const MAX_MEN: usize = 32;

/// The rows of the feature weights that a position adds up, for the side to move and for the other.
///
/// Which feature a man is, the engine's [`Perspective`] says. But here the rows of one feature for all king
/// buckets stand next to each other, so that the trainer finds what they share in one place; in the engine's
/// files all rows of one bucket stand next to each other.
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
        let table = shape.king_table();
        let views = [Perspective::new(us, kings[0], table), Perspective::new(us.other(), kings[1], table)];
        let mut features = Features { rows: [[0; MAX_MEN]; 2], men: 0, output: 0 };
        for (man, square) in example.men().take(MAX_MEN) {
            for (rows, &view) in features.rows.iter_mut().zip(&views) {
                rows[features.men] = row(view, man, square, shape);
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

fn row(view: Perspective, man: Man, square: Square, shape: &Shape) -> u32 {
    let feature = view.feature(man, square) - view.bucket() * FEATURES;
    (feature * shape.king_buckets() + view.bucket()) as u32
}
