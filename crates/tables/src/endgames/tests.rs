use std::fs;

use quevedo_rules::Color;
use quevedo_testkit::{Random, random_placement, shared_or_skip};

use super::*;
use crate::{Library, Unwatched, generate, write};

fn board(fen: &str) -> Board {
    Board::from_fen(fen).expect("a legal position")
}

#[test]
fn the_built_in_tables_are_always_there() {
    let endgames = Endgames::builtin().expect("tables");
    assert_eq!((endgames.max_men(), endgames.files(), endgames.syzygy_files()), (3, 0, 0));
    let outcome = |fen| endgames.outcome(&board(fen), true);
    assert_eq!(outcome("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"), Some(Wdl::Draw));
    assert_eq!(outcome("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"), Some(Wdl::Win));
    assert_eq!(outcome("8/8/8/4k3/8/8/8/3QK3 b - - 0 1"), Some(Wdl::Loss));
    assert_eq!(outcome("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Some(Wdl::Draw));
    assert_eq!(outcome("8/8/8/4k3/8/2r5/8/3QK3 w - - 0 1"), None);
    assert_eq!(endgames.judge_moves(&board("8/8/8/4k3/8/2r5/8/3QK3 w - - 0 1"), true), None);
    assert_eq!(endgames.judge_moves(&board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), true), None, "castling");
}

#[test]
fn the_clock_decides_what_is_too_late() {
    let endgames = Endgames::builtin().expect("tables");
    let best = |fen: &str, fifty_moves| {
        let judged = endgames.judge_moves(&board(fen), fifty_moves).expect("known moves");
        judged.into_iter().max_by_key(|judged| judged.outcome).expect("a move").outcome
    };
    // A mate in one ply, and one in eleven.
    assert_eq!(best("k7/8/1K6/8/8/8/8/7R w - - 99 90", true), Wdl::Win);
    let far = "8/8/8/4k3/8/8/8/R3K3 w - - ";
    assert_eq!(best(&format!("{far}0 90"), true), Wdl::Win);
    assert_eq!(best(&format!("{far}90 90"), true), Wdl::CursedWin);
    assert_eq!(best(&format!("{far}90 90"), false), Wdl::Win);
    // A pawn move is in time, though the mate is far away.
    assert_eq!(best("8/4P1k1/4K3/8/8/8/8/8 w - - 99 90", true), Wdl::Win);
}

#[test]
fn lines_lead_to_mate() {
    let endgames = Endgames::builtin().expect("tables");
    let start = board("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    let judged = endgames.judge_moves(&start, true).expect("known moves");
    let best = judged.iter().min_by_key(|judged| judged.to_mate).expect("a move");
    let line = endgames.mating_line(&start, best.mv, 100);
    assert_eq!(Some(line.len() as u16), best.to_mate);
    let end = line.iter().fold(start, |board, &mv| board.play(mv));
    assert!(end.in_check() && !end.has_legal_moves() && end.turn() == Color::Black);
}

#[test]
fn folders_are_read_and_what_is_wrong_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Endgames::open(&[folder.path().to_owned()], &[]);
    let words = |error: FolderError| error.to_string();
    let name = folder.path().display();
    assert_eq!(open().map_err(words).err(), Some(format!("there are no tablebases of Quevedo in {name}")));
    let mut library = Library::new(Metric::Mate);
    for ending in "KQK KRK KQKR".split(' ').map(|name| name.parse::<Ending>().expect("an ending")) {
        library.add(generate(ending, Metric::Mate, &library, &Unwatched).expect("a table"));
    }
    let mut bytes = Vec::new();
    write(library.table("KQKR".parse().expect("an ending")).expect("a table"), &mut bytes).expect("bytes");
    fs::write(folder.path().join("KQKR.dtm"), &bytes).expect("a file");
    fs::write(folder.path().join("KRKR.dtm"), &bytes).expect("a file");
    fs::write(folder.path().join("KBKN.dtm"), b"nonsense").expect("a file");
    fs::write(folder.path().join("KBKN.dtm.part1"), b"nonsense").expect("a file");
    let (endgames, mut notes) = open().expect("a table");
    notes.sort();
    assert_eq!((endgames.max_men(), endgames.files(), notes.len()), (4, 1, 2), "{notes:?}");
    assert!(notes[0].ends_with("KBKN.dtm: this is no table of Quevedo"), "{notes:?}");
    assert!(
        notes[1].ends_with("KRKR.dtm is the dtm table of KQKR, which its name does not say"),
        "{notes:?}"
    );
    // Without distances to the next capture, short mates tell enough.
    let far = board("8/8/8/4k3/8/2r5/8/3QK3 w - - 0 1");
    assert_eq!(endgames.outcome(&far, true), Some(Wdl::Win));
    let wrong = Endgames::open(&[], &[folder.path().join("nowhere")]).map_err(words).err();
    assert!(
        wrong.is_some_and(|words| words.starts_with(&format!("cannot read the folder {name}/nowhere: ")))
    );
    let none = Endgames::open(&[], &[folder.path().to_owned()]).map_err(words).err();
    assert_eq!(none, Some(format!("there are no Syzygy tablebases in {name}")));
}

fn with_syzygy(shared: &Path) -> Endgames {
    let (endgames, notes) = Endgames::open(&[], &[shared.join("syzygy")]).expect("Syzygy tables");
    assert!(notes.is_empty() && endgames.max_men() == 5);
    endgames
}

/// Our own distances and Syzygy's lead to the same judgement, but for the ply that Syzygy may be off.
#[test]
fn syzygy_judges_as_our_tables_do() {
    let both = with_syzygy(&shared_or_skip!("syzygy_judges_as_our_tables_do"));
    let none = Tables::with_cache(1 << 14).expect("a cache");
    let theirs = Endgames::of(none, both.syzygy, 0);
    let ours = Endgames::builtin().expect("tables");
    let mut random = Random::new(11);
    let mut judged = 0;
    while judged < 20_000 {
        let board = random_placement(&mut random);
        let Some(mine) = ours.judge_moves(&board, true) else { continue };
        let Some(other) = theirs.judge_moves(&board, true) else { continue };
        for (mine, other) in mine.iter().zip(&other) {
            judged += 1;
            let plies = |judged: &JudgedMove| i32::from(judged.to_zeroing.unwrap_or(0));
            let late = plies(mine) + i32::from(board.halfmove_clock()) >= 100;
            assert!(mine.outcome == other.outcome || late, "{}: {mine:?} {other:?}", board.fen());
            assert!((0..=1).contains(&(plies(other) - plies(mine))), "{}: {mine:?} {other:?}", board.fen());
        }
    }
}

/// Positions of the suite in which the fifty-move rule takes a win away.
#[test]
fn cursed_wins_are_told() {
    let shared = shared_or_skip!("cursed_wins_are_told");
    let endgames = with_syzygy(&shared);
    let text = fs::read_to_string(shared.join("suites/cursed_50move.epd")).expect("a suite");
    let mut seen = 0;
    for line in text.lines() {
        let fen = line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
        let Ok(board) = Board::from_fen(&format!("{fen} 0 1")) else { continue };
        let Some(outcome) = endgames.outcome(&board, true) else { continue };
        seen += 1;
        let (cursed, real) =
            if line.contains("dm -1") { (Wdl::BlessedLoss, Wdl::Loss) } else { (Wdl::CursedWin, Wdl::Win) };
        assert_eq!(outcome, cursed, "{fen}");
        assert_eq!(endgames.outcome(&board, false), Some(real), "{fen}");
    }
    assert!(seen >= 3, "{seen}");
}
