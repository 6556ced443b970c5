//! FENs that are broken for certain, because each is made from a legal position by breaking one thing.
//!
//! Random changes of a text would need a judge to say which results are still legal; here the way of
//! breaking is the proof. What else goes wrong by it does not matter: the reader must name at least the
//! thing that was broken.

mod position;
mod text;

use quevedo_rules::Board;

use crate::fen::{self, Castling};
use crate::{Random, data};

/// What is wrong with a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Flaw {
    Empty,
    Garbage,
    Huge,
    FieldCount,
    RankCount,
    RankLength,
    PieceLetter,
    Side,
    CastlingField,
    EnPassantField,
    HalfmoveField,
    FullmoveField,
    NoKing,
    TwoKings,
    PawnOnBackRank,
    TooManyMen,
    TooManyPawns,
    TooManyPromoted,
    OpponentInCheck,
    TooManyCheckers,
    CastlingWithoutRook,
    CastlingWithoutKing,
    CastlingTwice,
    ImpossibleEnPassant,
}

/// A flaw, its name in `fen_broken.txt`, and words of which a complaint about it must use at least one.
type Row = (Flaw, &'static str, &'static [&'static str]);

const TABLE: [Row; 24] = [
    (Flaw::Empty, "empty", &["is empty"]),
    (Flaw::Garbage, "garbage", &["1 rank,", " field", "piece letter"]),
    (Flaw::Huge, "huge", &["bytes is no fen"]),
    (Flaw::FieldCount, "fields", &["6 fields"]),
    (Flaw::RankCount, "ranks", &["ranks, expected 8", "rank, expected 8"]),
    (Flaw::RankLength, "rank_length", &["squares, expected 8", "square, expected 8"]),
    (Flaw::PieceLetter, "piece_letter", &["is not a piece letter"]),
    (Flaw::Side, "bad_side", &["is not a side to move"]),
    (Flaw::CastlingField, "bad_castling_field", &["the castling field"]),
    (Flaw::EnPassantField, "bad_en_passant_field", &["is not an en-passant square"]),
    (Flaw::HalfmoveField, "bad_halfmove", &["is not a half-move clock"]),
    (Flaw::FullmoveField, "bad_fullmove", &["is not a move number"]),
    (Flaw::NoKing, "no_king", &["has no king"]),
    (Flaw::TwoKings, "two_kings", &["kings ("]),
    (Flaw::PawnOnBackRank, "pawn_on_back_rank", &["cannot stand on rank 1 or 8"]),
    (Flaw::TooManyMen, "too_many_men", &["men, at most 16"]),
    (Flaw::TooManyPawns, "too_many_pawns", &["pawns, at most 8"]),
    (Flaw::TooManyPromoted, "too_many_promoted", &["promoted piece"]),
    (Flaw::OpponentInCheck, "opponent_in_check", &["is in check from"]),
    (Flaw::TooManyCheckers, "too_many_checkers", &["give check at once"]),
    (Flaw::CastlingWithoutRook, "castling_without_rook", &["but there is none"]),
    (Flaw::CastlingWithoutKing, "castling_without_king", &["but its king is not on rank"]),
    (Flaw::CastlingTwice, "castling_twice", &["may castle with two rooks"]),
    (Flaw::ImpossibleEnPassant, "impossible_en_passant", &["the en-passant square"]),
];

impl Flaw {
    /// All flaws.
    pub fn all() -> impl Iterator<Item = Flaw> {
        TABLE.iter().map(|row| row.0)
    }

    /// The flaw that a line of `fen_broken.txt` names.
    pub fn by_name(name: &str) -> Option<Flaw> {
        TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// The flaw's name.
    ///
    /// # Panics
    /// Never: the table has a row for each flaw.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Whether a message to the user names this flaw.
    ///
    /// # Panics
    /// Never, see [`Flaw::name`].
    pub fn is_named_in(self, message: &str) -> bool {
        let message = message.to_lowercase();
        self.row().2.iter().any(|words| message.contains(words))
    }

    fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.0 == self).expect("the table has a row for each flaw")
    }
}

/// A broken FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// The text.
    pub text: String,
    /// What was broken.
    pub flaw: Flaw,
}

impl Malformed {
    /// Whether a forgiving reader may overlook it: fields left out, a castling right written twice,
    /// rights or en-passant squares that the men contradict, `white` for `w`.
    pub fn is_forgivable(&self) -> bool {
        match self.flaw {
            Flaw::FieldCount
            | Flaw::CastlingField
            | Flaw::CastlingWithoutRook
            | Flaw::CastlingWithoutKing
            | Flaw::CastlingTwice
            | Flaw::ImpossibleEnPassant => true,
            Flaw::Side => [" white ", " black "].iter().any(|word| self.text.contains(word)),
            _ => false,
        }
    }
}

/// Breaks the FEN of a legal position in a random way.
pub fn malformed(random: &mut Random, board: &Board) -> Malformed {
    loop {
        let flaw = TABLE[random.below(TABLE.len())].0;
        // A megabyte now and then is enough.
        if flaw == Flaw::Huge && !random.one_in(20) {
            continue;
        }
        if let Some(text) = with_flaw(random, board, flaw) {
            return Malformed { text, flaw };
        }
    }
}

/// Breaks the FEN of a legal position in this way, if the position allows it.
pub fn with_flaw(random: &mut Random, board: &Board, flaw: Flaw) -> Option<String> {
    let style = random.pick(&[Castling::Outermost, Castling::Files]);
    if let Some(setup) = position::break_position(random, board.setup(), flaw) {
        // Letters `KQkq` would not say which of the rooks is meant.
        return Some(fen::write(&setup, Castling::Files));
    }
    text::break_text(random, fen::fields(&board.setup(), style), flaw)
}

/// The lines of `fen_broken.txt`.
///
/// # Panics
/// If a line names an unknown flaw.
pub fn embedded() -> Vec<Malformed> {
    let flaw = |name| Flaw::by_name(name).unwrap_or_else(|| panic!("no flaw is called {name}"));
    data::broken_fens().map(|(name, text)| Malformed { text: text.to_owned(), flaw: flaw(name) }).collect()
}

/// A text with a few random changes, which may well leave it correct.
pub fn scrambled(random: &mut Random, text: &str) -> String {
    const ODD: [char; 16] =
        ['/', ' ', '\t', '-', 'K', 'q', 'e', '3', '8', '9', '0', 'p', 'é', '♞', '\0', '\u{200b}'];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let place = random.below(letters.len() + 1);
        let odd = random.pick(&ODD);
        match (random.below(5), letters.get(place).copied()) {
            (0, Some(_)) => drop(letters.remove(place)),
            (1, Some(_)) => letters[place] = odd,
            (2, Some(letter)) => letters.insert(place, letter),
            (3, Some(_)) => {
                let other = random.below(letters.len());
                letters.swap(place, other);
            }
            _ => letters.insert(place, odd),
        }
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RandomWalk, Start};

    #[test]
    fn every_flaw_can_be_made() {
        let mut random = Random::new(5);
        for flaw in Flaw::all() {
            let mut boards = RandomWalk::new(5, &Start::ALL).map(|visit| visit.board).take(1000);
            let made = boards.find_map(|board| with_flaw(&mut random, &board, flaw));
            assert!(made.is_some(), "{flaw:?}");
            assert_eq!(Flaw::by_name(flaw.name()), Some(flaw));
        }
    }

    #[test]
    fn broken_positions_have_their_fault() {
        let mut random = Random::new(6);
        for visit in RandomWalk::new(6, &Start::ALL).take(1000) {
            for flaw in Flaw::all() {
                if let Some(setup) = position::break_position(&mut random, visit.board.setup(), flaw) {
                    let error = Board::try_from(setup).expect_err("a broken position");
                    assert!(flaw.is_named_in(&error.to_string()), "{flaw:?}: {error}");
                }
            }
        }
    }

    #[test]
    fn the_embedded_flaws_are_known() {
        assert!(embedded().len() > 200);
    }
}
