//! Cutting a PGN file into games without changing a byte.

use std::io::{self, Read};

use crate::reader::{Keep, Sieve};

/// Some bytes of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk<'a> {
    /// The number of the game, from 1.
    pub game: u64,
    /// Whether the game begins with these bytes.
    pub begins: bool,
    /// The bytes as they stand in the file.
    pub bytes: &'a [u8],
}

/// Cuts a PGN file or stream into its games, as they were written, and hands them on piece by
/// piece, so that no game need fit in memory. Each game ends in an empty line, which is added
/// where it is missing; what stands before the first game (a byte order mark, say) is left out.
/// Returns the number of games.
///
/// ```
/// let pgn = "1. e4 e5 1-0\n\n1. d4 d5 0-1";
/// let mut games: Vec<Vec<u8>> = Vec::new();
/// quevedo_games::split(pgn.as_bytes(), |chunk| {
///     if chunk.begins {
///         games.push(Vec::new());
///     }
///     games.last_mut().expect("it has begun").extend(chunk.bytes);
///     Ok(())
/// })?;
/// assert_eq!(games, [b"1. e4 e5 1-0\n\n", b"1. d4 d5 0-1\n\n"]);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the bytes cannot be read, and whatever `take` fails with.
pub fn split<R: Read>(input: R, take: impl FnMut(Chunk<'_>) -> io::Result<()>) -> io::Result<u64> {
    let mut sieve = Sieve::new(Tee { input, bytes: Vec::new() }, Keep::MainLine);
    let mut cutter = Cutter { take, game: 0, begins: false, tail: [b'\n'; 2] };
    // The bytes up to here were handed on.
    let mut done = 0;
    while sieve.advance()? {
        let starts: Vec<u64> = sieve.take_starts().collect();
        let sifted = sieve.offset();
        let bytes = &mut sieve.input_mut().bytes;
        let place = |offset: u64| usize::try_from(offset - done).unwrap_or(usize::MAX).min(bytes.len());
        let mut from = 0;
        for start in starts {
            let to = place(start);
            cutter.pass_on(&bytes[from..to])?;
            cutter.next_game()?;
            from = to;
        }
        let to = place(sifted);
        cutter.pass_on(&bytes[from..to])?;
        bytes.drain(..to);
        done = sifted;
    }
    cutter.end_game()?;
    Ok(cutter.game)
}

/// Keeps a copy of what is read, until it is taken away.
struct Tee<R> {
    input: R,
    bytes: Vec<u8>,
}

impl<R: Read> Read for Tee<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(into)?;
        self.bytes.extend(&into[..count]);
        Ok(count)
    }
}

struct Cutter<F> {
    take: F,
    game: u64,
    /// No byte of this game was handed on yet.
    begins: bool,
    /// The last two bytes of this game, carriage returns aside.
    tail: [u8; 2],
}

impl<F: FnMut(Chunk<'_>) -> io::Result<()>> Cutter<F> {
    fn pass_on(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.game == 0 || bytes.is_empty() {
            return Ok(());
        }
        for &byte in
            bytes.iter().rev().filter(|&&byte| byte != b'\r').take(2).collect::<Vec<_>>().iter().rev()
        {
            self.tail = [self.tail[1], *byte];
        }
        (self.take)(Chunk { game: self.game, begins: core::mem::take(&mut self.begins), bytes })
    }

    fn next_game(&mut self) -> io::Result<()> {
        self.end_game()?;
        self.game += 1;
        self.begins = true;
        self.tail = [b' '; 2];
        Ok(())
    }

    fn end_game(&mut self) -> io::Result<()> {
        match self.tail {
            [b'\n', b'\n'] => Ok(()),
            [_, b'\n'] => self.pass_on(b"\n"),
            _ => self.pass_on(b"\n\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(pgn: &[u8]) -> Vec<String> {
        let mut games: Vec<Vec<u8>> = Vec::new();
        let count = split(pgn, |chunk| {
            if chunk.begins {
                games.push(Vec::new());
            }
            games[chunk.game as usize - 1].extend(chunk.bytes);
            Ok(())
        });
        assert_eq!(count.expect("bytes can be read"), games.len() as u64);
        games.into_iter().map(|game| String::from_utf8(game).expect("text")).collect()
    }

    #[test]
    fn games_are_cut_where_they_start() {
        let pgn = "\u{feff}\n[Event \"a\"]\n\n1. e4 {x\n\n[Event \"no\"]} e5 1-0\n[Event \"b\"]\n\n*\n\n\n[Event \"c\"]\r\n\r\n1-0\r\n\r\n";
        assert_eq!(
            games(pgn.as_bytes()),
            [
                "[Event \"a\"]\n\n1. e4 {x\n\n[Event \"no\"]} e5 1-0\n\n",
                "[Event \"b\"]\n\n*\n\n\n",
                "[Event \"c\"]\r\n\r\n1-0\r\n\r\n",
            ]
        );
        assert!(games(b"").is_empty() && games(b"\n\n").is_empty());
    }

    #[test]
    fn large_games_come_in_pieces_and_whole() {
        let one = format!("[Event \"a\"]\n\n1. e4 {{{}}} e5 1-0\n\n", "long ".repeat(100_000));
        let pgn = one.repeat(3);
        assert_eq!(games(pgn.as_bytes()), [one.clone(), one.clone(), one]);
    }
}
