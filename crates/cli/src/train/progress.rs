//! How the training is going, while it goes.

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar};
use quevedo_train::data::Packed;
use quevedo_train::network::{Moment, Settings, Trainer};
use serde::Serialize;

use crate::console::{self, Console, Format};

/// Tells whoever looks: a bar on a terminal, lines elsewhere, JSON for programs.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    began: Instant,
    steps: u64,
    batch: u64,
    epochs: u32,
    /// The loss in the mean of the last steps.
    loss: Option<f64>,
    held_out: Option<f64>,
}

#[derive(Serialize)]
struct EpochReport {
    epoch: u32,
    learnt: f64,
    /// JSON has no word for what is not a number.
    held_out: Option<f64>,
    rate: f32,
    seconds: f64,
}

/// The part of a step's loss in the mean that is shown.
const FRESH: f64 = 0.02;

impl Progress {
    pub(super) fn new(settings: &Settings, trainer: &Trainer<'_, Packed>, console: &Console) -> Progress {
        let template = "{elapsed_precise} {bar:30} {msg}, {eta} left";
        let bar = console.bar(Some(trainer.steps()), template);
        bar.set_position(trainer.state().step);
        bar.reset_eta();
        let held_out = trainer.state().history.last().map(|record| record.held_out);
        Progress {
            bar,
            began: Instant::now(),
            steps: 0,
            batch: settings.batch as u64,
            epochs: settings.epochs,
            loss: None,
            held_out,
        }
    }

    /// What a step has brought.
    pub(super) fn tell(
        &mut self,
        moment: &Moment,
        trainer: &Trainer<'_, Packed>,
        console: &Console,
    ) -> anyhow::Result<()> {
        self.steps += 1;
        let loss = self.loss.map_or(moment.loss, |loss| loss + FRESH * (moment.loss - loss));
        self.loss = Some(loss);
        let held_out = self.held_out.map_or_else(String::new, |loss| format!(", held out {loss:.6}"));
        let epoch = trainer.state().epochs() + u32::from(moment.epoch.is_none());
        self.bar.set_message(format!(
            "epoch {epoch}/{}, {:.0}k positions/s, loss {loss:.6}{held_out}",
            self.epochs,
            self.speed() / 1000.0
        ));
        self.bar.inc(1);
        let Some(record) = moment.epoch else { return Ok(()) };
        self.held_out = Some(record.held_out).filter(|loss| loss.is_finite());
        if console.format == Format::JsonLines {
            let report = EpochReport {
                epoch: record.epoch,
                learnt: record.learnt,
                held_out: self.held_out,
                rate: record.rate,
                seconds: self.began.elapsed().as_secs_f64(),
            };
            let mut out = console.stdout();
            console.write_json(&mut out, &report)?;
            out.flush()?;
        }
        if self.bar.is_hidden() && !console.is_quiet() {
            let left = self.began.elapsed().as_secs_f64() / self.steps as f64
                * (trainer.steps() - trainer.state().step) as f64;
            let held_out = self.held_out.map_or_else(String::new, |loss| format!(", held out {loss:.6}"));
            console::log(format_args!(
                "epoch {}/{}: loss {:.6}{held_out}, {:.0}k positions/s, {} left",
                record.epoch,
                self.epochs,
                record.learnt,
                self.speed() / 1000.0,
                HumanDuration(Duration::from_secs_f64(left.max(0.0)))
            ));
        }
        Ok(())
    }

    fn speed(&self) -> f64 {
        (self.steps * self.batch) as f64 / self.began.elapsed().as_secs_f64().max(1e-9)
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
