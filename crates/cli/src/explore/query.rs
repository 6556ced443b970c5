//! `quevedo explore query`: what was played in a position.

use std::io::Write;

use clap::Args;
use quevedo_games::Openings;
use quevedo_library::{GameOrder, PositionStatistics, Results};
use quevedo_report::OpeningName;
use quevedo_rules::Color;
use serde::Serialize;

use super::games::GameLine;
use super::{Asked, Collection, FilterArgs};
use crate::console::Console;
use crate::failure::Finding;
use crate::openings;

/// Tell what was played in a position: moves, results, ratings, and the strongest games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo explore query master
  quevedo explore query master --moves e4 c5 Nf3 d6 --min-elo 2500 --since 2010
  quevedo explore query master --player kasparov \"r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 2 6\"

`score` is the share of points of the side that plays the move. Games without a result (*) count as games,
not as points. The exit code is 1 if there is no such game.

Fields of --json: position, opening (eco, name, ply), games, white, draws, black, open, ended_here, moves (uci, san, games, white,
draws, black, open, mean_rating, last_year), strongest (white, black, white_rating, black_rating, result, date, event, plies).")]
pub(super) struct QueryArgs {
    #[command(flatten)]
    asked: Asked,

    #[command(flatten)]
    filter: FilterArgs,

    /// Show so many of the strongest games
    #[arg(long, value_name = "N", default_value_t = 4)]
    games: usize,
}

#[derive(Serialize, Debug)]
struct Report {
    opening: Option<OpeningName>,
    #[serde(flatten)]
    statistics: PositionStatistics,
    strongest: Vec<GameLine>,
}

pub(super) fn run(args: &QueryArgs, console: &Console) -> anyhow::Result<Finding> {
    let game = args.asked.game(console)?;
    let filter = args.filter.filter()?;
    let collection = Collection::open(&args.asked.collection)?;
    let explorer = collection.explorer();
    let statistics = explorer.query(game.board(), &filter)?;
    let (_, notes) = explorer.games_with(game.board(), &filter, args.games, GameOrder::Strongest)?;
    let opening = Openings::builtin().classify(game.start(), game.moves()).map(openings::name);
    let report = Report { opening, statistics, strongest: notes.iter().map(GameLine::of).collect() };
    console.present(&report, write_text)?;
    Ok(Finding::good_if(report.statistics.results.games > 0))
}

/// The width of the bar of results.
const BAR: usize = 20;

fn write_text(report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    let Report { opening, statistics, strongest } = report;
    let board = &statistics.position;
    if let Some(OpeningName { eco, name, .. }) = opening {
        writeln!(out, "{eco} {name}")?;
    }
    if statistics.results.games == 0 {
        writeln!(out, "no game reached this position")?;
        return Ok(());
    }
    let side = board.turn();
    writeln!(
        out,
        "{:<8} {:>8} {:>6}  {:<BAR$}  {:>6} {:>5}",
        "move", "games", "score", "White, draw, Black", "rating", "last"
    )?;
    for row in &statistics.moves {
        let rating = row.mean_rating.map(|rating| format!("{rating:.0}")).unwrap_or_default();
        let last = row.last_year.map(|year| year.to_string()).unwrap_or_default();
        writeln!(
            out,
            "{:<8} {:>8} {:>6}  {:<BAR$}  {rating:>6} {last:>5}",
            row.san,
            row.results.games,
            percent(&row.results, side),
            bar(&row.results),
        )?;
    }
    if statistics.ended_here > 0 {
        writeln!(out, "{:<8} {:>8}", "(end)", statistics.ended_here)?;
    }
    let all = &statistics.results;
    writeln!(out, "{:<8} {:>8} {:>6}  {}", "all", all.games, percent(all, side), bar(all))?;
    if !strongest.is_empty() {
        writeln!(out)?;
        for game in strongest {
            writeln!(out, "{game}")?;
        }
    }
    Ok(())
}

fn percent(results: &Results, side: Color) -> String {
    results.score(side).map(|score| format!("{:.1}%", 100.0 * score)).unwrap_or_default()
}

/// White's wins, draws and Black's wins as characters.
fn bar(results: &Results) -> String {
    let known = results.white + results.draws + results.black;
    if known == 0 {
        return String::new();
    }
    let share = |count: u64| (count * BAR as u64 + known / 2) / known;
    let white = share(results.white).min(BAR as u64);
    let black = share(results.black).min(BAR as u64 - white);
    let drawn = BAR as u64 - white - black;
    let part = |sign: &str, count: u64| sign.repeat(count as usize);
    format!("{}{}{}", part("█", white), part("▒", drawn), part("░", black))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_always_as_long() {
        for (white, draws, black) in [(1, 0, 0), (1, 1, 1), (0, 1, 0), (33, 33, 34), (1, 98, 1), (0, 0, 7)] {
            let results = Results { games: white + draws + black, white, draws, black, open: 0 };
            assert_eq!(bar(&results).chars().count(), BAR, "{results:?}");
        }
        assert_eq!(bar(&Results { games: 3, open: 3, ..Results::default() }), "");
    }
}
