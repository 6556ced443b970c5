//! Double attacks and lines.

use shakmaty::uci::UciMove;
use shakmaty::{Bitboard, Chess, Position, Role, Square, attacks};

use super::men::without;
use super::{Told, ensure};
use crate::case::Case;
use crate::exchange::{falls, see_on};
use crate::ground::{
    after, altered, attacks as hits, king, legal, man, men_between, passed, slides, taken, value,
};

/// Each target is attacked by one of the men: a king, or an enemy that it could take with a see above 0.
fn attack_all(case: &Case, by: &[Square], targets: &[Square]) -> Told {
    for taker in by {
        let man = man(&case.now, *taker).ok_or_else(|| format!("{taker} is empty"))?;
        ensure(man.color == case.side, format!("the man on {taker} is the other side's"))?;
        ensure(by.iter().filter(|it| *it == taker).count() == 1, format!("{taker} stands twice"))?;
    }
    ensure(targets.len() >= 2, "fewer than two targets")?;
    for target in targets {
        ensure(targets.iter().filter(|it| *it == target).count() == 1, format!("{target} stands twice"))?;
        let man = man(&case.now, *target).ok_or_else(|| format!("{target} is empty"))?;
        ensure(man.color != case.side, format!("the man on {target} is the favoured side's own"))?;
        let wins = |taker: &Square| {
            let wins =
                man.role == Role::King || falls(&case.now, *target, Some(*taker)).is_some_and(|see| see > 0);
            hits(&case.now, *taker, *target) && wins
        };
        ensure(by.iter().any(wins), format!("{target} is not attacked at a profit"))?;
    }
    Ok(())
}

/// The line does what the attack is for.
fn carried_out(case: &Case, by: &[Square], targets: &[Square]) -> Told {
    case.wins()?;
    let takes = targets.iter().any(|target| case.line_takes(*target, Some(by)));
    ensure(takes || case.line_mates(), "the line takes none of the targets")
}

/// The move, if there is one, brings the attack about.
fn is_new(case: &Case, by: &[Square], targets: &[Square]) -> Told {
    let Some(mv) = case.mv else { return Ok(()) };
    let stood =
        |square: &Square| man(case.at, *square) == man(&case.now, *square) && mv.from() != Some(*square);
    let old = by.iter().all(stood)
        && targets.iter().all(|target| by.iter().any(|taker| hits(case.at, *taker, *target)));
    ensure(!old, "the attack was there before the move")
}

pub fn fork(case: &Case, by: &[Square], targets: &[Square]) -> Told {
    attack_all(case, by, targets)?;
    is_new(case, by, targets)?;
    carried_out(case, by, targets)
}

pub fn double_attack(case: &Case, by: &[Square], targets: &[Square]) -> Told {
    ensure(by.len() == 2, "a double attack has two attackers")?;
    attack_all(case, by, targets)?;
    is_new(case, by, targets)?;
    let idle = by.iter().find(|taker| !targets.iter().any(|target| hits(&case.now, **taker, *target)));
    ensure(idle.is_none(), format!("{idle:?} attacks nothing"))?;
    if let Some(mv) = case.mv {
        let moved = by.iter().filter(|square| mv.to() == **square).count();
        ensure(moved <= 1, "both attackers moved")?;
    }
    carried_out(case, by, targets)
}

/// A slider of the favoured side, with two enemies one behind the other on its line and nothing else.
fn in_line(position: &Chess, case: &Case, [slider, front, behind]: [Square; 3]) -> Told {
    let rear = man(position, slider).ok_or_else(|| format!("{slider} is empty"))?;
    ensure(rear.color == case.side, format!("the man on {slider} is the other side's"))?;
    for square in [front, behind] {
        let man = man(position, square).ok_or_else(|| format!("{square} is empty"))?;
        ensure(man.color != case.side, format!("the man on {square} is the favoured side's own"))?;
    }
    ensure(slides(rear.role, slider, behind), format!("the man on {slider} does not move to {behind}"))?;
    let between = men_between(position, slider, behind);
    ensure(between == Bitboard::from(front), "the line is not as described")
}

pub fn pin_absolute(case: &Case, squares: [Square; 3], refuted: Option<UciMove>) -> Told {
    let [pinner, pinned, behind] = squares;
    in_line(&case.now, case, squares)?;
    ensure(king(&case.now, !case.side) == Some(behind), format!("the king is not on {behind}"))?;
    if let Some(refuted) = refuted {
        refuted_by_pin(case, pinner, pinned, refuted)?;
        return case.wins_if_proven();
    }
    case.wins()?;
    ensure(case.line_takes(pinned, None), "the line does not take the pinned man")
}

/// The capture would be legal and good if the pinner were gone, and is not legal with it.
fn refuted_by_pin(case: &Case, pinner: Square, pinned: Square, refuted: UciMove) -> Told {
    let owner = !case.side;
    let here = if case.now.turn() == owner {
        case.now.clone()
    } else {
        passed(&case.now).ok_or("nobody can pass in check")?
    };
    ensure(legal(&here, refuted).is_none(), format!("{refuted} is legal in spite of the pin"))?;
    let free = without(&here, pinner, owner).ok_or("the board without the pinner is not legal")?;
    let mv = legal(&free, refuted).ok_or_else(|| format!("{refuted} is not legal without the pin either"))?;
    ensure(
        mv.from() == Some(pinned) && mv.is_capture(),
        format!("{refuted} is no capture by the pinned man"),
    )?;
    let see = crate::exchange::see(&free, mv);
    ensure(see > 0, format!("{refuted} would win nothing ({see})"))
}

pub fn pin_relative(case: &Case, squares: [Square; 3]) -> Told {
    let [pinner, pinned, behind] = squares;
    in_line(&case.now, case, squares)?;
    ensure(king(&case.now, !case.side) != Some(behind), "behind it stands the king: that is another pin")?;
    let here = if case.now.turn() == case.side {
        passed(&case.now).ok_or("nobody can pass in check")?
    } else {
        case.now.clone()
    };
    let line = attacks::ray(pinner, behind);
    let leaving = off_line(&here, pinned, line);
    ensure(!leaving.is_empty(), "the man cannot leave the line at all")?;
    for mv in leaving {
        let next = after(&here, mv);
        let won = see_on(&next, behind, None);
        ensure(
            won.is_some_and(|won| won > taken(mv)),
            format!("it may leave with {}: {won:?} for {}", crate::tree::name(mv), taken(mv)),
        )?;
    }
    case.wins_if_proven()
}

fn off_line(position: &Chess, square: Square, line: Bitboard) -> Vec<shakmaty::Move> {
    let moves = position.legal_moves();
    let own = moves.iter().copied().filter(|mv| mv.from() == Some(square));
    own.filter(|mv| mv.is_castle() || !line.contains(mv.to())).collect()
}

pub fn skewer(case: &Case, squares: [Square; 3]) -> Told {
    let [by, front, behind] = squares;
    in_line(&case.now, case, squares)?;
    let value_of = |square| man(&case.now, square).map_or(0, |man| value(man.role));
    let is_king = king(&case.now, !case.side) == Some(front);
    if !is_king {
        ensure(value_of(front) >= value_of(behind), "the man in front is worth less")?;
        let won = falls(&case.now, front, Some(by));
        ensure(won.is_some_and(|won| won > 0), format!("the man in front is not in danger ({won:?})"))?;
    }
    let here = if case.now.turn() == case.side {
        passed(&case.now).ok_or("nobody can pass in check")?
    } else {
        case.now.clone()
    };
    let leaving = off_line(&here, front, attacks::ray(by, behind));
    ensure(!leaving.is_empty(), "the man in front cannot leave the line")?;
    for mv in leaving {
        let won = see_on(&after(&here, mv), behind, Some(by));
        ensure(
            won.is_some_and(|won| won > 0),
            format!("after {} the man behind does not fall", crate::tree::name(mv)),
        )?;
    }
    case.wins_if_proven()
}

/// A slider that did not move and attacks a square after the move but not before.
fn unveiled(case: &Case, by: Square, target: Square) -> Told {
    let mv = case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    let slider = man(&case.now, by).ok_or_else(|| format!("{by} is empty"))?;
    let slides = matches!(slider.role, Role::Bishop | Role::Rook | Role::Queen);
    ensure(slides && slider.color == case.side, format!("no slider of that side stands on {by}"))?;
    let moved = mv.from() == Some(by) || man(case.at, by) != Some(slider) || mv.to() == by;
    ensure(!moved, "the slider moved itself")?;
    ensure(hits(&case.now, by, target), format!("{by} does not attack {target}"))?;
    ensure(!hits(case.at, by, target), format!("{by} attacked {target} before the move"))
}

pub fn discovered_attack(case: &Case, by: Square, target: Square) -> Told {
    unveiled(case, by, target)?;
    let man = man(&case.now, target).ok_or_else(|| format!("{target} is empty"))?;
    ensure(man.color != case.side, format!("the man on {target} is the favoured side's own"))?;
    ensure(man.role != Role::King, "the target is the king")?;
    case.wins_if_proven()
}

pub fn discovered_check(case: &Case, by: Square) -> Told {
    unveiled(case, by, king(&case.now, !case.side).ok_or("no king")?)?;
    case.wins_if_proven()
}

pub fn double_check(case: &Case, one: Square, other: Square) -> Told {
    ensure(case.now.turn() != case.side, "the favoured side is to move")?;
    let checkers = case.now.checkers();
    ensure(checkers.count() == 2, "it is no double check")?;
    ensure(one != other && checkers.contains(one) && checkers.contains(other), "others give check")?;
    case.wins_if_proven()
}

pub fn x_ray(case: &Case, rear: Square, on: Square) -> Told {
    let slider = man(&case.now, rear).ok_or_else(|| format!("{rear} is empty"))?;
    ensure(slider.color == case.side, format!("the man on {rear} is the other side's"))?;
    ensure(slides(slider.role, rear, on), format!("the man on {rear} does not move to {on}"))?;
    ensure(men_between(&case.now, rear, on).any(), "no man stands between")?;
    let target = man(&case.now, on).ok_or_else(|| format!("{on} is empty"))?;
    let taker = !target.color;
    let here = if case.now.turn() == taker {
        case.now.clone()
    } else {
        passed(&case.now).ok_or("nobody can pass in check")?
    };
    let bare = altered(&here, taker, |board| board.discard_piece_at(rear));
    let bare = bare.ok_or("the board without the rear man is not legal")?;
    let wins = |position: &Chess| see_on(position, on, None).is_some_and(|see| see > 0);
    ensure(wins(&here) == (taker == case.side), "the exchange is not won with it")?;
    ensure(wins(&here) != wins(&bare), "the exchange does not depend on it")?;
    case.wins_if_proven()
}
