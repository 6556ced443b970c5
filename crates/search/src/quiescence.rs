//! The search beyond the horizon: captures until the position is quiet (Shannon 1950, on stable
//! positions; Turing), so that the evaluation is not asked in the middle of an exchange.

use quevedo_rules::{Board, Move};
use quevedo_value::{Bound, Depth, Ply, Score};

use crate::heuristic::{Heuristic, Profile};
use crate::node::Window;
use crate::picker::Picker;
use crate::pruning;
use crate::table::Entry;
use crate::worker::Worker;

impl<P: Profile> Worker<P> {
    /// The value of a position when only captures, promotions and evasions of check are played; on
    /// the first ply (`depth` zero) also checks.
    pub(crate) fn quiescence(&mut self, board: &Board, window: Window, ply: Ply, depth: Depth) -> Score {
        debug_assert!(window.alpha < window.beta, "an empty window");
        self.frame(ply).pv.clear();
        if self.count_and_poll() {
            return Score::DRAW;
        }
        if self.hurried {
            return self.evaluator_score(board);
        }
        self.selective_depth = self.selective_depth.max(ply.index());
        let Window { mut alpha, beta } = window;
        let pv = beta - alpha > 1;
        if alpha < Score::DRAW && self.can_repeat(board, ply) {
            alpha = Score::DRAW;
            if alpha >= beta {
                return alpha;
            }
        }
        let mut node = self.look_up(board, Window { alpha, beta }, depth, ply, false);
        if self.is_draw(board, ply, node.in_check) {
            return Score::DRAW;
        }
        if ply.is_last() {
            return if node.in_check { Score::DRAW } else { self.evaluator_score(board) };
        }
        if let Some(score) = pruning::table_cutoff(&self.profile, &node, board.halfmove_clock()) {
            return score;
        }
        // Standing pat: nobody has to capture, unless in check.
        self.evaluate(board, &mut node);
        let mut best = if node.in_check { -Score::INFINITE } else { node.eval };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let first_alpha = window.alpha;
        let mut best_move = None;
        let mut moves = QuietMoves::new(&self.profile, node.table_move, node.in_check, depth);
        let context = self.quiet_context(board, ply);
        let mut number = 0;
        while let Some(mv) = moves.next(self, board, &context) {
            number += 1;
            if !best.is_lost() && !node.in_check && self.leaves_out(board, node.eval, alpha, mv) {
                continue;
            }
            // Evasions: one quiet one that is tried is enough to prove that it is no mate.
            let enough = number > self.profile.params().quiescence_evasions;
            if node.in_check && enough && mv.is_quiet() && !best.is_lost() {
                break;
            }
            let mut child = *board;
            child.make(mv);
            self.descend(board, Some(mv), &child, ply);
            let score = -self.quiescence(&child, Window { alpha, beta }.flipped(), ply.next(), depth - 1);
            self.ascend();
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if pv {
                        self.extend_line(mv, ply);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if node.in_check && number == 0 {
            return Score::mated_in(ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if pv && best > first_alpha && best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            mv: best_move,
            score: best,
            bound: Some(bound),
            eval: node.raw_eval,
            depth: Depth(-i32::from(depth < Depth::ZERO)),
            was_pv: node.was_pv,
        };
        self.shared.table.store(board.key(), ply, entry);
        best
    }

    fn evaluator_score(&mut self, board: &Board) -> Score {
        use quevedo_eval::Evaluator;
        let raw = self.evaluator.evaluate(board);
        if self.leans { self.corrected(board, raw) } else { raw }
    }

    /// Captures that cannot reach alpha, or lose material.
    fn leaves_out(&self, board: &Board, eval: Score, alpha: Score, mv: Move) -> bool {
        let p = &self.profile;
        (pruning::delta_pruned(p, board, eval, alpha, mv) && !board.gives_check(mv))
            || (p.on(Heuristic::QuiescenceSee) && !board.see_ge(mv, p.params().quiescence_see))
    }
}

/// The moves of a quiescence node: captures, then on the first ply quiet checks; in check, all.
struct QuietMoves {
    picker: Picker,
    checks: Option<quevedo_rules::MoveList>,
    next_check: usize,
    wants_checks: bool,
    table_move: Option<Move>,
}

impl QuietMoves {
    fn new<P: Profile>(p: &P, table_move: Option<Move>, in_check: bool, depth: Depth) -> QuietMoves {
        let picker =
            if in_check { Picker::new(table_move, [None; 3]) } else { Picker::captures(table_move, -30_000) };
        let wants_checks = !in_check && depth == Depth::ZERO && p.on(Heuristic::QuietChecks);
        QuietMoves { picker, checks: None, next_check: 0, wants_checks, table_move }
    }

    fn next<P: Profile>(
        &mut self,
        worker: &Worker<P>,
        board: &Board,
        context: &crate::history::QuietContext,
    ) -> Option<Move> {
        if let Some(mv) = self.picker.next(board, &worker.shared.histories, context) {
            return Some(mv);
        }
        if !self.wants_checks {
            return None;
        }
        let table_move = self.table_move;
        let checks = self.checks.get_or_insert_with(|| {
            let mut quiets = board.quiets();
            quiets.retain(|mv| Some(mv) != table_move && board.gives_check(mv) && board.see_ge(mv, 0));
            quiets
        });
        let mv = checks.get(self.next_check).copied();
        self.next_check += 1;
        mv
    }
}
