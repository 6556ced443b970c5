//! Proofs by playing: trees with every reply of the defender.

use quevedo_rules::{Board, Color, Move, UciMove};
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
///   A side that is not in check and has no move can only stop; checkmate of the attacker is below everything, of the defender above.
///   A promoted pawn counts as what it has become. All promotions count, also those to a knight, bishop or rook.
/// - [`Goal::Promotion`]: the attacker has promoted a pawn on the way, and the leaf holds for a [`Goal::Material`] of one.
/// - [`Goal::Draw`]: the leaf is stalemate, or the position (placement, turn, castling, en passant) stands earlier on this line of the tree.
/// - [`Goal::Table`]`(v)`: the tables' value for the attacker is at least `v`.
///
/// No draw by repetition or by the fifty-move rule is looked at, but for [`Goal::Draw`].
///
/// Replies stand in any order but for the first: it is the defence that the main line follows ([`Proof::main_line`]).
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

/// What mates count in a finding's gain.
pub const MATE_GAIN: i8 = 100;

impl Proof {
    /// The position where the tree begins: `start`, or `start` after the pass.
    pub fn root(&self) -> Option<Board> {
        if self.after_pass { self.start.play_null() } else { Some(self.start) }
    }

    /// The attacker's best against the best defence: from the root on, always the first reply.
    pub fn main_line(&self) -> Vec<UciMove> {
        let mut line = Vec::new();
        let mut here = match &self.tree {
            Root::Attack(attack) => {
                line.push(attack.mv);
                &attack.then
            }
            Root::Defence(defence) => defence,
        };
        while let Defence::Replies(replies) = here {
            let Some(reply) = replies.first() else { break };
            line.extend([reply.mv, reply.then.mv]);
            here = &reply.then.then;
        }
        line
    }

    /// The main line as legal moves from the root.
    pub fn main_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let Some(mut board) = self.root() else { return moves };
        for written in self.main_line() {
            let Ok(mv) = board.find_uci(written) else { break };
            moves.push(mv);
            board = board.play(mv);
        }
        moves
    }

    /// The attacker's first move, if he begins.
    pub fn first_move(&self) -> Option<UciMove> {
        match &self.tree {
            Root::Attack(attack) => Some(attack.mv),
            Root::Defence(_) => None,
        }
    }

    /// What the goal gains, in pawns: 100 for a mate, 0 where nothing is counted.
    pub fn gain(&self) -> i8 {
        match self.goal {
            Goal::Mate(_) => MATE_GAIN,
            Goal::Material(points) => points,
            Goal::Promotion => 1,
            Goal::Draw | Goal::Table(_) => 0,
        }
    }

    /// How many moves the tree has, of both sides.
    pub fn nodes(&self) -> usize {
        match &self.tree {
            Root::Attack(attack) => attack.nodes(),
            Root::Defence(defence) => defence.nodes(),
        }
    }
}

impl Attack {
    fn nodes(&self) -> usize {
        1 + self.then.nodes()
    }
}

impl Defence {
    fn nodes(&self) -> usize {
        match self {
            Defence::Holds => 0,
            Defence::Replies(replies) => replies.iter().map(|reply| 1 + reply.then.nodes()).sum(),
        }
    }
}
