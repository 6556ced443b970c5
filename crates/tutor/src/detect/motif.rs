//! Motifs: the names of the ways in which a move gains something.
//!
//! Each detector takes a move with its proof and says which facts hold of it. Whether a fact is the reason of the gain is not decided
//! here; but what could not be seen on the main line is not reported.

mod double;
mod draw;
mod guards;
mod line;
mod stock;
mod timing;

use quevedo_rules::{Board, Move};

use super::proven;
use super::scene::Scene;
use crate::exchange::balance;
use crate::{Attack, Defence, Fact, Finding, Goal, Proof, Root};

/// How many of the attacker's moves on the main line are looked at.
const MOVES: usize = 3;

/// The motifs of a proof's first move, then those of the attacker's next moves on its main line, each with its part of the proof.
///
/// Where the move gives a man up, the same is looked at for each way to take it: that is the story that a player wants to hear.
pub(super) fn along(proof: &Proof) -> Vec<Finding> {
    let mut found = along_main_line(proof);
    for accepted in accepting(proof) {
        for finding in along_main_line(&accepted) {
            if !found.iter().any(|known| known.fact == finding.fact && known.at == finding.at) {
                found.push(finding);
            }
        }
    }
    found
}

/// The most ways to take the man that moved that are looked at.
const WAYS: usize = 2;

/// The same proof with its main line through each reply that takes the man that moved, but for the one that it has already.
fn accepting(proof: &Proof) -> Vec<Proof> {
    let Root::Attack(Attack { mv, then: Defence::Replies(replies) }) = &proof.tree else { return Vec::new() };
    let Some(middle) = proof.root().and_then(|root| Some(root.play(root.find_uci(*mv).ok()?))) else {
        return Vec::new();
    };
    let takes = |index: &usize| {
        let reply = replies[*index].mv;
        reply.to == mv.to && middle.find_uci(reply).is_ok_and(Move::is_capture)
    };
    let with_first = |index: usize| {
        let mut other = proof.clone();
        if let Root::Attack(Attack { then: Defence::Replies(replies), .. }) = &mut other.tree {
            replies.swap(0, index);
        }
        other
    };
    (1..replies.len()).filter(takes).take(WAYS).map(with_first).collect()
}

fn along_main_line(proof: &Proof) -> Vec<Finding> {
    let mut found = of_first_move(proof);
    let mut here = proof.clone();
    for _ in 1..MOVES {
        let Some(next) = part_after_first_reply(&here) else { break };
        found.extend(of_first_move(&next));
        here = next;
    }
    found
}

/// The motifs of the first move of a proof.
fn of_first_move(proof: &Proof) -> Vec<Finding> {
    if proof.gain() <= 0 && proof.goal != Goal::Draw {
        return Vec::new();
    }
    let Some(scene) = Scene::new(proof) else { return Vec::new() };
    let detectors: [fn(&Scene<'_>) -> Vec<Fact>; 6] =
        [double::facts, line::facts, guards::facts, timing::facts, draw::facts, stock::facts];
    let facts = detectors.iter().flat_map(|detect| detect(&scene));
    facts.map(|fact| proven(fact, &scene.before, Some(scene.mv), proof.clone())).collect()
}

/// The proof that is left after the first move and the first reply. What is gained is counted anew from there.
fn part_after_first_reply(proof: &Proof) -> Option<Proof> {
    let Root::Attack(Attack { mv, then: Defence::Replies(replies) }) = &proof.tree else { return None };
    let reply = replies.first()?;
    let root = proof.root()?;
    let middle = root.play(root.find_uci(*mv).ok()?);
    let start = middle.play(middle.find_uci(reply.mv).ok()?);
    let goal = rest_of(proof, &root, &start)?;
    let tree = Root::Attack(reply.then.clone());
    Some(Proof { start, after_pass: false, attacker: proof.attacker, goal, tree })
}

fn rest_of(proof: &Proof, root: &Board, start: &Board) -> Option<Goal> {
    match proof.goal {
        Goal::Mate(moves) => Some(Goal::Mate(moves.checked_sub(1)?)),
        Goal::Material(points) => {
            let done = balance(start, proof.attacker) - balance(root, proof.attacker);
            Some(Goal::Material(points - done))
        }
        // The promotion may have been the first move.
        Goal::Promotion | Goal::Draw => None,
        goal @ Goal::Table(_) => Some(goal),
    }
}
