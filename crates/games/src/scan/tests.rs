//! Tests of scanning.

use super::*;
use crate::{GameTree, Games};

fn scan_all(pgn: &str) -> Vec<(u64, u64, usize, PgnResult, Option<String>)> {
    let mut seen = Vec::new();
    let count = scan(pgn.as_bytes(), |game| {
        let Place { number, line, .. } = game.place;
        seen.push((number, line, game.plies(), game.result, game.complaint()));
        ControlFlow::Continue(())
    });
    assert_eq!(count.expect("bytes can be read"), seen.len() as u64);
    seen
}

#[test]
fn main_lines_are_followed() {
    let pgn = "[Result \"1-0\"]\n\n1. e4 {x (} e5 (1... zz 2. qq (3. rr)) 2. Ng1f3 0-0 *\n\n1. d4 -- 2. c4 1/2-1/2\n\n; end\n";
    let seen = scan_all(pgn);
    assert_eq!(seen.len(), 2);
    let (_, _, plies, result, complaint) = &seen[0];
    assert_eq!((*plies, *result), (3, PgnResult::Win(quevedo_rules::Color::White)));
    assert_eq!(
        complaint.as_deref(),
        Some("game 1 (\"? - ?\", line 1): move 2... \"0-0\" is not legal: castling is blocked on f8")
    );
    assert_eq!(seen[1], (2, 5, 3, PgnResult::Draw, None));
}

#[test]
fn summaries_hold_what_was_read() {
    let pgn = "[White \"M\\\"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Result \"0-1\"]\n\n1. e4 -- 2. e5 1-0";
    let seen = scan(pgn.as_bytes(), |game| {
        assert_eq!(game.tag("white").as_deref(), Some("M\"x"));
        assert_eq!(game.tag("Black"), None);
        assert_eq!(game.tags().count(), 3);
        assert_eq!(game.start.fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert_eq!(game.last.fen(), "4k3/8/8/4P3/8/8/8/4K3 b - - 0 2");
        assert_eq!((game.moves().count(), game.passes(), game.plies()), (1, 1, 3));
        assert!(game.results_differ);
        ControlFlow::Continue(())
    });
    assert_eq!(seen.expect("bytes can be read"), 1);
}

#[test]
fn a_scan_can_be_broken_off() {
    let seen = scan(&b"1. e4 *\n\n1. d4 *\n\n1. c4 *"[..], |game| {
        if game.place.number == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(seen.expect("bytes can be read"), 2);
}

#[test]
fn tallies_count_everything() {
    let mut tally = Tally::default();
    let pgn = "1. e4 1-0\n\n1. e4 e5 0-1\n\n1/2-1/2\n\n1. -- *\n\n1. zz\n\n[Result \"*\"]\n\n1-0";
    let seen = scan(pgn.as_bytes(), |game| {
        tally.add(game);
        ControlFlow::Continue(())
    });
    assert_eq!(seen.expect("bytes can be read"), 6);
    let expected = Tally {
        games: 6,
        plies: 4,
        white_wins: 2,
        black_wins: 1,
        draws: 1,
        open: 2,
        broken: 1,
        with_passes: 1,
        results_differ: 1,
    };
    assert_eq!(tally, expected);
}

/// A scan and a reading see the same games.
#[test]
fn scans_agree_with_trees() {
    let pgn =
        "{a} 1. e4 *\n[A \"1\"]\n\n[A \"2\"]\n\n1. e4 e4\n\n)\n\n[Variant \"Atomic\"]\n\n*\n\n1. e4 { no end";
    let trees: Vec<_> = Games::new(pgn.as_bytes())
        .map(|game| match game {
            Ok(game) => (game, None),
            Err(error) => (GameTree::new(), Some(error.to_string())),
        })
        .collect();
    let seen = scan_all(pgn);
    assert_eq!(seen.len(), trees.len());
    for ((.., complaint), (_, error)) in seen.iter().zip(&trees) {
        assert_eq!(complaint, error);
    }
}
