//! Methods of endings: rules and chains of goals that win, proved against every defence, and lessons on them.
//!
//! A [`Method`] is what a teacher says: either a list of rules, of which the first that yields a move is followed, or a
//! chain of goals, each of which can be forced within so many moves from the one before. A [`Ground`] works out what
//! the method looks up, a [`MethodReport`] proves it in every won position, and a [`Lesson`] is a position with
//! somebody who learns. `docs/teach.md` tells it to learners.

// A scene is five squares today and may be more tomorrow; it is passed like a board.
#![allow(clippy::trivially_copy_pass_by_ref)]

mod answer;
mod bishops;
mod defence;
mod distances;
mod ground;
mod kpk;
mod kqk;
mod kqkr;
mod krk;
mod leaving;
mod lesson;
mod lucena;
mod method;
mod philidor;
mod proof;
mod region;
mod report;
mod scene;
mod space;
mod starts;
mod symmetry;
#[cfg(test)]
mod tests;
mod torres;

pub use answer::{Advice, Answer, Assessment, Conclusion};
pub use defence::{Defence, DefenceReport, DefenceRule};
pub use ground::Ground;
pub use lesson::{Lesson, LessonError};
pub use method::{Claim, End, Language, Method, Phrase, Plan, Rule, Stage};
pub use report::{ClaimCount, ClaimReport, MethodReport, PartReport};
pub use starts::{Difficulty, start};

/// All methods, the machine's last.
pub const METHODS: [&Method; 10] = [
    &kqk::KQK,
    &krk::KRK,
    &bishops::KBBK,
    &bishops::KBNK,
    &kpk::KPK,
    &kqkr::KQKR,
    &lucena::LUCENA,
    &lucena::LUCENA_C,
    &lucena::LUCENA_B,
    &torres::TORRES,
];

/// How a drawn ending is held.
pub const DEFENCES: [&Defence; 1] = [&philidor::PHILIDOR];

/// The defence with this name, in capitals or not.
///
/// ```
/// assert!(quevedo_methods::find_defence("philidor").is_some());
/// ```
pub fn find_defence(name: &str) -> Option<&'static Defence> {
    DEFENCES.into_iter().find(|defence| defence.id.eq_ignore_ascii_case(name))
}

/// The method with this name, in capitals or not.
///
/// ```
/// assert_eq!(quevedo_methods::find("krk").map(|method| method.id), Some("KRK"));
/// assert!(quevedo_methods::find("KNNK").is_none(), "two knights cannot force mate");
/// ```
pub fn find(name: &str) -> Option<&'static Method> {
    METHODS.into_iter().find(|method| method.id.eq_ignore_ascii_case(name))
}
