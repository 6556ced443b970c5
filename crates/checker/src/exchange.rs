//! Exchanges on one square, played out by legal moves.

use shakmaty::{Chess, Move, Position, Square};

use crate::ground::{after, landing, man, passed, taken, value};

/// The captures on a square, cheapest taker first, which ends most exchanges soonest.
fn captures_on(position: &Chess, square: Square) -> Vec<Move> {
    let moves = position.legal_moves();
    let mut found: Vec<Move> =
        moves.iter().copied().filter(|mv| mv.capture().is_some() && mv.to() == square).collect();
    found.sort_by_key(|mv| {
        (value(mv.role()) + if mv.role() == shakmaty::Role::King { 100 } else { 0 }, -taken(*mv))
    });
    found
}

/// The best that the side to move gets on a square if it may also decline, exact between two bounds.
fn best(position: &Chess, square: Square, floor: i32, ceiling: i32) -> i32 {
    let mut most = floor.max(0);
    for mv in captures_on(position, square) {
        if most >= ceiling {
            break;
        }
        let gain = taken(mv);
        let reply = best(&after(position, mv), square, gain - ceiling, gain - most);
        most = most.max(gain - reply);
    }
    most
}

/// The see of a move: what it takes, less what the other side then wins on the square. Castling wins and loses nothing.
pub fn see(position: &Chess, mv: Move) -> i32 {
    if mv.is_castle() {
        return 0;
    }
    taken(mv) - best(&after(position, mv), landing(position, mv), 0, 100)
}

/// The highest see of the side to move's captures of the man on a square, or of those by one man.
pub fn see_on(position: &Chess, square: Square, by: Option<Square>) -> Option<i32> {
    let target = man(position, square)?;
    if target.color == position.turn() {
        return None;
    }
    let moves = position.legal_moves();
    let fitting = moves
        .iter()
        .copied()
        .filter(|mv| crate::ground::victim(*mv) == Some(square) && (by.is_none() || mv.from() == by));
    fitting.map(|mv| see(position, mv)).max()
}

/// The same for the side that does not own the man, whoever is to move: after a pass, or, where the owner is in check,
/// the highest after any of his replies that leave both men where they are.
pub fn falls(position: &Chess, square: Square, by: Option<Square>) -> Option<i32> {
    let owner = man(position, square)?.color;
    if position.turn() != owner {
        return see_on(position, square, by);
    }
    if let Some(turned) = passed(position) {
        return see_on(&turned, square, by);
    }
    let moves = position.legal_moves();
    let replies = moves.iter().copied().filter(|mv| {
        let leaves_target = mv.from() != Some(square);
        let leaves_taker = by.is_none_or(|by| crate::ground::victim(*mv) != Some(by));
        leaves_target && leaves_taker
    });
    replies.filter_map(|mv| see_on(&after(position, mv), square, by)).max()
}
