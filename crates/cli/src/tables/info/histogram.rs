//! A histogram of distances as a picture.

use std::fmt::Write;

use quevedo_tables::{Ending, Metric, Statistics};

const WIDTH: usize = 800;
const HEIGHT: usize = 320;
const MARGIN: usize = 40;

/// Draws how many positions of each side to move are decided in how many moves: wins of White above the
/// line, wins of Black below.
pub(super) fn draw(ending: Ending, metric: Metric, found: &Statistics) -> String {
    let [white, black] = &found.sides;
    let above = by_moves(&white.wins_in, &black.losses_in);
    let below = by_moves(&black.wins_in, &white.losses_in);
    let moves = above.len().max(below.len()).max(1);
    let most = above.iter().chain(&below).copied().max().unwrap_or(1).max(1);
    let bar = (WIDTH - 2 * MARGIN) as f64 / moves as f64;
    let height = |count: u64| count as f64 / most as f64 * (HEIGHT / 2 - MARGIN) as f64;
    let middle = HEIGHT as f64 / 2.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{ending} {metric}: positions by moves</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{MARGIN}\" y=\"20\">{ending} {metric}: wins of White (above) and Black (below) by moves, highest bar {most} positions</text>\n"
    );
    for (counts, color, up) in [(&above, "#7aa6c2", true), (&below, "#444444", false)] {
        for (moves, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let x = MARGIN as f64 + moves as f64 * bar;
            let tall = height(count).max(0.5);
            let y = if up { middle - tall } else { middle };
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" fill=\"{color}\"><title>{moves} moves: {count}</title></rect>",
                (bar * 0.9).max(0.5)
            );
        }
    }
    let step = (moves / 10).max(1);
    for moves in (0..moves).step_by(step) {
        let x = MARGIN as f64 + moves as f64 * bar;
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{}\">{moves}</text>", HEIGHT - 10);
    }
    svg.push_str("</svg>\n");
    svg
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
