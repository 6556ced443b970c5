//! Attacks that players know by name: Shannon's "type positions" (1950, section 8).

use quevedo_rules::{Board, Color, File, Piece, Rank, Square, attacks};

use super::super::scene::Scene;
use crate::exchange::victim;
use crate::{Fact, Goal, MatePattern, StockPattern};

pub(super) fn facts(scene: &Scene<'_>) -> Vec<Fact> {
    let pattern = if is_greek_gift(scene) {
        StockPattern::GreekGift
    } else if is_knight_on_f7(scene) {
        StockPattern::KnightOnF7
    } else if is_philidors_legacy(scene) {
        StockPattern::PhilidorsLegacy
    } else {
        return Vec::new();
    };
    vec![Fact::Stock { pattern }]
}

/// A square as the attacker sees it: `f7` is f2 for Black.
fn seen_by(us: Color, file: File, rank: Rank) -> Square {
    Square::at(file, rank.relative_to(us))
}

/// Whether the king may take the man that has just moved.
fn king_takes(scene: &Scene<'_>) -> bool {
    let king = scene.after.king(!scene.us);
    scene.after.captures().into_iter().any(|mv| mv.from() == king && mv.to() == scene.mv.to())
}

/// Whether this piece has taken a pawn on this square.
fn takes_pawn(scene: &Scene<'_>, piece: Piece, square: Square) -> bool {
    scene.before.piece_at(scene.mv.from()) == Some(piece)
        && scene.mv.to() == square
        && scene.before.piece_at(square) == Some(Piece::Pawn)
}

fn is_greek_gift(scene: &Scene<'_>) -> bool {
    let us = scene.us;
    let jump = seen_by(us, File::G, Rank::Fifth);
    takes_pawn(scene, Piece::Bishop, seen_by(us, File::H, Rank::Seventh))
        && scene.after.king(!us) == seen_by(us, File::G, Rank::Eighth)
        && (attacks::knight(jump) & scene.after.colored(us, Piece::Knight)).any()
        && king_takes(scene)
}

fn is_knight_on_f7(scene: &Scene<'_>) -> bool {
    takes_pawn(scene, Piece::Knight, seen_by(scene.us, File::F, Rank::Seventh)) && king_takes(scene)
}

/// The queen is taken beside the king, and a knight gives smothered mate.
fn is_philidors_legacy(scene: &Scene<'_>) -> bool {
    let is_smothered = scene.boards.last().and_then(|last: &Board| super::super::mate_pattern(last))
        == Some(MatePattern::Smothered);
    if !matches!(scene.proof.goal, Goal::Mate(_)) || !is_smothered || scene.line.len() < 3 {
        return false;
    }
    let place = scene.line.len() - 3;
    let before = if place == 0 { &scene.before } else { &scene.boards[place - 1] };
    let (mv, now) = (scene.line[place], &scene.boards[place]);
    before.piece_at(mv.from()) == Some(Piece::Queen)
        && attacks::king(now.king(!scene.us)).contains(mv.to())
        && victim(now, scene.line[place + 1]) == Some(mv.to())
}
