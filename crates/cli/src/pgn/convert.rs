//! `quevedo pgn convert`: games in other notations.

mod game_json;
mod read;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use quevedo_games::{Filter, GameTree};

use super::select::{FilterArgs, OpeningArgs};
use super::sink::Sink;
use super::source::{self, Files, unless_interrupted};
use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};
use crate::json_list::JsonList;
use crate::openings::{OpeningName, Openings};
use game_json::GameObject;
use read::{Cuts, Faulty, From};

/// Write games in another notation, or in tidy PGN, and choose among them
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo pgn convert games.pgn > tidy.pgn                 normalised PGN
  quevedo pgn convert --to uci games.pgn                   moves for engines
  quevedo pgn convert --to fen --last games.pgn            how the games ended
  quevedo pgn convert --eco --to json games.pgn | jq .opening.name
  quevedo pgn convert --from lines --to pgn lines.txt      and back

Notations:
  pgn    tags and moves, with all that was written about them
  fen    each position of the main line, one per line
  epd    each position with the move that was played there
  uci    the main line as `startpos moves e2e4 ...`, one game per line
  san    the main line as `1. e4 e5 ...`, one game per line
  json   one object per line with tags, start, uci, san, result, end, and with --eco opening
         (eco, name, ply); --jsonl means the same, --json one object with a list of games
  lines  to read: one game per line, as `startpos moves ...`, FEN, EPD, or just moves

Faulty games are left out and named on stderr, and the exit code is 1; with --keep-faulty they are
written as far as they could be read.")]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    files: Files,

    /// Write pgn (the default), fen, epd, uci, san or json
    #[arg(long, value_name = "NOTATION", hide_possible_values = true)]
    to: Option<Notation>,

    /// Read pgn or lines
    #[arg(long, value_name = "NOTATION", default_value = "pgn", hide_possible_values = true)]
    from: From,

    /// Write to this file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// With --to fen or epd: only the last position of each game
    #[arg(long)]
    last: bool,

    /// Leave out comments, glyphs and variations
    #[arg(long)]
    bare: bool,

    /// Write faulty games too, as far as they could be read
    #[arg(long)]
    keep_faulty: bool,

    #[command(flatten)]
    openings: OpeningArgs,

    #[command(flatten)]
    filter: FilterArgs,
}

/// How games can be written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Notation {
    Pgn,
    Fen,
    Epd,
    Uci,
    San,
    Json,
}

pub(super) fn run(args: &ConvertArgs, console: &Console) -> anyhow::Result<Finding> {
    let notation = args.notation(console.format)?;
    let openings = args.openings.table()?;
    let mut converter = Converter {
        args,
        notation,
        list: JsonList::new("games", console.format),
        filter: args.filter.filter()?,
        openings: openings.as_deref(),
        out: Sink::open(args.out.as_ref(), &args.files.files, console)?,
        written: 0,
    };
    let source = args.files.source(console);
    let mut faulty = 0;
    let mut seen = 0;
    source.each(|name, input| {
        let cuts = Cuts::default();
        for game in args.from.games(input, &cuts) {
            seen += 1;
            source.tell_games(seen);
            match game.with_context(|| format!("cannot read {name}"))? {
                Ok(game) => converter.take(game)?,
                Err(Faulty { message, game }) => {
                    faulty += 1;
                    source.bar.suspend(|| console.note(format_args!("{name}: {message}")));
                    if let Some(game) = game.filter(|_| args.keep_faulty) {
                        converter.take(game)?;
                    }
                }
            }
            if source::go_on().is_break() {
                break;
            }
        }
        source.bar.suspend(|| tell_cuts(&cuts, name, console));
        Ok(())
    })?;
    let written = converter.finish(console)?;
    console.detail(format_args!("{seen} games read, {faulty} faulty, {written} written"));
    Ok(unless_interrupted(Finding::good_if(faulty == 0), seen, console))
}

impl ConvertArgs {
    /// What is written: --json and --jsonl mean json, and nothing else.
    fn notation(&self, format: Format) -> Result<Notation, Usage> {
        match (self.to, format) {
            (to, Format::Text) => Ok(to.unwrap_or(Notation::Pgn)),
            (None | Some(Notation::Json), _) => Ok(Notation::Json),
            (Some(_), _) => Err(Usage(
                "--json and --jsonl write objects that have the moves in uci and san; leave out --to"
                    .to_owned(),
            )),
        }
    }
}

/// Tells what was too long to be kept.
fn tell_cuts(cuts: &Cuts, name: &str, console: &Console) {
    let Cuts { comments, tags } = cuts;
    let parts = [(comments.get(), "comment"), (tags.get(), "tag")];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> =
        parts.map(|(count, what)| format!("{count} {what}{}", if *count == 1 { "" } else { "s" })).collect();
    if !parts.is_empty() {
        console.note(format_args!("{name}: too long or too many, cut or left out: {}", parts.join(", ")));
    }
}

struct Converter<'a> {
    args: &'a ConvertArgs,
    notation: Notation,
    list: JsonList,
    filter: Filter,
    openings: Option<&'a Openings>,
    out: Sink,
    written: u64,
}

impl Converter<'_> {
    /// Writes a game if it is one of those that are meant.
    fn take(&mut self, mut game: GameTree) -> anyhow::Result<()> {
        if !self.filter.accepts_tree(&game) {
            return Ok(());
        }
        if self.args.bare {
            game.clear_all_notes();
            game.delete_variations();
        }
        let opening = self.opening(&game);
        if let Some(opening) = &opening {
            game.headers_mut().set("ECO", &opening.eco);
            game.headers_mut().set("Opening", &opening.name);
        }
        self.written += 1;
        self.write(&game, opening)
    }

    fn opening(&self, game: &GameTree) -> Option<OpeningName> {
        self.openings?.classify(game.start(), &game.moves()).map(OpeningName::from)
    }

    fn write(&mut self, game: &GameTree, opening: Option<OpeningName>) -> anyhow::Result<()> {
        let out = &mut self.out;
        match self.notation {
            Notation::Pgn => game.write_pgn_to(out)?,
            Notation::Uci => writeln!(out, "{}", game.uci_line())?,
            Notation::San => writeln!(out, "{}", san_line(game))?,
            Notation::Json => self.list.item(out, &GameObject::of(game, opening))?,
            Notation::Fen => write_lines(out, game.positions().map(|board| board.fen()), self.args.last)?,
            Notation::Epd => write_lines(out, game.epd_records().map(|epd| epd.to_string()), self.args.last)?,
        }
        Ok(())
    }

    /// Ends the output and returns how many games were written.
    fn finish(mut self, console: &Console) -> anyhow::Result<u64> {
        if self.notation == Notation::Json {
            self.list.end(&mut self.out)?;
        }
        if source::go_on().is_break() {
            self.out.abandon(console)?;
        } else {
            self.out.commit()?;
        }
        Ok(self.written)
    }
}

fn write_lines(
    out: &mut impl Write,
    mut lines: impl Iterator<Item = String>,
    only_last: bool,
) -> io::Result<()> {
    if only_last {
        return lines.last().map_or(Ok(()), |line| writeln!(out, "{line}"));
    }
    lines.try_for_each(|line| writeln!(out, "{line}"))
}

/// The main line with numbers and result; it ends where somebody passes.
fn san_line(game: &GameTree) -> String {
    let line = game.start().san_line(&game.moves());
    let result = game.result().to_string();
    if line.is_empty() { result } else { format!("{line} {result}") }
}
