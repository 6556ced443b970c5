//! A game on its way into the memory: a small file that holds all of it, with a checksum.
//!
//! A journal is written before the game counts as handed in, and removed after the memory has it. So a killed process loses nothing
//! that it has acknowledged, and a game that comes twice has the same identity and counts once.

use crate::{GameId, PlayedGame};

/// What the names of journals end with.
pub const ENDING: &str = ".qvj";

/// The name of a game's journal.
pub fn name(id: GameId) -> String {
    format!("{id}{ENDING}")
}

/// The bytes of a journal: a line with the id, a line with the game, a line with the CRC-32 of both.
pub fn write(id: GameId, game: &PlayedGame) -> Vec<u8> {
    let game = serde_json::to_string(game).unwrap_or_default();
    let text = format!("{id}\n{game}\n");
    let crc = crc32fast::hash(text.as_bytes());
    format!("{text}{crc:08x}\n").into_bytes()
}

/// Reads a journal; `None` if it is not whole.
pub fn read(bytes: &[u8]) -> Option<(GameId, PlayedGame)> {
    let text = core::str::from_utf8(bytes).ok()?;
    let (body, crc) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    let crc = u32::from_str_radix(crc, 16).ok().filter(|_| crc.len() == 8)?;
    let body = &text[..=body.len()];
    if crc32fast::hash(body.as_bytes()) != crc {
        return None;
    }
    let (id, game) = body.split_once('\n')?;
    Some((id.parse().ok()?, serde_json::from_str(game.trim_end()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::game;

    #[test]
    fn a_journal_comes_back_whole_or_not_at_all() {
        let game = game("e2e4 e7e5 g1f3", 1);
        let bytes = write(GameId(77), &game);
        assert_eq!(read(&bytes), Some((GameId(77), game)));
        for length in 0..bytes.len() {
            assert_eq!(read(&bytes[..length]), None, "cut to {length}");
        }
        for place in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[place] ^= 1;
            assert_eq!(read(&flipped), None, "byte {place}");
        }
    }
}
