//! Languages: one place where the words of each are asked for.

use quevedo_rules::{Color, Piece, Square};
use serde::{Deserialize, Serialize};

use super::frame::Frame;
use super::spoils::Spoils;
use super::topic::Topic;
use super::{english, spanish};
use crate::{Flank, Goal, MatePattern, PawnFlaw, Term};

/// What the words are in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Spanish, with the pieces' Spanish letters.
    #[serde(rename = "es")]
    Spanish,
}

/// How a goal stands in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GoalForm {
    /// `win a knight`
    Infinitive,
    /// `wins a knight`
    Present,
    /// `loses a knight`: said of whoever lets it happen.
    Allow,
    /// `a knight`
    Noun,
}

/// What a side has more of than the other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SurplusForm<'a> {
    More { side: Color, more: &'a str },
    For { side: Color, more: &'a str, less: &'a str },
    Level,
}

macro_rules! ask {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $kind:ty),*) -> $result:ty;)+) => {
        impl Language {$(
            $(#[$doc])*
            pub(crate) fn $name(self, $($argument: $kind),*) -> $result {
                match self {
                    Language::English => english::$name($($argument),*),
                    Language::Spanish => spanish::$name($($argument),*),
                }
            }
        )+}
    };
}

ask! {
    /// The templates of what a fact says.
    clause(topic: Topic, plain: bool) -> &'static [&'static str];
    /// The templates of whole sentences.
    frame(frame: Frame) -> &'static [&'static str];
    /// A rule of thumb.
    rule(topic: Topic) -> Option<&'static str>;
    /// The first hint.
    look_for(topic: Option<Topic>) -> &'static str;
    /// A piece's name.
    piece(piece: Piece) -> &'static str;
    /// A side's name.
    side(color: Color) -> &'static str;
    /// A number of men.
    count_of(piece: Piece, count: u8) -> String;
    /// A small number.
    number(count: u8) -> String;
    /// What is won.
    spoils(spoils: Spoils) -> String;
    /// What a side is behind.
    pawns_worth(points: u8) -> String;
    /// A goal.
    goal(goal: Goal, won: Option<Spoils>, form: GoalForm) -> String;
    /// What a side has more of.
    surplus(form: SurplusForm<'_>) -> String;
    /// A mate's name.
    pattern(pattern: MatePattern) -> &'static str;
    /// A term of the evaluation.
    term(term: Term) -> &'static str;
    /// How good a position is for White.
    assessment(expectation: f64) -> &'static str;
    /// A wing.
    wing(wing: Flank) -> &'static str;
    /// What a pawn with a weakness is.
    flaw(flaw: PawnFlaw) -> &'static str;
    /// A part of the board.
    area(file: u8) -> &'static str;
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Spanish];

    /// Its short name, as `--lang` takes it.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Spanish => "es",
        }
    }

    /// A man on its square: `the knight on d5`.
    pub(crate) fn the_man(self, piece: Piece, square: Square) -> String {
        let name = self.piece(piece);
        match self {
            Language::English => format!("the {name} on {square}"),
            Language::Spanish => format!("{} {name} de {square}", article(piece)),
        }
    }

    /// Any man of a kind: `a knight`.
    pub(crate) fn a_man(self, piece: Piece) -> String {
        self.count_of(piece, 1)
    }

    /// Things in a row: `a, b and c`.
    pub(crate) fn list(self, things: &[String]) -> String {
        let and = match self {
            Language::English => "and",
            Language::Spanish => "y",
        };
        match things {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
        }
    }

    /// The letter or the letters of a gender: `o` or `a`. English has none.
    pub(crate) fn gender(self, piece: Piece) -> &'static str {
        match self {
            Language::English => "",
            Language::Spanish if is_feminine(piece) => "a",
            Language::Spanish => "o",
        }
    }

    /// A move in algebraic notation with the pieces' letters of this language.
    pub fn notation(self, san: &str) -> String {
        match self {
            Language::English => san.to_owned(),
            Language::Spanish => san
                .chars()
                .map(|letter| match letter {
                    'K' => 'R',
                    'Q' => 'D',
                    'R' => 'T',
                    'B' => 'A',
                    'N' => 'C',
                    other => other,
                })
                .collect(),
        }
    }

    /// What was put together, with the contractions that the language asks for.
    pub(crate) fn contract(self, text: &str) -> String {
        match self {
            Language::English => text.to_owned(),
            Language::Spanish => {
                text.replace(" de el ", " del ").replace(" a el ", " al ").replace(" y i", " e i")
            }
        }
    }
}

/// Whether a piece's Spanish name is feminine.
pub(super) const fn is_feminine(piece: Piece) -> bool {
    matches!(piece, Piece::Queen | Piece::Rook)
}

/// The Spanish article of a piece.
const fn article(piece: Piece) -> &'static str {
    if is_feminine(piece) { "la" } else { "el" }
}
