//! Making tables by retrograde analysis.

mod conversions;
mod slice;
mod solve;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use self::conversions::Conversions;
use crate::solved::{Library, Solved};
use crate::{Ending, Metric};

/// Looks on while tables are made; all methods may be called from several threads.
pub trait Watch: Sync {
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

impl Watch for Unwatched {}

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
    watch: &dyn Watch,
) -> Result<Arc<Solved>, GenerateError> {
    if let Some(&missing) = ending.successors().iter().find(|&&next| library.table(next).is_none()) {
        return Err(GenerateError::Missing { ending, metric, missing });
    }
    let table = Arc::new(Solved::new(ending, metric));
    let mut known = library.clone();
    known.add(Arc::clone(&table));
    let conversions = Conversions { library: &known, metric };
    let done = AtomicUsize::new(0);
    for group in table.index.pawns.groups_to_solve() {
        group.par_iter().try_for_each(|&slice| {
            let sections = solve::solve(&table.index, slice, ending.turns(), conversions, watch)?;
            // Each slice is solved once, so it cannot be there already.
            let _ = table.slices[slice].set(sections);
            watch.slices(done.fetch_add(1, Ordering::Relaxed) + 1, table.slices.len());
            Ok(())
        })?;
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
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
}
