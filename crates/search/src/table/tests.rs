//! The table alone, and in a storm of threads (M4).

#![allow(clippy::print_stdout)]

use super::*;
use quevedo_rules::{MoveKind, Square};
use quevedo_testkit::{Random, is_full_run};

fn entry(depth: i32) -> Entry {
    Entry {
        mv: Move::new(Square::E2, Square::E4, MoveKind::DoublePush),
        score: Score::cp(-37),
        bound: Some(Bound::Lower),
        eval: Some(Score::cp(12)),
        depth: Depth(depth),
        was_pv: true,
    }
}

#[test]
fn what_is_stored_is_found() {
    let table = Table::new(1).expect("one mebibyte");
    let (key, ply) = (Key(0x1234_5678_9abc_def0), Ply::new(7));
    assert_eq!(table.probe(key, ply), None);
    table.store(key, ply, entry(9));
    assert_eq!(table.probe(key, ply), Some(entry(9)));
    let mate = Entry { score: Score::mate_in(Ply::new(10)), eval: None, bound: None, ..entry(-3) };
    table.store(Key(1), ply, mate);
    let nearer = table.probe(Key(1), Ply::ROOT).expect("an entry");
    assert_eq!(nearer.score, Score::mate_in(Ply::new(3)));
    assert_eq!((nearer.eval, nearer.bound, nearer.depth), (None, None, Depth(-3)));
    table.clear();
    assert_eq!(table.probe(key, ply), None);
}

#[test]
fn old_and_shallow_entries_go_first() {
    let table = Table::new(1).expect("one mebibyte");
    // Keys that differ only in the low bits share a cluster.
    for (key, depth) in [(1, 10), (2, 3), (3, 8), (4, 12)] {
        table.store(Key(key), Ply::ROOT, entry(depth));
    }
    table.store(Key(5), Ply::ROOT, entry(1));
    assert!(table.probe(Key(2), Ply::ROOT).is_none() && table.probe(Key(1), Ply::ROOT).is_some());
    table.grow_older();
    table.grow_older();
    for key in 6..=8 {
        table.store(Key(key), Ply::ROOT, entry(6));
    }
    assert!(table.probe(Key(4), Ply::ROOT).is_some(), "the deepest old one is still there");
    assert!(table.probe(Key(1), Ply::ROOT).is_none());
}

#[test]
fn a_table_without_memory_is_an_error() {
    assert_eq!(Table::new(1 << 40).map(|_| ()), Err(OutOfMemory { mib: 1 << 40 }));
    assert!(Table::new(usize::MAX).is_err());
}

/// What the threads of M4 store about a position: everything in it follows from the key and the depth,
/// so that an entry of one position can never pass for one of another.
fn honest(key: Key, depth: i32) -> Entry {
    let mix = (key.0 ^ depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let square = |bits: u64| Square::new((bits & 63) as u8);
    Entry {
        mv: Move::new(square(mix >> 8), square(mix >> 16), MoveKind::Quiet),
        score: Score::cp((mix >> 24) as i32 % 2000),
        bound: Bound::from_bits(1 + (mix >> 56) as u8 % 3),
        eval: Some(Score::cp((mix >> 32) as i32 % 2000)),
        depth: Depth(depth),
        was_pv: mix >> 63 == 1,
    }
}

/// One of 256 positions: four for each slot, spread over the clusters.
fn crowded_key(random: &mut Random) -> Key {
    Key((random.below(256) as u64 + 1).wrapping_mul(0xd1b5_4a32_d192_ed03))
}

/// What a thread of M4 has seen.
#[derive(Default)]
struct Seen {
    hits: u64,
    corrupt: u64,
}

/// Stores and looks up by turns.
fn storm(
    start: u64,
    operations: u64,
    store: impl Fn(Key, Entry),
    probe: impl Fn(Key) -> Option<Entry>,
) -> Seen {
    let mut random = Random::new(start);
    let mut seen = Seen::default();
    for operation in 0..operations {
        let key = crowded_key(&mut random);
        if operation % 2 == 0 {
            store(key, honest(key, random.below(100) as i32));
        } else if let Some(entry) = probe(key) {
            seen.hits += 1;
            // A move may be kept from an older entry of the same position.
            let expected = honest(key, entry.depth.plies());
            seen.corrupt += u64::from(Entry { mv: expected.mv, ..entry } != expected);
        }
    }
    seen
}

/// Four threads at once; what they have seen together.
fn four_storms(run: impl Fn(u64) -> Seen + Sync) -> Seen {
    std::thread::scope(|scope| {
        let run = &run;
        let threads: Vec<_> = (1..=4).map(|start| scope.spawn(move || run(start))).collect();
        threads.into_iter().fold(Seen::default(), |sum, thread| {
            let seen = thread.join().expect("no thread fails");
            Seen { hits: sum.hits + seen.hits, corrupt: sum.corrupt + seen.corrupt }
        })
    })
}

#[test]
fn m4_no_corrupt_entry_is_accepted() {
    // An interpreter (Miri) sees races in far fewer.
    let operations = if cfg!(miri) {
        300
    } else if is_full_run() {
        20_000_000
    } else {
        500_000
    };
    let table = Table::tiny(16);
    let store = |key, entry| table.store(key, Ply::ROOT, entry);
    let seen = four_storms(|start| storm(start, operations, store, |key| table.probe(key, Ply::ROOT)));
    println!(
        "M4: {operations} operations in each of 4 threads, {} hits, {} corrupt",
        seen.hits, seen.corrupt
    );
    assert!(seen.hits > operations / 20, "{} hits", seen.hits);
    assert_eq!(seen.corrupt, 0);
}

/// The same storm on a table that trusts its keys: here corrupt entries are found, so the test above
/// would see them. How many depends on the machine, so it belongs to the full run.
#[test]
fn m4_without_the_check_entries_are_corrupt() {
    if !is_full_run() {
        return;
    }
    let slots: Vec<Slot> = core::iter::repeat_with(Slot::default).take(64).collect();
    let slot = |key: Key| &slots[(key.0 >> 58) as usize];
    let store = |key: Key, entry| {
        slot(key).check.store(key.0, Relaxed);
        slot(key).data.store(Packed::pack(entry, Ply::ROOT, 0).0, Relaxed);
    };
    let probe = |key: Key| {
        let data = slot(key).data.load(Relaxed);
        (slot(key).check.load(Relaxed) == key.0 && data != 0).then(|| Packed(data).unpack(Ply::ROOT))
    };
    let seen = four_storms(|start| storm(start, 20_000_000, store, probe));
    println!("M4: without the check {} of {} hits are corrupt", seen.corrupt, seen.hits);
    assert!(seen.corrupt > 0, "the storm is too weak to show anything");
}
