//! Lucena's position: rook and pawn on the seventh against rook, the king in front of its pawn.

use quevedo_rules::{Man, Square};

use crate::krk::{file, rank};
use crate::method::{Claim, End, Method, Phrase, Plan, Stage};
use crate::scene::{Cast, Scene};

const MEN: Cast =
    Cast::new(&[Man::WhiteKing, Man::BlackKing, Man::WhitePawn, Man::WhiteRook, Man::BlackRook]);

/// The king in front of its pawn; the rook's file shuts their king out, on the far side of it from the pawn.
fn is_lucena(scene: &Scene) -> bool {
    let (king, pawn, rook, bare) = (scene.king(), scene.first(), scene.at[3], scene.bare());
    let side = file(bare) - file(pawn);
    let cut = file(rook) - file(pawn);
    rank(king) == 7
        && file(king) == file(pawn)
        && cut.signum() == side.signum()
        && cut != 0
        && side.abs() > cut.abs()
}

/// Neither king nor rook is under attack.
fn is_at_peace(scene: &Scene) -> bool {
    let their = quevedo_rules::attacks::rook(scene.at[4], MEN.occupied(scene));
    let [king, rook] = [scene.king(), scene.at[3]];
    !their.contains(king) && !their.contains(rook) && rook.distance(scene.bare()) > 1
}

/// The king is out from before the pawn, next to it, and the rook stands ready on the fourth rank.
fn has_bridge(scene: &Scene) -> bool {
    let (king, pawn, rook) = (scene.king(), scene.first(), scene.at[3]);
    file(king) != file(pawn) && king.distance(pawn) == 1 && rank(rook) == 3
}

const fn lucena(id: &'static str, title: Phrase, example: &'static str, pawn: Square) -> Method {
    Method {
        id,
        title,
        idea: Phrase {
            en: "Your king stands before its pawn, their rook guards its way out with checks, and your rook shuts their king \
                 out. Build a bridge: the rook goes to the fourth rank, the king comes out, and when the checks come nearer \
                 the rook steps between.",
            es: "Su rey está delante de su peón, la torre contraria le estorba la salida con jaques y la suya corta al rey \
                 contrario. Tienda un puente: la torre va a la cuarta fila, el rey sale, y cuando se acercan los jaques la \
                 torre se interpone.",
        },
        example,
        end: End::Promotion,
        plan: Plan::Chain(&[
            Stage {
                name: Phrase { en: "the bridge", es: "el puente" },
                words: Phrase {
                    en: "your king is out from before the pawn and next to it, and the rook waits on the fourth rank to step \
                         between (or the pawn queens at once)",
                    es: "su rey ha salido de delante del peón y está junto a él, y la torre espera en la cuarta fila para \
                         interponerse (o el peón corona enseguida)",
                },
                goal: |_, scene| has_bridge(scene),
                within: 4,
            },
            Stage {
                name: Phrase { en: "the queen", es: "la dama" },
                words: Phrase {
                    en: "king and rook shield each other from the checks, and the pawn becomes a queen that no reply takes for \
                         nothing; if rooks are exchanged, the pawn wins alone",
                    es: "rey y torre se cubren de los jaques, y el peón se convierte en una dama que ninguna respuesta captura \
                         gratis; si se cambian las torres, el peón gana solo",
                },
                goal: |_, _| false,
                within: 0,
            },
        ]),
        claims: &[
            Claim {
                name: Phrase {
                    en: "Lucena's position, as usually stated",
                    es: "la posición de Lucena, como suele decirse",
                },
                words: Phrase {
                    en: "the king stands before its pawn on the seventh, and the rook shuts their king out by a file or more: it wins",
                    es: "el rey está delante de su peón en séptima y la torre corta al rey contrario por una columna o más: gana",
                },
                is_win: true,
                applies: |scene, _| is_lucena(scene),
            },
            Claim {
                name: Phrase {
                    en: "the same with king and rook not attacked",
                    es: "lo mismo, sin ataque al rey ni a la torre",
                },
                words: Phrase {
                    en: "so it stands, and neither your king nor your rook is attacked: it wins",
                    es: "está así, y no se ataca ni al rey ni a la torre: gana",
                },
                is_win: true,
                applies: |scene, _| is_lucena(scene) && is_at_peace(scene),
            },
        ],
        cast: MEN.with_pawn_on(pawn),
        aims: &[],
    }
}

/// A pawn on the d- or e-file.
pub(crate) static LUCENA: Method = lucena(
    "LUCENA",
    Phrase {
        en: "rook and pawn on d7 or e7 against rook: Lucena's position",
        es: "torre y peón en d7 o e7 contra torre: la posición de Lucena",
    },
    "3K4/3P2k1/8/8/8/8/2r5/5R2 w - - 0 1",
    Square::D7,
);

/// A pawn on the c- or f-file.
pub(crate) static LUCENA_C: Method = lucena(
    "LUCENA-C",
    Phrase { en: "the same with the pawn on c7 or f7", es: "lo mismo con el peón en c7 o f7" },
    "2K5/2P2k2/8/8/8/8/1r6/4R3 w - - 0 1",
    Square::C7,
);

/// A pawn on the b- or g-file.
pub(crate) static LUCENA_B: Method = lucena(
    "LUCENA-B",
    Phrase { en: "the same with the pawn on b7 or g7", es: "lo mismo con el peón en b7 o g7" },
    "1K6/1P2k3/8/8/8/8/r7/3R4 w - - 0 1",
    Square::B7,
);
