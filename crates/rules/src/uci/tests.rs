//! Tests of UCI moves.

use super::*;
use crate::MoveFault;
use crate::walk::{self, Dice};

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn error(fen: &str, text: &str) -> String {
    board(fen).parse_uci(text).expect_err(text).to_string()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn every_legal_move_round_trips() {
    walk::games(60, |board, moves| {
        for &mv in moves {
            for written in [board.uci(mv), board.uci_chess960(mv)] {
                assert_eq!(board.parse_uci(&written.to_string()), Ok(mv), "{written} in {}", board.fen());
                assert_eq!(written.to_string().parse(), Ok(written));
            }
        }
    });
}

/// All pairs of squares: what is read is legal, and what is not read is not.
#[test]
fn nothing_but_legal_moves_is_read() {
    walk::games(6, |board, moves| {
        let mut found = Vec::new();
        for from in Square::all() {
            for to in Square::all() {
                for promotion in [None, Some(Piece::Queen), Some(Piece::Knight)] {
                    match board.find_uci(UciMove { from, to, promotion }) {
                        Ok(mv) => found.push(mv),
                        Err(error) => assert!(!error.to_string().is_empty()),
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let half_promotions = |mv: &&Move| !matches!(mv.promotion(), Some(Piece::Rook | Piece::Bishop));
        let mut expected: Vec<Move> = moves.iter().filter(half_promotions).copied().collect();
        expected.sort_unstable();
        assert_eq!(found, expected, "{}", board.fen());
    });
}

#[test]
fn castling_is_written_as_the_board_needs_it() {
    for (fen, text, standard, chess960) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1g1", "e1h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", "e1c1", "e1a1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b kq - 0 1", "e8c8", "e8c8", "e8a8"),
        // The black rook makes it Chess960, so White's castling is written that way too.
        ("1r2k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1h1", "e1h1"),
        ("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "e1g1", "e1f1", "e1f1"),
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "f1g1", "f1g1"),
    ] {
        let board = board(fen);
        let mv = board.parse_uci(text).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(mv.is_castle(), "{fen}");
        assert_eq!(board.uci(mv).to_string(), standard, "{fen}");
        assert_eq!(board.uci_chess960(mv).to_string(), chess960, "{fen}");
    }
}

#[test]
fn promotions_are_read_in_either_case() {
    let board = board("3n3k/4P3/8/8/8/8/8/6K1 w - - 0 60");
    for (text, kind) in [("e7e8n", MoveKind::PromoteKnight), ("e7d8Q", MoveKind::CapturePromoteQueen)] {
        assert_eq!(board.parse_uci(text).map(Move::kind), Ok(kind));
    }
    assert_eq!(format!("[{:>6}]", board.uci(board.legal_moves()[0])).len(), 8, "padding works");
}

#[test]
fn errors_say_why() {
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    let castling = "4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1";
    for (fen, text, message) in [
        (START, "", "is not a move; expected two squares and perhaps a promotion, like e2e4 or e7e8q"),
        (START, "e2e9", "is not a move; expected two squares and perhaps a promotion, like e2e4 or e7e8q"),
        (START, "e7e8k", "is not a move; expected two squares and perhaps a promotion, like e2e4 or e7e8q"),
        (START, "0000", "is not a move; 0000 stands for no move at all, which the rules do not allow"),
        (START, "e4e5", "is not possible: there is no white man on e4"),
        (START, "e7e5", "is not legal: there is a black pawn on e7, but White is to move"),
        (START, "g1e2", "is not legal: a white pawn stands on e2"),
        (START, "g1g3", "is not legal: a knight cannot go from g1 to g3"),
        (START, "g1g1", "is not legal: a knight cannot go from g1 to g1"),
        (START, "f1b5", "is not legal: the way is blocked on e2"),
        (START, "e2e5", "is not legal: a pawn cannot go from e2 to e5"),
        (
            START,
            "e2d3",
            "is not legal: a pawn changes its file only to capture, and nothing can be taken on d3",
        ),
        (START, "e2e4q", "is not legal: only a pawn that reaches the last rank is promoted"),
        (START, "g1f3q", "is not legal: only a pawn that reaches the last rank is promoted"),
        (START, "e1g1", "is not legal: castling is blocked on f1"),
        (
            "7k/4P3/8/8/8/8/8/6K1 w - - 0 60",
            "e7e8",
            "is not legal: the pawn reaches the last rank, but the piece that it becomes is missing",
        ),
        (pinned, "c3d5", "is not legal: the man on c3 is pinned by the one on b4"),
        (
            "4k3/8/8/8/4r3/8/8/4K1N1 w - - 0 1",
            "g1f3",
            "is not legal: the king is in check from e4 and would still be",
        ),
        ("4k3/8/8/8/4r3/8/8/4K1N1 w - - 0 1", "e1e2", "is not legal: the king would be in check from e4"),
        (
            "3k4/8/8/K2pP2q/8/8/8/8 w - d6 0 1",
            "e5d6",
            "is not legal: a pawn changes its file only to capture, and nothing can be taken on d6",
        ),
        ("4k3/8/4n3/4P3/8/8/8/4K3 w - - 0 1", "e5e6", "is not legal: the way is blocked on e6"),
        (castling, "e1h1", "is not legal: castling is blocked on f1"),
        ("4k3/8/8/8/8/8/8/R3KB1R w Q - 0 1", "e1g1", "is not legal: White has no right to castle O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1a1", "is not legal: White has no right to castle O-O-O"),
        (
            "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1",
            "e1g1",
            "is not legal: the king would castle over or onto f1, which is attacked",
        ),
        ("4k3/8/8/8/8/4r3/8/4K2R w K - 0 1", "e1g1", "is not legal: a king in check may not castle"),
        ("3k4/8/8/8/8/8/4R3/4K2R w K - 0 1", "e1e2", "is not legal: a white rook stands on e2"),
    ] {
        assert_eq!(error(fen, text), format!("\"{text}\" {message}"), "{fen}");
    }
}

/// Two pawns could take on d6, but one of them shields its king.
#[test]
fn a_pinned_pawn_may_not_take_en_passant() {
    let board = board("4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1");
    assert!(board.parse_uci("c5d6").is_ok_and(Move::is_en_passant));
    let Err(MoveError::Illegal { fault, .. }) = board.parse_uci("e5d6") else {
        panic!("the pawn on e5 is pinned");
    };
    assert_eq!(fault, MoveFault::Pinned(Square::E5, Square::E8));
}

#[test]
fn garbage_never_panics() {
    let letters: Vec<char> = "abcdefgh12345678nbrqkQ0-= é♘\n".chars().collect();
    let board = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let mut dice = Dice::new(11);
    for _ in 0..20_000 {
        let text: String = (0..dice.below(7)).map(|_| letters[dice.below(letters.len())]).collect();
        match board.parse_uci(&text) {
            Ok(mv) => assert!(board.is_legal(mv)),
            Err(error) => assert!(error.to_string().len() < 150),
        }
    }
    let endless = "e2e4".repeat(100_000);
    assert!(error(START, &endless).len() < 150);
}
