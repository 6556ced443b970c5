//! What came out of the tuning.

use std::io::Write;
use std::time::Duration;

use quevedo_train::tune::{Dataset, Options, State};
use serde::Serialize;

use crate::console::{Console, Format};

/// Mean squared errors.
#[derive(Clone, Copy, Serialize, Debug)]
pub(super) struct Errors {
    pub(super) learnt: f64,
    /// `None` if nothing is held out.
    pub(super) held_out: Option<f64>,
}

/// One time through all positions.
#[derive(Clone, Copy, Serialize, Debug)]
pub(super) struct EpochReport {
    pub(super) epoch: u32,
    pub(super) learnt: f64,
    /// `None` if nothing is held out.
    pub(super) held_out: Option<f64>,
    pub(super) seconds: f64,
}

impl EpochReport {
    /// Tells programs; people have the bar.
    pub(super) fn write(&self, console: &Console) -> anyhow::Result<()> {
        if console.format == Format::JsonLines {
            let mut out = console.stdout();
            console.write_json(&mut out, self)?;
            out.flush()?;
        }
        Ok(())
    }
}

/// The whole run.
#[derive(Serialize, Debug)]
pub(super) struct Report {
    learnt: usize,
    held_out: usize,
    target: TargetReport,
    steepness: f32,
    epochs: u32,
    seconds: f64,
    errors: AllErrors,
    pub(super) weights: Option<String>,
    pub(super) source: Option<String>,
}

#[derive(Serialize, Debug)]
struct TargetReport {
    result_part: f32,
    score_steepness: f32,
}

#[derive(Serialize, Debug)]
struct AllErrors {
    before: Errors,
    after: Errors,
    rounded: Option<Errors>,
}

impl Report {
    pub(super) fn new(
        learn: &Dataset,
        check: &Dataset,
        options: &Options,
        state: &State,
        before: Errors,
        after: Errors,
        time: Duration,
    ) -> Report {
        let target = options.target;
        Report {
            learnt: learn.len(),
            held_out: check.len(),
            target: TargetReport { result_part: target.result_part, score_steepness: target.score_steepness },
            steepness: options.steepness,
            epochs: state.epoch,
            seconds: time.as_secs_f64(),
            errors: AllErrors { before, after, rounded: None },
            weights: None,
            source: None,
        }
    }

    /// The errors of the weights as they are written.
    pub(super) fn rounded(&mut self, errors: Errors) {
        self.errors.rounded = Some(errors);
    }

    pub(super) fn write(&self, console: &Console) -> anyhow::Result<()> {
        console.present(self, Self::write_text)
    }

    fn write_text(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "positions  {} to learn from, {} held out", self.learnt, self.held_out)?;
        let (part, scores) = (self.target.result_part, self.target.score_steepness);
        writeln!(out, "target     {part} result, {} score at steepness {scores:.3}", 1.0 - part)?;
        writeln!(out, "steepness  {:.3}", self.steepness)?;
        writeln!(out, "epochs     {} in {:.1} s", self.epochs, self.seconds)?;
        writeln!(out, "error      {:>9}  {:>9}", "learnt", "held out")?;
        let rows = [
            ("before", Some(self.errors.before)),
            ("after", Some(self.errors.after)),
            ("rounded", self.errors.rounded),
        ];
        for (name, errors) in rows {
            if let Some(Errors { learnt, held_out }) = errors {
                let held_out = held_out.map_or_else(|| "-".to_owned(), |error| format!("{error:.6}"));
                writeln!(out, "  {name:<8} {learnt:>9.6}  {held_out:>9}")?;
            }
        }
        for file in [&self.weights, &self.source].into_iter().flatten() {
            writeln!(out, "written    {file}")?;
        }
        out.flush()?;
        Ok(())
    }
}
