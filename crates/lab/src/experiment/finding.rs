//! What a paper claims, and what we measured.

use serde::{Deserialize, Serialize};

/// Whether a claim holds here.
///
/// ```
/// use quevedo_lab::experiment::Judgement;
///
/// // Each case says yes, no, or nothing beyond its error.
/// assert_eq!(Judgement::of_cases([Some(true), Some(true)]), Judgement::Holds);
/// assert_eq!(Judgement::of_cases([Some(true), None]), Judgement::InPart);
/// assert_eq!(Judgement::of_cases([Some(false), None]), Judgement::DoesNotHold);
/// assert_eq!(Judgement::of_cases([None]), Judgement::NotDecided);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// Every case says so, beyond its error.
    Holds,
    /// Some of the cases (depths, suites, methods) say so beyond their error, not all.
    #[serde(alias = "open")]
    InPart,
    /// No case says so, and one or more say otherwise beyond their error.
    DoesNotHold,
    /// Nothing speaks beyond its error, or what the claim is about was not measured.
    NotDecided,
}

impl Judgement {
    /// All of them, in the order of reports.
    pub const ALL: [Judgement; 4] =
        [Judgement::Holds, Judgement::InPart, Judgement::DoesNotHold, Judgement::NotDecided];

    /// Of a single case.
    pub fn of(case: Option<bool>) -> Judgement {
        Judgement::of_cases([case])
    }

    /// Of many cases, each of which says yes, no, or nothing beyond its error.
    pub fn of_cases(cases: impl IntoIterator<Item = Option<bool>>) -> Judgement {
        let (mut yes, mut no, mut unsure) = (0, 0, 0);
        for case in cases {
            match case {
                Some(true) => yes += 1,
                Some(false) => no += 1,
                None => unsure += 1,
            }
        }
        match (yes, no, unsure) {
            (0, 0, _) => Judgement::NotDecided,
            (0, ..) => Judgement::DoesNotHold,
            (_, 0, 0) => Judgement::Holds,
            _ => Judgement::InPart,
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Judgement::Holds => "holds",
            Judgement::DoesNotHold => "does not hold here",
            Judgement::InPart => "holds in part",
            Judgement::NotDecided => "not decided",
        }
    }
}

/// A claim of a paper with our verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What the paper says.
    pub claim: String,
    /// Where it says so.
    #[serde(default)]
    pub source: String,
    /// Whether we see the same.
    pub verdict: Judgement,
    /// Our figures.
    pub figures: String,
    /// By which measure it is judged, or why it cannot be.
    #[serde(default)]
    pub why: String,
}

impl Finding {
    /// A claim with its verdict and the figures behind it.
    pub fn new(claim: impl Into<String>, verdict: Judgement, figures: impl Into<String>) -> Finding {
        Finding {
            claim: claim.into(),
            source: String::new(),
            verdict,
            figures: figures.into(),
            why: String::new(),
        }
    }

    /// The same with the place of the claim.
    pub fn of(self, source: &str) -> Finding {
        Finding { source: source.to_owned(), ..self }
    }

    /// The same with the measure of the verdict.
    pub fn by(self, why: &str) -> Finding {
        Finding { why: why.to_owned(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_of_many_cases() {
        let of = |cases: &[Option<bool>]| Judgement::of_cases(cases.iter().copied());
        assert_eq!(of(&[Some(false), Some(true)]), Judgement::InPart);
        assert_eq!(of(&[Some(false)]), Judgement::DoesNotHold);
        assert_eq!(of(&[]), Judgement::NotDecided, "nothing measured is no evidence");
        assert_eq!(of(&[None, None]), Judgement::NotDecided);
        assert_eq!(Judgement::of(Some(false)).words(), "does not hold here");
    }

    #[test]
    fn old_reports_can_be_read() {
        let old = r#"{"claim": "c", "verdict": "open", "figures": "f"}"#;
        let finding: Finding = serde_json::from_str(old).expect("a finding");
        assert_eq!(finding.verdict, Judgement::InPart);
    }
}
