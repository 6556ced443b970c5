//! What a method is: rules or a chain of goals, with the words for them.

use serde::{Deserialize, Serialize};

use crate::ground::Ground;
use crate::scene::{Cast, Ply, Scene, Side};

/// The languages of the words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
}

/// The same words in every language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// English.
    pub en: &'static str,
    /// Spanish.
    pub es: &'static str,
}

impl Phrase {
    /// The words in a language.
    pub fn text(self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::Spanish => self.es,
        }
    }
}

/// Chooses a move, if its rule has one for the scene.
pub(crate) type Choose = fn(&Ground, &Scene) -> Option<Ply>;

/// Whether a scene, the weak side to move, is in a goal.
pub(crate) type Goal = fn(Cast, &Scene) -> bool;

/// A rule of a rule list.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name: "squeeze".
    pub name: Phrase,
    /// What it does.
    pub words: Phrase,
    pub(crate) choose: Choose,
}

/// A goal on the way, and the way to it.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Its name: "the first wall".
    pub name: Phrase,
    /// What is reached, and how one gets there.
    pub words: Phrase,
    pub(crate) goal: Goal,
    /// Only scenes count from which the next goal (or mate) is at most so many moves away.
    pub(crate) within: u8,
}

/// How a method finds its moves.
#[derive(Clone, Copy, Debug)]
pub enum Plan {
    /// The first rule that yields a move is followed.
    Rules(&'static [Rule]),
    /// Goals one after another, the last being the end itself.
    Chain(&'static [Stage]),
}

/// What a method ends with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Mate.
    Mate,
    /// A new queen (or rook) that is safe.
    Promotion,
    /// Mate, or the defender's rook, for a queen that is safe.
    RookWon,
}

/// A rule of thumb about who wins, which may have exceptions.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// Its name: "the square".
    pub name: Phrase,
    /// What it says.
    pub words: Phrase,
    /// Whether it says that the strong side wins; else that it does not.
    pub is_win: bool,
    /// Whether it is about a scene with this side to move.
    pub(crate) applies: fn(&Scene, Side) -> bool,
}

/// A method of winning an ending.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// What it is called in commands: `KRK`.
    pub id: &'static str,
    /// What it is about.
    pub title: Phrase,
    /// The idea in a few sentences.
    pub idea: Phrase,
    /// A position to show it with.
    pub example: &'static str,
    /// What the strong side plays for.
    pub end: End,
    /// The rules or goals.
    pub plan: Plan,
    /// What is said of the ending beside the method.
    pub claims: &'static [Claim],
    pub(crate) cast: Cast,
    /// Goals that rules ask for.
    pub(crate) aims: &'static [Goal],
}

impl Method {
    /// How many rules or stages there are.
    pub fn parts(&self) -> usize {
        match self.plan {
            Plan::Rules(rules) => rules.len(),
            Plan::Chain(stages) => stages.len(),
        }
    }

    /// The name of a rule or stage and what it does; counted from 0.
    pub fn part(&self, number: usize) -> Option<(Phrase, Phrase)> {
        match self.plan {
            Plan::Rules(rules) => rules.get(number).map(|rule| (rule.name, rule.words)),
            Plan::Chain(stages) => stages.get(number).map(|stage| (stage.name, stage.words)),
        }
    }

    /// Whether working it out takes minutes, not seconds: five men.
    pub fn is_large(&self) -> bool {
        self.cast.men().len() > 4
    }

    /// Whether it goes from goal to goal.
    pub fn is_chain(&self) -> bool {
        matches!(self.plan, Plan::Chain(_))
    }
}
