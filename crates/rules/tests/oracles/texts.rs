//! Moves and positions as text, against shakmaty's.

use quevedo_rules::{Board, Move};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position};

use crate::references::{References, code, shakmaty_code};

/// Compares the FENs, and each legal move's texts both ways.
pub(crate) fn compare(board: &Board, references: &References) {
    assert_eq!(board.fen(), references.fen());
    for fen in [board.fen(), board.shredder_fen()] {
        assert_eq!(fen.parse(), Ok(*board), "{fen}");
    }
    let theirs = references.shakmaty.legal_moves();
    let is_standard = references.is_standard_shaped();
    for mv in board.legal_moves() {
        let theirs = theirs.iter().find(|&&theirs| shakmaty_code(theirs) == code(mv));
        let theirs = *theirs.expect("shakmaty knows the move");
        compare_san(board, references, mv, theirs);
        compare_uci(board, is_standard, mv, theirs);
    }
}

fn compare_san(board: &Board, references: &References, mv: Move, theirs: shakmaty::Move) {
    let san = board.san(mv).to_string();
    let expected = SanPlus::from_move(references.shakmaty.clone(), theirs).to_string();
    assert_eq!(san, expected, "{mv:?} in {}", board.fen());
    assert_eq!(board.parse_san(&san), Ok(mv), "{san} in {}", board.fen());
    let plain = san.trim_end_matches(['+', '#']);
    assert_eq!(board.parse_san(plain), Ok(mv), "{plain} in {}", board.fen());
}

fn compare_uci(board: &Board, is_standard: bool, mv: Move, theirs: shakmaty::Move) {
    let text = |mode| UciMove::from_move(theirs, mode).to_string();
    let (standard, chess960) = (text(CastlingMode::Standard), text(CastlingMode::Chess960));
    assert_eq!(board.uci_chess960(mv).to_string(), chess960, "{mv:?} in {}", board.fen());
    let uci = board.uci(mv).to_string();
    assert_eq!(uci, if is_standard { standard } else { chess960.clone() }, "{mv:?} in {}", board.fen());
    for uci in [uci, chess960] {
        assert_eq!(board.parse_uci(&uci), Ok(mv), "{uci} in {}", board.fen());
    }
}
