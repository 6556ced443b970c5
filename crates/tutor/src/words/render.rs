//! Templates and their places become text.

use quevedo_report::WrittenMove;
use quevedo_rules::{Color, Square};
use serde::{Deserialize, Serialize};

use super::grammar::Language;
use super::scene::{Filling, Step};

/// A move that a text speaks of, in the order of the text, so that a page can show it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Spoken {
    /// As the text has it, without a number before it or a mark behind it.
    pub text: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: WrittenMove,
    /// The position before it.
    pub fen: String,
}

/// A text with what it speaks of.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) moves: Vec<Spoken>,
    pub(crate) squares: Vec<Square>,
}

impl Piece {
    fn push(&mut self, other: Piece) {
        self.text.push_str(&other.text);
        self.moves.extend(other.moves);
        for square in other.squares {
            if !self.squares.contains(&square) {
                self.squares.push(square);
            }
        }
    }

    fn word(&mut self, text: &str) {
        self.text.push_str(text);
    }
}

/// How texts are put together: the language, and how many plies of a line are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    pub(crate) language: Language,
    pub(crate) plies: usize,
}

impl Pen {
    /// Fills the places of a template; `None` if one of them has nothing to stand in it.
    pub(crate) fn write(self, template: &str, fill: &dyn Fn(&str) -> Option<Part>) -> Option<Piece> {
        let mut text = Piece::default();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            text.word(before);
            let (place, after) = after.split_once('}')?;
            match fill(place)? {
                Part::Piece(piece) => text.push(piece),
                Part::Filling(filling) => self.fill(&mut text, filling),
            }
            rest = after;
        }
        text.word(rest);
        Some(text)
    }

    fn fill(self, text: &mut Piece, filling: Filling) {
        match filling {
            Filling::Words(words) => text.word(&words),
            Filling::On(words, squares) => text.push(Piece { text: words, squares, ..Piece::default() }),
            Filling::Move { step, has_number, mark } => {
                if has_number {
                    text.word(&number(&step));
                    text.word(" ");
                }
                self.mv(text, &step);
                text.word(mark);
            }
            Filling::Line(steps) => self.line(text, &steps),
        }
    }

    fn mv(self, text: &mut Piece, step: &Step) {
        let written = WrittenMove::new(&step.board, step.mv);
        let words = self.language.notation(&written.san);
        text.word(&words);
        text.moves.push(Spoken { text: words, mv: written, fen: step.board.fen() });
    }

    /// As many moves as may be shown, with numbers.
    fn line(self, text: &mut Piece, steps: &[Step]) {
        let mut last: Option<&Step> = None;
        for step in steps.iter().take(self.plies) {
            let goes_on = last.is_some_and(|last| last.board.play(last.mv) == step.board);
            if last.is_some() {
                text.word(" ");
            }
            if step.board.turn() == Color::White || !goes_on {
                text.word(&number(step));
                text.word(" ");
            }
            self.mv(text, step);
            last = Some(step);
        }
    }
}

/// What a place is filled with: something on the board, or a text that is ready.
pub(crate) enum Part {
    Filling(Filling),
    Piece(Piece),
}

impl From<Filling> for Part {
    fn from(filling: Filling) -> Part {
        Part::Filling(filling)
    }
}

/// The number before a move: `17.` or `17...`.
fn number(step: &Step) -> String {
    let dots = if step.board.turn() == Color::White { "." } else { "..." };
    format!("{}{dots}", step.board.fullmove_number())
}

/// One of several ways to say the same, always the same one for the same position.
pub(crate) fn pick<'a>(variants: &'a [&'a str], fen: &str, salt: usize) -> &'a str {
    // Fowler, Noll and Vo's hash, which is enough for variety.
    let hash = fen.bytes().chain(salt.to_le_bytes()).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    variants.get((hash >> 32) as usize % variants.len().max(1)).copied().unwrap_or_default()
}

/// A sentence begins with a capital, unless it begins with a move.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
