//! The rules that cut branches off: each a small function of the facts, with its switch.

use quevedo_rules::{Board, Color, EXCHANGE_VALUES, Move, Piece};
use quevedo_value::{Depth, Score};

use crate::heuristic::{Heuristic, Profile};
use crate::history::captured;
use crate::node::{MoveFacts, Node};

/// The score that the table settles the node with, if it does.
/// Greenblatt 1967; Slate and Atkin 1977. Switch: `Heuristic::TableCutoff`.
pub fn table_cutoff<P: Profile>(p: &P, n: &Node, halfmove_clock: u16) -> Option<Score> {
    let entry = n.entry.filter(|_| p.on(Heuristic::TableCutoff) && !n.pv && n.excluded.is_none())?;
    let bound = entry.bound?;
    // Close to the fifty-move rule the table, which does not know the counter, is not believed.
    let deep_enough = entry.depth >= n.depth;
    let fits = if entry.score >= n.window.beta { bound.is_lower() } else { bound.is_upper() };
    (deep_enough && fits && i32::from(halfmove_clock) < p.params().table_halfmoves).then_some(entry.score)
}

/// Whether the node is so bad that only a tactical shot could save it: then quiescence decides.
/// Birmingham and Kent 1977 (razoring). Switch: `Heuristic::Razoring`.
pub fn razors<P: Profile>(p: &P, n: &Node) -> bool {
    let q = p.params();
    p.on(Heuristic::Razoring)
        && !n.pv
        && !n.in_check
        && n.excluded.is_none()
        && n.depth.plies() <= q.razor_depth
        && !n.window.alpha.is_decided()
        && n.eval + q.razor_base + q.razor_slope * n.depth.plies() <= n.window.alpha
}

/// The score of a node that is so good that the other side would not have allowed it.
/// Heinz 1998 (static null move, reverse futility). Switch: `Heuristic::ReverseFutility`.
#[doc(alias = "static null move")]
pub fn reverse_futility<P: Profile>(p: &P, n: &Node) -> Option<Score> {
    let q = p.params();
    let margin =
        q.reverse_futility_slope * n.depth.plies() - q.reverse_futility_improving * i32::from(n.improving);
    let cuts = p.on(Heuristic::ReverseFutility)
        && !n.was_pv
        && !n.in_check
        && n.excluded.is_none()
        && n.depth.plies() <= q.reverse_futility_depth
        && !n.window.beta.is_lost()
        && !n.eval.is_decided()
        && n.eval - margin.max(0) >= n.window.beta;
    cuts.then(|| Score::cp(n.eval.raw().midpoint(n.window.beta.raw())).max(n.window.beta))
}

/// By how much a search after passing is reduced, or `None` where passing is not tried.
/// Beal 1989; Donninger 1993. Switch: `Heuristic::NullMove`.
pub fn null_move_reduction<P: Profile>(p: &P, n: &Node) -> Option<Depth> {
    let q = p.params();
    let allowed = p.on(Heuristic::NullMove)
        && !n.pv
        && !n.in_check
        && n.excluded.is_none()
        && n.has_pieces
        && n.depth.plies() >= q.null_depth
        && !n.window.beta.is_lost()
        && n.eval >= n.window.beta
        && n.eval + q.null_slack * n.depth.plies() >= n.window.beta + q.null_margin
        && !table_denies(n);
    allowed.then(|| {
        let by_eval = ((n.eval - n.window.beta) / q.null_eval_divisor).clamp(0, q.null_eval_most);
        Depth(q.null_base + n.depth.plies() / q.null_divisor + by_eval)
    })
}

/// Whether the table says that the node does not reach beta.
fn table_denies(n: &Node) -> bool {
    n.entry.is_some_and(|entry| {
        entry.bound.is_some_and(quevedo_value::Bound::is_upper) && entry.score < n.window.beta
    })
}

/// The raised beta that a good capture must beat in a shallow search, if `ProbCut` is tried.
/// Buro 1995. Switch: `Heuristic::ProbCut`.
pub fn probcut_beta<P: Profile>(p: &P, n: &Node) -> Option<Score> {
    let q = p.params();
    let beta = n.window.beta + q.probcut_margin - q.probcut_improving * i32::from(n.improving);
    let hopeless = n.entry.is_some_and(|entry| {
        entry.depth.plies() >= n.depth.plies() - q.probcut_table_depth
            && entry.bound.is_some()
            && entry.score < beta
    });
    let tried = p.on(Heuristic::ProbCut)
        && !n.pv
        && !n.in_check
        && n.excluded.is_none()
        && n.depth.plies() >= q.probcut_depth
        && !n.window.beta.is_decided()
        && !hopeless;
    tried.then_some(beta)
}

/// Whether so many quiet moves have been tried that the rest is left out. Not in a principal variation, whose
/// score is told: it would be too good for the side whose opponent's answers are left out (docs/results/labels.md).
/// Switch: `Heuristic::LateMovePruning`.
pub fn late_move_pruning<P: Profile>(p: &P, n: &Node, m: &MoveFacts) -> bool {
    let q = p.params();
    let squared = n.depth.plies() * n.depth.plies();
    let most =
        (q.lmp_base + q.lmp_slope * squared / 1024) / if n.improving { 1 } else { q.lmp_not_improving };
    p.on(Heuristic::LateMovePruning) && !n.pv && m.number > most.max(1)
}

/// Whether a quiet move is too far from alpha.
/// Schaeffer 1986; Heinz 1998. Switch: `Heuristic::Futility`.
pub fn futility<P: Profile>(p: &P, n: &Node, m: &MoveFacts) -> bool {
    let q = p.params();
    let margin =
        q.futility_base + q.futility_slope * m.reduced_depth.plies() + m.history / q.futility_history;
    p.on(Heuristic::Futility)
        && !n.in_check
        && m.reduced_depth.plies() <= q.futility_depth
        && n.eval + margin <= n.window.alpha
}

/// Whether a quiet move has been bad too often.
/// Switch: `Heuristic::HistoryPruning`.
pub fn history_pruning<P: Profile>(p: &P, m: &MoveFacts) -> bool {
    let q = p.params();
    p.on(Heuristic::HistoryPruning)
        && m.reduced_depth.plies() <= q.history_prune_depth
        && m.history < q.history_prune_slope * (m.reduced_depth.plies() + 1)
}

/// What a move may lose in the exchange on its target square, near the leaves.
/// Switch: `Heuristic::SeePruning`.
pub fn exchange_allowance<P: Profile>(p: &P, n: &Node, m: &MoveFacts) -> Option<i32> {
    let q = p.params();
    p.on(Heuristic::SeePruning).then(|| {
        if m.quiet {
            q.see_quiet_slope * m.reduced_depth.plies().max(0) * m.reduced_depth.plies().max(0)
        } else {
            q.see_capture_slope * n.depth.plies() - m.history / q.see_capture_history
        }
    })
}

/// In quiescence: whether a capture cannot reach alpha even with what it takes.
/// Switch: `Heuristic::DeltaPruning`.
pub fn delta_pruned<P: Profile>(p: &P, board: &Board, base: Score, alpha: Score, mv: Move) -> bool {
    let gain = if mv.is_capture() { EXCHANGE_VALUES[captured(board, mv).index()] } else { 0 };
    let q = p.params();
    p.on(Heuristic::DeltaPruning)
        && !mv.is_promotion()
        && base + gain * q.delta_gain / 100 + q.delta_margin <= alpha
}

/// Whether a side has anything but king and pawns, so that it can hardly be in zugzwang.
pub fn has_pieces(board: &Board, color: Color) -> bool {
    let pawns_and_king = board.colored(color, Piece::Pawn) | board.colored(color, Piece::King);
    (board.color(color) - pawns_and_king).any()
}

/// The evaluation faded towards a draw as the fifty-move rule comes near.
/// Switch: `Heuristic::FiftyMoveDamping`.
pub fn damped<P: Profile>(p: &P, eval: i32, halfmove_clock: u16) -> i32 {
    if p.on(Heuristic::FiftyMoveDamping) {
        let scale = p.params().damping_halfmoves;
        eval * (scale - i32::from(halfmove_clock.min(100))) / scale
    } else {
        eval
    }
}

#[cfg(test)]
mod tests;
