//! Sixteen numbers that lie in memory as vector units like them.

/// Sixteen 16-bit numbers, aligned so that no vector of 256 bits crosses a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(32))]
pub struct Block(pub [i16; Block::LEN]);

const _: () = assert!(size_of::<Block>() == 2 * Block::LEN && align_of::<Block>() == 32);

impl Block {
    /// How many numbers a block has.
    pub const LEN: usize = 16;

    /// Numbers packed into blocks; the last one is filled up with zeros.
    ///
    /// ```
    /// use quevedo_simd::Block;
    ///
    /// let blocks = Block::pack(&[7; 20]);
    /// assert_eq!(blocks.len(), 2);
    /// assert_eq!(Block::flatten(&blocks)[18..22], [7, 7, 0, 0]);
    /// ```
    pub fn pack(numbers: &[i16]) -> Vec<Block> {
        let pack = |chunk: &[i16]| {
            let mut block = Block::default();
            for (slot, &number) in block.0.iter_mut().zip(chunk) {
                *slot = number;
            }
            block
        };
        numbers.chunks(Block::LEN).map(pack).collect()
    }

    /// The numbers of blocks, one after the other.
    pub fn flatten(blocks: &[Block]) -> &[i16] {
        #[allow(unsafe_code)]
        // SAFETY: a block is exactly an array of `LEN` numbers without padding (see the assertion
        // above), so that a slice of blocks is `LEN` times as many numbers in one allocation.
        unsafe {
            core::slice::from_raw_parts(blocks.as_ptr().cast(), blocks.len() * Block::LEN)
        }
    }
}
