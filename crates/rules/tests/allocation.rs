//! The search will ask these questions millions of times a second: none of them may allocate.

use std::fmt::{self, Write};
use std::hint::black_box;

use quevedo_rules::{Board, Color, Square};
use quevedo_testkit::allocations::{self, CountingAllocator};
use quevedo_testkit::{RandomWalk, Start};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Positions of all kinds.
fn boards() -> Vec<Board> {
    RandomWalk::new(1920, &Start::ALL).take(2000).map(|visit| visit.board).collect()
}

/// Fails if the question allocates in any position.
fn assert_frugal<R>(what: &str, question: impl Fn(&Board) -> R) {
    for board in boards() {
        let (count, _) = allocations::during(|| black_box(question(black_box(&board))));
        assert_eq!(count, 0, "{what} allocates {count} times in\n{board}");
    }
}

#[test]
fn the_counter_counts() {
    let (count, list) = allocations::during(|| black_box(vec![1, 2, 3]));
    assert_eq!((count, list.len()), (1, 3));
    let (count, ()) = allocations::during(|| {
        let mut list = Vec::with_capacity(1);
        list.extend(black_box([1, 2, 3]));
        black_box(&list);
    });
    assert_eq!(count, 2, "an allocation and a growth");
}

#[test]
fn generating_moves_allocates_nothing() {
    assert_frugal("legal_moves", Board::legal_moves);
    assert_frugal("captures", Board::captures);
    assert_frugal("quiets", Board::quiets);
    assert_frugal("evasions", Board::evasions);
    assert_frugal("count_legal_moves", Board::count_legal_moves);
    assert_frugal("has_legal_moves", Board::has_legal_moves);
}

#[test]
fn playing_allocates_nothing() {
    assert_frugal("play", |board| {
        for mv in board.legal_moves() {
            black_box(board.play(mv));
        }
    });
    assert_frugal("play_null", Board::play_null);
}

#[test]
fn keys_and_state_allocate_nothing() {
    assert_frugal("key", Board::key);
    assert_frugal("pawn_key", Board::pawn_key);
    assert_frugal("non_pawn_key", |board| Color::ALL.map(|color| board.non_pawn_key(color)));
    assert_frugal("material", Board::material);
    assert_frugal("setup", Board::setup);
    assert_frugal("polyglot_key", Board::polyglot_key);
    assert_frugal("is_dead_by_material", Board::is_dead_by_material);
    assert_frugal("ending", Board::ending);
}

#[test]
fn questions_about_moves_allocate_nothing() {
    let each_move = |what, question: fn(&Board, quevedo_rules::Move) -> bool| {
        assert_frugal(what, |board| {
            for mv in board.legal_moves() {
                black_box(question(board, mv));
            }
        });
    };
    each_move("is_legal", Board::is_legal);
    each_move("gives_check", Board::gives_check);
    for threshold in [-100, 0, 1, 300] {
        assert_frugal("see_ge", |board| {
            for mv in board.legal_moves() {
                black_box(board.see_ge(mv, threshold));
            }
        });
    }
}

#[test]
fn looking_for_repetitions_allocates_nothing() {
    let mut history = Vec::new();
    let mut found = 0;
    for visit in RandomWalk::new(1921, &[Start::Placement]).take(20_000) {
        if visit.played.is_none() {
            history.clear();
        }
        let (count, upcoming) = allocations::during(|| visit.board.upcoming_repetition(&history));
        assert_eq!(count, 0, "upcoming_repetition allocates {count} times in\n{}", visit.board);
        found += u32::from(upcoming.is_some());
        history.push(visit.board.key());
    }
    assert!(found > 100, "only {found} repetitions were met");
}

/// A text on the stack, so that only the writing itself could allocate.
#[derive(Default)]
struct Line {
    bytes: [u8; 16],
    length: usize,
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

#[test]
fn writing_moves_allocates_nothing() {
    assert_frugal("san and uci", |board| {
        for mv in board.legal_moves() {
            let mut line = Line::default();
            write!(line, "{} {}", board.san(mv), board.uci(mv)).expect("16 letters are enough");
            black_box(line);
        }
    });
}

#[test]
fn questions_about_attacks_allocate_nothing() {
    assert_frugal("checkers", Board::checkers);
    assert_frugal("in_check", Board::in_check);
    assert_frugal("pinned", |board| Color::ALL.map(|color| board.pinned(color)));
    assert_frugal("pinners", |board| Color::ALL.map(|color| board.pinners(color)));
    assert_frugal("attackers", |board| {
        for square in Square::all() {
            for color in Color::ALL {
                black_box((board.attackers(square, color), board.is_attacked(square, color)));
            }
        }
    });
}
