//! Attacks that players know by name.

use shakmaty::{Color, File, Position, Rank, Role, Square, attacks};

use super::{Told, ensure, mates};
use crate::case::Case;
use crate::ground::{king, man, victim};
use crate::schema::{Goal, MatePattern, StockPattern};

/// A square as White names it, seen from the attacker's side.
fn place(side: Color, file: File, rank: u32) -> Square {
    Square::from_coords(file, Rank::new(side.fold_wb(rank - 1, 8 - rank)))
}

pub fn check(case: &Case, pattern: StockPattern) -> Told {
    case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    case.wins()?;
    match pattern {
        StockPattern::GreekGift => greek_gift(case),
        StockPattern::KnightOnF7 => gift(case, Role::Knight, place(case.side, File::F, 7)),
        StockPattern::PhilidorsLegacy => philidors_legacy(case),
    }
}

/// A man takes the pawn on a square, and the king may take it there.
fn gift(case: &Case, role: Role, square: Square) -> Told {
    let mv = case.needed_move()?;
    ensure(mv.role() == role && mv.to() == square, format!("no {role:?} moves to {square}"))?;
    ensure(mv.capture() == Some(Role::Pawn), "it takes no pawn")?;
    let seat = king(&case.now, !case.side);
    let taken = case.now.legal_moves().into_iter().any(|it| it.from() == seat && victim(it) == Some(square));
    ensure(taken, "the king cannot take it")
}

fn greek_gift(case: &Case) -> Told {
    gift(case, Role::Bishop, place(case.side, File::H, 7))?;
    ensure(king(&case.now, !case.side) == Some(place(case.side, File::G, 8)), "the king is elsewhere")?;
    ensure(case.now.is_check(), "it gives no check")?;
    let jump = attacks::knight_attacks(place(case.side, File::G, 5));
    let knights = case.now.board().by_piece(Role::Knight.of(case.side));
    ensure((jump & knights).any(), "no knight can jump in")
}

fn philidors_legacy(case: &Case) -> Told {
    ensure(matches!(case.proof()?.goal(), Goal::Mate(_)), "the proof is of no mate")?;
    ensure(
        case.line_mates() && mates::fits(&case.end, MatePattern::Smothered),
        "the line ends in no smothered mate",
    )?;
    let [.., gift, answer, _] = &case.line[..] else { return Err("the line is too short".to_owned()) };
    let queen = gift.mv.from().and_then(|from| man(&gift.before, from));
    ensure(queen == Some(Role::Queen.of(case.side)), "no queen moves before the mate")?;
    ensure(victim(answer.mv) == Some(gift.mv.to()), "nobody takes the queen")?;
    let seat = king(&answer.before, !case.side).ok_or("no king")?;
    ensure(attacks::king_attacks(seat).contains(gift.mv.to()), "the queen is not beside the king")
}
