//! `quevedo farm submit match`: a match played by many.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, value_parser};
use quevedo_arena::{Contestant, Kind as Make};
use quevedo_farm::Kind;
use quevedo_farm::kind::games::{MatchTerms, OPENINGS, PlayerTerms, program_file, write_openings};

use super::submit::{Common, Order, Submitted};
use crate::console::Console;
use crate::failure::Usage;
use crate::opening_file;
use crate::play_match::{EngineArgs, FormatName, RuleArgs, sprt};

/// Play a match: pairs of games on all workers, counted and stopped in one place
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo farm submit match --engine self name=new option.null-move=false --engine self name=old \\
      --each nodes=20000 --games 1000 --out games.pgn --server nats://host:4222
  quevedo farm submit match --engine ./new --engine ./old --each tc=8+0.08 --sprt elo0=0 elo1=5 --games 40000 \\
      --out games.pgn --server nats://host:4222

Engines are described as for `quevedo match`; programs are sent to the workers, and only those that were started with
--programs take such a run. Pairs count in the order of the schedule, so at fixed nodes the match ends with the same game
and the same verdict as on one machine. The exit code is 1 if SPRT accepts H0.")]
pub(super) struct Submit {
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

    #[command(flatten)]
    rules: RuleArgs,

    /// Stop as soon as a sequential test is sure: elo0= elo1= [alpha=0.05 beta=0.05 model=logistic|normalized]
    #[arg(long, value_name = "WORDS", num_args = 1..=5)]
    sprt: Vec<String>,

    /// Write the games here
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace a file that is there
    #[arg(long)]
    force: bool,

    /// The name of the event in the games' tags
    #[arg(long, value_name = "NAME", default_value = "Quevedo match")]
    event: String,

    /// Go on when an engine crashes or hangs; it loses that game and is started again
    #[arg(long)]
    recover: bool,

    #[command(flatten)]
    common: Common,
}

impl Submitted for Submit {
    fn common(&self) -> &Common {
        &self.common
    }

    fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    fn force(&self) -> bool {
        self.force
    }

    fn inputs(&self) -> Vec<&Path> {
        self.openings.iter().map(PathBuf::as_path).collect()
    }

    fn needs_out(&self) -> bool {
        false
    }

    fn order(&self, _: &Console) -> anyhow::Result<Order> {
        if self.rules.wants_tables() {
            let words = "tablebases are not sent to workers: leave --syzygy and --tables out";
            return Err(Usage(words.to_owned()).into());
        }
        let contestants = self.engines.contestants()?;
        let test = if self.sprt.is_empty() { None } else { Some(sprt(&self.sprt)?) };
        if test.is_some() && contestants.len() != 2 {
            return Err(Usage("--sprt needs exactly two engines".to_owned()).into());
        }
        let openings = opening_file::read(self.openings.as_deref(), self.plies)?;
        let rules = self.rules.adjudication()?;
        let terms = MatchTerms {
            players: contestants.iter().map(PlayerTerms::new).collect(),
            gauntlet: self.format == FormatName::Gauntlet,
            games: self.games,
            sequential: self.sequential.map(|first| first as usize - 1),
            seed: self.seed,
            draw: rules.draw.map(|rule| (rule.from_move, rule.moves, rule.score)),
            resign: rules.resign.map(|rule| (rule.moves, rule.score, rule.two_sided)),
            most_moves: rules.most_moves,
            recover: self.recover,
            sprt: test,
            event: self.event.clone(),
        };
        let mut files = vec![(OPENINGS.to_owned(), write_openings(&openings).into_bytes())];
        for (number, contestant) in contestants.iter().enumerate() {
            files.extend(program(contestant)?.map(|content| (program_file(number), content)));
        }
        let programs = contestants.iter().any(|contestant| contestant.kind != Make::Own);
        let is_exact = terms.is_exact();
        Ok(Order { kind: Kind::Match, conditions: serde_json::to_value(terms)?, files, programs, is_exact })
    }
}

/// The bytes of an engine that is a program.
fn program(contestant: &Contestant) -> anyhow::Result<Option<Vec<u8>>> {
    let (Make::Uci(program) | Make::Xboard(program)) = &contestant.kind else { return Ok(None) };
    let name = &contestant.name;
    if program.folder.is_some() {
        return Err(Usage(format!("{name}: dir= means nothing on another machine; leave it out")).into());
    }
    let path = program.find().map_err(Usage)?;
    let content = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Some(content))
}
