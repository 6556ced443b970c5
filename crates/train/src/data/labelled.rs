//! Positions with what became of them.

use quevedo_rules::Board;

/// A position, the result of its game, and a search's score where there is one.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The position.
    pub board: Board,
    /// What White got: 0, 0.5 or 1.
    pub result: f32,
    /// A search's score from White's side, in hundredths of a pawn.
    pub score: Option<i32>,
    /// Whether the position is known to be unfit: in check, or in the middle of an exchange.
    pub is_noisy: bool,
}

/// Why a line is no labelled position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LabelError {
    /// The position is not one.
    #[error("the position cannot be read: {0}")]
    Position(String),
    /// No result, or an unknown one.
    #[error("there is no result; expected 1-0, 0-1, 1/2-1/2, [1.0], [0.5] or [0.0] after the position")]
    Result,
    /// The score is not a number.
    #[error("the score \"{0}\" is not a whole number of hundredths of a pawn")]
    Score(String),
}

impl Labelled {
    /// Reads a line of one of two kinds:
    ///
    /// - `FEN | hundredths for White | result | depth | move | q or t` (`t`: the move is a
    ///   capture or promotion, or the side to move is in check), the last three
    ///   optional;
    /// - a FEN or EPD with the result anywhere behind it, as `1-0`, `"1/2-1/2"` or `[0.5]`.
    ///
    /// # Errors
    /// If the line has no position, no result, or a score that is not a number.
    pub fn parse(line: &str) -> Result<Labelled, LabelError> {
        if line.contains('|') { parse_fields(line) } else { parse_epd(line) }
    }
}

fn board_of(fen: &str) -> Result<Board, LabelError> {
    Board::from_fen_lenient(fen).map_err(|error| LabelError::Position(error.to_string()))
}

fn parse_fields(line: &str) -> Result<Labelled, LabelError> {
    let mut fields = line.split('|').map(str::trim);
    let board = board_of(fields.next().unwrap_or_default())?;
    let score = fields.next().unwrap_or_default();
    let score = score.parse().map_err(|_| LabelError::Score(score.chars().take(20).collect()))?;
    let result = fields.next().and_then(result_of).ok_or(LabelError::Result)?;
    // A capture as the move played is no harm unless it takes back: leaving out all captures would
    // teach that nothing ever hangs.
    let takes = fields.nth(2) == Some("t");
    let is_noisy = board.in_check() || (takes && board.halfmove_clock() == 0);
    Ok(Labelled { board, result, score: Some(score), is_noisy })
}

fn parse_epd(line: &str) -> Result<Labelled, LabelError> {
    let mut words = line.split_whitespace();
    let fen: Vec<&str> = words.by_ref().take(4).collect();
    let board = board_of(&fen.join(" "))?;
    let result = words.rev().find_map(result_of).ok_or(LabelError::Result)?;
    let is_noisy = board.in_check();
    Ok(Labelled { board, result, score: None, is_noisy })
}

/// The result that a word names, quotes and brackets aside.
fn result_of(word: &str) -> Option<f32> {
    let bare = word.trim_matches(|letter: char| "[]\";,".contains(letter));
    match bare {
        "1-0" | "1.0" => Some(1.0),
        "0-1" | "0.0" => Some(0.0),
        "1/2-1/2" | "0.5" => Some(0.5),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_lines_are_read() {
        let line =
            "rn1qkbnr/pbpppppp/1p6/8/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3 | -60 | 0.5 | 33 | d2d4 | t";
        let labelled = Labelled::parse(line).expect("a good line");
        assert_eq!((labelled.score, labelled.is_noisy), (Some(-60), true));
        assert!((labelled.result - 0.5).abs() < 1e-6);
        for (tail, result) in [("0 1 [1.0]", 1.0), ("c9 \"1/2-1/2\";", 0.5), ("0 1 0-1", 0.0)] {
            let line = format!("4k3/8/8/8/8/8/8/R3K3 w - - {tail}");
            let read = Labelled::parse(&line).expect("a good line").result;
            assert!((read - result).abs() < 1e-6, "{line}");
        }
    }

    #[test]
    fn bad_lines_say_what_is_wrong() {
        assert!(matches!(Labelled::parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), Err(LabelError::Result)));
        assert!(matches!(Labelled::parse("nonsense"), Err(LabelError::Position(_))));
        assert!(matches!(Labelled::parse(""), Err(LabelError::Position(_))));
        let odd = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | much | 0.5";
        assert!(matches!(Labelled::parse(odd), Err(LabelError::Score(_))));
    }
}
