//! `quevedo explore similar`: positions of other games that are like this one.

use std::io::Write;

use clap::{Args, value_parser};
use quevedo_library::{Case, Explorer, GameNote, Likeness, Results, Similar, Structure, Wish};
use quevedo_rules::{Board, Color};
use serde::Serialize;

use super::games::GameLine;
use super::{Asked, Collection, FilterArgs};
use crate::console::Console;
use crate::failure::{Finding, Usage};

/// Find positions of other games that are like this one: the same pawns, the nearest pieces
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo explore similar master --moves d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 c6 e3 Be7
  quevedo explore similar master \"r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 1\" --min-elo 2600

Games have a likeness if the pawns of the files c to f are the same, with colours exchanged, too; where hardly any game has that, those of
the files d and e; in endings the pieces. Of these games, the strongest players' first, --games are replayed, and the
nearest position of each is kept: by the men, the other pawns, the pieces' squares, the kings' wings and whose turn it is.
The exit code is 1 if there is no such game.

Fields of --json: structure, likeness (structure, centre or pieces), games, looked_at, results, cases (segment, number, ply, is_turned,
distance, position, result, game). With is_turned White and Black have changed places; `result` is told as if they had not.")]
pub(super) struct SimilarArgs {
    #[command(flatten)]
    asked: Asked,

    #[command(flatten)]
    filter: FilterArgs,

    /// Show so many
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..=10_000))]
    cases: u32,

    /// Replay at most so many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..))]
    games: u32,
}

#[derive(Serialize, Debug)]
struct Report {
    structure: Option<&'static str>,
    likeness: Likeness,
    games: u64,
    looked_at: usize,
    results: Results,
    cases: Vec<CaseLine>,
}

/// A case with its game.
#[derive(Serialize, Debug)]
pub(super) struct CaseLine {
    #[serde(flatten)]
    pub(super) case: Case,
    pub(super) game: GameLine,
}

impl CaseLine {
    pub(super) fn of(explorer: &Explorer, case: Case) -> anyhow::Result<CaseLine> {
        let game = explorer.segments()[case.segment].game(case.number)?;
        let note = GameNote { segment: case.segment, number: case.number, game };
        Ok(CaseLine { game: GameLine::of(&note), case })
    }
}

/// The collection must have been indexed for this.
pub(super) fn themes(collection: &Collection, folder: &std::path::Path) -> anyhow::Result<()> {
    if collection.explorer().has_themes() {
        return Ok(());
    }
    let name = folder.display();
    Err(Usage(format!(
        "{name} was made before structures were indexed; `quevedo explore compact {name}` adds them"
    ))
    .into())
}

pub(super) fn run(args: &SimilarArgs, console: &Console) -> anyhow::Result<Finding> {
    let game = args.asked.game(console)?;
    let filter = args.filter.filter()?;
    let collection = Collection::open(&args.asked.collection)?;
    themes(&collection, &args.asked.collection)?;
    let explorer = collection.explorer();
    let wish = Wish { cases: args.cases as usize, games: args.games as usize };
    let similar = explorer.similar(game.board(), &filter, wish)?;
    let head = head(game.board(), &similar);
    let Similar { likeness, games, looked_at, results, cases } = similar;
    let cases = cases.into_iter().map(|case| CaseLine::of(explorer, case)).collect::<anyhow::Result<_>>()?;
    let structure = Structure::of(game.board()).map(|(structure, _)| structure.name);
    let report = Report { structure, likeness, games, looked_at, results, cases };
    console.present(&report, |report, out| {
        writeln!(out, "{head}")?;
        for CaseLine { case, game } in &report.cases {
            let turned = if case.is_turned { ", colours exchanged" } else { "" };
            writeln!(out, "{:>4}  {game}, move {}{turned}", case.distance, case.position.fullmove_number())?;
        }
        Ok(())
    })?;
    Ok(Finding::good_if(!report.cases.is_empty()))
}

/// What the cases have in common, how many there are and how they ended.
pub(super) fn head(board: &Board, similar: &Similar) -> String {
    let Similar { likeness, games, looked_at, results, cases } = similar;
    if cases.is_empty() {
        return "no game is like this position".to_owned();
    }
    let structure = Structure::of(board).map_or_else(String::new, |(structure, is_blacks)| {
        format!("{} ({})\n", structure.name, if is_blacks { "Black's" } else { "White's" })
    });
    let have = match likeness {
        Likeness::Structure => "with the same pawns on the files c to f",
        Likeness::Centre => "with the same pawns on the files d and e",
        Likeness::Pieces => "with the same pieces",
    };
    let noun = if *games == 1 { "game" } else { "games" };
    let part = if (*looked_at as u64) < *games {
        format!("; the {looked_at} of the strongest players were looked at")
    } else {
        String::new()
    };
    let score = results.score(Color::White).map(|score| format!("; White scored {:.0}%", 100.0 * score));
    let score = score.unwrap_or_default();
    format!("{structure}{games} {noun} {have}{part}\nthe nearest {}{score}", results.games)
}
