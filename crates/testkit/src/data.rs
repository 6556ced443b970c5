//! The repository's own suites, embedded.

/// Positions with their perft counts, half of them Chess960; read it with [`crate::perft::parse`].
pub const PERFT: &str = include_str!("../data/perft.epd");

const FEN_VALID: &str = include_str!("../data/fen_valid.txt");
const FEN_BROKEN: &str = include_str!("../data/fen_broken.txt");
const SAN: &str = include_str!("../data/san.tsv");
const SAN_BAD: &str = include_str!("../data/san_bad.tsv");

/// FENs of legal positions, all six fields written.
pub fn valid_fens() -> impl Iterator<Item = &'static str> {
    FEN_VALID.lines()
}

/// FENs with one thing wrong, and the name of what it is.
pub fn broken_fens() -> impl Iterator<Item = (&'static str, &'static str)> {
    FEN_BROKEN.lines().filter_map(|line| line.split_once('\t'))
}

/// A move as somebody wrote it, and what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SanCase {
    /// The position, with file letters for castling rights in Chess960.
    pub fen: &'static str,
    /// The move as written, sloppily or not.
    pub text: &'static str,
    /// The move in UCI notation.
    pub uci: &'static str,
    /// The move as it should be written.
    pub san: &'static str,
}

/// Moves in many spellings.
pub fn san_cases() -> impl Iterator<Item = SanCase> {
    SAN.lines().filter_map(|line| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next();
        Some(SanCase { fen: cell()?, text: cell()?, uci: cell()?, san: cell()? })
    })
}

/// A text that is no move in its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadSan {
    /// The position.
    pub fen: &'static str,
    /// What somebody wrote.
    pub text: &'static str,
    /// `syntax`, `illegal`, `ambiguous` or `no_such_piece`.
    pub reason: &'static str,
}

/// Texts that are no moves.
pub fn bad_sans() -> impl Iterator<Item = BadSan> {
    SAN_BAD.lines().filter_map(|line| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next();
        Some(BadSan { fen: cell()?, text: cell()?, reason: cell()? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_lost() {
        assert_eq!(valid_fens().count(), 200);
        assert_eq!(broken_fens().count(), FEN_BROKEN.lines().count());
        assert_eq!(san_cases().count(), SAN.lines().count());
        assert_eq!(bad_sans().count(), SAN_BAD.lines().count());
        assert!(SAN.lines().all(|line| line.split('\t').count() == 4));
        assert!(SAN_BAD.lines().all(|line| line.split('\t').count() == 3));
    }
}
