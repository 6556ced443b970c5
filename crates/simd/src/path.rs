//! The sums of a network's layers, in the best way that the machine has. It is chosen once, at run time; all
//! ways give the same bits.
//!
//! SSE4.1 has nothing that these sums want beyond SSE2, which every x86-64 processor has; on ARM the plain
//! code is compiled to NEON, which every 64-bit one has.

mod plain;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::Block;

/// How many products [`Path::squared_dot`] adds up in 32 bits before it widens the sum.
pub const SQUARED_CHUNK: usize = 256;
/// The same in blocks.
const CHUNK_BLOCKS: usize = SQUARED_CHUNK / Block::LEN;

/// A way to compute. It can only be made where the machine has what it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Path {
    /// Plain Rust, for every machine.
    pub const PLAIN: Path = Path(Kind::Plain);

    /// All ways that this machine has, the best one last.
    pub fn all() -> Vec<Path> {
        #[cfg(target_arch = "x86_64")]
        {
            let mut all = vec![Path::PLAIN, Path(Kind::Sse2)];
            if std::arch::is_x86_feature_detected!("avx2") {
                all.push(Path(Kind::Avx2));
            }
            all
        }
        #[cfg(not(target_arch = "x86_64"))]
        vec![Path::PLAIN]
    }

    /// The best way that this machine has.
    pub fn best() -> Path {
        Path::all().last().copied().unwrap_or(Path::PLAIN)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => "SSE2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
        }
    }

    /// `to = from + adds - subs`, all in one pass; sums wrap around. Only the common length is computed.
    #[inline]
    pub fn update<const A: usize, const S: usize>(
        self,
        from: &[Block],
        to: &mut [Block],
        adds: [&[Block]; A],
        subs: [&[Block]; S],
    ) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: this path is only made where the processor has AVX2.
            Kind::Avx2 => unsafe { x86::update_avx2(from, to, adds, subs) },
            // The compiler makes of it what SSE2 (or NEON) can.
            _ => plain::update(from, to, adds, subs),
        }
    }

    /// `blocks = blocks + adds - subs`, all in one pass; sums wrap around. Only the common length is computed.
    #[inline]
    pub fn update_in_place<const A: usize, const S: usize>(
        self,
        blocks: &mut [Block],
        adds: [&[Block]; A],
        subs: [&[Block]; S],
    ) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: this path is only made where the processor has AVX2.
            Kind::Avx2 => unsafe { x86::update_in_place_avx2(blocks, adds, subs) },
            _ => plain::update_in_place(blocks, adds, subs),
        }
    }

    /// The sum of `clamp(input, 0, limit)² * weight` over the common length.
    ///
    /// The result is exact if `limit * |weight|` fits 16 bits and the sum of every [`SQUARED_CHUNK`] products
    /// fits 32; otherwise it wraps around, alike on all paths.
    #[inline]
    pub fn squared_dot(self, inputs: &[Block], weights: &[Block], limit: i16) -> i64 {
        match self.0 {
            Kind::Plain => plain::squared_dot(inputs, weights, limit),
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: every x86-64 processor has SSE2.
            Kind::Sse2 => unsafe { x86::squared_dot_sse2(inputs, weights, limit) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: this path is only made where the processor has AVX2.
            Kind::Avx2 => unsafe { x86::squared_dot_avx2(inputs, weights, limit) },
        }
    }
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
mod tests {
    use super::*;

    /// Random numbers, now and then the greatest and the least.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            self.0 ^ self.0 >> 31
        }

        fn any(&mut self) -> i16 {
            let bits = self.next();
            match bits >> 60 {
                0 => i16::MAX,
                1 => i16::MIN,
                2 => 0,
                3 => -1,
                _ => (bits >> 20) as i16,
            }
        }

        fn within(&mut self, limit: i16) -> i16 {
            (self.next() % (2 * limit as u64 + 1)) as i16 - limit
        }

        fn blocks(&mut self, count: usize, mut number: impl FnMut(&mut Numbers) -> i16) -> Vec<Block> {
            (0..count).map(|_| Block(core::array::from_fn(|_| number(self)))).collect()
        }
    }

    fn slow_update(from: &[Block], adds: &[&[Block]], subs: &[&[Block]]) -> Vec<i16> {
        let mut totals: Vec<i32> = Block::flatten(from).iter().map(|&number| i32::from(number)).collect();
        for (rows, sign) in [(adds, 1), (subs, -1)] {
            for row in rows {
                for (total, &number) in totals.iter_mut().zip(Block::flatten(row)) {
                    *total += sign * i32::from(number);
                }
            }
        }
        totals.into_iter().map(|total| total as i16).collect()
    }

    fn check_update<const A: usize, const S: usize>(numbers: &mut Numbers, length: usize) {
        let from = numbers.blocks(length, Numbers::any);
        let rows: Vec<Vec<Block>> = (0..A + S).map(|_| numbers.blocks(length, Numbers::any)).collect();
        let adds: [&[Block]; A] = core::array::from_fn(|index| &rows[index][..]);
        let subs: [&[Block]; S] = core::array::from_fn(|index| &rows[A + index][..]);
        let expected = slow_update(&from, &adds, &subs);
        for path in Path::all() {
            let mut to = vec![Block::default(); length];
            path.update(&from, &mut to, adds, subs);
            assert_eq!(Block::flatten(&to), expected, "{}", path.name());
            let mut in_place = from.clone();
            path.update_in_place(&mut in_place, adds, subs);
            assert_eq!(in_place, to, "{}", path.name());
        }
    }

    #[test]
    fn all_paths_update_alike() {
        let mut numbers = Numbers(1);
        for length in (0..40).chain([64, 128]) {
            check_update::<1, 0>(&mut numbers, length);
            check_update::<0, 1>(&mut numbers, length);
            check_update::<1, 1>(&mut numbers, length);
            check_update::<1, 2>(&mut numbers, length);
            check_update::<2, 2>(&mut numbers, length);
            check_update::<4, 0>(&mut numbers, length);
            check_update::<0, 4>(&mut numbers, length);
        }
    }

    #[test]
    fn all_paths_square_alike_whatever_the_numbers() {
        let mut numbers = Numbers(2);
        for length in (0..70).chain([128, 256]) {
            for limit in [255, 181, 1, 0, 20_000, i16::MAX] {
                let inputs = numbers.blocks(length, Numbers::any);
                let weights = numbers.blocks(length, Numbers::any);
                let expected = Path::PLAIN.squared_dot(&inputs, &weights, limit);
                for path in Path::all() {
                    let sum = path.squared_dot(&inputs, &weights, limit);
                    assert_eq!(sum, expected, "{} {length} {limit}", path.name());
                }
            }
        }
    }

    #[test]
    fn sums_within_bounds_are_exact() {
        let mut numbers = Numbers(3);
        let extreme = |weight: i16| (vec![Block([i16::MAX; 16]); 256], vec![Block([weight; 16]); 256]);
        let mut cases = vec![extreme(128), extreme(-128)];
        for length in [1, 16, 17, 32, 256] {
            let inputs = numbers.blocks(length, |numbers| numbers.within(1000));
            let weights = numbers.blocks(length, |numbers| numbers.within(128));
            cases.push((inputs, weights));
        }
        for (inputs, weights) in cases {
            let products = Block::flatten(&inputs).iter().zip(Block::flatten(&weights));
            let exact: i64 = products
                .map(|(&input, &weight)| i64::from(input.clamp(0, 255)).pow(2) * i64::from(weight))
                .sum();
            for path in Path::all() {
                assert_eq!(path.squared_dot(&inputs, &weights, 255), exact, "{}", path.name());
            }
        }
    }

    #[test]
    fn lengths_may_differ() {
        let long = vec![Block([1; 16]); 3];
        for path in Path::all() {
            let mut to = vec![Block::default(); 3];
            path.update(&long, &mut to, [&long[..2]], [&long[..1]]);
            assert_eq!(to, [Block([1; 16]), Block::default(), Block::default()]);
            assert_eq!(path.squared_dot(&long, &long[..2], 255), 32);
        }
    }
}
