//! What came out of the training.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use quevedo_eval::AnyEvaluator;
use quevedo_train::data::{Packed, TrainingSet};
use quevedo_train::judge;
use quevedo_train::network::{Difference, Settings, Trainer, best_scale, mean_loss};
use serde::Serialize;

use crate::console::{Console, Format};
use crate::judge::{EvaluationReport, write_table};

/// The whole run.
#[derive(Serialize, Debug)]
pub(super) struct Report {
    learnt: usize,
    held_out: usize,
    architecture: String,
    epochs: u32,
    steps: u64,
    seconds: f64,
    positions_per_second: f64,
    losses: Losses,
    quantisation: Option<Difference>,
    network: Option<String>,
    picture: Option<String>,
}

/// Mean squared errors; of the positions held out, where there are any.
#[derive(Serialize, Debug, Default)]
struct Losses {
    learnt: Option<f64>,
    held_out: Option<f64>,
    score: Option<f64>,
    result: Option<f64>,
    classical: Option<ClassicalLoss>,
    /// The result errors of the network and of the classical evaluation.
    results: Vec<EvaluationReport>,
}

/// What the classical evaluation achieves on the positions held out.
#[derive(Serialize, Debug)]
struct ClassicalLoss {
    loss: f64,
    best_scale: f32,
    best_loss: f64,
}

/// The scale of the network's values.
const SCALE: f32 = 400.0;

impl Report {
    pub(super) fn new(
        settings: &Settings,
        trainer: &Trainer<'_, Packed>,
        positions: &TrainingSet,
        steps: u64,
        time: Duration,
    ) -> Report {
        let shape = &settings.shape;
        let (hidden, kings, outputs) = (shape.hidden(), shape.king_buckets(), shape.output_buckets());
        let seconds = time.as_secs_f64();
        let seen = steps * settings.batch.min(positions.learn.len()) as u64;
        Report {
            learnt: positions.learn.len(),
            held_out: positions.check.len(),
            architecture: format!("(768 x {kings} -> {hidden}) x 2 -> 1 x {outputs}"),
            epochs: trainer.state().epochs(),
            steps: trainer.state().step,
            seconds,
            positions_per_second: seen as f64 / seconds.max(1e-9),
            losses: losses(settings, trainer, &positions.check),
            quantisation: None,
            network: None,
            picture: None,
        }
    }

    pub(super) fn title(&self) -> String {
        format!("{}, {} positions", self.architecture, self.learnt)
    }

    pub(super) fn network(&mut self, path: &Path, apart: Difference) {
        self.network = Some(path.display().to_string());
        self.quantisation = Some(apart);
    }

    pub(super) fn picture(&mut self, path: &Path) {
        self.picture = Some(path.display().to_string());
    }

    pub(super) fn write(&self, console: &Console) -> anyhow::Result<()> {
        let mut out = console.stdout();
        if console.format != Format::Text {
            console.write_json(&mut out, self)?;
            out.flush()?;
            return Ok(());
        }
        writeln!(out, "positions  {} to learn from, {} held out", self.learnt, self.held_out)?;
        writeln!(out, "network    {}", self.architecture)?;
        writeln!(
            out,
            "epochs     {} in {:.1} s, {:.0} positions/s",
            self.epochs, self.seconds, self.positions_per_second
        )?;
        let rows = [
            ("learnt", self.losses.learnt),
            ("held out", self.losses.held_out),
            ("  scores alone", self.losses.score),
            ("  results alone", self.losses.result),
        ];
        for (name, loss) in rows {
            if let Some(loss) = loss {
                writeln!(out, "loss       {loss:.6}  {name}")?;
            }
        }
        if let Some(classical) = &self.losses.classical {
            let ClassicalLoss { loss, best_scale, best_loss } = classical;
            writeln!(
                out,
                "classical  {loss:.6}  held out; {best_loss:.6} at its best scale, {best_scale:.0}"
            )?;
        }
        if !self.losses.results.is_empty() {
            writeln!(out, "\nresult error, held out: how well values tell who won, at their best scales")?;
            write_table(&mut out, &self.losses.results)?;
            writeln!(out)?;
        }
        if let Some(apart) = &self.quantisation {
            writeln!(
                out,
                "rounding   {:.2} hundredths of a pawn in the mean, {:.0} at most, over {} positions",
                apart.mean, apart.most, apart.positions
            )?;
        }
        for file in [&self.network, &self.picture].into_iter().flatten() {
            writeln!(out, "written    {file}")?;
        }
        out.flush()?;
        Ok(())
    }
}

fn losses(settings: &Settings, trainer: &Trainer<'_, Packed>, check: &[Packed]) -> Losses {
    let learnt = trainer.state().history.last().map(|record| record.learnt);
    if check.is_empty() {
        return Losses { learnt, ..Losses::default() };
    }
    let values = trainer.values(check);
    let loss = |blend: f32| Some(mean_loss(settings, check, &values, SCALE, blend));
    let blend = settings.blend.last;
    let classical = judge::values(&AnyEvaluator::classical, check);
    let judged = [("network", &values), ("classical", &classical)]
        .map(|(name, values)| judge::judge(check, values).map(|found| EvaluationReport::new(name, &found)));
    let (best_scale, best_loss) = best_scale(settings, check, &classical, blend);
    Losses {
        learnt,
        held_out: loss(blend),
        score: loss(0.0),
        result: loss(1.0),
        classical: Some(ClassicalLoss {
            loss: mean_loss(settings, check, &classical, SCALE, blend),
            best_scale,
            best_loss,
        }),
        results: judged.into_iter().flatten().collect(),
    }
}
