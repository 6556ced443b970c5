//! `quevedo explore games`: the games themselves.

use std::fmt;
use std::io::Write;

use clap::Args;
use quevedo_games::GameTree;
use quevedo_library::{GameNote, GameOrder, GameRecord};
use serde::Serialize;

use super::{Asked, Collection, FilterArgs};
use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};

/// List the games in which a position occurs, or write them as PGN
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo explore games master --moves e4 e5 f4 -n 50
  quevedo explore games master --moves d4 f5 --newest --pgn > dutch.pgn

The exit code is 1 if there is no such game. With --pgn all games are written unless -n says how many.
Fields of --json: games (how many there are), list (white, black, white_rating, black_rating, result, date, event, plies).")]
pub(super) struct GamesArgs {
    #[command(flatten)]
    asked: Asked,

    #[command(flatten)]
    filter: FilterArgs,

    /// At most so many (20, with --pgn all)
    #[arg(short = 'n', long, value_name = "N")]
    most: Option<usize>,

    /// The newest first instead of those of the strongest players
    #[arg(long)]
    newest: bool,

    /// Write the games as PGN
    #[arg(long)]
    pgn: bool,
}

/// A game in a list.
#[derive(Serialize, Debug)]
pub(super) struct GameLine {
    white: String,
    black: String,
    white_rating: Option<u16>,
    black_rating: Option<u16>,
    result: &'static str,
    date: String,
    event: String,
    plies: usize,
}

impl GameLine {
    pub(super) fn of(note: &GameNote) -> GameLine {
        let game = &note.game;
        GameLine {
            white: game.white.clone(),
            black: game.black.clone(),
            white_rating: game.white_rating,
            black_rating: game.black_rating,
            result: game.result.as_str(),
            date: game.date.to_string(),
            event: game.event.clone(),
            plies: game.moves.len(),
        }
    }
}

impl fmt::Display for GameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = |name: &str, rating: Option<u16>| {
            let name = if name.is_empty() { "?" } else { name };
            rating.map_or_else(|| name.to_owned(), |rating| format!("{name} ({rating})"))
        };
        let players = format!(
            "{} - {}",
            player(&self.white, self.white_rating),
            player(&self.black, self.black_rating)
        );
        write!(f, "{}  {:<7} {players}", self.date.get(..4).unwrap_or("????"), self.result)?;
        if !self.event.is_empty() {
            write!(f, ", {}", self.event)?;
        }
        Ok(())
    }
}

#[derive(Serialize, Debug)]
struct Report {
    games: u64,
    list: Vec<GameLine>,
}

pub(super) fn run(args: &GamesArgs, console: &Console) -> anyhow::Result<Finding> {
    if args.pgn && console.format != Format::Text {
        return Err(Usage("--pgn is a format of its own, without --json".to_owned()).into());
    }
    let game = args.asked.game(console)?;
    let filter = args.filter.filter()?;
    let collection = Collection::open(&args.asked.collection)?;
    let most = args.most.unwrap_or(if args.pgn { usize::MAX } else { 20 });
    let order = if args.newest { GameOrder::Newest } else { GameOrder::Strongest };
    let (games, notes) = collection.explorer().games_with(game.board(), &filter, most, order)?;
    if args.pgn {
        let mut out = console.stdout();
        for note in &notes {
            out.write_all(tree(&note.game)?.to_pgn().as_bytes())?;
            writeln!(out)?;
        }
        out.flush()?;
    } else {
        let report = Report { games, list: notes.iter().map(GameLine::of).collect() };
        console.present(&report, |report, out| {
            report.list.iter().try_for_each(|game| writeln!(out, "{game}"))?;
            let shown = report.list.len() as u64;
            if shown < report.games {
                writeln!(out, "… and {} more", report.games - shown)?;
            }
            Ok(())
        })?;
    }
    Ok(Finding::good_if(games > 0))
}

fn tree(game: &GameRecord) -> anyhow::Result<GameTree> {
    let mut tree = GameTree::from_moves(game.start, game.moves.iter().copied())?;
    tree.set_result(game.result);
    let headers = tree.headers_mut();
    let unknown = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    headers.set("Event", &unknown(&game.event));
    headers.set("Site", &unknown(&game.site));
    headers.set("Date", &game.date.to_string());
    headers.set("Round", "?");
    headers.set("White", &unknown(&game.white));
    headers.set("Black", &unknown(&game.black));
    for (name, rating) in [("WhiteElo", game.white_rating), ("BlackElo", game.black_rating)] {
        if let Some(rating) = rating {
            headers.set(name, &rating.to_string());
        }
    }
    Ok(tree)
}
