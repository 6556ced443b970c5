//! `quevedo fit-wdl`: what scores mean, fitted on our own games.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use indicatif::HumanCount;
use quevedo_train::data::Record;
use quevedo_train::wdl::{Fit, Observed, Tally, draw, fit};
use quevedo_value::WdlModel;
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::files::Output;
use crate::interrupt;
use crate::labelled_positions::Sources;

/// Fit the chances to win, draw and lose that scores mean, on our own games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo fit-wdl first.qvg
  quevedo fit-wdl first.qvg second.qvg --svg chances.svg

The chance to win is 1 / (1 + exp((middle - score) / spread)), with middle and spread cubic polynomials of
the material on the board (pawns' worth by 1, 3, 3, 5, 9, from 17 to 78, divided by 58); the chance to
lose is the same with the score's sign changed. The eight coefficients, the highest power first, are
those under which the results of all positions with scores within 10 pawns were most likely. They are
what stands in crates/value/src/wdl.rs.

A `pawn` is the score that wins half of the games with the material of about move 32 (58 pawns' worth):
what 100 cp should mean.

Fields of --json: files, positions, decided (left out: beyond 10 pawns), material_at_move_32, middle,
spread (coefficients), pawn, error, blind_error (minus the mean logarithm of the chance given to what
happened; blind: by overall frequencies), steps, rows (from, to, positions, observed and predicted:
win, draw, loss as parts of 1).")]
pub(crate) struct FitWdlArgs {
    /// Files of games, of `quevedo datagen` or `quevedo relabel`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Draw curves and games to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Replace a picture that is there already
    #[arg(long)]
    force: bool,
}

/// The ranges of scores in the table.
const STEP: i32 = 100;
const FARTHEST: i32 = 700;

pub(crate) fn run(args: &FitWdlArgs, console: &Console) -> anyhow::Result<Finding> {
    let claim = |path| Output::at(path).apart_from(&args.files).overwrite(args.force).claim();
    let picture = args.svg.as_deref().map(claim).transpose()?;
    interrupt::catch()?;
    let mut tally = Tally::default();
    let mut sources = Sources::new(&args.files, console).with_bar();
    while let Some((file, record)) = sources.next()? {
        let Record::OurGame(game) = record else {
            anyhow::bail!("{} has no games of `quevedo datagen`", args.files[file - 1].display());
        };
        tally.add_game(&game);
    }
    drop(sources);
    if interrupt::is_wanted() {
        console.note("interrupted while reading; nothing was written");
        return Ok(Finding::Interrupted);
    }
    let found = fit(&tally)?;
    if let Some(picture) = picture {
        picture.write(draw(&tally, &found.model).as_bytes())?;
    }
    Report::new(args, &tally, &found).write(console)?;
    Ok(Finding::Good)
}

#[derive(Serialize, Clone, Copy, Debug)]
struct Chances {
    win: f64,
    draw: f64,
    loss: f64,
}

impl From<[f64; 3]> for Chances {
    fn from(parts: [f64; 3]) -> Chances {
        let [win, draw, loss] = parts.map(|part| (part * 1e4).round() / 1e4);
        Chances { win, draw, loss }
    }
}

impl From<Observed> for Chances {
    fn from(observed: Observed) -> Chances {
        let all = observed.all().max(1) as f64;
        [observed.won, observed.drawn, observed.lost].map(|count| count as f64 / all).into()
    }
}

#[derive(Serialize, Debug)]
struct Row {
    from: i32,
    to: i32,
    positions: u64,
    observed: Chances,
    predicted: Chances,
}

#[derive(Serialize, Debug)]
struct Report {
    files: Vec<String>,
    positions: u64,
    decided: u64,
    material_at_move_32: Option<f64>,
    middle: [f64; 4],
    spread: [f64; 4],
    pawn: f64,
    error: f64,
    blind_error: f64,
    steps: usize,
    rows: Vec<Row>,
}

impl Report {
    fn new(args: &FitWdlArgs, tally: &Tally, found: &Fit) -> Report {
        let starts = (-FARTHEST..FARTHEST).step_by(STEP as usize);
        let ranges: Vec<(i32, i32)> = starts.map(|from| (from, from + STEP)).collect();
        let rows = tally.compare(&found.model, &ranges);
        Report {
            files: args.files.iter().map(|path| path.display().to_string()).collect(),
            positions: found.positions,
            decided: tally.beyond(),
            material_at_move_32: tally.material_at_move_32(),
            middle: found.model.middle,
            spread: found.model.spread,
            pawn: found.pawn(),
            error: found.error,
            blind_error: found.blind_error,
            steps: found.steps,
            rows: ranges
                .into_iter()
                .zip(rows)
                .map(|((from, to), (observed, predicted))| Row {
                    from,
                    to,
                    positions: observed.all(),
                    observed: observed.into(),
                    predicted: predicted.into(),
                })
                .collect(),
        }
    }

    fn write(&self, console: &Console) -> anyhow::Result<()> {
        let mut out = console.stdout();
        if console.format == Format::Text {
            self.write_text(&mut out)?;
        } else {
            console.write_json(&mut out, self)?;
        }
        out.flush()?;
        Ok(())
    }

    fn write_text(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let (positions, decided) = (HumanCount(self.positions), HumanCount(self.decided));
        writeln!(out, "positions  {positions}; {decided} more are decided and left out")?;
        writeln!(out, "error      {:.4}, {:.4} by frequencies alone", self.error, self.blind_error)?;
        writeln!(out, "middle     {:?}", self.middle)?;
        writeln!(out, "spread     {:?}", self.spread)?;
        if let Some(material) = self.material_at_move_32 {
            writeln!(out, "move 32    {material:.1} pawns' worth of material in the mean")?;
        }
        let material = WdlModel::USUAL_MATERIAL;
        writeln!(out, "pawn       {:.1}: wins half of the games at material {material}", self.pawn)?;
        writeln!(out, "\n        score  positions   win  draw  loss   model: win  draw  loss")?;
        let cell = |part: f64| format!("{:>5.1}", 100.0 * part);
        for row in self.rows.iter().filter(|row| row.positions > 0) {
            let [seen, model] = [row.observed, row.predicted]
                .map(|chances| [chances.win, chances.draw, chances.loss].map(cell).join(" "));
            let range = format!("{} to {}", row.from, row.to);
            let positions = HumanCount(row.positions).to_string();
            writeln!(out, "{range:>13} {positions:>10} {seen}        {model}")?;
        }
        Ok(())
    }
}
