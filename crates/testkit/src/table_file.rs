//! Damage to the files of endgame tables that their checksums do not tell of.

/// Makes the checksums of the blocks and of the header right again, wherever the sound file has them.
pub fn repair(sound: &[u8], bytes: &mut [u8]) {
    let number = |at: usize, len: usize| {
        sound[at..at + len].iter().rev().fold(0usize, |number, &byte| number << 8 | usize::from(byte))
    };
    let sides = usize::from(sound[11]);
    let blocks = number(24, 8).div_ceil(number(32, 4)) * sides;
    let list = (0..sides).fold(36, |at, _| at + 4 + 2 * number(at, 4));
    let end = list + 8 * blocks;
    let mut block = end + 4;
    for entry in (list..end).step_by(8) {
        let next = block + number(entry, 4);
        let crc = crc32(&bytes[block..next]);
        bytes[entry + 4..entry + 8].copy_from_slice(&crc.to_le_bytes());
        block = next;
    }
    let crc = crc32(&bytes[..end]);
    bytes[end..end + 4].copy_from_slice(&crc.to_le_bytes());
}

/// The usual CRC-32, a bit at a time.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}
