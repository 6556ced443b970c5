//! `quevedo match`: games between engines, and what they prove.

mod engines;
mod files;
mod report;
mod rules;
mod summary;
mod table;
mod tail;
mod words;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use quevedo_arena::stats::Sprt;
use quevedo_arena::{Contestant, Event, Fixture, Format, Match, Order, Schedule};

use crate::console::Console;
use crate::failure::{EngineFailure, Finding, Usage};
use crate::{interrupt, launch, opening_file};
pub(crate) use engines::EngineArgs;
use files::{Places, Records};
pub(crate) use report::{Reporter, Wishes};
pub(crate) use rules::{RuleArgs, sprt};

/// Let engines play: matches, gauntlets and round robins, with statistics and SPRT
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo match --engine self --engine cmd=stockfish --each tc=8+0.08 --games 100
  quevedo match --engine ./new --engine ./old --each tc=8+0.08 option.Hash=16 --concurrency 2 \\
      --draw --resign --sprt elo0=0 elo1=5 --games 40000 --pgn games.pgn
  quevedo match --engine self name=full --engine self name=half nodes=10000 --each nodes=20000
  quevedo match --engine level:1400 --engine lab:type-b --games 20
  quevedo match --engine self --engine gnuchess args=--xboard proto=xboard --engine glaurung --each tc=10

An engine is described by words: cmd=PROGRAM (or just the program), or self for this program's own
engine with all switches and parameters of its search, level:ELO for somebody of that rating, lab:NAME for
a machine of old (docs/levels.md; neither looks at a clock, so none need be given); proto=uci|xboard, args=ARGUMENTS, dir=FOLDER,
name=NAME, tc=[MOVES/]TIME[+INCREMENT] (seconds, or minutes:seconds), st=SECONDS (for each move),
nodes=N, depth=N, margin=MILLISECONDS (forgiven, 10), ponder=on|off, restart=on|off (for every game),
patience=SECONDS (where no clock runs), option.NAME=VALUE. --each takes the same words for all
engines; what an engine says itself goes before.

Games are written to --pgn as they end. A match that was interrupted, or even killed, goes on with
the same command and --resume; no game is lost or played twice.

The exit code is 1 if SPRT accepts H0, 4 if an engine breaks down, 130 if the match is interrupted.
Fields of --json: games, planned, pairings (first, second, games, wins, draws, losses, score, pairs,
elo and normalized_elo with value and error, los, and with --sprt sprt: llr, lower, upper, verdict),
ratings (name, elo, games, points), faults (game, fault, reason), warnings. With --jsonl first a line
for each game (event, game, white, black, result, reason, fault, plies).")]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    engines: EngineArgs,

    /// Games of each pairing; every opening is played with both colours
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// Who meets: round-robin (everybody), or gauntlet (the first one meets all others)
    #[arg(long, value_enum, default_value = "round-robin", hide_possible_values = true)]
    format: FormatName,

    /// Where games begin: an EPD or PGN file, plain or packed (.zst, .zip) [default: our own balanced ones]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Take the openings in the order of the file, from this one on; without, they are shuffled
    #[arg(long, value_name = "NUMBER", value_parser = value_parser!(u64).range(1..))]
    sequential: Option<u64>,

    /// How openings are shuffled
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Of PGN openings, play this many plies only
    #[arg(long, value_name = "N")]
    plies: Option<usize>,

    /// Play this many games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    #[command(flatten)]
    rules: RuleArgs,

    /// Stop as soon as a sequential test is sure: elo0= elo1= [alpha=0.05 beta=0.05 model=logistic|normalized]
    #[arg(long, value_name = "WORDS", num_args = 1..=5)]
    sprt: Vec<String>,

    /// Append every finished game to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Keep the journal that --resume needs here [default: beside the games, FILE.journal]
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Go on with a match that was interrupted or killed; more --games make a finished one longer
    #[arg(long)]
    resume: bool,

    /// Draw Elo and LLR over the games to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// The name of the event in the games' tags
    #[arg(long, value_name = "NAME", default_value = "Quevedo match")]
    event: String,

    /// Go on when an engine crashes or hangs; it loses that game and is started again
    #[arg(long)]
    recover: bool,

    /// Bind each game to one core
    #[arg(long)]
    affinity: bool,

    /// Report after every N games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u64).range(1..))]
    report_every: u64,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FormatName {
    RoundRobin,
    Gauntlet,
}

pub(crate) fn run(args: &MatchArgs, console: &Console) -> anyhow::Result<Finding> {
    let contestants = args.engines.contestants()?;
    let sprt = args.sprt(contestants.len())?;
    let game = args.prepare(contestants, console)?;
    warn_of_crowd(&game, console);
    let places = Places { games: args.pgn.as_deref(), journal: args.journal.as_deref(), resume: args.resume };
    let (mut records, before) = places.open(&game, &args.event, console)?;
    interrupt::catch()?;
    let wishes = Wishes { sprt, every: args.report_every, plot: args.plot.as_deref() };
    let mut reporter = Reporter::new(&game, &wishes, console);
    reporter.recall(&before)?;
    if reporter.is_decided() {
        return reporter.finish();
    }
    let done: HashSet<u64> = before.iter().map(|entry| entry.game).collect();
    if game.schedule.fixtures().any(|fixture| !done.contains(&fixture.number)) {
        let remarks = game.rehearse().map_err(|error| EngineFailure(error.to_string()))?;
        for (name, remark) in remarks {
            console.note(format_args!("{name}: {remark}"));
        }
    }
    let mut trouble = None;
    let played = game.run(&done, &interrupt::is_wanted, &mut |event| {
        take(&event, &game, &mut records, &mut reporter).unwrap_or_else(|error| {
            trouble = Some(error);
            ControlFlow::Break(())
        })
    });
    if let Some(error) = trouble {
        return Err(error);
    }
    let verdict = reporter.finish()?;
    played.map_err(|error| EngineFailure(error.to_string()))?;
    Ok(if interrupt::is_wanted() { Finding::Interrupted } else { verdict })
}

/// What is done with an event: a game is written down before it counts.
fn take(
    event: &Event,
    game: &Match,
    records: &mut Records,
    reporter: &mut Reporter<'_>,
) -> anyhow::Result<ControlFlow<()>> {
    let Event::Finished(fixture, played) = event else { return Ok(ControlFlow::Continue(())) };
    records.add(game, fixture, played)?;
    reporter.add(fixture, played)
}

fn players<'a>(game: &'a Match, fixture: &Fixture) -> [&'a Contestant; 2] {
    [fixture.white, fixture.black].map(|index| &game.contestants[index])
}

impl MatchArgs {
    fn prepare(&self, contestants: Vec<Contestant>, console: &Console) -> anyhow::Result<Match> {
        let openings = opening_file::read(self.openings.as_deref(), self.plies)?;
        let format = match self.format {
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Gauntlet => Format::Gauntlet,
        };
        let order = match self.sequential {
            Some(first) => Order::Sequential(first as usize - 1),
            None => Order::Random(self.seed),
        };
        let schedule = Schedule::new(format, contestants.len(), self.games, openings.len(), order);
        Ok(Match {
            contestants,
            openings,
            schedule,
            rules: self.rules.adjudication()?,
            oracle: self.rules.oracle(console)?,
            concurrency: usize::from(self.concurrency),
            recover: self.recover,
            affinity: self.affinity,
            host: launch::host()?,
        })
    }

    fn sprt(&self, contestants: usize) -> anyhow::Result<Option<Sprt>> {
        if self.sprt.is_empty() {
            return Ok(None);
        }
        if contestants != 2 {
            return Err(Usage("--sprt needs exactly two engines".to_owned()).into());
        }
        Ok(Some(sprt(&self.sprt)?))
    }
}

/// Games that share a core disturb each other.
fn warn_of_crowd(game: &Match, console: &Console) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = |contestant: &Contestant| {
        let set = contestant.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("Threads"));
        let threads = set.and_then(|(_, value)| value.parse::<usize>().ok()).unwrap_or(1);
        if contestant.ponders { 2 * threads } else { threads }
    };
    let busiest = game.contestants.iter().map(threads).max().unwrap_or(1);
    let wanted = busiest.saturating_mul(game.concurrency);
    if wanted > cores {
        console.note(format_args!(
            "{} games at a time want {wanted} cores and there are {cores}: the engines will disturb each other",
            game.concurrency
        ));
    }
}
