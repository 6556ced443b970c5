//! King and rook against king: squeeze, approach, keep.

use quevedo_rules::{Man, Square};

use crate::ground::Ground;
use crate::method::{End, Method, Phrase, Plan, Rule};
use crate::region::EDGE;
use crate::scene::{Cast, Ply, Scene, Side};

pub(crate) const CAST: Cast = Cast::new(&[Man::WhiteKing, Man::BlackKing, Man::WhiteRook]);

const KING: u8 = 0;
const ROOK: u8 = 2;

pub(crate) fn file(square: Square) -> i8 {
    (square.index() % 8) as i8
}

pub(crate) fn rank(square: Square) -> i8 {
    (square.index() / 8) as i8
}

/// How many files (or ranks) the rook's line leaves to their king; 8 if the king stands on the line.
pub(crate) fn span(rook: i8, bare: i8) -> i8 {
    match bare - rook {
        0 => 8,
        less if less < 0 => rook,
        _ => 7 - rook,
    }
}

/// The area of the rectangle that the rook leaves to their king.
pub(crate) fn room(scene: &Scene) -> i8 {
    let (rook, bare) = (scene.first(), scene.bare());
    span(file(rook), file(bare)) * span(rank(rook), rank(bare))
}

/// Their king is nearer to the rook than ours.
fn exposed(scene: &Scene) -> bool {
    scene.bare().distance(scene.first()) < scene.king().distance(scene.first())
}

/// A line of the rook lies between the kings.
fn divides(scene: &Scene) -> bool {
    let between = |own: i8, line: i8, bare: i8| (own < line && line < bare) || (bare < line && line < own);
    let (king, rook, bare) = (scene.king(), scene.first(), scene.bare());
    between(file(king), file(rook), file(bare)) || between(rank(king), rank(rook), rank(bare))
}

/// The aim of all: a fence that stands.
fn fenced(cast: Cast, scene: &Scene) -> bool {
    divides(scene) && !exposed(scene) && cast.is_sound(scene)
}

/// The square diagonally next to the rook, towards their king.
fn corner(scene: &Scene) -> (i8, i8) {
    let (rook, bare) = (scene.first(), scene.bare());
    (file(rook) + (file(bare) - file(rook)).signum(), rank(rook) + (rank(bare) - rank(rook)).signum())
}

/// How far a king is from a square that may lie off the board: in king's moves, then in straight steps.
pub(crate) fn steps_to(king: Square, goal: (i8, i8)) -> (i8, i8) {
    let (files, ranks) = ((file(king) - goal.0).abs(), (rank(king) - goal.1).abs());
    (files.max(ranks), files + ranks)
}

/// The quickest mate, if it takes no more than so many moves.
pub(crate) fn mate_within(ground: &Ground, scene: &Scene, within: u8) -> Option<Ply> {
    ground.mate.strong(&ground.space, scene).filter(|&moves| moves <= within)?;
    let plies = ground.method.cast.plies(scene, Side::Strong);
    let rated = plies.into_iter().filter_map(|ply| Some((ground.mate_after(scene, ply)?, ply)));
    rated.min_by_key(|rated| rated.0).map(|rated| rated.1)
}

/// Rule 2: the rook makes the rectangle smaller.
fn squeeze(ground: &Ground, scene: &Scene) -> Option<Ply> {
    // Without a fence between the kings there is no rectangle yet.
    let now = if divides(scene) { room(scene) } else { 64 };
    ground
        .steps(scene)
        .filter(|(ply, after)| ply.slot == ROOK && room(after) < now && fenced(CAST, after))
        .min_by_key(|(_, after)| room(after))
        .map(|step| step.0)
}

/// The rook is safe, and it fences their king in or has our king beside it; with hardly any room left our king
/// stays off the edge, where it would be in the way.
fn holds(scene: &Scene) -> bool {
    let beside = scene.king().distance(scene.first()) == 1;
    let in_the_way = room(scene) <= 2 && EDGE.contains(scene.king());
    CAST.is_sound(scene) && !exposed(scene) && (divides(scene) || beside) && !in_the_way
}

/// Rule 3: the king comes nearer to the corner of the rectangle.
fn approach(ground: &Ground, scene: &Scene) -> Option<Ply> {
    let corner = corner(scene);
    let now = steps_to(scene.king(), corner);
    ground
        .steps(scene)
        .filter(|(ply, after)| ply.slot == KING && steps_to(after.king(), corner) < now && holds(after))
        .min_by_key(|(_, after)| steps_to(after.king(), corner))
        .map(|step| step.0)
}

/// Rule 4: the king waits near the rook.
fn keep(ground: &Ground, scene: &Scene) -> Option<Ply> {
    let away = |scene: &Scene| scene.king().distance(scene.first());
    let now = away(scene);
    ground
        .steps(scene)
        .filter(|(ply, after)| ply.slot == KING && away(after) <= now && holds(after))
        .min_by_key(|(ply, _)| {
            let from = scene.king();
            file(from) == file(ply.to) || rank(from) == rank(ply.to)
        })
        .map(|step| step.0)
}

/// Rule 5: the quickest way to a fence.
fn fence(ground: &Ground, scene: &Scene) -> Option<Ply> {
    let aim = &ground.aims[0];
    aim.strong(&ground.space, scene).filter(|&moves| moves <= 3)?;
    ground
        .steps(scene)
        .filter_map(|(ply, after)| Some((aim.weak(&ground.space, &after)?, ply)))
        .min_by_key(|step| step.0)
        .map(|step| step.1)
}

/// The method.
pub(crate) static KRK: Method = Method {
    id: "KRK",
    title: Phrase { en: "king and rook against king", es: "rey y torre contra rey" },
    idea: Phrase {
        en: "The rook shuts the king into a rectangle. Make it smaller whenever that is safe; when it is not, bring \
             your own king to the corner of the rectangle where the rook stands. On the edge the rook mates, with \
             the kings face to face.",
        es: "La torre encierra al rey en un rectángulo. Redúzcalo siempre que sea seguro; cuando no lo sea, acerque \
             su rey a la esquina del rectángulo donde está la torre. En el borde da mate la torre, con los reyes \
             frente a frente.",
    },
    example: "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
    end: End::Mate,
    plan: Plan::Rules(&[
        Rule {
            name: Phrase { en: "mate", es: "mate" },
            words: Phrase {
                en: "mate in three moves or fewer: count it out",
                es: "mate en tres jugadas o menos: calcúlelo",
            },
            choose: |ground, scene| mate_within(ground, scene, 3),
        },
        Rule {
            name: Phrase { en: "squeeze", es: "apretar" },
            words: Phrase {
                en: "the rook takes a rank or file away from the king, as many as it can, where its line lies between \
                     the kings and their king is not nearer to it than yours",
                es: "la torre quita al rey una fila o columna, cuantas más mejor, con su línea entre los reyes y sin \
                     que el rey contrario esté más cerca de ella que el suyo",
            },
            choose: squeeze,
        },
        Rule {
            name: Phrase { en: "approach", es: "acercarse" },
            words: Phrase {
                en: "your king steps nearer to the corner of the rectangle, the square diagonally next to the rook",
                es: "su rey se acerca a la esquina del rectángulo, la casilla en diagonal junto a la torre",
            },
            choose: approach,
        },
        Rule {
            name: Phrase { en: "keep", es: "mantener" },
            words: Phrase {
                en: "your king waits near the rook, with a slanting step if it has one, and the fence stands",
                es: "su rey espera cerca de la torre, en diagonal si puede, y la valla se mantiene",
            },
            choose: keep,
        },
        Rule {
            name: Phrase { en: "fence", es: "valla" },
            words: Phrase {
                en: "bring rook and king, in three moves at most, to where the rook's line lies between the kings and \
                     your king is at least as near to the rook as theirs",
                es: "lleve torre y rey, en tres jugadas como mucho, a donde la línea de la torre quede entre los \
                     reyes y su rey esté al menos tan cerca de la torre como el contrario",
            },
            choose: fence,
        },
    ]),
    claims: &[],
    cast: CAST,
    aims: &[fenced],
};
