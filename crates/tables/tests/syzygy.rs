//! Our tables against Syzygy's: every position of three men, samples of four.

use std::sync::OnceLock;

use quevedo_rules::{Board, Color, Man, Piece, Setup, Square};
use quevedo_tables::{Ending, Library, Metric, Syzygy, Unwatched, Value, Wdl, generate};
use quevedo_testkit::{Random, is_full_run, shared_or_skip};

fn with_successors(metric: Metric, endings: &[&str]) -> Library {
    let mut library = Library::new(metric);
    for name in endings {
        for ending in name.parse::<Ending>().expect("an ending").with_successors() {
            if library.table(ending).is_none() {
                library.add(generate(ending, metric, &library, &Unwatched).expect("a table"));
            }
        }
    }
    library
}

/// A random legal position with the men of an ending, sometimes with a capture en passant.
fn draw(ending: Ending, random: &mut Random) -> Board {
    loop {
        let mut setup = Setup::EMPTY;
        setup.turn = random.pick(&Color::ALL);
        let swapped = random.one_in(2);
        let mut men = Vec::new();
        for color in Color::ALL {
            for piece in Piece::ALL {
                let count = ending.count(color, piece);
                let color = if swapped { !color } else { color };
                men.extend(std::iter::repeat_n(Man::new(color, piece), usize::from(count)));
            }
        }
        let mut is_full = true;
        for man in men {
            let square = Square::new(random.below(64) as u8);
            is_full &= setup.man_at(square).is_none();
            setup.put(square, man);
        }
        if random.one_in(2) {
            let rank = if setup.turn == Color::White { 5 } else { 2 };
            setup.en_passant = Some(Square::new(rank * 8 + random.below(8) as u8));
            if !is_full || Board::try_from(setup).is_err() {
                setup.en_passant = None;
            }
        }
        if is_full && let Ok(board) = Board::try_from(setup) {
            return board;
        }
    }
}

fn compare(metric: Metric, endings: &[&str], samples: usize, syzygy: &Syzygy) {
    let library = with_successors(metric, endings);
    let mut random = Random::new(6);
    let mut en_passant = 0;
    for name in endings {
        let ending: Ending = name.parse().expect("an ending");
        for _ in 0..samples {
            let board = draw(ending, &mut random);
            en_passant += usize::from(board.en_passant().is_some());
            let ours = library.probe(&board).expect("a value");
            let theirs = syzygy.probe_wdl(&board).expect("a Syzygy table");
            let outcome = match metric {
                Metric::Zeroing => ours.outcome_under_fifty_moves(),
                // No ending of four men needs more than fifty moves between captures and pawn moves.
                _ => ours.outcome(),
            };
            assert_eq!(outcome, theirs, "{}", board.fen());
            if metric == Metric::Zeroing {
                assert_same_distance(ours, &board, syzygy);
            }
        }
    }
    assert!(en_passant > 0 || !endings.contains(&"KPKP"), "no capture en passant was tried");
}

/// Syzygy counts a mate as one ply to go for the mated side, and may be one ply short.
fn assert_same_distance(ours: Value, board: &Board, syzygy: &Syzygy) {
    let (theirs, is_exact) = syzygy.probe_dtz(board).expect("a Syzygy table");
    let ours = match ours {
        Value::Win(plies) => i32::from(plies),
        Value::Draw => 0,
        Value::Loss(plies) => -i32::from(plies.max(1)),
    };
    let more = (ours.abs() - theirs.abs()) * ours.signum() * theirs.signum();
    assert!(more == 0 || (!is_exact && more == 1), "{}: {ours} against {theirs}", board.fen());
}

static SYZYGY: OnceLock<Syzygy> = OnceLock::new();

fn syzygy(folder: &std::path::Path) -> &'static Syzygy {
    SYZYGY.get_or_init(|| {
        let mut syzygy = Syzygy::new();
        let files = syzygy.add_folder(&folder.join("syzygy")).expect("a folder of tables");
        assert!(files >= 70, "{files} files");
        syzygy
    })
}

fn samples(few: usize, many: usize) -> usize {
    if is_full_run() { many } else { few }
}

#[test]
fn winners_are_the_same() {
    let folder = shared_or_skip!("winners_are_the_same");
    let endings = ["KPK", "KQKR", "KRKN"];
    compare(Metric::Mate, &endings, samples(10_000, 1_000_000), syzygy(&folder));
}

#[test]
fn distances_to_captures_and_pawn_moves_are_the_same() {
    let folder = shared_or_skip!("distances_to_captures_and_pawn_moves_are_the_same");
    let endings = ["KQK", "KRK", "KPK", "KPKP", "KBNK"];
    compare(Metric::Zeroing, &endings, samples(10_000, 1_000_000), syzygy(&folder));
}

#[test]
fn shades_are_known() {
    assert!(Wdl::Loss < Wdl::BlessedLoss && Wdl::BlessedLoss.reversed() == Wdl::CursedWin);
}
