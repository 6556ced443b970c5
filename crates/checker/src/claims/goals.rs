//! Goals reached, threatened, parried, allowed and missed.

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move, Position, attacks};

use super::{Told, ensure};
use crate::brute::Brute;
use crate::case::Case;
use crate::exchange::see;
use crate::ground::{after, attacks as hits, balance, king, landing, legal, victim};
use crate::schema::{DrawKind, Goal, Remedy};
use crate::tree::{Tree, name};

/// How deep the small search for material goes: moves of the attacker.
const DEEP: u8 = 2;

/// Whether what is proven is at least what is said.
pub fn covers(proven: Goal, said: Goal) -> bool {
    match (proven, said) {
        (Goal::Mate(proven), Goal::Mate(said)) => proven <= said,
        (Goal::Material(proven), Goal::Material(said)) => proven >= said && said > 0,
        (Goal::Mate(_), Goal::Material(_))
        | (Goal::Promotion, Goal::Promotion)
        | (Goal::Draw, Goal::Draw) => true,
        (Goal::Table(proven), Goal::Table(said)) => proven >= said,
        _ => false,
    }
}

/// The same where the proof may begin before or after the finding's own move: mates count it, material counts what it took.
fn covers_from(case: &Case, tree: &Tree, said: Goal) -> bool {
    let later = case.mv.is_some() && *tree.begin() == case.now;
    let proven = match tree.goal() {
        Goal::Mate(moves) => Goal::Mate(moves + u8::from(later)),
        Goal::Material(points) => {
            Goal::Material((i32::from(points) + tree.start - balance(case.at, tree.attacker)) as i8)
        }
        other => other,
    };
    covers(proven, said) || covers(tree.goal(), said) && !later
}

pub fn achieves(case: &Case, goal: Goal) -> Told {
    let tree = case.proof()?;
    ensure(covers_from(case, tree, goal), format!("the proof shows {:?}, not {goal:?}", tree.goal()))
}

/// A proof of a goal after the other side's pass in `now`.
fn passing<'c, 'a>(case: &'c Case<'a>, from: &Chess, by: Color, goal: Goal) -> Result<&'c Tree<'a>, String> {
    let tree = case.trees.first().ok_or("no proof")?;
    ensure(tree.is_after_pass() && tree.begin() == from, "the proof is not of a pass in this position")?;
    ensure(tree.attacker == by && from.turn() != by, "the wrong side passes")?;
    ensure(covers(tree.goal(), goal), format!("the proof shows {:?}, not {goal:?}", tree.goal()))?;
    Ok(tree)
}

pub fn threat(case: &Case, by: Color, goal: Goal, mv: UciMove) -> Told {
    ensure(by == case.side, "it does not favour who threatens")?;
    let tree = passing(case, &case.now, by, goal)?;
    let carried = legal(&tree.root, mv).is_some_and(|mv| tree.first() == Some(mv));
    ensure(carried, format!("the proof does not begin with {mv}"))
}

pub fn tempo(case: &Case, goal: Goal) -> Told {
    let mv = case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    ensure(!mv.is_capture() && !mv.is_promotion() && !case.now.is_check(), "the move is not quiet")?;
    ensure(see(case.at, mv) >= 0, "the move puts a man where it is lost")?;
    let tree = passing(case, &case.now, case.side, goal)?;
    let first = tree.first().ok_or("the threat has no move")?;
    let Some(at_once) = legal(case.at, first.to_uci(case.at.castles().mode())) else { return Ok(()) };
    let goal = match tree.goal() {
        Goal::Mate(moves) => Goal::Mate(moves.saturating_sub(1)),
        other => other,
    };
    let next = after(case.at, at_once);
    let reached = Brute::default().reaches(&next, case.side, goal, balance(case.at, case.side), DEEP - 1);
    absent(case, reached, "when it is played at once")
}

/// How many moves in a row give check or threaten, and how many of them threaten at least.
const ROW: usize = 3;
const THREATS: usize = 2;

pub fn initiative(case: &Case) -> Told {
    case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    ensure(case.line.len() == 2 * ROW - 1, "the line has not three moves of a side")?;
    let mut trees = case.trees.iter();
    let mut threats = 0;
    for step in case.line.iter().step_by(2) {
        let next = after(&step.before, step.mv);
        if next.is_check() {
            continue;
        }
        let tree = trees.next().ok_or("there is no proof for one of the threats")?;
        ensure(tree.is_after_pass() && *tree.begin() == next, "a proof is of another position")?;
        ensure(tree.attacker == case.side, "a proof is the other side's")?;
        let counts = matches!(tree.goal(), Goal::Mate(_) | Goal::Material(2..));
        ensure(counts, format!("{:?} is no threat that counts", tree.goal()))?;
        threats += 1;
    }
    ensure(trees.next().is_none(), "there is a proof too many")?;
    ensure(threats >= THREATS, "there are hardly any threats")
}

pub fn parries(case: &Case, goal: Goal, threat: UciMove, how: Remedy) -> Told {
    let mv = case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    let tree = passing(case, case.at, !case.side, goal)?;
    let old = legal(&tree.root, threat).ok_or_else(|| format!("{threat} was no threat"))?;
    ensure(tree.first() == Some(old), format!("the proof does not begin with {threat}"))?;
    still_works(case, tree, threat)?;
    remedy(case, mv, old, how)
}

/// The threat carried out in spite of the move: it must fail.
fn still_works(case: &Case, tree: &Tree, threat: UciMove) -> Told {
    let Some(mv) = legal(&case.now, threat) else { return Ok(()) };
    let next = after(&case.now, mv);
    let brute = Brute::default();
    let goal = match tree.goal() {
        Goal::Mate(moves) => Goal::Mate(moves - 1),
        other => other,
    };
    // What the parry took is his to keep: material is counted from before it.
    let works = brute.reaches(&next, tree.attacker, goal, tree.start, DEEP - 1);
    if works.is_none() {
        case.leave_untold("whether the old line fails");
    }
    ensure(works != Some(true), format!("{threat} still works"))
}

fn remedy(case: &Case, mv: Move, threat: Move, how: Remedy) -> Told {
    let stands = landing(case.at, mv);
    let aim = threat.to();
    let fits = match how {
        Remedy::Moves => {
            let own_king = king(case.at, case.side);
            mv.from() == victim(threat)
                || mv.from() == own_king
                || mv.from() == Some(aim)
                || mv.from().is_some_and(|from| attacked_by(case, threat, from))
        }
        Remedy::Guards => {
            hits(&case.now, stands, aim)
                || case.now.board().attacks_to(aim, case.side, case.now.board().occupied()).any()
        }
        Remedy::Blocks => case.now.board().occupied().contains(stands) && cuts(case, threat, stands),
        Remedy::Takes => {
            victim(mv).is_some_and(|taken| threat.from() == Some(taken) || hits(case.at, taken, aim))
        }
        Remedy::Counters => true,
    };
    ensure(fits, format!("{} does not meet it so ({how:?})", name(mv)))
}

/// What the threatening man attacks, where it stands or where it goes.
fn attacked_by(case: &Case, threat: Move, square: shakmaty::Square) -> bool {
    let from = threat.from().is_some_and(|from| hits(case.at, from, square));
    from || crate::ground::altered(case.at, !case.side, |_| ())
        .and_then(|turned| {
            legal(&turned, threat.to_uci(turned.castles().mode())).map(|mv| after(&turned, mv))
        })
        .is_some_and(|next| hits(&next, threat.to(), square))
}

/// Whether a man on a square stands in the way of the threat, or of what it attacks afterwards.
fn cuts(case: &Case, threat: Move, square: shakmaty::Square) -> bool {
    let way = threat.from().is_some_and(|from| attacks::between(from, threat.to()).contains(square));
    let own = case.at.board().by_color(case.side);
    let beyond = own.into_iter().any(|target| attacks::between(threat.to(), target).contains(square));
    way || beyond || threat.to() == square
}

pub fn allows(case: &Case, goal: Goal, by: UciMove, better: UciMove) -> Told {
    let mv = case.needed_move()?;
    ensure(case.at.turn() != case.side, "it favours the side that moved")?;
    let tree = case.proof()?;
    ensure(*tree.begin() == case.now, "the proof does not begin after the move")?;
    ensure(covers(tree.goal(), goal), format!("the proof shows {:?}, not {goal:?}", tree.goal()))?;
    let first = legal(&case.now, by).ok_or_else(|| format!("{by} is not legal"))?;
    ensure(tree.first() == Some(first), format!("the proof does not begin with {by}"))?;
    let other = legal(case.at, better).ok_or_else(|| format!("{better} is not legal"))?;
    ensure(other != mv, "the better move is the move itself")?;
    let instead = after(case.at, other);
    if let Goal::Table(value) = goal {
        return beyond_tables(case, &instead, value, "after the better move");
    }
    let reached = Brute::default().reaches(&instead, case.side, goal, tree.start, DEEP);
    absent(case, reached, "after the better move")
}

/// By the tables, the favoured side does not have this value in a position.
fn beyond_tables(case: &Case, position: &Chess, value: i8, when: &str) -> Told {
    let found = case.checker.table_value(position, case.side)?;
    ensure(found < i32::from(value), format!("the tables say {found} {when}, too"))
}

/// A goal that is said not to be reached: a small search must not reach it.
pub fn absent(case: &Case, reached: Option<bool>, when: &'static str) -> Told {
    match reached {
        Some(true) => Err(format!("the goal is reached {when}, too")),
        Some(false) => Ok(()),
        None => {
            case.leave_untold("whether the goal is reached otherwise");
            Ok(())
        }
    }
}

pub fn misses(case: &Case, goal: Goal, better: UciMove) -> Told {
    let mv = case.needed_move()?;
    let tree = case.trees.first().ok_or("no proof")?;
    let mover = case.at.turn();
    ensure(tree.attacker == mover && case.side == mover, "it is the mover's chance that is missed")?;
    let other = legal(case.at, better).ok_or_else(|| format!("{better} is not legal"))?;
    ensure(other != mv, "the better move is the move itself")?;
    let here = *tree.begin() == *case.at && tree.first() == Some(other);
    let later = *tree.begin() == after(case.at, other);
    ensure(!tree.is_after_pass() && (here || later), "the proof is not of the better move")?;
    let proven = match tree.goal() {
        Goal::Mate(moves) => Goal::Mate(moves + u8::from(!here)),
        Goal::Material(points) => {
            Goal::Material((i32::from(points) + tree.start - balance(case.at, mover)) as i8)
        }
        other => other,
    };
    ensure(covers(proven, goal), format!("the proof shows {proven:?}, not {goal:?}"))?;
    let goal = match goal {
        Goal::Mate(moves) => Goal::Mate(moves.saturating_sub(1)),
        other => other,
    };
    if let Goal::Table(value) = goal {
        return beyond_tables(case, &case.now, value, "after the move");
    }
    let brute = Brute::default();
    absent(case, brute.reaches(&case.now, mover, goal, balance(case.at, mover), DEEP - 1), "after the move")
}

pub fn only_move(case: &Case, others: Goal) -> Told {
    let mover = case.at.turn();
    ensure(case.side == mover, "it favours the side that moves")?;
    for mv in case.at.legal_moves() {
        if Some(mv) == case.mv {
            continue;
        }
        let next = after(case.at, mv);
        let proven = case.trees.iter().any(|tree| {
            let goal = match tree.goal() {
                Goal::Material(points) => {
                    Goal::Material((i32::from(points) + tree.start - balance(case.at, !mover)) as i8)
                }
                other => other,
            };
            *tree.begin() == next && !tree.is_after_pass() && tree.attacker != mover && covers(goal, others)
        });
        ensure(case.mv.is_some() || proven, "a finding without a move is not looked at")?;
        ensure(proven, format!("there is no proof for the move {}", name(mv)))?;
    }
    case.needed_move()?;
    let brute = Brute::default();
    let reached = brute.reaches(&case.now, !mover, others, balance(case.at, !mover), DEEP);
    absent(case, reached, "after this move")
}

pub fn saves_draw(case: &Case, how: DrawKind) -> Told {
    let tree = case.proof()?;
    ensure(tree.goal() == Goal::Draw, "the proof is of something else")?;
    match how {
        DrawKind::Stalemate => ensure(case.end.is_stalemate(), "the line does not end in stalemate"),
        DrawKind::Perpetual => tree.walk(case.checker, &mut |leaf| {
            let checked = leaf.before.iter().filter(|it| it.turn() != tree.attacker).all(Position::is_check);
            ensure(checked && !leaf.position.is_stalemate(), "not every move gives check")
        }),
    }
}
