//! The engine's options: one table for the protocols, the command line and the documentation.

use core::time::Duration;

use quevedo_eval::{Evaluation, nnue};
use quevedo_search::{Feature, Lab, Params};

/// What kind of value an option has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A number in a range.
    Spin {
        /// The value at the start.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A text.
    Text {
        /// The value at the start.
        default: &'static str,
    },
    /// One of several words.
    Choice {
        /// The word at the start.
        default: &'static str,
        /// All words.
        choices: &'static [&'static str],
    },
    /// Something that is done when it is pressed.
    Button,
}

/// An option as a user sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, in the spelling that GUIs know.
    pub name: &'static str,
    /// Its kind and range.
    pub kind: OptionKind,
}

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // options are what they are
pub struct Options {
    /// Size of the hash table in MiB.
    pub hash: usize,
    /// Threads of a search.
    pub threads: usize,
    /// Lines to report.
    pub multi_pv: usize,
    /// Whether the user lets the engine think on the opponent's time.
    pub ponder: bool,
    /// What every move loses on the way to the clock.
    pub move_overhead: Duration,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Whether chances are reported.
    pub show_wdl: bool,
    /// Whether the user only analyses.
    pub analyse: bool,
    /// Who the opponent is, as the user's program tells it; nothing depends on it.
    pub opponent: String,
    /// The file to which whoever speaks for the engine appends all that is said; empty for none.
    pub debug_log: String,
    /// The folders of Syzygy tables, as the user wrote them; empty for none.
    pub syzygy_path: String,
    /// Positions with as many men as the largest tables are only looked up from this depth on.
    pub probe_depth: i32,
    /// Positions with more men are not looked up.
    pub probe_limit: usize,
    /// Whether wins that the fifty-move rule takes away count as draws.
    pub fifty_move_rule: bool,
    /// The folders of our own tables, as the user wrote them; empty for none but the built-in ones.
    pub tables_path: String,
    /// What positions are evaluated with.
    pub evaluation: Evaluation,
    /// The file of the network; empty for the built-in one.
    pub eval_file: String,
    /// The search's features and parameters, in an engine of the laboratory; they are options too.
    pub lab: Option<Box<Lab>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            move_overhead: Duration::from_millis(30),
            chess960: false,
            show_wdl: false,
            analyse: false,
            opponent: String::new(),
            syzygy_path: String::new(),
            probe_depth: 1,
            probe_limit: 7,
            fifty_move_rule: true,
            tables_path: String::new(),
            debug_log: String::new(),
            evaluation: Evaluation::default(),
            eval_file: String::new(),
            lab: None,
        }
    }
}

/// The greatest hash table that can be asked for, in MiB.
const MAX_HASH: i64 = 1 << 20;
/// The most threads that can be asked for.
const MAX_THREADS: i64 = 512;

/// What stands for the network that is part of the program.
const BUILT_IN: &str = "<builtin>";

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option \"{0}\"")]
    Unknown(String),
    /// The value is missing or not of the option's kind.
    #[error("the option {name} wants {wanted}, not \"{value}\"")]
    Value {
        /// The option.
        name: &'static str,
        /// What it wants.
        wanted: String,
        /// What it got.
        value: String,
    },
}

impl Options {
    /// The options of an engine of the laboratory.
    pub fn lab() -> Options {
        Options { lab: Some(Box::default()), ..Options::default() }
    }

    /// All options with their ranges, in the order in which they are listed; in the laboratory also a
    /// switch for every feature of the search and a number for every parameter.
    pub fn table(&self) -> Vec<OptionInfo> {
        let mut table = Options::playing();
        if self.lab.is_some() {
            let switch = |feature: &Feature| OptionInfo {
                name: feature.name(),
                kind: OptionKind::Check { default: true },
            };
            table.extend(Feature::ALL.iter().map(switch));
            table.extend(Params::TABLE.iter().map(|parameter| OptionInfo {
                name: parameter.name,
                kind: OptionKind::Spin {
                    default: parameter.default.into(),
                    min: parameter.min.into(),
                    max: parameter.max.into(),
                },
            }));
        }
        table
    }

    fn playing() -> Vec<OptionInfo> {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let check = |default| OptionKind::Check { default };
        [
            ("Hash", spin(16, 1, MAX_HASH)),
            ("Clear Hash", OptionKind::Button),
            ("Threads", spin(1, 1, MAX_THREADS)),
            ("Ponder", check(false)),
            ("MultiPV", spin(1, 1, 256)),
            ("Move Overhead", spin(30, 0, 5000)),
            ("UCI_Chess960", check(false)),
            ("UCI_ShowWDL", check(false)),
            ("UCI_AnalyseMode", check(false)),
            ("UCI_Opponent", OptionKind::Text { default: "" }),
            ("Debug Log File", OptionKind::Text { default: "" }),
            ("SyzygyPath", OptionKind::Text { default: "" }),
            ("SyzygyProbeDepth", spin(1, 1, 100)),
            ("SyzygyProbeLimit", spin(7, 0, 7)),
            ("Syzygy50MoveRule", check(true)),
            ("TablesPath", OptionKind::Text { default: "" }),
            ("EvalFile", OptionKind::Text { default: nnue::builtin().map_or("", |_| BUILT_IN) }),
            ("Evaluation", {
                let default = Evaluation::default().name();
                OptionKind::Choice { default, choices: &Evaluation::NAMES }
            }),
        ]
        .into_iter()
        .map(|(name, kind)| OptionInfo { name, kind })
        .collect()
    }

    /// Sets an option; a button changes nothing here.
    ///
    /// # Errors
    /// If there is no such option or the value does not fit; the old value stays.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<&'static str, OptionError> {
        let table = self.table();
        let option = table
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name.trim()))
            .ok_or_else(|| OptionError::Unknown(name.chars().take(60).collect()))?;
        let text = value.unwrap_or("").trim();
        let refused = |wanted: String| OptionError::Value {
            name: option.name,
            wanted,
            value: text.chars().take(60).collect(),
        };
        let number = || match option.kind {
            OptionKind::Spin { min, max, .. } => text
                .parse::<i64>()
                .ok()
                .filter(|number| (min..=max).contains(number))
                .ok_or_else(|| refused(format!("a number from {min} to {max}"))),
            _ => Ok(0),
        };
        let flag = || match text {
            _ if text.eq_ignore_ascii_case("true") => Ok(true),
            _ if text.eq_ignore_ascii_case("false") => Ok(false),
            _ => Err(refused("true or false".to_owned())),
        };
        match option.name {
            "Hash" => self.hash = number()? as usize,
            "Threads" => self.threads = number()? as usize,
            "MultiPV" => self.multi_pv = number()? as usize,
            "Move Overhead" => self.move_overhead = Duration::from_millis(number()?.unsigned_abs()),
            "Ponder" => self.ponder = flag()?,
            "UCI_Chess960" => self.chess960 = flag()?,
            "UCI_ShowWDL" => self.show_wdl = flag()?,
            "UCI_AnalyseMode" => self.analyse = flag()?,
            "UCI_Opponent" => text.clone_into(&mut self.opponent),
            "SyzygyPath" => text.clone_into(&mut self.syzygy_path),
            "SyzygyProbeDepth" => self.probe_depth = number()? as i32,
            "SyzygyProbeLimit" => self.probe_limit = number()? as usize,
            "Syzygy50MoveRule" => self.fifty_move_rule = flag()?,
            "TablesPath" => text.clone_into(&mut self.tables_path),
            "Debug Log File" => text.clone_into(&mut self.debug_log),
            "EvalFile" => {
                let file = if text.eq_ignore_ascii_case(BUILT_IN) { "" } else { text };
                file.clone_into(&mut self.eval_file);
            }
            "Evaluation" => {
                let wanted = || format!("one of {}", Evaluation::NAMES.join(", "));
                self.evaluation = Evaluation::from_name(text).ok_or_else(|| refused(wanted()))?;
            }
            name => {
                let (number, flag) = (number(), flag());
                if let Some(lab) = &mut self.lab {
                    set_lab(lab, name, number, flag)?;
                }
            }
        }
        Ok(option.name)
    }
}

/// Sets a feature or a parameter; buttons, which are neither, change nothing.
fn set_lab(
    lab: &mut Lab,
    name: &str,
    number: Result<i64, OptionError>,
    flag: Result<bool, OptionError>,
) -> Result<(), OptionError> {
    if let Some(&feature) = Feature::ALL.iter().find(|feature| feature.name() == name) {
        lab.features = if flag? { lab.features.with(feature) } else { lab.features.without(feature) };
    } else if lab.params.get(name).is_some() {
        lab.params.set(name, number? as i32);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laboratory_has_switches_and_numbers() {
        let mut options = Options::lab();
        assert_eq!(options.set("null-move", Some("false")), Ok("null-move"));
        assert_eq!(options.set("Null_Base", Some("5")), Ok("null_base"));
        assert!(options.set("null_base", Some("500")).is_err());
        assert!(options.set("null-move", Some("5")).is_err());
        assert_eq!(options.set("clear hash", None), Ok("Clear Hash"));
        let lab = options.lab.as_deref().expect("a laboratory");
        assert!(!lab.features.contains(Feature::NullMove));
        assert!(lab.features.contains(Feature::Razoring));
        assert_eq!(lab.params.null_base, 5);
        assert!(Options::default().set("null-move", Some("false")).is_err());
    }

    #[test]
    fn options_take_what_fits_and_keep_the_rest() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", Some("64")), Ok("Hash"));
        assert_eq!(options.set("move overhead", Some(" 100 ")), Ok("Move Overhead"));
        assert_eq!(options.move_overhead, Duration::from_millis(100));
        assert_eq!(options.set("uci_opponent", Some("none 2100 human A B")), Ok("UCI_Opponent"));
        assert_eq!(options.opponent, "none 2100 human A B");
        assert_eq!(options.set("Debug Log File", Some("/a b/c")), Ok("Debug Log File"));
        assert_eq!(options.set("UCI_Opponent", None), Ok("UCI_Opponent"));
        assert_eq!((options.opponent.as_str(), options.debug_log.as_str()), ("", "/a b/c"));
        assert_eq!(options.set("evalfile", Some("/a b/net.qvnn")), Ok("EvalFile"));
        assert_eq!(options.eval_file, "/a b/net.qvnn");
        assert_eq!(options.set("EvalFile", Some("<builtin>")), Ok("EvalFile"));
        assert_eq!(options.eval_file, "");
        assert_eq!(options.set("evaluation", Some("Shannon")), Ok("Evaluation"));
        assert_eq!(options.evaluation, Evaluation::Shannon);
        let before = options.clone();
        for (name, value) in [
            ("Evaluation", Some("oracle")),
            ("Evaluation", None),
            ("Hash", Some("0")),
            ("Hash", Some("-1")),
            ("Hash", Some("1099511627776")),
            ("Threads", Some("1000000000")),
            ("Ponder", Some("maybe")),
            ("Hash", None),
            ("Nonsense", Some("1")),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value:?}");
        }
        assert_eq!(options, before);
    }
}
