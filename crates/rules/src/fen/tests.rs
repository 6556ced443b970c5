//! Tests of both readers and of the writers.

use super::*;
use crate::walk::{self, Dice};
use crate::{CastlingRights, SetupFault};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn strict_error(fen: &str) -> String {
    Board::from_fen(fen).expect_err(fen).to_string()
}

fn lenient(fen: &str) -> Board {
    Board::from_fen_lenient(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn the_start_position_reads_and_writes() {
    assert_eq!(START.parse(), Ok(Board::start()));
    assert_eq!(Board::start().fen(), START);
    assert_eq!(Board::start().shredder_fen(), START.replace("KQkq", "HAha"));
}

#[test]
fn every_board_round_trips() {
    walk::games(60, |board, _| {
        assert_eq!(Board::from_fen(&board.fen()), Ok(*board));
        assert_eq!(Board::from_fen(&board.shredder_fen()), Ok(*board));
        assert_eq!(Board::from_fen_lenient(&board.fen().replace(' ', "\t ")), Ok(*board));
    });
}

/// What nobody can play still has a FEN that says the same.
#[test]
fn every_setup_round_trips() {
    let mut dice = Dice::new(7);
    for _ in 0..5_000 {
        let mut setup = Setup::EMPTY;
        for _ in 0..dice.below(40) {
            setup.put(Square::new(dice.below(64) as u8), Man::ALL[dice.below(12)]);
        }
        setup.turn = Color::ALL[dice.below(2)];
        for _ in 0..dice.below(6) {
            setup.castling = setup.castling.with(Square::new(dice.below(64) as u8));
        }
        setup.en_passant = (dice.below(2) == 0).then(|| Square::new(dice.below(64) as u8));
        setup.halfmove_clock = dice.below(65_536) as u16;
        setup.fullmove_number = 1 + dice.below(65_535) as u16;
        assert_eq!(Setup::from_fen(&setup.fen()), Ok(setup));
        assert_eq!(Setup::from_fen(&setup.shredder_fen()), Ok(setup));
    }
}

#[test]
fn castling_rooks_are_named_by_wing_or_file() {
    for (fen, rooks, x_fen) in [
        ("rr2k2r/8/8/8/8/8/8/RR2K2R w HBhb - 0 1", "h1 b1 h8 b8", "KBkb"),
        ("rr2k2r/8/8/8/8/8/8/RR2K2R w KBkb - 0 1", "h1 b1 h8 b8", "KBkb"),
        ("rr2k2r/8/8/8/8/8/8/RR2K2R w KQkq - 0 1", "h1 a1 h8 a8", "KQkq"),
        ("4k1rr/8/8/8/8/8/8/4K1RR w Gg - 0 1", "g1 g8", "Gg"),
        ("1k4r1/8/8/8/8/8/8/1K4R1 w Kk - 0 1", "g1 g8", "Kk"),
        ("2rk4/8/8/8/8/8/8/2RK4 b qQ - 0 1", "c1 c8", "Qq"),
    ] {
        let board = Board::from_fen(fen).expect(fen);
        let expected = rooks.split(' ').map(|name| name.parse::<Square>().expect(name)).collect();
        assert_eq!(board.castling(), CastlingRights::new(expected), "{fen}");
        assert_eq!(board.fen().split(' ').nth(2), Some(x_fen), "{fen}");
    }
}

#[test]
fn strict_errors_say_what_and_where() {
    for (fen, message) in [
        ("", "the FEN is empty"),
        ("   ", "the FEN is empty"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "found 4 of the 6 fields of a FEN (board, side to move, castling, en passant, half-move clock, \
             move number)",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq - 0 1",
            "there is a superfluous space at character 45; fields are separated by single spaces",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1 ",
            "there is a superfluous space at character 26; fields are separated by single spaces",
        ),
        ("8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4", "a FEN ends after 6 fields, but \"moves\" follows"),
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", "the board has 9 ranks, expected 8"),
        ("8 w - - 0 1", "the board has 1 rank, expected 8"),
        (
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rank 7 (the second from the left) describes 9 squares, expected 8",
        ),
        ("8/8/8/8/8/8/8/1 w - - 0 1", "rank 1 (the last from the left) describes 1 square, expected 8"),
        (
            "8/8/8/4x3/8/8/8/8 w - - 0 1",
            "\"x\" on rank 5 is not a piece letter (PNBRQK, pnbrqk) and not a digit from 1 to 8",
        ),
        (
            "8/8/8/9/8/8/8/8 w - - 0 1",
            "\"9\" on rank 5 is not a piece letter (PNBRQK, pnbrqk) and not a digit from 1 to 8",
        ),
        (
            "8/8/8/8/8/8/44/8 w - - 0 1",
            "rank 2 has two digits side by side; their sum is written as one digit",
        ),
        ("8/8/8/8/8/8/8/8 W - - 0 1", "\"W\" is not a side to move, expected w or b"),
        (
            "8/8/8/8/8/8/8/8 w KX - 0 1",
            "\"X\" in the castling field \"KX\" is not one of K, Q, k, q or a rook's file letter; \
             without any right the field is \"-\"",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQH - 0 1",
            "the castling field \"KQH\" names the same rook twice (the second time as H)",
        ),
        ("8/8/8/8/8/8/8/8 w - e9 0 1", "\"e9\" is not an en-passant square, expected a square like e3, or -"),
        (
            "8/8/8/8/8/8/8/8 w - - +1 1",
            "\"+1\" is not a half-move clock, expected a whole number from 0 to 65535",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 65536",
            "\"65536\" is not a move number, expected a whole number from 1 to 65535",
        ),
        ("8/8/8/8/8/8/8/8 w - - 0 0", "\"0\" is not a move number, expected a whole number from 1 to 65535"),
        (
            "4k3/8/8/8/8/8/7R/R3K3 w KQ - 0 1",
            "the position is not possible: White may castle with a rook on h1, but there is none",
        ),
    ] {
        assert_eq!(strict_error(fen), message, "{fen}");
    }
}

#[test]
fn endless_texts_are_refused_and_not_repeated() {
    for text in ["p".repeat(1_000_000), "8/".repeat(40_000), " ".repeat(5_000)] {
        assert!(strict_error(&text).len() < 100);
        assert_eq!(Setup::from_fen_lenient(&text), Err(FenError::TooLong(text.len())));
    }
    let long_field = format!("8/8/8/8/8/8/8/8 {} - - 0 1", "x".repeat(500));
    assert!(strict_error(&long_field).len() < 100);
}

#[test]
fn the_lenient_reader_forgives() {
    let start = Board::start();
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for rest in [
        " w KQkq - 0 1",
        "\tw\tKQkq\t-\t0\t1\r\n",
        "_w_KQkq_-_0_1",
        "   w  KQkq -  ",
        " W KQkq",
        " white KQkqKQ - 0 0",
        " w HAha - 0",
        " w KQkq 0 1",
    ] {
        assert_eq!(lenient(&format!("{board}{rest}")), start, "{rest}");
    }
    assert_eq!(lenient(&format!("\u{feff}{board}")).castling(), CastlingRights::NONE);
    assert_eq!(lenient(&board.replace("/8/8/", "/44/71/")).fen(), format!("{board} w - - 0 1"));
    assert_eq!(lenient(&format!("{board} black - - 7 9")).fen(), format!("{board} b - - 7 9"));
}

#[test]
fn the_lenient_reader_drops_what_the_men_contradict() {
    let board = lenient("4k3/8/8/8/8/8/8/R3K3 w KQkq e6 0 1");
    assert_eq!(board.fen(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    // An en-passant square alone, where castling was left out.
    let board = lenient("4k3/8/8/8/3Pp3/8/8/4K3 b D3 0 1");
    assert_eq!(board.en_passant(), Some(Square::D3));
}

#[test]
fn the_lenient_reader_does_not_guess() {
    for rest in ["wb", "w KX", "w none", "w - e9", "w - - x", "w - - -1", "w - - 0 1.5", "w - - 0 1 2", "x"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 {rest}");
        assert!(Board::from_fen_lenient(&fen).is_err(), "{fen}");
    }
    let Err(FenError::Illegal(illegal)) = Board::from_fen_lenient("8/8/8/8/8/8/8/8") else {
        panic!("no kings, and yet no error");
    };
    assert_eq!(illegal.faults(), [SetupFault::NoKing(Color::White), SetupFault::NoKing(Color::Black)]);
}

/// Cuts, swaps and foreign letters: there may be errors, but no panic.
#[test]
fn mutilated_fens_never_panic() {
    let letters: Vec<char> = "/ 012345678 9pnbrqkPNBRQKwb-KQkqHAhae36_\té♘\u{0}\n".chars().collect();
    let mut dice = Dice::new(3);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut text: Vec<char> = START.chars().collect();
        for _ in 0..=dice.below(4) {
            let place = dice.below(text.len());
            match dice.below(4) {
                0 if text.len() > 1 => drop(text.remove(place)),
                1 => text.insert(place, letters[dice.below(letters.len())]),
                2 => text.truncate(place + 1),
                _ => text[place] = letters[dice.below(letters.len())],
            }
        }
        let text: String = text.into_iter().collect();
        for parsed in [Board::from_fen(&text), Board::from_fen_lenient(&text)] {
            match parsed {
                Ok(board) => {
                    accepted += 1;
                    assert_eq!(Board::from_fen(&board.fen()), Ok(board), "{text}");
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
    assert!(accepted > 100, "the mutations should leave some FENs whole: {accepted}");
}
