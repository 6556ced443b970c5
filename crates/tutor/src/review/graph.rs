//! White's expected score over a game, as a picture and in block characters.

use quevedo_chart::{Panel, Picture};

use super::{GameReview, Mark};

/// What the picture needs besides the usual classes.
const STYLE: &str = ".area{fill:#b9b6ad;opacity:.35;stroke:none}.blunder{fill:#b3382f}.mistake{fill:#d98324}.inaccuracy{fill:#c9b458}.good{fill:#2b8a4b}\
@media(prefers-color-scheme:dark){.area{fill:#7d7a73}.blunder{fill:#f08a80}.mistake{fill:#f0ad7d}}";

/// The graph as SVG: White's expected score after each ply, marks as dots.
pub fn svg_graph(review: &GameReview) -> String {
    let mut picture = Picture::styled(860.0, 300.0, &review.title(), STYLE);
    draw(&mut picture, review, 50.0);
    picture.finished()
}

/// The same without a sheet's title, to stand in a page.
pub(super) fn draw(picture: &mut Picture, review: &GameReview, top: f64) {
    let expectations = review.expectations();
    let plies = review.moves.len() as f64;
    let first = review.moves.first().map_or(1.0, |mv| mv.number.trim_end_matches('.').parse().unwrap_or(1.0));
    let panel = Panel {
        left: 60.0,
        top,
        width: 770.0,
        height: 200.0,
        across: (first, first + (plies / 2.0).max(1.0)),
        upward: (0.0, 100.0),
    };
    panel.draw_grid(picture, true);
    let point = |index: usize, value: f64| panel.place(first + index as f64 / 2.0, 100.0 * value);
    let points: Vec<(f64, f64)> =
        expectations.iter().enumerate().map(|(index, &value)| point(index, value)).collect();
    let last = points.last().map_or(panel.left, |(x, _)| *x);
    let bottom = panel.top + panel.height;
    let area = [(panel.left, bottom)].into_iter().chain(points.iter().copied()).chain([(last, bottom)]);
    picture.path("area", area, true);
    let middle = panel.place(first, 50.0).1;
    picture.segment("zero", (panel.left, middle), (panel.left + panel.width, middle));
    picture.path("line", points.iter().copied(), false);
    for mv in &review.moves {
        let class = match mv.mark {
            Some(Mark::Blunder) => "blunder",
            Some(Mark::Mistake) => "mistake",
            Some(Mark::Inaccuracy) => "inaccuracy",
            Some(Mark::Good) => "good",
            None => continue,
        };
        let (x, y) = point(mv.ply, mv.after.expectation);
        picture.bar(class, (x - 3.5, y - 3.5), (7.0, 7.0), &mv.text());
    }
    picture.text(panel.left, bottom + 36.0, "faint", "start", "White's expected score in per cent, by move");
}

/// The graph in lines of block characters, `width` columns at most, the highest line first.
pub fn block_graph(review: &GameReview, width: usize, height: usize) -> Vec<String> {
    let expectations = review.expectations();
    let (columns, height) = (expectations.len().min(width.max(1)), height.max(1));
    // Long games: each column is the mean of its plies.
    let column = |index: usize| {
        let from = index * expectations.len() / columns;
        let to = ((index + 1) * expectations.len() / columns).max(from + 1);
        expectations[from..to].iter().sum::<f64>() / (to - from) as f64
    };
    let eighths: Vec<usize> =
        (0..columns).map(|index| (column(index) * (height * 8) as f64).round() as usize).collect();
    let blocks = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let row = |row: usize| {
        let below = (height - 1 - row) * 8;
        eighths.iter().map(|&level| blocks[level.saturating_sub(below).min(8)]).collect::<String>()
    };
    (0..height).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::story::tests::review;

    #[test]
    fn blocks_are_as_high_as_the_expectation() {
        let mut some = review("1-0", 0.5, &[1.0, 0.0, 0.5]);
        assert_eq!(block_graph(&some, 80, 2), [" █  ", "██ █"]);
        assert_eq!(block_graph(&some, 2, 1), ["▆▂"]);
        some.moves.clear();
        assert_eq!(block_graph(&some, 80, 2), [" ", "█"]);
    }

    #[test]
    fn titles_are_escaped() {
        let mut some = review("1-0", 0.5, &[1.0, 0.0]);
        some.tags = vec![("White".to_owned(), "<script>alert(1)</script>".to_owned())];
        let svg = svg_graph(&some);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("<script"), "{svg}");
    }
}
