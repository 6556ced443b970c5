//! Odd PGN files from other projects: what is in them, and what we make of it.

mod common;

use core::ops::ControlFlow;
use std::fs;

use quevedo_games::{GameTree, Games, PgnFault, PgnResult, Tally, scan};
use quevedo_rules::Color;

fn file(name: &str) -> Option<Vec<u8>> {
    let path = common::shared("games/pgn_edge_cases")?.join(name);
    Some(fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

fn tally(bytes: &[u8]) -> Tally {
    let mut tally = Tally::default();
    scan(bytes, |game| {
        tally.add(game);
        ControlFlow::Continue(())
    })
    .expect("bytes can be read");
    tally
}

/// The games of a file in which nothing is wrong.
fn good_games(name: &str) -> Option<Vec<GameTree>> {
    let bytes = file(name)?;
    let read = |game| match game {
        Ok(game) => game,
        Err(error) => panic!("{name}: {error}"),
    };
    let games: Vec<GameTree> = Games::new(&bytes[..]).map(read).collect();
    let tally = tally(&bytes);
    assert_eq!(tally.games, games.len() as u64, "{name}");
    assert_eq!(tally.plies, games.iter().map(|game| game.main_line().count() as u64).sum(), "{name}");
    assert_eq!((tally.broken, tally.results_differ), (0, 0), "{name}");
    for game in &games {
        assert_eq!(GameTree::from_pgn(&game.to_pgn()).as_ref().ok(), Some(game), "{name}");
    }
    Some(games)
}

/// Black passes in the main line (`Z0`), which we keep.
#[test]
fn a_pass_in_the_main_line() {
    let Some(games) = good_games("anastasian-lewis.pgn") else { return };
    let plies: Vec<_> = games[0].main_line().collect();
    assert_eq!((games.len(), plies.len()), (1, 84));
    assert_eq!(plies[81].step, quevedo_games::Step::Pass);
    assert_eq!(games[0].moves().len(), 81);
}

/// Other games than chess are refused by name, and the tags can still be read.
#[test]
fn variants_are_refused() {
    for (name, variant, count) in [
        ("antichess-programfox.pgn", "Antichess", 2),
        ("knightvuillaume-jannlee-zh-lichess.pgn", "Crazyhouse", 1),
        ("saturs-jannlee-zh-lichess.pgn", "Crazyhouse", 1),
    ] {
        let Some(bytes) = file(name) else { return };
        let games: Vec<_> = Games::new(&bytes[..]).collect();
        assert_eq!(games.len(), count, "{name}");
        assert_eq!(tally(&bytes).broken, count as u64, "{name}");
        for game in games {
            let quevedo_games::GameError::Broken(broken) = game.expect_err(name) else { panic!("{name}") };
            assert_eq!(broken.fault, PgnFault::Variant(variant.to_owned()));
            assert_eq!(broken.game.headers().get("Variant"), Some(variant));
        }
    }
}

/// An empty line among the tags does not end them.
#[test]
fn an_empty_line_among_the_tags() {
    let Some(games) = good_games("chessbase-empty-line.pgn") else { return };
    assert_eq!((games.len(), games[0].moves().len()), (1, 134));
    assert_eq!(games[0].headers().get("Event"), Some("AlphaZero vs. Stockfish"));
    assert_eq!(games[0].headers().player(Color::Black), "AlphaZero");
    assert_eq!(games[0].result(), PgnResult::Win(Color::Black));
}

/// Chess960 with castling, and a comment of the engine after every move.
#[test]
fn chess960_by_cutechess() {
    let Some(games) = good_games("cutechess-fischerrandom.pgn") else { return };
    let plies: Vec<usize> = games.iter().map(|game| game.moves().len()).collect();
    let counts: Vec<usize> = games
        .iter()
        .map(|game| game.headers().get("PlyCount").expect("a tag").parse().expect("a number"))
        .collect();
    assert_eq!(plies, counts);
    assert!(games.iter().flat_map(GameTree::moves).any(quevedo_rules::Move::is_castle));
    assert!(games.iter().all(|game| game.main_line().all(|played| game.comments(played.node).len() == 1)));
}

/// Tags out of order, and no blanks after the move numbers.
#[test]
fn deep_blue() {
    let Some(games) = good_games("kasparov-deep-blue-1997.pgn") else { return };
    assert_eq!(games.len(), 6);
    assert_eq!(games[0].headers().iter().nth(1), Some(("Site", "01")));
    for game in &games {
        let count = game.headers().get("PlyCount").expect("a tag");
        assert_eq!(game.moves().len().to_string(), count);
        assert_eq!(game.headers().date().year, Some(1997));
    }
}

/// A mate on the fifth move with a knight that pins.
#[test]
fn a_smothered_mate() {
    let Some(games) = good_games("molinari-bordais-1979.pgn") else { return };
    assert_eq!(games[0].moves().len(), 10);
    assert!(!games[0].final_board().has_legal_moves());
}

#[test]
fn a_world_championship() {
    let Some(games) = good_games("nepomniachtchi-liren-game1.pgn") else { return };
    assert_eq!((games[0].moves().len(), games[0].result()), (97, PgnResult::Draw));
    assert_eq!(games[0].headers().elo(Color::White), Some(2795));
}

/// Comments of another program that look like nothing else: they stay text.
#[test]
fn comments_of_engines() {
    let Some(games) = good_games("stockfish-learning.pgn") else { return };
    assert_eq!(games[0].moves().len(), 154);
    let first = games[0].main_child(games[0].root()).expect("a move");
    assert_eq!(games[0].comments(first)[0].text(), "book");
}

/// Comments of several lines and thousands of bytes.
#[test]
fn long_comments() {
    let Some(games) = good_games("tcec_cup10_bronze_full_comments.pgn") else { return };
    for game in &games {
        let count = game.headers().get("PlyCount").expect("a tag");
        assert_eq!(game.main_line().count().to_string(), count);
        assert!(game.comments(game.root())[0].text().starts_with("WhiteEngineOptions"));
    }
}

/// Moves as UCI writes them, without numbers.
#[test]
fn moves_of_uci() {
    let Some(games) = good_games("uci-moves.pgn") else { return };
    assert_eq!((games.len(), games[0].moves().len()), (1, 113));
}

/// A byte order mark before the first tag, and games without moves.
#[test]
fn a_byte_order_mark() {
    let Some(games) = good_games("utf8-bom.pgn") else { return };
    let events: Vec<_> = games.iter().map(|game| game.headers().get("Event")).collect();
    assert_eq!(events, [Some("A"), Some("B")]);
    assert!(games.iter().all(GameTree::is_empty));
}

/// Lessons with positions and comments, from another program. A few have moves for the wrong side;
/// what can be read of them is.
#[test]
fn lessons_are_read() {
    let Some(folder) = common::shared("explain") else { return };
    let mut folders = vec![folder];
    let (mut games, mut broken) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pgn") {
                for game in Games::new(fs::File::open(&path).expect("a file")) {
                    games += 1;
                    let game = game.unwrap_or_else(|error| {
                        broken += 1;
                        assert!(error.to_string().contains("is not"), "{}: {error}", path.display());
                        error.into_game().expect("what could be read")
                    });
                    let again = GameTree::from_pgn(&game.to_pgn()).expect("a good game");
                    assert_eq!(again, game, "{}", path.display());
                }
            }
        }
    }
    assert!(games > 900 && broken < 20, "{games} games, {broken} of them broken");
}
