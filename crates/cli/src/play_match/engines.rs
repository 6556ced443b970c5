//! `--engine` and `--each`: who plays, in words.

use core::time::Duration;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use quevedo_arena::{Contestant, Kind, Patience, Program, TimeControl, parse_seconds};

use quevedo_engine::OPPONENTS;

use super::words::{split, switch, unknown, value};
use crate::failure::Usage;

/// The engines as the user describes them. Written by hand, because `clap` would put the words of all
/// engines in one list.
#[derive(Clone, Debug, Default)]
pub(crate) struct EngineArgs {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl Args for EngineArgs {
    fn augment_args(command: Command) -> Command {
        command
            .arg(
                Arg::new("engine")
                    .long("engine")
                    .value_name("WORDS")
                    .num_args(1..)
                    .action(ArgAction::Append)
                    .required(true)
                    .help("An engine; give two or more"),
            )
            .arg(
                Arg::new("each")
                    .long("each")
                    .value_name("WORDS")
                    .num_args(1..)
                    .action(ArgAction::Append)
                    .help("Words for all engines"),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineArgs::augment_args(command)
    }
}

impl FromArgMatches for EngineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineArgs, clap::Error> {
        let engines = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(EngineArgs {
            engines: engines.map(|words| words.cloned().collect()).collect(),
            each: matches.get_many::<String>("each").into_iter().flatten().cloned().collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = EngineArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl EngineArgs {
    /// All contestants, with names that differ.
    pub(crate) fn contestants(&self) -> Result<Vec<Contestant>, Usage> {
        let mut each = Draft::default();
        for word in &self.each {
            each.take(word, "--each")?;
        }
        let mut contestants: Vec<Contestant> = Vec::new();
        for words in &self.engines {
            let mut draft = each.clone();
            for word in words {
                draft.take(word, "--engine")?;
            }
            let mut contestant = draft.contestant()?;
            contestant.name = new_name(&contestant.name, &contestants);
            contestants.push(contestant);
        }
        if contestants.len() < 2 {
            return Err(Usage("a match needs two engines; give --engine twice".to_owned()));
        }
        Ok(contestants)
    }
}

fn new_name(wanted: &str, taken: &[Contestant]) -> String {
    let is_new = |name: &String| taken.iter().all(|contestant| contestant.name != *name);
    let candidates = core::iter::once(wanted.to_owned())
        .chain((2..=taken.len() + 1).map(|number| format!("{wanted} ({number})")));
    candidates.into_iter().find(is_new).unwrap_or_default()
}

const KEYS: &str =
    "cmd, proto, args, dir, name, tc, st, nodes, depth, margin, ponder, restart, patience, option.NAME";

/// What an engine understands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    Uci,
    Xboard,
}

/// The program that is no program: our own engine, in this process.
const OWN: &str = "self";
/// What stands before the name of a machine of old.
const LAB: &str = "lab:";
/// What stands before a rating.
const LEVEL: &str = "level:";

/// An engine while its words are read.
#[derive(Clone, Debug)]
struct Draft {
    command: Option<PathBuf>,
    protocol: Protocol,
    arguments: Vec<String>,
    folder: Option<PathBuf>,
    name: Option<String>,
    control: TimeControl,
    margin: Duration,
    ponders: bool,
    restarts: bool,
    patience: Patience,
    options: Vec<(String, String)>,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft {
            command: None,
            protocol: Protocol::Uci,
            arguments: Vec::new(),
            folder: None,
            name: None,
            control: TimeControl::default(),
            margin: Duration::from_millis(10),
            ponders: false,
            restarts: false,
            patience: Patience::default(),
            options: Vec::new(),
        }
    }
}

impl Draft {
    fn take(&mut self, word: &str, option: &str) -> Result<(), Usage> {
        if !word.contains('=') && option == "--engine" {
            self.command = Some(PathBuf::from(word));
            return Ok(());
        }
        let (key, text) = split(word, option)?;
        if let Some(name) = key.strip_prefix("option.") {
            self.set_option(name, text);
            return Ok(());
        }
        match key {
            "cmd" => self.command = Some(PathBuf::from(text)),
            "proto" => {
                self.protocol = match text {
                    "uci" => Protocol::Uci,
                    "xboard" | "cecp" => Protocol::Xboard,
                    _ => return Err(Usage(format!("proto={text}: expected uci or xboard"))),
                }
            }
            "args" => self.arguments = text.split_whitespace().map(str::to_owned).collect(),
            "dir" => self.folder = Some(PathBuf::from(text)),
            "name" => self.name = Some(text.to_owned()),
            "tc" => self.control.clock = Some(value(key, text, "a time control")?),
            "st" => self.control.move_time = Some(seconds(key, text)?),
            "nodes" => self.control.nodes = Some(value(key, text, "a number")?),
            "depth" => self.control.depth = Some(value(key, text, "a number of plies")?),
            "margin" => self.margin = Duration::from_millis(value(key, text, "milliseconds")?),
            "ponder" => self.ponders = switch(key, text)?,
            "restart" => self.restarts = switch(key, text)?,
            "patience" => {
                let patience = seconds(key, text)?;
                self.patience =
                    Patience { start: patience, ready: patience, think: patience, ..self.patience };
            }
            _ => return Err(unknown(key, option, KEYS)),
        }
        Ok(())
    }

    /// `lab:type-b` is a machine of old, `level:1400` somebody of that strength: our own engine with options. Neither
    /// looks at a clock, so none need be given.
    fn become_somebody(&mut self, command: &Path) -> Result<bool, Usage> {
        let words = command.to_string_lossy();
        if let Some(name) = words.strip_prefix(LAB) {
            if !OPPONENTS[1..].contains(&name) {
                return Err(Usage(format!("{LAB}{name}: expected one of {}", OPPONENTS[1..].join(", "))));
            }
            self.set_option("Opponent", name);
        } else if let Some(rating) = words.strip_prefix(LEVEL) {
            self.set_option("UCI_LimitStrength", "true");
            self.set_option("UCI_Elo", rating);
        } else {
            return Ok(false);
        }
        self.name.get_or_insert_with(|| words.replace(':', " "));
        if self.control.is_unlimited() {
            self.control.depth = Some(1);
        }
        Ok(true)
    }

    fn set_option(&mut self, name: &str, value: &str) {
        self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }

    fn contestant(mut self) -> Result<Contestant, Usage> {
        let Some(command) = self.command.take() else {
            return Err(Usage("an engine has no program: say cmd=PROGRAM".to_owned()));
        };
        let is_person = self.become_somebody(&command)?;
        let is_own = is_person || command == Path::new(OWN);
        let name = self.name.unwrap_or_else(|| if is_own { "quevedo".to_owned() } else { stem(&command) });
        if self.control.is_unlimited() {
            return Err(Usage(format!("nothing limits {name}: say tc=8+0.08, st=, nodes= or depth=")));
        }
        let program = Program { command, arguments: self.arguments, folder: self.folder };
        let kind = match self.protocol {
            _ if is_own => Kind::Own,
            Protocol::Uci => Kind::Uci(program),
            Protocol::Xboard => Kind::Xboard(program),
        };
        Ok(Contestant {
            name,
            kind,
            options: self.options,
            control: self.control,
            margin: self.margin,
            ponders: self.ponders,
            restarts: self.restarts,
            patience: self.patience,
        })
    }
}

fn seconds(key: &str, text: &str) -> Result<Duration, Usage> {
    parse_seconds(text)
        .filter(|time| !time.is_zero())
        .ok_or_else(|| Usage(format!("{key}={text}: expected seconds, like 0.5")))
}

fn stem(command: &Path) -> String {
    command.file_stem().map_or_else(|| "engine".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contestants(engines: &[&[&str]], each: &[&str]) -> Result<Vec<Contestant>, Usage> {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let args =
            EngineArgs { engines: engines.iter().map(|words| owned(words)).collect(), each: owned(each) };
        args.contestants()
    }

    #[test]
    fn words_become_contestants() {
        let engines = contestants(
            &[&["./new", "option.Hash=64", "margin=5"], &["cmd=/usr/games/new", "nodes=500", "ponder=on"]],
            &["tc=8+0.08", "option.hash=16", "option.Move Overhead=100"],
        )
        .expect("good words");
        assert_eq!((engines[0].name.as_str(), engines[1].name.as_str()), ("new", "new (2)"));
        assert_eq!(engines[0].options[1], ("Hash".to_owned(), "64".to_owned()));
        assert_eq!(engines[0].options.len(), 2);
        assert_eq!(engines[1].options[0].1, "16");
        assert_eq!(engines[1].control.to_string(), "8+0.08, 500 nodes/move");
        assert!(engines[1].ponders && !engines[0].ponders);
        assert_eq!(engines[0].margin, Duration::from_millis(5));
    }

    #[test]
    fn engines_are_of_three_kinds() {
        let engines: [&[&str]; 4] =
            [&["self", "option.null-move=false"], &["cmd=self"], &["a"], &["b", "proto=xboard"]];
        let engines = contestants(&engines, &["depth=1"]).expect("good words");
        assert_eq!((&engines[0].kind, &engines[1].kind), (&Kind::Own, &Kind::Own));
        assert_eq!((engines[0].name.as_str(), engines[1].name.as_str()), ("quevedo", "quevedo (2)"));
        assert!(matches!(&engines[2].kind, Kind::Uci(program) if program.command == Path::new("a")));
        assert!(matches!(&engines[3].kind, Kind::Xboard(program) if program.command == Path::new("b")));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |engines: &[&[&str]], each: &[&str]| contestants(engines, each).expect_err("wrong").0;
        assert!(error(&[&["a"]], &["tc=1"]).contains("two engines"));
        assert!(error(&[&["a"], &["b"]], &[]).contains("nothing limits a"));
        assert!(error(&[&["a"], &["b"]], &["time=1"]).contains("\"time\" is not known"));
        assert!(error(&[&["a"], &["b"]], &["tc"]).contains("key=value"));
        assert!(error(&[&["a"], &["name=b"]], &["st=1"]).contains("no program"));
        assert!(error(&[&["a"], &["b", "st=0"]], &["st=1"]).contains("expected seconds"));
    }
}
