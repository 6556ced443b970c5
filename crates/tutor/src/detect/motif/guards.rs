//! Guards: taken, drawn away, overloaded, cut off; and men drawn to bad squares.

use quevedo_rules::{Bitboard, Board, Move, Piece, Square, attacks};

use super::super::lines::{attacked_from, changed, without};
use super::super::scene::Scene;
use crate::exchange::{balance, best_capture_of, points, see, victim};
use crate::{Duty, Effort, Fact, Goal, prove_move};

pub(super) fn facts(scene: &Scene<'_>) -> Vec<Fact> {
    let mut facts = removed_defender(scene);
    facts.extend(deflection(scene));
    facts.extend(attraction(scene));
    facts.extend(interference(scene));
    facts.extend(overloaded(scene));
    facts
}

fn see_on(board: &Board, target: Square) -> i8 {
    best_capture_of(board, target).map_or(i8::MIN, |(_, see)| see)
}

/// The enemies other than the king that a man guards.
fn wards(board: &Board, guard: Square) -> Bitboard {
    let Some(man) = board.man_at(guard) else { return Bitboard::EMPTY };
    attacked_from(board, guard) & (board.color(man.color()) - board.pieces(Piece::King))
}

fn removed_defender(scene: &Scene<'_>) -> Vec<Fact> {
    let Some(guard) = victim(&scene.before, scene.mv) else { return Vec::new() };
    let worth = |square: Square| scene.before.piece_at(square).map_or(0, points);
    let mut facts = Vec::new();
    // Whoever is worth more than what it guarded is taken for its own sake, and so is one that falls for nothing.
    let least = worth(guard) + i8::from(see(&scene.before, scene.mv) > 0);
    for target in wards(&scene.before, guard).into_iter().filter(|&target| worth(target) >= least) {
        if see_on(&scene.before, target) <= 0 && scene.takes(target) {
            facts.push(Fact::RemovedDefender { guard, target });
        }
    }
    facts
}

/// The first reply leaves a duty, and the next move uses that.
fn deflection(scene: &Scene<'_>) -> Option<Fact> {
    let (&reply, &next) = (scene.line.get(1)?, scene.line.get(2)?);
    let now = scene.boards.get(1)?;
    let guard = reply.from();
    let man = scene.after.man_at(guard)?;
    if man.piece() == Piece::King && !reply.is_capture() {
        return None;
    }
    // The man is put back; what it may have taken stays gone.
    let back = changed(now, |setup| {
        setup.clear(reply.to());
        setup.put(guard, man);
    })?;
    let duty = duty(scene, now, next)?;
    let stops = back.is_legal(next) && guard_stops(&back, guard, next, duty);
    (stops && !works_as_well(scene, &back, next)).then_some(Fact::Deflection { guard, duty })
}

/// What the next move achieves: mate, a promotion or a man that falls for good.
fn duty(scene: &Scene<'_>, now: &Board, next: Move) -> Option<Duty> {
    if now.play(next).is_checkmate() {
        return Some(Duty::MateSquare(next.to()));
    }
    if next.is_promotion() {
        return Some(Duty::PromotionSquare(next.to()));
    }
    let target = victim(now, next)?;
    let stood = scene.after.man_at(target).is_some() && scene.line.get(1)?.to() != target;
    (stood && see_on(now, target) > 0).then_some(Duty::Man(target))
}

fn guard_stops(back: &Board, guard: Square, next: Move, duty: Duty) -> bool {
    let then = back.play(next);
    let retakes = then.legal_moves().into_iter().any(|mv| mv.from() == guard && mv.to() == next.to());
    match duty {
        Duty::Man(target) => retakes && see_on(back, target) <= 0,
        Duty::MateSquare(_) => {
            !then.is_checkmate() && then.legal_moves().into_iter().any(|mv| mv.from() == guard)
        }
        Duty::PromotionSquare(_) => retakes,
    }
}

/// The first reply takes on the move's square with a man that is then attacked there.
fn attraction(scene: &Scene<'_>) -> Option<Fact> {
    let (&reply, &next) = (scene.line.get(1)?, scene.line.get(2)?);
    let now = scene.boards.get(1)?;
    if !reply.is_capture() || reply.to() != scene.mv.to() {
        return None;
    }
    let (from, to) = (reply.from(), reply.to());
    let man = scene.after.man_at(from)?;
    let home = changed(now, |setup| {
        setup.clear(to);
        setup.put(from, man);
    });
    let hits = |board: &Board| {
        board.is_legal(next) && {
            let then = board.play(next);
            let square = if board.man_at(to).is_some() { to } else { from };
            let attackers = then.attackers(square, scene.us);
            attackers.contains(next.to()) || man.piece() == Piece::King && attackers.any()
        }
    };
    let is_target = man.piece() == Piece::King || takes_later(scene, to);
    let works = |home: Board| hits(&home) || works_as_well(scene, &home, next);
    (is_target && hits(now) && !home.is_some_and(works)).then_some(Fact::Attraction { from, to })
}

/// Whether the next move reaches the goal of the proof on another board, too.
fn works_as_well(scene: &Scene<'_>, other: &Board, next: Move) -> bool {
    let gone = balance(other, scene.us) - balance(&scene.before, scene.us);
    let goal = match scene.proof.goal {
        Goal::Mate(moves) => Goal::Mate(moves.saturating_sub(1)),
        Goal::Material(gain) => Goal::Material(gain - gone),
        goal => goal,
    };
    other.is_legal(next) && prove_move(other, next, goal, Effort::QUICK.part(4), &[]).is_some()
}

fn takes_later(scene: &Scene<'_>, square: Square) -> bool {
    let man = scene.boards.get(1).and_then(|board| board.man_at(square));
    scene.line.iter().enumerate().skip(4).step_by(2).any(|(index, &mv)| {
        let board = &scene.boards[index - 1];
        board.man_at(square) == man && victim(board, mv) == Some(square)
    })
}

/// The move lands on the line between a slider and what it guards.
fn interference(scene: &Scene<'_>) -> Vec<Fact> {
    let at = scene.arrived();
    let them = !scene.us;
    let mut facts = Vec::new();
    let sliders = scene.after.diagonal_sliders(them) | scene.after.straight_sliders(them);
    for slider in sliders {
        for target in wards(&scene.before, slider) {
            if !attacks::between(slider, target).contains(at) || see_on(&scene.before, target) > 0 {
                continue;
            }
            let after = scene.views().iter().any(|board| see_on(board, target) > 0);
            if after && scene.takes(target) {
                facts.push(Fact::Interference { slider, target });
            }
        }
    }
    facts
}

/// A man on the target's guard list that guards two things: both fall once it is gone, and the line takes both, or one and the guard.
fn overloaded(scene: &Scene<'_>) -> Vec<Fact> {
    let them = scene.before.color(!scene.us) - scene.before.pieces(Piece::King);
    let mut facts = Vec::new();
    let first = victim(&scene.before, scene.mv);
    let Some(first) = first else { return facts };
    let Some(&reply) = scene.line.get(1) else { return facts };
    // The guard has answered the first capture.
    if reply.to() != scene.mv.to() {
        return facts;
    }
    let guard = reply.from();
    let Some(gone) = without(&scene.before, guard) else { return facts };
    if !them.contains(guard) || see_on(&gone, first) <= see_on(&scene.before, first).max(0) {
        return facts;
    }
    for second in wards(&scene.before, guard) - Bitboard::of(first) {
        if see_on(&gone, second) > 0 && see_on(&scene.before, second) <= 0 && scene.takes(second) {
            facts.push(Fact::Overloaded { guard, duties: vec![first, second] });
        }
    }
    facts
}
