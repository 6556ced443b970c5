//! Which games are meant, and what their openings are called.

use std::borrow::Cow;
use std::path::PathBuf;

use clap::Args;
use quevedo_games::{Filter, OpeningRange, Outcome};
use quevedo_rules::Material;

use crate::openings::{self, Openings};
use crate::position::{self, Reading};

/// Conditions for games.
#[derive(Args, Debug)]
#[command(next_help_heading = "Which games")]
pub(super) struct FilterArgs {
    /// Either player's name contains this
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// White's name contains this
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// Black's name contains this
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// The event's name contains this
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// The opening: codes (B90, B20-B99) or a part of its name; by the tags, else by the moves
    #[arg(long, value_name = "CODES")]
    opening: Option<OpeningRange>,

    /// The game passes through this position: a FEN, whose counters do not matter
    #[arg(long, value_name = "FEN")]
    position: Option<String>,

    /// The game reaches this material, like KRPKR; either player may have either side
    #[arg(long, value_name = "MEN")]
    material: Option<Material>,

    /// Both players have at least this rating
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u32>,

    /// Both players have at most this rating
    #[arg(long, value_name = "ELO")]
    max_elo: Option<u32>,

    /// The result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long)]
    result: Option<Outcome>,

    /// Played in this year or later
    #[arg(long, value_name = "YEAR")]
    since: Option<u16>,

    /// Played in this year or earlier
    #[arg(long, value_name = "YEAR")]
    until: Option<u16>,

    /// At least this many plies
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,

    /// At most this many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
}

impl FilterArgs {
    pub(super) fn filter(&self) -> anyhow::Result<Filter> {
        let position = match &self.position {
            Some(text) => Some(position::read(text, Reading::Lenient)?.board.key()),
            None => None,
        };
        Ok(Filter {
            player: self.player.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            event: self.event.clone(),
            opening: self.opening.clone(),
            position,
            material: self.material,
            result: self.result,
            min_elo: self.min_elo,
            max_elo: self.max_elo,
            first_year: self.since,
            last_year: self.until,
            min_plies: self.min_plies,
            max_plies: self.max_plies,
        })
    }
}

/// Whether openings are to be named, and from which table.
#[derive(Args, Debug)]
pub(super) struct OpeningArgs {
    /// Name the openings (--opening chooses games by them)
    #[arg(long)]
    eco: bool,

    /// Name the openings from this table of codes, names and moves
    #[arg(long, value_name = "FILE")]
    eco_file: Option<PathBuf>,
}

impl OpeningArgs {
    /// The table of openings, if they are to be named.
    pub(super) fn table(&self) -> anyhow::Result<Option<Cow<'static, Openings>>> {
        if !self.eco && self.eco_file.is_none() {
            return Ok(None);
        }
        openings::table(self.eco_file.as_deref()).map(Some)
    }
}
