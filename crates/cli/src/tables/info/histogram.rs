//! A histogram of distances as a picture.

use quevedo_chart::Picture;
use quevedo_tables::{Ending, Metric, Statistics};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 40.0;
const CLASSES: &str = "\
.white{fill:#7aa6c2}.black{fill:#444444}@media(prefers-color-scheme:dark){.white{fill:#cfe3f0}.black{fill:#7d7a73}}";

/// Draws how many positions of each side to move are decided in how many moves: wins of White above the
/// line, wins of Black below.
pub(super) fn draw(ending: Ending, metric: Metric, found: &Statistics) -> String {
    let [white, black] = &found.sides;
    let above = by_moves(&white.wins_in, &black.losses_in);
    let below = by_moves(&black.wins_in, &white.losses_in);
    let moves = above.len().max(below.len()).max(1);
    let most = above.iter().chain(&below).copied().max().unwrap_or(1).max(1);
    let bar = (WIDTH - 2.0 * MARGIN) / moves as f64;
    let middle = HEIGHT / 2.0 + MARGIN / 2.0;
    let left = |moves: usize| MARGIN + moves as f64 * bar;
    let mut picture =
        Picture::styled(WIDTH, HEIGHT, &format!("{ending} {metric}: positions by moves"), CLASSES);
    let legend = format!("wins of White above, of Black below; the highest bar is {most} positions");
    picture.text(WIDTH - 24.0, 30.0, "faint", "end", &legend);
    for (counts, class, up) in [(&above, "white", true), (&below, "black", false)] {
        for (moves, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let tall = (count as f64 / most as f64 * (HEIGHT / 2.0 - 1.5 * MARGIN)).max(0.5);
            let top = if up { middle - tall } else { middle };
            let size = ((bar * 0.9).max(0.5), tall);
            picture.bar(class, (left(moves), top), size, &format!("{moves} moves: {count}"));
        }
    }
    picture.segment("axis", (MARGIN, middle), (WIDTH - MARGIN, middle));
    for moves in (0..moves).step_by((moves / 10).max(1)) {
        picture.text(left(moves), HEIGHT - 12.0, "faint", "start", &moves.to_string());
    }
    picture.finished()
}

/// How many positions are decided in so many moves, from counts by plies.
fn by_moves(one: &[u64], other: &[u64]) -> Vec<u64> {
    let plies = one.len().max(other.len());
    let mut moves = vec![0; plies / 2 + 1];
    for counts in [one, other] {
        for (plies, count) in counts.iter().enumerate() {
            moves[plies.div_ceil(2)] += count;
        }
    }
    while moves.last() == Some(&0) {
        moves.pop();
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_become_moves() {
        assert_eq!(by_moves(&[0, 5, 0, 7], &[1, 0, 2]), [1, 7, 7]);
        assert_eq!(by_moves(&[], &[]), [0u64; 0]);
    }
}
