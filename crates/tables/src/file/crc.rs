//! CRC-32 (ISO 3309, the one of zip and PNG), eight bytes at a time.

const POLYNOMIAL: u32 = 0xedb8_8320;

/// `TABLES[n][b]` is the checksum of byte `b` followed by `n` zero bytes.
const TABLES: [[u32; 256]; 8] = {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 != 0 { crc >> 1 ^ POLYNOMIAL } else { crc >> 1 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut table = 1;
    while table < 8 {
        byte = 0;
        while byte < 256 {
            let before = tables[table - 1][byte];
            tables[table][byte] = before >> 8 ^ tables[0][(before & 255) as usize];
            byte += 1;
        }
        table += 1;
    }
    tables
};

/// The checksum of some bytes.
pub(crate) fn of(bytes: &[u8]) -> u32 {
    let mut crc = !0u32;
    let (eights, rest) = bytes.as_chunks::<8>();
    for eight in eights {
        let number = u64::from_le_bytes(*eight) ^ u64::from(crc);
        crc = (0..8).fold(0, |crc, byte| crc ^ TABLES[7 - byte][(number >> (8 * byte) & 255) as usize]);
    }
    for &byte in rest {
        crc = crc >> 8 ^ TABLES[0][((crc ^ u32::from(byte)) & 255) as usize];
    }
    !crc
}

#[cfg(test)]
mod tests {
    #[test]
    fn checksums_are_the_known_ones() {
        assert_eq!(super::of(b""), 0);
        assert_eq!(super::of(b"123456789"), 0xcbf4_3926);
        assert_eq!(super::of(b"The quick brown fox jumps over the lazy dog"), 0x414f_a339);
    }
}
