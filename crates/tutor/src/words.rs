//! What is said. Each sentence is a template of a language's tables with typed places: men on their squares, moves, lines, amounts,
//! and never a free text; what has no template, or lacks what the template names, is not said.

mod english;
mod frame;
mod grammar;
mod hints;
#[cfg(test)]
mod lint;
mod position;
mod render;
mod scene;
mod spanish;
mod spoils;
#[cfg(test)]
mod tests;
mod topic;
mod trial;

use quevedo_rules::Square;
use serde::{Deserialize, Serialize};

pub use grammar::Language;
pub use hints::hint;
pub use render::Spoken;

pub(crate) use spoils::{Spoils, spoils};
pub(crate) use topic::Topic;

use crate::Finding;
use crate::explain::Explanation;
use frame::Frame;
use render::{Part, Pen, Piece, capital, pick};
use scene::{Filling, Scene};

/// Whom the words are for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Two short sentences, lines of three plies, no terms of the trade.
    Beginner,
    /// At most sixty words, motifs by their names, lines of seven plies.
    #[default]
    Club,
    /// Everything, with numbers.
    Expert,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 3] = [Level::Beginner, Level::Club, Level::Expert];

    const fn plies(self) -> usize {
        match self {
            Level::Beginner => 3,
            Level::Club => 7,
            Level::Expert => 24,
        }
    }

    const fn is_plain(self) -> bool {
        matches!(self, Level::Beginner)
    }
}

/// What a sentence is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// How good the move is, and why.
    Verdict,
    /// How that comes about.
    Motif,
    /// What is better.
    Remedy,
    /// What is threatened.
    Threat,
    /// What else is true.
    Detail,
    /// A rule of thumb.
    Rule,
    /// The numbers.
    Numbers,
    /// What a candidate is good for: the line's place.
    Candidate(usize),
    /// Where to look.
    Hint,
}

/// What makes a sentence true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The finding of this place.
    Finding(usize),
    /// The score of the line of this place: what Quevedo thinks.
    Score(usize),
    /// The board alone.
    Position,
    /// Nothing: it is advice.
    Advice,
}

/// A sentence.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Sentence {
    /// What it is for.
    pub role: Role,
    /// The words.
    pub text: String,
    /// The moves in it, in their order.
    pub moves: Vec<Spoken>,
    /// The squares of the men in it.
    pub squares: Vec<Square>,
    /// What makes it true.
    pub rests_on: Basis,
}

/// The words for an explanation. The same input gives the same words.
pub fn say(explanation: &Explanation, level: Level, language: Language) -> Vec<Sentence> {
    let desk = Desk { explanation, level, language };
    let judgements = [&explanation.played, &explanation.why_not];
    if judgements.iter().all(|judgement| judgement.is_none()) {
        return desk.of_position();
    }
    judgements.into_iter().flatten().flat_map(|judgement| desk.of_trial(judgement)).collect()
}

/// Where sentences are put together.
#[derive(Clone, Copy)]
struct Desk<'a> {
    explanation: &'a Explanation,
    level: Level,
    language: Language,
}

impl<'a> Desk<'a> {
    fn pen(&self) -> Pen {
        Pen { language: self.language, plies: self.level.plies() }
    }

    fn finding(&self, place: usize) -> Option<&'a Finding> {
        self.explanation.findings.get(place)
    }

    /// What a finding says, without a full stop.
    fn clause(&self, finding: &Finding) -> Option<Piece> {
        let scene = Scene::new(finding, self.language)?;
        let topic = Topic::of(&finding.fact);
        let variants = self.language.clause(topic, self.level.is_plain());
        let template = pick(variants, &self.explanation.fen, topic as usize);
        self.pen().write(template, &|place| scene.fill(place).map(Part::from))
    }

    /// A whole sentence, if all its places can be filled. `fill` goes before what the finding has.
    fn sentence(
        &self,
        role: Role,
        frame: Frame,
        about: Option<usize>,
        rests_on: Basis,
        fill: &dyn Fn(&str) -> Option<Filling>,
    ) -> Option<Sentence> {
        let finding = match about {
            Some(place) => Some(self.finding(place)?),
            None => None,
        };
        let template = pick(self.language.frame(frame), &self.explanation.fen, frame as usize);
        let piece = self.pen().write(template, &|place| {
            if place == "clause" {
                return self.clause(finding?).map(Part::Piece);
            }
            let own = || Scene::new(finding?, self.language)?.fill(place);
            fill(place).or_else(own).map(Part::from)
        })?;
        Some(Sentence {
            role,
            text: capital(&self.language.contract(&piece.text)),
            moves: piece.moves,
            squares: piece.squares,
            rests_on,
        })
    }
}

/// A text that has no places.
fn advice(role: Role, text: &str) -> Sentence {
    Sentence { role, text: text.to_owned(), moves: Vec::new(), squares: Vec::new(), rests_on: Basis::Advice }
}
