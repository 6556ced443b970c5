//! The moments that mattered: at most seven, not two for the same thing.

use quevedo_rules::Color;
use serde::{Deserialize, Serialize};

use super::{Mark, ReviewedMove};
use crate::Fact;
use crate::explain::Explanation;

/// A moment of a game that is worth a look.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct KeyMoment {
    /// The move, from 1.
    pub ply: usize,
    /// What it was.
    pub kind: MomentKind,
    /// What the mover lost, 0 to 1.
    pub loss: f64,
    /// Whether the other side gave back at least half of it with the next move.
    #[serde(default)]
    pub answered_badly: bool,
    /// Why, in sentences.
    pub words: Vec<String>,
    /// Hints at the best move, each saying more than the one before; the last is the move.
    #[serde(default)]
    pub hints: Vec<String>,
    /// The facts that the sentences rest on.
    pub facts: Vec<Fact>,
    /// The whole explanation with its proofs; left out of collections.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Box<Explanation>>,
}

/// What a key moment is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum MomentKind {
    /// The game changed hands: the other side was better from now on.
    TurningPoint,
    /// A win was there, or a way back, and it was not taken.
    MissedChance,
    /// It made things worse, but did not decide anything by itself.
    Mistake,
}

impl MomentKind {
    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            MomentKind::TurningPoint => "turning point",
            MomentKind::MissedChance => "missed chance",
            MomentKind::Mistake => "mistake",
        }
    }
}

/// A side stands better from here on.
pub(super) const BETTER: f64 = 0.65;
/// A side should win from here on.
pub(super) const WINNING: f64 = 0.85;

/// Chooses the key moments among the moves of a game, at most so many, in the order of the game.
pub(super) fn choose(moves: &[ReviewedMove], most: usize) -> Vec<KeyMoment> {
    let mut found: Vec<KeyMoment> = moves.iter().filter_map(|mv| moment(moves, mv)).collect();
    found.sort_by(|one, other| {
        weight(moves, other).total_cmp(&weight(moves, one)).then_with(|| one.ply.cmp(&other.ply))
    });
    let mut chosen: Vec<KeyMoment> = Vec::new();
    for moment in found {
        match chosen.iter().position(|known| is_same_thing(moves, known, &moment)) {
            // A gift and its refusal are told at the gift.
            Some(place) if chosen[place].ply == moment.ply + 1 => chosen[place] = moment,
            None if chosen.len() < most => chosen.push(moment),
            Some(_) | None => {}
        }
    }
    chosen.sort_by_key(|moment| moment.ply);
    chosen
}

fn moment(moves: &[ReviewedMove], mv: &ReviewedMove) -> Option<KeyMoment> {
    let is_bad = mv.mark.is_some_and(|mark| mark.is_bad() && mark >= Mark::Mistake);
    if !is_bad {
        return None;
    }
    let (before, after) = (mv.expected_before(), mv.expected_after());
    let kind = match () {
        () if before > 1.0 - BETTER && after <= 1.0 - BETTER => MomentKind::TurningPoint,
        () if before >= BETTER && after < BETTER => MomentKind::MissedChance,
        () => MomentKind::Mistake,
    };
    let reply = moves.get(mv.ply);
    Some(KeyMoment {
        ply: mv.ply,
        kind,
        loss: mv.loss,
        answered_badly: reply.is_some_and(|reply| reply.loss >= mv.loss / 2.0),
        words: Vec::new(),
        hints: Vec::new(),
        facts: Vec::new(),
        explanation: None,
    })
}

/// What changed the game for good weighs more than what was given back at once.
fn weight(moves: &[ReviewedMove], moment: &KeyMoment) -> f64 {
    let kind = match moment.kind {
        MomentKind::TurningPoint => 1.3,
        MomentKind::MissedChance => 1.1,
        MomentKind::Mistake => 1.0,
    };
    let stays = if lasts(moves, moment.ply) { 1.3 } else { 1.0 };
    moment.loss * kind * stays
}

/// Whether the mover never had again what he had before the move.
fn lasts(moves: &[ReviewedMove], ply: usize) -> bool {
    let Some(mv) = moves.get(ply.wrapping_sub(1)) else { return false };
    let half = mv.expected_before() - mv.loss / 2.0;
    let for_mover = |other: &ReviewedMove| match mv.color {
        Color::White => other.after.expectation,
        Color::Black => 1.0 - other.after.expectation,
    };
    moves[ply..].iter().all(|later| for_mover(later) < half)
}

/// Two moments tell the same: a side overlooks the same move twice, or the other side overlooks at once what it was given.
fn is_same_thing(moves: &[ReviewedMove], known: &KeyMoment, new: &KeyMoment) -> bool {
    let (first, second) = if known.ply < new.ply { (known, new) } else { (new, known) };
    let (Some(one), Some(other)) = (moves.get(first.ply - 1), moves.get(second.ply - 1)) else {
        return false;
    };
    let apart = second.ply - first.ply;
    if apart == 1 {
        // A gift and its refusal are one story, told at the gift.
        return first.answered_badly;
    }
    let same_best =
        one.best.as_ref().zip(other.best.as_ref()).is_some_and(|(one, other)| one.uci == other.uci);
    let refutation =
        |mv: &ReviewedMove| moves.get(mv.ply).and_then(|reply| reply.best.clone()).map(|best| best.uci);
    let same_reply = refutation(one).is_some_and(|reply| Some(reply) == refutation(other));
    one.color == other.color && apart <= 8 && (same_best || same_reply)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::review::result::Standing;
    use crate::review::{Phase, Scale};
    use quevedo_report::{Score, WrittenMove};

    /// A game that is only figures: White's expectation after each ply, with the best moves' names.
    pub(crate) fn game(first: f64, plies: &[(f64, &str)]) -> Vec<ReviewedMove> {
        let mut before = first;
        let mut moves = Vec::new();
        for (index, &(after, best)) in plies.iter().enumerate() {
            let color = if index % 2 == 0 { Color::White } else { Color::Black };
            let loss: f64 = if color == Color::White { before - after } else { after - before };
            let loss = loss.max(0.0);
            let written = |text: &str| WrittenMove { uci: text.to_owned(), san: text.to_owned() };
            moves.push(ReviewedMove {
                ply: index + 1,
                number: format!("{}{}", index / 2 + 1, if index % 2 == 0 { "." } else { "..." }),
                color,
                played: written("a3"),
                fen: String::new(),
                phase: Phase::Middlegame,
                after: Standing { score: Score::Cp(0), expectation: after, depth: 10 },
                best: Some(written(best)),
                line: String::new(),
                line_uci: Vec::new(),
                loss,
                mark: Scale::Expectation.mark(Score::Cp(0), Score::Cp(0), loss),
                accuracy: 100.0,
                forced: false,
                clock: None,
                alternatives: Vec::new(),
            });
            before = after;
        }
        moves
    }

    fn plies(moments: &[KeyMoment]) -> Vec<usize> {
        moments.iter().map(|moment| moment.ply).collect()
    }

    #[test]
    fn the_move_that_lost_the_game_is_the_turning_point() {
        let moves = game(0.5, &[(0.5, "a"), (0.5, "b"), (0.1, "c"), (0.1, "d"), (0.1, "e"), (0.1, "f")]);
        let moments = choose(&moves, 7);
        assert_eq!(plies(&moments), [3]);
        assert_eq!(moments[0].kind, MomentKind::TurningPoint);
        assert!(!moments[0].answered_badly);
    }

    #[test]
    fn a_gift_refused_is_one_moment() {
        let moves = game(0.5, &[(0.5, "a"), (0.9, "b"), (0.5, "c"), (0.5, "d")]);
        let moments = choose(&moves, 7);
        assert_eq!(plies(&moments), [2]);
        assert!(moments[0].answered_badly);
    }

    #[test]
    fn the_same_move_missed_twice_is_one_moment() {
        let moves = game(0.9, &[(0.5, "Qh7"), (0.9, "x"), (0.4, "Qh7"), (0.4, "y")]);
        // Ply 1 loses .4, ply 2 gives it back, ply 3 loses .5 by missing the same move: told at the first time.
        assert_eq!(plies(&choose(&moves, 7)), [1]);
        let other =
            game(0.9, &[(0.5, "Qh7"), (0.55, "x"), (0.55, "z"), (0.55, "y"), (0.2, "Rd8"), (0.2, "w")]);
        assert_eq!(plies(&choose(&other, 7)), [1, 5]);
    }

    #[test]
    fn the_weightiest_stay() {
        let moves = game(
            1.0,
            &[(0.8, "a"), (0.8, "b"), (0.4, "c"), (0.4, "d"), (0.28, "e"), (0.28, "f"), (0.0, "g")],
        );
        assert_eq!(plies(&choose(&moves, 2)), [3, 7]);
        assert_eq!(choose(&moves, 0), []);
    }
}
