//! The search of one node: principal variation search in the negamax frame, fail-soft.
//! `docs/search.md` walks through it.

use quevedo_rules::{Board, Move, Square};
use quevedo_value::{Bound, Depth, Ply, Score};

use crate::heuristic::{Heuristic, Profile};
use crate::history::QuietContext;
use crate::node::{MoveFacts, Node, Window};
use crate::picker::Picker;
use crate::pruning;
use crate::reduction;
use crate::table::Entry;
use crate::worker::Worker;

/// The best that a node has found so far.
struct Best {
    score: Score,
    mv: Option<Move>,
}

/// What the test for a singular table move says.
enum Extension {
    /// Search so many plies deeper (or less deep).
    Plies(i32),
    /// Several moves beat beta: no need to search at all.
    Cut(Score),
}

/// The moves of a node, in the order in which they are searched.
struct Queue {
    picker: Picker,
    /// Moves that another thread was searching when it was their turn.
    deferred: arrayvec::ArrayVec<MoveFacts, 16>,
    /// How many moves the picker has given.
    number: i32,
}

/// The moves tried before the best one, to be punished by it.
#[derive(Default)]
struct Tried {
    quiets: arrayvec::ArrayVec<Move, 64>,
    captures: arrayvec::ArrayVec<Move, 32>,
}

impl Tried {
    fn add(&mut self, m: &MoveFacts) {
        let _ = if m.quiet { self.quiets.try_push(m.mv) } else { self.captures.try_push(m.mv) };
    }
}

impl<P: Profile> Worker<P> {
    /// The value of a position, as far as the window asks. `cut` says that a cut-off is expected.
    pub(crate) fn search(
        &mut self,
        board: &Board,
        window: Window,
        depth: Depth,
        ply: Ply,
        cut: bool,
    ) -> Score {
        debug_assert!(window.alpha < window.beta, "an empty window");
        debug_assert!(!(window.is_wide() && cut), "no cut-off is expected in a principal variation");
        // 1. At the horizon, only captures are looked at.
        if depth <= Depth::ZERO || (self.hurried && !ply.is_root()) {
            return self.quiescence(board, window, ply, Depth::ZERO);
        }
        // 2. The end of the search, draws, and mates that are too far away.
        self.frame(ply).pv.clear();
        if self.count_and_poll() {
            return Score::DRAW;
        }
        let mut window = window;
        if let Some(score) = self.settled(board, &mut window, ply) {
            return score;
        }
        // 3. What the table knows, and what tablebases do.
        let mut node = self.look_up(board, window, depth, ply, cut);
        if let Some(score) = self.known(board, &mut node) {
            return score;
        }
        // 4. The static evaluation.
        self.evaluate(board, &mut node);
        self.frames[ply.index() + 1].cutoffs = 0;
        if node.excluded.is_none() {
            self.frames[ply.index() + 2].killers = [None; 2];
        }
        // 5. Nodes that need no look at all their moves: razoring, reverse futility, null move, ProbCut.
        if let Some(score) = self.prune_node(board, &node) {
            return score;
        }
        // 6. A node whose best move nobody knows is searched less deep.
        node.depth -= reduction::internal_reduction(&self.profile, &node);

        let context = self.quiet_context(board, ply);
        let picker = Picker::new(node.table_move, self.refutations(ply));
        let mut queue = Queue { picker, deferred: arrayvec::ArrayVec::new(), number: 0 };
        let mut best = Best { score: node.possible.floor, mv: None };
        let mut tried = Tried::default();
        let first_alpha = node.window.alpha;
        // 7. Moves that are not worth a look near the leaves are left out, those that another thread looks at put off.
        while let Some(m) = self.next_move(&mut queue, board, &node, &context, &best) {
            let mv = m.mv;
            // 8. Moves that deserve a deeper look.
            let extension = match self.extension(board, &node, &m) {
                Extension::Plies(plies) => plies,
                Extension::Cut(score) => return score,
            };
            // 9. Down to the child.
            let nodes_before = self.nodes;
            let mut child = *board;
            child.make(mv);
            self.descend(board, Some(mv), &child, ply);
            // 10. Late moves less deep, all but the first with a null window.
            let task = self.begin_task(board, &node, mv);
            let score = self.search_child(&child, &node, &m, extension).min(node.possible.ceiling);
            self.end_task(task);
            self.ascend();
            if self.stopped {
                return Score::DRAW;
            }
            if ply.is_root() {
                let line = &self.frames[1].pv;
                self.root.report(
                    mv,
                    score,
                    node.window,
                    m.number,
                    self.nodes - nodes_before,
                    line,
                    self.selective_depth,
                );
            }
            // 11. A better move, perhaps so good that the other side avoids the node.
            if score > best.score {
                best.score = score;
                if score > node.window.alpha {
                    best.mv = Some(mv);
                    if node.pv {
                        self.extend_line(mv, ply);
                    }
                    if score >= node.window.beta {
                        self.frame(ply).cutoffs += 1;
                        break;
                    }
                    node.window.alpha = score;
                }
            }
            if best.mv != Some(mv) {
                tried.add(&m);
            }
        }
        // 12. No move at all: mate or stalemate (or, in a singularity test, no other move).
        if queue.number == 0 {
            return match (node.excluded, node.in_check) {
                (Some(_), _) => window.alpha,
                (None, true) => Score::mated_in(ply),
                (None, false) => Score::DRAW,
            };
        }
        // 13. What was learnt.
        if let Some(mv) = best.mv.filter(|_| best.score >= node.window.beta) {
            self.reward(board, &node, &context, mv, &tried);
        }
        if node.excluded.is_none() {
            self.remember(board, &node, first_alpha, &best);
        }
        best.score
    }

    /// Step 2: draws, and windows that only mates beyond reach could fill.
    fn settled(&self, board: &Board, window: &mut Window, ply: Ply) -> Option<Score> {
        if ply.is_root() {
            return None;
        }
        if self.is_draw(board, ply, board.in_check()) {
            return Some(Score::DRAW);
        }
        if window.alpha < Score::DRAW && self.can_repeat(board, ply) {
            window.alpha = Score::DRAW;
        }
        if self.profile.on(Heuristic::MateDistance) {
            window.alpha = window.alpha.max(Score::mated_in(ply));
            window.beta = window.beta.min(Score::mate_in(ply.next()));
        }
        (window.alpha >= window.beta).then_some(window.alpha)
    }

    /// Step 3: the score that the table or tablebases settle the node with, if they do.
    fn known(&mut self, board: &Board, node: &mut Node) -> Option<Score> {
        let known = pruning::table_cutoff(&self.profile, node, board.halfmove_clock());
        known.or_else(|| self.ask_tables(board, node))
    }

    /// Step 5.
    fn prune_node(&mut self, board: &Board, node: &Node) -> Option<Score> {
        if pruning::razors(&self.profile, node) {
            let score = self.quiescence(board, Window::null(node.window.alpha + 1), node.ply, Depth::ZERO);
            if score <= node.window.alpha {
                return Some(score);
            }
        }
        if let Some(score) = pruning::reverse_futility(&self.profile, node) {
            return Some(score);
        }
        self.null_move(board, node).or_else(|| self.probcut(board, node))
    }

    /// If even passing holds beta, a real move will too. Deep cut-offs are verified by a search without
    /// null moves near the top, because of zugzwang. That search decides, as in Stockfish and its kin; David-Tabibi and
    /// Netanyahu (2002) verify otherwise: at every depth, by going on in the same node one ply less deep.
    /// Beal 1989.
    fn null_move(&mut self, board: &Board, node: &Node) -> Option<Score> {
        let reduction = pruning::null_move_reduction(&self.profile, node)?;
        let passed_before =
            node.ply.index().checked_sub(1).is_some_and(|above| self.frames[above].mv.is_none());
        if passed_before || node.ply < self.null_from {
            return None;
        }
        let child = board.play_null()?;
        let beta = node.window.beta;
        let depth = node.depth - reduction;
        self.descend(board, None, &child, node.ply);
        let score = -self.search(&child, Window::null(beta).flipped(), depth, node.ply.next(), !node.cut);
        self.ascend();
        if self.stopped || score < beta {
            return None;
        }
        // A mate found by passing is not proven.
        let score = if score.is_won() { beta } else { score };
        let q = self.profile.params();
        let verify = self.profile.on(Heuristic::NullVerification)
            && node.depth.plies() >= q.null_verify_depth
            && self.null_from == Ply::ROOT;
        if !verify {
            return Some(score);
        }
        let protected = q.null_verify_quarters * depth.plies().max(0) / 4 + 1;
        self.null_from = Ply::new(node.ply.index() + protected as usize);
        let verified = self.search(board, Window::null(beta), depth, node.ply, false);
        self.null_from = Ply::ROOT;
        (verified >= beta).then_some(score)
    }

    /// If a good capture beats beta by a margin in a shallow search, the node is cut off.
    /// Buro 1995.
    fn probcut(&mut self, board: &Board, node: &Node) -> Option<Score> {
        let beta = pruning::probcut_beta(&self.profile, node)?;
        let depth = node.depth - self.profile.params().probcut_reduction;
        let context = self.quiet_context(board, node.ply);
        let mut picker = Picker::captures(node.table_move, beta - node.eval);
        while let Some(mv) = picker.next(board, &self.shared.histories, &context) {
            let mut child = *board;
            child.make(mv);
            self.descend(board, Some(mv), &child, node.ply);
            let window = Window::null(beta).flipped();
            let mut score = -self.quiescence(&child, window, node.ply.next(), Depth::ZERO);
            if score >= beta && depth > Depth::ZERO {
                score = -self.search(&child, window, depth, node.ply.next(), !node.cut);
            }
            self.ascend();
            if self.stopped {
                return None;
            }
            if score >= beta {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    bound: Some(Bound::Lower),
                    eval: node.raw_eval,
                    depth: depth + 1,
                    was_pv: node.was_pv,
                };
                self.shared.table.store(board.key(), node.ply, entry);
                return Some(score);
            }
        }
        None
    }

    /// Step 7. The next move that is worth a look; at the end, those that were put off.
    #[inline]
    fn next_move(
        &mut self,
        queue: &mut Queue,
        board: &Board,
        node: &Node,
        context: &QuietContext,
        best: &Best,
    ) -> Option<MoveFacts> {
        let is_root = node.ply.is_root();
        loop {
            let picked = if is_root {
                self.next_root_move()
            } else {
                queue.picker.next(board, &self.shared.histories, context)
            };
            let Some(mv) = picked else { return queue.deferred.pop_at(0) };
            if Some(mv) == node.excluded {
                continue;
            }
            queue.number += 1;
            let m = self.move_facts(board, node, context, mv, queue.number);
            let may_prune = !is_root && node.has_pieces && !best.score.is_lost();
            if may_prune && self.prune_move(board, node, &m, &mut queue.picker) {
                continue;
            }
            if !self.defers(board, node, &m) || queue.deferred.try_push(m).is_err() {
                return Some(m);
            }
        }
    }

    /// The quiet moves to try before the others.
    fn refutations(&self, ply: Ply) -> [Option<Move>; 3] {
        let [first, second] =
            if self.profile.on(Heuristic::Killers) { self.frames[ply.index()].killers } else { [None; 2] };
        let last = ply.index().checked_sub(1).and_then(|above| self.frames[above].footprint);
        let counter = self.shared.histories.counter(last).filter(|_| self.profile.on(Heuristic::CounterMove));
        [first, second, counter]
    }

    fn move_facts(
        &self,
        board: &Board,
        node: &Node,
        context: &QuietContext,
        mv: Move,
        number: i32,
    ) -> MoveFacts {
        let quiet = mv.is_quiet();
        let history = if quiet {
            self.shared.histories.quiet(board, context, mv)
        } else {
            self.shared.histories.capture(board, mv)
        };
        MoveFacts {
            mv,
            number,
            quiet,
            history,
            gives_check: board.gives_check(mv),
            refutation: self.refutations(node.ply).contains(&Some(mv)),
            reduced_depth: node.depth - self.reductions.estimate(node.depth, number),
        }
    }

    /// Step 7. Whether the move is left out; if no quiet move can follow, the picker is told.
    fn prune_move(&self, board: &Board, node: &Node, m: &MoveFacts, picker: &mut Picker) -> bool {
        let p = &self.profile;
        if pruning::late_move_pruning(p, node, m) {
            picker.skip_quiets();
        }
        let tame = m.quiet && !m.gives_check;
        if tame && (pruning::futility(p, node, m) || pruning::history_pruning(p, m)) {
            return true;
        }
        pruning::exchange_allowance(p, node, m).is_some_and(|loss| !board.see_ge(m.mv, loss))
    }

    /// Step 8. Check, recapture and singular extensions; multi-cut and negative extensions.
    fn extension(&mut self, board: &Board, node: &Node, m: &MoveFacts) -> Extension {
        if Some(m.mv) == node.table_move && reduction::may_be_singular(&self.profile, node) {
            return self.singular_extension(board, node, m.mv);
        }
        let p = &self.profile;
        let checks = m.gives_check && reduction::check_extends(p, node) && board.see_ge(m.mv, 0);
        let recaptures = reduction::recapture_extends(p, node, self.captured_on_last_ply(node.ply), m);
        Extension::Plies(i32::from(checks || recaptures))
    }

    /// The square on which the last move captured, if it did.
    fn captured_on_last_ply(&self, ply: Ply) -> Option<Square> {
        let last = self.frames[ply.index().checked_sub(1)?].mv?;
        last.is_capture().then(|| last.to())
    }

    /// Is the table's move much better than all others?
    /// Anantharaman, Campbell and Hsu 1990; multi-cut: Björnsson and Marsland 1999.
    fn singular_extension(&mut self, board: &Board, node: &Node, mv: Move) -> Extension {
        let q = *self.profile.params();
        let Some(entry) = node.entry else { return Extension::Plies(0) };
        let target = entry.score - q.singular_margin * node.depth.plies() / 16;
        let depth = Depth((node.depth.plies() - 1) / q.singular_divisor);
        self.frame(node.ply).excluded = Some(mv);
        let others = self.search(board, Window::null(target), depth, node.ply, node.cut);
        self.frame(node.ply).excluded = None;
        if self.stopped {
            return Extension::Plies(0);
        }
        if others < target {
            let doubles = self.frames[node.ply.index()].doubles;
            let double = !node.pv && others < target - q.double_margin && doubles < q.double_limit;
            return Extension::Plies(1 + i32::from(double));
        }
        if self.profile.on(Heuristic::MultiCut) && target >= node.window.beta && !target.is_decided() {
            return Extension::Cut(target);
        }
        let others_are_good = entry.score >= node.window.beta || node.cut;
        Extension::Plies(if others_are_good { -1 } else { 0 })
    }

    /// Step 10. Late moves are searched less deep and with a null window; a surprise is searched again
    /// to full depth, and in a principal variation with the full window.
    fn search_child(&mut self, child: &Board, node: &Node, m: &MoveFacts, extension: i32) -> Score {
        let ply = node.ply;
        let depth = node.depth - 1 + extension;
        self.frames[ply.index() + 1].doubles = self.frames[ply.index()].doubles + i32::from(extension >= 2);
        let null_window = Window::null(node.window.alpha + 1).flipped();
        let mut score = -Score::INFINITE;
        if !(node.pv && m.number == 1) {
            let cutoffs = self.frames[ply.index() + 1].cutoffs;
            let reduction = reduction::late_move_reduction(&self.profile, &self.reductions, node, m, cutoffs);
            let reduced =
                Depth((depth.plies() - reduction).clamp(1.min(depth.plies()), depth.plies().max(1)));
            let expect_cut = if reduced < depth || m.number > 1 { true } else { !node.cut };
            score = -self.search(child, null_window, reduced, ply.next(), expect_cut);
            if score > node.window.alpha && reduced < depth && !self.stopped {
                score = -self.search(child, null_window, depth, ply.next(), !node.cut);
            }
        }
        if node.pv && (m.number == 1 || (score > node.window.alpha && !self.stopped)) {
            score = -self.search(child, node.window.flipped(), depth, ply.next(), false);
        }
        score
    }

    /// Puts the move in front of the child's line.
    pub(crate) fn extend_line(&mut self, mv: Move, ply: Ply) {
        let [parent, child] = &mut self.frames[ply.index()..ply.index() + 2] else { return };
        parent.pv.clear();
        parent.pv.push(mv);
        for &next in &child.pv {
            if parent.pv.try_push(next).is_err() {
                return;
            }
        }
    }

    /// Step 13. The move that cut off is remembered; the moves tried before it are punished.
    fn reward(&mut self, board: &Board, node: &Node, context: &QuietContext, mv: Move, tried: &Tried) {
        let q = *self.profile.params();
        let bonus = (q.history_bonus_slope * node.depth.plies() - q.history_bonus_offset)
            .clamp(q.history_bonus_min, q.history_bonus_max);
        if mv.is_quiet() {
            let last = node.ply.index().checked_sub(1).and_then(|above| self.frames[above].footprint);
            self.shared.histories.set_counter(last, mv);
            let killers = &mut self.frames[node.ply.index()].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.shared.histories.update_quiet(board, context, mv, bonus);
            for &quiet in &tried.quiets {
                self.shared.histories.update_quiet(board, context, quiet, -bonus);
            }
        }
        if !self.profile.on(Heuristic::CaptureHistory) {
            return;
        }
        if !mv.is_quiet() {
            self.shared.histories.update_capture(board, mv, bonus);
        }
        for &capture in &tried.captures {
            self.shared.histories.update_capture(board, capture, -bonus);
        }
    }

    /// Step 13. The result goes into the table, and teaches the evaluation.
    fn remember(&mut self, board: &Board, node: &Node, first_alpha: Score, best: &Best) {
        let bound = if best.score >= node.window.beta {
            Bound::Lower
        } else if best.score > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let quiet = best.mv.is_none_or(Move::is_quiet);
        if let (Some(eval), true, false) =
            (self.frames[node.ply.index()].eval, quiet, best.score.is_decided())
        {
            let wrong = if best.score > eval { bound.is_lower() } else { bound.is_upper() };
            if wrong {
                self.shared.histories.corrections().update(board, node.depth, best.score, eval);
            }
        }
        if node.ply.is_root() && self.root.is_secondary() {
            return;
        }
        let entry = Entry {
            mv: best.mv,
            score: best.score,
            bound: Some(bound),
            eval: node.raw_eval,
            depth: node.depth,
            was_pv: node.was_pv,
        };
        self.shared.table.store(board.key(), node.ply, entry);
    }
}

#[cfg(test)]
mod tests;
