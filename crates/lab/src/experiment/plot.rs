//! A picture of measurements: lines over a common axis.

use quevedo_chart::{Panel, Picture, number};
use serde::{Deserialize, Serialize};

/// Eight colours that can be told apart also by those who see few (Okabe and Ito 2008), darkened where a light page
/// needs it, and for dark pages. Marks and dashes say the same without any colour.
const COLORS: [(&str, &str); 8] = [
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#ff8f4a"),
    ("#007a59", "#2bd0a0"),
    ("#a34f82", "#e39cc4"),
    ("#b57f00", "#f0b42e"),
    ("#2f2f2f", "#e0e0e0"),
    ("#3d8fc4", "#9ad4f5"),
    ("#857a00", "#f0e442"),
];

/// The corners of a mark around its middle; none is a disc.
const MARKS: [&[(f64, f64)]; 6] = [
    &[],
    &[(-3.4, -3.4), (3.4, -3.4), (3.4, 3.4), (-3.4, 3.4)],
    &[(0.0, -4.6), (4.2, 3.2), (-4.2, 3.2)],
    &[(0.0, -4.8), (4.8, 0.0), (0.0, 4.8), (-4.8, 0.0)],
    &[(0.0, 4.6), (4.2, -3.2), (-4.2, -3.2)],
    &[(-4.4, -1.4), (4.4, -1.4), (4.4, 1.4), (-4.4, 1.4)],
];

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 470.0;
/// Where the names of the lines stand.
const LEGEND: f64 = 240.0;

/// A scale of a plot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Axis {
    /// What it measures.
    pub name: String,
    /// Whether equal steps are equal factors.
    pub is_logarithmic: bool,
    /// Names for the values 0, 1, 2 … instead of numbers.
    pub labels: Vec<String>,
}

/// What is larger is drawn as this, so that differences and margins stay numbers.
const LARGEST: f64 = 1e300;

impl Axis {
    /// A scale on which equal steps are equal differences.
    pub fn linear(name: &str) -> Axis {
        Axis { name: name.to_owned(), is_logarithmic: false, labels: Vec::new() }
    }

    /// A scale on which equal steps are equal factors.
    pub fn logarithmic(name: &str) -> Axis {
        Axis { is_logarithmic: true, ..Axis::linear(name) }
    }

    /// A scale of names.
    pub fn named<S: Into<String>>(name: &str, labels: impl IntoIterator<Item = S>) -> Axis {
        Axis { labels: labels.into_iter().map(Into::into).collect(), ..Axis::linear(name) }
    }

    fn on_paper(&self, value: f64) -> f64 {
        if self.is_logarithmic { value.max(1e-12).log10() } else { value.clamp(-LARGEST, LARGEST) }
    }
}

/// A line of a plot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// The ends of the points' intervals, where they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<(f64, f64)>,
    /// Whether it is drawn in dashes: bounds and published figures.
    pub is_dashed: bool,
}

impl Series {
    /// A measured line.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        let points = points.into_iter().collect();
        Series { name: name.into(), points, errors: Vec::new(), is_dashed: false }
    }

    /// The same with the lower and the upper end of each point's interval.
    pub fn with_errors(self, errors: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series { errors: errors.into_iter().collect(), ..self }
    }

    /// A line that was not measured here.
    pub fn dashed(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series { is_dashed: true, ..Series::new(name, points) }
    }
}

/// A plot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plot {
    /// What it is called in file names.
    pub name: String,
    /// Its title.
    pub title: String,
    /// To the right.
    pub across: Axis,
    /// Upwards.
    pub upward: Axis,
    /// Its lines.
    pub series: Vec<Series>,
}

impl Plot {
    /// Draws it as SVG.
    pub fn svg(&self) -> String {
        let mut picture = Picture::styled(WIDTH, HEIGHT, &self.title, &style());
        let panel = Panel {
            left: 74.0,
            top: 66.0,
            width: WIDTH - 74.0 - LEGEND,
            height: HEIGHT - 66.0 - 52.0,
            across: self.range(|&(x, _)| self.across.on_paper(x), !self.across.labels.is_empty()),
            upward: self.upward_range(),
        };
        self.draw_grid(&mut picture, &panel);
        for (place, series) in self.series.iter().enumerate() {
            self.draw_series(&mut picture, &panel, place, series);
        }
        picture.finished()
    }

    /// Bars stand on nothing, so that their lengths can be compared.
    fn upward_range(&self) -> (f64, f64) {
        let (low, high) = self.range(|&(_, y)| self.upward.on_paper(y), false);
        if self.has_bars() && !self.upward.is_logarithmic {
            let margin = (high.max(0.0) - low.min(0.0)) * 0.06;
            return (if low < 0.0 { low - margin } else { 0.0 }, high.max(0.0) + margin);
        }
        with_room((low, high), &self.upward)
    }

    /// Names have no order that a line could follow: what is measured of each is a bar.
    fn has_bars(&self) -> bool {
        !self.across.labels.is_empty()
    }

    fn range(&self, of: impl Fn(&(f64, f64)) -> f64, is_named: bool) -> (f64, f64) {
        let ends = |series: &Series| -> Vec<(f64, f64)> {
            let pairs = series.points.iter().zip(&series.errors);
            pairs.flat_map(|(&(x, _), &(low, high))| [(x, low), (x, high)]).collect()
        };
        let errors: Vec<(f64, f64)> = self.series.iter().flat_map(ends).collect();
        let points = self.series.iter().flat_map(|series| &series.points).chain(&errors);
        let values = points.map(of).filter(|it| it.is_finite());
        let (low, high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        match () {
            () if is_named => (-0.4, self.across.labels.len() as f64 - 0.6),
            () if low > high => (0.0, 1.0),
            () if high - low < 1e-9 => (low - 0.5, high + 0.5),
            () => (low, high),
        }
    }

    fn draw_grid(&self, picture: &mut Picture, panel: &Panel) {
        let (left, right) = (panel.left, panel.left + panel.width);
        let (top, bottom) = (panel.top, panel.top + panel.height);
        for (value, label) in marks(&self.upward, panel.upward, 6) {
            let (_, y) = panel.place(panel.across.0, value);
            picture.segment("grid", (left, y), (right, y));
            picture.text(left - 8.0, y + 4.0, "faint", "end", &label);
        }
        for (value, label) in marks(&self.across, panel.across, 9) {
            let (x, _) = panel.place(value, panel.upward.0);
            picture.segment("grid", (x, top), (x, bottom));
            picture.text(x, bottom + 18.0, "faint", "middle", &label);
        }
        picture.segment("axis", (left, bottom), (right, bottom));
        picture.segment("axis", (left, top), (left, bottom));
        picture.text(left, top - 12.0, "faint", "start", &self.upward.name);
        picture.text(right, bottom + 38.0, "faint", "end", &self.across.name);
    }

    fn draw_series(&self, picture: &mut Picture, panel: &Panel, place: usize, series: &Series) {
        let color = place % COLORS.len();
        let class = format!("series c{color}{}", if series.is_dashed { " dashes" } else { "" });
        let mark = MARKS[place % MARKS.len()];
        if self.has_bars() {
            self.draw_bars(picture, panel, place, series);
        } else {
            let spot = |&(x, y): &(f64, f64)| panel.place(self.across.on_paper(x), self.upward.on_paper(y));
            self.draw_errors(picture, panel, color, series, 0.0);
            picture.path(&class, series.points.iter().map(spot), false);
            if !series.is_dashed && series.points.len() <= 40 {
                series.points.iter().map(spot).for_each(|at| draw_mark(picture, color, mark, at));
            }
        }
        let y = panel.top + 12.0 + 20.0 * place as f64;
        let x = panel.left + panel.width + 20.0;
        if self.has_bars() && !series.is_dashed {
            picture.rectangle(&format!("d{color}"), (x + 3.0, y - 11.0), (16.0, 11.0));
        } else {
            picture.segment(&class, (x, y - 4.0), (x + 22.0, y - 4.0));
            if !series.is_dashed {
                draw_mark(picture, color, mark, (x + 11.0, y - 4.0));
            }
        }
        picture.text(x + 30.0, y, "text", "start", &series.name);
    }

    /// Side by side with those of the other series; what was not measured here is a line across the bars.
    fn draw_bars(&self, picture: &mut Picture, panel: &Panel, place: usize, series: &Series) {
        let solid = |series: &&Series| !series.is_dashed;
        let count = self.series.iter().filter(solid).count().max(1) as f64;
        let mine = self.series[..place].iter().filter(solid).count() as f64;
        let color = place % COLORS.len();
        let unit = panel.place(1.0, 0.0).0 - panel.place(0.0, 0.0).0;
        let width = 0.76 * unit / count;
        let ground = panel.place(0.0, if self.upward.is_logarithmic { panel.upward.0 } else { 0.0 }).1;
        let shift = -0.38 * unit + mine * width;
        for &(x, y) in &series.points {
            let (middle, top) = panel.place(x, self.upward.on_paper(y));
            if series.is_dashed {
                let class = format!("series c{color}");
                picture.segment(&class, (middle - 0.42 * unit, top), (middle + 0.42 * unit, top));
                continue;
            }
            let words = format!("{}: {}", series.name, number(y));
            let (from, to) = (top.min(ground), top.max(ground));
            picture.bar(&format!("d{color}"), (middle + shift, from), (0.92 * width, to - from), &words);
        }
        self.draw_errors(picture, panel, 5, series, shift + 0.46 * width);
    }

    fn draw_errors(&self, picture: &mut Picture, panel: &Panel, color: usize, series: &Series, shift: f64) {
        let class = format!("error c{color}");
        for (&(x, _), &(low, high)) in series.points.iter().zip(&series.errors) {
            let (x, bottom) = panel.place(self.across.on_paper(x), self.upward.on_paper(low));
            let top = panel.place(panel.across.0, self.upward.on_paper(high)).1;
            let x = x + shift;
            picture.segment(&class, (x, bottom), (x, top));
            for y in [bottom, top] {
                picture.segment(&class, (x - 4.0, y), (x + 4.0, y));
            }
        }
    }
}

fn draw_mark(picture: &mut Picture, color: usize, corners: &[(f64, f64)], (x, y): (f64, f64)) {
    let class = format!("d{color}");
    if corners.is_empty() {
        picture.dot(&class, (x, y));
    } else {
        picture.path(&format!("mark {class}"), corners.iter().map(|(dx, dy)| (x + dx, y + dy)), true);
    }
}

fn style() -> String {
    let light = |(place, (light, _)): (usize, &(&str, &str))| {
        format!(".c{place}{{stroke:{light}}}.d{place},path.d{place}{{fill:{light}}}")
    };
    let dark = |(place, (_, dark)): (usize, &(&str, &str))| {
        format!(".c{place}{{stroke:{dark}}}.d{place},path.d{place}{{fill:{dark}}}")
    };
    let light: String = COLORS.iter().enumerate().map(light).collect();
    let dark: String = COLORS.iter().enumerate().map(dark).collect();
    format!(
        ".series{{fill:none;stroke-width:2;stroke-linejoin:round}}.dashes{{stroke-dasharray:7 4}}.error{{stroke-width:1.2}}{light}\
         @media(prefers-color-scheme:dark){{{dark}}}"
    )
}

/// Room above and below the lines; a linear scale of positive values begins at nothing.
fn with_room((low, high): (f64, f64), axis: &Axis) -> (f64, f64) {
    let margin = (high - low) * 0.06;
    if !axis.is_logarithmic && low >= 0.0 && low < 0.5 * high {
        return (0.0, high + margin);
    }
    (low - margin, high + margin)
}

/// Where lines of the grid stand, and what is written at them.
fn marks(axis: &Axis, (low, high): (f64, f64), wanted: u32) -> Vec<(f64, String)> {
    if !axis.labels.is_empty() {
        return axis.labels.iter().enumerate().map(|(place, label)| (place as f64, label.clone())).collect();
    }
    if !axis.is_logarithmic {
        let step = round_step((high - low) / f64::from(wanted));
        let first = (low / step).ceil();
        let values = (0..=2 * wanted).map(|place| (first + f64::from(place)) * step);
        return values
            .take_while(|value| *value <= high + step * 1e-9)
            .map(|value| (value, short(value)))
            .collect();
    }
    // Decades where there are enough of them, else also 2 and 5 of each.
    let factors: &[f64] = if high - low > 3.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let decades = low.floor() as i32..=high.ceil() as i32;
    decades
        .flat_map(|decade| factors.iter().map(move |factor| factor * 10f64.powi(decade)))
        .map(|value| (value.log10(), short(value)))
        .filter(|(place, _)| (low..=high).contains(place))
        .collect()
}

fn round_step(rough: f64) -> f64 {
    if !(rough.is_finite() && rough > 0.0) {
        return 1.0;
    }
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= rough).unwrap_or(rough)
}

/// `1.5M` for a million and a half.
fn short(value: f64) -> String {
    match value.abs() {
        huge if huge >= 1e9 => number(value / 1e9) + "G",
        large if large >= 1e6 => number(value / 1e6) + "M",
        big if big >= 1e4 => number(value / 1e3) + "k",
        _ => number(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plot(upward: Axis, points: Vec<(f64, f64)>) -> Plot {
        let series = vec![Series::new("ours & theirs", points), Series::dashed("bound", [(1.0, 2.0)])];
        Plot { name: "p".into(), title: "A <plot>".into(), across: Axis::linear("depth"), upward, series }
    }

    fn is_sound(svg: &str) -> bool {
        svg.starts_with("<svg")
            && svg.ends_with("</svg>\n")
            && svg.matches('<').count() == svg.matches('>').count()
            && !svg.contains("NaN")
            && !svg.contains("inf")
    }

    #[test]
    fn lines_have_names_and_scales() {
        let svg = plot(Axis::logarithmic("nodes"), vec![(1.0, 40.0), (2.0, 1600.0), (3.0, 2e6)]).svg();
        assert!(is_sound(&svg));
        for words in ["A &lt;plot&gt;", "ours &amp; theirs", "bound", "nodes", "depth", ">100<", ">1M<"] {
            assert!(svg.contains(words), "{words}\n{svg}");
        }
    }

    #[test]
    fn numbers_on_scales_are_short() {
        assert_eq!([0.5, 25.0, 1500.0, 40_000.0, 2.5e6, 3e9].map(short).join(" "), "0.5 25 1500 40k 2.5M 3G");
    }

    #[test]
    fn named_scales() {
        let mut plot = plot(Axis::linear("points"), vec![(0.0, 1.0), (1.0, 5.0)]);
        plot.across = Axis::named("player", ["random", "type A"]);
        let svg = plot.svg();
        assert!(svg.contains(">type A<"));
        // Two bars with their figures, and no line between names.
        assert_eq!(svg.matches("<title>ours &amp; theirs: ").count(), 2, "{svg}");
        assert!(!svg.contains("<path class=\"series c0\""));
    }

    #[test]
    fn errors_are_drawn_and_are_within_the_picture() {
        let mut plot = plot(Axis::linear("points"), vec![(0.0, 1.0), (1.0, 5.0)]);
        plot.series[0] = plot.series[0].clone().with_errors([(0.5, 1.5), (-20.0, 30.0)]);
        let svg = plot.svg();
        assert!(is_sound(&svg));
        assert_eq!(svg.matches("class=\"error c0\"").count(), 6, "a stem and two ends for each");
        assert!(svg.contains(">30<") && svg.contains(">\u{2212}20<"), "{svg}");
    }

    proptest! {
        #[test]
        fn anything_can_be_drawn(points in prop::collection::vec((any::<f64>(), any::<f64>()), 0..20), log: bool) {
            let axis = if log { Axis::logarithmic("y") } else { Axis::linear("y") };
            prop_assert!(is_sound(&plot(axis, points).svg()));
        }
    }
}
