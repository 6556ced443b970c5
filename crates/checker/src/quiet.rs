//! Whether a balance of material stays: every capture and promotion of the defender, answered by the attacker's.

use shakmaty::{Chess, Color, Move, Position};

use crate::ground::{after, balance, taken, value};

/// Deeper than any real sequence; what goes on longer is not believed.
const DEEPEST: usize = 80;

/// Whether the balance holds for the attacker at a leaf of a proof: the defender is to move, is not in check and can move, and
/// can nowhere bring the balance below `least`; or he is mated.
pub fn holds(leaf: &Chess, attacker: Color, least: i32) -> bool {
    debug_assert!(leaf.turn() != attacker);
    if leaf.is_check() {
        return leaf.is_checkmate();
    }
    !leaf.legal_moves().is_empty() && keeps(leaf, attacker, least, 0)
}

/// Whether the attacker keeps at least `least`, whoever is to move.
fn keeps(position: &Chess, attacker: Color, least: i32, depth: usize) -> bool {
    let attacks = position.turn() == attacker;
    let check = position.is_check();
    let now = balance(position, attacker) >= least;
    if depth > DEEPEST {
        return false;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if check { !attacks } else { now };
    }
    // Who may stop, and is content, stops.
    if !check && now == attacks {
        return now;
    }
    let mut tried: Vec<Move> = moves.iter().copied().filter(|mv| check || is_forcing(*mv)).collect();
    tried.sort_by_key(|mv| value(mv.role()) - 16 * taken(*mv));
    let wins = |mv: Move| keeps(&after(position, mv), attacker, least, depth + 1) == attacks;
    if tried.into_iter().any(wins) {
        attacks
    } else if check {
        !attacks
    } else {
        now
    }
}

fn is_forcing(mv: Move) -> bool {
    mv.is_capture() || mv.is_promotion()
}
