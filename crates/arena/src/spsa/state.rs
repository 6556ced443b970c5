//! A tuning as text, to go on with later.

use serde::{Deserialize, Serialize};

use super::{Knob, Milestone, Plan, Spsa, check, exact};
use crate::stats::Tally;

/// The version of the text; other versions are refused.
const VERSION: u32 = 1;

/// Why a text is no tuning to go on with.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It is not what was written.
    #[error("it cannot be read: {0}")]
    Syntax(#[from] serde_json::Error),
    /// It was written by another version.
    #[error("it is of version {0}, expected {VERSION}")]
    Version(u32),
    /// Its parts contradict each other.
    #[error("it makes no sense: {0}")]
    Sense(String),
}

#[derive(Serialize, Deserialize)]
struct Kept {
    version: u32,
    plan: Plan,
    knobs: Vec<Knob>,
    done: u64,
    #[serde(with = "exact")]
    values: Vec<f64>,
    tally: Tally,
    path: Vec<Milestone>,
}

impl Spsa {
    /// The tuning as text.
    ///
    /// # Errors
    /// None in practice; the writer of JSON can refuse in theory.
    pub fn to_json(&self) -> Result<String, StateError> {
        Ok(serde_json::to_string_pretty(&Kept {
            version: VERSION,
            plan: self.plan,
            knobs: self.knobs.clone(),
            done: self.done,
            values: self.values.clone(),
            tally: self.tally,
            path: self.path.clone(),
        })?)
    }

    /// The tuning of a text.
    ///
    /// # Errors
    /// If it is none.
    pub fn from_json(text: &str) -> Result<Spsa, StateError> {
        let kept: Kept = serde_json::from_str(text)?;
        if kept.version != VERSION {
            return Err(StateError::Version(kept.version));
        }
        check(&kept.knobs, &kept.plan).map_err(|error| StateError::Sense(error.to_string()))?;
        for values in core::iter::once(&kept.values).chain(kept.path.iter().map(|point| &point.values)) {
            if values.len() != kept.knobs.len() {
                return Err(StateError::Sense("it has not one value for each parameter".to_owned()));
            }
            if !kept.knobs.iter().zip(values).all(|(knob, value)| is_within(knob, *value)) {
                return Err(StateError::Sense("a value is out of its range".to_owned()));
            }
        }
        Ok(Spsa {
            knobs: kept.knobs,
            plan: kept.plan,
            done: kept.done,
            values: kept.values,
            tally: kept.tally,
            path: kept.path,
        })
    }
}

fn is_within(knob: &Knob, value: f64) -> bool {
    (f64::from(knob.min)..=f64::from(knob.max)).contains(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        let knob = Knob { name: "k".to_owned(), start: 5, min: 0, max: 9, step: 1 };
        let plan = Plan { trials: 10, rate: 0.002, seed: 1 };
        Spsa::new(vec![knob], plan).expect("sensible").to_json().expect("text")
    }

    #[test]
    fn damaged_texts_are_refused() {
        let good = text();
        assert!(Spsa::from_json(&good).is_ok());
        for (from, to, words) in [
            ("\"version\": 1", "\"version\": 2", "it is of version 2, expected 1"),
            ("\"trials\": 10", "\"trials\": 0", "there are no trials"),
            ("\"max\": 9", "\"max\": 3", "expected a step above 0"),
            ("\"5\"", "\"50\"", "a value is out of its range"),
            ("\"5\"", "\"NaN\"", "a value is out of its range"),
            ("\"5\"", "\"5\", \"6\"", "not one value for each parameter"),
            ("\"5\"", "\"five\"", "\"five\" is no number"),
            ("}", "", "it cannot be read"),
        ] {
            assert!(good.contains(from), "{from}");
            let error = Spsa::from_json(&good.replace(from, to)).expect_err("damaged").to_string();
            assert!(error.contains(words), "{error}");
        }
        for end in 0..good.len() - 1 {
            assert!(Spsa::from_json(&good[..end]).is_err(), "cut at {end}");
        }
    }
}
