//! Men that can be taken.

use shakmaty::{Color, Move, Position, Role, Square};

use super::{Told, ensure};
use crate::case::Case;
use crate::exchange::{falls, see, see_on};
use crate::ground::{after, altered, follow, landing, man, passed, taken, value, victim};
use crate::schema::Goal;

/// The enemy man of the favoured side on a square of `now`.
fn enemy(case: &Case, square: Square) -> Result<shakmaty::Piece, String> {
    let man = man(&case.now, square).ok_or_else(|| format!("{square} is empty"))?;
    ensure(man.color != case.side, format!("the man on {square} is the favoured side's own"))?;
    Ok(man)
}

pub fn hanging(case: &Case, square: Square) -> Told {
    let man = enemy(case, square)?;
    ensure(man.role != Role::King, "kings do not hang")?;
    // "After a pass" in check is defined for motifs; a man that hangs can be taken as things stand.
    let best = falls(&case.now, square, None);
    ensure(best.is_some_and(|see| see > 0), format!("no capture on {square} wins anything ({best:?})"))?;
    let gain = i32::from(case.finding.gain);
    let shown = !case.trees.is_empty() || best.is_some_and(|see| gain <= see);
    ensure(shown, format!("the capture wins {best:?}, not {gain}"))?;
    case.wins_if_proven()
}

pub fn loose(case: &Case, square: Square) -> Told {
    let man = enemy(case, square)?;
    ensure(man.role != Role::King, "kings are never loose")?;
    let guard = guards(case, square, man.color);
    ensure(guard.is_none(), format!("{square} is guarded from {guard:?}"))
}

/// A man that could take back on a square of its own side: pinned men along their pin only, kings only where no second enemy guards the
/// taker. (The documentation has kings guard only what no enemy attacks at all; but a king that takes back does guard.)
fn guards(case: &Case, square: Square, owner: Color) -> Option<Square> {
    let board = case.now.board();
    let near = board.attacks_to(square, owner, board.occupied());
    let king = board.king_of(owner)?;
    near.into_iter().find(|guard| {
        if *guard == king {
            // The first attacker takes; the king takes back unless a second one stands behind.
            return board.attacks_to(square, !owner, board.occupied()).count() < 2;
        }
        // As if an enemy stood on the square and the guard took it: is the own king then open to a slider?
        let mut moved = board.clone();
        let guard_man = moved.remove_piece_at(*guard);
        if let Some(guard_man) = guard_man {
            moved.set_piece_at(square, guard_man);
        }
        let was = board.attacks_to(king, !owner, board.occupied());
        let is = moved.attacks_to(king, !owner, moved.occupied());
        (is & !was).is_empty()
    })
}

pub fn trapped(case: &Case, square: Square) -> Told {
    let man = enemy(case, square)?;
    ensure(!matches!(man.role, Role::King | Role::Pawn), "this is said of pieces only")?;
    ensure(case.now.turn() == man.color, "its side is not to move")?;
    let least = Goal::Material((value(man.role) - 1) as i8);
    let whole = case.trees.len() == 1 && *case.trees[0].begin() == case.now;
    if whole {
        let tree = case.proof()?;
        ensure(super::goals::covers(tree.goal(), least), "the proof wins less than the man")?;
        ensure(case.line_takes(square, None) || case.line_mates(), "the line does not take the man")?;
    } else {
        for mv in case.now.legal_moves() {
            let next = after(&case.now, mv);
            let proven = case.trees.iter().any(|tree| {
                *tree.begin() == next
                    && tree.attacker == case.side
                    && super::goals::covers(tree.goal(), least)
            });
            ensure(proven, format!("there is no proof for the move {}", crate::tree::name(mv)))?;
        }
    }
    for mv in case.now.legal_moves().into_iter().filter(|mv| mv.from() == Some(square) && !mv.is_castle()) {
        let won = see_on(&after(&case.now, mv), mv.to(), None).unwrap_or(0);
        ensure(won > 0, format!("after {} it cannot be taken at a profit", crate::tree::name(mv)))?;
    }
    Ok(())
}

/// What the other side of `next` can take at most: the see on each man worth enough.
fn largest_loss(next: &shakmaty::Chess, owner: Color, except: Option<Square>) -> i32 {
    let mut most = 0;
    for square in next.board().by_color(owner) {
        let role = next.board().role_at(square);
        let counts = role.is_some_and(|role| value(role) >= 3) && Some(square) != except;
        if counts {
            most = most.max(see_on(next, square, None).unwrap_or(0));
        }
    }
    most
}

pub fn sacrifice(case: &Case, points: i8) -> Told {
    let mv = case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    let on_square = -see(case.at, mv);
    let stands = landing(case.at, mv);
    let elsewhere = largest_loss(&case.now, case.side, Some(stands)) - taken(mv);
    let points = i32::from(points);
    ensure(on_square >= 2 || elsewhere >= 2, format!("nothing is given up ({on_square}, {elsewhere})"))?;
    ensure(
        points >= 2 && (points == on_square || points == elsewhere),
        format!("what is given up is {on_square} or {elsewhere}, not {points}"),
    )?;
    if case.trees.is_empty() { Ok(()) } else { case.proof().map(|_| ()) }
}

pub fn desperado(case: &Case, square: Square) -> Told {
    let mv = case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    ensure(mv.from() == Some(square), format!("{} does not move the man on {square}", case.move_name()))?;
    ensure(mv.is_capture() && !mv.is_castle(), "it takes nothing")?;
    let lost_there = |next: &shakmaty::Chess, square| see_on(next, square, None).is_some_and(|see| see > 0);
    let turned = passed(case.at).ok_or("nobody can pass in check")?;
    ensure(lost_there(&turned, square), "the man is not lost where it stands")?;
    let moves = case.at.legal_moves();
    let sells = |it: &Move| it.from() == Some(square) && victim(*it).is_some();
    for other in moves.iter().copied().filter(|it: &Move| !sells(it)) {
        let next = after(case.at, other);
        let square = follow(case.at, other, square).unwrap_or(square);
        ensure(lost_there(&next, square), format!("{} saves it", crate::tree::name(other)))?;
    }
    ensure(see(case.at, mv) <= 0, "it is no sale, but a gain")?;
    ensure(lost_there(&case.now, mv.to()), "it is not taken there")?;
    case.wins_if_proven()
}

/// The position without a man, the given side to move.
pub fn without(position: &shakmaty::Chess, square: Square, turn: Color) -> Option<shakmaty::Chess> {
    altered(position, turn, |board| board.discard_piece_at(square))
}
