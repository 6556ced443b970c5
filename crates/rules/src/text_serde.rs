//! Positions, moves and their parts for [serde](https://serde.rs), all as the text that people know.
//!
//! | type | text |
//! |---|---|
//! | [`Square`] | `"e4"` |
//! | [`File`] | `"e"` |
//! | [`Color`] | `"white"`, `"black"` |
//! | [`Piece`] | `"knight"` |
//! | [`Man`] | the letter of FEN: `"N"` is White's, `"n"` Black's |
//! | [`Board`] | its FEN, castling by X-FEN, so that Chess960 comes back as it was |
//! | [`UciMove`] | `"e2e4"`, `"e7e8q"` |
//! | [`Move`] | the same, castling always as the king taking its rook: `"e1h1"`; only written |
//!
//! A [`Move`] also knows what it does (take, pass, castle), which two squares do not say: it is read as
//! a [`UciMove`] and becomes a move by [`Board::find_uci`], which proves it legal on the way.

use core::fmt;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Board, Color, File, Man, Move, Piece, Square, UciMove};

/// Takes a text of any make, borrowed or not, and hands it to a reader.
struct Text<F>(&'static str, F);

impl<T, E: fmt::Display, F: FnOnce(&str) -> Result<T, E>> Visitor<'_> for Text<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<D: Error>(self, text: &str) -> Result<T, D> {
        (self.1)(text).map_err(D::custom)
    }
}

macro_rules! as_text {
    ($type:ty, $what:literal, $write:expr, $read:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$type) -> _ = $write;
                serializer.collect_str(&write(self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(Text($what, $read))
            }
        }
    };
}

as_text!(Square, "a square like \"e4\"", |square| *square, Square::from_str);
as_text!(File, "a file like \"e\"", |file| *file, file);
as_text!(UciMove, "a move like \"e2e4\"", |written| *written, UciMove::from_str);
as_text!(Board, "a position as FEN", Board::fen, Board::from_fen);
as_text!(Color, "\"white\" or \"black\"", |color| color.name().to_ascii_lowercase(), color);
as_text!(Piece, "the name of a piece like \"knight\"", |piece| piece.name(), piece);
as_text!(Man, "the letter of a man like \"N\" or \"n\"", |man| man.fen_char(), man);

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn file(text: &str) -> Result<File, String> {
    let found = File::ALL.into_iter().find(|file| file.to_string() == text);
    found.ok_or_else(|| format!("{text:?} is no file; files are written like \"e\""))
}

fn color(text: &str) -> Result<Color, String> {
    match text {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(format!("{text:?} is no colour; there are \"white\" and \"black\"")),
    }
}

fn piece(text: &str) -> Result<Piece, String> {
    let found = Piece::ALL.into_iter().find(|piece| piece.name() == text);
    found.ok_or_else(|| format!("{text:?} is no piece; pieces are written like \"knight\""))
}

fn man(text: &str) -> Result<Man, String> {
    let mut letters = text.chars();
    let found = letters.next().and_then(Man::from_fen_char).filter(|_| letters.next().is_none());
    found.ok_or_else(|| format!("{text:?} is no man; men are written like \"N\" or \"n\""))
}

#[cfg(test)]
mod tests {
    use core::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;

    #[allow(clippy::needless_pass_by_value)]
    fn is_written_as<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str) {
        assert_eq!(serde_json::to_string(&value).expect("a text"), text);
        assert_eq!(serde_json::from_str::<T>(text).expect("a value"), value);
        let unborrowed = serde_json::Value::String(text.trim_matches('"').to_owned());
        assert_eq!(serde_json::from_value::<T>(unborrowed).expect("a value"), value);
    }

    #[test]
    fn parts_are_written_as_people_write_them() {
        is_written_as(Square::E4, "\"e4\"");
        is_written_as(File::C, "\"c\"");
        is_written_as(Color::Black, "\"black\"");
        is_written_as(Piece::Knight, "\"knight\"");
        for man in Man::ALL {
            is_written_as(man, &format!("\"{}\"", man.fen_char()));
        }
    }

    #[test]
    fn every_chess960_board_comes_back() {
        for number in 0..960 {
            let board = Board::chess960(number).expect("a number below 960");
            is_written_as(board, &format!("\"{}\"", board.fen()));
        }
        let inner_rook = "4k3/8/8/8/8/8/8/R3KRR1 w F - 3 17";
        is_written_as(Board::from_fen(inner_rook).expect("a position"), &format!("\"{inner_rook}\""));
    }

    #[test]
    fn every_move_is_found_again_on_its_board() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/1P6/8/2pP4/8/8/8/4K3 w - c6 0 2",
            "1r2k1r1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1",
        ] {
            let board = Board::from_fen(fen).expect("a position");
            for mv in board.legal_moves() {
                let text = serde_json::to_string(&mv).expect("a text");
                let written: UciMove = serde_json::from_str(&text).expect("a move");
                assert_eq!(board.find_uci(written), Ok(mv), "{text}");
                is_written_as(written, &text);
            }
        }
    }

    #[test]
    fn other_texts_are_refused_in_words() {
        let fault = |error: serde_json::Error| error.to_string();
        let square = serde_json::from_str::<Square>("\"e9\"").map_err(fault).expect_err("no square");
        assert!(square.starts_with("\"e9\" is not a square"), "{square}");
        let number = serde_json::from_str::<Square>("12").map_err(fault).expect_err("no square");
        assert!(number.contains("expected a square like \"e4\""), "{number}");
        let board = serde_json::from_str::<Board>("\"8/8 w - - 0 1\"").map_err(fault).expect_err("no board");
        assert!(board.contains("the board has 2 ranks"), "{board}");
        assert!(serde_json::from_str::<Man>("\"Nn\"").is_err());
        assert!(serde_json::from_str::<File>("\"i\"").is_err());
        assert!(serde_json::from_str::<Piece>("\"\"").is_err());
        assert!(serde_json::from_str::<Color>("\"White\"").is_err());
    }
}
