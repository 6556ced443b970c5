//! The sums with the vector instructions of x86-64.

use core::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_load_si128, _mm_madd_epi16, _mm_max_epi16,
    _mm_min_epi16, _mm_mullo_epi16, _mm_set1_epi16, _mm_setzero_si128, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16, _mm256_max_epi16,
    _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
};

use super::{CHUNK_BLOCKS, plain};
use crate::Block;

#[target_feature(enable = "avx2")]
pub(super) fn update_avx2<const A: usize, const S: usize>(
    from: &[Block],
    to: &mut [Block],
    adds: [&[Block]; A],
    subs: [&[Block]; S],
) {
    plain::update(from, to, adds, subs);
}

#[target_feature(enable = "avx2")]
pub(super) fn update_in_place_avx2<const A: usize, const S: usize>(
    blocks: &mut [Block],
    adds: [&[Block]; A],
    subs: [&[Block]; S],
) {
    plain::update_in_place(blocks, adds, subs);
}

/// A whole block.
#[target_feature(enable = "avx2")]
#[inline]
fn whole(block: &Block) -> __m256i {
    #[allow(unsafe_code)]
    // SAFETY: a block is 32 bytes, aligned to 32, behind a live reference.
    unsafe {
        _mm256_load_si256(core::ptr::from_ref(block).cast())
    }
}

/// The two halves of a block.
#[inline]
fn halves(block: &Block) -> [__m128i; 2] {
    let first: *const __m128i = core::ptr::from_ref(block).cast();
    #[allow(unsafe_code)]
    // SAFETY: a block is 32 bytes, aligned to 32, behind a live reference: two vectors of 16, both aligned.
    unsafe {
        [_mm_load_si128(first), _mm_load_si128(first.add(1))]
    }
}

/// The sum of four numbers.
#[inline]
#[target_feature(enable = "sse2")]
fn horizontal(sums: __m128i) -> i32 {
    let pairs = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b00_00_11_10>(sums));
    _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<0b00_00_00_01>(pairs)))
}

#[target_feature(enable = "avx2")]
pub(super) fn squared_dot_avx2(inputs: &[Block], weights: &[Block], limit: i16) -> i64 {
    let (zero, limit) = (_mm256_setzero_si256(), _mm256_set1_epi16(limit));
    let mut sum = 0;
    for (inputs, weights) in inputs.chunks(CHUNK_BLOCKS).zip(weights.chunks(CHUNK_BLOCKS)) {
        let mut chunk = zero;
        for (input, weight) in inputs.iter().zip(weights) {
            let clipped = _mm256_min_epi16(_mm256_max_epi16(whole(input), zero), limit);
            let product = _mm256_mullo_epi16(clipped, whole(weight));
            chunk = _mm256_add_epi32(chunk, _mm256_madd_epi16(clipped, product));
        }
        let half = _mm_add_epi32(_mm256_castsi256_si128(chunk), _mm256_extracti128_si256::<1>(chunk));
        sum += i64::from(horizontal(half));
    }
    sum
}

#[target_feature(enable = "sse2")]
pub(super) fn squared_dot_sse2(inputs: &[Block], weights: &[Block], limit: i16) -> i64 {
    let (zero, limit) = (_mm_setzero_si128(), _mm_set1_epi16(limit));
    let mut sum = 0;
    for (inputs, weights) in inputs.chunks(CHUNK_BLOCKS).zip(weights.chunks(CHUNK_BLOCKS)) {
        let mut chunk = zero;
        for (input, weight) in inputs.iter().zip(weights) {
            for (input, weight) in halves(input).into_iter().zip(halves(weight)) {
                let clipped = _mm_min_epi16(_mm_max_epi16(input, zero), limit);
                let product = _mm_mullo_epi16(clipped, weight);
                chunk = _mm_add_epi32(chunk, _mm_madd_epi16(clipped, product));
            }
        }
        sum += i64::from(horizontal(chunk));
    }
    sum
}
