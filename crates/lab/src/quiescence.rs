//! Beyond the horizon: only positions that are *relatively quiescent* (Shannon 1950) or *dead* (Turing 1953) are
//! evaluated.
//!
//! The side to move may stand still and take the evaluation, or play a loud move. In the variants that look at
//! checks a side in check has no such choice and tries everything.

mod beal;

use crate::desk::Desk;
use crate::limits::{INFINITE, MAX_PLY};
use crate::order;
use crate::settings::Quiescence;
use crate::tree::{GameTree, Loud, Moves};
use crate::watch::{Observer, Reason, Skip};

/// Plies beyond the horizon at which checks still count as loud: they could go on for ever.
const CHECKING_PLIES: usize = 2;

/// The value of a frontier node.
pub(crate) fn frontier<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    alpha: i32,
    beta: i32,
) -> i32 {
    match desk.settings.quiescence {
        Quiescence::Off => desk.evaluate(),
        Quiescence::NullMove => beal::search(desk, alpha, beta, 0),
        Quiescence::Exchange => exchanged(desk),
        _ => captures(desk, alpha, beta, 0),
    }
}

/// The evaluation, and the best that an exchange on one square wins: *some commercial programs have managed well
/// without quiescence search, using direct computation to evaluate the exchange of material* (Marsland, section 2.5).
fn exchanged<T: GameTree, W: Observer<T::Move>>(desk: &mut Desk<'_, T, W>) -> i32 {
    let captures = desk.tree.loud_moves(Loud::default());
    let won = captures.iter().map(|&mv| desk.tree.exchange(mv, &mut 0)).max().unwrap_or(0);
    desk.evaluate() + won.max(0)
}

/// The moves that the variant calls loud, `beyond` plies behind the horizon.
fn loud(variant: Quiescence, beyond: usize) -> Loud {
    Loud {
        checks: matches!(variant, Quiescence::Checks | Quiescence::Full) && beyond < CHECKING_PLIES,
        pawns: matches!(variant, Quiescence::Pawns | Quiescence::Full),
    }
}

/// A fail-soft search of loud moves. The node itself has been entered.
fn captures<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    alpha: i32,
    beta: i32,
    beyond: usize,
) -> i32 {
    let variant = desk.settings.quiescence;
    let sees_checks = matches!(variant, Quiescence::Checks | Quiescence::Full);
    let must_answer = sees_checks && beyond <= CHECKING_PLIES && desk.tree.in_check();
    let stand = if must_answer { -INFINITE } else { desk.evaluate() };
    if stand >= beta || desk.tree.ply() >= MAX_PLY || desk.is_over() {
        return stand.max(-INFINITE + 1);
    }

    desk.counts.generations += 1;
    let mut moves = if must_answer { desk.tree.moves() } else { desk.tree.loud_moves(loud(variant, beyond)) };
    if moves.is_empty() {
        return if must_answer { desk.tree.leaf_value() } else { stand };
    }
    let mut ranks: Moves<i32> =
        moves.iter().map(|&mv| desk.tree.capture_rank(mv).unwrap_or(i32::MIN)).collect();
    let mut merit = stand;
    for next in 0..moves.len() {
        order::pick(&mut moves, &mut ranks, next);
        let mv = moves[next];
        if !must_answer && desk.settings.analogies && desk.is_settled(mv, stand, alpha.max(merit)) {
            desk.skip(mv, Skip::Analogy);
            continue;
        }
        desk.down(mv);
        let value = -beyond_horizon(desk, -beta, -alpha.max(merit), beyond + 1);
        desk.up();
        if value > merit {
            merit = value;
            desk.best(mv);
        }
        if merit >= beta {
            break;
        }
    }
    merit
}

/// A node of the quiescence search with its bookkeeping.
fn beyond_horizon<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    alpha: i32,
    beta: i32,
    beyond: usize,
) -> i32 {
    desk.enter_quiescence(alpha, beta);
    let value = captures(desk, alpha, beta, beyond);
    let reason = if value >= beta { Reason::CutOff } else { Reason::Exhausted };
    desk.leave(value, reason)
}
