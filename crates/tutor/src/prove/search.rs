//! The AND/OR search: one move of the attacker, every move of the defender.
//!
//! Iterative deepening on plies with a table of what is proven and what failed at which depth. The attacker tries hints, captures,
//! promotions, checks, and quiet moves that threaten the goal; whether one threatens is asked by letting the defender pass, as in
//! lambda search (Thomsen 2000). That misses proofs by zugzwang, but nothing false is ever proven: each answer that
//! counts is an answer to a legal move.

use std::collections::HashMap;

use quevedo_rules::{Bitboard, Board, Color, Key, Move, MoveList, Piece, Rank};

use super::Effort;
use crate::Goal;
use crate::exchange::{balance, points, taken};
use crate::quiet::{KeyMap, Quiet};

/// How many times a line may be lengthened because the defender is in check at its end.
const EXTENSIONS: u8 = 2;

/// So many men or fewer: an endgame.
const FEW_MEN: u32 = 10;

/// Mixed into a position's key.
const PROMOTED: u64 = 0x5bf0_3635_aa5c_9c1d;
const EXTENSION: u64 = 0x9e37_79b9_7f4a_7c15;

/// What is left of the depth.
#[derive(Clone, Copy)]
pub(super) struct Left {
    /// Plies to go.
    pub(super) plies: u8,
    /// Checks at the end that may still lengthen the line.
    pub(super) extensions: u8,
    /// Whether the attacker has promoted on the way.
    pub(super) promoted: bool,
}

impl Left {
    pub(super) fn new(plies: u8) -> Left {
        Left { plies, extensions: EXTENSIONS, promoted: false }
    }

    pub(super) fn less(self, plies: u8) -> Left {
        Left { plies: self.plies.saturating_sub(plies), ..self }
    }

    pub(super) fn after(self, mv: Move) -> Left {
        Left { promoted: self.promoted || mv.is_promotion(), ..self.less(1) }
    }

    /// The line made longer by an evasion and an answer, if it may be.
    pub(super) fn longer(self) -> Option<Left> {
        Some(Left { plies: 2, extensions: self.extensions.checked_sub(1)?, ..self })
    }
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The fewest plies of a proof found, and its move.
    proven: Option<(u8, Move)>,
    /// The most plies without a proof.
    failed: u8,
}

/// The search for one goal from one start.
pub(super) struct Search {
    pub(super) attacker: Color,
    pub(super) goal: Goal,
    /// The balance at the start.
    base: i8,
    known: KeyMap<Known>,
    /// The moves of the hinted line, by position.
    pub(super) hints: HashMap<Key, Move>,
    /// What refuted an attack last, by plies left.
    killers: [Option<Move>; 16],
    quiet: Quiet,
    nodes: u64,
    limit: u64,
    /// Whether every move of the attacker is tried, so that no proof means that there is none.
    full_width: bool,
}

impl Search {
    pub(super) fn new(start: &Board, attacker: Color, goal: Goal, effort: Effort) -> Search {
        let base = balance(start, attacker);
        let gain = match goal {
            Goal::Material(gain) => gain,
            _ => 1,
        };
        Search {
            attacker,
            goal,
            base,
            known: KeyMap::default(),
            hints: HashMap::new(),
            killers: [None; 16],
            quiet: Quiet::new(attacker, base.saturating_add(gain)),
            nodes: 0,
            limit: effort.nodes,
            full_width: false,
        }
    }

    /// The same with every move of the attacker.
    pub(super) fn full_width(mut self) -> Search {
        self.full_width = true;
        self
    }

    /// Notes a line that may show the way.
    pub(super) fn hint(&mut self, start: &Board, line: &[Move]) {
        let mut board = *start;
        for &mv in line {
            if !board.is_legal(mv) {
                break;
            }
            self.hints.entry(board.key()).or_insert(mv);
            board = board.play(mv);
        }
    }

    fn floor(&self) -> i8 {
        self.base.saturating_add(match self.goal {
            Goal::Material(gain) => gain,
            Goal::Promotion => 1,
            _ => 0,
        })
    }

    /// Whether the limit of positions was met.
    pub(super) fn is_exhausted(&self) -> bool {
        self.nodes + self.quiet.nodes / 4 >= self.limit
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.quiet.nodes / 4
    }

    /// Whether the goal holds in a position with the defender to move.
    pub(super) fn holds(&mut self, board: &Board, left: Left) -> bool {
        match self.goal {
            Goal::Mate(_) => board.in_check() && !board.has_legal_moves(),
            Goal::Material(_) => self.quiet.holds(board),
            Goal::Promotion => left.promoted && self.quiet.holds(board),
            Goal::Draw | Goal::Table(_) => false,
        }
    }

    /// Whether the attacker, who is to move, reaches the goal.
    pub(super) fn attack(&mut self, board: &Board, left: Left) -> bool {
        self.nodes += 1;
        if self.is_exhausted() {
            return false;
        }
        let known = self.known.get(&slot(board, left)).copied().unwrap_or_default();
        if known.proven.is_some_and(|(plies, _)| plies <= left.plies) {
            return true;
        }
        if left.plies <= known.failed || self.is_out_of_reach(board, left.plies) {
            return false;
        }
        for mv in self.candidates(board, left) {
            if self.attack_by(board, mv, left) {
                return true;
            }
            if self.is_exhausted() {
                return false;
            }
        }
        let known = self.known.entry(slot(board, left)).or_default();
        known.failed = known.failed.max(left.plies);
        false
    }

    /// Whether this move of the attacker reaches the goal.
    pub(super) fn attack_by(&mut self, board: &Board, mv: Move, left: Left) -> bool {
        let must_threaten =
            !self.full_width && mv.is_quiet() && !board.gives_check(mv) && !is_pawn_march(board, mv);
        if !self.defence(&board.play(mv), left.after(mv), must_threaten) {
            return false;
        }
        let known = self.known.entry(slot(board, left)).or_default();
        if known.proven.is_none_or(|(plies, _)| left.plies < plies) {
            known.proven = Some((left.plies, mv));
        }
        true
    }

    /// Whether the goal is reached against every move of the defender, who is to move.
    pub(super) fn defence(&mut self, board: &Board, left: Left, must_threaten: bool) -> bool {
        if self.holds(board, left) {
            return true;
        }
        let Some(left) = self.go_on(board, left) else { return false };
        if must_threaten && !self.threatens(board, left) {
            return false;
        }
        let replies = self.replies(board, left);
        if replies.is_empty() {
            return false;
        }
        for mv in replies {
            if !self.attack(&board.play(mv), left.less(1)) {
                if let Some(killer) = self.killers.get_mut(usize::from(left.plies)) {
                    *killer = Some(mv);
                }
                return false;
            }
        }
        true
    }

    /// The depth with which a position that is no leaf is gone into, if there is any.
    pub(super) fn go_on(&self, board: &Board, left: Left) -> Option<Left> {
        if left.plies >= 2 {
            return Some(left);
        }
        let mates = matches!(self.goal, Goal::Mate(_));
        if mates || !board.in_check() || balance(board, self.attacker) < self.floor() {
            return None;
        }
        left.longer()
    }

    /// Whether the attacker reaches the goal if the defender passes.
    fn threatens(&mut self, board: &Board, left: Left) -> bool {
        let Some(passed) = board.play_null() else { return true };
        // With few men on the board threats are slow and lines are cheap.
        let plies = if passed.occupied().len() <= FEW_MEN {
            5
        } else if left.plies >= 6 {
            3
        } else {
            1
        };
        self.attack(&passed, Left { plies: plies.min(left.plies - 1), ..left })
    }

    /// Whether even taking the best men in every move leaves the attacker short. (A mate may be missed; it is a goal of its own.)
    fn is_out_of_reach(&self, board: &Board, plies: u8) -> bool {
        if matches!(self.goal, Goal::Mate(_)) {
            return false;
        }
        let need = self.floor() - balance(board, self.attacker);
        need > 0 && need > most_to_take(board, self.attacker, plies.div_ceil(2))
    }

    /// The attacker's moves that are tried, the likeliest first.
    fn candidates(&self, board: &Board, left: Left) -> MoveList {
        let mut moves = board.legal_moves();
        if left.plies <= 1 {
            self.keep_last_moves(board, &mut moves);
        }
        let hint = self.hints.get(&board.key()).copied();
        let first = self.known.get(&slot(board, left)).and_then(|known| known.proven).map(|(_, mv)| mv);
        moves.as_mut_slice().sort_by_cached_key(|&mv| {
            if Some(mv) == first || Some(mv) == hint {
                return i16::MIN;
            }
            let check = i16::from(board.gives_check(mv));
            -(4 * i16::from(taken(board, mv)) + 6 * check)
        });
        moves
    }

    /// At the last ply only what can make a leaf is kept. (Mates by a last move that takes too little are left to [`Goal::Mate`].)
    fn keep_last_moves(&self, board: &Board, moves: &mut MoveList) {
        if matches!(self.goal, Goal::Mate(_)) {
            moves.retain(|mv| board.gives_check(mv));
            return;
        }
        let need = self.floor() - balance(board, self.attacker);
        if need > 0 {
            moves.retain(|mv| taken(board, mv) >= need);
        }
    }

    /// Every legal move of the defender, the likeliest refutation first.
    fn replies(&self, board: &Board, left: Left) -> MoveList {
        let mut moves = board.legal_moves();
        let killer = self.killers.get(usize::from(left.plies)).copied().flatten();
        let hint = self.hints.get(&board.key()).copied();
        moves.as_mut_slice().sort_by_cached_key(|&mv| {
            if Some(mv) == killer || Some(mv) == hint {
                return i16::MIN;
            }
            -(4 * i16::from(taken(board, mv)) + i16::from(board.gives_check(mv)))
        });
        moves
    }

    /// The move with which a position was proven, and in how many plies.
    pub(super) fn proven(&self, board: &Board, left: Left) -> Option<(u8, Move)> {
        self.known.get(&slot(board, left))?.proven
    }
}

/// Whether a pawn marches on its enemy's half: a promotion need not be threatened at once.
fn is_pawn_march(board: &Board, mv: Move) -> bool {
    let rank = if board.turn() == Color::White { mv.to().rank().index() } else { 7 - mv.to().rank().index() };
    rank >= 4 && board.piece_at(mv.from()) == Some(Piece::Pawn)
}

/// What stands for a position and the part of the depth that is no plies.
fn slot(board: &Board, left: Left) -> u64 {
    let promoted = if left.promoted { PROMOTED } else { 0 };
    board.key().0 ^ promoted ^ EXTENSION.wrapping_mul(u64::from(left.extensions))
}

/// A bound on what a side can gain in so many moves: the greatest enemy men, and a promotion for each pawn near enough.
fn most_to_take(board: &Board, color: Color, moves: u8) -> i8 {
    let material = board.material();
    let mut left = u32::from(moves);
    let mut sum = 0;
    for piece in Piece::ALL.into_iter().rev() {
        let count = material.count(!color, piece).min(left);
        if points(piece) > 0 {
            sum += count as i8 * points(piece);
            left -= count;
        }
    }
    let mut ahead = board.colored(color, Piece::Pawn);
    let mut near = false;
    for step in 1..=moves {
        ahead = ahead.forward(color) | ahead.forward(color).east() | ahead.forward(color).west();
        near |= step <= moves && ahead.intersects(last_rank(color));
    }
    sum + if near { 8 * moves.min(2) as i8 } else { 0 }
}

fn last_rank(color: Color) -> Bitboard {
    Bitboard::rank(Rank::Eighth.relative_to(color))
}
