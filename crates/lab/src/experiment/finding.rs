//! What a paper claims, and what we measured.

use serde::{Deserialize, Serialize};

/// Whether a claim holds here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// Our figures say the same.
    Holds,
    /// Our figures say something else.
    DoesNotHold,
    /// In part: some of the depths or suites say so, some do not; or the difference is within the error.
    Open,
}

impl Judgement {
    /// Holds or does not.
    pub fn of(holds: bool) -> Judgement {
        if holds { Judgement::Holds } else { Judgement::DoesNotHold }
    }

    /// Holds if all cases say so, does not if none does.
    pub fn of_all(cases: impl IntoIterator<Item = bool>) -> Judgement {
        let (mut yes, mut no) = (0, 0);
        for case in cases {
            if case { yes += 1 } else { no += 1 }
        }
        match (yes, no) {
            (0, _) => Judgement::DoesNotHold,
            (_, 0) => Judgement::Holds,
            _ => Judgement::Open,
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Judgement::Holds => "holds",
            Judgement::DoesNotHold => "does not hold here",
            Judgement::Open => "holds in part",
        }
    }
}

/// A claim of a paper with our verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What the paper says.
    pub claim: String,
    /// Whether we see the same.
    pub verdict: Judgement,
    /// Our figures.
    pub figures: String,
}

impl Finding {
    /// A claim with its verdict and the figures behind it.
    pub fn new(claim: impl Into<String>, verdict: Judgement, figures: impl Into<String>) -> Finding {
        Finding { claim: claim.into(), verdict, figures: figures.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_of_many_cases() {
        assert_eq!(Judgement::of_all([true, true]), Judgement::Holds);
        assert_eq!(Judgement::of_all([false, true]), Judgement::Open);
        assert_eq!(Judgement::of_all([false]), Judgement::DoesNotHold);
        assert_eq!(Judgement::of_all([]), Judgement::DoesNotHold, "nothing measured is no evidence");
        assert_eq!(Judgement::of(false).words(), "does not hold here");
    }
}
