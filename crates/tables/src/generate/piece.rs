//! Tables made in pieces, each by whoever has the pieces that it leads to: another thread, another machine.

use core::ops::Range;
use std::sync::Arc;

use super::conversions::Conversions;
use super::{GenerateError, Monitor, part, solve};
use crate::solved::{Library, Solved};
use crate::{Ending, Metric};

/// Some slices of a table. Pieces of one step can be made side by side; they need all pieces of the steps before, and
/// the tables that their ending leads to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PieceName {
    /// The step, from 0.
    pub step: usize,
    /// The slices of the step.
    pub slices: Range<usize>,
}

/// Why pieces are no table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PieceError {
    /// A piece cannot be made.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// There is no such piece.
    #[error("{0} has no slices {1:?}")]
    NoPiece(Ending, PieceName),
    /// A piece is damaged or of another table.
    #[error("slices {1:?} of {0} are damaged")]
    Damaged(Ending, PieceName),
    /// Not all are there.
    #[error("{0} is not finished")]
    Unfinished(Ending),
    /// There is no memory or no thread for it.
    #[error("a piece of {0} cannot be made: {1}")]
    Machine(Ending, String),
}

/// The steps of making a table, each with the number of its slices.
pub fn steps(ending: Ending) -> Vec<usize> {
    Solved::new(ending, Metric::Mate).index.pawns.groups_to_solve().iter().map(Vec::len).collect()
}

/// A table that grows by pieces.
#[derive(Debug)]
pub struct Puzzle {
    table: Arc<Solved>,
}

impl Puzzle {
    /// Without any piece.
    pub fn new(ending: Ending, metric: Metric) -> Puzzle {
        Puzzle { table: Arc::new(Solved::new(ending, metric)) }
    }

    fn group(&self, name: &PieceName) -> Result<Vec<usize>, PieceError> {
        let groups = self.table.index.pawns.groups_to_solve();
        let group = groups.get(name.step).and_then(|group| group.get(name.slices.clone()));
        group.map(<[usize]>::to_vec).ok_or_else(|| PieceError::NoPiece(self.table.ending(), name.clone()))
    }

    /// Puts a piece in its place.
    ///
    /// # Errors
    /// If it is damaged, or of another table.
    pub fn put(&mut self, name: &PieceName, piece: &[u8]) -> Result<(), PieceError> {
        let group = self.group(name)?;
        let slices = part::unpack(&self.table, &group, piece)
            .ok_or_else(|| PieceError::Damaged(self.table.ending(), name.clone()))?;
        for (&slice, sections) in group.iter().zip(slices) {
            // A piece that is there already is the same.
            let _: Result<(), _> = self.table.slices[slice].set(sections);
        }
        Ok(())
    }

    /// Makes a piece, with one thread; the table needs all pieces of the steps before, and `library` the tables that the
    /// ending leads to.
    ///
    /// # Errors
    /// If something is missing, or if the watcher interrupts.
    pub fn make(
        &self,
        name: &PieceName,
        library: &Library,
        watch: &dyn Monitor,
    ) -> Result<Vec<u8>, PieceError> {
        let (ending, metric) = (self.table.ending(), self.table.metric());
        if let Some(&missing) = ending.successors().iter().find(|&&next| library.table(next).is_none()) {
            return Err(GenerateError::Missing { ending, metric, missing }.into());
        }
        let group = self.group(name)?;
        let groups = self.table.index.pawns.groups_to_solve();
        let before = groups.iter().take(name.step).flatten();
        if before.into_iter().any(|&slice| self.table.slices[slice].get().is_none()) {
            return Err(PieceError::Unfinished(ending));
        }
        let mut known = library.clone();
        known.add(Arc::clone(&self.table));
        let machine = |error: &dyn core::fmt::Display| PieceError::Machine(ending, error.to_string());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| machine(&error))?;
        // Slices of one step do not look at each other, so those made here stand apart.
        let made = Solved::new(ending, metric);
        pool.install(|| {
            for &slice in &group {
                let conversions = Conversions { library: &known, metric };
                let sections = solve::solve(&made.index, slice, ending.turns(), conversions, watch)?;
                let _: Result<(), _> = made.slices[slice].set(sections);
            }
            Ok::<(), GenerateError>(())
        })?;
        let packed = part::pack(&made, &group).map_err(|error| machine(&error))?;
        packed.ok_or(PieceError::Unfinished(ending))
    }

    /// The table, when all pieces are there.
    ///
    /// # Errors
    /// If some are not.
    pub fn finish(self) -> Result<Arc<Solved>, PieceError> {
        if self.table.slices.iter().any(|slice| slice.get().is_none()) {
            return Err(PieceError::Unfinished(self.table.ending()));
        }
        Ok(self.table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unwatched, generate};

    fn bytes(table: &Solved) -> Vec<u8> {
        let mut bytes = Vec::new();
        crate::write(table, &mut bytes).expect("a finished table");
        bytes
    }

    #[test]
    fn pieces_make_the_same_table() {
        let ending: Ending = "KPK".parse().expect("an ending");
        let mut library = Library::new(Metric::Mate);
        for ending in ending.successors() {
            library.add(generate(ending, Metric::Mate, &library, &Unwatched).expect("a table"));
        }
        let whole = generate(ending, Metric::Mate, &library, &Unwatched).expect("a table");
        let mut puzzle = Puzzle::new(ending, Metric::Mate);
        let steps = steps(ending);
        assert!(steps.len() > 2, "{steps:?}");
        let last = PieceName { step: steps.len() - 1, slices: 0..1 };
        assert_eq!(puzzle.make(&last, &library, &Unwatched), Err(PieceError::Unfinished(ending)));
        for (step, &slices) in steps.iter().enumerate() {
            let names: Vec<PieceName> =
                (0..slices).map(|slice| PieceName { step, slices: slice..slice + 1 }).collect();
            let pieces: Vec<Vec<u8>> =
                names.iter().map(|name| puzzle.make(name, &library, &Unwatched).expect("a piece")).collect();
            let mut damaged = pieces[0].clone();
            damaged[20] ^= 1;
            assert!(matches!(puzzle.put(&names[0], &damaged), Err(PieceError::Damaged(..))));
            for (name, piece) in names.iter().zip(&pieces) {
                puzzle.put(name, piece).expect("a place");
            }
        }
        let beyond = PieceName { step: 0, slices: 0..99 };
        assert!(matches!(puzzle.put(&beyond, b""), Err(PieceError::NoPiece(..))));
        assert!(bytes(&puzzle.finish().expect("all pieces")) == bytes(&whole));
    }
}
