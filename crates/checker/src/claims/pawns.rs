//! Pawns.

use shakmaty::{Bitboard, Chess, Color, File, Move, Position, Role, Square, attacks};

use super::{Told, ensure};
use crate::brute::Brute;
use crate::case::Case;
use crate::ground::{after, balance, follow, man, own_rank, victim, zone};
use crate::schema::{Flank, Goal, PawnFlaw};

fn pawn(case: &Case, square: Square, owner: Color) -> Told {
    let man = man(&case.now, square).ok_or_else(|| format!("{square} is empty"))?;
    ensure(man.role == Role::Pawn, format!("no pawn stands on {square}"))?;
    ensure(man.color == owner, format!("the pawn on {square} is the other side's"))
}

fn file(square: Square) -> i32 {
    square.file().to_u32() as i32
}

fn pawns(case: &Case, color: Color) -> Bitboard {
    case.now.board().by_piece(Role::Pawn.of(color))
}

pub fn passed(case: &Case, square: Square) -> Told {
    pawn(case, square, case.side)?;
    ensure(is_free(&case.now, square, case.side), "enemy pawns stand ahead")
}

/// Whether no enemy pawn stands ahead of a square, on its file and those beside it.
fn is_free(position: &Chess, square: Square, owner: Color) -> bool {
    let ahead = zone(file(square) - 1..=file(square) + 1, owner, own_rank(owner, square) + 1..=8);
    (position.board().by_piece(Role::Pawn.of(!owner)) & ahead).is_empty()
}

/// Whether the man of a square becomes something else in these moves.
fn promotes(before: &[Chess], moves: &[Move], square: Square) -> bool {
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
    let mv = case.needed_move()?;
    ensure(mv.role() == Role::Pawn && case.at.turn() == case.side, "the favoured side moved no pawn")?;
    let stood = stood(case, square);
    ensure(!is_free(case.at, stood, case.side), "the pawn was passed before")?;
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
    ensure(is_weak(&case.now, square, owner, flaw), format!("the pawn on {square} is not {flaw:?}"))
}

/// Whether a pawn of `owner` would have this weakness on a square.
fn is_weak(position: &Chess, square: Square, owner: Color, flaw: PawnFlaw) -> bool {
    let of = |color: Color| position.board().by_piece(Role::Pawn.of(color));
    let (own, rank) = (of(owner), own_rank(owner, square));
    let beside = || [file(square) - 1, file(square) + 1].into_iter();
    match flaw {
        PawnFlaw::Doubled => (own & zone([file(square)].into_iter(), owner, rank + 1..=8)).any(),
        PawnFlaw::Isolated => (own & zone(beside(), owner, 1..=8)).is_empty(),
        PawnFlaw::Backward => {
            let support = own & zone(beside(), owner, 1..=rank);
            let ahead = square.offset(owner.fold_wb(8, -8));
            let stopped = ahead.is_some_and(|ahead| (attacks::pawn_attacks(owner, ahead) & of(!owner)).any());
            support.is_empty() && stopped
        }
    }
}

/// The move leaves a pawn with a weakness that it did not have.
pub fn left_weak(case: &Case, square: Square, flaw: PawnFlaw) -> Told {
    case.needed_move()?;
    weak(case, square, flaw)?;
    let owner = !case.side;
    let stood = stood(case, square);
    let was = man(case.at, stood) == Some(Role::Pawn.of(owner));
    ensure(was, format!("no pawn of that side was on {stood}"))?;
    ensure(!is_weak(case.at, stood, owner, flaw), "it was so before the move")
}

/// Every way to take back is a pawn's and leaves this weakness on the square's file, or on the square.
pub fn taken_back(case: &Case, square: Square, flaw: PawnFlaw) -> Told {
    let mv = case.needed_move()?;
    let owner = !case.side;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    ensure(mv.to() == square && victim(mv) == Some(square), format!("nothing is taken on {square}"))?;
    ensure(mv.role() != Role::Pawn, "a pawn takes")?;
    let line = Bitboard::from(square.file());
    let count = |position: &Chess| (position.board().by_piece(Role::Pawn.of(owner)) & line).count();
    let mut back = 0;
    for reply in case.now.legal_moves().into_iter().filter(|it| victim(*it) == Some(square)) {
        back += 1;
        ensure(reply.role() == Role::Pawn && !reply.is_promotion(), "a piece may take back")?;
        let then = after(&case.now, reply);
        let holds = match flaw {
            PawnFlaw::Doubled => count(&then) == 2 && count(case.at) <= 1,
            PawnFlaw::Isolated => is_weak(&then, square, owner, PawnFlaw::Isolated),
            PawnFlaw::Backward => false,
        };
        ensure(holds, format!("{} does not leave it so", crate::tree::name(reply)))?;
    }
    ensure(back > 0, "nobody can take back")
}

pub fn majority(case: &Case, wing: Flank, [own, other]: [u8; 2]) -> Told {
    let files = match wing {
        Flank::Queenside => [File::A, File::B, File::C],
        Flank::Kingside => [File::F, File::G, File::H],
    };
    let on = |color: Color| files.map(|file| (pawns(case, color) & Bitboard::from(file)).count());
    let (ours, theirs) = (on(case.side), on(!case.side));
    ensure(ours.iter().all(|count| *count < 2), "there are doubled pawns among them")?;
    let (ours, theirs): (usize, usize) = (ours.iter().sum(), theirs.iter().sum());
    ensure([ours, theirs] == [usize::from(own), usize::from(other)], format!("it is {ours} to {theirs}"))?;
    ensure(ours > theirs && ours >= 2 && theirs >= 1, "that is no majority")
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
