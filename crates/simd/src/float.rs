//! Arithmetic on long rows of `f32`, for training.
//!
//! Each routine is written in plain Rust in a shape that compilers turn into vectors, and compiled twice: for
//! the build's own target and for AVX2. The two that training spends its time in are written once more with
//! AVX2's instructions, because compilers do not keep a block of sums in registers. The processor is asked
//! at run time. Sums have a fixed order and products are never fused with sums, so all give the same
//! bits, on every machine.

// Only a body that becomes part of both versions is compiled for both.
#![allow(clippy::inline_always)]

#[cfg(target_arch = "x86_64")]
use x86::{add_to_rows_avx2, sum_rows_avx2};

/// A sum of products runs in so many lanes, which are added up at the end.
const LANES: usize = 16;

/// How [`adam_step`] moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AdamStep {
    /// What the gradient is multiplied with, for example one over the size of the batch.
    pub scale: f32,
    /// How much of the mean gradient is kept.
    pub beta_1: f32,
    /// How much of the mean squared gradient is kept.
    pub beta_2: f32,
    /// The learning rate, corrected for the young mean: `rate / (1 - beta_1^t)`.
    pub rate: f32,
    /// The correction of the young square: `1 / (1 - beta_2^t)`.
    pub square_correction: f32,
    /// Added to the root of the square, so that nothing is divided by zero.
    pub epsilon: f32,
    /// What weights are multiplied with before the step: one less the decay.
    pub keep: f32,
    /// Weights stay between minus this and this.
    pub limit: f32,
}

/// Defines a routine that runs its body compiled for AVX2 where the processor has it.
macro_rules! dispatched {
    ($(#[$doc:meta])* $name:ident, $vector:ident, $plain:ident, ($($arg:ident: $type:ty),*) $(-> $result:ty)?) => {
        $(#[$doc])*
        #[inline]
        pub fn $name($($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                #[allow(unsafe_code)]
                // SAFETY: the routine needs nothing but AVX2, which the processor has.
                return unsafe { $vector($($arg),*) };
            }
            $plain($($arg),*)
        }

    };
}

/// Defines the version for AVX2 of a routine that is left to the compiler.
macro_rules! compiled_again {
    ($vector:ident, $plain:ident, ($($arg:ident: $type:ty),*) $(-> $result:ty)?) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn $vector($($arg: $type),*) $(-> $result)? {
            $plain($($arg),*)
        }
    };
}

compiled_again!(screlu_dot_avx2, screlu_dot_plain, (sums: &[f32], weights: &[f32]) -> f32);
compiled_again!(
    screlu_back_avx2,
    screlu_back_plain,
    (sums: &mut [f32], weights: &[f32], gradient: &mut [f32], slope: f32)
);
compiled_again!(add_to_avx2, add_to_plain, (sums: &mut [f32], parts: &[f32]));
compiled_again!(
    adam_step_avx2,
    adam_step_plain,
    (weights: &mut [f32], means: &mut [f32], squares: &mut [f32], gradient: &[f32], step: &AdamStep) -> f32
);

dispatched! {
    /// `out` becomes `start` plus the chosen rows of a matrix whose rows are as long as `out`.
    ///
    /// # Panics
    /// If `start` is shorter than `out` or a row is not in the matrix.
    sum_rows, sum_rows_avx2, sum_rows_plain,
    (out: &mut [f32], start: &[f32], matrix: &[f32], rows: &[u32])
}

dispatched! {
    /// Adds `delta` to the chosen rows of a matrix whose rows are as long as `delta`.
    ///
    /// # Panics
    /// If a row is not in the matrix.
    add_to_rows, add_to_rows_avx2, add_to_rows_plain,
    (matrix: &mut [f32], rows: &[u32], delta: &[f32])
}

dispatched! {
    /// The sum of `clamp(x, 0, 1)^2 * weight` over two slices, the shorter of which counts.
    screlu_dot, screlu_dot_avx2, screlu_dot_plain,
    (sums: &[f32], weights: &[f32]) -> f32
}

dispatched! {
    /// The way back through [`screlu_dot`]: with `slope` the derivative by its result, `sums` become
    /// the derivatives by themselves, and those by the weights are added to `gradient`.
    screlu_back, screlu_back_avx2, screlu_back_plain,
    (sums: &mut [f32], weights: &[f32], gradient: &mut [f32], slope: f32)
}

dispatched! {
    /// `sums += parts`.
    add_to, add_to_avx2, add_to_plain,
    (sums: &mut [f32], parts: &[f32])
}

dispatched! {
    /// One step of Adam with decoupled decay of weights (Loshchilov and Hutter 2019), then a clip. Gives back
    /// the sum of the squared, scaled gradient, which is not finite if any of it is not.
    adam_step, adam_step_avx2, adam_step_plain,
    (weights: &mut [f32], means: &mut [f32], squares: &mut [f32], gradient: &[f32], step: &AdamStep) -> f32
}

fn sum_rows_plain(out: &mut [f32], start: &[f32], matrix: &[f32], rows: &[u32]) {
    sum_columns(out, start, matrix, rows, 0);
}

/// [`sum_rows`] for the columns from `first` on.
fn sum_columns(out: &mut [f32], start: &[f32], matrix: &[f32], rows: &[u32], first: usize) {
    let width = out.len();
    out[first..].copy_from_slice(&start[first..width]);
    for &row in rows {
        let begin = row as usize * width;
        add_to_plain(&mut out[first..], &matrix[begin + first..begin + width]);
    }
}

fn add_to_rows_plain(matrix: &mut [f32], rows: &[u32], delta: &[f32]) {
    add_to_columns(matrix, rows, delta, 0);
}

/// [`add_to_rows`] for the columns from `first` on.
fn add_to_columns(matrix: &mut [f32], rows: &[u32], delta: &[f32], first: usize) {
    let width = delta.len();
    for &row in rows {
        let begin = row as usize * width;
        add_to_plain(&mut matrix[begin + first..begin + width], &delta[first..]);
    }
}

/// Blocks of columns that stay in registers while all rows go by.
#[cfg(target_arch = "x86_64")]
// Iterators over registers are not always seen through; counted loops are.
#[allow(clippy::needless_range_loop)]
mod x86 {
    use core::arch::x86_64::{__m256, _mm256_add_ps, _mm256_loadu_ps, _mm256_setzero_ps, _mm256_storeu_ps};

    use super::{add_to_columns, sum_columns};

    /// The numbers of a register.
    const LANES: usize = 8;
    /// The registers of a block.
    const VECTORS: usize = 8;
    /// The columns of a block.
    const WIDE: usize = VECTORS * LANES;

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(numbers: &[f32; LANES]) -> __m256 {
        #[allow(unsafe_code)]
        // SAFETY: eight numbers behind a live reference; they need not be aligned.
        unsafe {
            _mm256_loadu_ps(numbers.as_ptr())
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(numbers: &mut [f32; LANES], vector: __m256) {
        #[allow(unsafe_code)]
        // SAFETY: eight numbers behind a live reference; they need not be aligned.
        unsafe {
            _mm256_storeu_ps(numbers.as_mut_ptr(), vector);
        }
    }

    /// A block in memory.
    type Block = [[f32; LANES]; VECTORS];

    /// The block that begins here.
    #[inline]
    fn block(numbers: &[f32], first: usize) -> Option<&Block> {
        numbers[first..first + WIDE].as_chunks().0.first_chunk()
    }

    /// The block that begins here.
    #[inline]
    fn block_mut(numbers: &mut [f32], first: usize) -> Option<&mut Block> {
        numbers[first..first + WIDE].as_chunks_mut().0.first_chunk_mut()
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load_block(block: &Block) -> [__m256; VECTORS] {
        let mut loaded = [_mm256_setzero_ps(); VECTORS];
        for vector in 0..VECTORS {
            loaded[vector] = load(&block[vector]);
        }
        loaded
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn sum_rows_avx2(out: &mut [f32], start: &[f32], matrix: &[f32], rows: &[u32]) {
        let width = out.len();
        let whole = width / WIDE * WIDE;
        for at in (0..whole).step_by(WIDE) {
            let (Some(start), Some(out)) = (block(start, at), block_mut(out, at)) else { return };
            let mut sums = load_block(start);
            for &row in rows {
                let Some(part) = block(matrix, row as usize * width + at) else { return };
                for vector in 0..VECTORS {
                    sums[vector] = _mm256_add_ps(sums[vector], load(&part[vector]));
                }
            }
            for vector in 0..VECTORS {
                store(&mut out[vector], sums[vector]);
            }
        }
        if whole < width {
            sum_columns(out, start, matrix, rows, whole);
        }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn add_to_rows_avx2(matrix: &mut [f32], rows: &[u32], delta: &[f32]) {
        let width = delta.len();
        let whole = width / WIDE * WIDE;
        for at in (0..whole).step_by(WIDE) {
            let Some(delta) = block(delta, at) else { return };
            let delta = load_block(delta);
            for &row in rows {
                let Some(part) = block_mut(matrix, row as usize * width + at) else { return };
                for vector in 0..VECTORS {
                    let sum = _mm256_add_ps(load(&part[vector]), delta[vector]);
                    store(&mut part[vector], sum);
                }
            }
        }
        if whole < width {
            add_to_columns(matrix, rows, delta, whole);
        }
    }
}
#[inline(always)]
fn add_to_plain(sums: &mut [f32], parts: &[f32]) {
    for (sum, part) in sums.iter_mut().zip(parts) {
        *sum += part;
    }
}

#[inline(always)]
fn screlu_dot_plain(sums: &[f32], weights: &[f32]) -> f32 {
    let mut lanes = [0.0f32; LANES];
    let mut sums = sums.chunks_exact(LANES);
    let mut weights = weights.chunks_exact(LANES);
    for (sums, weights) in sums.by_ref().zip(weights.by_ref()) {
        for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(weights) {
            let active = sum.clamp(0.0, 1.0);
            *lane += active * active * weight;
        }
    }
    for ((lane, sum), weight) in lanes.iter_mut().zip(sums.remainder()).zip(weights.remainder()) {
        let active = sum.clamp(0.0, 1.0);
        *lane += active * active * weight;
    }
    lanes.iter().sum()
}

#[inline(always)]
fn screlu_back_plain(sums: &mut [f32], weights: &[f32], gradient: &mut [f32], slope: f32) {
    for ((sum, weight), gradient) in sums.iter_mut().zip(weights).zip(gradient) {
        let active = sum.clamp(0.0, 1.0);
        *gradient += slope * (active * active);
        // Below zero `active` is zero and so is the derivative; above one it must be made so.
        let open = if *sum < 1.0 { active } else { 0.0 };
        *sum = slope * (2.0 * open * weight);
    }
}

#[inline(always)]
fn adam_step_plain(
    weights: &mut [f32],
    means: &mut [f32],
    squares: &mut [f32],
    gradient: &[f32],
    step: &AdamStep,
) -> f32 {
    let mut lanes = [0.0f32; LANES];
    let size = weights.len().min(means.len()).min(squares.len()).min(gradient.len());
    let whole = size / LANES * LANES;
    let blocks = weights[..whole]
        .chunks_exact_mut(LANES)
        .zip(means[..whole].chunks_exact_mut(LANES))
        .zip(squares[..whole].chunks_exact_mut(LANES))
        .zip(gradient[..whole].chunks_exact(LANES));
    for (((weights, means), squares), gradient) in blocks {
        adam_block(weights, means, squares, gradient, step, &mut lanes);
    }
    adam_block(
        &mut weights[whole..size],
        &mut means[whole..size],
        &mut squares[whole..size],
        &gradient[whole..size],
        step,
        &mut lanes,
    );
    lanes.iter().sum()
}

#[inline(always)]
fn adam_block(
    weights: &mut [f32],
    means: &mut [f32],
    squares: &mut [f32],
    gradient: &[f32],
    step: &AdamStep,
    lanes: &mut [f32; LANES],
) {
    let cells = weights.iter_mut().zip(means).zip(squares).zip(gradient).zip(lanes);
    for ((((weight, mean), square), gradient), lane) in cells {
        let slope = gradient * step.scale;
        *lane += slope * slope;
        *mean = *mean * step.beta_1 + slope * (1.0 - step.beta_1);
        *square = *square * step.beta_2 + slope * slope * (1.0 - step.beta_2);
        let length = (*square * step.square_correction).sqrt() + step.epsilon;
        let moved = *weight * step.keep - step.rate * *mean / length;
        *weight = moved.clamp(-step.limit, step.limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers between minus two and two that a seed repeats.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> f32 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            f32::from((self.0 >> 48) as i16) / 16384.0
        }

        fn row(&mut self, len: usize) -> Vec<f32> {
            (0..len).map(|_| self.next()).collect()
        }
    }

    const WIDTHS: [usize; 9] = [1, 15, 16, 17, 48, 64, 80, 128, 259];

    fn bits(row: &[f32]) -> Vec<u32> {
        row.iter().map(|number| number.to_bits()).collect()
    }

    #[test]
    fn rows_are_summed_column_by_column() {
        let mut numbers = Numbers(1);
        for width in WIDTHS {
            let (matrix, start) = (numbers.row(width * 10), numbers.row(width));
            let rows = [3, 9, 0, 3];
            let mut out = vec![0.0; width];
            sum_rows(&mut out, &start, &matrix, &rows);
            for column in 0..width {
                let parts = rows.map(|row| matrix[row as usize * width + column]);
                let expected = parts.iter().fold(start[column], |sum, part| sum + part);
                assert_eq!(out[column].to_bits(), expected.to_bits(), "width {width} column {column}");
            }
            let mut plain = vec![0.0; width];
            sum_rows_plain(&mut plain, &start, &matrix, &rows);
            assert_eq!(bits(&out), bits(&plain));
        }
    }

    #[test]
    fn deltas_reach_only_their_rows() {
        let mut numbers = Numbers(2);
        for width in WIDTHS {
            let (matrix, delta) = (numbers.row(width * 6), numbers.row(width));
            let mut changed = matrix.clone();
            add_to_rows(&mut changed, &[1, 4, 1], &delta);
            let mut plain = matrix.clone();
            add_to_rows_plain(&mut plain, &[1, 4, 1], &delta);
            assert_eq!(bits(&changed), bits(&plain));
            for row in 0..6 {
                for column in 0..width {
                    let mut expected = matrix[row * width + column];
                    for _ in 0..[0, 2, 0, 0, 1, 0][row] {
                        expected += delta[column];
                    }
                    assert_eq!(changed[row * width + column].to_bits(), expected.to_bits());
                }
            }
        }
    }

    #[test]
    fn the_vector_path_gives_the_same_bits() {
        let mut numbers = Numbers(3);
        let step = AdamStep {
            scale: 0.25,
            beta_1: 0.9,
            beta_2: 0.999,
            rate: 0.01,
            square_correction: 1.5,
            epsilon: 1e-8,
            keep: 0.999,
            limit: 1.5,
        };
        for width in WIDTHS {
            let (sums, weights, gradient) = (numbers.row(width), numbers.row(width), numbers.row(width));
            assert_eq!(screlu_dot(&sums, &weights).to_bits(), screlu_dot_plain(&sums, &weights).to_bits());

            let mut fast = (sums.clone(), gradient.clone());
            let mut slow = fast.clone();
            screlu_back(&mut fast.0, &weights, &mut fast.1, 0.3);
            screlu_back_plain(&mut slow.0, &weights, &mut slow.1, 0.3);
            assert_eq!((bits(&fast.0), bits(&fast.1)), (bits(&slow.0), bits(&slow.1)));

            let squares: Vec<f32> = sums.iter().map(|sum| sum * sum).collect();
            let mut fast = (weights.clone(), sums.clone(), squares.clone());
            let mut slow = fast.clone();
            let norm = adam_step(&mut fast.0, &mut fast.1, &mut fast.2, &gradient, &step);
            let expected = adam_step_plain(&mut slow.0, &mut slow.1, &mut slow.2, &gradient, &step);
            assert_eq!(norm.to_bits(), expected.to_bits());
            for (fast, slow) in [(&fast.0, &slow.0), (&fast.1, &slow.1), (&fast.2, &slow.2)] {
                assert_eq!(bits(fast), bits(slow));
            }
        }
    }

    #[test]
    fn the_derivative_is_that_of_the_function() {
        let mut numbers = Numbers(4);
        let (sums, weights) = (numbers.row(40), numbers.row(40));
        let (mut back, mut gradient) = (sums.clone(), vec![0.0; 40]);
        screlu_back(&mut back, &weights, &mut gradient, 1.0);
        let value = |sums: &[f32], weights: &[f32]| -> f64 {
            let term =
                |(sum, weight): (&f32, &f32)| f64::from(sum.clamp(0.0, 1.0)).powi(2) * f64::from(*weight);
            sums.iter().zip(weights).map(term).sum()
        };
        for place in 0..40 {
            let by = 1.0 / 1024.0;
            if (sums[place].abs() < by) || ((sums[place] - 1.0).abs() < by) {
                continue;
            }
            let slope = |row: &[f32], of: &dyn Fn(&[f32]) -> f64| {
                let (mut up, mut down) = (row.to_vec(), row.to_vec());
                up[place] += by;
                down[place] -= by;
                (of(&up) - of(&down)) / f64::from(up[place] - down[place])
            };
            let by_sum = slope(&sums, &|row| value(row, &weights));
            let by_weight = slope(&weights, &|row| value(&sums, row));
            assert!((by_sum - f64::from(back[place])).abs() < 1e-4, "{by_sum} {}", back[place]);
            assert!((by_weight - f64::from(gradient[place])).abs() < 1e-4);
        }
    }

    #[test]
    fn a_number_that_is_none_is_noticed() {
        let step = AdamStep {
            scale: 1.0,
            beta_1: 0.9,
            beta_2: 0.999,
            rate: 0.1,
            square_correction: 1.0,
            epsilon: 1e-8,
            keep: 1.0,
            limit: 2.0,
        };
        for bad in [f32::NAN, f32::INFINITY] {
            let mut gradient = vec![0.5; 33];
            gradient[32] = bad;
            let (mut weights, mut means, mut squares) = (vec![0.0; 33], vec![0.0; 33], vec![0.0; 33]);
            let norm = adam_step(&mut weights, &mut means, &mut squares, &gradient, &step);
            assert!(!norm.is_finite());
        }
    }
}
