//! Words of the form `key=value`.

use core::fmt::Display;
use core::str::FromStr;

use crate::failure::Usage;

/// Takes a word apart.
pub(super) fn split<'a>(word: &'a str, option: &str) -> Result<(&'a str, &'a str), Usage> {
    word.split_once('=').ok_or_else(|| Usage(format!("{option}: \"{word}\" is not of the form key=value")))
}

/// Reads a value.
pub(super) fn value<T: FromStr<Err: Display>>(key: &str, text: &str, wanted: &str) -> Result<T, Usage> {
    text.parse().map_err(|error| Usage(format!("{key}={text}: expected {wanted} ({error})")))
}

/// Reads `on` or `off`.
pub(super) fn switch(key: &str, text: &str) -> Result<bool, Usage> {
    match text {
        "on" | "true" | "yes" => Ok(true),
        "off" | "false" | "no" => Ok(false),
        _ => Err(Usage(format!("{key}={text}: expected on or off"))),
    }
}

/// Complains about a key that nobody knows.
pub(super) fn unknown(key: &str, option: &str, known: &str) -> Usage {
    Usage(format!("{option}: \"{key}\" is not known; known are {known}"))
}
