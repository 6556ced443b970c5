//! `quevedo pgn split`: a big file in small ones.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, value_parser};
use quevedo_games::Chunk;
use serde::Serialize;

use super::source::{self, Files, unless_interrupted};
use crate::console::{Console, Format};
use crate::failure::Finding;

/// Split files into files of N games, without changing a byte of a game
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo pgn split --games 1000 --out parts big.pgn.zst
  quevedo pgn split --games 1 --out single --name game games.pgn

The files are called NAME-00001.pgn and so on. Files that exist are not overwritten.
Fields of --json: games, files (a list of file and games).")]
pub(super) struct SplitArgs {
    #[command(flatten)]
    files: Files,

    /// The number of games in each file
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: u64,

    /// The folder for the files; made if need be
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,

    /// How the names of the files begin [default: the name of the first FILE]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

#[derive(Serialize, Debug, Default)]
struct Report {
    games: u64,
    files: Vec<Part>,
}

/// A file that was written.
#[derive(Serialize, Debug)]
struct Part {
    file: String,
    games: u64,
}

pub(super) fn run(args: &SplitArgs, console: &Console) -> anyhow::Result<Finding> {
    fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    let source = args.files.source(console);
    let mut writer = Writer { args, stem: args.stem(), report: Report::default(), file: None };
    source.each(|name, input| {
        quevedo_games::split(input, |chunk| {
            source.tell_games(chunk.game);
            if chunk.begins && source::go_on().is_break() {
                return Err(io::Error::other("interrupted"));
            }
            writer.take(chunk)
        })
        .map(|_| ())
        // What was written are whole games, and it is told below.
        .or_else(|error| if source::go_on().is_break() { Ok(()) } else { Err(error) })
        .with_context(|| format!("cannot split {name}"))
    })?;
    writer.finish()?;
    let finding = write(&writer.report, console)?;
    Ok(unless_interrupted(finding, writer.report.games, console))
}

impl SplitArgs {
    /// How the new files are called: by the user, or as the first file without its endings.
    fn stem(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let first = self.files.files.first().filter(|file| *file != Path::new("-"));
        let name = first.and_then(|file| file.file_name()).map(|name| name.to_string_lossy().into_owned());
        let name = name.as_deref().unwrap_or("games");
        let name = name.strip_suffix(".zst").unwrap_or(name);
        name.strip_suffix(".pgn").unwrap_or(name).to_owned()
    }
}

struct Writer<'a> {
    args: &'a SplitArgs,
    stem: String,
    report: Report,
    file: Option<BufWriter<File>>,
}

impl Writer<'_> {
    fn take(&mut self, chunk: Chunk<'_>) -> io::Result<()> {
        if chunk.begins {
            self.begin_game()?;
        }
        match &mut self.file {
            Some(file) => file.write_all(chunk.bytes),
            None => Ok(()),
        }
    }

    fn begin_game(&mut self) -> io::Result<()> {
        if self.report.games.is_multiple_of(self.args.games) {
            self.next_file()?;
        }
        self.report.games += 1;
        if let Some(part) = self.report.files.last_mut() {
            part.games += 1;
        }
        Ok(())
    }

    fn next_file(&mut self) -> io::Result<()> {
        self.finish()?;
        let number = self.report.files.len() + 1;
        let path = self.args.out.join(format!("{}-{number:05}.pgn", self.stem));
        let mut options = File::options();
        options.write(true);
        if self.args.force {
            options.create(true).truncate(true)
        } else {
            options.create_new(true)
        };
        let file = options.open(&path).map_err(|error| {
            let hint =
                if error.kind() == io::ErrorKind::AlreadyExists { "; --force overwrites it" } else { "" };
            io::Error::new(error.kind(), format!("{}: {error}{hint}", path.display()))
        })?;
        self.file = Some(BufWriter::new(file));
        self.report.files.push(Part { file: path.display().to_string(), games: 0 });
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        match self.file.take() {
            Some(mut file) => file.flush(),
            None => Ok(()),
        }
    }
}

fn write(report: &Report, console: &Console) -> anyhow::Result<Finding> {
    let mut out = console.stdout();
    if console.format == Format::Text {
        for Part { file, games } in &report.files {
            writeln!(out, "{file}: {games} games")?;
        }
    } else {
        console.write_json(&mut out, report)?;
    }
    out.flush()?;
    Ok(Finding::Good)
}
