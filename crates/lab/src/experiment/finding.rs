//! What a paper claims, and what we measured.

use serde::{Deserialize, Serialize};

/// Whether a claim holds here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Our figures say the same.
    Holds,
    /// Our figures say something else.
    DoesNotHold,
    /// In part: some of the depths or suites say so, some do not; or the difference is within the error.
    Open,
}

impl Verdict {
    /// Holds or does not.
    pub fn of(holds: bool) -> Verdict {
        if holds { Verdict::Holds } else { Verdict::DoesNotHold }
    }

    /// Holds if all cases say so, does not if none does.
    pub fn of_all(cases: impl IntoIterator<Item = bool>) -> Verdict {
        let (mut yes, mut no) = (0, 0);
        for case in cases {
            if case { yes += 1 } else { no += 1 }
        }
        match (yes, no) {
            (0, _) => Verdict::DoesNotHold,
            (_, 0) => Verdict::Holds,
            _ => Verdict::Open,
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::DoesNotHold => "does not hold here",
            Verdict::Open => "holds in part",
        }
    }
}

/// A claim of a paper with our verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What the paper says.
    pub claim: String,
    /// Whether we see the same.
    pub verdict: Verdict,
    /// Our figures.
    pub figures: String,
}

impl Finding {
    /// A claim with its verdict and the figures behind it.
    pub fn new(claim: impl Into<String>, verdict: Verdict, figures: impl Into<String>) -> Finding {
        Finding { claim: claim.into(), verdict, figures: figures.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_of_many_cases() {
        assert_eq!(Verdict::of_all([true, true]), Verdict::Holds);
        assert_eq!(Verdict::of_all([false, true]), Verdict::Open);
        assert_eq!(Verdict::of_all([false]), Verdict::DoesNotHold);
        assert_eq!(Verdict::of_all([]), Verdict::DoesNotHold, "nothing measured is no evidence");
        assert_eq!(Verdict::of(false).words(), "does not hold here");
    }
}
