//! Half a point by force.

use super::super::scene::Scene;
use crate::{DrawKind, Fact, Goal};

pub(super) fn facts(scene: &Scene<'_>) -> Vec<Fact> {
    if scene.proof.goal != Goal::Draw {
        return Vec::new();
    }
    let stalemate = scene.boards.last().is_some_and(quevedo_rules::Board::is_stalemate);
    let how = if stalemate { DrawKind::Stalemate } else { DrawKind::Perpetual };
    vec![Fact::SavesDraw { how }]
}
