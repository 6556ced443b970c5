//! Proofs by playing: trees with every reply of the defender.

use quevedo_rules::{Board, Color, UciMove};
use serde::{Deserialize, Serialize};

use crate::Goal;

/// A proof that the attacker reaches a goal whatever the defender does.
///
/// The tree has one move of the attacker in each of his positions and **every** legal move of the defender in each of his,
/// down to leaves where the goal holds. A leaf is always a position with the defender to move ([`Defence::Holds`]).
///
/// When a leaf holds:
/// - [`Goal::Mate`]`(n)`: the defender is checkmated, at most `n` moves of the attacker were played.
/// - [`Goal::Material`]`(g)`: let `start` be the attacker's balance of material in `start` (before a pass, which changes
///   nothing). The defender is not in check and has at least one legal move, and when he plays captures and promotions as long as he
///   likes (he may stop at any time; the attacker answers with captures, promotions or by stopping; a side in check must play one of
///   its legal moves instead and may not stop), the balance never ends below `start + g`. Checkmate of the defender also holds.
/// - [`Goal::Promotion`]: the attacker has promoted a pawn on the way, and the leaf holds for a [`Goal::Material`] of one.
/// - [`Goal::Draw`]: the leaf is stalemate, or the position (placement, turn, castling, en passant) stands earlier on this line of the tree.
/// - [`Goal::Table`]`(v)`: the tables' value for the attacker is at least `v`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Proof {
    /// The position that the proof is about.
    pub start: Board,
    /// Whether the side to move passes first: what would happen if it did nothing. Never in check.
    #[serde(default)]
    pub after_pass: bool,
    /// Who reaches the goal.
    pub attacker: Color,
    /// The goal.
    pub goal: Goal,
    /// The tree. It begins with the attacker to move ([`Root::Attack`]) or with the defender to move ([`Root::Defence`]).
    pub tree: Root,
}

/// Where a tree begins.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Root {
    /// The attacker is to move: after a pass, or because it is his turn.
    Attack(Attack),
    /// The defender is to move: the goal holds after each of his moves.
    Defence(Defence),
}

/// A move of the attacker and what can follow.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Attack {
    /// The move.
    #[serde(rename = "m")]
    pub mv: UciMove,
    /// What the defender can do.
    #[serde(rename = "d")]
    pub then: Defence,
}

/// A position with the defender to move.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Defence {
    /// The goal holds here.
    Holds,
    /// Every legal move, each with the attacker's answer.
    Replies(Vec<Reply>),
}

/// A move of the defender and the attacker's answer to it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Reply {
    /// The defender's move.
    #[serde(rename = "r")]
    pub mv: UciMove,
    /// The attacker's answer.
    #[serde(rename = "a")]
    pub then: Attack,
}
