//! Which games of a collection count.

use clap::Args;
use quevedo_games::{Date, PgnResult};
use quevedo_library::Filter;

use crate::failure::Usage;

/// Conditions for games.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Which games")]
pub(crate) struct FilterArgs {
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

    /// Both players have at least this rating
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u16>,

    /// Both players have at most this rating
    #[arg(long, value_name = "ELO")]
    max_elo: Option<u16>,

    /// The result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long)]
    result: Option<PgnResult>,

    /// Played on this day or later: 2015, 2015.03 or 2015.03.07
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,

    /// Played on this day or earlier; 2015 is its last day
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
}

impl FilterArgs {
    pub(crate) fn filter(&self) -> anyhow::Result<Filter> {
        let filter = Filter {
            player: self.player.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            event: self.event.clone(),
            least_rating: self.min_elo,
            most_rating: self.max_elo,
            result: self.result,
            since: self.since,
            until: self.until,
        };
        filter.check().map_err(|error| Usage(error.to_string()))?;
        Ok(filter)
    }
}
