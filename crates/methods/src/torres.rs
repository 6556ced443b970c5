//! The rules of Torres y Quevedo's machine of 1912, as a method like any other.

use quevedo_eval::torres::{self, Rule as TorresRule};

use crate::ground::Ground;
use crate::krk::CAST;
use crate::method::{End, Method, Phrase, Plan, Rule};
use crate::scene::{Ply, Scene, Side, Sight};

/// The machine's move, if it follows from this rule.
fn by(scene: &Scene, wanted: TorresRule) -> Option<Ply> {
    let board = CAST.board(scene, Side::Strong)?;
    let (mv, rule) = torres::krk_move_with_rule(&board)?;
    let sight = Sight { scene: *scene, side: Side::Strong, strong: quevedo_rules::Color::White };
    (rule == wanted).then(|| sight.ply(CAST, mv))?
}

macro_rules! rule {
    ($rule:ident, $name_en:literal, $name_es:literal, $en:literal, $es:literal) => {
        Rule {
            name: Phrase { en: $name_en, es: $name_es },
            words: Phrase { en: $en, es: $es },
            choose: |_: &Ground, scene| by(scene, TorresRule::$rule),
        }
    };
}

/// The machine's method.
pub(crate) static TORRES: Method = Method {
    id: "TORRES",
    title: Phrase {
        en: "king and rook against king, as the machine of 1912 played it",
        es: "rey y torre contra rey, como jugaba la máquina de 1912",
    },
    idea: Phrase {
        en: "Leonardo Torres Quevedo's Ajedrecista drove the king down to the edge by six rules, looking at nothing but \
             how many ranks and files lie between the men. It always mates, but it is slow: against the longest \
             defence it needs more than fifty moves, so that under today's rules the other side could claim a draw. \
             For winning games learn KRK; this is to see how little is enough.",
        es: "El Ajedrecista de Leonardo Torres Quevedo llevaba al rey hasta el borde con seis reglas, mirando solo \
             cuántas filas y columnas hay entre las piezas. Siempre da mate, pero es lento: contra la defensa más \
             larga necesita más de cincuenta jugadas, de modo que con las reglas de hoy el otro podría reclamar \
             tablas. Para ganar partidas aprenda KRK; esto enseña con qué poco basta.",
    },
    example: "K7/1R6/8/3k4/8/8/8/8 w - - 0 1",
    end: End::Mate,
    plan: Plan::Rules(&[
        rule!(
            RookMovesAway,
            "rook away",
            "torre lejos",
            "their king is in the rook's zone, the three files at its edge: the rook goes to the other edge",
            "el rey contrario está en la zona de la torre, las tres columnas de su borde: la torre va al otro borde"
        ),
        rule!(
            RookGoesDown,
            "rook down",
            "baja la torre",
            "the rook is more than one rank above their king: it goes down one",
            "la torre está a más de una fila por encima del rey contrario: baja una"
        ),
        rule!(
            KingGoesDown,
            "king down",
            "baja el rey",
            "the kings are more than two ranks apart: your king goes down one",
            "los reyes están a más de dos filas: su rey baja una"
        ),
        rule!(
            RookGivesCheck,
            "check",
            "jaque",
            "the kings face each other: the rook goes down one and gives check",
            "los reyes están frente a frente: la torre baja una fila y da jaque"
        ),
        rule!(
            RookWaits,
            "rook waits",
            "la torre espera",
            "the files between the kings are odd in number: the rook makes a step along its rank",
            "entre los reyes hay un número impar de columnas: la torre da un paso por su fila"
        ),
        rule!(
            KingComesCloser,
            "king closer",
            "el rey se acerca",
            "the files between the kings are even in number: your king comes closer by one",
            "entre los reyes hay un número par de columnas: su rey se acerca una"
        ),
        rule!(
            MenTakeTheirPlaces,
            "places",
            "a su sitio",
            "not the machine's: king and rook come to where it would have started",
            "no es de la máquina: rey y torre van a donde ella habría empezado"
        ),
    ]),
    claims: &[],
    cast: CAST,
    aims: &[],
};
