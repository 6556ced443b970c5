//! How much less deep late moves are searched, and how much deeper good ones.

use quevedo_rules::Square;
use quevedo_value::Depth;

use crate::heuristic::{Heuristic, Profile};
use crate::node::{MoveFacts, Node};

/// 1024ths of a ply.
const PLY: i32 = 1024;

/// The basic reduction by depth and move number: it grows with the logarithm of both.
#[derive(Clone)]
pub struct ReductionTable(Box<[[i16; 64]; 64]>);

impl core::fmt::Debug for ReductionTable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("ReductionTable")
    }
}

impl ReductionTable {
    /// The table for a profile's parameters.
    pub fn new<P: Profile>(p: &P) -> ReductionTable {
        let q = p.params();
        let mut table = Box::new([[0; 64]; 64]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                let growth = f64::from(depth as u32).ln() * f64::from(number as u32).ln();
                let plies = f64::from(q.lmr_base) + growth * 1024.0 * 1024.0 / f64::from(q.lmr_divisor);
                *cell = plies as i16;
            }
        }
        ReductionTable(table)
    }

    #[inline]
    fn get(&self, depth: Depth, number: i32) -> i32 {
        i32::from(self.0[depth.plies().clamp(0, 63) as usize][number.clamp(0, 63) as usize])
    }

    /// The plies that a quiet move at this place will roughly be reduced by: for the pruning rules.
    #[inline]
    pub fn estimate(&self, depth: Depth, number: i32) -> i32 {
        self.get(depth, number) / PLY
    }
}

/// By how many plies a move is searched less deep at first.
/// Björnsson and Marsland 2000; Fruit 2005. Switch: `Heuristic::LateMoveReduction`.
#[doc(alias = "LMR")]
pub fn late_move_reduction<P: Profile>(
    p: &P,
    table: &ReductionTable,
    n: &Node,
    m: &MoveFacts,
    cutoffs_below: u32,
) -> i32 {
    let q = p.params();
    let applies = p.on(Heuristic::LateMoveReduction)
        && n.depth.plies() >= q.lmr_depth
        && m.number > 1 + i32::from(n.pv);
    if !applies {
        return 0;
    }
    let mut reduction = table.get(n.depth, m.number);
    let mut add = |when: bool, amount: i32| reduction += if when { amount } else { 0 };
    add(n.was_pv, -q.lmr_pv);
    add(n.ply.is_root(), -q.lmr_root);
    add(n.cut, q.lmr_cut_node);
    add(!n.improving, q.lmr_not_improving);
    add(m.refutation, -q.lmr_refutation);
    add(m.gives_check, -q.lmr_check);
    add(n.table_move.is_some_and(|mv| !mv.is_quiet()), q.lmr_table_capture);
    add(cutoffs_below as i32 > q.lmr_cutoffs_many, q.lmr_cutoffs);
    if m.quiet {
        reduction -= m.history * PLY / q.lmr_history;
    } else {
        reduction = reduction / q.lmr_capture_divisor - m.history * PLY / q.lmr_capture_history;
    }
    reduction / PLY
}

/// One ply less for a node whose best move nobody knows.
/// Rebel (Schröder). Switch: `Heuristic::InternalReduction`.
pub fn internal_reduction<P: Profile>(p: &P, n: &Node) -> i32 {
    let applies = p.on(Heuristic::InternalReduction)
        && n.table_move.is_none()
        && n.excluded.is_none()
        && (n.pv || n.cut)
        && n.depth.plies() >= p.params().iir_depth;
    i32::from(applies)
}

/// Whether a check that loses nothing is searched deeper here.
/// Switch: `Heuristic::CheckExtension`.
pub fn check_extends<P: Profile>(p: &P, n: &Node) -> bool {
    p.on(Heuristic::CheckExtension) && n.depth.plies() <= p.params().check_extension_depth
}

/// Whether a capture on the square of the last capture is searched deeper: in principal variations, where
/// the exchange decides what the line is worth. Switch: `Heuristic::RecaptureExtension`.
pub fn recapture_extends<P: Profile>(p: &P, n: &Node, last_capture: Option<Square>, m: &MoveFacts) -> bool {
    p.on(Heuristic::RecaptureExtension)
        && n.pv
        && !n.ply.is_root()
        && !m.quiet
        && n.depth.plies() <= p.params().recapture_extension_depth
        && last_capture == Some(m.mv.to())
}

/// Whether the table's move may be tested for being singular.
/// Anantharaman, Campbell and Hsu 1990. Switch: `Heuristic::SingularExtension`.
pub fn may_be_singular<P: Profile>(p: &P, n: &Node) -> bool {
    let q = p.params();
    p.on(Heuristic::SingularExtension)
        && !n.ply.is_root()
        && n.excluded.is_none()
        && n.depth.plies() >= q.singular_depth
        && n.entry.is_some_and(|entry| {
            entry.bound.is_some_and(quevedo_value::Bound::is_lower)
                && entry.depth.plies() >= n.depth.plies() - q.singular_table_depth
                && !entry.score.is_decided()
        })
}

#[cfg(test)]
mod tests;
