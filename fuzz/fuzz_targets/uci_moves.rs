//! Any text as moves of a game: legal ones are played, others refused; and games of legal moves whose
//! every text reads as the move that it was written from.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quevedo_fuzz::{check_board, check_message, position};
use quevedo_rules::{Board, Move, UciMove};

/// Longer games find nothing that short ones do not, and cost the time for many of these.
const MOST_PLIES: usize = 50;

fuzz_target!(|data: &[u8]| {
    let [start, choice, rest @ ..] = data else { return };
    let chess960 = |number: &u8| Board::chess960(u16::from(*number) * 3 + 1);
    let board = if start & 1 == 0 { Some(position(*choice)) } else { chess960(choice) };
    let Some(board) = board else { return };
    if start & 2 == 0 { play_text(board, &String::from_utf8_lossy(rest)) } else { play_choices(board, rest) }
});

fn play_text(mut board: Board, text: &str) {
    for word in text.split(' ').take(MOST_PLIES) {
        if let Ok(written) = word.parse::<UciMove>() {
            assert_eq!(written.to_string().parse(), Ok(written));
        }
        match board.parse_uci(word) {
            Ok(mv) => board = play(&board, mv),
            Err(error) => check_message(&error),
        }
    }
    check_board(&board);
}

/// Each byte chooses one of the legal moves.
fn play_choices(mut board: Board, choices: &[u8]) {
    for &choice in choices.iter().take(MOST_PLIES) {
        let moves = board.legal_moves();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        board = play(&board, mv);
    }
    // What goes stale on the way is stale at the end.
    check_board(&board);
}

fn play(board: &Board, mv: Move) -> Board {
    assert!(board.is_legal(mv));
    for text in [board.uci(mv).to_string(), board.uci_chess960(mv).to_string()] {
        assert_eq!(board.parse_uci(&text), Ok(mv), "{text} in {}", board.fen());
    }
    let next = board.play(mv);
    assert_eq!(board.gives_check(mv), next.in_check());
    next
}
