//! The fitted curves and what happened, drawn.

use quevedo_chart::{Panel, Picture};
use quevedo_value::WdlModel;

use super::tally::{Observed, Tally};

/// Scores up to this are drawn.
const FARTHEST: i32 = 600;
/// Ranges of material with the classes of their lines and dots.
const RANGES: [(u32, u32, &str, &str); 3] =
    [(17, 35, "few", "few-dot"), (36, 56, "some", "some-dot"), (57, 78, "line", "dot")];
const CLASSES: &str = "\
.few{stroke:#b3382f}.few-dot{fill:#b3382f}.some{stroke:#2b8a4b}.some-dot{fill:#2b8a4b}.few,.some{stroke-width:1.8}\
@media(prefers-color-scheme:dark){.few{stroke:#f08a80}.few-dot{fill:#f08a80}.some{stroke:#6fce90}.some-dot{fill:#6fce90}}";
/// Fewer positions are no point in the picture.
const FEWEST: u64 = 200;

/// An SVG picture of White's chance to win by its score, for three ranges of material: lines are the
/// model in the middle of the range, dots what happened.
pub fn draw(tally: &Tally, model: &WdlModel) -> String {
    let title = "The chance to win by score and material: model (lines) and games (dots)";
    let mut picture = Picture::styled(760.0, 440.0, title, CLASSES);
    let farthest = f64::from(FARTHEST);
    let panel = Panel {
        left: 60.0,
        top: 50.0,
        width: 680.0,
        height: 340.0,
        across: (-farthest, farthest),
        upward: (0.0, 1.0),
    };
    panel.draw_grid(&mut picture, true);
    for (number, (from, to, line, dot)) in RANGES.into_iter().enumerate() {
        let (middle, spread) = model.curve(from.midpoint(to));
        let scores = (-FARTHEST..=FARTHEST).step_by(10).map(f64::from);
        let chance = |score: f64| 1.0 / (1.0 + ((middle - score) / spread.max(1.0)).exp());
        picture.path(line, scores.map(|score| panel.place(score, chance(score))), false);
        for (score, observed) in happened(tally, (from, to)) {
            picture.dot(dot, panel.place(f64::from(score), observed.won as f64 / observed.all() as f64));
        }
        let y = panel.top + 20.0 + 18.0 * number as f64;
        picture.dot(dot, (panel.left + 16.0, y - 4.0));
        picture.text(panel.left + 26.0, y, "text", "start", &format!("material {from} to {to}"));
    }
    picture.text(panel.left + panel.width, 428.0, "faint", "end", "score, hundredths of a pawn");
    picture.finished()
}

/// What happened at scores 50 apart, where there were enough positions with so much material.
fn happened(tally: &Tally, (from, to): (u32, u32)) -> impl Iterator<Item = (i32, Observed)> {
    let around = move |center: i32| {
        let mut all = Observed::default();
        let near = tally.cells().filter(|&(score, material, _)| {
            (from..=to).contains(&material) && (center - 25..center + 25).contains(&score)
        });
        near.for_each(|(_, _, observed)| all.add(observed));
        (center, all)
    };
    (-FARTHEST..=FARTHEST).step_by(50).map(around).filter(|(_, all)| all.all() >= FEWEST)
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
        let dots = svg.matches("<circle").count();
        assert_eq!(
            (svg.matches("<path").count(), dots),
            (3, 1 + RANGES.len()),
            "a dot stands beside each name"
        );
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }
}
