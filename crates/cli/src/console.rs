//! What may be printed where: data on stdout, everything else on stderr, bars and colours only
//! where somebody looks at them.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::arguments::{Common, When};

/// Lines are wrapped at this many columns.
pub(crate) const WIDTH: usize = 80;

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Text for people.
    Text,
    /// One JSON object, indented.
    Json,
    /// JSON objects, each on one line.
    JsonLines,
}

/// What the user wants to see, and where it goes.
#[derive(Debug)]
pub(crate) struct Console {
    pub(crate) format: Format,
    /// Whether stdout takes colours.
    pub(crate) colors: bool,
    quiet: bool,
    verbose: bool,
}

impl Console {
    pub(crate) fn new(common: &Common) -> Console {
        let format = match (common.json, common.jsonl) {
            (true, _) => Format::Json,
            (_, true) => Format::JsonLines,
            _ => Format::Text,
        };
        let colors = match common.color {
            When::Always => true,
            When::Never => false,
            When::Auto => io::stdout().is_terminal() && !colors_are_unwanted(),
        };
        Console { format, colors, quiet: common.quiet, verbose: common.verbose }
    }

    /// Where data goes. Flush it at the end, or a full disk goes unnoticed.
    #[allow(clippy::unused_self)]
    pub(crate) fn stdout(&self) -> BufWriter<StdoutLock<'static>> {
        BufWriter::new(io::stdout().lock())
    }

    /// Says something that the user should know, unless told to be quiet.
    pub(crate) fn note(&self, text: impl Display) {
        if !self.quiet {
            log(format_args!("quevedo: note: {text}"));
        }
    }

    /// Says something that only a curious user wants to know.
    pub(crate) fn detail(&self, text: impl Display) {
        if self.verbose {
            log(format_args!("quevedo: {text}"));
        }
    }

    /// Whether notes are unwanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether the user is curious.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// A progress bar on stderr, of known length or not; nobody sees it unless that is a terminal.
    pub(crate) fn bar(&self, length: Option<u64>, template: &str) -> ProgressBar {
        if self.quiet || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("━╸─"));
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }

    /// Writes a report on stdout to its end: as JSON where that is wanted, else as the text that `write_text` makes of it.
    pub(crate) fn present<T: Serialize>(
        &self,
        report: &T,
        write_text: impl FnOnce(&T, &mut BufWriter<StdoutLock<'static>>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut out = self.stdout();
        match self.format {
            Format::Text => write_text(report, &mut out)?,
            _ => self.write_json(&mut out, report)?,
        }
        out.flush()?;
        Ok(())
    }

    /// Writes a value as JSON: indented as the only object, or on one line as one of many.
    pub(crate) fn write_json(&self, out: &mut impl Write, value: &impl Serialize) -> anyhow::Result<()> {
        // By way of a string, so that a closed pipe shows as what it is.
        let text = match self.format {
            Format::JsonLines => serde_json::to_string(value)?,
            _ => serde_json::to_string_pretty(value)?,
        };
        writeln!(out, "{text}")?;
        Ok(())
    }

    /// Writes rows as JSON: an array, or each on a line of its own.
    pub(crate) fn write_json_rows(
        &self,
        out: &mut impl Write,
        rows: &[impl Serialize],
    ) -> anyhow::Result<()> {
        if self.format != Format::JsonLines {
            return self.write_json(out, &rows);
        }
        rows.iter().try_for_each(|row| self.write_json(out, row))
    }
}

/// Breaks a text between words, so that no line is longer than `width` if no word is.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A line on stderr. Where even that is closed, there is nobody left to tell.
pub(crate) fn log(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// <https://no-color.org>: any value but the empty one counts.
fn colors_are_unwanted() -> bool {
    let is_set = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    is_set || std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("", 10), [""; 0]);
        assert_eq!(wrap("a3 a4 b3 b4", 5), ["a3 a4", "b3 b4"]);
        assert_eq!(wrap("a verylongword b", 5), ["a", "verylongword", "b"]);
    }
}
