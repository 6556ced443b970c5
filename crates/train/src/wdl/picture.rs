//! The fitted curves and what happened, drawn.

use std::fmt::Write;

use quevedo_value::WdlModel;

use super::tally::{Observed, Tally};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 740.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 380.0;
/// Scores up to this are drawn.
const FARTHEST: i32 = 600;
/// Ranges of material with their colours.
const RANGES: [(u32, u32, &str); 3] = [(17, 35, "#b3382f"), (36, 56, "#2b8a4b"), (57, 78, "#1f5fa8")];
/// Fewer positions are no point in the picture.
const FEWEST: u64 = 200;

fn place(score: f64, chance: f64) -> (f64, f64) {
    let across = (score + f64::from(FARTHEST)) / f64::from(2 * FARTHEST);
    (LEFT + (RIGHT - LEFT) * across, BOTTOM - (BOTTOM - TOP) * chance)
}

/// An SVG picture of White's chance to win by its score, for three ranges of material: lines are the
/// model in the middle of the range, dots what happened.
pub fn draw(tally: &Tally, model: &WdlModel) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>The chance to win by score and material</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"15\">The chance to win by score and material: model (lines) and games (dots)</text>\n"
    );
    // Writing to a string cannot fail.
    for tenth in (0..=10).step_by(2) {
        let (_, y) = place(0.0, f64::from(tenth) / 10.0);
        let _ = writeln!(svg, "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"#dddddd\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}%</text>",
            LEFT - 8.0,
            y + 4.0,
            tenth * 10
        );
    }
    for score in (-FARTHEST..=FARTHEST).step_by(100) {
        let (x, _) = place(f64::from(score), 0.0);
        let _ = writeln!(svg, "<path d=\"M{x:.1} {TOP}V{BOTTOM}\" stroke=\"#eeeeee\"/>");
        let _ =
            writeln!(svg, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{score}</text>", BOTTOM + 18.0);
    }
    for (number, (from, to, color)) in RANGES.into_iter().enumerate() {
        draw_range(&mut svg, tally, model, (from, to), color);
        let y = TOP + 16.0 + 18.0 * number as f64;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{y}\" fill=\"{color}\">material {from} to {to}</text>",
            LEFT + 12.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_range(svg: &mut String, tally: &Tally, model: &WdlModel, (from, to): (u32, u32), color: &str) {
    let (middle, spread) = model.curve(from.midpoint(to));
    let mut path = String::new();
    for score in (-FARTHEST..=FARTHEST).step_by(10) {
        let chance = 1.0 / (1.0 + ((middle - f64::from(score)) / spread.max(1.0)).exp());
        let (x, y) = place(f64::from(score), chance);
        let _ = write!(path, "{}{x:.1} {y:.1}", if path.is_empty() { "M" } else { "L" });
    }
    let _ = writeln!(svg, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.6\"/>");
    for center in (-FARTHEST..=FARTHEST).step_by(50) {
        let mut all = Observed::default();
        let near = tally.cells().filter(|&(score, material, _)| {
            (from..=to).contains(&material) && (center - 25..center + 25).contains(&score)
        });
        near.for_each(|(_, _, observed)| all.add(observed));
        if all.all() >= FEWEST {
            let (x, y) = place(f64::from(center), all.won as f64 / all.all() as f64);
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_for_each_range_and_dots_where_there_are_games() {
        let mut tally = Tally::default();
        tally.put(0, 60, Observed { won: 100, drawn: 800, lost: 100 });
        tally.put(300, 20, Observed { won: 3, drawn: 0, lost: 0 });
        let svg = draw(&tally, &WdlModel::CLASSICAL);
        assert_eq!((svg.matches("stroke-width").count(), svg.matches("<circle").count()), (3, 1));
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }
}
