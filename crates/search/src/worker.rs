//! One thread's search: its memory, and the steps down and up the tree.

use core::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::Arc;

use arrayvec::ArrayVec;
use quevedo_eval::{AnyEvaluator, Evaluator};
use quevedo_rules::{Board, Color, EXCHANGE_VALUES, Key, Move, Piece};
use quevedo_value::{Depth, MAX_PLY, Ply, Score};

use crate::deferral::Busy;
use crate::endgames::{SharedTables, TableUse};
use crate::heuristic::{Heuristic, Profile};
use crate::history::{CONTINUATIONS, Footprint, Histories, QuietContext};
use crate::limits::Limits;
use crate::node::{Node, Range, Window};
use crate::params::Params;
use crate::params::fixed::EVALUATION_DEPTH;
use crate::pruning;
use crate::reduction::ReductionTable;
use crate::root::RootMoves;
use crate::sacrifices::Sacrifices;
use crate::table::{Entry, Table};
use crate::time::Budget;

/// A line of play.
#[doc(alias = "principal variation")]
pub type PvMoves = ArrayVec<Move, { MAX_PLY + 1 }>;

/// What all threads of a search share.
#[derive(Debug)]
pub struct Shared {
    /// The transposition table.
    pub table: Arc<Table>,
    /// Set to end the search.
    pub stop: AtomicBool,
    /// Nodes of all threads, counted in lumps.
    pub nodes: AtomicU64,
    /// Tablebases.
    pub(crate) endgames: SharedTables,
    /// What the threads remember about moves.
    pub(crate) histories: Histories,
    /// The moves that the threads are searching.
    pub(crate) busy: Busy,
    /// The last iteration that the leading thread has finished.
    pub(crate) finished: AtomicI32,
    /// The root move that the leading thread is looking at: its bits, above them its number; or 0.
    current: AtomicU64,
}

impl Shared {
    /// A state with this table, ready for a search without tablebases.
    pub fn new(table: Arc<Table>) -> Shared {
        Shared::with_endgames(table, None)
    }

    /// The same with tablebases.
    pub fn with_endgames(table: Arc<Table>, endgames: Option<TableUse>) -> Shared {
        Shared {
            table,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            endgames: SharedTables::new(endgames),
            histories: Histories::default(),
            busy: Busy::default(),
            finished: AtomicI32::new(0),
            current: AtomicU64::new(0),
        }
    }

    /// The root move that the leading thread is looking at, and its place in the order, from 1.
    pub fn current(&self) -> Option<(Move, usize)> {
        let packed = self.current.load(Relaxed);
        Some((Move::from_bits(packed as u16)?, (packed >> 16) as usize))
    }

    /// Notes that a new search begins.
    pub fn clear_current(&self) {
        self.current.store(0, Relaxed);
    }

    /// Notes which root move is being looked at.
    pub fn set_current(&self, mv: Move, number: usize) {
        self.current.store((number as u64) << 16 | u64::from(mv.to_bits()), Relaxed);
    }
}

/// How often a thread looks at the clock and adds its nodes to the common count.
const LUMP: u64 = 1024;

/// What belongs to one ply of the current line.
#[doc(alias = "search stack")]
#[derive(Clone, Default)]
pub(crate) struct Frame {
    /// The static evaluation, if not in check.
    pub(crate) eval: Option<Score>,
    /// The move being searched.
    pub(crate) mv: Option<Move>,
    /// Where it leads.
    pub(crate) footprint: Option<Footprint>,
    /// Two quiet moves that refuted at this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The move left out, in a singularity test.
    pub(crate) excluded: Option<Move>,
    /// Cut-offs of nodes at this ply since its parent was entered.
    pub(crate) cutoffs: u32,
    /// Double extensions on the way here.
    pub(crate) doubles: i32,
    /// Plies since the last null move or the root's history.
    pub(crate) plies_since_null: usize,
    /// The best line from here.
    pub(crate) pv: PvMoves,
}

impl Frame {
    /// Forgets everything, without a copy of an empty line, which is as long as a full one.
    pub(crate) fn clear(&mut self) {
        let Frame { eval, mv, footprint, killers, excluded, cutoffs, doubles, plies_since_null, pv } = self;
        (*eval, *mv, *footprint, *killers, *excluded) = (None, None, None, [None; 2], None);
        (*cutoffs, *doubles, *plies_since_null) = (0, 0, 0);
        pv.clear();
    }
}

/// What a thread is among those of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// There is no other.
    Alone,
    /// It watches clock and node limit, and speaks.
    Lead,
    /// It helps the lead.
    Helper,
}

impl Role {
    #[inline]
    pub(crate) fn leads(self) -> bool {
        self != Role::Helper
    }

    #[inline]
    pub(crate) fn is_accompanied(self) -> bool {
        self != Role::Alone
    }
}

/// One thread's search.
#[allow(clippy::struct_excessive_bools)] // facts are yes or no
pub struct Worker<P: Profile> {
    pub(crate) profile: P,
    pub(crate) shared: Arc<Shared>,
    pub(crate) evaluator: AnyEvaluator,
    pub(crate) reductions: ReductionTable,
    pub(crate) frames: Vec<Frame>,
    /// Keys of the game and of the current line, without the current position.
    pub(crate) keys: Vec<Key>,
    pub(crate) root: RootMoves,
    pub(crate) sacrifices: Sacrifices,
    pub(crate) budget: Budget,
    pub(crate) limits: Limits,
    pub(crate) nodes: u64,
    pub(crate) selective_depth: usize,
    pub(crate) stopped: bool,
    /// The end has come before the first move to play is known: from now on positions are only
    /// evaluated, because what is left of the first iteration could take hours.
    pub(crate) hurried: bool,
    /// What this thread is among those of its search.
    pub(crate) role: Role,
    /// The iteration that this thread is in.
    pub(crate) iteration: Depth,
    /// Whether a helper was stopped only because the lead has finished its iteration.
    pub(crate) overtaken: bool,
    /// The depth at which a helper ends the search of all.
    pub(crate) ends_at: Option<Depth>,
    /// Whether the root is a known draw, in which positions are leant towards what keeps the other side busy.
    pub(crate) leans: bool,
    /// No null move above this ply while one is being verified.
    pub(crate) null_from: Ply,
}

impl<P: Profile> core::fmt::Debug for Worker<P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Worker({} nodes)", self.nodes)
    }
}

impl<P: Profile> Worker<P> {
    /// A worker with an empty memory.
    pub fn new(profile: P, shared: Arc<Shared>, evaluator: AnyEvaluator, budget: Budget) -> Worker<P> {
        let reductions = ReductionTable::new(&profile);
        Worker {
            profile,
            shared,
            evaluator,
            reductions,
            frames: vec![Frame::default(); MAX_PLY + 8],
            keys: Vec::new(),
            root: RootMoves::default(),
            sacrifices: Sacrifices::default(),
            budget,
            limits: Limits::default(),
            nodes: 0,
            selective_depth: 0,
            stopped: false,
            hurried: false,
            role: Role::Alone,
            iteration: Depth::ZERO,
            overtaken: false,
            ends_at: None,
            leans: false,
            null_from: Ply::ROOT,
        }
    }

    /// Forgets everything learnt from earlier searches but what threads share. What the evaluator keeps are facts.
    pub fn forget(&mut self) {
        self.frames.iter_mut().for_each(Frame::clear);
        self.root = RootMoves::default();
    }

    /// The nodes of the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    #[inline]
    pub(crate) fn frame(&mut self, ply: Ply) -> &mut Frame {
        &mut self.frames[ply.index()]
    }

    /// Counts the node and says whether the search is over.
    #[inline]
    pub(crate) fn count_and_poll(&mut self) -> bool {
        // A node that is told to stop by one of its searches may begin another: it does not count.
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(LUMP) {
            let all = self.shared.nodes.fetch_add(LUMP, Relaxed) + LUMP;
            let spent = self.role.leads()
                && (self.limits.nodes.is_some_and(|limit| all >= limit)
                    || self.budget.is_exhausted_after(all));
            if spent {
                self.shared.stop.store(true, Relaxed);
            }
        }
        if self.role.leads() && self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.shared.stop.store(true, Relaxed);
        }
        // The first iteration is always finished, in a hurry if need be, so that there is a move to
        // play.
        if self.shared.stop.load(Relaxed) {
            self.stopped = self.root.is_ready();
            self.hurried = !self.stopped;
        } else if !self.role.leads() && self.shared.finished.load(Relaxed) >= self.iteration.plies() {
            self.overtaken = self.root.is_ready();
            self.stopped = self.overtaken;
        }
        self.stopped
    }

    /// The next move of the root; whoever wants to know which it is can ask [`Shared::current`].
    pub(crate) fn next_root_move(&mut self) -> Option<Move> {
        let (mv, number) = self.root.next()?;
        if self.role.leads() {
            self.shared.set_current(mv, number);
        }
        Some(mv)
    }

    /// The nodes of all threads, this one's exactly.
    pub fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes % LUMP
    }

    /// Goes down to a child.
    #[inline]
    pub(crate) fn descend(&mut self, board: &Board, mv: Option<Move>, child: &Board, ply: Ply) {
        self.shared.table.prefetch(child.key());
        self.keys.push(board.key());
        let frame = &mut self.frames[ply.index()];
        frame.mv = mv;
        frame.footprint = mv.and_then(|mv| Footprint::of(board, mv));
        let since_null = if mv.is_some() { frame.plies_since_null + 1 } else { 0 };
        self.frames[ply.index() + 1].plies_since_null = since_null;
        self.evaluator.push(board, mv, child);
    }

    /// Comes back up.
    #[inline]
    pub(crate) fn ascend(&mut self) {
        self.keys.pop();
        self.evaluator.pop();
    }

    /// What quiet moves at `ply` are remembered with.
    pub(crate) fn quiet_context(&self, board: &Board, ply: Ply) -> QuietContext {
        let on = |heuristic| self.profile.on(heuristic);
        let before = CONTINUATIONS.map(|plies| {
            let index = ply.index().checked_sub(plies).filter(|_| on(Heuristic::ContinuationHistory));
            index.and_then(|index| self.frames[index].footprint).unwrap_or(Footprint::NONE)
        });
        QuietContext {
            before,
            pawns: board.pawn_key(),
            keeps_main: on(Heuristic::History),
            keeps_pawn: on(Heuristic::PawnHistory),
        }
    }

    /// Whether the position is a draw here: by the fifty-move rule, by material, or because it has
    /// been on the board since the root, or twice before.
    pub(crate) fn is_draw(&self, board: &Board, ply: Ply, in_check: bool) -> bool {
        if board.is_dead_by_material() {
            return true;
        }
        let clock = usize::from(board.halfmove_clock());
        if clock >= usize::from(quevedo_rules::FIFTY_MOVES) && (!in_check || board.has_legal_moves()) {
            return true;
        }
        let reach = clock.min(self.frames[ply.index()].plies_since_null).min(self.keys.len());
        let key = board.key();
        let mut seen_before_root = false;
        for back in (4..=reach).step_by(2) {
            if self.keys[self.keys.len() - back] == key {
                if back < ply.index() || seen_before_root {
                    return true;
                }
                seen_before_root = true;
            }
        }
        false
    }

    /// Whether the side to move can at once bring about a position of the current line again.
    /// Switch: `Heuristic::UpcomingRepetition`.
    pub(crate) fn can_repeat(&self, board: &Board, ply: Ply) -> bool {
        let reach = self.frames[ply.index()].plies_since_null.min(ply.index()).min(self.keys.len());
        self.profile.on(Heuristic::UpcomingRepetition)
            && reach >= 3
            && board.halfmove_clock() >= 3
            && board.upcoming_repetition(&self.keys[self.keys.len() - reach..]).is_some()
    }

    /// The facts of a node, up to what the table knows.
    pub(crate) fn look_up(
        &mut self,
        board: &Board,
        window: Window,
        depth: Depth,
        ply: Ply,
        cut: bool,
    ) -> Node {
        let pv = window.is_wide();
        debug_assert!(pv || window == Window::null(window.beta), "neither wide nor a null window");
        let excluded = self.frames[ply.index()].excluded;
        let entry = self.shared.table.probe(board.key(), ply);
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| board.is_legal(mv));
        Node {
            ply,
            depth,
            window,
            pv,
            cut,
            in_check: board.in_check(),
            raw_eval: None,
            eval: Score::DRAW,
            improving: false,
            entry,
            table_move: if ply.is_root() { self.root.best().or(table_move) } else { table_move },
            was_pv: pv || entry.is_some_and(|entry| entry.was_pv),
            has_pieces: pruning::has_pieces(board, board.turn()),
            excluded,
            possible: Range::all(),
        }
    }

    /// Adds the static evaluation to the facts.
    pub(crate) fn evaluate(&mut self, board: &Board, node: &mut Node) {
        let ply = node.ply.index();
        self.frames[ply].eval = None;
        if node.in_check {
            return;
        }
        let known = node.entry.and_then(|entry| entry.eval);
        let raw = known.unwrap_or_else(|| self.evaluator.evaluate(board));
        if known.is_none() && node.excluded.is_none() && node.entry.is_none() {
            self.keep_evaluation(board, node, raw);
        }
        let eval = self.corrected(board, raw);
        node.raw_eval = Some(raw);
        self.frames[ply].eval = Some(eval);
        let before = ply.checked_sub(2).and_then(|index| self.frames[index].eval);
        let long_before = ply.checked_sub(4).and_then(|index| self.frames[index].eval);
        node.improving = before.or(long_before).is_some_and(|before| eval > before);
        node.eval = if self.profile.on(Heuristic::TableCutoff) { refined(node, eval) } else { eval };
    }

    /// The evaluation with what earlier searches taught about such positions.
    /// Switch: `Heuristic::CorrectionHistory`.
    pub(crate) fn corrected(&self, board: &Board, raw: Score) -> Score {
        let p = self.profile.params();
        let correction = if self.profile.on(Heuristic::CorrectionHistory) {
            self.shared.histories.corrections().get(board, p.correction_pawn, p.correction_non_pawn)
        } else {
            0
        };
        let lean = if self.leans { lean(p, board) } else { 0 };
        Score::cp(pruning::damped(&self.profile, raw.raw(), board.halfmove_clock()) + correction + lean)
    }

    fn keep_evaluation(&self, board: &Board, node: &Node, raw: Score) {
        let entry = Entry {
            mv: None,
            score: Score::DRAW,
            bound: None,
            eval: Some(raw),
            depth: Depth(EVALUATION_DEPTH),
            was_pv: node.was_pv,
        };
        self.shared.table.store(board.key(), node.ply, entry);
    }
}

/// What makes one drawn position harder for the other side than another: men that can still go wrong or have to be
/// watched, and pawns that come nearer. Evaluations that know the draw would see no difference.
#[cold]
fn lean(p: &Params, board: &Board) -> i32 {
    let side = |color: Color| -> i32 {
        let men = Piece::ALL.into_iter().map(|piece| {
            let count = board.colored(color, piece).len() as i32;
            if piece == Piece::King { 0 } else { count * EXCHANGE_VALUES[piece.index()] }
        });
        let pawns = board.colored(color, Piece::Pawn).into_iter();
        let advanced: i32 = pawns.map(|square| square.relative_to(color).rank().index() as i32).sum();
        men.sum::<i32>() * p.lean_material / 100 + advanced * p.lean_advance
    };
    side(board.turn()) - side(!board.turn())
}

/// The table's score where it says more than the evaluation.
fn refined(node: &Node, eval: Score) -> Score {
    let Some(entry) = node.entry else { return eval };
    match entry.bound {
        Some(bound) if !entry.score.is_decided() => {
            let better = if entry.score > eval { bound.is_lower() } else { bound.is_upper() };
            if better { entry.score } else { eval }
        }
        _ => eval,
    }
}
