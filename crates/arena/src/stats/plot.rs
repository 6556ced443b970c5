//! The picture of a match: Elo with its error, and below it the sequential test.

use quevedo_chart::{Panel, Picture, number};

/// More than this many points are thinned out; a screen has not more columns.
const MAX_POINTS: usize = 1000;

/// The state of a match after some games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Games played.
    pub games: u64,
    /// The Elo difference so far.
    pub elo: f64,
    /// Half the width of its 95 % interval; infinite is allowed.
    pub error: f64,
    /// The sequential test's log-likelihood ratio; drawn only with bounds.
    pub llr: f64,
}

/// Draws how a match went as an SVG picture: Elo over games with its 95 % band, and below it the log-likelihood
/// ratio between its bounds where there are any.
pub fn plot_svg(points: &[Point], bounds: Option<(f64, f64)>, title: &str) -> String {
    let points = thinned(points);
    let (elo_height, llr_height) = if bounds.is_some() { (260.0, 160.0) } else { (320.0, 0.0) };
    let mut picture = Picture::new(900.0, if bounds.is_some() { 560.0 } else { 420.0 }, title);
    let games = points.last().map_or(1.0, |point| point.games.max(1) as f64);
    let top = Panel {
        left: 70.0,
        top: 52.0,
        width: 790.0,
        height: elo_height,
        across: (0.0, games),
        upward: elo_range(&points),
    };
    draw_elo(&mut picture, &top, &points, bounds.is_none());
    if let Some(bounds) = bounds {
        let below = Panel {
            top: top.top + elo_height + 36.0,
            height: llr_height,
            upward: llr_range(&points, bounds),
            ..top
        };
        draw_llr(&mut picture, &below, &points, bounds);
    }
    let bottom = picture.height() - 12.0;
    picture.text(top.left + top.width, bottom, "faint", "end", "games");
    picture.finished()
}

fn draw_elo(picture: &mut Picture, panel: &Panel, points: &[Point], numbers_below: bool) {
    panel.draw_grid(picture, numbers_below);
    picture.text(panel.left, panel.top - 6.0, "faint", "start", "Elo, 95 %");
    picture.segment("zero", panel.place(panel.across.0, 0.0), panel.place(panel.across.1, 0.0));
    let upper = points.iter().map(|point| panel.place(point.games as f64, point.elo + point.error));
    let lower = points.iter().rev().map(|point| panel.place(point.games as f64, point.elo - point.error));
    picture.path("band", upper.chain(lower), true);
    picture.path("line", points.iter().map(|point| panel.place(point.games as f64, point.elo)), false);
    if let Some(last) = points.last() {
        picture.dot("dot", panel.place(last.games as f64, last.elo));
        let sign = if last.elo > 0.0 { "+" } else { "" };
        let error = if last.error < 1e4 { format!("{:.1}", last.error) } else { "\u{221e}".to_owned() };
        let result = format!("{sign}{} \u{b1} {error}", number((last.elo * 10.0).round() / 10.0));
        picture.text(panel.left + panel.width, panel.top - 6.0, "text", "end", &result);
    }
}

fn draw_llr(picture: &mut Picture, panel: &Panel, points: &[Point], (lower, upper): (f64, f64)) {
    panel.draw_grid(picture, true);
    picture.text(panel.left, panel.top - 6.0, "faint", "start", "log-likelihood ratio");
    for (class, bound, words) in [("upper", upper, "accept H1"), ("lower", lower, "accept H0")] {
        let (left, right) = (panel.place(panel.across.0, bound), panel.place(panel.across.1, bound));
        picture.segment(class, left, right);
        picture.text(
            left.0 + 8.0,
            left.1 - 4.0,
            "faint",
            "start",
            &format!("{words} {}", number((bound * 100.0).round() / 100.0)),
        );
    }
    picture.segment("zero", panel.place(panel.across.0, 0.0), panel.place(panel.across.1, 0.0));
    picture.path("second", points.iter().map(|point| panel.place(point.games as f64, point.llr)), false);
    if let Some(last) = points.last() {
        picture.dot("second-dot", panel.place(last.games as f64, last.llr));
        picture.text(
            panel.left + panel.width,
            panel.top - 6.0,
            "text",
            "end",
            &number((last.llr * 100.0).round() / 100.0),
        );
    }
}

/// Whether a point can be drawn: no scale reaches infinity.
fn is_usable(point: &Point) -> bool {
    const FAR: f64 = 1e9;
    point.elo.abs() < FAR && point.llr.abs() < FAR && point.error >= 0.0
}

/// A few hundred points say as much as a hundred thousand; the last one is always kept.
fn thinned(points: &[Point]) -> Vec<Point> {
    let usable: Vec<Point> = points.iter().copied().filter(is_usable).collect();
    let step = usable.len().div_ceil(MAX_POINTS).max(1);
    let last = usable.len().saturating_sub(1);
    usable
        .into_iter()
        .enumerate()
        .filter(|(i, _)| i % step == 0 || *i == last)
        .map(|(_, point)| point)
        .collect()
}

/// The last error, three times up and down, and the course of the last three quarters: the first few games
/// jump so far that they would flatten all the rest.
fn elo_range(points: &[Point]) -> (f64, f64) {
    let Some(last) = points.last() else { return (-10.0, 10.0) };
    let reach = (3.0 * last.error).clamp(1.0, 400.0);
    let late = points.iter().skip(points.len() / 4).map(|point| point.elo);
    let (low, high) =
        late.fold((last.elo - reach, last.elo + reach), |(low, high), elo| (low.min(elo), high.max(elo)));
    let margin = (high - low) * 0.05;
    ((low - margin).min(0.0), (high + margin).max(0.0))
}

fn llr_range(points: &[Point], (lower, upper): (f64, f64)) -> (f64, f64) {
    let (low, high) =
        points.iter().fold((lower, upper), |(low, high), point| (low.min(point.llr), high.max(point.llr)));
    (low - 0.5, high + 0.5)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{EloModel, Outcomes, Sprt, Tally};
    use super::*;

    fn match_of(games: u64) -> Vec<Point> {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).expect("sensible");
        (1..=games)
            .map(|n| {
                let tally = Tally { wins: n / 3, draws: n - n / 3 - n / 4, losses: n / 4 };
                let elo = tally.elo().expect("games");
                Point { games: n, elo: elo.value, error: elo.error, llr: sprt.llr(&tally) }
            })
            .collect()
    }

    /// Every element that opens closes, and no coordinate is NaN or infinite.
    fn is_sound(svg: &str) -> bool {
        let closed = svg.matches('<').count() == svg.matches('>').count();
        svg.starts_with("<svg")
            && svg.ends_with("</svg>\n")
            && closed
            && !svg.contains("NaN")
            && !svg.contains("inf")
    }

    #[test]
    fn a_match_is_drawn_with_its_result() {
        let svg = plot_svg(&match_of(400), Some((-2.94, 2.94)), "new vs old");
        assert!(is_sound(&svg));
        for words in ["new vs old", "+28.7 \u{b1} ", "accept H1 2.94", "accept H0 \u{2212}2.94", "games"] {
            assert!(svg.contains(words), "{words}");
        }
    }

    #[test]
    fn without_bounds_there_is_no_second_panel() {
        let svg = plot_svg(&match_of(40), None, "t");
        assert!(is_sound(&svg) && !svg.contains("accept"));
    }

    #[test]
    fn long_matches_make_small_files() {
        assert!(plot_svg(&match_of(20_000), Some((-2.94, 2.94)), "t").len() < 100_000);
    }

    proptest! {
        #[test]
        fn anything_can_be_drawn(points in prop::collection::vec((0..1000u64, any::<f64>(), any::<f64>(), any::<f64>()), 0..50)) {
            let points: Vec<_> = points.into_iter().map(|(games, elo, error, llr)| Point { games, elo, error, llr }).collect();
            prop_assert!(is_sound(&plot_svg(&points, Some((-2.94, 2.94)), "t")));
            prop_assert!(is_sound(&plot_svg(&points, None, "t")));
        }
    }
}
