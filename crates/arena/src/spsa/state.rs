//! A tuning as text, to go on with later.

use serde::{Deserialize, Serialize};

use super::{Knob, Milestone, Plan, Spsa, check, exact};
use crate::sealed::{Seal, SealError};
use crate::stats::Tally;

/// The version of the text; other versions are refused.
const VERSION: u32 = 2;

/// Why a text is no tuning to go on with.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It is not what was written.
    #[error("it cannot be read: {0}")]
    Syntax(#[from] serde_json::Error),
    /// It is not as it was written.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// It was written by another version.
    #[error("it is of version {0}, expected {VERSION}")]
    Version(u32),
    /// Its parts contradict each other.
    #[error("it makes no sense: {0}")]
    Sense(String),
}

/// What has to be the same to go on with a tuning, besides its plan and its parameters: the user's name for each
/// setting, and its value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions(pub Vec<(String, String)>);

impl Conditions {
    /// The first setting that differs: its name, its value here, and that of the other.
    pub fn difference<'a>(&'a self, other: &'a Conditions) -> Option<(&'a str, &'a str, &'a str)> {
        let find = |conditions: &'a Conditions, name: &str| {
            let found = conditions.0.iter().find(|(known, _)| known == name);
            found.map_or("nothing", |(_, value)| value.as_str())
        };
        let names = self.0.iter().chain(&other.0).map(|(name, _)| name.as_str());
        let mut rows = names.map(|name| (name, find(self, name), find(other, name)));
        rows.find(|(_, here, there)| here != there)
    }
}

/// The part that every version has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    version: u32,
    conditions: Conditions,
    plan: Plan,
    knobs: Vec<Knob>,
    done: u64,
    #[serde(with = "exact")]
    values: Vec<f64>,
    tally: Tally,
    path: Vec<Milestone>,
}

impl Spsa {
    /// The tuning as text, with the conditions that it is made under.
    ///
    /// # Errors
    /// None in practice; the writer of JSON can refuse in theory.
    pub fn to_json(&self, conditions: &Conditions) -> Result<String, StateError> {
        let kept = Kept {
            version: VERSION,
            conditions: conditions.clone(),
            plan: self.plan,
            knobs: self.knobs.clone(),
            done: self.done,
            values: self.values.clone(),
            tally: self.tally,
            path: self.path.clone(),
        };
        Ok(Seal::FILE.write(&kept, 0)?.0)
    }

    /// The tuning of a text, and its conditions.
    ///
    /// # Errors
    /// If it is none.
    pub fn from_json(text: &str) -> Result<(Spsa, Conditions), StateError> {
        let Versioned { version } = serde_json::from_str(text)?;
        if version != VERSION {
            return Err(StateError::Version(version));
        }
        Seal::FILE.check(text.as_bytes(), 0)?;
        let kept: Kept = serde_json::from_str(text)?;
        check(&kept.knobs, &kept.plan).map_err(|error| StateError::Sense(error.to_string()))?;
        for values in core::iter::once(&kept.values).chain(kept.path.iter().map(|point| &point.values)) {
            if values.len() != kept.knobs.len() {
                return Err(StateError::Sense("it has not one value for each parameter".to_owned()));
            }
            if !kept.knobs.iter().zip(values).all(|(knob, value)| is_within(knob, *value)) {
                return Err(StateError::Sense("a value is out of its range".to_owned()));
            }
        }
        let spsa = Spsa {
            knobs: kept.knobs,
            plan: kept.plan,
            done: kept.done,
            values: kept.values,
            tally: kept.tally,
            path: kept.path,
        };
        Ok((spsa, kept.conditions))
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
        Spsa::new(vec![knob], plan).expect("sensible").to_json(&Conditions::default()).expect("text")
    }

    /// The text with a checksum that fits, as far as it is an object.
    fn sealed_anew(text: &str) -> String {
        let Ok(serde_json::Value::Object(mut object)) = serde_json::from_str(text) else {
            return text.to_owned();
        };
        object.remove("crc");
        Seal::FILE.write(&object, 0).expect("JSON").0
    }

    #[test]
    fn conditions_that_differ_are_named() {
        let conditions = |hash: &str| Conditions(vec![("--hash".to_owned(), hash.to_owned())]);
        assert_eq!(conditions("8").difference(&conditions("8")), None);
        assert_eq!(conditions("8").difference(&conditions("1")), Some(("--hash", "8", "1")));
        assert_eq!(Conditions::default().difference(&conditions("1")), Some(("--hash", "nothing", "1")));
    }

    #[test]
    fn damaged_texts_are_refused() {
        let good = text();
        assert!(Spsa::from_json(&good).is_ok());
        for (from, to, words) in [
            ("\"version\": 2", "\"version\": 1", "it is of version 1, expected 2"),
            ("\"trials\": 10", "\"trials\": 0", "there are no trials"),
            ("\"max\": 9", "\"max\": 3", "expected a step above 0"),
            ("\"5\"", "\"50\"", "a value is out of its range"),
            ("\"5\"", "\"NaN\"", "a value is out of its range"),
            ("\"5\"", "\"5\", \"6\"", "not one value for each parameter"),
            ("\"5\"", "\"five\"", "\"five\" is no number"),
            ("}", "", "it cannot be read"),
        ] {
            assert!(good.contains(from), "{from}");
            let changed = good.replace(from, to);
            assert!(Spsa::from_json(&changed).is_err(), "{from}");
            let error = Spsa::from_json(&sealed_anew(&changed)).expect_err("damaged").to_string();
            assert!(error.contains(words), "{error}");
        }
        let error = Spsa::from_json(&good.replace("\"wins\": 0", "\"wins\": 7")).expect_err("damaged");
        assert!(error.to_string().starts_with("the checksum does not fit"), "{error}");
        for end in 0..good.len() {
            assert!(Spsa::from_json(&good[..end]).is_err(), "cut at {end}");
        }
    }
}
