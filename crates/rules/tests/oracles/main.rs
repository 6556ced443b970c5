//! Random games, every position of which is compared with two independent libraries (shakmaty and
//! cozy-chess) and every clever routine with the obvious one.
//!
//! 10^5 positions as a rule, 10^6 with `QUEVEDO_FULL=1`.

mod references;
mod slow;
mod texts;

use std::collections::HashSet;
use std::thread;

use quevedo_rules::{Board, Color, Move, Square};
use quevedo_testkit::{RandomWalk, Start, Visit, is_full_run, report_skipped};
use references::References;

/// How often each thing was met: a comparison that never meets an en-passant capture proves nothing
/// about it.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    positions: u64,
    refused: u64,
    black_to_move: u64,
    checks: u64,
    double_checks: u64,
    mates: u64,
    stalemates: u64,
    dead: u64,
    castlings: u64,
    chess960_castlings: u64,
    en_passants: u64,
    promotions: u64,
    pins: u64,
}

impl Tally {
    fn meet(&mut self, board: &Board, moves: &[Move]) {
        let count = |test: fn(&&Move) -> bool| moves.iter().filter(test).count() as u64;
        self.positions += 1;
        self.black_to_move += u64::from(board.turn() == Color::Black);
        self.checks += u64::from(board.in_check());
        self.double_checks += u64::from(board.checkers().more_than_one());
        self.mates += u64::from(moves.is_empty() && board.in_check());
        self.stalemates += u64::from(moves.is_empty() && !board.in_check());
        self.dead += u64::from(board.is_dead_by_material());
        self.castlings += count(|mv| mv.is_castle());
        let usual = |mv: &Move| [Square::E1, Square::E8].contains(&mv.from());
        self.chess960_castlings += moves.iter().filter(|mv| mv.is_castle() && !usual(mv)).count() as u64;
        self.en_passants += count(|mv| mv.is_en_passant());
        self.promotions += count(|mv| mv.is_promotion());
        self.pins += u64::from(board.pinned(board.turn()).len());
    }

    fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.refused += other.refused;
        self.black_to_move += other.black_to_move;
        self.checks += other.checks;
        self.double_checks += other.double_checks;
        self.mates += other.mates;
        self.stalemates += other.stalemates;
        self.dead += other.dead;
        self.castlings += other.castlings;
        self.chess960_castlings += other.chess960_castlings;
        self.en_passants += other.en_passants;
        self.promotions += other.promotions;
        self.pins += other.pins;
    }

    /// Each rare thing must have been met at least once in so many positions.
    fn demand_variety(&self) {
        for (what, count, once_in) in [
            ("black to move", self.black_to_move, 3),
            ("checks", self.checks, 50),
            ("double checks", self.double_checks, 5000),
            ("mates", self.mates, 2000),
            ("stalemates", self.stalemates, 10_000),
            ("dead positions", self.dead, 200),
            ("castlings", self.castlings, 100),
            ("castlings of Chess960", self.chess960_castlings, 100),
            ("en-passant captures", self.en_passants, 500),
            ("promotions", self.promotions, 20),
            ("pins", self.pins, 20),
        ] {
            assert!(count > self.positions / once_in, "too few {what}: {self:?}");
        }
        assert!(self.refused < self.positions / 50, "the references refuse too many starts: {self:?}");
    }
}

/// Runs `compare` over random games on two threads, with the references playing along.
fn walk(seed: u64, positions: u64, compare: impl Fn(&Visit, &References, &mut Tally) + Sync) -> Tally {
    let half = |seed| {
        let mut tally = Tally::default();
        let mut references = None;
        for visit in RandomWalk::new(seed, &Start::ALL) {
            references = match (visit.played, references) {
                (Some(mv), Some(references)) => Some(References::play(references, mv)),
                // A game that began where a reference refused to.
                (Some(_), None) => None,
                (None, _) => References::of(&visit.board),
            };
            match &references {
                Some(references) => compare(&visit, references, &mut tally),
                None => tally.refused += 1,
            }
            if tally.positions >= positions / 2 {
                break;
            }
        }
        tally
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| half(seed + 1));
        let mut tally = half(seed);
        tally.add(&other.join().expect("the other half compares to its end"));
        tally
    })
}

fn positions() -> u64 {
    if is_full_run() { 1_000_000 } else { 100_000 }
}

/// Our moves as the references' plain numbers.
fn codes(moves: &[Move]) -> Vec<u16> {
    let mut codes: Vec<u16> = moves.iter().map(|&mv| references::code(mv)).collect();
    codes.sort_unstable();
    codes
}

#[test]
fn positions_agree_with_the_references() {
    let tally = walk(1912, positions(), |visit, references, tally| {
        let board = &visit.board;
        let moves = board.legal_moves();
        tally.meet(board, &moves);
        let ours = codes(&moves);
        let place = || format!("{board}{:?} {:?}", board.turn(), board.castling());
        assert_eq!(ours, references.shakmaty_moves(), "shakmaty's moves in\n{}", place());
        assert_eq!(ours, references.cozy_moves(), "cozy-chess's moves in\n{}", place());
        references.compare_state(board);
    });
    tally.demand_variety();
}

#[test]
fn texts_agree_with_shakmaty() {
    let tally = walk(1916, positions(), |visit, references, tally| {
        tally.meet(&visit.board, &visit.board.legal_moves());
        texts::compare(&visit.board, references);
    });
    tally.demand_variety();
}

#[test]
fn clever_routines_agree_with_obvious_ones() {
    let tally = walk(1914, positions(), |visit, _, tally| {
        let board = &visit.board;
        let moves = board.legal_moves();
        tally.meet(board, &moves);
        compare_generators(board, &moves);
        compare_queries(board);
        for mv in &moves {
            let next = board.play(mv);
            assert_eq!(board.gives_check(mv), next.in_check(), "{mv:?} in\n{board}");
            assert!(board.is_legal(mv), "{mv:?} in\n{board}");
        }
        // Men, sets, keys, material, checkers, en passant: built up move by move, and afresh.
        assert_eq!(Board::try_from(board.setup()).as_ref(), Ok(board));
        compare_null_move(board);
        compare_flipped(board, &moves);
        if tally.positions % 500 == 0 {
            compare_all_move_bits(board, &moves);
        }
    });
    tally.demand_variety();
}

/// Captures and quiets share out the legal moves; the counter counts them.
fn compare_generators(board: &Board, moves: &[Move]) {
    let set: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move twice in\n{board}");
    let (captures, quiets) = (board.captures(), board.quiets());
    assert!(captures.iter().all(|mv| !mv.is_quiet()) && quiets.iter().all(|mv| mv.is_quiet()));
    assert_eq!(captures.len() + quiets.len(), moves.len(), "{board}");
    assert!(captures.iter().chain(quiets.iter()).all(|mv| set.contains(mv)), "{board}");
    assert_eq!(board.count_legal_moves() as usize, moves.len(), "{board}");
    assert_eq!(board.has_legal_moves(), !moves.is_empty(), "{board}");
    let evasions = board.evasions();
    assert_eq!(evasions.len(), if board.in_check() { moves.len() } else { 0 }, "{board}");
    for mv in moves {
        let taken = board.color(!board.turn()).contains(mv.to());
        assert_eq!(mv.is_capture(), taken || mv.is_en_passant(), "{mv:?} in\n{board}");
    }
}

fn compare_queries(board: &Board) {
    let setup = board.setup();
    for by in Color::ALL {
        for square in Square::all() {
            let slowly = slow::attackers(&setup, square, by);
            assert_eq!(board.attackers(square, by), slowly, "{by}'s attackers of {square} in\n{board}");
            assert_eq!(board.is_attacked(square, by), slowly.any());
        }
        let (pinned, pinners) = slow::pins(&setup, by);
        assert_eq!(board.pinned(by), pinned, "{by}'s pinned men in\n{board}");
        assert_eq!(board.pinners(by), pinners, "{by}'s pinners in\n{board}");
    }
    let king = board.king(board.turn());
    assert_eq!(board.checkers(), slow::attackers(&setup, king, !board.turn()), "checkers in\n{board}");
}

/// Passing changes the side to move and the counters, and takes the en-passant capture away.
fn compare_null_move(board: &Board) {
    let Some(next) = board.play_null() else {
        assert!(board.in_check(), "passing is refused only in check\n{board}");
        return;
    };
    assert!(!board.in_check());
    let mut setup = board.setup();
    setup.turn = !setup.turn;
    setup.en_passant = None;
    setup.halfmove_clock += 1;
    setup.fullmove_number += u16::from(board.turn() == Color::Black);
    assert_eq!(Board::try_from(setup), Ok(next), "after passing in\n{board}");
}

/// The same position for the other side has the same moves, mirrored.
fn compare_flipped(board: &Board, moves: &[Move]) {
    let flipped = Board::try_from(board.setup().flipped()).expect("a legal position flipped is legal");
    let mirror =
        |mv: &Move| Move::new(mv.from().flip_rank(), mv.to().flip_rank(), mv.kind()).expect("two squares");
    let mirrored: HashSet<Move> = moves.iter().map(mirror).collect();
    assert_eq!(flipped.legal_moves().iter().copied().collect::<HashSet<_>>(), mirrored, "{board}");
}

/// Of all numbers of 16 bits, exactly the legal moves are legal.
fn compare_all_move_bits(board: &Board, moves: &[Move]) {
    let legal: Vec<Move> =
        (0..=u16::MAX).filter_map(Move::from_bits).filter(|&mv| board.is_legal(mv)).collect();
    let mut expected = moves.to_vec();
    expected.sort_unstable();
    let mut found = legal;
    found.sort_unstable();
    assert_eq!(found, expected, "{board}");
}

#[test]
fn the_full_run_is_announced() {
    if !is_full_run() {
        report_skipped("oracles", "10^6 positions; this run has 10^5 (set QUEVEDO_FULL=1 for all)");
    }
}
