//! A board as a small SVG picture, for pages without scripts.

use std::fmt::Write as _;

use quevedo_games::Paint;
use quevedo_rules::{Bitboard, Board, Color, Man, Piece, Square};

/// One square in the picture's units.
const SIDE: i32 = 40;
/// The room for coordinates.
const EDGE: i32 = 14;

/// Draws a position as seen from a side, with arrows. The classes `light`, `dark`, `white-man`, `black-man`, `label`, `good`
/// and `bad` are for the page's style sheet.
pub fn diagram(board: &Board, from: Color, arrows: &[(Paint, Square, Square)], label: &str) -> String {
    let size = 8 * SIDE + EDGE;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {size} {size}\" role=\"img\" aria-label=\"{}\">",
        quevedo_chart::escaped(label)
    );
    for square in Square::all() {
        let (x, y) = corner(square, from);
        let shade = if Bitboard::LIGHT.contains(square) { "light" } else { "dark" };
        let _ =
            write!(svg, "<rect class=\"{shade}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>");
    }
    for (index, (file, rank)) in "abcdefgh".chars().zip("12345678".chars()).enumerate() {
        let place = index as i32;
        let (column, row) = if from == Color::White { (place, 7 - place) } else { (7 - place, place) };
        let (x, y) = (EDGE + column * SIDE + SIDE / 2, 8 * SIDE + EDGE - 3);
        let _ = write!(svg, "<text class=\"label\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{file}</text>");
        let y = row * SIDE + SIDE / 2 + 4;
        let _ = write!(
            svg,
            "<text class=\"label\" x=\"{}\" y=\"{y}\" text-anchor=\"middle\">{rank}</text>",
            EDGE / 2
        );
    }
    for square in board.occupied() {
        if let Some(man) = board.man_at(square) {
            draw_man(&mut svg, man, corner(square, from));
        }
    }
    for &(paint, tail, head) in arrows {
        draw_arrow(&mut svg, paint, corner(tail, from), corner(head, from));
    }
    svg.push_str("</svg>");
    svg
}

/// The upper left corner of a square.
fn corner(square: Square, from: Color) -> (i32, i32) {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    let (column, row) = if from == Color::White { (file, 7 - rank) } else { (7 - file, rank) };
    (EDGE + column * SIDE, row * SIDE)
}

/// Our own figures: a base, a body and what tells the piece, in a square of 40.
fn draw_man(svg: &mut String, man: Man, (x, y): (i32, i32)) {
    let class = if man.color() == Color::White { "white-man" } else { "black-man" };
    let shape = match man.piece() {
        Piece::Pawn => "M20 10a5 5 0 0 1 3 9q4 5 5 11H12q1-6 5-11a5 5 0 0 1 3-9Z",
        Piece::Knight => "M13 30q-1-6 5-11l-5 2-3-3 6-8 2-4 3 3q8 2 8 12 0 5-1 9Z",
        Piece::Bishop => {
            "M20 6l2 3q6 5 5 11-1 4-4 6l3 4H14l3-4q-3-2-4-6-1-6 5-11Z M19 14h2v3h3v2h-3v4h-2v-4h-3v-2h3Z"
        }
        Piece::Rook => "M11 9h4v3h3V9h4v3h3V9h4v7l-3 2v8l2 4H12l2-4v-8l-3-2Z",
        Piece::Queen => "M8 11l6 8 1-11 5 10 5-10 1 11 6-8-3 19H11Z",
        Piece::King => "M19 5h2v3h3v2h-3v4q8-4 10 3 1 5-4 9v4H13v-4q-5-4-4-9 2-7 10-3v-4h-3V8h3Z",
    };
    let _ = write!(
        svg,
        "<g class=\"{class}\" transform=\"translate({x} {y})\"><path fill-rule=\"evenodd\" d=\"{shape}\"/><rect x=\"10\" y=\"31\" width=\"20\" height=\"4\" rx=\"1\"/></g>"
    );
}

fn draw_arrow(svg: &mut String, paint: Paint, tail: (i32, i32), head: (i32, i32)) {
    let middle = |(x, y): (i32, i32)| (f64::from(x + SIDE / 2), f64::from(y + SIDE / 2));
    let ((x1, y1), (x2, y2)) = (middle(tail), middle(head));
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (bx, by) = (x2 - 12.0 * ux, y2 - 12.0 * uy);
    let class = if paint == Paint::Green { "good" } else { "bad" };
    let _ = write!(
        svg,
        "<g class=\"arrow {class}\"><line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{bx:.1}\" y2=\"{by:.1}\"/><path d=\"M{x2:.1} {y2:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/></g>",
        bx - 6.0 * uy,
        by + 6.0 * ux,
        bx + 6.0 * uy,
        by - 6.0 * ux,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_stands_on_its_square() {
        let start = Board::start();
        let white = diagram(&start, Color::White, &[], "start");
        assert_eq!(white.matches("class=\"white-man\"").count(), 16);
        assert_eq!(white.matches("class=\"black-man\"").count(), 16);
        assert_eq!(white.matches("<rect class=").count(), 64);
        assert_eq!(corner(Square::A1, Color::White), (EDGE, 7 * SIDE));
        assert_eq!(corner(Square::A1, Color::Black), (EDGE + 7 * SIDE, 0));
    }

    #[test]
    fn labels_are_escaped() {
        let text =
            diagram(&Board::start(), Color::Black, &[(Paint::Green, Square::E1, Square::A1)], "\"><script>");
        assert!(!text.contains("<script"), "{text}");
        assert!(text.contains("arrow good"));
    }
}
