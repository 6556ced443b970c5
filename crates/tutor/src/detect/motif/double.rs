//! Two things at once: forks, double attacks, checks from two sides.

use quevedo_rules::{Bitboard, Square};

use super::super::lines::attacked_from;
use super::super::scene::{Scene, see_of};
use crate::Fact;

pub(super) fn facts(scene: &Scene<'_>) -> Vec<Fact> {
    let mut facts = Vec::new();
    let fork = fork(scene);
    if fork.is_none() {
        facts.extend(double_attack(scene));
    }
    facts.extend(fork);
    facts.extend(checks(scene));
    facts
}

fn fork(scene: &Scene<'_>) -> Option<Fact> {
    let by = scene.arrived();
    let targets = scene.targets_of(by);
    let pays = scene.harvest().iter().any(|(who, target)| *who == by && targets.contains(target))
        || scene.mates_with(by);
    (targets.len() >= 2 && pays).then_some(Fact::Fork { by, targets })
}

/// The man that moved attacks one thing, another man a second: one that it did not attack with profit before.
fn double_attack(scene: &Scene<'_>) -> Option<Fact> {
    let by = scene.arrived();
    let first = scene.targets_of(by);
    if first.is_empty() {
        return None;
    }
    let sliders = scene.after.diagonal_sliders(scene.us) | scene.after.straight_sliders(scene.us);
    for other in sliders - Bitboard::of(by) {
        let mut second = scene.targets_of(other);
        second.retain(|&target| !first.contains(&target) && is_new(scene, other, target));
        if second.is_empty() {
            continue;
        }
        let targets: Vec<Square> = first.iter().chain(&second).copied().collect();
        let pays = scene.harvest().iter().any(|(who, target)| {
            *who == by && first.contains(target) || *who == other && second.contains(target)
        });
        if pays {
            return Some(Fact::DoubleAttack { by: vec![by, other], targets });
        }
    }
    None
}

fn is_new(scene: &Scene<'_>, by: Square, target: Square) -> bool {
    if scene.is_king(target) {
        return !attacked_from(&scene.before, by).contains(target);
    }
    see_of(&scene.before, by, target).is_none_or(|see| see <= 0)
}

fn checks(scene: &Scene<'_>) -> Vec<Fact> {
    let checkers: Vec<Square> = scene.after.checkers().into_iter().collect();
    let unveiled =
        checkers.iter().copied().find(|&by| by != scene.arrived() && scene.before.man_at(by).is_some());
    let mut facts = Vec::new();
    if let [one, two] = checkers[..] {
        facts.push(Fact::DoubleCheck { by: [one, two] });
    }
    facts.extend(unveiled.map(|by| Fact::DiscoveredCheck { by }));
    facts
}
