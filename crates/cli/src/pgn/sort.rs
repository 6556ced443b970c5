//! `quevedo pgn sort`: games in another order.

use clap::{Args, ValueEnum};
use quevedo_games::{Date, GameSummary, Openings};
use quevedo_rules::Move;
use serde::Serialize;

use super::collection::Collection;
use super::rewrite::RewriteArgs;
use crate::console::Console;
use crate::failure::Finding;

/// Write games in the order of their dates, players, ratings, openings
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo pgn sort --by date -o by-date.pgn games.pgn
  quevedo pgn sort --by eco,elo --reverse -o strong-first.pgn *.pgn.zst
  quevedo pgn sort --by event,round tournament.pgn > sorted.pgn

Only keys and places are kept in memory, so files may be larger than it; compressed ones and stdin
are copied to the folder for temporary files first. Games with equal keys keep their order, those
without the key come last. --by eco takes the tag, or what our table says of the moves; --by elo
the mean of both ratings. Not a byte of a game is changed.
Fields of --json: games, by.")]
pub(super) struct SortArgs {
    #[command(flatten)]
    files: RewriteArgs,

    /// The keys, the first one first: date, white, black, elo, eco, event, site, round, result, plies
    #[arg(long, value_name = "KEYS", required = true, value_delimiter = ',', hide_possible_values = true)]
    by: Vec<Key>,

    /// The other way round
    #[arg(long)]
    reverse: bool,
}

/// What games can be sorted by.
#[derive(ValueEnum, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Key {
    Date,
    White,
    Black,
    Elo,
    Eco,
    Event,
    Site,
    Round,
    Result,
    Plies,
}

#[derive(Serialize, Debug)]
struct Report<'a> {
    games: u64,
    by: &'a [Key],
}

/// A key's value in a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Value {
    Numbers(Vec<u32>),
    Text(Box<str>),
}

pub(super) fn run(args: &SortArgs, console: &Console) -> anyhow::Result<Finding> {
    let rewrite = args.files.begin(console)?;
    let (games, mut entries) = Collection::index(&rewrite.source, |_, game| {
        Some(args.by.iter().map(|key| key.of(game)).collect::<Vec<Option<Value>>>())
    })?;
    entries.sort_by(|one, other| {
        let mut pairs = one.about.iter().zip(&other.about);
        let order = pairs.find_map(|(one, other)| compare(one.as_ref(), other.as_ref(), args.reverse));
        order.unwrap_or(core::cmp::Ordering::Equal)
    });
    let report = Report { games: entries.len() as u64, by: &args.by };
    let words = format!("{} games sorted", entries.len());
    rewrite.finish(games, &entries, |_, game| game, &report, &words)
}

/// The order of two values, `None` if they are equal; what is missing comes last both ways round.
fn compare(one: Option<&Value>, other: Option<&Value>, reverse: bool) -> Option<core::cmp::Ordering> {
    let order = match (one, other) {
        (Some(one), Some(other)) if reverse => other.cmp(one),
        (Some(one), Some(other)) => one.cmp(other),
        (one, other) => other.is_some().cmp(&one.is_some()),
    };
    (!order.is_eq()).then_some(order)
}

impl Key {
    fn of(self, game: &GameSummary<'_>) -> Option<Value> {
        match self {
            Key::Date => date(&game.tag("Date").or_else(|| game.tag("UTCDate"))?),
            Key::White => text(&game.tag("White")?),
            Key::Black => text(&game.tag("Black")?),
            Key::Event => text(&game.tag("Event")?),
            Key::Site => text(&game.tag("Site")?),
            Key::Round => numbers(&game.tag("Round")?),
            Key::Elo => elo(game),
            Key::Eco => eco(game),
            Key::Result => text(&game.result.to_string()),
            Key::Plies => Some(Value::Numbers(vec![game.plies() as u32])),
        }
    }
}

fn text(value: &str) -> Option<Value> {
    let value = value.trim();
    (!value.is_empty() && value != "?").then(|| Value::Text(value.to_lowercase().into()))
}

fn date(value: &str) -> Option<Value> {
    let Date { year, month, day } = value.parse().ok()?;
    let rest = [month.unwrap_or_default(), day.unwrap_or_default()].map(u32::from);
    Some(Value::Numbers([&[u32::from(year?)], &rest[..]].concat()))
}

/// `10.2` comes after `9.1`.
fn numbers(value: &str) -> Option<Value> {
    let parts: Option<Vec<u32>> = value.split(['.', '/', '-']).map(|part| part.trim().parse().ok()).collect();
    parts.map(Value::Numbers).or_else(|| text(value))
}

fn elo(game: &GameSummary<'_>) -> Option<Value> {
    let rating = |tag: &str| game.tag(tag).and_then(|value| value.trim().parse::<u32>().ok());
    let known: Vec<u32> = ["WhiteElo", "BlackElo"].into_iter().filter_map(rating).collect();
    let sum: u32 = known.iter().fold(0, |sum, rating| sum.saturating_add(*rating));
    // Twice the mean, so that halves count.
    let mean = (sum.saturating_mul(2)).checked_div(known.len() as u32)?;
    Some(Value::Numbers(vec![mean]))
}

fn eco(game: &GameSummary<'_>) -> Option<Value> {
    if let Some(code) = game.tag("ECO").as_deref().and_then(text) {
        return Some(code);
    }
    let moves: Vec<Move> = game.moves().collect();
    text(&Openings::builtin().classify(game.start, &moves)?.opening.code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_compared_as_people_do() {
        assert!(numbers("9.1") < numbers("10.2") && numbers("1") < numbers("1.1"));
        assert!(date("1999.??.??") < date("1999.01.02") && date("1999.12.31") < date("2000.01.01"));
        assert_eq!(date("????.??.??"), None);
        assert_eq!((text("?"), text(" "), text("Tal")), (None, None, text("tal")));
        let (one, two) = (numbers("1"), numbers("2"));
        assert_eq!(compare(one.as_ref(), two.as_ref(), true), Some(core::cmp::Ordering::Greater));
        for reverse in [false, true] {
            assert_eq!(compare(one.as_ref(), None, reverse), Some(core::cmp::Ordering::Less));
        }
    }
}
