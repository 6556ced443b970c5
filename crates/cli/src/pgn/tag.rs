//! `quevedo pgn tag`: other tags, the same games.

use clap::Args;
use quevedo_games::{TagEdit, retag};
use quevedo_rules::Move;
use serde::Serialize;

use super::collection::Collection;
use super::rewrite::RewriteArgs;
use super::select::{FilterArgs, OpeningArgs};
use crate::console::Console;
use crate::failure::{Finding, Usage};

/// Set, remove and fill in tags, without changing a byte of the moves
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo pgn tag --set \"Event=Club Open 2026\" --remove Annotator -o new.pgn old.pgn
  quevedo pgn tag --eco -o named.pgn games.pgn                 fill in ECO and Opening
  quevedo pgn tag --player tal --set \"WhiteTitle=GM\" games.pgn > new.pgn

All games are written; the conditions say which of them are changed. Result, FEN, SetUp and
Variant cannot be changed: they say what the moves mean.
Fields of --json: games, changed, named.")]
pub(super) struct TagArgs {
    #[command(flatten)]
    files: RewriteArgs,

    /// Give a tag this value, in its place or as a new one; several times for several tags
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,

    /// Remove a tag; several times for several tags
    #[arg(long, value_name = "NAME", value_parser = tag_name)]
    remove: Vec<String>,

    #[command(flatten)]
    openings: OpeningArgs,

    #[command(flatten)]
    filter: FilterArgs,
}

/// Tags that the moves depend on.
const FIXED: [&str; 4] = ["Result", "FEN", "SetUp", "Variant"];

fn tag_name(name: &str) -> Result<String, String> {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_name {
        return Err("the name of a tag has letters, digits and _ only".to_owned());
    }
    if FIXED.iter().any(|fixed| fixed.eq_ignore_ascii_case(name)) {
        return Err(format!("{name} says what the moves mean and cannot be changed"));
    }
    Ok(name.to_owned())
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((tag_name(name)?, value.to_owned()))
}

#[derive(Serialize, Debug)]
struct Report {
    games: u64,
    changed: u64,
    named: u64,
}

/// What happens to a game: nothing, or the edits of the command and perhaps its opening.
type Change = Option<Option<usize>>;

pub(super) fn run(args: &TagArgs, console: &Console) -> anyhow::Result<Finding> {
    let table = args.openings.table()?;
    if args.set.is_empty() && args.remove.is_empty() && table.is_none() {
        return Err(Usage("nothing to do: there is no --set, --remove or --eco".to_owned()).into());
    }
    let rewrite = args.files.begin(console)?;
    let filter = args.filter.filter()?;
    let openings: Vec<_> = table.iter().flat_map(|table| table.iter()).collect();
    let (games, entries) = Collection::index(&rewrite.source, |_, game| {
        let change: Change = filter.accepts(game).then(|| {
            let moves: Vec<Move> = game.moves().collect();
            let named = table.as_ref()?.classify(game.start, &moves)?.opening;
            openings.iter().position(|opening| core::ptr::eq(*opening, named))
        });
        Some(change)
    })?;
    let report = Report {
        games: entries.len() as u64,
        changed: entries.iter().filter(|entry| entry.about.is_some()).count() as u64,
        named: entries.iter().filter(|entry| entry.about.flatten().is_some()).count() as u64,
    };
    let fixed: Vec<TagEdit> = args.edits();
    let edit = |change: &Change, game: Vec<u8>| {
        let Some(opening) = change else { return game };
        let mut edits = Vec::new();
        if let Some(opening) = opening.and_then(|index| openings.get(index)) {
            edits.push(TagEdit::Set("ECO".to_owned(), opening.code.to_string()));
            edits.push(TagEdit::Set("Opening".to_owned(), opening.name.to_string()));
        }
        edits.extend(fixed.iter().cloned());
        retag(&game, &edits)
    };
    let words =
        format!("{} games, {} changed, {} openings named", report.games, report.changed, report.named);
    rewrite.finish(games, &entries, edit, &report, &words)
}

impl TagArgs {
    fn edits(&self) -> Vec<TagEdit> {
        let removed = self.remove.iter().cloned().map(TagEdit::Remove);
        let set = self.set.iter().cloned().map(|(name, value)| TagEdit::Set(name, value));
        removed.chain(set).collect()
    }
}
