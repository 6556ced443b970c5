//! Numbers in text that come back as exactly what they were: readers of JSON may be off by the last bit, Rust's own is not.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(super) fn serialize<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    values.iter().map(f64::to_string).collect::<Vec<String>>().serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts
        .iter()
        .map(|text| text.parse().map_err(|_| D::Error::custom(format!("\"{text}\" is no number"))))
        .collect()
}
