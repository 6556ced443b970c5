//! Any text as a FEN: what is read can be written, and reads the same again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quevedo_fuzz::{check_board, check_message};
use quevedo_rules::{Board, Setup};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for setup in [Setup::from_fen(&text), Setup::from_fen_lenient(&text)] {
        match setup {
            Ok(setup) => {
                assert_eq!(Setup::from_fen(&setup.fen()), Ok(setup));
                assert_eq!(Setup::from_fen(&setup.shredder_fen()), Ok(setup));
            }
            Err(error) => check_message(&error),
        }
    }
    if let Ok(board) = Board::from_fen(&text) {
        assert_eq!(Board::from_fen_lenient(&text), Ok(board), "lenient means at least what strict does");
    }
    match Board::from_fen_lenient(&text) {
        Ok(board) => {
            assert_eq!(Board::from_fen(&board.fen()), Ok(board));
            assert_eq!(Board::from_fen(&board.shredder_fen()), Ok(board));
            check_board(&board);
            if let Some(&mv) = board.legal_moves().first() {
                check_board(&board.play(mv));
            }
        }
        Err(error) => check_message(&error),
    }
});
