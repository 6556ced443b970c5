//! The chains for two bishops, and for bishop and knight, against the bare king.

use std::sync::LazyLock;

use quevedo_rules::{Bitboard, Man};

use crate::method::{End, Method, Phrase, Plan, Stage};
use crate::region::{CORNERS, EDGE, Region, around};
use crate::scene::{Cast, Scene};

fn on_edge(cast: Cast, scene: &Scene) -> bool {
    EDGE.contains(scene.bare()) && Region::is_held_in(cast, scene, EDGE)
}

fn in_corner(cast: Cast, scene: &Scene) -> bool {
    CORNERS.into_iter().any(|corner| {
        corner.distance(scene.bare()) <= 1
            && Region::is_held_in(cast, scene, quevedo_rules::attacks::king(corner) | corner)
    })
}

/// For each corner the squares within one, three and five straight steps.
static WALLED: LazyLock<[[Bitboard; 4]; 3]> =
    LazyLock::new(|| [5, 3, 1].map(|steps| CORNERS.map(|corner| around(corner, steps))));

fn walled(cast: Cast, scene: &Scene, wall: usize) -> bool {
    let bishop = scene.first();
    let walled = WALLED[wall].iter().zip(CORNERS);
    walled
        .filter(|(_, corner)| corner.is_light() == bishop.is_light())
        .any(|(&squares, _)| Region::is_held_in(cast, scene, squares))
}

/// Two bishops.
pub(crate) static KBBK: Method = Method {
    id: "KBBK",
    title: Phrase { en: "king and two bishops against king", es: "rey y dos alfiles contra rey" },
    idea: Phrase {
        en: "Side by side the bishops are a fence that no king crosses. With your king's help they hold the other \
             king first on the edge, then in a corner, and mate it there.",
        es: "Uno junto al otro, los alfiles son una valla que ningún rey cruza. Con ayuda de su rey retienen al \
             contrario primero en el borde, luego en un rincón, y allí le dan mate.",
    },
    example: "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
    end: End::Mate,
    plan: Plan::Chain(&[
        Stage {
            name: Phrase { en: "the edge", es: "el borde" },
            words: Phrase {
                en: "their king is held on the edge: wherever it goes, it stays there as long as your men stand still",
                es: "el rey contrario queda retenido en el borde: vaya donde vaya, no sale de él aunque sus piezas no se muevan",
            },
            goal: on_edge,
            within: 12,
        },
        Stage {
            name: Phrase { en: "the corner", es: "el rincón" },
            words: Phrase {
                en: "it is held within a step of a corner",
                es: "queda retenido a un paso de un rincón",
            },
            goal: in_corner,
            within: 17,
        },
        Stage {
            name: Phrase { en: "mate", es: "mate" },
            words: Phrase {
                en: "your king covers what the bishops do not, and they mate with two checks in a row",
                es: "su rey cubre lo que no cubren los alfiles, y estos dan mate con dos jaques seguidos",
            },
            goal: |_, _| false,
            within: 0,
        },
    ]),
    claims: &[],
    cast: Cast::new(&[Man::WhiteKing, Man::BlackKing, Man::WhiteBishop, Man::WhiteBishop]),
    aims: &[],
};

const FIRST: Phrase = Phrase {
    en: "their king is held within five straight steps of a corner of the bishop's colour, and cannot get out as \
         long as your men stand still",
    es: "el rey contrario queda retenido a cinco pasos rectos de un rincón del color del alfil, y no puede salir \
         aunque sus piezas no se muevan",
};
const SECOND: Phrase = Phrase {
    en: "their king is held within three straight steps of a corner of the bishop's colour, and cannot get out as \
         long as your men stand still",
    es: "el rey contrario queda retenido a tres pasos rectos de un rincón del color del alfil, y no puede salir \
         aunque sus piezas no se muevan",
};
const THIRD: Phrase = Phrase {
    en: "their king is held within one step of a corner of the bishop's colour, and cannot get out as \
         long as your men stand still",
    es: "el rey contrario queda retenido a un paso de un rincón del color del alfil, y no puede salir \
         aunque sus piezas no se muevan",
};

/// Bishop and knight: the three walls of Daniel Delétang (1923).
pub(crate) static KBNK: Method = Method {
    id: "KBNK",
    title: Phrase { en: "king, bishop and knight against king", es: "rey, alfil y caballo contra rey" },
    idea: Phrase {
        en: "Mate is possible in a corner of the bishop's colour only. Delétang's walls lead there: three triangles \
             around that corner, each smaller than the one before, each guarded by bishop, knight and king together.",
        es: "Solo hay mate en un rincón del color del alfil. Allí llevan las murallas de Delétang: tres triángulos \
             en torno a ese rincón, cada uno menor que el anterior, guardados por alfil, caballo y rey juntos.",
    },
    example: "8/8/8/4k3/8/8/8/2B1K1N1 w - - 0 1",
    end: End::Mate,
    plan: Plan::Chain(&[
        Stage {
            name: Phrase { en: "the first wall", es: "la primera muralla" },
            words: FIRST,
            goal: |cast, scene| walled(cast, scene, 0),
            within: 10,
        },
        Stage {
            name: Phrase { en: "the second wall", es: "la segunda muralla" },
            words: SECOND,
            goal: |cast, scene| walled(cast, scene, 1),
            within: 9,
        },
        Stage {
            name: Phrase { en: "the third wall", es: "la tercera muralla" },
            words: THIRD,
            goal: |cast, scene| walled(cast, scene, 2),
            within: 7,
        },
        Stage {
            name: Phrase { en: "mate", es: "mate" },
            words: Phrase {
                en: "the king helps, and bishop and knight mate in the corner",
                es: "el rey ayuda, y alfil y caballo dan mate en el rincón",
            },
            goal: |_, _| false,
            within: 0,
        },
    ]),
    claims: &[],
    cast: Cast::new(&[Man::WhiteKing, Man::BlackKing, Man::WhiteBishop, Man::WhiteKnight]),
    aims: &[],
};
