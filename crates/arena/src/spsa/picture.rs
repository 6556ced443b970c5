//! The picture of a tuning: each parameter's path in a panel of its own.

use super::Spsa;
use quevedo_chart::{Panel, Picture, number};

const COLUMNS: usize = 3;
const PANEL_WIDTH: f64 = 280.0;
const PANEL_HEIGHT: f64 = 84.0;
const COLUMN: f64 = 350.0;
const ROW: f64 = 140.0;
const HEAD: f64 = 60.0;

/// Draws each parameter's path as an SVG picture; the dotted line is where it started.
pub fn plot(spsa: &Spsa, title: &str) -> String {
    let rows = spsa.knobs().len().div_ceil(COLUMNS);
    let mut picture = Picture::new(COLUMN * COLUMNS as f64 + 20.0, HEAD + ROW * rows as f64, title);
    for place in 0..spsa.knobs().len() {
        draw(&mut picture, spsa, place);
    }
    picture.finished()
}

fn draw(picture: &mut Picture, spsa: &Spsa, place: usize) {
    let knob = &spsa.knobs()[place];
    let start = f64::from(knob.start);
    let value = spsa.values()[place];
    let path = || spsa.path().iter().map(|point| (point.trials as f64, point.values[place]));
    let margin = f64::from(knob.step) * 1.1;
    let low = path().map(|(_, value)| value).fold(start, f64::min) - margin;
    let high = path().map(|(_, value)| value).fold(start, f64::max) + margin;
    let panel = Panel {
        left: 60.0 + COLUMN * (place % COLUMNS) as f64,
        top: HEAD + 14.0 + ROW * (place / COLUMNS) as f64,
        width: PANEL_WIDTH,
        height: PANEL_HEIGHT,
        across: (0.0, spsa.plan().trials as f64),
        upward: (low, high),
    };
    panel.draw_grid(picture, place + COLUMNS >= spsa.knobs().len());
    picture.text(panel.left, panel.top - 8.0, "text", "start", &knob.name);
    let change = format!("{} \u{2192} {}", knob.start, number((value * 10.0).round() / 10.0));
    picture.text(panel.left + panel.width, panel.top - 8.0, "faint", "end", &change);
    picture.segment("zero", panel.place(panel.across.0, start), panel.place(panel.across.1, start));
    picture.path("line", path().map(|(trials, value)| panel.place(trials, value)), false);
    picture.dot("dot", panel.place(spsa.done() as f64, value));
}

#[cfg(test)]
mod tests {
    use super::super::{Knob, Plan};
    use super::*;

    #[test]
    fn every_parameter_has_a_panel() {
        let knob = |name: &str| Knob { name: name.to_owned(), start: 5, min: 0, max: 90, step: 3 };
        let knobs = ["null_base", "lmr_base", "razor", "a<b"].map(knob).to_vec();
        let mut spsa = Spsa::new(knobs, Plan { trials: 20, rate: 0.5, seed: 1 }).expect("sensible");
        for number in 0..20 {
            let trial = spsa.trial(number);
            spsa.learn(&trial, [2, (number % 3) as u8]);
        }
        let svg = plot(&spsa, "spsa");
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
        assert_eq!(svg.matches("class=\"line\"").count(), 4);
        for name in ["null_base", "lmr_base", "razor", "a&lt;b"] {
            assert!(svg.contains(name));
        }
    }
}
