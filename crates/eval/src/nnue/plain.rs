//! The network's value of a position from scratch, number by number: the twin of the fast one, and what
//! trainers compare with.

use quevedo_rules::{Board, Color, Man, Square};

use super::network::{Network, QA, output_bucket};
use super::perspective::Perspective;

impl Network {
    /// The value to the side to move in hundredths of a pawn: the network's alone, without knowledge of endings.
    pub fn value(&self, board: &Board) -> i32 {
        self.value_without(board, None)
    }

    /// What each man but the kings is worth to White: by how much the value falls if it is taken off the board
    /// and nothing else changes.
    pub fn worths(&self, board: &Board) -> Vec<(Square, Man, i32)> {
        let for_white = |value: i32| if board.turn() == Color::White { value } else { -value };
        let whole = self.value(board);
        let kings = Color::ALL.map(|color| board.king(color));
        let men = board.occupied().into_iter().filter(|square| !kings.contains(square));
        men.filter_map(|square| {
            let worth = for_white(whole - self.value_without(board, Some(square)));
            Some((square, board.man_at(square)?, worth))
        })
        .collect()
    }

    /// The value where one man is missing, by the same output as with it.
    fn value_without(&self, board: &Board, missing: Option<Square>) -> i32 {
        let bucket = output_bucket(board.occupied(), self.output_buckets());
        let us = board.turn();
        let weights = &self.output_weights()[2 * bucket * self.hidden()..];
        let (for_us, for_them) = weights.split_at(self.hidden());
        let sum = squared(&self.accumulator(board, us, missing), for_us)
            + squared(&self.accumulator(board, !us, missing), for_them);
        self.hundredths(sum, bucket)
    }

    fn accumulator(&self, board: &Board, color: Color, missing: Option<Square>) -> Vec<i32> {
        let view = Perspective::of(board, color, self.king_table());
        let mut sums: Vec<i32> = self.feature_biases().iter().copied().map(i32::from).collect();
        for square in board.occupied() {
            let man = board.man_at(square).filter(|_| Some(square) != missing);
            let Some(man) = man else { continue };
            let row = &self.feature_weights()[view.feature(man, square) * self.hidden()..];
            for (sum, &weight) in sums.iter_mut().zip(row) {
                *sum += i32::from(weight);
            }
        }
        sums
    }
}

fn squared(inputs: &[i32], weights: &[i16]) -> i64 {
    let products = inputs.iter().zip(weights).map(|(&input, &weight)| {
        let clipped = i64::from(input.clamp(0, i32::from(QA)));
        clipped * clipped * i64::from(weight)
    });
    products.sum()
}
