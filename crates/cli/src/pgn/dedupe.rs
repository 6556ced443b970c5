//! `quevedo pgn dedupe`: each game once.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use clap::Args;
use quevedo_games::{GameSummary, player_identity};
use serde::Serialize;

use super::collection::{Collection, Entry};
use super::rewrite::RewriteArgs;
use crate::console::Console;
use crate::failure::Finding;

/// Write each game once: of several with the same players and moves, the best-tagged one
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo pgn dedupe -o once.pgn a.pgn b.pgn.zst
  quevedo pgn dedupe --json -o once.pgn twic*.pgn

Two games are the same if they have the same start, the same moves and the same players (the
same family name and initial: `Tal, M` is `Tal, Mikhail`). The one with the most known tags stays,
then the one with the most text, then the first; it is written where the first one stood. Games
without moves all stay. Not a byte of a game is changed.
Fields of --json: games, written, duplicates.")]
pub(super) struct DedupeArgs {
    #[command(flatten)]
    files: RewriteArgs,
}

#[derive(Serialize, Debug)]
struct Report {
    games: u64,
    written: u64,
    duplicates: u64,
}

/// How much a game says about itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Tags(usize);

pub(super) fn run(args: &DedupeArgs, console: &Console) -> anyhow::Result<Finding> {
    let rewrite = args.files.begin(console)?;
    let (games, entries) = Collection::index(&rewrite.source, |_, game| Some((identity(game), known(game))))?;
    let seen = entries.len() as u64;
    let entries = best(entries);
    let written = entries.len() as u64;
    let report = Report { games: seen, written, duplicates: seen - written };
    let words = format!("{seen} games, {} duplicates left out, {written} written", seen - written);
    rewrite.finish(games, &entries, |_, game| game, &report, &words)
}

/// What duplicates have in common; `None` for a game without moves.
fn identity(game: &GameSummary<'_>) -> Option<u128> {
    if game.steps.is_empty() {
        return None;
    }
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (salt, game.start.key()).hash(&mut hasher);
        for step in game.steps {
            step.mv().hash(&mut hasher);
        }
        for tag in ["White", "Black"] {
            player_identity(&game.tag(tag).unwrap_or_default()).hash(&mut hasher);
        }
        u128::from(hasher.finish())
    };
    Some(half(0) << 64 | half(1))
}

/// How many tags say something.
fn known(game: &GameSummary<'_>) -> Tags {
    Tags(
        game.tags()
            .filter(|(_, value)| !value.trim_matches(['?', '.', '-', '*', ' ', '0']).is_empty())
            .count(),
    )
}

/// The best of the games that are the same, in the order of the first ones.
fn best(entries: Vec<Entry<(Option<u128>, Tags)>>) -> Vec<Entry<(Option<u128>, Tags)>> {
    let mut kept: Vec<Entry<(Option<u128>, Tags)>> = Vec::with_capacity(entries.len());
    let mut places: HashMap<u128, usize> = HashMap::new();
    for entry in entries {
        let (identity, tags) = entry.about;
        let place = identity.map(|identity| *places.entry(identity).or_insert(kept.len()));
        match place.and_then(|place| kept.get_mut(place)) {
            Some(known) if (tags, entry.length()) > (known.about.1, known.length()) => *known = entry,
            Some(_) => {}
            None => kept.push(entry),
        }
    }
    kept
}
