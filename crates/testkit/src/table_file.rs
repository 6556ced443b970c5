//! Damage to the files of tablebases that their checksums do not tell of.

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
        let crc = crc32fast::hash(&bytes[block..next]);
        bytes[entry + 4..entry + 8].copy_from_slice(&crc.to_le_bytes());
        block = next;
    }
    let crc = crc32fast::hash(&bytes[..end]);
    bytes[end..end + 4].copy_from_slice(&crc.to_le_bytes());
}
