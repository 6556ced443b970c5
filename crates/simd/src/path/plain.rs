//! The sums in plain Rust. They are compiled into their callers, for the instructions that the caller may use.

// Only what is part of a caller with AVX2 can use AVX2.
#![allow(clippy::inline_always)]

use super::CHUNK_BLOCKS;
use crate::Block;

#[inline(always)]
fn change<const A: usize, const S: usize>(
    mut block: Block,
    index: usize,
    adds: [&[Block]; A],
    subs: [&[Block]; S],
) -> Block {
    for row in adds {
        for (sum, &number) in block.0.iter_mut().zip(&row[index].0) {
            *sum = sum.wrapping_add(number);
        }
    }
    for row in subs {
        for (sum, &number) in block.0.iter_mut().zip(&row[index].0) {
            *sum = sum.wrapping_sub(number);
        }
    }
    block
}

/// The rows cut to their common length, which is at most `length`.
#[inline(always)]
fn cut<'a, const A: usize, const S: usize>(
    length: usize,
    adds: [&'a [Block]; A],
    subs: [&'a [Block]; S],
) -> (usize, [&'a [Block]; A], [&'a [Block]; S]) {
    let length = adds.iter().chain(&subs).fold(length, |length, row| length.min(row.len()));
    (length, adds.map(|row| &row[..length]), subs.map(|row| &row[..length]))
}

#[inline(always)]
pub(super) fn update<const A: usize, const S: usize>(
    from: &[Block],
    to: &mut [Block],
    adds: [&[Block]; A],
    subs: [&[Block]; S],
) {
    let (length, adds, subs) = cut(from.len().min(to.len()), adds, subs);
    let (from, to) = (&from[..length], &mut to[..length]);
    for index in 0..length {
        to[index] = change(from[index], index, adds, subs);
    }
}

#[inline(always)]
pub(super) fn update_in_place<const A: usize, const S: usize>(
    blocks: &mut [Block],
    adds: [&[Block]; A],
    subs: [&[Block]; S],
) {
    let (length, adds, subs) = cut(blocks.len(), adds, subs);
    for (index, block) in blocks[..length].iter_mut().enumerate() {
        *block = change(*block, index, adds, subs);
    }
}

/// The sum, product by product. What does not fit wraps around as it does in vector units.
pub(super) fn squared_dot(inputs: &[Block], weights: &[Block], limit: i16) -> i64 {
    let mut sum = 0;
    for (inputs, weights) in inputs.chunks(CHUNK_BLOCKS).zip(weights.chunks(CHUNK_BLOCKS)) {
        let mut chunk = 0i32;
        for (inputs, weights) in inputs.iter().zip(weights) {
            for (&input, &weight) in inputs.0.iter().zip(&weights.0) {
                let clipped = input.max(0).min(limit);
                let product = clipped.wrapping_mul(weight);
                chunk = chunk.wrapping_add(i32::from(clipped) * i32::from(product));
            }
        }
        sum += i64::from(chunk);
    }
    sum
}
