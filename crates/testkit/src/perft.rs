//! Perft suites: positions with the known number of lines of each length.
//!
//! Three layouts are in use: `FEN ;D1 20 ;D2 400`, the same with `; D1 20; D2 400`, and blocks of lines
//! `id NAME`, `epd FEN`, `perft DEPTH COUNT`. One reader takes them all, line by line.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, io, thread};

use quevedo_rules::{Board, FenError};

/// A position with some of its counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftCase {
    /// The position.
    pub board: Board,
    /// Where it is from: the suite with the line, or the suite with the case's own name.
    pub name: String,
    /// Depths with the number of lines of that many plies.
    pub counts: Vec<(u32, u64)>,
}

/// A suite as read.
#[derive(Debug, Default)]
pub struct Suite {
    /// The cases.
    pub cases: Vec<PerftCase>,
    /// The cases whose position our rules refuse, as [`PerftError::Position`].
    pub refused: Vec<PerftError>,
}

/// What can be wrong with a perft suite.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PerftError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// A depth or a count is no number, or a word is missing or unknown.
    #[error("line {line}: expected a depth and a count, found `{text}`")]
    Count {
        /// The line, counted from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A position without counts, or counts without a position.
    #[error("line {line}: {problem}")]
    Incomplete {
        /// The line, counted from 1.
        line: usize,
        /// What is missing.
        problem: &'static str,
    },
    /// The position is not legal, or not written as one.
    #[error("line {line}: {fen}: {source}")]
    Position {
        /// The line, counted from 1.
        line: usize,
        /// The position as written.
        fen: String,
        /// What is wrong with it.
        source: FenError,
    },
}

/// Reads a suite from a file, packed by zstd if its name ends in `.zst`.
///
/// # Errors
/// If the file cannot be read or has lines that are no suite's. Positions that our rules refuse are no
/// error here, see [`Suite::refused`].
pub fn read(path: &Path) -> Result<Suite, PerftError> {
    let file_error = |source| PerftError::File { path: path.display().to_string(), source };
    let packed = path.extension().is_some_and(|extension| extension == "zst");
    let bytes = fs::read(path).map_err(file_error)?;
    let bytes = if packed { zstd::decode_all(bytes.as_slice()).map_err(file_error)? } else { bytes };
    let text = String::from_utf8(bytes)
        .map_err(|error| file_error(io::Error::new(io::ErrorKind::InvalidData, error)))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    parse(&name, &text)
}

/// Reads a suite from its text; `suite` is what the cases' names begin with.
///
/// # Errors
/// See [`read`].
pub fn parse(suite: &str, text: &str) -> Result<Suite, PerftError> {
    let mut reader = Reader { name: suite, suite: Suite::default(), block: None, id: None };
    // One of the public suites ends its lines with a NUL, as a C program may.
    let is_blank = |letter: char| letter.is_whitespace() || letter == '\0';
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_matches(is_blank);
        if !(line.is_empty() || line.starts_with('#')) {
            reader.line(index + 1, line)?;
        }
    }
    reader.end_block()?;
    Ok(reader.suite)
}

/// The cases of our own embedded suite.
///
/// # Panics
/// If the suite is broken, which the tests of this crate rule out.
pub fn embedded() -> Vec<PerftCase> {
    let suite = parse("perft.epd", crate::data::PERFT).expect("our own suite can be read");
    assert!(suite.refused.is_empty(), "our own suite is legal: {:?}", suite.refused);
    suite.cases
}

struct Reader<'a> {
    name: &'a str,
    suite: Suite,
    /// The block being read, with the line of its position.
    block: Option<Block<'a>>,
    /// The name of the block that begins.
    id: Option<&'a str>,
}

struct Block<'a> {
    line: usize,
    id: Option<&'a str>,
    fen: &'a str,
    counts: Vec<(u32, u64)>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, number: usize, line: &'a str) -> Result<(), PerftError> {
        match line.split_once(' ').map(|(word, rest)| (word, rest.trim())) {
            Some(("id", id)) => {
                self.end_block()?;
                self.id = Some(id);
            }
            Some(("epd", fen)) => {
                self.end_block()?;
                self.block = Some(Block { line: number, id: self.id.take(), fen, counts: Vec::new() });
            }
            Some(("perft", count)) => {
                let problem = "a count before any position";
                let block = self.block.as_mut().ok_or(PerftError::Incomplete { line: number, problem })?;
                block.counts.push(depth_and_count(number, count)?);
            }
            _ => {
                self.end_block()?;
                let mut parts = line.split(';').map(str::trim).filter(|part| !part.is_empty());
                let fen = parts.next().unwrap_or_default();
                let counts = parts.map(|part| {
                    let bad = || PerftError::Count { line: number, text: part.to_owned() };
                    depth_and_count(number, part.strip_prefix('D').ok_or_else(bad)?)
                });
                let counts = counts.collect::<Result<_, _>>()?;
                self.end(Block { line: number, id: None, fen, counts })?;
            }
        }
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), PerftError> {
        self.block.take().map_or(Ok(()), |block| self.end(block))
    }

    fn end(&mut self, block: Block) -> Result<(), PerftError> {
        let Block { line, id, fen, counts } = block;
        if counts.is_empty() {
            return Err(PerftError::Incomplete { line, problem: "a position without counts" });
        }
        // EPD leaves the two counters out.
        let whole = if fen.split_whitespace().count() == 4 { format!("{fen} 0 1") } else { fen.to_owned() };
        match Board::from_fen(&whole) {
            Ok(board) => {
                let name = match id {
                    Some(id) => format!("{}:{id}", self.name),
                    None => format!("{}:{line}", self.name),
                };
                self.suite.cases.push(PerftCase { board, name, counts });
            }
            Err(source) => {
                let fen = fen.to_owned();
                self.suite.refused.push(PerftError::Position { line, fen, source });
            }
        }
        Ok(())
    }
}

fn depth_and_count(line: usize, text: &str) -> Result<(u32, u64), PerftError> {
    let mut words = text.split_whitespace();
    match (words.next().map(str::parse), words.next().map(str::parse), words.next()) {
        (Some(Ok(depth)), Some(Ok(count)), None) => Ok((depth, count)),
        _ => Err(PerftError::Count { line, text: text.to_owned() }),
    }
}

impl PerftCase {
    /// Compares the counts of at most `limit` lines with what `perft` says.
    ///
    /// # Errors
    /// The first difference, in words.
    pub fn check(&self, limit: u64, perft: impl Fn(&Board, u32) -> u64) -> Result<u64, String> {
        let mut nodes = 0;
        for &(depth, expected) in self.counts.iter().filter(|(_, count)| *count <= limit) {
            let counted = perft(&self.board, depth);
            if counted != expected {
                return Err(format!("{} depth {depth}: {counted} lines, expected {expected}", self.name));
            }
            nodes += counted;
        }
        Ok(nodes)
    }
}

/// Checks all cases by `perft` on two threads; the number of lines counted, or every difference.
///
/// # Errors
/// The differences in words, one for each wrong case.
///
/// # Panics
/// If a thread does.
pub fn check_all(
    cases: &[PerftCase],
    limit: u64,
    perft: impl Fn(&Board, u32) -> u64 + Sync,
) -> Result<u64, Vec<String>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut nodes, mut differences) = (0, Vec::new());
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            match case.check(limit, &perft) {
                Ok(more) => nodes += more,
                Err(difference) => differences.push(difference),
            }
        }
        (nodes, differences)
    };
    let (one, other) = thread::scope(|scope| {
        let other = scope.spawn(work);
        (work(), other.join().expect("the other thread counts to its end"))
    });
    let differences = [one.1, other.1].concat();
    if differences.is_empty() { Ok(one.0 + other.0) } else { Err(differences) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn all_layouts_are_read() {
        let text = format!(
            "# a comment\n{START} ;D1 20 ;D2 400\n\n{START}; D1 20; D3 8902 \0\n\
             id first\nepd 8/8/8/8/8/3k4/8/3K4 w - -\nperft 1 3\nperft 32 7\n\
             epd {START}\nperft 6 119060324\n",
        );
        let suite = parse("s", &text).expect("a suite");
        let read: Vec<_> = suite.cases.iter().map(|case| (case.name.as_str(), &case.counts[..])).collect();
        assert_eq!(
            read,
            [
                ("s:2", &[(1, 20), (2, 400)][..]),
                ("s:4", &[(1, 20), (3, 8902)]),
                ("s:first", &[(1, 3), (32, 7)]),
                ("s:9", &[(6, 119_060_324)]),
            ]
        );
        assert_eq!(suite.cases[0].board, Board::start());
        assert_eq!(suite.cases[3].board, Board::start());
    }

    #[test]
    fn faults_name_their_line() {
        for (text, message) in [
            ("\nperft 1 20", "line 2: a count before any position"),
            (START, "line 1: a position without counts"),
            ("epd 8/8/8/8/8/3k4/8/3K4 w - -\n# the end", "line 1: a position without counts"),
            (&format!("{START} ;D1"), "line 1: expected a depth and a count, found `1`"),
            (&format!("{START} ;1 20"), "line 1: expected a depth and a count, found `1 20`"),
            (&format!("{START} ;D1 20 30"), "line 1: expected a depth and a count, found `1 20 30`"),
            (&format!("{START} ;D1 -20"), "line 1: expected a depth and a count, found `1 -20`"),
        ] {
            assert_eq!(parse("s", text).expect_err(text).to_string(), message);
        }
        let suite = parse("s", "8/8/8/8/8/8/8/3K4 w - - 0 1 ;D1 5").expect("well-formed");
        assert!(suite.cases.is_empty());
        assert!(suite.refused[0].to_string().contains("Black has no king"), "{}", suite.refused[0]);
    }

    #[test]
    fn a_wrong_count_is_found() {
        let text = format!("{START} ;D1 20 ;D2 401 ;D3 8902\n{START} ;D1 20");
        let cases = parse("s", &text).expect("a suite").cases;
        let differences = check_all(&cases, u64::MAX, quevedo_rules::perft).expect_err("a difference");
        assert_eq!(differences, ["s:1 depth 2: 400 lines, expected 401"]);
        assert_eq!(check_all(&cases, 400, quevedo_rules::perft), Ok(40));
    }

    #[test]
    fn the_embedded_suite_is_as_promised() {
        let cases = embedded();
        let is_chess960 = |case: &&PerftCase| case.name.contains(':') && uses_file_letters(case);
        assert!(cases.len() >= 128);
        assert!(cases.iter().filter(is_chess960).count() >= 64);
        assert!(cases.iter().any(|case| case.counts[0] == (1, 218)));
    }

    /// Whether the suite writes this case's castling rights by files, as it does for Chess960.
    fn uses_file_letters(case: &PerftCase) -> bool {
        let line: usize = case.name.rsplit(':').next().and_then(|line| line.parse().ok()).expect("a line");
        let text = crate::data::PERFT.lines().nth(line - 1).expect("that line");
        let castling = text.split(' ').nth(2).expect("the castling field");
        castling.chars().any(|letter| matches!(letter.to_ascii_lowercase(), 'a'..='h'))
    }
}
