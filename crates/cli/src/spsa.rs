//! `quevedo spsa`: tunes the search's parameters by games of the engine against itself.

mod file;
mod report;

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::Context;
use clap::{ArgGroup, Args, value_parser};
use quevedo_arena::spsa::{Conditions, Duel, Knob, Plan, Spsa, plot};
use quevedo_arena::{Adjudication, Allotment, DrawRule, Opening, ResignRule, TimeControl};
use quevedo_search::Params;

use crate::console::Console;
use crate::failure::{EngineFailure, Finding, Usage};
use crate::{interrupt, opening_file};

/// Tune parameters of the search by play (SPSA), resumable at any time
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("limit").required(true).args(["nodes", "tc", "list"]))]
#[command(after_help = "\
Examples:
  quevedo spsa --list                                    what can be tuned
  quevedo spsa --nodes 5000 --iterations 20000 --concurrency 2
  quevedo spsa --param null_base,null_divisor --tc 2+0.02 --state null.json --svg null.svg

Each iteration pushes all parameters at once, up or down by chance, and plays a pair of games between
these values and the opposite ones. The parameters then go a little the way of the winner.
The state is written to --state after every batch; the same command goes on from there, also with more
--concurrency. With --nodes the outcome depends on the seed alone, not on the machine.

A thousand pairs show little, twenty thousand show much. Prove the new values with quevedo match
--engine self --engine self option.NAME=VALUE.

Fields of --json: iterations, done, games, wins, draws, losses, seconds, parameters (name, start,
value, rounded, min, max, step). Fields of --list --json: name, summary, default, min, max, step.")]
pub(crate) struct SpsaArgs {
    /// Tune these parameters only; all without
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    param: Vec<String>,

    /// Pairs of games to play
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..=100_000_000))]
    iterations: u64,

    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// A clock for each game: TIME+INCREMENT in seconds
    #[arg(long, value_name = "TC")]
    tc: Option<Allotment>,

    /// Play this many pairs at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// Pairs that are played around the same values before the next step
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u64).range(1..=100_000))]
    batch: u64,

    /// How far a parameter goes at the end for a point won, in its steps
    #[arg(long, value_name = "R", default_value_t = 0.002)]
    r_end: f64,

    /// The source of all chance
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Hash table of each engine in MiB
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = value_parser!(u32).range(1..=65_536))]
    hash: u32,

    /// Where games begin: an EPD or PGN file, plain or packed (.zst, .zip); without, our own openings
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// The file that the tuning is kept in, to go on from
    #[arg(long, value_name = "FILE", default_value = "quevedo-spsa.json")]
    state: PathBuf,

    /// Begin anew, whatever the state file holds
    #[arg(long)]
    restart: bool,

    /// Draw each parameter's path to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// List the parameters that can be tuned
    #[arg(long)]
    list: bool,
}

pub(crate) fn run(args: &SpsaArgs, console: &Console) -> anyhow::Result<Finding> {
    let knobs = knobs(&args.param)?;
    if args.list {
        return report::list(&knobs, console);
    }
    let duel = args.duel()?;
    let mut spsa = args.tuning(knobs, &duel.openings, console)?;
    interrupt::catch()?;
    let bar =
        console.bar(Some(args.iterations), "{elapsed_precise} {bar:30} {pos}/{len} pairs, {msg}, {eta} left");
    bar.set_position(spsa.done());
    bar.reset_eta();
    let conditions = args.conditions(&spsa, &duel.openings);
    let clock = std::time::Instant::now();
    while !spsa.is_done() {
        let played = duel.play_batch(&mut spsa, interrupt::flag());
        if !played.map_err(|error| EngineFailure(error.to_string()))? {
            break;
        }
        args.keep(&spsa, &conditions)?;
        bar.set_position(spsa.done());
        bar.set_message(report::in_short(&spsa));
    }
    bar.finish_and_clear();
    report::write(&spsa, clock.elapsed(), console)?;
    if spsa.is_done() {
        return Ok(Finding::Good);
    }
    console.note(format_args!("the tuning is kept in {}; the same command goes on", args.state.display()));
    Ok(if interrupt::flag().load(Relaxed) { Finding::Interrupted } else { Finding::Good })
}

/// The parameters with these names, or all.
fn knobs(names: &[String]) -> Result<Vec<Knob>, Usage> {
    if let Some(odd) = names.iter().find(|name| Params::TABLE.iter().all(|known| known.name != **name)) {
        return Err(Usage(format!("there is no parameter \"{odd}\"; --list shows them")));
    }
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let wanted = Params::TABLE.iter().filter(|known| is_wanted(known.name));
    Ok(wanted
        .map(|known| Knob {
            name: known.name.to_owned(),
            start: known.default,
            min: known.min,
            max: known.max,
            step: known.step,
        })
        .collect())
}

impl SpsaArgs {
    fn duel(&self) -> anyhow::Result<Duel> {
        Ok(Duel {
            openings: self.read_openings()?,
            control: TimeControl { clock: self.tc, nodes: self.nodes, ..TimeControl::default() },
            rules: Adjudication {
                draw: Some(DrawRule { from_move: 34, moves: 8, score: 10 }),
                resign: Some(ResignRule { moves: 3, score: 600, two_sided: true }),
                most_moves: Some(200),
            },
            options: vec![("Hash".to_owned(), self.hash.to_string())],
            concurrency: usize::from(self.concurrency),
            batch: self.batch,
        })
    }

    fn read_openings(&self) -> anyhow::Result<Vec<Opening>> {
        opening_file::read(self.openings.as_deref(), None)
    }

    /// All that the outcome depends on, as the user names it.
    fn conditions(&self, spsa: &Spsa, openings: &[Opening]) -> Conditions {
        let or_none = |value: Option<String>| value.unwrap_or_else(|| "nothing".to_owned());
        let names: Vec<&str> = spsa.knobs().iter().map(|knob| knob.name.as_str()).collect();
        let settings = [
            ("--param", names.join(",")),
            ("--iterations", self.iterations.to_string()),
            ("--r-end", self.r_end.to_string()),
            ("--seed", self.seed.to_string()),
            ("--nodes", or_none(self.nodes.map(|nodes| nodes.to_string()))),
            ("--tc", or_none(self.tc.map(|control| control.to_string()))),
            ("--batch", self.batch.to_string()),
            ("--hash", self.hash.to_string()),
            ("--openings", Opening::fingerprint(openings)),
        ];
        Conditions(settings.map(|(name, value)| (name.to_owned(), value)).to_vec())
    }

    /// A new tuning, or the one in the state file.
    fn tuning(&self, knobs: Vec<Knob>, openings: &[Opening], console: &Console) -> anyhow::Result<Spsa> {
        let plan = Plan { trials: self.iterations, rate: self.r_end, seed: self.seed };
        let fresh = Spsa::new(knobs, plan).map_err(|error| Usage(error.to_string()))?;
        let path = self.state.display();
        let Some(text) = file::read(&self.state)?.filter(|_| !self.restart) else { return Ok(fresh) };
        let (kept, before) =
            Spsa::from_json(&text).with_context(|| format!("the tuning in {path} cannot be gone on with"))?;
        let now = self.conditions(&fresh, openings);
        if let Some((setting, before, now)) = before.difference(&now) {
            let words = format!(
                "{path} holds another tuning: {setting} was {before} and is now {now}; \
                 give the same options, another --state, or --restart"
            );
            return Err(Usage(words).into());
        }
        if kept.plan() != fresh.plan() || kept.knobs() != fresh.knobs() {
            let words = format!(
                "{path} holds a tuning of parameters with other values; give another --state, or --restart"
            );
            return Err(Usage(words).into());
        }
        console.note(format_args!("{path} holds {} of {} pairs; going on", kept.done(), plan.trials));
        Ok(kept)
    }

    fn keep(&self, spsa: &Spsa, conditions: &Conditions) -> anyhow::Result<()> {
        file::replace(&self.state, &spsa.to_json(conditions)?)?;
        match &self.svg {
            Some(path) => file::replace(path, &plot(spsa, &report::title(spsa))),
            None => Ok(()),
        }
    }
}
