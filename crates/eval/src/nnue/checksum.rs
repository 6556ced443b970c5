//! The checksum of network files: FNV-1a (Fowler, Noll, Vo) over words of 64 bits instead of bytes,
//! which is eight times as fast.
//!
//! Each step is a bijection of the state, so that any change within one word changes the result.

const START: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// The checksum of network files: the bytes are read as little-endian words, the last one filled up with zeros.
pub fn of(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let step = |sum: u64, word: [u8; 8]| (sum ^ u64::from_le_bytes(word)).wrapping_mul(PRIME);
    let sum = words.iter().fold(START, |sum, &word| step(sum, word));
    if rest.is_empty() {
        return sum;
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    step(sum, last)
}

#[cfg(test)]
mod tests {
    #[test]
    fn sums_are_those_of_the_definition() {
        assert_eq!(super::of(b""), super::START);
        // Every step by hand, in wide numbers.
        let step = |sum: u64, word: u64| (u128::from(sum ^ word) * u128::from(super::PRIME)) as u64;
        let words = step(step(super::START, 0x3837_3635_3433_3231), 0x39);
        assert_eq!(super::of(b"123456789"), words);
        assert_ne!(super::of(b"12345678"), super::of(b"12345679"));
    }
}
