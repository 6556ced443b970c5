//! Small full searches that refute claims like "no shorter mate" or "the other move does not allow it".

use std::cell::Cell;
use std::cell::RefCell;
use std::collections::HashMap;

use shakmaty::{Chess, Color, Move, Position};

use crate::ground::{after, balance, taken};
use crate::quiet;
use crate::schema::Goal;

/// How many positions one question may cost.
const BUDGET: u64 = 400_000;

/// One question; it remembers positions and counts what it costs.
#[derive(Debug)]
pub struct Brute {
    left: Cell<u64>,
    mates: RefCell<HashMap<(Chess, u8), bool>>,
}

impl Default for Brute {
    fn default() -> Brute {
        Brute { left: Cell::new(BUDGET), mates: RefCell::default() }
    }
}

fn ordered(position: &Chess) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_by_cached_key(|mv| (!after(position, *mv).is_check(), -taken(*mv)));
    moves
}

impl Brute {
    /// Spends one position; nothing is left after the budget.
    fn spend(&self) -> Option<()> {
        self.left.set(self.left.get().checked_sub(1)?);
        Some(())
    }

    /// Whether the side to move mates within so many of its moves; `None` if that is too long a question.
    pub fn mates(&self, position: &Chess, moves: u8) -> Option<bool> {
        if moves == 0 {
            return Some(false);
        }
        let key = (position.clone(), moves);
        if let Some(known) = self.mates.borrow().get(&key) {
            return Some(*known);
        }
        self.spend()?;
        let mut found = false;
        for mv in ordered(position) {
            let next = after(position, mv);
            // The last move must give check, and checks come first.
            if moves == 1 && !next.is_check() {
                break;
            }
            if self.mated(&next, moves - 1)? {
                found = true;
                break;
            }
        }
        self.mates.borrow_mut().insert(key, found);
        Some(found)
    }

    /// Whether the side to move is mated, or will be within so many moves of the other.
    pub fn mated(&self, position: &Chess, moves: u8) -> Option<bool> {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Some(position.is_check());
        }
        if moves == 0 {
            return Some(false);
        }
        for mv in ordered(position) {
            if !self.mates(&after(position, mv), moves)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether the attacker, to move, has a line of so many own moves after which the balance holds against every defence.
    pub fn gains(&self, position: &Chess, attacker: Color, least: i32, moves: u8) -> Option<bool> {
        if moves == 0 {
            return Some(false);
        }
        for mv in ordered(position) {
            if self.kept(&after(position, mv), attacker, least, moves - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The same with the defender to move.
    pub fn kept(&self, position: &Chess, attacker: Color, least: i32, moves: u8) -> Option<bool> {
        self.spend()?;
        if quiet::holds(position, attacker, least) {
            return Some(true);
        }
        let replies = position.legal_moves();
        if moves == 0 || replies.is_empty() {
            return Some(false);
        }
        for mv in ordered(position) {
            if !self.gains(&after(position, mv), attacker, least, moves)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether the attacker reaches a goal in a small search; material is counted from `base`, his balance.
    /// `moves` bounds the search for material, the goal itself that for mates.
    pub fn reaches(
        &self,
        position: &Chess,
        attacker: Color,
        goal: Goal,
        base: i32,
        moves: u8,
    ) -> Option<bool> {
        let attacks = position.turn() == attacker;
        match goal {
            Goal::Mate(within) if attacks => self.mates(position, within),
            Goal::Mate(within) => self.mated(position, within),
            Goal::Material(points) => {
                let least = base + i32::from(points);
                if attacks {
                    self.gains(position, attacker, least, moves)
                } else {
                    self.kept(position, attacker, least, moves)
                }
            }
            _ => None,
        }
    }
}

/// The attacker's balance that a goal of material is counted from.
pub fn base(position: &Chess, attacker: Color) -> i32 {
    balance(position, attacker)
}
