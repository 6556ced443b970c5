//! Proofs by playing: from the question whether a side reaches a goal to the tree that shows it.
//!
//! What is found is true; what is not found is unknown. The bounds of an [`Effort`] are on depth and on positions, so equal questions
//! have equal answers on every machine.

mod draw;
mod effort;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod tree;

pub use effort::Effort;
pub use table::prove_table;

pub(crate) use table::table_value;

use quevedo_rules::{Board, Color, Move};

use crate::{Goal, Proof, Root};
use search::{Left, Search};
use tree::{Builder, Worth};

/// Where a proof begins and what is given.
#[derive(Clone, Copy)]
struct Question<'a> {
    start: &'a Board,
    attacker: Color,
    /// The attacker's first move, where it is given.
    first: Option<Move>,
    after_pass: bool,
    hint: &'a [Move],
}

/// A proof that `attacker` reaches the goal from `start`, whoever is to move there, or `None` where that stays unknown.
///
/// The hint is a line of play from `start` that may show the way.
pub fn prove(start: &Board, attacker: Color, goal: Goal, effort: Effort, hint: &[Move]) -> Option<Proof> {
    let question = Question { start, attacker, first: None, after_pass: false, hint };
    question.answer(goal, effort).map(|answer| answer.proof)
}

/// A proof that the side to move reaches the goal with this legal move. The hint begins with the move.
pub fn prove_move(start: &Board, mv: Move, goal: Goal, effort: Effort, hint: &[Move]) -> Option<Proof> {
    let question = Question { start, attacker: start.turn(), first: Some(mv), after_pass: false, hint };
    question.answer(goal, effort).map(|answer| answer.proof)
}

/// A proof that `by`, who is not to move, would reach the goal if the other side passed. Nothing is threatened by the side to move, nor
/// where a check forbids to pass.
pub fn prove_threat(board: &Board, by: Color, goal: Goal, effort: Effort) -> Option<Proof> {
    Question::threat(board, by)?.answer(goal, effort).map(|answer| answer.proof)
}

/// The most that can be proven for `attacker` from `start`, with the first move given or free: the shortest mate, else the
/// most material, else a promotion, else a draw of one who is behind.
pub fn strongest(
    start: &Board,
    attacker: Color,
    first: Option<Move>,
    effort: Effort,
    hint: &[Move],
) -> Option<Proof> {
    let question = Question { start, attacker, first, after_pass: false, hint };
    question.strongest(effort)
}

/// The most that `by`, who is not to move, threatens.
pub fn strongest_threat(board: &Board, by: Color, effort: Effort) -> Option<Proof> {
    Question::threat(board, by)?.strongest(effort)
}

/// Whether no mate in `moves` or fewer exists for the side to move: every move is tried. `None` if that takes more positions
/// than allowed.
pub fn no_mate_within(board: &Board, moves: u8, effort: Effort) -> Option<bool> {
    let Some(plies) = (2 * moves).checked_sub(1) else { return Some(true) };
    let mut search = Search::new(board, board.turn(), Goal::Mate(moves), effort).full_width();
    let found = search.attack(board, Left::new(plies));
    (found || !search.is_exhausted()).then_some(!found)
}

/// A proof and what it took.
struct Answer {
    proof: Proof,
    plies: u8,
    worth: Worth,
}

impl<'a> Question<'a> {
    fn threat(board: &'a Board, by: Color) -> Option<Question<'a>> {
        let can_pass = board.turn() != by && !board.in_check();
        can_pass.then_some(Question { start: board, attacker: by, first: None, after_pass: true, hint: &[] })
    }

    /// The position where the tree begins.
    fn root(&self) -> Option<Board> {
        if self.after_pass { self.start.play_null() } else { Some(*self.start) }
    }

    fn answer(&self, goal: Goal, effort: Effort) -> Option<Answer> {
        let mut spent = 0;
        self.spend(goal, effort, &[], &mut spent)
    }

    /// An answer, with one more hint and an account of the positions looked at.
    fn spend(&self, goal: Goal, effort: Effort, line: &[Move], spent: &mut u64) -> Option<Answer> {
        let effort = effort.bounded();
        let root = self.root()?;
        if self.first.is_some_and(|mv| !root.is_legal(mv)) {
            return None;
        }
        if goal == Goal::Draw {
            return draw::prove(&root, self.attacker, self.first, effort).map(|tree| Answer {
                proof: self.proof(goal, tree),
                plies: effort.plies,
                worth: Worth::default(),
            });
        }
        let mut search = Search::new(&root, self.attacker, goal, effort);
        search.hint(&root, self.hint);
        search.hint(&root, line);
        let answer = self.deepen(&root, &mut search, goal, effort);
        *spent += search.nodes();
        answer
    }

    fn deepen(&self, root: &Board, search: &mut Search, goal: Goal, effort: Effort) -> Option<Answer> {
        let attacks = root.turn() == self.attacker;
        let most = match goal {
            Goal::Mate(moves) => effort.plies.min((2 * moves).saturating_sub(u8::from(attacks))),
            _ => effort.plies,
        };
        let first = u8::from(attacks);
        for plies in (first..=most).step_by(2) {
            let left = Left::new(plies);
            let found = match (attacks, self.first) {
                (true, Some(mv)) => search.attack_by(root, mv, left),
                (true, None) => search.attack(root, left),
                (false, _) => search.defence(root, left, false),
            };
            if found {
                let mut builder = Builder::new(search);
                let (tree, worth) = match (attacks, self.first) {
                    (true, Some(mv)) => {
                        builder.attack_by(root, mv, left).map(|(tree, worth)| (Root::Attack(tree), worth))
                    }
                    (true, None) => {
                        builder.attack(root, left).map(|(tree, worth)| (Root::Attack(tree), worth))
                    }
                    (false, _) => {
                        builder.defence(root, left).map(|(tree, worth)| (Root::Defence(tree), worth))
                    }
                }?;
                return Some(Answer { proof: self.proof(goal, tree), plies, worth });
            }
            if search.is_exhausted() {
                return None;
            }
        }
        None
    }

    fn proof(&self, goal: Goal, tree: Root) -> Proof {
        Proof { start: *self.start, after_pass: self.after_pass, attacker: self.attacker, goal, tree }
    }

    fn strongest(&self, effort: Effort) -> Option<Proof> {
        let mut spent = 0;
        let moves = effort.bounded().plies.div_ceil(2);
        // Mates are few and found by checks; a third of the positions is enough to look for them.
        if let Some(mut answer) = self.spend(Goal::Mate(moves), effort.part(3), &[], &mut spent) {
            answer.proof.goal = Goal::Mate(answer.plies.div_ceil(2).max(1));
            return Some(answer.proof);
        }
        let rest = |spent: u64| Effort { nodes: effort.nodes.saturating_sub(spent), ..effort };
        self.most_material(effort, &mut spent)
            .or_else(|| self.spend(Goal::Promotion, rest(spent), &[], &mut spent).map(|answer| answer.proof))
            .or_else(|| {
                let is_behind = crate::exchange::balance(self.start, self.attacker) < 0;
                let answer = is_behind.then(|| self.spend(Goal::Draw, rest(spent), &[], &mut spent))?;
                answer.map(|answer| answer.proof)
            })
    }

    /// The largest proven gain of material.
    fn most_material(&self, effort: Effort, spent: &mut u64) -> Option<Proof> {
        let mut best: Option<Answer> = None;
        let mut gain = 1;
        let base = crate::exchange::balance(self.start, self.attacker);
        loop {
            let line = best.as_ref().map(|best| best.proof.main_moves()).unwrap_or_default();
            let left = Effort { nodes: effort.nodes.saturating_sub(*spent), ..effort };
            let had = best.as_ref().map_or(0, Answer::gain);
            match self.spend(Goal::Material(gain), left, &line, spent) {
                Some(answer) => {
                    gain = (gain + 1).max(answer.worth.balance.saturating_sub(base).min(40));
                    best = Some(answer);
                }
                None if gain > had + 1 && had > 0 => gain = had + 1,
                None => return best.map(|best| best.proof),
            }
        }
    }
}

impl Answer {
    fn gain(&self) -> i8 {
        self.proof.gain()
    }
}
