//! Machine instructions that safe Rust cannot name.
//!
//! This is the only crate of Quevedo with `unsafe` in it. It knows nothing of chess; each
//! instruction comes with a twin in plain Rust, and a test that the two agree.

use core::mem::MaybeUninit;

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

/// Asks the system to put memory that is not in use yet into large pages, where it has them. Tables that are read here
/// and there then cost fewer walks through the page tables, which are slow, most of all in virtual machines. Only a
/// hint: it changes nothing but time.
pub fn prefer_large_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        const LARGE: usize = 2 << 20;
        let start = memory.as_mut_ptr().addr();
        let skipped = start.next_multiple_of(LARGE) - start;
        let len = size_of_val(memory).saturating_sub(skipped) / LARGE * LARGE;
        if len > 0 {
            let first = memory.as_mut_ptr().wrapping_byte_add(skipped).cast();
            #[allow(unsafe_code)]
            // SAFETY: the range lies within memory that is borrowed for writing, and this advice leaves what it holds.
            // A system without large pages says so; nothing depends on it.
            let _ = unsafe { rustix::mm::madvise(first, len, rustix::mm::Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_changes_nothing() {
        let mut numbers: Vec<u64> = Vec::with_capacity(1 << 20);
        prefer_large_pages(numbers.spare_capacity_mut());
        numbers.extend(0..1 << 20);
        prefer_large_pages(numbers.spare_capacity_mut());
        assert!(numbers.iter().copied().eq(0..1 << 20));
        prefer_large_pages::<u64>(&mut []);
    }

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
