//! Whole games: repetitions by their definition, against the keys that `Game` compares.

use quevedo_rules::{Board, Game, Setup};
use quevedo_testkit::{RandomWalk, Start};

/// What makes two positions the same: everything but the counters.
fn essence(board: &Board) -> Setup {
    let mut setup = board.setup();
    setup.halfmove_clock = 0;
    setup.fullmove_number = 1;
    setup
}

/// How often each position of the game so far equals the last one.
fn occurrences(boards: &[Board]) -> usize {
    let last = boards.last().expect("a game has a position");
    boards.iter().filter(|board| essence(board) == essence(last)).count()
}

#[test]
fn repetitions_are_counted_as_the_rules_define_them() {
    let mut game = Game::default();
    let mut repeated = 0;
    for visit in RandomWalk::new(1922, &[Start::Placement, Start::Suite]).take(20_000) {
        match visit.played {
            Some(mv) => game.play(mv).expect("a legal move"),
            None => game = Game::new(visit.board),
        }
        assert_eq!(*game.board(), visit.board);
        let count = occurrences(game.boards());
        assert_eq!(game.repetitions(), count, "{}", visit.board.fen());
        repeated += u32::from(count > 1);
        // A position that the game can still reach again was there since the last irreversible move.
        let reachable = game.repeatable_keys();
        let earlier = game.boards().iter().rev().skip(1);
        for board in earlier.filter(|board| essence(board) == essence(&visit.board)) {
            assert!(reachable.contains(&board.key()), "{}", visit.board.fen());
        }
    }
    assert!(repeated > 200, "only {repeated} repetitions were met");
}

#[test]
fn taking_back_gives_the_game_as_it_was() {
    for visits in RandomWalk::new(1923, &Start::ALL).take(2000).collect::<Vec<_>>().windows(2) {
        let mut game = Game::new(visits[0].board);
        let before = game.clone();
        if let Some(mv) = visits[1].played {
            game.play(mv).expect("a legal move");
            assert_eq!(game.moves(), [mv]);
            assert_eq!(game.undo(), Some(mv));
        }
        assert_eq!(game, before);
    }
}
