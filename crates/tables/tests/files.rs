//! Tables in files: what is read is what was written, damage is found, asking allocates nothing.

use std::sync::{Arc, LazyLock};

use quevedo_rules::Board;
use quevedo_tables::{
    Ending, Library, Metric, Table, TableError, Tables, Unwatched, generate, verify, write,
};
use quevedo_testkit::allocations::{self, CountingAllocator};
use quevedo_testkit::{Random, is_full_run, random_placement, table_file};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The tables of three men, made here.
static MADE: LazyLock<Library> = LazyLock::new(|| {
    let mut library = Library::new(Metric::Mate);
    for ending in Ending::all_with(3) {
        library.add(generate(ending, Metric::Mate, &library, &Unwatched).expect("a table"));
    }
    library
});

fn ending(name: &str) -> Ending {
    name.parse().expect("an ending")
}

fn file(name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(MADE.table(ending(name)).expect("a table"), &mut bytes).expect("a finished table");
    bytes
}

/// Random legal positions with at most three men.
fn positions(count: usize) -> Vec<Board> {
    let mut random = Random::new(5);
    let mut found = Vec::new();
    while found.len() < count {
        let board = random_placement(&mut random);
        if board.occupied().len() <= 3 && board.castling().is_empty() {
            found.push(board);
        }
    }
    found
}

#[test]
fn the_built_in_tables_are_the_ones_that_the_generator_makes() {
    let tables = Tables::builtin(1 << 20).expect("tables");
    let known = positions(20_000);
    for board in &known {
        assert_eq!(tables.probe_dtm(board), MADE.probe(board), "{}", board.fen());
        let winner = |value: quevedo_tables::Value| value.outcome();
        assert_eq!(tables.probe_dtz(board).map(winner), MADE.probe(board).map(winner), "{}", board.fen());
    }
    assert!(known.iter().filter(|board| tables.probe_dtm(board).is_some()).count() == known.len());
}

#[test]
fn files_are_read_as_written() {
    for name in ["KQK", "KPK", "KBK"] {
        let table = Table::open(Arc::new(file(name))).expect("a sound file");
        assert_eq!((table.ending(), table.metric()), (ending(name), Metric::Mate));
        let mut again = Vec::new();
        write(&table.load().expect("a sound file"), &mut again).expect("a finished table");
        assert_eq!(file(name), again);
    }
}

#[test]
fn a_read_table_passes_its_check_and_a_wrong_one_does_not() {
    let library = &*MADE;
    let check = verify(library.table(ending("KPK")).expect("a table"), library, 1, &Unwatched);
    assert_eq!((check.wrong, check.positions), (0, 165_676));
    // Distances to the next pawn move are not those to mate.
    let mut zeroing = Library::new(Metric::Zeroing);
    for ending in Ending::all_with(3) {
        zeroing.add(generate(ending, Metric::Zeroing, &zeroing, &Unwatched).expect("a table"));
    }
    let check = verify(library.table(ending("KPK")).expect("a table"), &zeroing, 8, &Unwatched);
    assert!(check.wrong > 0 && !check.contradictions.is_empty());
}

/// Asks a table, damaged or not, about everything; whether it told of the damage, or gave no wrong value.
fn is_detected_or_harmless(bytes: Vec<u8>, boards: &[Board]) -> bool {
    let Ok(table) = Table::open(Arc::new(bytes)) else { return true };
    let mut tables = Tables::with_cache(1 << 20).expect("a cache");
    let is_whole = table.load().is_ok();
    tables.add(table);
    let is_right = |board: &Board| match tables.probe(Metric::Mate, board) {
        Ok(value) => value.is_none() || value == MADE.probe(board),
        Err(TableError::Block(_) | TableError::Io(_)) => true,
        Err(_) => false,
    };
    boards.iter().all(is_right) && !is_whole
}

#[test]
fn flipped_bits_and_cut_files_are_found() {
    let boards = positions(300);
    let (flips, cuts) = if is_full_run() { (1000, 200) } else { (150, 40) };
    let mut random = Random::new(55);
    for name in ["KQK", "KPK"] {
        let whole = file(name);
        for _ in 0..flips {
            let mut bytes = whole.clone();
            let bit = random.below(8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(is_detected_or_harmless(bytes, &boards), "{name}: bit {bit}");
        }
        for _ in 0..cuts {
            let len = random.below(whole.len());
            assert!(Table::open(Arc::new(whole[..len].to_vec())).is_err(), "{name}: cut to {len}");
        }
        // The header is where the most can go wrong.
        for bit in 0..8 * 48 {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Table::open(Arc::new(bytes)).is_err(), "{name}: bit {bit}");
        }
    }
}

/// Somebody who writes right checksums can tell lies, but not bring the program down.
#[test]
fn damage_with_right_checksums_does_no_harm() {
    let boards = positions(50);
    let rounds = if is_full_run() { 20_000 } else { 300 };
    let mut random = Random::new(77);
    let mut opened = 0;
    for name in ["KQK", "KPK", "KBK"] {
        let sound = file(name);
        let mut same = sound.clone();
        table_file::repair(&sound, &mut same);
        assert_eq!(same, sound, "the checksums stand where they are looked for");
        for _ in 0..rounds {
            let mut bytes = sound.clone();
            for _ in 0..=random.below(3) {
                // Half of the damage goes into the header.
                let len = if random.one_in(2) { bytes.len() } else { 200.min(bytes.len()) };
                bytes[random.below(len)] ^= 1 << random.below(8);
            }
            table_file::repair(&sound, &mut bytes);
            let Ok(table) = Table::open(Arc::new(bytes)) else { continue };
            opened += 1;
            let _ = table.load();
            let mut tables = Tables::with_cache(1 << 16).expect("a cache");
            tables.add(table);
            for board in &boards {
                let _ = tables.probe(Metric::Mate, board);
            }
        }
    }
    assert!(opened > rounds / 4, "{opened}");
}

#[test]
fn errors_say_what_is_wrong() {
    let words = |bytes: &[u8]| Table::open(Arc::new(bytes.to_vec())).expect_err("no table").to_string();
    let whole = file("KQK");
    assert_eq!(words(b""), "this is no table of Quevedo");
    assert_eq!(words(&[7; 100]), "this is no table of Quevedo");
    assert_eq!(words(&whole[..60]), "the header of the table is damaged: it is too short");
    let mut newer = whole.clone();
    newer[8] = 9;
    assert_eq!(words(&newer), "the table has format 9, expected 1");
    let mut longer = whole;
    longer.push(0);
    assert_eq!(words(&longer), "the header of the table is damaged: the length of the file is wrong");
}

#[test]
fn asking_allocates_nothing() {
    let tables = Tables::builtin(1 << 20).expect("tables");
    let boards = positions(2000);
    // The tables that the index needs are made when they are first asked for.
    let ask = || boards.iter().filter_map(|board| tables.probe_wdl(board)).count();
    assert_eq!(ask(), boards.len());
    assert_eq!(allocations::during(ask), (0, boards.len()));
    assert!(allocations::during(|| vec![1u8; 10]).0 > 0, "the counter counts");
}
