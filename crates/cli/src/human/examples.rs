//! The examples of files of labels.

use std::path::{Path, PathBuf};

use anyhow::Context;
use quevedo_human::{Example, Label, Looker, Scale};

use crate::console::Console;
use crate::input::{self, InputLine};
use crate::interrupt;

/// What there is to learn from and to check with.
pub(super) struct Examples {
    pub(super) learnt_from: Vec<Example>,
    pub(super) held_out: Vec<Example>,
    /// How the labels were made, as their files say.
    pub(super) made: Vec<String>,
}

/// Which of them are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    All,
    HeldOut,
}

/// Reads the labels of a scale; `None` if somebody interrupts.
pub(super) fn read(
    files: &[PathBuf],
    scale: Scale,
    part: Part,
    console: &Console,
) -> anyhow::Result<Option<Examples>> {
    let model = Looker::new()?.model();
    let mut examples = Examples { learnt_from: Vec::new(), held_out: Vec::new(), made: Vec::new() };
    let bar = console.bar(None, "{elapsed_precise} reading, {pos} labels");
    for path in files {
        let mut input = input::open(path)?;
        let mut number = 0u64;
        while let Some(line) = input::next_line(&mut input).with_context(|| cannot_read(path))? {
            number += 1;
            if interrupt::is_wanted() {
                return Ok(None);
            }
            let InputLine::Text(text) = line else {
                anyhow::bail!("{}, line {number}: not a label", path.display());
            };
            if let Some(about) = text.strip_prefix("# ") {
                examples.made.push(about.to_owned());
                continue;
            }
            let label = Label::read(&text).with_context(|| format!("{}, line {number}", path.display()))?;
            bar.inc(1);
            let choice = &label.choice;
            if choice.scale != scale {
                continue;
            }
            let list = if choice.is_held_out() {
                &mut examples.held_out
            } else if choice.is_learnt_from() && part == Part::All {
                &mut examples.learnt_from
            } else {
                continue;
            };
            list.extend(Example::new(&label, &model));
        }
    }
    bar.finish_and_clear();
    anyhow::ensure!(!examples.held_out.is_empty(), "there are no labels of the scale {scale} to check with");
    Ok(Some(examples))
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read {}", path.display())
}
