//! The names of openings, from our own table or from a file.

use std::borrow::Cow;
use std::path::Path;

use anyhow::Context;
use quevedo_games::Named;
pub(crate) use quevedo_games::Openings;
pub(crate) use quevedo_report::OpeningName;

use crate::input;

/// The table of a file, or our own.
pub(crate) fn table(file: Option<&Path>) -> anyhow::Result<Cow<'static, Openings>> {
    let Some(file) = file else { return Ok(Cow::Borrowed(Openings::builtin())) };
    let table = Openings::from_reader(input::open(file)?)
        .with_context(|| format!("{} is no table of openings", file.display()))?;
    Ok(Cow::Owned(table))
}

/// The name of an opening as reports have it.
pub(crate) fn name(named: Named<'_>) -> OpeningName {
    let opening = named.opening;
    OpeningName { eco: opening.code.to_string(), name: opening.name.to_string(), ply: named.ply }
}
