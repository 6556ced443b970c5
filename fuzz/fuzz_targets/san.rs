//! Any text as a move in one of several positions: what is read is legal, and is written as something
//! that reads as the same move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quevedo_fuzz::{check_message, position};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else { return };
    let board = position(choice);
    let text = String::from_utf8_lossy(text);
    match board.parse_san(&text) {
        Ok(mv) => {
            assert!(board.is_legal(mv), "{text} is read as {mv:?}, which is not legal");
            let san = board.san(mv).to_string();
            assert_eq!(board.parse_san(&san), Ok(mv), "{text} is written {san}");
        }
        Err(error) => check_message(&error),
    }
});
