//! King and queen against king: shrink the box, then bring the king.

use quevedo_rules::Man;

use crate::ground::Ground;
use crate::krk::{file, mate_within, rank, span, steps_to};
use crate::method::{End, Method, Phrase, Plan, Rule};
use crate::scene::{Cast, Ply, Scene};

const CAST: Cast = Cast::new(&[Man::WhiteKing, Man::BlackKing, Man::WhiteQueen]);

const KING: u8 = 0;
const QUEEN: u8 = 2;

/// How many files and ranks the box has.
fn sides(scene: &Scene) -> (i8, i8) {
    let (queen, bare) = (scene.first(), scene.bare());
    (span(file(queen), file(bare)), span(rank(queen), rank(bare)))
}

/// How many squares the box has.
fn size(scene: &Scene) -> i8 {
    let (files, ranks) = sides(scene);
    files * ranks
}

/// The queen's move to the smallest box that is not too tight.
fn smallest(ground: &Ground, scene: &Scene, below: i8) -> Option<Ply> {
    ground
        .steps(scene)
        .filter(|(ply, after)| {
            ply.slot == QUEEN && size(after) >= 3 && size(after) < below && CAST.is_sound(after)
        })
        .min_by_key(|(_, after)| size(after))
        .map(|step| step.0)
}

/// Rule 2, as long as the box is wider than one line both ways.
fn shrink(ground: &Ground, scene: &Scene) -> Option<Ply> {
    let (files, ranks) = sides(scene);
    (files > 1 && ranks > 1).then(|| smallest(ground, scene, size(scene)))?
}

/// Where our king belongs: in the corner of the box; before a box of one line, on the far side of the queen's line.
fn post(scene: &Scene) -> (i8, i8) {
    let (queen, bare) = (scene.first(), scene.bare());
    let beyond = |own: i8, bare: i8| own + (own - bare).signum();
    let towards = |own: i8, bare: i8| own + (bare - own).signum();
    match sides(scene) {
        (1, 1) => (file(bare), rank(bare)),
        (1, _) => (beyond(file(queen), file(bare)), rank(bare)),
        (_, 1) => (file(bare), beyond(rank(queen), rank(bare))),
        _ => (towards(file(queen), file(bare)), towards(rank(queen), rank(bare))),
    }
}

/// Rule 3: the king comes.
fn come(ground: &Ground, scene: &Scene) -> Option<Ply> {
    let post = post(scene);
    let now = steps_to(scene.king(), post);
    ground
        .steps(scene)
        .filter(|(ply, after)| ply.slot == KING && steps_to(after.king(), post) < now && CAST.is_sound(after))
        .min_by_key(|(_, after)| steps_to(after.king(), post))
        .map(|step| step.0)
}

/// Rule 4: the queen, or else the king, waits; a box of four squares is small enough to wait in.
fn wait(ground: &Ground, scene: &Scene) -> Option<Ply> {
    let now = size(scene).max(4);
    ground
        .steps(scene)
        .filter(|(_, after)| (3..=now).contains(&size(after)) && CAST.is_sound(after))
        .min_by_key(|(ply, after)| (ply.slot != QUEEN, size(after)))
        .map(|step| step.0)
}

/// The method.
pub(crate) static KQK: Method = Method {
    id: "KQK",
    title: Phrase { en: "king and queen against king", es: "rey y dama contra rey" },
    idea: Phrase {
        en: "The queen alone drives the king to the edge: her file and her rank make a box around it, and each move \
             makes the box smaller. Leave it a strip of at least three squares, then bring your king; it stands \
             opposite theirs when the queen mates. Beware of stalemate.",
        es: "La dama sola lleva al rey al borde: su columna y su fila forman una caja que cada jugada reduce. Déjele \
             una franja de al menos tres casillas y traiga entonces su rey, que estará frente al contrario cuando \
             la dama dé mate. Cuidado con el ahogado.",
    },
    example: "8/8/8/4k3/8/8/8/3QK3 w - - 0 1",
    end: End::Mate,
    plan: Plan::Rules(&[
        Rule {
            name: Phrase { en: "mate", es: "mate" },
            words: Phrase {
                en: "mate in two moves or fewer: count it out",
                es: "mate en dos jugadas o menos: calcúlelo",
            },
            choose: |ground, scene| mate_within(ground, scene, 2),
        },
        Rule {
            name: Phrase { en: "shrink", es: "reducir" },
            words: Phrase {
                en: "the queen goes to the smallest box that leaves their king three squares or more",
                es: "la dama va a la caja más pequeña que deje al rey contrario tres casillas o más",
            },
            choose: shrink,
        },
        Rule {
            name: Phrase { en: "come", es: "venir" },
            words: Phrase {
                en: "their king has one rank or file left: your king comes, to the far side of the queen's line",
                es: "al rey contrario le queda una fila o columna: venga con su rey, al otro lado de la línea de la dama",
            },
            choose: come,
        },
        Rule {
            name: Phrase { en: "wait", es: "esperar" },
            words: Phrase {
                en: "a waiting move, best with the queen, that leaves the box no larger and does not stalemate",
                es: "una jugada de espera, mejor con la dama, que no agrande la caja ni ahogue",
            },
            choose: wait,
        },
        Rule {
            name: Phrase { en: "box", es: "caja" },
            words: Phrase {
                en: "there is no box yet, or it is too tight: the queen makes the smallest of three squares or more",
                es: "aún no hay caja, o es demasiado estrecha: la dama hace la menor de tres casillas o más",
            },
            choose: |ground, scene| smallest(ground, scene, 65),
        },
    ]),
    claims: &[],
    cast: CAST,
    aims: &[],
};
