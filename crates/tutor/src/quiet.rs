//! Whether a gain of material stays: the leaf test of [`Goal::Material`](crate::Goal::Material).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use quevedo_rules::{Board, Color, Move, MoveList};

use crate::exchange::{balance, taken};

/// Longest line of captures and answers to checks that is followed; beyond, nothing is promised.
const DEEPEST: u8 = 48;

/// Most positions looked at for one leaf; beyond, nothing is promised.
const MOST_NODES: u32 = 20_000;

/// A table whose keys are well mixed already.
pub(crate) type KeyMap<V> = HashMap<u64, V, BuildHasherDefault<KeyHasher>>;

/// Hands a key on as it is.
#[derive(Default, Debug)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// The exhaustive search of captures, promotions and answers to checks.
///
/// It asks one question, whether the attacker's balance can be brought below a floor, so it needs no values: where one side
/// may stop and is content, it stops.
#[derive(Debug)]
pub(crate) struct Quiet {
    attacker: Color,
    floor: i8,
    known: KeyMap<bool>,
    /// Positions looked at, for the caller's account.
    pub(crate) nodes: u64,
    left: u32,
}

impl Quiet {
    /// The question whether `attacker` keeps a balance of `floor`.
    pub(crate) fn new(attacker: Color, floor: i8) -> Quiet {
        Quiet { attacker, floor, known: KeyMap::default(), nodes: 0, left: 0 }
    }

    /// Whether a position with the defender to move is a leaf: he is mated, or not in check, has a move, and cannot bring the balance
    /// below the floor by captures and promotions.
    pub(crate) fn holds(&mut self, board: &Board) -> bool {
        if board.in_check() {
            return !board.has_legal_moves();
        }
        if balance(board, self.attacker) < self.floor || !board.has_legal_moves() {
            return false;
        }
        self.left = MOST_NODES;
        self.defender_fails(board, 0)
    }

    /// Whether nothing that the defender, who is to move, can do brings the balance below the floor.
    fn defender_fails(&mut self, board: &Board, depth: u8) -> bool {
        if let Some(&known) = self.known.get(&board.key().0) {
            return known;
        }
        if !self.go_on(depth) {
            return false;
        }
        let in_check = board.in_check();
        if !in_check && balance(board, self.attacker) < self.floor {
            return false;
        }
        let mut moves = if in_check { board.evasions() } else { board.captures() };
        sort_by_gain(board, &mut moves);
        let fails = moves.into_iter().all(|mv| self.attacker_keeps(&board.play(mv), depth + 1));
        self.note(board, fails)
    }

    /// Whether the attacker, who is to move, keeps the balance.
    fn attacker_keeps(&mut self, board: &Board, depth: u8) -> bool {
        let now = balance(board, self.attacker);
        let in_check = board.in_check();
        if !in_check && now >= self.floor {
            return true;
        }
        if let Some(&known) = self.known.get(&board.key().0) {
            return known;
        }
        if !self.go_on(depth) {
            return false;
        }
        let mut moves = if in_check { board.evasions() } else { board.captures() };
        sort_by_gain(board, &mut moves);
        // A defender who is behind the floor and not in check stops at once.
        let keeps = moves.into_iter().any(|mv| {
            (now + taken(board, mv) >= self.floor || board.gives_check(mv))
                && self.defender_fails(&board.play(mv), depth + 1)
        });
        self.note(board, keeps)
    }

    fn go_on(&mut self, depth: u8) -> bool {
        self.nodes += 1;
        self.left = self.left.saturating_sub(1);
        self.left > 0 && depth < DEEPEST
    }

    /// Remembers an answer, unless it may have come from a limit.
    fn note(&mut self, board: &Board, answer: bool) -> bool {
        if answer || self.left > 0 {
            self.known.insert(board.key().0, answer);
        }
        answer
    }
}

fn sort_by_gain(board: &Board, moves: &mut MoveList) {
    moves.as_mut_slice().sort_by_cached_key(|&mv: &Move| -taken(board, mv));
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_testkit::{RandomWalk, Start};

    /// The same by values instead of a question, without tables and orders: what the defender can bring the balance to.
    /// `None` where the line grows too long to follow.
    fn slow(board: &Board, attacker: Color, depth: u8) -> Option<i8> {
        if depth > 12 {
            return None;
        }
        let defends = board.turn() != attacker;
        let in_check = board.in_check();
        let mut values = Vec::new();
        if !in_check {
            values.push(balance(board, attacker));
        }
        for mv in board.legal_moves() {
            if in_check || mv.is_capture() || mv.is_promotion() {
                values.push(slow(&board.play(mv), attacker, depth + 1)?);
            }
        }
        let mated = if defends { 99 } else { -99 };
        Some(if defends { values.into_iter().min() } else { values.into_iter().max() }.unwrap_or(mated))
    }

    #[test]
    fn leaves_hold_where_a_slow_search_says_so() {
        let (mut held, mut failed) = (0, 0);
        for visit in RandomWalk::new(23, &Start::ALL).take(1_500) {
            let board = visit.board;
            // Long lines of captures are left to the walk's sparser positions.
            if board.occupied().len() > 14 || board.in_check() || !board.has_legal_moves() {
                continue;
            }
            let attacker = !board.turn();
            let Some(worst) = slow(&board, attacker, 0) else { continue };
            for floor in (worst - 2).max(-90)..=(worst + 2).min(90) {
                let holds = Quiet::new(attacker, floor).holds(&board);
                assert_eq!(holds, worst >= floor, "floor {floor}, worst {worst} in {}", board.fen());
                *(if holds { &mut held } else { &mut failed }) += 1;
            }
        }
        assert!(held > 500 && failed > 500, "{held} held, {failed} failed");
    }
}
