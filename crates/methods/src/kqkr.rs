//! The chain for queen against rook.

use quevedo_rules::{Man, Square};

use crate::krk::{file, rank};
use crate::method::{End, Method, Phrase, Plan, Stage};
use crate::scene::{Cast, Scene};

const CAST: Cast = Cast::new(&[Man::WhiteKing, Man::BlackKing, Man::WhiteQueen, Man::BlackRook]);

/// How far a square is from each of the four edges.
fn from_edges(square: Square) -> [i8; 4] {
    [rank(square), 7 - rank(square), file(square), 7 - file(square)]
}

/// Their king is on an edge, and ours at most so many lines from it.
fn is_near_the_edge(scene: &Scene, lines: i8) -> bool {
    let edges = from_edges(scene.bare()).into_iter().zip(from_edges(scene.king()));
    edges.into_iter().any(|(their, own)| their == 0 && own <= lines)
}

/// The rook stays next to its king, and our king stands two squares from theirs.
fn is_philidor(scene: &Scene) -> bool {
    is_near_the_edge(scene, 2)
        && scene.king().distance(scene.bare()) == 2
        && scene.at[3].distance(scene.bare()) == 1
}

#[cfg(test)]
mod explore {
    use super::*;
    use crate::distances::Distances;
    use crate::scene::Side;
    use crate::space::Space;

    #[test]
    #[ignore = "a look around"]
    fn limits() {
        let space = Space::new(CAST);
        let mate = Distances::to(&space, &|_, _| false);
        println!("won in {}", mate.longest);
        for within in [3u8, 4, 5, 6, 7, 8] {
            let philidor = Distances::to(&space, &|cell, scene| {
                is_philidor(scene) && mate.weak_cell(cell).is_some_and(|moves| moves <= within)
            });
            let count =
                space.legal(Side::Weak).cells().filter(|&cell| philidor.weak_cell(cell) == Some(0)).count();
            println!("philidor within {within}: longest {} count {count}", philidor.longest);
            for lines in [2, 3] {
                for edge in [10u8, 14, 18] {
                    let near = Distances::to(&space, &|cell, scene| {
                        is_near_the_edge(scene, lines)
                            && philidor.weak_cell(cell).is_some_and(|moves| moves <= edge)
                    });
                    println!("  lines {lines} within {edge}: longest {}", near.longest);
                }
            }
        }
    }
}
