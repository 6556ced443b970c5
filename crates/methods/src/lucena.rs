//! Lucena's position: rook and pawn on the seventh against rook, the king in front of its pawn.

use quevedo_rules::{Man, Square};

use crate::krk::{file, rank};
use crate::method::{Claim, End, Method, Phrase, Plan, Stage};
use crate::scene::{Cast, Scene, Side};

const MEN: Cast =
    Cast::new(&[Man::WhiteKing, Man::BlackKing, Man::WhitePawn, Man::WhiteRook, Man::BlackRook]);

/// The king in front of its pawn; the rook's file shuts their king out, on the far side of it from the pawn.
fn is_lucena(scene: &Scene) -> bool {
    let (king, pawn, rook, bare) = (scene.king(), scene.first(), scene.at[3], scene.bare());
    let side = file(bare) - file(pawn);
    let cut = file(rook) - file(pawn);
    rank(king) == 7 && file(king) == file(pawn) && cut.signum() == side.signum() && cut != 0 && side.abs() > cut.abs()
}

/// The king is out from before the pawn, next to it, and the rook stands ready on the fourth rank.
fn has_bridge(scene: &Scene) -> bool {
    let (king, pawn, rook) = (scene.king(), scene.first(), scene.at[3]);
    file(king) != file(pawn) && king.distance(pawn) == 1 && rank(rook) == 3
}

#[cfg(test)]
mod explore {
    use super::*;
    use crate::distances::Distances;
    use crate::space::Space;

    #[test]
    #[ignore = "a look around"]
    fn limits() {
        let clock = std::time::Instant::now();
        let space = Space::new(MEN.with_pawn_on(Square::D7));
        println!("space {:?}", clock.elapsed());
        let queen = Distances::to(&space, &|_, _| false);
        println!("queen in {} {:?}", queen.longest, clock.elapsed());
        for side in [Side::Strong, Side::Weak] {
            let of = |cell| if side == Side::Strong { queen.strong_cell(cell) } else { queen.weak_cell(cell) };
            let mut counts = std::collections::BTreeMap::new();
            let mut shown = 0;
            for cell in space.legal(side).cells() {
                let scene = space.scene(cell);
                if is_lucena(&scene) {
                    *counts.entry(of(cell)).or_insert(0) += 1;
                    if of(cell).is_none() && shown < 12 {
                        shown += 1;
                        println!("  {}", space.cast.board(&scene, side).expect("legal").fen());
                    }
                }
            }
            println!("{side:?} lucena {counts:?}");
        }
        let mut counts = std::collections::BTreeMap::new();
        for cell in space.legal(Side::Weak).cells() {
            if has_bridge(&space.scene(cell)) {
                *counts.entry(queen.weak_cell(cell)).or_insert(0) += 1;
            }
        }
        println!("bridge {counts:?}");
        for within in [4, 6, 8, 10] {
            let bridge = Distances::to(&space, &|cell, scene| {
                has_bridge(scene) && queen.weak_cell(cell).is_some_and(|moves| moves <= within)
            });
            let never = space
                .legal(Side::Strong)
                .cells()
                .filter(|&cell| queen.strong_cell(cell).is_some() && bridge.strong_cell(cell).is_none())
                .count();
            let lucena: Vec<_> = space
                .legal(Side::Strong)
                .cells()
                .filter(|&cell| is_lucena(&space.scene(cell)) && queen.strong_cell(cell).is_some())
                .map(|cell| bridge.strong_cell(cell).unwrap_or(255))
                .collect();
            let most = lucena.iter().filter(|&&it| it < 255).max();
            let none = lucena.iter().filter(|&&it| it == 255).count();
            println!("within {within}: longest {}, won but never {never}; lucena most {most:?} none {none}; {:?}", bridge.longest, clock.elapsed());
        }
    }
}
