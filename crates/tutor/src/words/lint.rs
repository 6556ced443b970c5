//! Words that promise something belong to templates whose facts carry the proof of it.

#![allow(clippy::match_same_arms)]

use super::frame::Frame;
use super::topic::Topic;
use super::{Language, Level};
use crate::words::grammar::GoalForm;
use crate::{Goal, Term};

/// What a word promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Promise {
    /// That something is won or lost.
    Gain,
    /// That something comes if nothing is done.
    Threat,
    /// That there is no choice.
    Need,
    /// That there is one way.
    Only,
    /// That something is not possible.
    Impossible,
    /// That it is checkmate, or will be.
    Mate,
}

const WORDS: [(Promise, &[&str]); 6] = [
    (
        Promise::Gain,
        &[
            "wins",
            "win",
            "winning",
            "loses",
            "lost",
            "won",
            "gana",
            "ganan",
            "ganar",
            "pierde",
            "pierden",
            "perdido",
            "perdida",
            "perdid{man:o}",
            "ganado",
        ],
    ),
    (Promise::Threat, &["threatens", "threat", "threaten", "amenaza", "amenazan", "amenazar"]),
    (Promise::Need, &["must", "has to", "have to", "debe", "deben", "ha de", "exige", "hay que"]),
    (Promise::Only, &["only", "solo", "sólo", "única", "único"]),
    (
        Promise::Impossible,
        &[
            "cannot",
            "no puede",
            "can't",
            "impossible",
            "no es posible",
            "is not possible",
            "no se puede",
            "puede ya",
            "puede echar",
            "can guard",
            "can drive",
            "can ever",
        ],
    ),
    (Promise::Mate, &["mate", "mates"]),
];

fn promises(text: &str) -> Vec<Promise> {
    let lower = text.to_lowercase();
    let has = |word: &str| {
        lower.match_indices(word).any(|(at, found)| {
            let before = lower[..at].chars().next_back().is_none_or(|letter| !letter.is_alphabetic());
            let after = lower[at + found.len()..].chars().next().is_none_or(|letter| !letter.is_alphabetic());
            before && after
        })
    };
    WORDS
        .into_iter()
        .filter(|(_, words)| words.iter().any(|word| has(word)))
        .map(|(promise, _)| promise)
        .collect()
}

/// What a fact of this topic proves. Goals speak for themselves: their words come from the goal.
fn earned(topic: Topic) -> &'static [Promise] {
    match topic {
        Topic::Trapped | Topic::Desperado => &[Promise::Gain],
        Topic::PhilidorsLegacy => &[Promise::Mate],
        Topic::Initiative => &[Promise::Threat],
        Topic::TableWin | Topic::TableLoss | Topic::SimplifiesToWin => &[Promise::Gain, Promise::Mate],
        Topic::Threat => &[Promise::Threat, Promise::Gain, Promise::Mate],
        Topic::ParriedByMoving
        | Topic::ParriedByGuarding
        | Topic::ParriedByBlocking
        | Topic::ParriedByTaking
        | Topic::ParriedByCounter => &[Promise::Threat],
        // In check by two men the king has no choice but to move.
        Topic::DoubleCheck => &[Promise::Need],
        Topic::Skewer => &[Promise::Need, Promise::Gain],
        Topic::Opposition => &[Promise::Need],
        Topic::Tempo => &[Promise::Need, Promise::Gain],
        Topic::OnlyMove => &[Promise::Only],
        Topic::PinAbsolute | Topic::PinUsed | Topic::BackRank | Topic::Unstoppable | Topic::Overloaded => {
            &[Promise::Impossible]
        }
        Topic::Outpost | Topic::Hole => &[Promise::Impossible],
        Topic::DeflectedFromMate | Topic::MateIn | Topic::NamedMate => &[Promise::Mate],
        _ => &[],
    }
}

fn earned_by_frame(frame: Frame) -> &'static [Promise] {
    match frame {
        Frame::Forced => &[Promise::Only],
        Frame::MateNow | Frame::AssessmentMate => &[Promise::Mate],
        _ => &[],
    }
}

#[test]
fn words_that_promise_stand_where_they_are_earned() {
    let mut promised = 0;
    for language in Language::ALL {
        for &topic in Topic::ALL {
            for plain in [true, false] {
                for template in language.clause(topic, plain) {
                    for promise in promises(template) {
                        assert!(
                            earned(topic).contains(&promise),
                            "{language:?} {topic:?}: {template} promises {promise:?}"
                        );
                        promised += 1;
                    }
                }
            }
        }
        for &frame in Frame::ALL {
            for template in language.frame(frame) {
                for promise in promises(template) {
                    assert!(earned_by_frame(frame).contains(&promise), "{language:?} {frame:?}: {template}");
                    promised += 1;
                }
            }
        }
    }
    assert!(promised > 40, "the lint sees what it should: {promised}");
}

#[test]
fn the_lint_has_teeth() {
    assert_eq!(promises("{man} threatens {target}"), [Promise::Threat]);
    assert_eq!(promises("it wins a pawn, and only that"), [Promise::Gain, Promise::Only]);
    assert_eq!(promises("el rey no puede moverse"), [Promise::Impossible]);
    assert_eq!(promises("{man} estates the winsome"), []);
}

#[test]
fn goals_promise_what_they_are() {
    for language in Language::ALL {
        for form in [GoalForm::Infinitive, GoalForm::Present, GoalForm::Allow, GoalForm::Noun] {
            for (goal, allowed) in [
                (Goal::Mate(2), vec![Promise::Mate]),
                (Goal::Mate(1), vec![Promise::Mate]),
                (Goal::Material(3), vec![Promise::Gain]),
                (Goal::Promotion, vec![]),
                (Goal::Draw, vec![]),
                (Goal::Table(1), vec![Promise::Gain]),
                (Goal::Table(0), vec![]),
            ] {
                let words = language.goal(goal, None, form);
                assert!(promises(&words).iter().all(|promise| allowed.contains(promise)), "{words}");
            }
        }
        for term in [
            Term::Material,
            Term::Activity,
            Term::Pawns,
            Term::PassedPawns,
            Term::KingSafety,
            Term::Threats,
            Term::Space,
        ] {
            assert!(
                promises(language.term(term)).is_empty(),
                "an opinion promises nothing: {}",
                language.term(term)
            );
        }
        // Hints and rules are advice: they promise nothing of this position but the mate that a hint is about.
        for &topic in Topic::ALL {
            let rule = language.rule(topic).unwrap_or_default();
            assert!(
                promises(rule).iter().all(|promise| *promise == Promise::Threat || *promise == Promise::Need),
                "{rule}"
            );
        }
    }
    assert_eq!(Level::ALL.len(), 3);
}
