//! The guard against impulsive moves: what speaks against a move before it is played. Marsland 1991, 1.2: what man and machine
//! can do for each other.

use quevedo_rules::Move;

use crate::{Basis, Explanation, Fact, Goal, Language, Level, Question, Role, say};

/// How long it looks at a move, in nodes: a few hundredths of a second.
const NODES: u64 = 20_000;
/// The least loss, in pawns, that it asks about.
const LEAST: i8 = 2;

/// What the guard asks about a move.
pub fn guard_question(mv: Move) -> Question {
    Question { candidates: 1, limits: Question::nodes(NODES), ..Question::of(mv) }
}

/// What speaks against the move that was asked about, if it is proven and grave.
pub fn objection(explanation: &Explanation, language: Language) -> Option<String> {
    let judgement = explanation.played.as_ref().filter(|judgement| judgement.mark.is_bad())?;
    let cause = explanation.findings.get(judgement.picks.cause?)?;
    let is_grave = match cause.fact {
        Fact::Allows { goal: Goal::Mate(_), .. } => true,
        Fact::Allows { .. } => cause.gain >= LEAST,
        _ => false,
    };
    let rests_on = Basis::Finding(judgement.picks.cause?);
    let said = say(explanation, Level::Beginner, language);
    let verdict = said.into_iter().find(|it| it.role == Role::Verdict && it.rests_on == rests_on)?;
    is_grave.then_some(verdict.text)
}
