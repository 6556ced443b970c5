//! Philidor's defence: rook against rook and pawn, on the third rank.

use quevedo_rules::{Board, Color, Move, Piece, Square};

use crate::defence::{Defence, DefenceRule, goal, king};
use crate::krk::{file, rank};
use crate::method::Phrase;

/// The rank that the rook guards, counted from 0.
const THIRD: i8 = 5;

fn pawn(board: &Board) -> Option<Square> {
    board.colored(Color::White, Piece::Pawn).first()
}

fn is_rook(board: &Board, mv: Move) -> bool {
    board.piece_at(mv.from()) == Some(Piece::Rook)
}

/// The moves that fit, the ones with the least number first.
fn sorted(moves: &[Move], fits: impl Fn(Move) -> bool, number: impl Fn(Move) -> i32) -> Vec<Move> {
    let mut fitting: Vec<Move> = moves.iter().copied().filter(|&mv| fits(mv)).collect();
    fitting.sort_by_key(|&mv| number(mv));
    fitting
}

/// How far the rook's file is from their king's.
fn files_apart(board: &Board, mv: Move) -> i32 {
    i32::from((file(mv.to()) - file(king(board, Color::White))).abs())
}

/// Whether the pawn or the king has come to the sixth rank.
fn has_come(board: &Board) -> bool {
    pawn(board).is_some_and(|pawn| rank(pawn) >= THIRD) || rank(king(board, Color::White)) >= THIRD
}

fn take(_: &Board, moves: &[Move]) -> Vec<Move> {
    sorted(moves, Move::is_capture, |_| 0)
}

fn third_rank(board: &Board, moves: &[Move]) -> Vec<Move> {
    if has_come(board) {
        return Vec::new();
    }
    sorted(moves, |mv| is_rook(board, mv) && rank(mv.to()) == THIRD, |mv| -files_apart(board, mv))
}

fn check(board: &Board, moves: &[Move]) -> Vec<Move> {
    if !has_come(board) {
        return Vec::new();
    }
    let their = king(board, Color::White);
    let is_far = |mv: Move| their.distance(mv.to()) >= 3;
    let gives_check = |mv: Move| is_rook(board, mv) && is_far(mv) && board.play(mv).in_check();
    // From behind rather than from the side, and from afar.
    sorted(moves, gives_check, |mv| {
        let is_behind = file(mv.to()) == file(their);
        i32::from(!is_behind) * 10 - i32::from(their.distance(mv.to()))
    })
}

fn behind(board: &Board, moves: &[Move]) -> Vec<Move> {
    if !has_come(board) {
        return Vec::new();
    }
    let own = pawn(board).map_or(0, file);
    sorted(
        moves,
        |mv| is_rook(board, mv) && rank(mv.to()) <= 1,
        |mv| i32::from(rank(mv.to())) * 10 + i32::from((file(mv.to()) - own).abs()),
    )
}

fn stay(board: &Board, moves: &[Move]) -> Vec<Move> {
    let before = pawn(board).map(goal);
    sorted(moves, |mv| !is_rook(board, mv), |mv| before.map_or(0, |goal| i32::from(goal.distance(mv.to()))))
}

fn wait(board: &Board, moves: &[Move]) -> Vec<Move> {
    sorted(moves, |mv| is_rook(board, mv), |mv| i32::from(rank(mv.to())) * 10 - files_apart(board, mv))
}

/// The rook on its third rank, the king before the pawn.
pub(crate) static PHILIDOR: Defence = Defence {
    id: "PHILIDOR",
    title: Phrase {
        en: "rook against rook and pawn: Philidor's defence",
        es: "torre contra torre y peón: la defensa de Philidor",
    },
    idea: Phrase {
        en: "The defender's king stands on the queening square or next to it, and the rook on the third rank keeps the other king \
             away. When the pawn comes to that rank, the king behind it has no shelter any more: the rook goes far behind and checks.",
        es: "El rey del defensor está en la casilla de coronación o junto a ella, y la torre en la tercera fila no deja pasar al otro \
             rey. Cuando el peón llega a esa fila, su rey ya no tiene refugio: la torre se va lejos, detrás, y da jaques.",
    },
    example: "3k4/7R/r7/3PK3/8/8/8/8 w - - 0 1",
    rules: &[
        DefenceRule {
            name: Phrase { en: "take", es: "capturar" },
            words: Phrase {
                en: "take the pawn or the rook if what is left is drawn",
                es: "capturar el peón o la torre si lo que queda es tablas",
            },
            moves: take,
        },
        DefenceRule {
            name: Phrase { en: "the third rank", es: "la tercera fila" },
            words: Phrase {
                en: "as long as neither pawn nor king has come to your third rank, the rook stays on it, far from the king",
                es: "mientras ni el peón ni el rey lleguen a su tercera fila, la torre se queda en ella, lejos del rey",
            },
            moves: third_rank,
        },
        DefenceRule {
            name: Phrase { en: "check", es: "jaque" },
            words: Phrase {
                en: "then check from afar, best from behind",
                es: "después, jaques de lejos, mejor desde detrás",
            },
            moves: check,
        },
        DefenceRule {
            name: Phrase { en: "behind", es: "detrás" },
            words: Phrase {
                en: "if there is no check, the rook goes to the far end, behind the pawn",
                es: "si no hay jaque, la torre va al otro extremo, detrás del peón",
            },
            moves: behind,
        },
        DefenceRule {
            name: Phrase { en: "the king", es: "el rey" },
            words: Phrase {
                en: "in check, or with nothing better, the king stays as near to the queening square as it can",
                es: "en jaque, o sin nada mejor, el rey sigue tan cerca de la casilla de coronación como pueda",
            },
            moves: stay,
        },
        DefenceRule {
            name: Phrase { en: "wait", es: "esperar" },
            words: Phrase {
                en: "any rook move that loses nothing",
                es: "cualquier jugada de torre que no pierda nada",
            },
            moves: wait,
        },
    ],
    is_start: |board| {
        let Some(pawn) = pawn(board) else { return false };
        let rook = board.colored(Color::Black, Piece::Rook).first();
        rank(king(board, Color::White)) < THIRD
            && rook.is_some_and(|rook| rank(rook) == THIRD)
            && goal(pawn).distance(king(board, Color::Black)) <= 1
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::Language;

    fn rules(fen: &str) -> Vec<(&'static str, String)> {
        let board = Board::from_fen(fen).expect("a position");
        let legal: Vec<Move> = board.legal_moves().into_iter().collect();
        let first = |rule: &DefenceRule| {
            let moves = (rule.moves)(&board, &legal);
            moves.first().map(|mv| (rule.name.en, board.san(*mv).to_string()))
        };
        PHILIDOR.rules.iter().filter_map(first).collect()
    }

    #[test]
    fn the_rook_guards_its_third_rank_until_the_pawn_comes() {
        assert_eq!(rules("3k4/7R/r7/3PK3/8/8/8/8 b - - 0 1")[0].0, "the third rank");
        let later = rules("3k4/7R/r2P4/4K3/8/8/8/8 b - - 0 1");
        assert!(later.iter().all(|(name, _)| *name != "the third rank"), "{later:?}");
        assert!(later.contains(&("behind", "Ra1".to_owned())), "{later:?}");
        let last = rules("3k4/7R/3P4/4K3/8/8/8/r7 b - - 0 1");
        assert_eq!(last[0], ("check", "Re1+".to_owned()));
    }

    #[test]
    #[ignore = "minutes; ./check --full runs it"]
    fn what_white_tries_against_a_centre_pawn() {
        let report = PHILIDOR.verify(3..=3, Language::English);
        assert!(report.starts > 100_000, "{report:#?}");
    }
}
