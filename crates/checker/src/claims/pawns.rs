//! Pawns.

use shakmaty::{Color, Move, Position, Role, Square, attacks};

use super::{Told, ensure};
use crate::brute::Brute;
use crate::case::Case;
use crate::ground::{after, balance, follow, man, own_rank, victim, zone};
use crate::schema::{Goal, PawnFlaw};

fn pawn(case: &Case, square: Square, owner: Color) -> Told {
    let man = man(&case.now, square).ok_or_else(|| format!("{square} is empty"))?;
    ensure(man.role == Role::Pawn, format!("no pawn stands on {square}"))?;
    ensure(man.color == owner, format!("the pawn on {square} is the other side's"))
}

fn file(square: Square) -> i32 {
    square.file().to_u32() as i32
}

fn pawns(case: &Case, color: Color) -> shakmaty::Bitboard {
    case.now.board().by_piece(Role::Pawn.of(color))
}

pub fn passed(case: &Case, square: Square) -> Told {
    let owner = case.side;
    pawn(case, square, owner)?;
    let ahead = zone(file(square) - 1..=file(square) + 1, owner, own_rank(owner, square) + 1..=8);
    ensure((pawns(case, !owner) & ahead).is_empty(), "enemy pawns stand ahead")
}

/// Whether the man of a square becomes something else in these moves.
fn promotes(before: &[shakmaty::Chess], moves: &[Move], square: Square) -> bool {
    let mut here = square;
    for (position, mv) in before.iter().zip(moves) {
        if mv.from() == Some(here) && mv.is_promotion() {
            return true;
        }
        let Some(next) = follow(position, *mv, here) else { return false };
        here = next;
    }
    false
}

pub fn unstoppable(case: &Case, square: Square) -> Told {
    pawn(case, square, case.side)?;
    let tree = case.proof()?;
    ensure(tree.goal() == Goal::Promotion, "the proof is of something else")?;
    // The tree may begin with the finding's move, which may be this pawn's.
    let start = if *tree.begin() == case.now { square } else { stood(case, square) };
    tree.walk(case.checker, &mut |leaf| {
        let queened = promotes(leaf.before, leaf.moves, start);
        ensure(queened, "there is a line in which another pawn is promoted")
    })
}

/// Where the man of a square of `now` stood before the move.
fn stood(case: &Case, square: Square) -> Square {
    match case.mv {
        Some(mv) if mv.to() == square => mv.from().unwrap_or(square),
        _ => square,
    }
}

pub fn breakthrough(case: &Case, square: Square) -> Told {
    pawn(case, square, case.side)?;
    let tree = case.proof()?;
    ensure(tree.goal() == Goal::Promotion, "the proof is of something else")?;
    let steps: Vec<_> = case.rest().to_vec();
    let before: Vec<_> = steps.iter().map(|step| step.before.clone()).collect();
    let moves: Vec<Move> = steps.iter().map(|step| step.mv).collect();
    ensure(promotes(&before, &moves, square), "the line does not promote that pawn")?;
    let given = steps.iter().any(|step| {
        let lost = victim(step.mv).and_then(|lost| man(&step.before, lost));
        lost.is_some_and(|lost| lost.role == Role::Pawn && lost.color == case.side)
    });
    ensure(given, "the line gives up no pawn")
}

pub fn under_promotion(case: &Case, piece: Role) -> Told {
    let mv = case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    ensure(mv.promotion() == Some(piece) && piece != Role::Queen, "the move does not promote so")?;
    let Move::Normal { role, from, capture, to, .. } = mv else { return Err("no pawn moves".to_owned()) };
    let queen = Move::Normal { role, from, capture, to, promotion: Some(Role::Queen) };
    let next = after(case.at, queen);
    if next.is_stalemate() {
        return Ok(());
    }
    let tree = case.proof()?;
    let goal = match tree.goal() {
        Goal::Mate(moves) if tree.begin() == case.at => Goal::Mate(moves.saturating_sub(1)),
        other => other,
    };
    let reached = Brute::default().reaches(&next, case.side, goal, balance(case.at, case.side), 1);
    if reached.is_none() {
        case.leave_untold("what a queen would reach");
    }
    ensure(reached != Some(true), "a queen reaches the same")
}

pub fn weak(case: &Case, square: Square, flaw: PawnFlaw) -> Told {
    let owner = !case.side;
    pawn(case, square, owner)?;
    let (own, rank) = (pawns(case, owner), own_rank(owner, square));
    let beside = || [file(square) - 1, file(square) + 1].into_iter();
    let holds = match flaw {
        PawnFlaw::Doubled => (own & zone([file(square)].into_iter(), owner, rank + 1..=8)).any(),
        PawnFlaw::Isolated => (own & zone(beside(), owner, 1..=8)).is_empty(),
        PawnFlaw::Backward => {
            let support = own & zone(beside(), owner, 1..=rank);
            let ahead = square.offset(owner.fold_wb(8, -8));
            let stopped =
                ahead.is_some_and(|ahead| (attacks::pawn_attacks(owner, ahead) & pawns(case, !owner)).any());
            support.is_empty() && stopped
        }
    };
    ensure(holds, format!("the pawn on {square} is not {flaw:?}"))
}

pub fn lever(case: &Case, square: Square, target: Square) -> Told {
    let owner = man(&case.now, square).ok_or_else(|| format!("{square} is empty"))?.color;
    ensure(owner == case.side, "it is the other side's pawn")?;
    pawn(case, square, owner)?;
    pawn(case, target, !owner)?;
    let step = owner.fold_wb(8, -8);
    let occupied = case.now.board().occupied();
    let mut places = vec![square];
    if let Some(one) = square.offset(step).filter(|one| !occupied.contains(*one)) {
        places.push(one);
        let two = one.offset(step).filter(|two| own_rank(owner, square) == 2 && !occupied.contains(*two));
        places.extend(two);
    }
    let meets = places.into_iter().any(|place| attacks::pawn_attacks(owner, place).contains(target));
    ensure(meets, format!("the pawns on {square} and {target} cannot meet"))
}
