//! King and pawn against king: key squares, and what else is said of it.

use quevedo_rules::{Man, Piece, Square};

use crate::ground::Ground;
use crate::krk::{file, mate_within, rank};
use crate::method::{Claim, End, Method, Phrase, Plan, Rule};
use crate::scene::{Cast, Ply, Scene, Side};

const CAST: Cast = Cast::new(&[Man::WhiteKing, Man::BlackKing, Man::WhitePawn]);

const PAWN: u8 = 2;

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

/// Our king stands on a key square and the pawn is safe, the weak side to move.
fn safe_key_square(cast: Cast, scene: &Scene) -> bool {
    on_key_square(scene) && guards_pawn(scene, Side::Weak) && cast.is_sound(scene)
}

fn is_pawn(ply: Ply) -> bool {
    ply.slot == PAWN && ply.promotion.is_none_or(|piece| piece == Piece::Queen)
}

/// The longest step of the pawn that still wins by the rule's own test.
fn pawn_step(ground: &Ground, scene: &Scene, test: impl Fn(&Scene) -> bool) -> Option<Ply> {
    let plies = ground.method.cast.plies(scene, Side::Strong);
    let steps = plies.into_iter().filter(|&ply| is_pawn(ply) && (ply.leaves() || test(&scene.after(ply))));
    steps.filter(|&ply| !ply.leaves() || ground.mate_after(scene, ply) == Some(0)).max_by_key(|ply| ply.to)
}

fn run(ground: &Ground, scene: &Scene) -> Option<Ply> {
    outside_square(scene, Side::Strong).then(|| pawn_step(ground, scene, |after| CAST.is_sound(after)))?
}

fn push(ground: &Ground, scene: &Scene) -> Option<Ply> {
    pawn_step(ground, scene, |after| safe_key_square(CAST, after))
}

fn to_key_square(ground: &Ground, scene: &Scene) -> Option<Ply> {
    let aim = &ground.aims[0];
    let plies = ground.method.cast.plies(scene, Side::Strong);
    let rated = plies.into_iter().filter_map(|ply| Some((aim.after(&ground.space, scene, ply)?, ply)));
    rated.min_by_key(|rated| rated.0).map(|rated| rated.1)
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
    plan: Plan::Rules(&[
        Rule {
            name: Phrase { en: "run", es: "correr" },
            words: Phrase {
                en: "their king is outside the square of the pawn: the pawn runs",
                es: "el rey contrario está fuera del cuadrado del peón: el peón corre",
            },
            choose: run,
        },
        Rule {
            name: Phrase { en: "push", es: "avanzar" },
            words: Phrase {
                en: "the pawn moves on where your king stands on a key square after that, too, with the pawn safe",
                es: "el peón avanza si después su rey sigue en una casilla clave, con el peón a salvo",
            },
            choose: push,
        },
        Rule {
            name: Phrase { en: "lead", es: "guiar" },
            words: Phrase {
                en: "your king is on a key square: the quickest way to the new queen, counted out",
                es: "su rey está en una casilla clave: el camino más corto a la nueva dama, calculado",
            },
            choose: |ground, scene| {
                let leads = on_key_square(scene) && guards_pawn(scene, Side::Strong);
                leads.then(|| mate_within(ground, scene, u8::MAX))?
            },
        },
        Rule {
            name: Phrase { en: "key square", es: "casilla clave" },
            words: Phrase {
                en: "your king goes the shortest way to a key square that can be forced",
                es: "su rey va por el camino más corto a una casilla clave que se pueda forzar",
            },
            choose: to_key_square,
        },
        Rule {
            name: Phrase { en: "count", es: "contar" },
            words: Phrase {
                en: "nothing of that: count out the shortest way to the new queen",
                es: "nada de eso: calcule el camino más corto a la nueva dama",
            },
            choose: |ground, scene| mate_within(ground, scene, u8::MAX),
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
    aims: &[safe_key_square],
};
