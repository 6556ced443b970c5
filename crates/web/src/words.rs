//! What the tutor says about moves and positions.

use core::time::Duration;

use quevedo_engine::Limits;
use quevedo_rules::Game;
use quevedo_tutor::{Explanation, Language, Level, Mark, Question, Sentence};

use crate::ask::{About, AskExplanation, AskGuard, WordLanguage, WordLevel};
use crate::position;
use crate::problem::Problem;
use crate::tell::{Code, ExplanationFacts, SentenceFacts, SpokenMove};

/// Nobody should wait longer for words, whatever the machine.
const LONGEST: Duration = Duration::from_millis(1500);

/// What the tutor is to be asked, and about which game.
pub(crate) fn question(ask: &AskExplanation) -> Result<(Game, Question), Problem> {
    let mut game = position::game(&ask.start, &ask.moves)?;
    if ask.about == About::Position {
        return Ok((game, Question { limits: limits(), ..Question::default() }));
    }
    let played = game.undo().ok_or_else(|| Problem::new(Code::Rules, "no move has been played yet"))?;
    Ok((game, Question { limits: limits(), ..Question::of(played) }))
}

fn limits() -> Limits {
    Limits { move_time: Some(LONGEST), ..Question::usual_limits() }
}

/// The words.
pub(crate) fn say(ask: &AskExplanation, explanation: &Explanation) -> ExplanationFacts {
    let sentences = quevedo_tutor::say(explanation, ask.level.into(), ask.language.into());
    ExplanationFacts {
        mark: explanation.played.as_ref().map(|judgement| mark(judgement.mark).to_owned()),
        sentences: sentences.iter().map(told).collect(),
    }
}

/// What the guard is to be asked about the last of some moves, and about which game.
pub(crate) fn guard(ask: &AskGuard) -> Result<(Game, Question), Problem> {
    let mut game = position::game(&ask.start, &ask.moves)?;
    let mv = game.undo().ok_or_else(|| Problem::new(Code::Rules, "no move has been played yet"))?;
    Ok((game, quevedo_tutor::guard_question(mv)))
}

impl From<WordLevel> for Level {
    fn from(level: WordLevel) -> Level {
        match level {
            WordLevel::Beginner => Level::Beginner,
            WordLevel::Club => Level::Club,
            WordLevel::Expert => Level::Expert,
        }
    }
}

impl From<WordLanguage> for Language {
    fn from(language: WordLanguage) -> Language {
        match language {
            WordLanguage::En => Language::English,
            WordLanguage::Es => Language::Spanish,
        }
    }
}

fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Forced => "forced",
        Mark::Best => "best",
        Mark::Good => "good",
        Mark::Inaccuracy => "inaccuracy",
        Mark::Mistake => "mistake",
        Mark::Blunder => "blunder",
    }
}

pub(crate) fn told(sentence: &Sentence) -> SentenceFacts {
    let moves = sentence.moves.iter().map(|spoken| SpokenMove {
        text: spoken.text.clone(),
        uci: spoken.mv.uci.clone(),
        fen: spoken.fen.clone(),
    });
    SentenceFacts {
        text: sentence.text.clone(),
        moves: moves.collect(),
        squares: sentence.squares.iter().map(ToString::to_string).collect(),
    }
}
