//! Any text as an EPD record: what is read can be written, on one line, and reads the same again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quevedo_fuzz::check_message;
use quevedo_rules::{Epd, Operation};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Epd>() {
        Ok(epd) => {
            assert!(epd.best_moves().iter().all(|&mv| epd.board.is_legal(mv)));
            assert!(epd.avoid_moves().iter().all(|&mv| epd.board.is_legal(mv)));
            let written = epd.to_string();
            assert!(!written.contains(['\n', '\r']), "more than one line: {written:?}");
            let again: Epd = written.parse().unwrap_or_else(|error| panic!("{written:?}: {error}"));
            assert_eq!(again.to_string(), written, "the second writing changes nothing");
            // Control letters are written as spaces, because some of them would end the line.
            if !text.contains(char::is_control) {
                assert_eq!(again.board, epd.board, "written as {written:?}");
                assert_eq!(without_counters(again), without_counters(epd), "written as {written:?}");
            }
        }
        Err(error) => check_message(&error),
    }
});

/// The operations, but not the counters, which a record may also have as a FEN has them.
fn without_counters(mut epd: Epd) -> Vec<Operation> {
    epd.operations
        .retain(|operation| !matches!(operation, Operation::HalfmoveClock | Operation::FullmoveNumber));
    epd.operations
}
