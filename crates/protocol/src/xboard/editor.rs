//! The old way to set up a position, man by man.

use quevedo_rules::{CastlingRights, Color, Man, Piece, Setup, Square};

/// A position that is being set up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Editor {
    setup: Setup,
    /// Whose men are being placed.
    color: Color,
}

/// What a line of the editor leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Edit {
    /// There is more to come.
    GoesOn,
    /// This is the position.
    Done(Setup),
    /// The line means nothing here.
    Unknown,
}

impl Editor {
    /// Begins with the position on the board.
    pub(super) fn new(setup: Setup) -> Editor {
        Editor { setup, color: Color::White }
    }

    /// Takes a word: `Pa4`, `xa4`, `c` (change colour), `#` (clear the board), `.` (done).
    pub(super) fn take(&mut self, word: &str) -> Edit {
        match word {
            "" => {}
            "." => return Edit::Done(self.finished()),
            "c" => self.color = !self.color,
            "#" => Square::all().for_each(|square| self.setup.clear(square)),
            _ => {
                let mut letters = word.chars();
                let Some(letter) = letters.next() else { return Edit::Unknown };
                let Ok(square) = letters.as_str().parse::<Square>() else { return Edit::Unknown };
                match Piece::from_char(letter) {
                    Some(piece) => self.setup.put(square, Man::new(self.color, piece)),
                    None if letter.eq_ignore_ascii_case(&'x') => self.setup.clear(square),
                    None => return Edit::Unknown,
                }
            }
        }
        Edit::GoesOn
    }

    /// The position with what the protocol assumes: castling wherever king and rook are at home, no
    /// capture en passant, a new count of moves.
    fn finished(&self) -> Setup {
        let mut setup = self.setup;
        setup.castling = CastlingRights::STANDARD;
        for color in Color::ALL {
            // A king elsewhere on its first rank could castle in Chess960.
            if setup.man_at(Square::E1.relative_to(color)) != Some(Man::new(color, Piece::King)) {
                setup.castling = setup.castling.without(setup.castling.rooks_of(color));
            }
        }
        setup.en_passant = None;
        setup.halfmove_clock = 0;
        setup.without_contradictions()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(words: &str) -> Setup {
        let mut editor = Editor::new(Setup::start());
        for word in words.split_whitespace() {
            assert_eq!(editor.take(word), Edit::GoesOn, "{word}");
        }
        match editor.take(".") {
            Edit::Done(setup) => setup,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn men_are_placed_and_taken_away() {
        assert_eq!(edited("").fen(), Setup::start().fen());
        assert_eq!(
            edited("# Ke1 Ra1 Rh1 Pa2 c Kd8 Rh8 pa7 Qd7 xd7").fen(),
            "3k3r/p7/8/8/8/8/P7/R3K2R w KQ - 0 1"
        );
    }

    #[test]
    fn odd_words_change_nothing() {
        let mut editor = Editor::new(Setup::start());
        for word in ["zz", "Za1", "Ke9", "é", "K", "Ké1", "Ke1e1", "usermove"] {
            assert_eq!(editor.take(word), Edit::Unknown, "{word}");
        }
        assert_eq!(editor.take("."), Edit::Done(Setup::start()));
    }
}
