//! CRC-32 (ISO 3309, the one of zip and PNG), which guards each part of a table's file.

/// The checksum of some bytes.
pub(crate) fn of(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

#[cfg(test)]
mod tests {
    use quevedo_testkit::Random;

    /// The definition, a bit at a time: files of older programs were written with this sum.
    fn by_definition(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
        })
    }

    #[test]
    fn checksums_are_the_known_ones() {
        assert_eq!(super::of(b""), 0);
        assert_eq!(super::of(b"123456789"), 0xcbf4_3926);
        assert_eq!(super::of(b"The quick brown fox jumps over the lazy dog"), 0x414f_a339);
    }

    #[test]
    fn checksums_are_those_of_the_definition() {
        let mut random = Random::new(32);
        // Every length around the sizes at which fast routines change their ways, and a long one.
        for len in (0..300).chain([4096, 65_537]) {
            let bytes: Vec<u8> = (0..len).map(|_| random.below(256) as u8).collect();
            assert_eq!(super::of(&bytes), by_definition(&bytes), "{len} bytes");
        }
    }
}
