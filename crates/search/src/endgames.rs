//! What tablebases tell the search: at the root every move's worth, inside the tree who wins.
//!
//! At the root, moves that give away the value are not searched at all, and where the distance to mate
//! is known nothing is: the tables play. Inside, positions right after a capture or pawn move are looked
//! up; only there a known win is also progress.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::Arc;

use quevedo_rules::{Board, FIFTY_MOVES, Key, Move};
use quevedo_tables::{Endgames, JudgedMove, Wdl};
use quevedo_value::{Bound, Depth, MAX_PLY, Ply, Score};

use crate::deepening::{FinalLine, Report, SearchResult};
use crate::heuristic::{Heuristic, Profile};
use crate::node::Node;
use crate::table::Entry;
use crate::time::Budget;
use crate::worker::Worker;

/// Tablebases, and how a search is to use them.
#[derive(Clone, Debug)]
pub struct TableUse {
    /// The tables.
    pub endgames: Arc<Endgames>,
    /// Positions with as many men as the largest tables are only looked up from this depth on.
    pub probe_depth: Depth,
    /// Positions with more men are not looked up.
    pub probe_limit: usize,
    /// Whether wins that the fifty-move rule takes away count as draws.
    pub fifty_moves: bool,
}

impl TableUse {
    /// The built-in tables, used wherever they can be; `None` if they cannot be set up.
    pub fn builtin() -> Option<TableUse> {
        Some(TableUse::of(Arc::new(Endgames::builtin().ok()?)))
    }

    /// These tables, used wherever they can be.
    pub fn of(endgames: Arc<Endgames>) -> TableUse {
        TableUse { endgames, probe_depth: Depth::ONE, probe_limit: usize::MAX, fifty_moves: true }
    }

    /// The most men of a position that is looked up.
    fn men(&self) -> usize {
        self.endgames.max_men().min(self.probe_limit)
    }
}

/// The tables of a search as its threads share them.
#[derive(Debug, Default)]
pub(crate) struct SharedTables {
    tables: Option<TableUse>,
    /// Men of the largest position that is looked up: asked before anything else.
    men: u32,
    hits: AtomicU64,
}

impl SharedTables {
    pub(crate) fn new(tables: Option<TableUse>) -> SharedTables {
        let men = tables.as_ref().map_or(0, TableUse::men) as u32;
        SharedTables { tables, men, hits: AtomicU64::new(0) }
    }

    /// Positions found in tables since the search began.
    pub(crate) fn hits(&self) -> u64 {
        self.hits.load(Relaxed)
    }

    /// A new search begins.
    pub(crate) fn clear_hits(&self) {
        self.hits.store(0, Relaxed);
    }

    /// Whether tables could know the position.
    #[inline]
    fn may_know(&self, board: &Board) -> bool {
        board.occupied().len() <= self.men && board.castling().is_empty()
    }

    /// What a search of this root has to know, if tables know all its moves.
    pub(crate) fn plan(&self, board: &Board, history: &[Key], wanted: &[Move]) -> Option<RootPlan> {
        let tables = self.tables.as_ref().filter(|_| self.may_know(board))?;
        let mut moves = tables.endgames.judge_moves(board, tables.fifty_moves)?;
        self.hits.fetch_add(moves.len() as u64, Relaxed);
        moves.retain(|judged| wanted.is_empty() || wanted.contains(&judged.mv));
        RootPlan::new(tables, board, history, &moves)
    }
}

/// What an outcome means to a search that finds it at `ply`.
fn score_of(outcome: Wdl, ply: Ply) -> (Score, Bound) {
    match outcome {
        Wdl::Win => (Score::table_win_in(ply), Bound::Lower),
        Wdl::Loss => (Score::table_loss_in(ply), Bound::Upper),
        other => (shade(other), Bound::Exact),
    }
}

/// A draw, with the shades that a human opponent's mistakes could make count. They are for the search alone; what is told is 0.
fn shade(outcome: Wdl) -> Score {
    match outcome {
        Wdl::CursedWin => Score::cp(1),
        Wdl::BlessedLoss => Score::cp(-1),
        _ => Score::DRAW,
    }
}

impl<P: Profile> Worker<P> {
    /// Asks the tables about a position right after a capture or pawn move: the score, if that settles the
    /// node; else the node knows which scores are still possible.
    /// Thompson 1986; de Man 2013. Switch: `Heuristic::EndgameTables`.
    #[inline]
    pub(crate) fn ask_tables(&self, board: &Board, node: &mut Node) -> Option<Score> {
        let asks = self.shared.endgames.may_know(board)
            && self.profile.on(Heuristic::EndgameTables)
            && board.halfmove_clock() == 0
            && !node.ply.is_root()
            && !self.leans
            && node.excluded.is_none();
        if asks { self.look_in_tables(board, node) } else { None }
    }

    #[cold]
    fn look_in_tables(&self, board: &Board, node: &mut Node) -> Option<Score> {
        let shared = &self.shared.endgames;
        let tables = shared.tables.as_ref()?;
        if board.occupied().len() == shared.men && node.depth < tables.probe_depth {
            return None;
        }
        let outcome = tables.endgames.outcome(board, tables.fifty_moves)?;
        shared.hits.fetch_add(1, Relaxed);
        let (score, bound) = score_of(outcome, node.ply);
        let settles = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.window.beta,
            Bound::Upper => score <= node.window.alpha,
        };
        if settles {
            let depth =
                Depth((node.depth.plies() + self.profile.params().endgame_depth).min(Depth::MAX.plies()));
            let was_pv = node.was_pv;
            let entry = Entry { mv: None, score, bound: Some(bound), eval: None, depth, was_pv };
            self.shared.table.store(board.key(), node.ply, entry);
            return Some(score);
        }
        // Only a mate can be better than a known win, or worse than a known loss.
        if bound == Bound::Lower {
            node.window.alpha = node.window.alpha.max(score);
            node.possible.floor = score;
        } else {
            node.possible.ceiling = score;
        }
        None
    }
}

/// What tables say about the moves of a root.
#[derive(Debug)]
pub(crate) struct RootPlan {
    /// All moves with their scores; first those that keep the value.
    moves: Vec<(Move, Score)>,
    /// How many keep the value and are searched.
    kept: usize,
    /// Whether the root is a draw.
    is_drawn: bool,
    /// Lines to mate, if the tables know the mates: then there is nothing to search.
    mates: Option<MateLines>,
}

/// Finds the lines to mate.
#[derive(Debug)]
struct MateLines {
    endgames: Arc<Endgames>,
    board: Board,
}

impl RootPlan {
    fn new(tables: &TableUse, board: &Board, history: &[Key], judged: &[JudgedMove]) -> Option<RootPlan> {
        let best = judged.iter().map(|judged| judged.outcome).max()?;
        let class: Vec<JudgedMove> = judged.iter().copied().filter(|judged| judged.outcome == best).collect();
        let kept = keep(board, history, best, class);
        let clock = if tables.fifty_moves { board.halfmove_clock() } else { 0 };
        let scored = |judged: &JudgedMove| (judged.mv, root_score(judged, clock, tables.fifty_moves));
        let mut moves: Vec<(Move, Score)> = kept.iter().map(scored).collect();
        let mut others: Vec<(Move, Score)> =
            judged.iter().filter(|judged| !kept.contains(judged)).map(scored).collect();
        others.sort_by_key(|&(_, score)| core::cmp::Reverse(score));
        moves.append(&mut others);
        let is_solved = kept.len() == 1 && moves.first().is_some_and(|(_, score)| score.is_mate());
        let mates = is_solved.then(|| MateLines { endgames: Arc::clone(&tables.endgames), board: *board });
        Some(RootPlan { moves, kept: kept.len(), is_drawn: is_draw(best), mates })
    }

    /// The moves that are worth a search.
    pub(crate) fn kept(&self) -> Vec<Move> {
        self.moves[..self.kept].iter().map(|&(mv, _)| mv).collect()
    }

    /// Whether the position is a draw with best play: then the search looks for what the other side could still get wrong.
    pub(crate) fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    /// The answer, if there is nothing to search: a move, and lines up to mate.
    pub(crate) fn answer(
        &self,
        lines: usize,
        budget: &Budget,
        report: &mut dyn FnMut(&Report),
    ) -> Option<SearchResult> {
        let mates = self.mates.as_ref()?;
        let nodes = self.moves.len() as u64;
        let mut told = Vec::new();
        for (index, &(mv, score)) in self.moves.iter().take(lines).enumerate() {
            let line = if score.is_mate() {
                mates.endgames.mating_line(&mates.board, mv, MAX_PLY)
            } else {
                vec![mv]
            };
            told.push(FinalLine {
                depth: Depth::ONE,
                selective_depth: line.len(),
                score,
                bound: Bound::Exact,
                moves: line.clone(),
            });
            report(&Report {
                depth: Depth::ONE,
                selective_depth: line.len(),
                multi_pv: index + 1,
                score,
                bound: Bound::Exact,
                nodes,
                time: budget.elapsed(),
                fullness: 0,
                table_hits: nodes,
                table_draw: score == Score::DRAW,
                line,
            });
        }
        let &(best, score) = self.moves.first()?;
        let ponder = told.first().and_then(|first| first.moves.get(1).copied());
        Some(SearchResult { best: Some(best), ponder, score, depth: Depth::ONE, nodes, lines: told })
    }

    /// Tells what a search found with the scores that the tables know, and after its last line the moves
    /// that were not searched.
    pub(crate) fn tell(&self, found: &Report, lines: usize, report: &mut dyn FnMut(&Report)) {
        let mut found = found.clone();
        (found.score, found.bound) = self.corrected(&found.line, found.score, found.bound);
        found.table_draw = found.score == Score::DRAW;
        report(&found);
        if found.multi_pv != self.kept.min(lines) {
            return;
        }
        for (index, &(mv, score)) in self.moves.iter().enumerate().take(lines).skip(self.kept) {
            (found.multi_pv, found.score, found.bound) = (index + 1, score, Bound::Exact);
            found.line = vec![mv];
            found.table_draw = score == Score::DRAW;
            report(&found);
        }
    }

    /// Puts the scores that the tables know into what a search has found.
    pub(crate) fn correct(&self, outcome: &mut SearchResult) {
        for line in &mut outcome.lines {
            (line.score, line.bound) = self.corrected(&line.moves, line.score, line.bound);
        }
        if let Some(first) = outcome.lines.first() {
            outcome.score = first.score;
        }
    }

    /// What the tables know about the score of a line; a mate that fits it is better still.
    fn corrected(&self, line: &[Move], found: Score, bound: Bound) -> (Score, Bound) {
        let known = self.moves.iter().find(|(known, _)| Some(known) == line.first());
        let fits = |known: Score| {
            found.is_mate()
                && (found.is_won() && known > Score::DRAW || found.is_lost() && known < Score::DRAW)
        };
        match known {
            Some(&(_, known)) if !fits(known) => (known, Bound::Exact),
            _ => (found, bound),
        }
    }
}

/// Of moves with the best outcome those that make progress. Where mates are known there is one: the shortest
/// win, or the longest loss.
fn keep(board: &Board, history: &[Key], best: Wdl, class: Vec<JudgedMove>) -> Vec<JudgedMove> {
    let knows_mates = class.iter().all(|judged| judged.to_mate.is_some());
    let is_new = |judged: &&JudgedMove| !history.contains(&board.play(judged.mv).key());
    let one = |judged: Option<&JudgedMove>| judged.map(|&judged| vec![judged]);
    let chosen = match best {
        Wdl::Win if knows_mates => one(class.iter().filter(is_new).min_by_key(|judged| judged.to_mate)),
        Wdl::Loss if knows_mates => one(class.iter().max_by_key(|judged| judged.to_mate)),
        // The search may choose how to win, until it has been seen to go around in circles.
        Wdl::Win if !history.contains(&board.key()) => None,
        // Not everybody claims a draw; and what is late by a ply may be due to Syzygy's rounding.
        Wdl::Win | Wdl::CursedWin => {
            let soonest = class.iter().filter_map(|judged| judged.to_zeroing).min();
            soonest.map(|plies| {
                class.iter().copied().filter(|judged| judged.to_zeroing == Some(plies)).collect()
            })
        }
        _ => None,
    };
    chosen.unwrap_or(class)
}

/// What a root move is worth: a mate where the fifty-move rule cannot come between.
fn root_score(judged: &JudgedMove, clock: u16, fifty_moves: bool) -> Score {
    let in_time = |plies: &u16| {
        usize::from(*plies) <= MAX_PLY && (!fifty_moves || plies.saturating_add(clock) <= FIFTY_MOVES)
    };
    let mate = judged.to_mate.filter(in_time).map(|plies| Ply::new(usize::from(plies)));
    let known = Ply::new(usize::from(judged.to_zeroing.unwrap_or(0)));
    match (judged.outcome, mate) {
        (Wdl::Win, Some(ply)) => Score::mate_in(ply),
        (Wdl::Win, None) => Score::table_win_in(known),
        (Wdl::Loss, Some(ply)) => Score::mated_in(ply),
        (Wdl::Loss, None) => Score::table_loss_in(known),
        _ => Score::DRAW,
    }
}

/// Whether nobody wins in time.
fn is_draw(outcome: Wdl) -> bool {
    !matches!(outcome, Wdl::Win | Wdl::Loss)
}

#[cfg(test)]
mod tests;
