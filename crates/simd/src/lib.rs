//! Machine instructions that safe Rust cannot name.
//!
//! This is the only crate of Quevedo with `unsafe` in it. It knows nothing of chess; each
//! instruction comes with a twin in plain Rust, and a test that the two agree.

mod block;
pub mod float;
mod path;

pub use block::Block;
pub use path::{Path, SQUARED_CHUNK};

/// Gathers the bits of `value` that `mask` selects at the low end of the result (PEXT).
///
/// There is no fallback: the function exists only where the build's target has BMI2, so that a
/// caller can choose another algorithm elsewhere.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
pub fn extract_bits(value: u64, mask: u64) -> u64 {
    #[allow(unsafe_code)]
    // SAFETY: the intrinsic only needs BMI2, which this build's target has (see the `cfg`).
    unsafe {
        core::arch::x86_64::_pext_u64(value, mask)
    }
}

/// `extract_bits` one bit at a time, for any machine.
pub const fn extract_bits_slowly(value: u64, mask: u64) -> u64 {
    let mut gathered = 0;
    let mut remaining = mask;
    let mut position = 0;
    while remaining != 0 {
        gathered |= (value >> remaining.trailing_zeros() & 1) << position;
        remaining &= remaining - 1;
        position += 1;
    }
    gathered
}

/// Asks the processor to fetch a value into its caches, because it will be needed soon. Only a hint:
/// it changes nothing but time.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    // SAFETY: prefetching reads nothing, and the address is that of a live reference.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch(core::ptr::from_ref(value).cast(), _MM_HINT_T0);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_gathered_in_order() {
        assert_eq!(extract_bits_slowly(0b1011_0110, 0b1111_0000), 0b1011);
        assert_eq!(extract_bits_slowly(u64::MAX, 0x8000_0000_0000_0001), 0b11);
        assert_eq!(extract_bits_slowly(u64::MAX, 0), 0);
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[test]
    fn the_instruction_agrees_with_its_twin() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state ^ state >> 31
        };
        for _ in 0..10_000 {
            let (value, mask) = (random(), random() & random());
            assert_eq!(extract_bits(value, mask), extract_bits_slowly(value, mask));
        }
    }
}
