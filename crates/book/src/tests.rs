use quevedo_rules::Square;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

fn record(board: &Board, mv: &str, weight: u16) -> Record {
    let mv = board.parse_san(mv).expect("a move");
    Record { key: board.polyglot_key().0, mv: Record::code(mv), weight, learn: 0 }
}

/// A move as the format writes it.
fn code(from: Square, to: Square) -> u16 {
    (to.index() + 64 * from.index()) as u16
}

fn sans(book: &Book, board: &Board) -> Vec<(String, u16)> {
    let moves = book.moves(board, None);
    moves.iter().map(|mv| (board.san(mv.mv().expect("a move")).to_string(), mv.weight)).collect()
}

#[test]
fn a_book_is_read_as_it_was_written() {
    let start = Board::start();
    let castle = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("a position");
    let book = Book::of(vec![
        record(&start, "d4", 3),
        record(&start, "e4", 7),
        record(&castle, "O-O", 1),
        record(&castle, "O-O-O", 2),
    ]);
    let bytes = book.write();
    assert_eq!(bytes.len(), 64);
    assert_eq!(Book::read(&bytes), Ok(book.clone()));
    assert_eq!(sans(&book, &start), [("e4".to_owned(), 7), ("d4".to_owned(), 3)]);
    assert_eq!(sans(&book, &castle), [("O-O-O".to_owned(), 2), ("O-O".to_owned(), 1)]);
    assert_eq!((book.len(), book.positions()), (4, 2));
    assert!(book.moves(&start.play(start.parse_san("a3").expect("a move")), None).is_empty());
}

#[test]
fn castling_over_two_squares_is_understood_and_a_king_that_takes_is_not_castling() {
    let board = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").expect("a position");
    let e8g8 = code(Square::E8, Square::G8);
    let book = Book::of(vec![Record { key: board.polyglot_key().0, mv: e8g8, weight: 1, learn: 0 }]);
    assert_eq!(sans(&book, &board), [("O-O".to_owned(), 1)]);
}

#[test]
fn moves_that_are_not_legal_are_left_out() {
    let start = Board::start();
    let e2e5 = code(Square::E2, Square::E5);
    let book = Book::of(vec![
        Record { key: start.polyglot_key().0, mv: e2e5, weight: 9, learn: 0 },
        record(&start, "c4", 1),
    ]);
    assert_eq!(sans(&book, &start), [("c4".to_owned(), 1)]);
}

#[test]
fn other_files_are_refused_in_words() {
    assert_eq!(Book::read(&[]), Err(BookError::Empty));
    let error = Book::read(&[0; 35]).expect_err("no book");
    assert_eq!(
        error.to_string(),
        "a Polyglot book has 16 bytes for each move; these 35 bytes are 3 too many"
    );
}

#[test]
fn the_pinned_pawn_counts_as_in_the_format_and_as_in_other_programs() {
    let before = Board::from_fen("4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1").expect("a position");
    let last = before.parse_san("d4").expect("a move");
    let after = before.play(last);
    let forgetful = record(&after, "Kd7", 1);
    let exact = Record { key: after.polyglot_key_after(last).0, ..record(&after, "Kf7", 1) };
    assert_ne!(forgetful.key, exact.key);
    let san = |book: &Book, last| {
        let found = book.moves(&after, last);
        found.iter().map(|mv| after.san(mv.mv().expect("a move")).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(san(&Book::of(vec![forgetful, exact]), Some(last)), ["Kf7"]);
    assert_eq!(san(&Book::of(vec![forgetful]), Some(last)), ["Kd7"]);
    assert_eq!(san(&Book::of(vec![exact]), None), Vec::<String>::new());
}

#[test]
fn choices_follow_the_weights_as_far_as_variety_allows() {
    let start = Board::start();
    let book =
        Book::of(vec![record(&start, "e4", 600), record(&start, "d4", 300), record(&start, "c4", 100)]);
    let moves = book.moves(&start, None);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut counts = |variety| {
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            let chosen = Choice { variety }.choose(&moves, random.random()).expect("a move");
            counts[moves.iter().position(|mv| *mv == chosen).expect("one of them")] += 1;
        }
        counts
    };
    assert_eq!(counts(0), [10_000, 0, 0]);
    let [heavy, middle, light] = counts(100);
    assert!((5_800..6_200).contains(&heavy) && (2_800..3_200).contains(&middle) && light > 850);
    let [heavier, ..] = counts(50);
    assert!(heavier > heavy + 1_000, "36 : 9 : 1");
    assert_eq!(Choice { variety: 100 }.choose(&[], 1), None);
    let doubted = Book::of(vec![record(&start, "f3", 0), record(&start, "g4", 0)]);
    assert_eq!(Choice { variety: 0 }.choose(&doubted.moves(&start, None), 1), None);
}

#[test]
fn what_fits_in_a_game_leads_to_no_position_that_it_has_had() {
    let start = Board::start();
    let mut game = Game::default();
    for text in ["g1f3", "g8f6", "f3g1"] {
        game.play(game.board().parse_uci(text).expect("a move")).expect("legal");
    }
    let board = *game.board();
    let book = Book::of(vec![record(&board, "Ng8", 9), record(&board, "d5", 1), record(&board, "e6", 0)]);
    assert_eq!(book.moves(&board, None).len(), 3);
    let fit = book.fit(&game);
    assert_eq!(
        fit.iter().filter_map(BookMove::mv).collect::<Vec<_>>(),
        [board.parse_san("d5").expect("a move")]
    );
    assert!(book.fit(&Game::new(start)).is_empty());
}

#[test]
fn a_move_is_taken_out_and_the_others_stay() {
    let start = Board::start();
    let mut book = Book::of(vec![record(&start, "e4", 5), record(&start, "f3", 4), record(&start, "d4", 3)]);
    book.remove(&start, None, start.parse_san("f3").expect("a move"));
    assert_eq!(sans(&book, &start), [("e4".to_owned(), 5), ("d4".to_owned(), 3)]);
}

/// The book that is part of the program leads where it says, and every move of it is legal.
#[test]
fn the_built_in_book_is_whole() {
    let book = Book::builtin();
    let (mut positions, mut moves) = (0, 0);
    walk(book, &Board::start(), false, |reached| {
        positions += 1;
        moves += reached.moves.len();
        assert!(reached.moves.iter().all(|mv| mv.weight > 0) && reached.line.len() < 40);
        true
    });
    assert_eq!((positions, moves), (book.positions(), book.len()), "every position is reached");
    assert!(book.moves(&Board::start(), None).len() >= 3 && book.len() > 500);
    assert!(book.write().len() < 100_000, "small");
}

#[test]
fn merged_books_have_the_same_say() {
    let start = Board::start();
    let loud = Book::of(vec![record(&start, "e4", 60_000)]);
    let quiet = Book::of(vec![record(&start, "e4", 1), record(&start, "d4", 1)]);
    let merged = sans(&loud.merge(&quiet), &start);
    assert_eq!(merged.iter().map(|(san, _)| san.as_str()).collect::<Vec<_>>(), ["e4", "d4"]);
    assert!(
        (i32::from(merged[0].1) - 3 * i32::from(merged[1].1)).abs() < 4,
        "a whole and a half against a half"
    );
}
