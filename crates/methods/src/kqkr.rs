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

/// Queen against rook.
pub(crate) static KQKR: Method = Method {
    id: "KQKR",
    title: Phrase { en: "king and queen against king and rook", es: "rey y dama contra rey y torre" },
    idea: Phrase {
        en: "The rook lives as long as it stays with its king. Drive the king to the edge and come with yours; there \
             the defender has to move in Philidor's position, the rook leaves its king, and a check wins it.",
        es: "La torre vive mientras siga junto a su rey. Lleve al rey al borde y acerque el suyo; allí el defensor \
             ha de mover en la posición de Philidor, la torre deja a su rey y un jaque la gana.",
    },
    example: "8/3kr3/8/3K4/3Q4/8/8/8 w - - 0 1",
    end: End::RookWon,
    plan: Plan::Chain(&[
        Stage {
            name: Phrase { en: "the edge", es: "el borde" },
            words: Phrase {
                en: "their king is on the edge and yours at most three lines from it: the defence on the third rank is broken",
                es: "el rey contrario está en el borde y el suyo a tres líneas como mucho: la defensa en la tercera fila está rota",
            },
            goal: |_, scene| is_near_the_edge(scene, 3),
            within: 10,
        },
        Stage {
            name: Phrase { en: "Philidor's position", es: "la posición de Philidor" },
            words: Phrase {
                en: "the rook stands next to its king on the edge, your king two squares from theirs, and the defender has \
                     to move: the rook must go away from its king",
                es: "la torre está junto a su rey en el borde, su rey a dos casillas del contrario, y mueve el defensor: \
                     la torre ha de alejarse de su rey",
            },
            goal: |_, scene| is_philidor(scene),
            within: 3,
        },
        Stage {
            name: Phrase { en: "the rook", es: "la torre" },
            words: Phrase {
                en: "checks fork king and rook, or it is mate",
                es: "los jaques atacan a la vez al rey y a la torre, o es mate",
            },
            goal: |_, _| false,
            within: 0,
        },
    ]),
    claims: &[],
    cast: CAST,
    aims: &[],
};
