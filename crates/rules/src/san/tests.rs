//! Tests of reading and writing moves as people do.

use super::*;
use crate::MoveError;
use crate::walk::{self, Dice};

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// What the text is taken for, in UCI.
fn meaning(board: &Board, text: &str) -> String {
    match board.parse_san(text) {
        Ok(mv) => board.uci(mv).to_string(),
        Err(error) => error.to_string(),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 9";
const PROMOTION: &str = "3n3k/4P3/8/8/8/8/p5K1/1N6 w - - 0 60";
const EN_PASSANT: &str = "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
const PAWN_OR_BISHOP: &str = "4k3/8/8/8/1B6/2n5/1P6/4K3 w - - 0 1";

#[test]
fn every_legal_move_round_trips_and_has_its_own_text() {
    walk::games(60, |board, moves| {
        let mut texts: Vec<String> = Vec::new();
        for &mv in moves {
            let text = board.san(mv).to_string();
            assert!(read::read(text.as_bytes()).is_some(), "{text} takes the long way");
            assert_eq!(board.parse_san(&text), Ok(mv), "{text} in {}", board.fen());
            let next = board.play(mv);
            assert_eq!(text.ends_with('+'), next.in_check() && next.has_legal_moves());
            assert_eq!(text.ends_with('#'), next.in_check() && !next.has_legal_moves());
            texts.push(text);
        }
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), moves.len(), "{}", board.fen());
    });
}

/// What a text says about the origin is needed: without it several moves fit.
#[test]
fn disambiguation_is_minimal() {
    let mut shortened = 0;
    walk::games(60, |board, moves| {
        for &mv in moves {
            let text = board.san(mv).to_string();
            let Some(piece @ ('N' | 'B' | 'R' | 'Q')) = text.chars().next() else { continue };
            let origin = text[1..].trim_end_matches(['+', '#']).replace('x', "");
            let origin = &origin[..origin.len() - 2];
            for cut in 0..origin.len() {
                let less = format!("{piece}{}{}{}", &origin[..cut], &origin[cut + 1..], mv.to());
                let error = board.parse_san(&less).expect_err(&less);
                assert!(matches!(error, MoveError::Ambiguous { .. }), "{error} in {}", board.fen());
                shortened += 1;
            }
        }
    });
    assert!(shortened > 500, "too few moves with an origin: {shortened}");
}

/// All the ways to write a legal move give that move.
#[test]
fn long_and_sloppy_forms_of_legal_moves_are_read() {
    walk::games(30, |board, moves| {
        for &mv in moves {
            let text = board.san(mv).to_string();
            let bare = text.trim_end_matches(['+', '#']);
            let mut forms =
                vec![format!("{bare}!?"), format!("{bare}+"), format!("12. {text}"), format!("3...{bare}#!")];
            if mv.is_castle() {
                forms.extend([bare.replace('O', "0"), bare.replace('O', "o"), bare.replace('-', "–")]);
            } else {
                let piece = board.man_at(mv.from()).expect("a man moves");
                let letter = piece.piece().char().to_ascii_uppercase();
                let promotion = mv.promotion().map_or(String::new(), |piece| piece.char().to_string());
                let (from, to) = (mv.from(), mv.to());
                forms.push(bare.replace('x', ""));
                forms.push(format!("{letter}{from}-{to}{promotion}"));
                forms.push(format!("{from}-{to}{promotion}"));
                forms.push(format!("{}{from}{to}{promotion}", piece.symbol()));
                forms.push(format!("{}{from}x{to}{promotion}", piece.piece().char()));
                if let Some(piece) = mv.promotion() {
                    let (upper, lower) = (piece.char().to_ascii_uppercase(), piece.char());
                    let stem = &bare[..bare.len() - 2];
                    forms.extend([
                        format!("{stem}{upper}"),
                        format!("{stem}({lower})"),
                        format!("{stem}/{upper}+"),
                    ]);
                }
            }
            for form in forms {
                assert_eq!(board.parse_san(&form), Ok(mv), "{form} in {}", board.fen());
            }
        }
    });
}

#[test]
fn common_sloppiness_is_understood() {
    for (fen, uci, texts) in [
        (
            START,
            "e2e4",
            "e4|e2e4|e2-e4|Pe4|1.e4|1. e4|1 e4|e4!!|e4??|e4□|e4±|e4=|e4++|Pe2-e4|e4 $1|...e4| e4\n",
        ),
        (START, "g1f3", "Nf3|Ng1-f3|Ngf3|N1f3|Ng1f3|g1f3|nf3|ng1f3|♘f3|♞g1f3|12...Nf3|1…Nf3|Nxf3|N×f3"),
        (EN_PASSANT, "e5d6", "exd6|ed6|exd6ep|exd6 e.p.|exd6 ep!|e5d6|e5xd6|e:d6|exd6e.p.+|Pexd6|xd6"),
        (PROMOTION, "e7e8q", "e8=Q+|e8Q|e8=q|e8(Q)|e8/Q|e8q|e7e8q|e7-e8=Q#|e8=♕|Pe8=Q|60.e8=Q+!"),
        (PROMOTION, "e7d8b", "exd8=B|ed8b|exd8(b)|e7d8B"),
        (CASTLING, "e1g1", "O-O|0-0|o-o|O–O|0—0|O-O!|9. 0-0|e1g1|e1h1|Ke1g1|Ke1-g1"),
        (CASTLING, "e1c1", "O-O-O|0-0-0|O-O-O+|O–O–O|e1a1"),
        (PAWN_OR_BISHOP, "b2c3", "bxc3|bc3|b2c3|b2xc3"),
        (PAWN_OR_BISHOP, "b4c3", "Bxc3|Bc3|b4c3|bb4c3|bbxc3"),
        (PAWN_OR_BISHOP, "b4d6", "Bd6|bd6|b4d6|Bb4-d6|♗d6"),
    ] {
        for text in texts.split('|') {
            assert_eq!(meaning(&board(fen), text), uci, "{text} in {fen}");
        }
    }
}

/// `bb4` has a pawn reading only for those who think of a file twice.
#[test]
fn a_small_b_is_a_bishop_where_no_pawn_can_be_meant() {
    let position = board("4k3/8/8/8/8/B7/1P6/4K3 w - - 0 1");
    assert_eq!(meaning(&position, "b4"), "b2b4");
    assert_eq!(meaning(&position, "bb4"), "a3b4");
    let several = board("4k3/8/8/8/8/B1B5/8/4K3 w - - 0 1");
    assert_eq!(meaning(&several, "bb4"), "\"bb4\" is ambiguous: it can be Bab4 or Bcb4");
}

#[test]
fn castling_may_be_written_as_the_kings_way() {
    let board = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, san) in
        [("Kg1", "O-O"), ("Kc1", "O-O-O"), ("Ke1-g1", "O-O"), ("Kg1!", "O-O"), ("1. Kc1", "O-O-O")]
    {
        assert_eq!(board.parse_san(text).map(|mv| board.san(mv).to_string()), Ok(san.to_owned()), "{text}");
    }
    let black = board.play(board.parse_san("Kc1").expect("castling"));
    assert!(black.parse_san("Kg8").is_ok_and(Move::is_castle));
    assert!(
        black.parse_san("Kc8").is_err_and(|error| error.to_string().contains("attacked")),
        "by the rook on d1"
    );
    assert!(board.parse_san("Kxg1").is_err() && board.parse_san("Kfg1").is_err());
    // In Chess960 a step comes first.
    let other = Board::from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1").expect("a position");
    assert!(other.parse_san("Kg1").is_ok_and(|mv| !mv.is_castle()));
    let far = Board::from_fen("4k3/8/8/8/8/8/8/1K5R w H - 0 1").expect("a position");
    assert!(far.parse_san("Kg1").is_ok_and(Move::is_castle));
}

#[test]
fn chess960_castling_and_king_moves_are_told_apart() {
    let position = board("r4k1r/ppp2ppp/8/8/8/8/PPP2PPP/R4K1R w HAha - 0 1");
    for (text, uci) in
        [("O-O", "f1h1"), ("Kg1", "f1g1"), ("Kf1-g1", "f1g1"), ("f1g1", "f1g1"), ("O-O-O", "f1a1")]
    {
        assert_eq!(meaning(&position, text), uci);
    }
    let beside = board("5kr1/5ppp/8/8/8/8/5PPP/5KR1 w Gg - 0 1");
    assert_eq!(beside.san(beside.parse_uci("f1g1").expect("castling")).to_string(), "O-O");
}

#[test]
fn disambiguation_counts_legal_rivals_only() {
    for (fen, uci, san) in [
        ("4k3/8/8/8/5N2/8/8/1N2K1N1 w - - 0 1", "g1e2", "Nge2"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("3r2k1/8/8/R7/8/8/8/R3K3 w Q - 0 1", "a5a2", "R5a2"),
        ("6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "a4d4", "Qa4d4"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        ("4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O#"),
        (EN_PASSANT, "e5d6", "exd6"),
        (PROMOTION, "e7d8r", "exd8=R+"),
    ] {
        let board = board(fen);
        let mv = board.parse_uci(uci).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(board.san(mv).to_string(), san, "{fen}");
        assert_eq!(format!("{:>9}", board.san(mv)).len(), 9, "padding works");
    }
}

#[test]
fn errors_say_why() {
    let knights = "4k3/8/8/8/5N2/8/8/1N2K1N1 w - - 0 1";
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    for (fen, text, message) in [
        (START, "", "is not a move; expected something like Nf3, exd5, O-O or e8=Q"),
        (START, "hello", "is not a move; expected something like Nf3, exd5, O-O or e8=Q"),
        (START, "e4 e5", "is not a move; expected something like Nf3, exd5, O-O or e8=Q"),
        (START, "2e4", "is not a move; expected something like Nf3, exd5, O-O or e8=Q"),
        (START, "e8=K", "is not a move; expected something like Nf3, exd5, O-O or e8=Q"),
        (knights, "Ne2", "is ambiguous: it can be Nge2 or Nfe2"),
        (START, "e5", "is not legal: a pawn cannot go from e2 to e5"),
        (START, "Nd2", "is not legal: a white pawn stands on d2"),
        (START, "Nf4", "is not legal: no knight can go to f4"),
        (START, "Bb5", "is not legal: no bishop can go to b5"),
        (START, "Qd4", "is not legal: the way is blocked on d2"),
        (START, "O-O", "is not legal: castling is blocked on f1"),
        (START, "e1g1", "is not legal: castling is blocked on f1"),
        (START, "e4=Q", "is not legal: only a pawn that reaches the last rank is promoted"),
        (START, "Nf3=Q", "is not legal: only a pawn that reaches the last rank is promoted"),
        (
            START,
            "exd3",
            "is not legal: a pawn changes its file only to capture, and nothing can be taken on d3",
        ),
        (
            PROMOTION,
            "e8",
            "is not legal: the pawn reaches the last rank, but the piece that it becomes is missing",
        ),
        (pinned, "Nd5", "is not legal: the man on c3 is pinned by the one on b4"),
        (pinned, "Qd4", "is not possible: there is no white queen"),
        (pinned, "Nfe5", "is not possible: there is no white knight on the f file"),
        (pinned, "N7e5", "is not possible: there is no white knight on rank 7"),
        (pinned, "e4", "is not possible: there is no white pawn on the e file"),
        (START, "Nd1f3", "is not possible: there is no white knight on d1"),
        (START, "e3e4", "is not possible: there is no white man on e3"),
        (START, "e7e5", "is not legal: there is a black pawn on e7, but White is to move"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "is not legal: White has no right to castle O-O"),
    ] {
        assert_eq!(meaning(&board(fen), text), format!("\"{text}\" {message}"), "{fen}");
    }
}

/// Moves from elsewhere can be written down too, if not sensibly.
#[test]
fn writing_a_foreign_move_does_not_panic() {
    let positions = [Board::start(), board(CASTLING), board(PROMOTION), board(EN_PASSANT)];
    for board in &positions {
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            assert!(board.san(mv).to_string().len() <= 7);
        }
    }
}

#[test]
fn garbage_never_panics() {
    let common: Vec<char> = "abcdefgh12345678NBRQKx".chars().collect();
    let strange: Vec<char> = "Pnrqk9=+#!?-O0o.()/ $é♘♞–…×□\u{feff}\n".chars().collect();
    let position = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let mut dice = Dice::new(5);
    let mut read = 0;
    for round in 0..200_000 {
        let mut letter = || {
            let letters = if dice.below(3) == 0 { &strange } else { &common };
            letters[dice.below(letters.len())]
        };
        let text: String = (0..round % 8).map(|_| letter()).collect();
        match position.parse_san(&text) {
            Ok(mv) => {
                read += 1;
                assert!(position.is_legal(mv), "{text}");
            }
            Err(error) => assert!(error.to_string().len() < 300),
        }
    }
    assert!(read > 100, "some texts should be moves: {read}");
    for text in ["N".repeat(1_000_000), "1.".repeat(500_000), "e.p.".repeat(10), "♘".repeat(30)] {
        assert!(position.parse_san(&text).is_err());
    }
    for text in ["12. exd8=Q+ e.p.!?", "O–O–O", "♘g1–f3 $12"] {
        for (end, _) in text.char_indices() {
            drop(position.parse_san(&text[..end]));
        }
    }
}
