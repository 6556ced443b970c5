//! What sliders do: pins, skewers, discovered attacks, X-rays.

use quevedo_rules::{Bitboard, Board, Piece, Square, attacks};

use super::super::lines::{Ray, attacked_from, rays, without};
use super::super::scene::{Scene, see_of};
use crate::Fact;
use crate::exchange::{points, see, taken};

pub(super) fn facts(scene: &Scene<'_>) -> Vec<Fact> {
    let mut facts = discovered(scene);
    for ray in rays(&scene.after, scene.us) {
        facts.extend(pin_absolute(scene, ray));
        facts.extend(pin_relative(scene, ray));
        facts.extend(skewer(scene, ray));
    }
    facts
}

/// The slider did not move, and what moved stood between it and the target.
fn discovered(scene: &Scene<'_>) -> Vec<Fact> {
    let left = scene.mv.from();
    let sliders = scene.before.diagonal_sliders(scene.us) | scene.before.straight_sliders(scene.us);
    let mut facts = Vec::new();
    for by in sliders - Bitboard::of(left) {
        if scene.after.man_at(by) != scene.before.man_at(by) {
            continue;
        }
        let new = attacked_from(&scene.after, by) - attacked_from(&scene.before, by);
        for target in new & scene.them() {
            let opened = attacks::between(by, target).contains(left);
            if opened && !scene.is_king(target) && scene.see_by(by, target).is_some_and(|see| see > 0) {
                facts.push(Fact::DiscoveredAttack { by, target });
            }
        }
    }
    facts
}

fn stands_against(scene: &Scene<'_>, ray: Ray) -> bool {
    let them = scene.them();
    them.contains(ray.front) && them.contains(ray.behind)
}

fn pin_absolute(scene: &Scene<'_>, ray: Ray) -> Option<Fact> {
    if !stands_against(scene, ray) || !scene.is_king(ray.behind) {
        return None;
    }
    let refuted = if scene.takes(ray.front) {
        None
    } else {
        Some(scene.after.uci(refuted_capture(&scene.after, ray, scene.arrived())?))
    };
    Some(Fact::PinAbsolute { pinner: ray.slider, pinned: ray.front, king: ray.behind, refuted })
}

/// The capture of the man that moved which the pin forbids: legal and good as soon as the pinner is gone.
fn refuted_capture(after: &Board, ray: Ray, target: Square) -> Option<quevedo_rules::Move> {
    if target == ray.slider {
        return None;
    }
    let free = without(after, ray.slider)?;
    let capture = free.captures().into_iter().find(|mv| mv.from() == ray.front && mv.to() == target)?;
    (!after.is_legal(capture) && see(&free, capture) > 0).then_some(capture)
}

/// Every move off the line lets something greater fall than the move took.
fn pin_relative(scene: &Scene<'_>, ray: Ray) -> Option<Fact> {
    if !stands_against(scene, ray) || scene.is_king(ray.behind) || scene.is_king(ray.front) {
        return None;
    }
    let (front, behind) = (scene.after.piece_at(ray.front)?, scene.after.piece_at(ray.behind)?);
    if points(front) >= points(behind) || !leaves_at_a_loss(scene, ray, 0) {
        return None;
    }
    let used = scene.takes(ray.front) || scene.takes(ray.behind);
    used.then_some(Fact::PinRelative { pinner: ray.slider, pinned: ray.front, behind: ray.behind })
}

/// Whether the front man has legal moves off the line, and after each the slider takes what is behind with a see above what the move took.
fn leaves_at_a_loss(scene: &Scene<'_>, ray: Ray, least: i8) -> bool {
    let off: Vec<_> = scene
        .after
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.from() == ray.front && !attacks::line(ray.slider, ray.behind).contains(mv.to()))
        .collect();
    !off.is_empty()
        && off.iter().all(|&mv| {
            let next = scene.after.play(mv);
            see_of(&next, ray.slider, ray.behind).is_some_and(|see| see > least.max(taken(&scene.after, mv)))
        })
}

fn skewer(scene: &Scene<'_>, ray: Ray) -> Option<Fact> {
    if !stands_against(scene, ray) {
        return None;
    }
    let (front, behind) = (scene.after.piece_at(ray.front)?, scene.after.piece_at(ray.behind)?);
    let attacked = if front == Piece::King {
        scene.after.checkers().contains(ray.slider)
    } else {
        points(front) >= points(behind) && scene.see_by(ray.slider, ray.front).is_some_and(|see| see > 0)
    };
    let pays = scene.takes(ray.behind) || scene.takes(ray.front);
    let falls = behind != Piece::King && leaves_at_a_loss(scene, ray, 0);
    (attacked && falls && pays).then_some(Fact::Skewer {
        by: ray.slider,
        front: ray.front,
        behind: ray.behind,
    })
}
