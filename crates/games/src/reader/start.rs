//! Where a game starts, by its tags.

use quevedo_rules::Board;

use crate::PgnFault;
use crate::tree::standard_start;

/// The tags that decide the start position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    fen: Option<String>,
    variant: Option<String>,
}

/// Names of chess and Chess960 in `Variant` tags, without blanks, dashes and case.
const KNOWN: [&str; 12] = [
    "",
    "?",
    "standard",
    "normal",
    "chess",
    "fromposition",
    "chess960",
    "960",
    "fischerandom",
    "fischerrandom",
    "fischerrandomchess",
    "freestyle",
];

impl Start {
    /// Forgets the last game.
    pub(crate) fn clear(&mut self) {
        self.fen = None;
        self.variant = None;
    }

    /// Takes note of a tag; whether it is one that the start position replaces.
    pub(crate) fn tag(&mut self, name: &[u8], value: impl FnOnce() -> String) -> bool {
        if name.eq_ignore_ascii_case(b"FEN") {
            self.fen = Some(value());
            return true;
        }
        if name.eq_ignore_ascii_case(b"Variant") {
            self.variant = Some(value());
        }
        name.eq_ignore_ascii_case(b"SetUp")
    }

    /// The position that the tags describe.
    pub(crate) fn board(&self) -> Result<Board, PgnFault> {
        if let Some(variant) = self.variant.as_ref().filter(|variant| !is_chess(variant)) {
            return Err(PgnFault::Variant(variant.chars().take(40).collect()));
        }
        match self.fen.as_deref().map(str::trim) {
            None | Some("" | "?") => Ok(*standard_start()),
            Some(fen) => Board::from_fen_lenient(fen).map_err(PgnFault::Start),
        }
    }
}

fn is_chess(variant: &str) -> bool {
    let is_letter = |letter: &char| !letter.is_whitespace() && !matches!(letter, '-' | '_');
    let name: String = variant.chars().filter(is_letter).take(40).collect();
    KNOWN.contains(&name.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(tags: &[(&str, &str)]) -> Result<Board, PgnFault> {
        let mut start = Start::default();
        for (name, value) in tags {
            start.tag(name.as_bytes(), || (*value).to_owned());
        }
        start.board()
    }

    #[test]
    fn variants_that_are_chess() {
        for variant in
            ["Standard", "Chess 960", "chess960", "fischerandom", "Fischer-Random", "From Position"]
        {
            assert_eq!(start(&[("Variant", variant)]), Ok(Board::start()), "{variant}");
        }
        let error = start(&[("Variant", "Crazyhouse")]).expect_err("another game");
        assert_eq!(
            error.to_string(),
            "the variant \"Crazyhouse\" is not supported, only standard chess and Chess960 are"
        );
    }

    #[test]
    fn positions_from_tags() {
        let fen = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 40";
        assert_eq!(start(&[("SetUp", "1"), ("FEN", fen)]).map(|board| board.fen()), Ok(fen.to_owned()));
        assert_eq!(start(&[("FEN", " ")]), Ok(Board::start()));
        let error = start(&[("FEN", "8/8/8/8/8/8/8/8 w - - 0 1")]).expect_err("no kings");
        assert!(error.to_string().contains("White has no king"), "{error}");
    }
}
