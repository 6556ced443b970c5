//! Any bytes as a PGN file: every game that is read, broken or not, can be written, and all of them
//! together read the same again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quevedo_fuzz::check_message;
use quevedo_games::{PgnFault, GameError, GameTree, Games};

fuzz_target!(|data: &[u8]| {
    let games: Vec<GameTree> = Games::new(data).filter_map(read).collect();
    let written: String = games.iter().map(GameTree::to_pgn).collect();
    let again: Vec<GameTree> = Games::new(written.as_bytes())
        .map(|game| game.unwrap_or_else(|error| panic!("our own PGN is refused: {error}\n{written}")))
        .collect();
    assert_eq!(again.len(), games.len(), "games lost or gained:\n{written}");
    for (again, game) in again.iter().zip(&games) {
        assert_eq!(again, game, "written as\n{}", game.to_pgn());
        assert_eq!(again.to_pgn(), game.to_pgn());
        check_moves(game);
    }
});

/// The game, or as much of it as could be read. Games of other variants or from impossible positions
/// are let go: what is left of them is only the tags, which still say so.
fn read(game: Result<GameTree, GameError>) -> Option<GameTree> {
    let error = match game {
        Ok(game) => return Some(game),
        Err(error) => error,
    };
    check_message(&error);
    match error {
        GameError::Broken(broken) if !matches!(broken.fault, PgnFault::Variant(_) | PgnFault::Start(_)) => {
            Some(broken.game)
        }
        _ => None,
    }
}

/// The first moves, in variations too, are legal where they stand. Each board is played up afresh, so
/// doing it for all would take the time of many inputs.
fn check_moves(game: &GameTree) {
    for node in game.nodes_below(game.root()).take(40) {
        if let (Some(mv), Some(parent)) = (game.mv(node), game.parent(node)) {
            assert!(game.board_at(parent).is_legal(mv), "{mv:?} in\n{}", game.to_pgn());
        }
    }
}
