//! The board, drawn in lines of text.

use std::fmt::Write;

use quevedo_rules::{Bitboard, Board, Color, File, Game, Man, Piece, Rank, Square};

use crate::console::Console;

use super::palette::{self, Mark, Palette};

/// What the board is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// ASCII letters.
    Letters,
    /// The chess symbols of Unicode.
    Symbols,
    /// Filled symbols on coloured squares.
    Colors,
}

impl Manner {
    /// The nicest that the console can show.
    pub(crate) fn of(console: &Console, only_letters: bool) -> Manner {
        match (only_letters, console.colors) {
            (true, _) => Manner::Letters,
            (_, true) => Manner::Colors,
            _ => Manner::Symbols,
        }
    }
}

/// How to draw a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing {
    pub(crate) manner: Manner,
    /// Whose side is at the bottom.
    pub(crate) from: Color,
}

/// Lines of text with the columns that they take on a screen.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) lines: Vec<String>,
    pub(crate) width: usize,
}

impl Drawing {
    /// Draws the current position of a game.
    pub(crate) fn lines(self, game: &Game) -> Picture {
        match self.manner {
            Manner::Letters => self.framed(game.board(), ["+", "-", "+", "|", "+", "+"], '.', Man::fen_char),
            Manner::Symbols => self.framed(game.board(), ["┌", "─", "┐", "│", "└", "┘"], '·', Man::symbol),
            Manner::Colors => self.colored(game),
        }
    }

    fn framed(self, board: &Board, frame: [&str; 6], empty: char, letter: fn(Man) -> char) -> Picture {
        let [upper_left, dash, upper_right, side, lower_left, lower_right] = frame;
        let dashes = dash.repeat(17);
        let mut lines = vec![format!("  {upper_left}{dashes}{upper_right}")];
        for rank in self.ranks() {
            let mut line = format!("{rank} {side} ");
            for file in self.files() {
                line.push(board.man_at(Square::at(file, rank)).map_or(empty, letter));
                line.push(' ');
            }
            line.push_str(side);
            lines.push(line);
        }
        lines.push(format!("  {lower_left}{dashes}{lower_right}"));
        lines.push(format!("    {}  ", self.file_names(" ")));
        Picture { lines, width: 21 }
    }

    fn colored(self, game: &Game) -> Picture {
        let board = game.board();
        let palette = Palette::of_terminal();
        let label = palette::label();
        let mut lines = Vec::new();
        for rank in self.ranks() {
            let mut line = format!("{label}{rank}{label:#} ");
            for file in self.files() {
                let square = Square::at(file, rank);
                let man = board.man_at(square);
                let is_white = man.is_some_and(|man| man.color() == Color::White);
                let style = palette.square(Bitboard::LIGHT.contains(square), mark(game, square), is_white);
                let symbol = man.map_or(' ', |man| filled(man.piece()));
                // Strings take everything.
                let _ = write!(line, "{style} {symbol} {style:#}");
            }
            lines.push(line);
        }
        lines.push(format!("{label}   {} {label:#}", self.file_names("  ")));
        Picture { lines, width: 26 }
    }

    fn file_names(self, space: &str) -> String {
        self.files().map(|file| file.to_string()).join(space)
    }

    /// The ranks from top to bottom.
    fn ranks(self) -> [Rank; 8] {
        let mut ranks = Rank::ALL;
        if self.from == Color::White {
            ranks.reverse();
        }
        ranks
    }

    /// The files from left to right.
    fn files(self) -> [File; 8] {
        let mut files = File::ALL;
        if self.from == Color::Black {
            files.reverse();
        }
        files
    }
}

fn mark(game: &Game, square: Square) -> Mark {
    let board = game.board();
    if board.in_check() && square == board.king(board.turn()) {
        return Mark::Check;
    }
    match game.moves().last() {
        Some(mv) if mv.from() == square || mv.to() == square => Mark::LastMove,
        _ => Mark::Nothing,
    }
}

/// The symbol of a piece that is filled with its colour.
fn filled(piece: Piece) -> char {
    Man::new(Color::Black, piece).symbol()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(line: &str) -> usize {
        let mut in_code = false;
        let visible = line.chars().filter(|&letter| {
            let was_in_code = in_code;
            in_code = letter == '\u{1b}' || (in_code && letter != 'm');
            !was_in_code && !in_code
        });
        visible.count()
    }

    #[test]
    fn every_line_has_the_width_of_the_picture() {
        for manner in [Manner::Letters, Manner::Symbols, Manner::Colors] {
            for from in Color::ALL {
                let picture = Drawing { manner, from }.lines(&Game::default());
                for line in picture.lines {
                    assert_eq!(columns(&line), picture.width, "{manner:?} {line}");
                }
            }
        }
    }

    #[test]
    fn black_sees_the_board_the_other_way() {
        let lines = Drawing { manner: Manner::Letters, from: Color::Black }.lines(&Game::default()).lines;
        assert_eq!(lines[1], "1 | R N B K Q B N R |");
        assert_eq!(lines[8], "8 | r n b k q b n r |");
        assert_eq!(lines[10].trim(), "h g f e d c b a");
    }
}
