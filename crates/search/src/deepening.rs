//! Iterative deepening with aspiration windows: the search of a root.

use core::sync::atomic::Ordering::Relaxed;
use core::time::Duration;

use quevedo_eval::Evaluator;
use quevedo_rules::{Board, Key, Move};
use quevedo_value::{Bound, Depth, MAX_PLY, Ply, Score};

use crate::heuristic::{Heuristic, Profile};
use crate::limits::Limits;
use crate::node::Window;
use crate::root::{RootMove, RootMoves};
use crate::sacrifices::Sacrifices;
use crate::time::{self, Budget};
use crate::worker::{Frame, Worker};

/// What a search says about one line.
#[derive(Clone, Debug)]
pub struct Report {
    /// The iteration.
    pub depth: Depth,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// The rank of the line, from 1.
    pub multi_pv: usize,
    /// The score for the side to move.
    pub score: Score,
    /// How the score relates to the true value.
    pub bound: Bound,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// Thousandths of the table filled.
    pub fullness: u32,
    /// Positions found in tablebases so far.
    pub table_hits: u64,
    /// Whether tablebases know that the line's first move leads to a draw, so that the score is no estimate:
    /// the chances are 0, 1000, 0.
    pub table_draw: bool,
    /// The line.
    pub line: Vec<Move>,
}

/// A line as a search leaves it, without what only matters while it goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalLine {
    /// The iteration that found it.
    pub depth: Depth,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// The score for the side to move.
    pub score: Score,
    /// How the score relates to the true value.
    pub bound: Bound,
    /// The moves.
    pub moves: Vec<Move>,
}

impl FinalLine {
    fn new(root_move: &RootMove, depth: Depth) -> FinalLine {
        FinalLine {
            depth,
            selective_depth: root_move.selective_depth.max(depth.plies() as usize),
            score: root_move.score,
            bound: root_move.bound,
            moves: root_move.line.to_vec(),
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The answer that the search expects.
    pub ponder: Option<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// The last finished iteration.
    pub depth: Depth,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The lines as they stood at the end, the best move's first.
    pub lines: Vec<FinalLine>,
}

impl SearchResult {
    /// No move at all.
    pub fn nothing() -> SearchResult {
        SearchResult {
            best: None,
            ponder: None,
            score: Score::DRAW,
            depth: Depth::ZERO,
            nodes: 0,
            lines: Vec::new(),
        }
    }

    /// The first of the lines is what is played.
    fn settle(&mut self) {
        let Some(first) = self.lines.first() else { return };
        self.best = first.moves.first().copied();
        self.ponder = first.moves.get(1).copied();
        self.score = first.score;
    }
}

impl<P: Profile> Worker<P> {
    /// Prepares for a search from `board`, whose game had the positions of `history` before.
    pub fn set_up(&mut self, board: &Board, history: &[Key], limits: Limits, budget: Budget) {
        self.root = RootMoves::new(board, &limits.search_moves);
        self.sacrifices = Sacrifices::new(board, self.root.moves().iter().map(|root_move| root_move.mv));
        self.keys.clear();
        self.keys.extend_from_slice(history);
        self.frames.iter_mut().for_each(Frame::clear);
        self.frames[0].plies_since_null = history.len();
        self.evaluator.reset(board);
        self.limits = limits;
        if let Some(most) = budget.most_nodes() {
            self.limits.nodes = Some(self.limits.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        self.budget = budget;
        self.nodes = 0;
        self.selective_depth = 0;
        self.stopped = false;
        self.hurried = false;
        self.overtaken = false;
        self.null_from = Ply::ROOT;
    }

    /// Searches deeper and deeper until a limit is reached, telling `report` about every line.
    pub fn deepen(&mut self, board: &Board, lines: usize, report: &mut dyn FnMut(&Report)) -> SearchResult {
        let lines = lines.clamp(1, self.root.moves().len().max(1));
        let last = self.limits.depth.map_or(MAX_PLY as i32 - 1, Depth::plies).clamp(1, MAX_PLY as i32 - 1);
        let mut outcome = SearchResult { best: self.root.best(), ..SearchResult::nothing() };
        if outcome.best.is_none() {
            outcome.score = if board.in_check() { Score::mated_in(Ply::ROOT) } else { Score::DRAW };
            return outcome;
        }
        let mut stable = 0;
        let mut scores = Vec::new();
        self.iteration = Depth::ZERO;
        while self.iteration.plies() < last {
            self.iteration += 1;
            let depth = self.iteration;
            if lines == 1 {
                self.try_sacrifices(board);
            }
            if self.profile.on(Heuristic::RootOrdering)
                && depth.plies() >= self.profile.params().root_ordering_depth
            {
                self.root.order_by_effort(lines);
            }
            self.root.begin_iteration();
            for line in 0..lines {
                self.root.begin_line(line);
                if !self.stopped {
                    self.aspirate(board, depth, report);
                }
                if self.stopped {
                    break;
                }
                self.root.sort_lines(line + 1);
                // From now on there is a move to play, and the search can be stopped.
                self.root.set_ready();
            }
            if self.stopped && self.join_lead(board) {
                continue;
            }
            if self.stopped {
                break;
            }
            if self.role.leads() {
                self.shared.finished.store(depth.plies(), Relaxed);
            }
            for line in 0..lines {
                self.tell(depth, line, report);
            }
            let best = &self.root.moves()[0];
            stable = if Some(best.mv) == outcome.best { stable + 1 } else { 0 };
            scores.push(best.score.raw());
            outcome.depth = depth;
            outcome.lines = self.root.moves()[..lines].iter().map(|it| FinalLine::new(it, depth)).collect();
            outcome.settle();
            if self.is_satisfied(depth, stable, &scores) {
                break;
            }
        }
        self.take_partial_result(&mut outcome, lines);
        outcome.nodes = self.total_nodes();
        outcome
    }

    /// A helper that was overtaken goes on where the lead is, with the best move that the table knows.
    fn join_lead(&mut self, board: &Board) -> bool {
        if !core::mem::take(&mut self.overtaken) || self.shared.stop.load(Relaxed) {
            return false;
        }
        self.stopped = false;
        self.iteration = Depth(self.shared.finished.load(Relaxed));
        if let Some(entry) = self.shared.table.probe(board.key(), Ply::ROOT) {
            self.root.bring_forward(entry.mv, entry.score);
        }
        true
    }

    /// What an unfinished iteration has found counts: lines that it has finished, or a move that is
    /// [better](Worker::is_improvement) than the old best one.
    fn take_partial_result(&self, outcome: &mut SearchResult, lines: usize) {
        if !self.stopped {
            return;
        }
        let found = if self.root.is_secondary() { self.root.current_line() } else { 1 };
        let is_known = |it: &&RootMove| it.score > -Score::INFINITE && it.bound != Bound::Upper;
        let counts = |it: &&RootMove| self.root.is_secondary() || self.is_improvement(it, outcome);
        let news = self.root.moves()[..found].iter().filter(is_known).filter(counts);
        let mut ranked: Vec<FinalLine> = news.map(|it| self.unfinished_line(it)).collect();
        if ranked.is_empty() {
            return;
        }
        for old in outcome.lines.drain(..) {
            match ranked.iter_mut().find(|new| new.moves.first() == old.moves.first()) {
                // The search did not get beyond what was known.
                Some(new) if (new.score, new.bound, &new.moves) == (old.score, old.bound, &old.moves) => {
                    *new = old;
                }
                Some(_) => {}
                None => ranked.push(old),
            }
        }
        ranked.truncate(lines);
        outcome.lines = ranked;
        outcome.settle();
    }

    /// A line of an unfinished iteration. What its best move is worth, the position is worth at least: other moves
    /// may be better.
    fn unfinished_line(&self, found: &RootMove) -> FinalLine {
        let line = FinalLine::new(found, self.iteration);
        let is_all = self.root.is_secondary() || self.root.moves().len() == 1 || found.effort == 0;
        FinalLine { bound: if is_all { line.bound } else { Bound::Lower }, ..line }
    }

    /// Whether the first move of an unfinished iteration is the old best one, or shown to be no worse. It may have been
    /// searched before the old best one (a sacrifice, or the table's move for a helper that was overtaken), and then say
    /// nothing: its score can be that of a blunder.
    fn is_improvement(&self, first: &RootMove, outcome: &SearchResult) -> bool {
        let old = self.root.moves().iter().find(|it| Some(it.mv) == outcome.best);
        let is_shown = old.is_none_or(|old| old.mv == first.mv || first.score >= old.ceiling);
        outcome.lines.is_empty() || is_shown || first.score > outcome.score
    }

    /// Searches one line with a window around its last score, widened until the score is inside.
    /// Gillogly 1978; Marsland 1991. Switch: `Heuristic::Aspiration`.
    fn aspirate(&mut self, board: &Board, depth: Depth, report: &mut dyn FnMut(&Report)) {
        let q = *self.profile.params();
        let previous = self.root.best_previous();
        let mut width = q.aspiration_width;
        let narrow = self.profile.on(Heuristic::Aspiration) && depth.plies() >= q.aspiration_depth;
        let mut window =
            if narrow { Window { alpha: previous - width, beta: previous + width } } else { Window::full() };
        let mut reduced = 0;
        loop {
            self.root.begin_search();
            let searched = (depth - reduced).max(Depth::ONE);
            let score = self.search(board, window, searched, Ply::ROOT, false);
            self.root.sort();
            if self.stopped {
                return;
            }
            if score <= window.alpha {
                window.beta = Score::cp(window.alpha.raw().midpoint(window.beta.raw())).max(window.alpha + 1);
                window.alpha = score - width;
                reduced = 0;
            } else if score >= window.beta {
                window.beta = score + width;
                reduced = (reduced + 1).min(q.aspiration_reduction);
            } else {
                return;
            }
            if self.role.leads() && self.budget.elapsed() > Duration::from_secs(3) {
                self.tell(depth, self.root.current_line(), report);
            }
            width += width * q.aspiration_growth / 100 + 1;
            if width > q.aspiration_widest || score.is_decided() {
                window = Window::full();
            }
        }
    }

    fn tell(&self, depth: Depth, line: usize, report: &mut dyn FnMut(&Report)) {
        if let Some(root_move) = self.root.moves().get(line) {
            report(&self.report(&FinalLine::new(root_move, depth), line, self.total_nodes()));
        }
    }

    /// What is said about a line after so many nodes.
    pub(crate) fn report(&self, found: &FinalLine, line: usize, nodes: u64) -> Report {
        Report {
            depth: found.depth,
            selective_depth: found.selective_depth,
            multi_pv: line + 1,
            score: found.score,
            bound: found.bound,
            nodes,
            time: self.budget.elapsed(),
            fullness: self.shared.table.fullness(),
            table_hits: self.shared.endgames.hits(),
            table_draw: false,
            line: found.moves.clone(),
        }
    }

    /// Whether another iteration is not worth beginning.
    fn is_satisfied(&self, depth: Depth, stable: u32, scores: &[i32]) -> bool {
        if !self.role.leads() {
            if self.ends_at.is_some_and(|wanted| depth >= wanted) {
                self.shared.stop.store(true, Relaxed);
            }
            return self.shared.stop.load(Relaxed);
        }
        if self.limits.infinite {
            return false;
        }
        let score = self.root.moves()[0].score;
        let mate_found = self.limits.mate.is_some_and(|moves| {
            score.is_won() && score.plies_to_mate().is_some_and(|plies| plies.div_ceil(2) <= moves)
        });
        let soft = self.limits.soft_nodes.is_some_and(|nodes| self.total_nodes() >= nodes);
        if mate_found || soft {
            return true;
        }
        if !self.budget.is_clock() {
            return false;
        }
        let q = self.profile.params();
        let only_move = self.root.moves().len() == 1;
        let short_mate =
            score.plies_to_mate().is_some_and(|plies| plies as i32 * q.time_mate_depths <= depth.plies());
        if only_move || short_mate {
            return true;
        }
        let back = 1 + q.patience_iterations as usize;
        let before = scores.len().checked_sub(back).and_then(|index| scores.get(index));
        let drop = before.map_or(0, |before| before - score.raw());
        let factor = time::patience(q, stable, self.root.best_share(), drop);
        self.budget.is_enough(factor, self.total_nodes())
    }
}

#[cfg(test)]
mod tests;
