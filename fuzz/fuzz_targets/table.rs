//! Any bytes as the file of an endgame table, as they are or as damage to a sound file, with the checksums made right
//! again so that the damage gets further: it is refused in words, or it answers questions without a crash.

#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use quevedo_fuzz::check_message;
use quevedo_rules::Board;
use quevedo_tables::{Metric, Table, Tables};
use quevedo_testkit::table_file;

/// Sound files: one with a line of values, one with many, one with pawns.
const FILES: [&[u8]; 3] = [
    include_bytes!("../../crates/tables/data/KBK.dtm"),
    include_bytes!("../../crates/tables/data/KQK.dtm"),
    include_bytes!("../../crates/tables/data/KPK.dtz"),
];

static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let fens = [
        "8/8/8/4k3/8/8/8/3QK3 w - - 0 1",
        "8/8/8/4k3/8/8/8/3QK3 b - - 0 1",
        "3q4/8/8/4k3/8/8/8/4K3 w - - 0 1",
        "8/8/8/4k3/8/8/8/3BK3 b - - 0 1",
        "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        "8/4p3/8/4k3/8/8/8/4K3 w - - 0 1",
    ];
    fens.iter().map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))).collect()
});

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    let bytes = match FILES.get(usize::from(choice & 3)) {
        Some(file) => damaged(file, data, choice & 4 != 0),
        None => data.to_vec(),
    };
    let table = match Table::open(Arc::new(bytes)) {
        Ok(table) => table,
        Err(error) => return check_message(&error),
    };
    // Only what claims to have few men: a large table may take as much memory as it says.
    if table.ending().men() <= 3
        && let Err(error) = table.load()
    {
        check_message(&error);
    }
    let Ok(mut tables) = Tables::with_cache(1 << 16) else { return };
    tables.add(table);
    for board in BOARDS.iter() {
        for metric in Metric::ALL {
            if let Err(error) = tables.probe(metric, board) {
                check_message(&error);
            }
        }
    }
});

/// The file with changes of bytes, three bytes of data each: where and how.
fn damaged(file: &[u8], data: &[u8], repairs: bool) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for change in data.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[place] ^= change[2];
    }
    if repairs {
        table_file::repair(file, &mut bytes);
    }
    bytes
}
