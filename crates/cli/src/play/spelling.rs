//! Moves as people type them: as in books, or a little shorter.

use quevedo_rules::{Board, Move, MoveError};

use crate::position;

/// Reads a move in algebraic or UCI notation, and some common short spellings: `oo` and `00` for castling, `ed` for a pawn
/// that takes, `e8` for a pawn that becomes a queen.
pub(crate) fn read(board: &Board, text: &str) -> Result<Move, MoveError> {
    let error = match position::read_move(board, text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    // Only what can mean one legal move is taken; else the first refusal says why.
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    castling(bare)
        .and_then(|san| board.parse_san(san).ok())
        .or_else(|| pawn_takes(board, bare))
        .or_else(|| board.parse_san(&format!("{bare}=Q")).ok())
        .ok_or(error)
}

fn castling(text: &str) -> Option<&'static str> {
    match text.to_ascii_lowercase().as_str() {
        "oo" | "00" | "o-o" | "0-0" => Some("O-O"),
        "ooo" | "000" | "o-o-o" | "0-0-0" => Some("O-O-O"),
        _ => None,
    }
}

/// The only capture of a pawn from one file to the other, with a queen where it promotes.
fn pawn_takes(board: &Board, text: &str) -> Option<Move> {
    let letters = text.replace('x', "");
    let &[from, to] = letters.as_bytes() else { return None };
    let is_meant = |san: &str| {
        let bytes = san.as_bytes();
        bytes.len() >= 4 && bytes[0] == from && bytes[1] == b'x' && bytes[2] == to
    };
    let legal = board.legal_moves();
    let mut captures = legal.iter().copied().filter(|&mv| {
        let san = board.san(mv).to_string();
        is_meant(&san) && (!san.contains('=') || san.contains("=Q"))
    });
    let mv = captures.next()?;
    captures.next().is_none().then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn san(fen: &str, text: &str) -> Option<String> {
        let board = Board::from_fen(fen).expect("a FEN");
        read(&board, text).ok().map(|mv| board.san(mv).to_string())
    }

    #[test]
    fn short_spellings_are_understood() {
        let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for text in ["oo", "OO", "00", "o-o", "0-0", "O-O", "e1g1"] {
            assert_eq!(san(castle, text).as_deref(), Some("O-O"), "{text}");
        }
        assert_eq!(san(castle, "000").as_deref(), Some("O-O-O"));
        let takes = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        for text in ["ed", "exd", "exd5", "ed5"] {
            assert_eq!(san(takes, text).as_deref(), Some("exd5"), "{text}");
        }
        assert_eq!(san("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8").as_deref(), Some("e8=Q"));
        assert_eq!(san("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "ed").as_deref(), Some("exd8=Q"));
    }

    #[test]
    fn what_could_mean_two_things_is_refused() {
        let two = "4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1";
        assert_eq!(san(two, "ed"), None);
        assert_eq!(san("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "oo"), None);
        for text in ["", "x", "e", "xx", "zz", "e9"] {
            assert_eq!(san(two, text), None, "{text}");
        }
    }
}
