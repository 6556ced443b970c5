//! Lines on paper: the little of SVG that pictures of matches, trainings and experiments need.

use std::fmt::Write as _;

/// Colours and fonts for light and dark pages; a picture uses the class names.
const STYLE: &str = "\
:root{color-scheme:light dark}\
.paper{fill:#fdfdfb}.text{fill:#2b2b2b}.faint{fill:#77756f}.grid{stroke:#e6e4dd}.axis{stroke:#b9b6ad}\
.zero{stroke:#8a877e;stroke-dasharray:2 3}.line{stroke:#1f5fa8}.band{fill:#1f5fa8;opacity:.14}.second{stroke:#a8561f}\
.upper{stroke:#2b8a4b}.lower{stroke:#b3382f}.dot{fill:#1f5fa8}.second-dot{fill:#a8561f}\
@media(prefers-color-scheme:dark){.paper{fill:#17191c}.text{fill:#e8e6e1}.faint{fill:#98958d}.grid{stroke:#2a2d31}\
.axis{stroke:#4a4d52}.zero{stroke:#7d7a73}.line{stroke:#7db4f0}.band{fill:#7db4f0}.second{stroke:#f0ad7d}\
.upper{stroke:#6fce90}.lower{stroke:#f08a80}.dot{fill:#7db4f0}.second-dot{fill:#f0ad7d}}\
text{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,sans-serif}.title{font-size:16px;font-weight:600}\
path,line{fill:none}.line,.second{stroke-width:1.8;stroke-linejoin:round}.upper,.lower{stroke-dasharray:6 4}";

/// A picture in the making.
#[derive(Debug)]
pub struct Picture {
    body: String,
    height: f64,
}

impl Picture {
    /// An empty sheet with a title.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Self::styled(width, height, title, "")
    }

    /// An empty sheet with a title, for a picture that needs more classes than [`Picture::new`] has; `more` is CSS.
    pub fn styled(width: f64, height: f64, title: &str, more: &str) -> Self {
        let mut body = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
             <title>{0}</title>\n<style>{STYLE}{more}</style>\n",
            escaped(title)
        );
        let _ = writeln!(body, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>");
        let mut picture = Self { body, height };
        picture.text(24.0, 30.0, "text title", "start", title);
        picture
    }

    /// Its height.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Words at a point; `anchor` is SVG's start, middle or end.
    pub fn text(&mut self, x: f64, y: f64, class: &str, anchor: &str, words: &str) {
        let words = escaped(words);
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\" text-anchor=\"{anchor}\">{words}</text>"
        );
    }

    /// A straight line.
    pub fn segment(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        );
    }

    /// A small disc.
    pub fn dot(&mut self, class: &str, (x, y): (f64, f64)) {
        let _ = writeln!(self.body, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>");
    }

    /// A rectangle.
    pub fn rectangle(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        );
    }

    /// A rectangle that shows `words` to whoever points at it.
    pub fn bar(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64), words: &str) {
        let words = escaped(words);
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"><title>{words}</title></rect>"
        );
    }

    /// A line through points, or an area if closed.
    pub fn path(&mut self, class: &str, points: impl IntoIterator<Item = (f64, f64)>, closed: bool) {
        let mut path = String::new();
        for (i, (x, y)) in points.into_iter().enumerate() {
            let _ = write!(path, "{}{x:.1} {y:.1}", if i == 0 { "M" } else { "L" });
        }
        if !path.is_empty() {
            let end = if closed { "Z" } else { "" };
            let _ = writeln!(self.body, "<path class=\"{class}\" d=\"{path}{end}\"/>");
        }
    }

    /// The SVG text.
    pub fn finished(mut self) -> String {
        self.body.push_str("</svg>\n");
        self.body
    }
}

/// A rectangle of a picture with a scale on each side.
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    /// The left edge in the picture.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The values at the left and right edge.
    pub across: (f64, f64),
    /// The values at the bottom and top edge.
    pub upward: (f64, f64),
}

impl Panel {
    /// Where a point lies in the picture; values beyond the scale lie on the edge.
    pub fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let part = |value: f64, (from, to): (f64, f64)| {
            let part = if to > from { (value - from) / (to - from) } else { 0.5 };
            if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) }
        };
        let x = self.left + self.width * part(x, self.across);
        (x, self.top + self.height * (1.0 - part(y, self.upward)))
    }

    /// Grid lines with their values at the left and, if wanted, below.
    pub fn draw_grid(&self, picture: &mut Picture, numbers_below: bool) {
        for value in ticks(self.upward, 5) {
            let (_, y) = self.place(self.across.0, value);
            picture.segment("grid", (self.left, y), (self.left + self.width, y));
            picture.text(self.left - 8.0, y + 4.0, "faint", "end", &number(value));
        }
        let bottom = self.top + self.height;
        for value in ticks(self.across, 8) {
            let (x, _) = self.place(value, self.upward.0);
            picture.segment("grid", (x, self.top), (x, bottom));
            if numbers_below {
                picture.text(x, bottom + 18.0, "faint", "middle", &number(value));
            }
        }
        picture.segment("axis", (self.left, bottom), (self.left + self.width, bottom));
        picture.segment("axis", (self.left, self.top), (self.left, bottom));
    }
}

/// Round values (1, 2 or 5 times a power of ten apart) within a range, about `wanted` of them.
fn ticks((from, to): (f64, f64), wanted: u32) -> Vec<f64> {
    let rough = (to - from) / f64::from(wanted);
    if !(rough.is_finite() && rough > 0.0) {
        return Vec::new();
    }
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= rough).unwrap_or(rough);
    let first = (from / step).ceil();
    (0..=2 * wanted)
        .map(|i| (first + f64::from(i)) * step)
        .take_while(|value| *value <= to + step * 1e-9)
        .collect()
}

/// A value without needless digits and with a true minus sign.
pub fn number(value: f64) -> String {
    let digits = if value.abs() < 0.1 { 6 } else { 3 };
    let rounded = format!("{value:.digits$}");
    let short = rounded.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.replace('-', "\u{2212}") }
}

/// Words as XML wants them; control characters are left out, because XML has no way to write them.
pub fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            control if control.is_control() => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks((-3.0, 21.0), 5), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(ticks((0.0, 1000.0), 5), [0.0, 200.0, 400.0, 600.0, 800.0, 1000.0]);
        assert!(ticks((1.0, 1.0), 5).is_empty());
        assert!(ticks((f64::NEG_INFINITY, 1.0), 5).is_empty());
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(12.500), "12.5");
        assert_eq!(number(-0.000_01), "\u{2212}0.00001");
        assert_eq!(number(-0.000_000_1), "0");
        assert_eq!(number(-20.0), "\u{2212}20");
    }

    #[test]
    fn titles_cannot_break_the_picture() {
        let picture = Picture::new(100.0, 100.0, "a<b> & \"c\"\u{1}</svg>").finished();
        assert!(picture.contains("a&lt;b&gt; &amp; &quot;c&quot;&lt;/svg&gt;"));
        assert!(!picture.contains('\u{1}'));
    }
}
