//! `quevedo judge`: how well evaluations tell the results of games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, value_parser};
use indicatif::HumanCount;
use quevedo_eval::Evaluation;
use quevedo_eval::nnue::Network;
use quevedo_rules::{Board, Outcome};
use quevedo_train::data::{Filter, Packed, Record, Sampler, Seen};
use quevedo_train::judge::{Judgement, PHASES, ResultError, judge, values};
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::labelled_positions::Sources;
use crate::{interrupt, network};

/// Judge evaluations by how well they tell the results of games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo judge games.qvg                                  the built-in network and the classical evaluation
  quevedo judge tcec_evals.txt.zst --every 100 --eval-file old.qvnn --eval-file new.qvnn
  quevedo judge games.qvg --evaluation classical --json

The error is the mean squared difference between sigmoid(value / scale) and the result of the game (1, 0.5
or 0), at the scale at which it is least. Lower is better; networks of ours that play better have less of
it. It is shown with one scale for all positions and for each phase with its own: scales that differ
much say that a value means more in one phase than in another. Judge on games that nobody has learnt
from, and compare on the same positions only: some are harder than others.

Data, plain or compressed (.zst): games of `quevedo datagen`, lines with a position and a result, PGN. Positions
in check, in the middle of an exchange or with scores beyond 25 pawns are left out; each counts once.

Fields of --json: positions, evaluations (name, one_scale and phases: positions, scale, error; phases also
from, to: men; phase_scales_error: over all positions, each phase with its scale).")]
pub(crate) struct JudgeArgs {
    /// Files with positions and results; `-` for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Judge the network in this file; give it again for more
    #[arg(long, value_name = "FILE")]
    eval_file: Vec<PathBuf>,

    /// Judge this evaluation: classical, network (the built-in one) or shannon; again for more
    #[arg(long, value_name = "KIND", value_parser = network::evaluation)]
    evaluation: Vec<Evaluation>,

    /// Take one position in N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    every: u64,
}

/// Positions with scores beyond this are left out.
const MOST_SCORE: u32 = 2500;

/// The user hears about progress after so many positions.
const PORTION: usize = 1 << 16;

pub(crate) fn run(args: &JudgeArgs, console: &Console) -> anyhow::Result<Finding> {
    let candidates = args.candidates()?;
    interrupt::catch()?;
    let Some(positions) = read(args, console)? else {
        console.note("interrupted while reading; nothing was judged");
        return Ok(Finding::Interrupted);
    };
    let all = (positions.len() * candidates.len()) as u64;
    let bar = console.bar(Some(all), "{elapsed_precise} {bar:30} {pos}/{len} evaluated, {eta} left");
    let mut evaluations = Vec::new();
    for candidate in &candidates {
        let mut worth = Vec::with_capacity(positions.len());
        for portion in positions.chunks(PORTION) {
            if interrupt::is_wanted() {
                break;
            }
            worth.extend(values(&|| candidate.kind.evaluator(candidate.network.as_ref()), portion));
            bar.inc(portion.len() as u64);
        }
        if interrupt::is_wanted() {
            break;
        }
        let judgement = judge(&positions, &worth);
        evaluations.extend(judgement.map(|found| EvaluationReport::new(&candidate.name, &found)));
    }
    bar.finish_and_clear();
    Report { positions: positions.len(), evaluations }.write(console)?;
    if interrupt::is_wanted() {
        console.note("interrupted; what was judged before is shown");
        return Ok(Finding::Interrupted);
    }
    Ok(Finding::Good)
}

/// An evaluation that is judged.
struct Candidate {
    name: String,
    kind: Evaluation,
    network: Option<Arc<Network>>,
}

impl JudgeArgs {
    fn candidates(&self) -> anyhow::Result<Vec<Candidate>> {
        let of_kind = |kind: Evaluation| {
            let network = if kind == Evaluation::Network { Some(network::chosen(None)?) } else { None };
            anyhow::Ok(Candidate { name: kind.name().to_owned(), kind, network })
        };
        let of_file = |path: &PathBuf| {
            let network = Some(network::read(path)?);
            anyhow::Ok(Candidate { name: name(path), kind: Evaluation::Network, network })
        };
        let usual = [Evaluation::Classical, Evaluation::default()];
        let kinds: &[Evaluation] =
            if self.evaluation.is_empty() && self.eval_file.is_empty() { &usual } else { &self.evaluation };
        let mut candidates = Vec::new();
        for &kind in kinds {
            if !candidates.iter().any(|other: &Candidate| other.name == kind.name()) {
                candidates.push(of_kind(kind)?);
            }
        }
        for path in &self.eval_file {
            candidates.push(of_file(path)?);
        }
        Ok(candidates)
    }
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// The positions of all files; `None` after an interruption.
fn read(args: &JudgeArgs, console: &Console) -> anyhow::Result<Option<Vec<Packed>>> {
    let mut sample = Sample { every: args.every, count: 0, seen: Seen::default(), positions: Vec::new() };
    let mut sampler = Sampler::new(1, 0);
    let mut sources = Sources::new(&args.files, console).with_bar();
    while let Some((_, record)) = sources.next()? {
        match record {
            Record::OurGame(game) => {
                for (board, _) in Filter::default().positions(&game) {
                    sample.offer(&board, game.result);
                }
            }
            Record::Game { start, moves, result } => {
                for labelled in sampler.positions(&start, &moves, 0.5) {
                    sample.offer(&labelled.board, result);
                }
            }
            Record::Line { labelled, .. } => {
                let is_within = labelled.score.is_none_or(|score| score.unsigned_abs() <= MOST_SCORE);
                if is_within && !labelled.is_noisy {
                    sample.offer(&labelled.board, labelled.outcome());
                }
            }
        }
        sources.tell(sample.positions.len());
    }
    drop(sources);
    if interrupt::is_wanted() {
        return Ok(None);
    }
    anyhow::ensure!(!sample.positions.is_empty(), "there are no positions to judge by");
    Ok(Some(sample.positions))
}

/// One fit position in so many, each once.
struct Sample {
    every: u64,
    count: u64,
    seen: Seen,
    positions: Vec<Packed>,
}

impl Sample {
    fn offer(&mut self, board: &Board, result: Outcome) {
        self.count += 1;
        if (self.count - 1).is_multiple_of(self.every) && self.seen.insert(board.key()) {
            self.positions.push(Packed::pack(board, 0, result));
        }
    }
}

/// A judgement in the names that users see.
#[derive(Serialize, Debug)]
pub(crate) struct EvaluationReport {
    name: String,
    one_scale: ResultError,
    phases: Vec<PhaseReport>,
    phase_scales_error: f64,
}

#[derive(Serialize, Debug)]
struct PhaseReport {
    from: usize,
    to: usize,
    #[serde(flatten)]
    found: Option<ResultError>,
}

impl EvaluationReport {
    pub(crate) fn new(name: &str, found: &Judgement) -> EvaluationReport {
        let phases = PHASES.iter().zip(found.phases);
        let phase = |(men, found): (&std::ops::RangeInclusive<usize>, _)| PhaseReport {
            from: *men.start(),
            to: *men.end(),
            found,
        };
        EvaluationReport {
            name: name.to_owned(),
            one_scale: found.one_scale,
            phases: phases.map(phase).collect(),
            phase_scales_error: found.phase_scales_error,
        }
    }
}

/// Writes judgements as a table.
pub(crate) fn write_table(out: &mut impl Write, evaluations: &[EvaluationReport]) -> anyhow::Result<()> {
    let width = evaluations.iter().map(|each| each.name.chars().count()).max().unwrap_or(0).max(10);
    let phases = PHASES.map(|men| format!("{:>13}", format!("{} to {} men", men.start(), men.end())));
    writeln!(out, "{:width$} {:>13} {}  by phase", "", "all", phases.join(" "))?;
    writeln!(out, "{:width$}{}     error", "", "   error scale".repeat(1 + PHASES.len()))?;
    for each in evaluations {
        write!(out, "{:width$}", each.name)?;
        let phases = each.phases.iter().map(|phase| phase.found);
        for found in [Some(each.one_scale)].into_iter().chain(phases) {
            match found {
                Some(found) => write!(out, " {:>7.5} {:>5.0}", found.error, found.scale)?,
                None => write!(out, " {:>7} {:>5}", "-", "-")?,
            }
        }
        writeln!(out, "   {:.5}", each.phase_scales_error)?;
    }
    Ok(())
}

#[derive(Serialize, Debug)]
struct Report {
    positions: usize,
    evaluations: Vec<EvaluationReport>,
}

impl Report {
    fn write(&self, console: &Console) -> anyhow::Result<()> {
        let mut out = console.stdout();
        if console.format == Format::Text {
            writeln!(out, "positions  {}", HumanCount(self.positions as u64))?;
            write_table(&mut out, &self.evaluations)?;
        } else {
            console.write_json(&mut out, self)?;
        }
        out.flush()?;
        Ok(())
    }
}
