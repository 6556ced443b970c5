//! The numbers of section 2: how many positions and variations, and games that have an exact f(P).

use std::collections::HashMap;

/// The decimal logarithm of n factorial.
fn log_factorial(n: u32) -> f64 {
    (1..=n).map(|factor| f64::from(factor).log10()).sum()
}

/// The exponent of "the number of possible positions, of the general order of 64! / 32!(8!)^2(2!)^6".
///
/// ```
/// assert_eq!(quevedo_lab::shannon::numbers::positions().round(), 43.0);
/// ```
pub fn positions() -> f64 {
    log_factorial(64) - log_factorial(32) - 2.0 * log_factorial(8) - 6.0 * log_factorial(2)
}

/// The exponent of the number of variations of games of so many moves (one for each side), with so many legal moves
/// in each position.
///
/// ```
/// use quevedo_lab::shannon::numbers::variations;
///
/// // "A move for White and then one for Black gives about 10^3 possibilities": 10^120 in forty moves.
/// assert!((variations(30.0, 1) - 3.0).abs() < 0.05);
/// assert!((variations(30.0, 40) - 120.0).abs() < 2.0);
/// ```
pub fn variations(legal_moves: f64, moves: u32) -> f64 {
    2.0 * f64::from(moves) * legal_moves.log10()
}

/// The exponent of the years that so many variations (as an exponent) take at one each microsecond.
///
/// ```
/// assert!(quevedo_lab::shannon::numbers::years(120.0) > 90.0);
/// ```
pub fn years(variations: f64) -> f64 {
    variations - 6.0 - (365.25_f64 * 24.0 * 3600.0).log10()
}

/// The hours that a machine needs for its half of a game, if it evaluates so many positions (as an exponent) for each
/// of so many moves, one each microsecond: "16 minutes would be required for a move, or 10 hours".
pub fn hours(evaluations: f64, moves: u32) -> f64 {
    10_f64.powf(evaluations - 6.0) * f64::from(moves) / 3600.0
}

/// The longest game, by note 4: a pawn move or capture every fifty moves. Each of the 16 pawns moves 6 times and
/// each of the 30 men but the kings is taken; eight captures are pawn moves, too, that let pawns pass each other.
///
/// ```
/// assert_eq!(quevedo_lab::shannon::numbers::longest_game(), 5900);
/// ```
pub fn longest_game() -> u32 {
    50 * (16 * 6 + 30 - 8)
}

/// Nim's exact f(P): whether the player about to move wins. "If the number of ones in each column is even, the
/// position is lost for the player about to move, otherwise won."
///
/// ```
/// use quevedo_lab::shannon::numbers::nim_is_won;
///
/// assert!(nim_is_won(&[3, 4, 5]) && !nim_is_won(&[1, 2, 3]));
/// ```
pub fn nim_is_won(piles: &[u32]) -> bool {
    piles.iter().fold(0, |columns, pile| columns ^ pile) != 0
}

/// The same by looking at every game to its end. Whoever takes the last match wins.
pub fn nim_is_won_slowly(piles: &[u32]) -> bool {
    let mut piles = piles.to_vec();
    (0..piles.len()).any(|pile| {
        let matches = piles[pile];
        (0..matches).any(|left| {
            piles[pile] = left;
            let is_lost_for_them = !nim_is_won_slowly(&piles);
            piles[pile] = matches;
            is_lost_for_them
        })
    })
}

/// A game of pawns on a board of three by `ranks` (Gardner's hexapawn), small enough for exact values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Pawns {
    /// Rows from the side to move's home upwards: 1 a pawn of that side, -1 one of the other.
    rows: Vec<[i8; 3]>,
}

impl Pawns {
    fn start(ranks: usize) -> Pawns {
        let mut rows = vec![[0; 3]; ranks];
        (rows[0], rows[ranks - 1]) = ([1; 3], [-1; 3]);
        Pawns { rows }
    }

    /// The position seen from the other side.
    fn turned(mut self) -> Pawns {
        self.rows.reverse();
        self.rows.iter_mut().flatten().for_each(|pawn| *pawn = -*pawn);
        self
    }

    fn replies(&self) -> Vec<Pawns> {
        let mut replies = Vec::new();
        for row in 0..self.rows.len() - 1 {
            for file in 0..3_usize {
                if self.rows[row][file] != 1 {
                    continue;
                }
                for to in file.saturating_sub(1)..=(file + 1).min(2) {
                    let wanted = if to == file { 0 } else { -1 };
                    if self.rows[row + 1][to] == wanted {
                        let mut next = self.clone();
                        (next.rows[row][file], next.rows[row + 1][to]) = (0, 1);
                        replies.push(next.turned());
                    }
                }
            }
        }
        replies
    }

    /// Whether the side that just moved has reached the other's home.
    fn is_lost(&self) -> bool {
        self.rows[0].contains(&-1)
    }
}

/// The value of the first position of a symmetric game of pawns for the player who begins: 1 won, 0 drawn, -1 lost.
/// Who cannot move has lost, but where passing is allowed he passes; two passes in a row are a draw.
///
/// ```
/// use quevedo_lab::shannon::numbers::pawn_game;
///
/// // Hexapawn is lost for the player who begins; where he may pass he "can at least draw".
/// assert_eq!(pawn_game(3, false), -1);
/// assert!(pawn_game(3, true) >= 0);
/// ```
pub fn pawn_game(ranks: usize, may_pass: bool) -> i32 {
    let mut known = HashMap::new();
    value(&Pawns::start(ranks.clamp(3, 5)), may_pass, false, &mut known)
}

/// Positions that were valued, with whether the last move was a pass.
type Known = HashMap<(Pawns, bool), i32>;

fn value(game: &Pawns, may_pass: bool, has_passed: bool, known: &mut Known) -> i32 {
    if game.is_lost() {
        return -1;
    }
    let place = (game.clone(), has_passed);
    if let Some(&value) = known.get(&place) {
        return value;
    }
    let mut best = -1;
    for reply in game.replies() {
        best = best.max(-value(&reply, may_pass, false, known));
    }
    if may_pass {
        let passed = if has_passed { 0 } else { -value(&game.clone().turned(), may_pass, true, known) };
        best = best.max(passed);
    }
    known.insert(place, best);
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nims_formula_is_exact() {
        for a in 0..6 {
            for b in 0..6 {
                for c in 0..5 {
                    assert_eq!(nim_is_won(&[a, b, c]), nim_is_won_slowly(&[a, b, c]), "{a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn his_machine_needs_ten_hours() {
        // "There are about 10^9 evaluations to be made after three moves (for each side)."
        assert!((hours(9.0, 40) - 11.1).abs() < 0.1 && (variations(30.0, 3) - 9.0).abs() < 0.2);
        assert!(hours(9.0, 1) * 60.0 > 16.0);
    }

    #[test]
    fn passing_never_harms_who_begins() {
        for ranks in 3..=5 {
            assert!(pawn_game(ranks, true) >= 0, "{ranks}");
        }
    }
}
