//! The triangular workspace: the best line below every node of the current path.
//!
//! Row `ply` holds the line from the node at that ply; a better move there is written before the row below.
//! Marsland, section 3.5: *a small triangular workspace (D x D/2 entries) is needed to hold the current
//! continuation as it is generated*.

use crate::limits::MAX_PLY;

/// The workspace.
#[derive(Clone, Debug)]
pub(crate) struct Lines<M> {
    rows: Vec<Vec<M>>,
}

impl<M: Copy> Lines<M> {
    pub(crate) fn new() -> Lines<M> {
        Lines { rows: vec![Vec::new(); MAX_PLY + 2] }
    }

    /// Nothing is known below the node at `ply`.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        if let Some(row) = self.rows.get_mut(ply) {
            row.clear();
        }
    }

    /// The move is the best at `ply`; the line goes on as it does below.
    #[inline]
    pub(crate) fn extend(&mut self, ply: usize, mv: M) {
        if let Some([row, below]) = self.rows.get_mut(ply..ply + 2) {
            row.clear();
            row.push(mv);
            row.extend_from_slice(below);
        }
    }

    /// The line from `ply` is this one.
    pub(crate) fn set(&mut self, ply: usize, line: &[M]) {
        if let Some(row) = self.rows.get_mut(ply) {
            row.clear();
            row.extend_from_slice(line);
        }
    }

    /// The line from `ply`.
    pub(crate) fn line(&self, ply: usize) -> &[M] {
        self.rows.get(ply).map_or(&[], Vec::as_slice)
    }
}
