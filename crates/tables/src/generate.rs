//! Making tables by retrograde analysis.

mod conversions;
mod part;
mod piece;
mod slice;
mod solve;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use self::conversions::Conversions;
pub use self::part::Parts;
pub use self::piece::{PieceError, PieceName, Puzzle, steps};
use crate::index::Index;
use crate::solved::{Library, Section, Solved};
use crate::{Ending, Metric};

/// Looks on while tables are made; all methods may be called from several threads.
pub trait Monitor: Sync {
    /// Whether to stop.
    fn is_interrupted(&self) -> bool {
        false
    }

    /// Some slice has come to this ply.
    fn ply(&self, _ply: usize) {}

    /// So many slices of all are done.
    fn slices(&self, _done: usize, _all: usize) {}
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Monitor for Unwatched {}

/// Why a table was not made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    /// A capture or promotion leads to a table that is not there.
    #[error("the table of {ending} needs the {metric} table of {missing} first")]
    Missing {
        /// The ending to be made.
        ending: Ending,
        /// What its distances lead to.
        metric: Metric,
        /// The ending that is not there.
        missing: Ending,
    },
    /// The watcher wanted it to stop.
    #[error("interrupted")]
    Interrupted,
    /// A finished part could not be saved.
    #[error("a finished part of {ending} could not be saved: {reason}")]
    Parts {
        /// The ending to be made.
        ending: Ending,
        /// What went wrong.
        reason: String,
    },
}

/// Makes the table of an ending from those of the endings that it leads to.
///
/// Uses the threads of the current `rayon` pool; the result does not depend on them.
///
/// # Errors
/// If a table is missing, or if the watcher interrupts.
pub fn generate(
    ending: Ending,
    metric: Metric,
    library: &Library,
    watch: &dyn Monitor,
) -> Result<Arc<Solved>, GenerateError> {
    generate_in_parts(ending, metric, library, watch, None)
}

/// The same, saving what is finished and going on where an earlier run was stopped. A table without
/// pawns is one part and is made in one go.
///
/// # Errors
/// If a table is missing, if the watcher interrupts, or if a part cannot be saved.
pub fn generate_in_parts(
    ending: Ending,
    metric: Metric,
    library: &Library,
    watch: &dyn Monitor,
    parts: Option<&dyn Parts>,
) -> Result<Arc<Solved>, GenerateError> {
    if let Some(&missing) = ending.successors().iter().find(|&&next| library.table(next).is_none()) {
        return Err(GenerateError::Missing { ending, metric, missing });
    }
    let table = Arc::new(Solved::new(ending, metric));
    let mut known = library.clone();
    known.add(Arc::clone(&table));
    let conversions = Conversions { library: &known, metric };
    let groups = table.index.pawns.groups_to_solve();
    let parts = parts.filter(|_| groups.len() > 1);
    let done = AtomicUsize::new(0);
    let finish = |slice: usize, sections: Vec<Section>| {
        // Each slice is finished once, so it cannot be there already.
        let _: Result<(), _> = table.slices[slice].set(sections);
        watch.slices(done.fetch_add(1, Ordering::Relaxed) + 1, table.slices.len());
    };
    for (number, group) in groups.iter().enumerate() {
        let saved = parts.and_then(|parts| part::unpack(&table, group, &parts.load(number)?));
        if let Some(slices) = saved {
            group.iter().zip(slices).for_each(|(&slice, sections)| finish(slice, sections));
            continue;
        }
        group.par_iter().try_for_each(|&slice| {
            finish(slice, solve::solve(&table.index, slice, ending.turns(), conversions, watch)?);
            Ok(())
        })?;
        if let Some(parts) = parts {
            save(&table, group, number, parts)
                .map_err(|error| GenerateError::Parts { ending, reason: error.to_string() })?;
        }
    }
    Ok(table)
}

fn save(table: &Solved, group: &[usize], number: usize, parts: &dyn Parts) -> io::Result<()> {
    match part::pack(table, group)? {
        Some(part) => parts.save(number, &part),
        None => Ok(()),
    }
}

/// About how many bytes making a table needs, tables that it leads to not counted.
pub fn memory_for(ending: Ending) -> u64 {
    let index = Index::new(ending);
    let words = slice::Slice::new(&index, 0).words() as u64;
    // Slices of one group may be solved at once, however many threads there are: one that waits for others
    // takes up the next slice.
    let at_once = index.pawns.groups_to_solve().iter().map(Vec::len).max().unwrap_or(1) as u64;
    // Both sides to move: seven sets of a bit a position, and values of two bytes.
    let solving = words * (2 * 7 * 8 + 2 * 2 * 64) * at_once;
    solving + (index.len() * ending.turns().len()) as u64
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::Value;
    use crate::index::Place;
    use crate::solved::Values;

    fn library(metric: Metric, name: &str) -> Library {
        let ending: Ending = name.parse().expect("an ending");
        let mut library = Library::new(metric);
        for ending in ending.with_successors() {
            library.add(generate(ending, metric, &library, &Unwatched).expect("a table"));
        }
        library
    }

    /// The longest win of White, in moves.
    fn longest(library: &Library, name: &str) -> u16 {
        let table = library.table(name.parse().expect("an ending")).expect("a table");
        let sections = table.slices.iter().map(|slice| &slice.get().expect("solved")[0]);
        let values = sections.flat_map(|section| section.dictionary().iter().map(|packed| packed.value()));
        values.filter(|value| matches!(value, Value::Win(_))).filter_map(Value::moves).max().unwrap_or(0)
    }

    /// Every legal position has the value that its moves give it.
    fn assert_consistent(library: &Library, name: &str) {
        let table = library.table(name.parse().expect("an ending")).expect("a table");
        let mut seen = 0;
        for slice in 0..table.slices.len() {
            for cell in 0..table.index.slice_len {
                for &turn in table.ending.turns() {
                    let place = Place { slice, cell };
                    let Some(board) = table.index.placement(place, turn).board() else { continue };
                    seen += 1;
                    assert_eq!(table.get(place, turn), library.value_by_moves(&board), "{}", board.fen());
                }
            }
        }
        assert!(seen > 1000);
    }

    #[test]
    fn three_men_are_consistent_and_as_long_as_known() {
        let kpk = library(Metric::Mate, "KPK");
        for (name, moves) in [("KQK", 10), ("KRK", 16), ("KBK", 0), ("KNK", 0), ("KPK", 28)] {
            assert_eq!(longest(&kpk, name), moves, "{name}");
            assert_consistent(&kpk, name);
        }
    }

    #[test]
    fn a_missing_table_is_named() {
        let ending = "KQKR".parse().expect("an ending");
        let error = generate(ending, Metric::Mate, &Library::new(Metric::Mate), &Unwatched);
        let words = error.expect_err("no smaller table").to_string();
        assert_eq!(words, "the table of KQKR needs the dtm table of KQK first");
    }

    /// Keeps parts in memory and interrupts after some plies.
    #[derive(Default)]
    struct Memory {
        parts: Mutex<std::collections::BTreeMap<usize, Vec<u8>>>,
        patience: AtomicUsize,
    }

    impl Parts for Memory {
        fn load(&self, number: usize) -> Option<Vec<u8>> {
            self.parts.lock().expect("no panic").get(&number).cloned()
        }

        fn save(&self, number: usize, part: &[u8]) -> io::Result<()> {
            self.parts.lock().expect("no panic").insert(number, part.to_vec());
            Ok(())
        }
    }

    impl Monitor for Memory {
        fn is_interrupted(&self) -> bool {
            let left = self.patience.load(Ordering::Relaxed);
            self.patience.store(left.saturating_sub(1), Ordering::Relaxed);
            left == 0
        }
    }

    #[test]
    fn an_interrupted_table_becomes_the_same_table() {
        let library = library(Metric::Mate, "KPK");
        let ending = "KPK".parse().expect("an ending");
        let memory = Memory::default();
        let bytes = |table: &Solved| {
            let mut bytes = Vec::new();
            crate::write(table, &mut bytes).expect("a finished table");
            bytes
        };
        let whole = generate(ending, Metric::Mate, &library, &Unwatched).expect("a table");
        let mut interruptions = 0;
        let resumed = loop {
            memory.patience.store(200 + 20 * interruptions, Ordering::Relaxed);
            match generate_in_parts(ending, Metric::Mate, &library, &memory, Some(&memory)) {
                Ok(table) => break table,
                Err(error) => assert_eq!(error, GenerateError::Interrupted),
            }
            interruptions += 1;
            assert!(interruptions < 100, "no progress");
        };
        assert!(interruptions > 2, "{interruptions}");
        assert_eq!(bytes(&whole), bytes(&resumed));
        // A damaged part is made again.
        let mut parts = memory.parts.lock().expect("no panic").clone();
        for part in parts.values_mut() {
            part[20] ^= 1;
        }
        memory.patience.store(usize::MAX, Ordering::Relaxed);
        *memory.parts.lock().expect("no panic") = parts;
        let again = generate_in_parts(ending, Metric::Mate, &library, &memory, Some(&memory));
        assert_eq!(bytes(&whole), bytes(&again.expect("a table")));
    }
}
