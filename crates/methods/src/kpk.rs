//! King and pawn against king: key squares, and what else is said of it.

use quevedo_rules::{Man, Square};

use crate::krk::{file, rank};
use crate::method::{Claim, End, Method, Phrase, Plan, Stage};
use crate::scene::{Cast, Scene, Side};

const CAST: Cast = Cast::new(&[Man::WhiteKing, Man::BlackKing, Man::WhitePawn]);

fn is_rook_pawn(pawn: Square) -> bool {
    [0, 7].contains(&file(pawn))
}

/// Whether our king stands on a key square of the pawn.
fn on_key_square(scene: &Scene) -> bool {
    let (king, pawn) = (scene.king(), scene.first());
    if is_rook_pawn(pawn) {
        // b7 and b8, or g7 and g8.
        return rank(king) >= 6 && (file(king) - file(pawn)).abs() == 1;
    }
    let ranks = match rank(pawn) {
        line @ 1..=3 => line + 2..=line + 2,
        4 => 5..=6,
        5 => 6..=7,
        _ => 6..=6,
    };
    ranks.contains(&rank(king)) && (file(king) - file(pawn)).abs() <= 1
}

/// Our king does not leave the pawn to theirs.
fn guards_pawn(scene: &Scene, to_move: Side) -> bool {
    let (king, bare, pawn) = (scene.king(), scene.bare(), scene.first());
    let ours = king.distance(pawn);
    let theirs = bare.distance(pawn).saturating_sub(u8::from(to_move == Side::Weak));
    ours <= 1 || theirs >= ours
}

/// The pawn runs, and their king is outside its square.
fn outside_square(scene: &Scene, to_move: Side) -> bool {
    let (king, bare, pawn) = (scene.king(), scene.bare(), scene.first());
    let runs = (7 - rank(pawn)).min(5);
    let goal = Square::new((56 + file(pawn)) as u8);
    let is_clear = file(king) != file(pawn) || rank(king) < rank(pawn);
    to_move == Side::Strong && is_clear && bare.distance(goal) as i8 > runs
}

fn sixth_ahead(scene: &Scene) -> bool {
    let (king, pawn) = (scene.king(), scene.first());
    !is_rook_pawn(pawn) && file(king) == file(pawn) && rank(king) == 5 && rank(pawn) < 5
}

/// Their king is within a step of the corner where a rook's pawn would promote.
fn holds_corner(scene: &Scene, _: Side) -> bool {
    let pawn = scene.first();
    is_rook_pawn(pawn) && scene.bare().distance(Square::new((56 + file(pawn)) as u8)) <= 1
}

/// Their king stands right before a pawn that has come no further than the fifth rank, and ours is not ahead of it.
fn blockade(scene: &Scene, _: Side) -> bool {
    let (king, bare, pawn) = (scene.king(), scene.bare(), scene.first());
    file(bare) == file(pawn) && rank(bare) == rank(pawn) + 1 && rank(pawn) <= 4 && rank(king) <= rank(pawn)
}

const KEY_SQUARES: Phrase = Phrase {
    en: "your king stands on a key square: two ranks ahead of the pawn on its own or a neighbouring file; for a pawn on \
         the fifth one or two ranks ahead, on the sixth the same, on the seventh beside it; for a rook's pawn b7 or b8 \
         (g7 or g8)",
    es: "su rey está en una casilla clave: dos filas por delante del peón, en su columna o en una vecina; con el peón en \
         quinta, una o dos filas por delante; en sexta, lo mismo; en séptima, a su lado; con peón de torre, b7 o b8 \
         (g7 o g8)",
};

/// The method.
pub(crate) static KPK: Method = Method {
    id: "KPK",
    title: Phrase { en: "king and pawn against king", es: "rey y peón contra rey" },
    idea: Phrase {
        en: "If their king cannot catch the pawn, let it run. Otherwise your king goes ahead of the pawn, not behind \
             it: once it stands on a key square and the pawn is safe, the pawn cannot be stopped. Where the kings face \
             each other, the side that need not move is better off: that is the opposition.",
        es: "Si el rey contrario no alcanza al peón, que corra. Si no, su rey va delante del peón, no detrás: cuando \
             está en una casilla clave y el peón está a salvo, ya nadie lo detiene. Con los reyes frente a frente está \
             mejor quien no tiene que mover: eso es la oposición.",
    },
    example: "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
    end: End::Promotion,
    plan: Plan::Chain(&[
        Stage {
            name: Phrase { en: "a key square", es: "una casilla clave" },
            words: KEY_SQUARES,
            goal: |cast, scene| {
                on_key_square(scene) && guards_pawn(scene, Side::Weak) && !cast.can_take(scene)
            },
            within: 18,
        },
        Stage {
            name: Phrase { en: "the new queen", es: "la nueva dama" },
            words: Phrase {
                en: "the king clears the way, the pawn walks, and becomes a queen (or rook) that cannot be taken",
                es: "el rey despeja el camino, el peón avanza y se hace una dama (o torre) que no se puede comer",
            },
            goal: |_, _| false,
            within: 0,
        },
    ]),
    claims: &[
        Claim {
            name: Phrase { en: "key squares, as usually stated", es: "casillas clave, como suele decirse" },
            words: KEY_SQUARES,
            is_win: true,
            applies: |scene, _| on_key_square(scene),
        },
        Claim {
            name: Phrase {
                en: "key squares, with the pawn safe", es: "casillas clave, con el peón a salvo"
            },
            words: Phrase {
                en: "the same, and your king is next to the pawn or at least as near to it as theirs (which counts as \
                     one step nearer if it is to move)",
                es: "lo mismo, y su rey está junto al peón o al menos tan cerca de él como el contrario (que cuenta un \
                     paso menos si le toca mover)",
            },
            is_win: true,
            applies: |scene, to_move| on_key_square(scene) && guards_pawn(scene, to_move),
        },
        Claim {
            name: Phrase { en: "the square of the pawn", es: "el cuadrado del peón" },
            words: Phrase {
                en: "you are to move, their king is farther from the promotion square than the pawn has moves to it, and \
                     your king is not in the pawn's way",
                es: "le toca mover, el rey contrario está más lejos de la casilla de coronación que jugadas le faltan al \
                     peón, y su rey no le estorba",
            },
            is_win: true,
            applies: outside_square,
        },
        Claim {
            name: Phrase { en: "king on the sixth", es: "rey en sexta" },
            words: Phrase {
                en: "your king is on the sixth rank ahead of its pawn, which is no rook's pawn and safe",
                es: "su rey está en la sexta fila delante de su peón, que no es de torre y está a salvo",
            },
            is_win: true,
            applies: |scene, to_move| sixth_ahead(scene) && guards_pawn(scene, to_move),
        },
        Claim {
            name: Phrase { en: "the corner of a rook's pawn", es: "el rincón del peón de torre" },
            words: Phrase {
                en: "a rook's pawn does not win with their king within a step of the corner",
                es: "un peón de torre no gana con el rey contrario a un paso del rincón",
            },
            is_win: false,
            applies: holds_corner,
        },
        Claim {
            name: Phrase { en: "blockade", es: "bloqueo" },
            words: Phrase {
                en: "their king stands right before a pawn no further than the fifth rank, and your king is not ahead of it",
                es: "el rey contrario está justo delante de un peón que no pasa de quinta, y su rey no va por delante de él",
            },
            is_win: false,
            applies: blockade,
        },
    ],
    cast: CAST,
    aims: &[],
};
