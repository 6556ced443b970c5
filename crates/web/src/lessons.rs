//! Lessons in endings: a page says how far it is, and hears what each move was worth.

use std::sync::OnceLock;

use quevedo_methods::{
    Answer, Assessment, Conclusion as End, Difficulty, Ground, Language, Lesson, METHODS, Method,
};
use quevedo_report::WrittenMove;
use quevedo_rules::{Board, Color};

use crate::ask::{AskLesson, Hardness, WordLanguage};
use crate::position;
use crate::problem::Problem;
use crate::tell::{AdviceFacts, AnswerFacts, Code, Conclusion, LessonFacts, PartFacts, Worth};

/// The longest lesson; with no method anything takes so long.
const MOST_MOVES: usize = 200;

/// What each method looks up: worked out when it is first wanted, and shared by all from then on.
fn ground(method: &'static Method) -> Option<&'static Ground> {
    static GROUNDS: [OnceLock<Ground>; METHODS.len()] = [const { OnceLock::new() }; METHODS.len()];
    let place = METHODS.iter().position(|other| other.id == method.id)?;
    Some(GROUNDS.get(place)?.get_or_init(|| Ground::new(method)))
}

/// The lesson that a page is in.
#[derive(Debug)]
pub(crate) struct Class {
    ending: &'static str,
    language: WordLanguage,
    start: Board,
    lesson: Lesson<'static>,
    /// The learner's moves as they were asked about, and what was said to each.
    said: Vec<(String, AnswerFacts)>,
}

impl Class {
    /// The lesson that is asked about: the one that goes on, if it is the same.
    pub(crate) fn attend(known: Option<Class>, ask: &AskLesson) -> Result<(Class, LessonFacts), Problem> {
        let method = quevedo_methods::find(&ask.ending);
        let missing = || Problem::new(Code::Missing, "there is no lesson on this ending");
        let method = method.ok_or_else(missing)?;
        if ask.moves.len() > MOST_MOVES {
            return Err(Problem::new(Code::Range, format!("a lesson has at most {MOST_MOVES} moves")));
        }
        let start = ask.start.as_deref().map(position::board).transpose()?;
        let same = |class: &Class| {
            class.ending == method.id && class.language == ask.language && Some(class.start) == start
        };
        let mut class = match known.filter(same) {
            Some(class) => class,
            None => Class::begin(method, start, ask)?,
        };
        class.follow(&ask.moves)?;
        let facts = class.facts();
        Ok((class, facts))
    }

    fn begin(method: &'static Method, start: Option<Board>, ask: &AskLesson) -> Result<Class, Problem> {
        let missing = || Problem::new(Code::Missing, "there is no such start");
        let ground = ground(method).ok_or_else(missing)?;
        let difficulty = match ask.hardness {
            Hardness::Easy => Difficulty::Easy,
            Hardness::Medium => Difficulty::Medium,
            Hardness::Hard => Difficulty::Hard,
        };
        let any = || quevedo_methods::start(ground, difficulty, rand::random());
        let start = start.or_else(any).ok_or_else(missing)?;
        let language = if ask.language == WordLanguage::Es { Language::Spanish } else { Language::English };
        let lesson = Lesson::new(ground, language, start);
        let lesson = lesson.map_err(|error| Problem::new(Code::Rules, error.to_string()))?;
        Ok(Class { ending: method.id, language: ask.language, start, lesson, said: Vec::new() })
    }

    /// Takes moves back and plays others until these are played.
    fn follow(&mut self, moves: &[String]) -> Result<(), Problem> {
        let common = self.said.iter().zip(moves).take_while(|((mv, _), other)| mv == *other).count();
        while self.said.len() > common {
            self.said.pop();
            self.lesson.take_back();
        }
        for word in &moves[common..] {
            let before = *self.lesson.board();
            let mv = position::read_move(&before, word)?;
            let over = || Problem::new(Code::Rules, "the lesson is over");
            let answer = self.lesson.play(mv).ok_or_else(over)?;
            let last = answer
                .reply
                .map_or_else(|| before.uci(mv).to_string(), |reply| before.play(mv).uci(reply).to_string());
            self.said.push((word.clone(), told(answer, self.lesson.board(), last)));
        }
        Ok(())
    }

    fn facts(&self) -> LessonFacts {
        let (method, board) = (self.lesson.method(), self.lesson.board());
        let language = if self.language == WordLanguage::Es { Language::Spanish } else { Language::English };
        let parts = (0..method.parts()).filter_map(|number| method.part(number)).map(|(name, words)| {
            PartFacts { name: name.text(language).to_owned(), words: words.text(language).to_owned() }
        });
        LessonFacts {
            ending: method.id.to_owned(),
            title: method.title.text(language).to_owned(),
            idea: method.idea.text(language).to_owned(),
            is_chain: method.is_chain(),
            parts: parts.collect(),
            start: self.start.fen(),
            fen: board.fen(),
            side: Color::into(self.lesson.learner()),
            answers: self.said.iter().map(|(_, answer)| answer.clone()).collect(),
            advice: self.lesson.advice().map(|advice| AdviceFacts {
                mv: WrittenMove::new(board, advice.mv),
                part: advice.part,
                to_goal: advice.to_goal,
                within: advice.within,
                best: advice.best,
            }),
            conclusion: self.lesson.conclusion().map(|end| match end {
                End::Mate => Conclusion::Mate,
                End::Won => Conclusion::Won,
                End::Stalemate => Conclusion::Stalemate,
                End::Lost => Conclusion::Lost,
                End::Drawn => Conclusion::Drawn,
            }),
        }
    }
}

fn told(answer: Answer, board: &Board, last: String) -> AnswerFacts {
    AnswerFacts {
        san: answer.san,
        worth: match answer.verdict {
            Assessment::SameRule => Worth::SameRule,
            Assessment::OtherRule => Worth::OtherRule,
            Assessment::Slower => Worth::Slower,
            Assessment::ThrowsAway => Worth::ThrowsAway,
        },
        words: answer.words,
        reply: answer.reply_san,
        fen: board.fen(),
        last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(start: Option<&str>, moves: &[&str]) -> AskLesson {
        AskLesson {
            id: 1,
            ending: "KRK".to_owned(),
            start: start.map(str::to_owned),
            hardness: Hardness::Easy,
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
            language: WordLanguage::En,
        }
    }

    #[test]
    fn a_lesson_goes_on_back_and_to_its_end() {
        let (class, begun) = Class::attend(None, &ask(None, &[])).expect("a lesson");
        assert!(begun.parts.len() > 1 && begun.advice.is_some());
        let start = begun.start.clone();
        let mut moves: Vec<String> = Vec::new();
        let (mut class, mut now) = (Some(class), begun);
        while let Some(advice) = &now.advice {
            moves.push(advice.mv.uci.clone());
            let words: Vec<&str> = moves.iter().map(String::as_str).collect();
            let (next, facts) = Class::attend(class.take(), &ask(Some(&start), &words)).expect("a move");
            (class, now) = (Some(next), facts);
        }
        assert_eq!(now.conclusion, Some(Conclusion::Mate));
        assert!(now.answers.iter().all(|answer| answer.worth == Worth::SameRule));
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        let (_, back) = Class::attend(class, &ask(Some(&start), &words[..2])).expect("two moves");
        let (_, fresh) = Class::attend(None, &ask(Some(&start), &words[..2])).expect("two moves");
        assert_eq!((back.fen, back.answers.len()), (fresh.fen, 2), "taken back and begun anew are the same");
    }

    #[test]
    fn what_is_no_lesson_is_refused() {
        assert!(Class::attend(None, &AskLesson { ending: "KNNK".to_owned(), ..ask(None, &[]) }).is_err());
        assert!(Class::attend(None, &ask(Some("startpos"), &[])).is_err());
        assert!(Class::attend(None, &ask(None, &["a9"])).is_err());
    }
}
