//! Guards that are taken, drawn away, cut off or asked for too much.

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position, Role, Square, attacks};

use super::men::without;
use super::{Told, ensure};
use crate::brute::Brute;
use crate::case::{Case, Step};
use crate::exchange::{falls, see_on};
use crate::ground::{
    after, altered, attacks as hits, balance, landing, legal, man, men_between, slides, victim,
};
use crate::schema::{Duty, Goal};

fn enemy(position: &Chess, case: &Case, square: Square) -> Told {
    let man = man(position, square).ok_or_else(|| format!("{square} is empty"))?;
    ensure(man.color != case.side, format!("the man on {square} is the favoured side's own"))
}

fn wins(position: &Chess, square: Square) -> bool {
    falls(position, square, None).is_some_and(|see| see > 0)
}

pub fn overloaded(case: &Case, guard: Square, duties: &[Square]) -> Told {
    ensure(duties.len() >= 2, "fewer than two duties")?;
    case.wins()?;
    // The move may itself take the first duty: then the guard's work is seen before it.
    let boards = [&case.now, case.at];
    let seen = boards.iter().map(|board| guards_all(case, board, guard, duties));
    seen.reduce(Result::or).unwrap_or(Ok(()))?;
    let mut left: Vec<Square> = duties.to_vec();
    for step in case.line.iter().filter(|step| step.before.turn() == case.side) {
        left.retain(|square| victim(step.mv) != Some(*square));
    }
    ensure(duties.len() - left.len() >= 2, "the line does not take one and then the other")
}

fn guards_all(case: &Case, board: &Chess, guard: Square, duties: &[Square]) -> Told {
    enemy(board, case, guard)?;
    let turn = case.side;
    let bare = without(board, guard, turn).ok_or("the board without the guard is not legal")?;
    for (index, duty) in duties.iter().enumerate() {
        ensure(!duties[..index].contains(duty) && *duty != guard, format!("{duty} stands twice"))?;
        enemy(board, case, *duty)?;
        let with = falls(board, *duty, None).unwrap_or(0);
        let bare = see_on(&bare, *duty, None).unwrap_or(0);
        ensure(bare > 0, format!("{duty} does not fall without the guard"))?;
        ensure(bare > with, format!("the guard does nothing for {duty}"))?;
    }
    Ok(())
}

pub fn removed(case: &Case, guard: Square, target: Square) -> Told {
    let mv = case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    ensure(victim(mv) == Some(guard), format!("{} does not take on {guard}", case.move_name()))?;
    enemy(case.at, case, guard)?;
    enemy(case.at, case, target)?;
    enemy(&case.now, case, target)?;
    ensure(hits(case.at, guard, target), format!("the man on {guard} did not guard {target}"))?;
    ensure(!wins(case.at, target), format!("{target} fell before"))?;
    if case.wins().is_ok() && case.line_takes(target, None) {
        return Ok(());
    }
    let moves = case.now.legal_moves();
    let recaptures: Vec<_> = moves.iter().filter(|it| victim(**it) == Some(landing(case.at, mv))).collect();
    let falls = if recaptures.is_empty() {
        wins(&case.now, target)
    } else {
        recaptures.iter().all(|it| see_on(&after(&case.now, **it), target, None).is_some_and(|see| see > 0))
    };
    ensure(falls, format!("{target} does not fall afterwards"))?;
    case.wins_if_proven()
}

/// The first reply in the line that moves a man of the other side between these squares, and the favoured side's answer to it.
fn drawn<'c>(case: &'c Case, from: Square, to: Option<Square>) -> Result<(&'c Step, &'c Step), String> {
    let steps = case.rest();
    let moves_it = |step: &Step| {
        step.before.turn() != case.side
            && step.mv.from() == Some(from)
            && to.is_none_or(|to| landing(&step.before, step.mv) == to)
    };
    let index = steps.iter().position(moves_it).ok_or("the line does not draw that man away")?;
    let next = steps.get(index + 1).ok_or("the line ends before the follow-up")?;
    Ok((&steps[index], next))
}

/// Whether the follow-up is refuted when the drawn man stands on its old square.
fn fails_when_put_back(case: &Case, reply: &Step, next: &Step, from: Square) -> Told {
    let to = landing(&reply.before, reply.mv);
    let moved = man(&reply.before, from).ok_or_else(|| format!("{from} is empty"))?;
    let back = altered(&next.before, case.side, |board| {
        board.discard_piece_at(to);
        board.set_piece_at(from, moved);
    });
    // Where the board with the man put back is no chess position, the follow-up is not there either.
    let Some(back) = back else { return Ok(()) };
    let text = next.mv.to_uci(back.castles().mode());
    let Some(mv) = legal(&back, text) else { return Ok(()) };
    let tree = case.proof()?;
    // What the man took on its way stands no more, put back or not: material is counted from there.
    let shift = balance(&back, case.side) - balance(&next.before, case.side);
    let played = case.line.iter().filter(|step| step.before.turn() == case.side).count();
    let attacks = case.line.iter().take_while(|step| step.before != next.before);
    let before = attacks.filter(|step| step.before.turn() == case.side).count();
    let brute = Brute::default();
    let reached = match tree.goal() {
        Goal::Mate(_) => brute.mated(&after(&back, mv), (played - before).saturating_sub(1) as u8),
        Goal::Material(points) => {
            brute.kept(&after(&back, mv), case.side, tree.start + i32::from(points) + shift, 1)
        }
        _ => return Ok(()),
    };
    match reached {
        Some(true) => Err("the follow-up works with the man put back, too".to_owned()),
        Some(false) => Ok(()),
        None => {
            case.leave_untold("the follow-up with the man put back");
            Ok(())
        }
    }
}

pub fn deflection(case: &Case, guard: Square, duty: Duty) -> Told {
    case.wins()?;
    enemy(&case.now, case, guard)?;
    let (reply, next) = drawn(case, guard, None)?;
    match duty {
        Duty::Man(square) => {
            enemy(&reply.before, case, square.0)?;
            let through = guards_through(&reply.before, guard, square.0);
            ensure(through, format!("{guard} does not guard {}", square.0))?;
            ensure(case.line_takes(square.0, None), format!("the line does not take on {}", square.0))?;
        }
        Duty::MateSquare(square) => {
            let lands =
                case.rest().iter().any(|step| step.before.turn() == case.side && step.mv.to() == square.0);
            ensure(lands && case.line_mates(), format!("there is no mate on {}", square.0))?;
        }
        Duty::PromotionSquare(square) => {
            let promotes = |step: &Step| step.mv.is_promotion() && step.mv.to() == square.0;
            ensure(case.line.iter().any(promotes), format!("no pawn is promoted on {}", square.0))?;
        }
    }
    fails_when_put_back(case, reply, next, guard)
}

/// Whether a man guards a square, perhaps through the men of the other side that attack it along the same line.
fn guards_through(position: &Chess, guard: Square, square: Square) -> bool {
    let Some(owner) = man(position, guard).map(|man| man.color) else { return false };
    let attackers = position.board().attacks_to(square, !owner, position.board().occupied());
    let seen = position.board().occupied() & !(attackers & attacks::between(guard, square));
    hits(position, guard, square)
        || man(position, guard).is_some_and(|man| attacks::attacks(guard, man, seen).contains(square))
}

pub fn attraction(case: &Case, from: Square, to: Square) -> Told {
    case.wins()?;
    enemy(&case.now, case, from)?;
    ensure(from != to, "it is drawn nowhere")?;
    let (reply, next) = drawn(case, from, Some(to))?;
    fails_when_put_back(case, reply, next, from)
}

pub fn interference(case: &Case, slider: Square, target: Square) -> Told {
    let mv = case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    enemy(&case.now, case, slider)?;
    enemy(&case.now, case, target)?;
    enemy(case.at, case, target)?;
    let rear = man(&case.now, slider).map_or(Role::Pawn, |man| man.role);
    ensure(slides(rear, slider, target), format!("the man on {slider} does not move to {target}"))?;
    let cut = attacks::between(slider, target).contains(landing(case.at, mv));
    ensure(cut && men_between(case.at, slider, target).is_empty(), "the move does not cut an open line")?;
    ensure(!wins(case.at, target), format!("{target} fell before"))?;
    ensure(wins(&case.now, target), format!("{target} does not fall afterwards"))?;
    case.wins_if_proven()
}

pub fn intermezzo(case: &Case, recapture: UciMove) -> Told {
    let mv = case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    case.wins()?;
    let waits = legal(case.at, recapture).ok_or_else(|| format!("{recapture} was not there"))?;
    ensure(waits.is_capture(), format!("{recapture} takes nothing"))?;
    ensure(waits != mv, "the recapture is the move")?;
    ensure(crate::exchange::see(case.at, waits) > 0, format!("{recapture} wins nothing"))?;
    let played = case.rest().iter().any(|step| {
        step.before.turn() == case.side
            && step.mv.is_capture()
            && legal(&step.before, recapture) == Some(step.mv)
    });
    ensure(played, format!("the line does not play {recapture}"))?;
    let goal = match case.proof()?.goal() {
        Goal::Mate(moves) => Goal::Mate(moves.saturating_sub(1)),
        other => other,
    };
    let next = after(case.at, waits);
    let reached = Brute::default().reaches(&next, case.side, goal, balance(case.at, case.side), 1);
    super::goals::absent(case, reached, "when the recapture is played at once")?;
    for reply in case.now.legal_moves() {
        let still = legal(&after(&case.now, reply), recapture).is_some_and(shakmaty::Move::is_capture);
        ensure(still, format!("after {} the recapture is gone", crate::tree::name(reply)))?;
    }
    Ok(())
}

pub fn clearance(case: &Case, follow_up: UciMove) -> Told {
    let mv = case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    case.wins()?;
    ensure(legal(case.at, follow_up).is_none(), format!("{follow_up} was legal before"))?;
    let comes = case
        .rest()
        .iter()
        .find(|step| step.before.turn() == case.side && legal(&step.before, follow_up) == Some(step.mv));
    let comes = comes.ok_or_else(|| format!("the line has no {follow_up}"))?;
    let (from, to) = (comes.mv.from(), landing(&comes.before, comes.mv));
    let room = mv
        .from()
        .is_some_and(|left| left == to || from.is_some_and(|from| attacks::between(from, to).contains(left)));
    ensure(room, "the move makes no room for it")
}
