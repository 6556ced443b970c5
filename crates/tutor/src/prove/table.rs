//! Exchanges that lead to an ending that the tables know: proofs of [`Goal::Table`](crate::Goal::Table).
//!
//! The attacker's first move is given; after that he takes or stands still. Every answer of the defender is looked at.

use quevedo_rules::{Board, Color, Move, UciMove};
use quevedo_tables::{Endgames, Wdl};

use crate::exchange::taken;
use crate::{Attack, Defence, Goal, Proof, Reply, Root};

/// The longest way to an ending, in moves of the attacker.
const MOVES: u8 = 3;
/// The most positions that are looked at.
const NODES: u32 = 4_000;
/// Endings begin with so few men that the first move is worth trying.
const MEN_TO_TAKE: usize = 2;

/// What the tables know a position to be worth to a side: 1 won, 0 drawn, -1 lost. The fifty-move rule is not looked at.
pub(crate) fn table_value(tables: &Endgames, board: &Board, side: Color) -> Option<i8> {
    if board.occupied().len() as usize > tables.max_men() || !board.castling().is_empty() {
        return None;
    }
    let value = match tables.outcome(board, false)? {
        Wdl::Win | Wdl::CursedWin => 1,
        Wdl::Draw => 0,
        Wdl::Loss | Wdl::BlessedLoss => -1,
    };
    Some(if board.turn() == side { value } else { -value })
}

/// A proof that this capture of the side to move leads by force to an ending whose value is at least `value`.
pub fn prove_table(start: &Board, mv: Move, value: i8, tables: &Endgames) -> Option<Proof> {
    let men = start.occupied().len() as usize;
    if !start.is_legal(mv) || men > tables.max_men() + MEN_TO_TAKE {
        return None;
    }
    let mut search = TableSearch { tables, attacker: start.turn(), value, nodes: 0 };
    let attack = search.play(start, mv, MOVES)?;
    Some(Proof {
        start: *start,
        after_pass: false,
        attacker: start.turn(),
        goal: Goal::Table(value),
        tree: Root::Attack(attack),
    })
}

struct TableSearch<'a> {
    tables: &'a Endgames,
    attacker: Color,
    value: i8,
    nodes: u32,
}

impl TableSearch<'_> {
    /// The attacker plays this move; so many of his moves are left with it.
    fn play(&mut self, board: &Board, mv: Move, moves: u8) -> Option<Attack> {
        let written: UciMove = board.uci(mv);
        let then = self.defence(&board.play(mv), moves - 1)?;
        Some(Attack { mv: written, then })
    }

    fn defence(&mut self, board: &Board, moves: u8) -> Option<Defence> {
        self.nodes += 1;
        if self.nodes > NODES {
            return None;
        }
        if let Some(value) = table_value(self.tables, board, self.attacker) {
            return (value >= self.value).then_some(Defence::Holds);
        }
        if moves == 0 || !board.has_legal_moves() {
            return None;
        }
        let mut replies = Vec::new();
        let mut longest = (0, 0);
        for mv in board.legal_moves() {
            let then = self.attack(&board.play(mv), moves)?;
            // The main line shows a capture, if the defender has one.
            let rank = usize::from(mv.is_capture());
            if replies.is_empty() || rank > longest.1 {
                longest = (replies.len(), rank);
            }
            replies.push(Reply { mv: board.uci(mv), then });
        }
        replies.swap(0, longest.0);
        Some(Defence::Replies(replies))
    }

    fn attack(&mut self, board: &Board, moves: u8) -> Option<Attack> {
        // Where the tables know that it cannot be, nothing has to be tried.
        if table_value(self.tables, board, self.attacker).is_some_and(|value| value < self.value) {
            return None;
        }
        let mut all = board.legal_moves();
        all.as_mut_slice().sort_by_cached_key(|&mv| -taken(board, mv));
        all.into_iter().find_map(|mv| self.play(board, mv, moves))
    }
}
