//! The engine's options. Each is declared once, in the table at the end of this file: its name, kind, default, range,
//! field and what it does. UCI, `XBoard`, the command line and `docs/options.md` follow from that.

use core::time::Duration;

use quevedo_eval::{Evaluation, nnue};
use quevedo_human::{RATINGS, Scale, Style};
use quevedo_search::{Heuristic, Params, Tunable};

use crate::mover::OPPONENTS;

/// No style, and those that there are.
const STYLES: &[&str] = &{
    let mut names = ["none"; Style::NAMES.len() + 1];
    let mut at = 0;
    while at < Style::NAMES.len() {
        names[at + 1] = Style::NAMES[at];
        at += 1;
    }
    names
};

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
    /// What it does, in a sentence.
    pub doc: String,
}

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

/// A type that options have: how a user's text becomes a value of it.
trait OptionValue: Sized {
    /// The value that the option has at the start.
    fn default_of(kind: &OptionKind) -> Self;
    /// The value of a text; else what is wanted instead.
    fn read(text: &str, kind: &OptionKind) -> Result<Self, String>;
}

fn number(text: &str, kind: &OptionKind) -> Result<i64, String> {
    let &OptionKind::Spin { min, max, .. } = kind else { return Ok(0) };
    let number = text.parse::<i64>().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| format!("a number from {min} to {max}"))
}

fn default_number(kind: &OptionKind) -> i64 {
    if let &OptionKind::Spin { default, .. } = kind { default } else { 0 }
}

impl OptionValue for usize {
    fn default_of(kind: &OptionKind) -> usize {
        default_number(kind) as usize
    }

    fn read(text: &str, kind: &OptionKind) -> Result<usize, String> {
        Ok(number(text, kind)? as usize)
    }
}

impl OptionValue for i32 {
    fn default_of(kind: &OptionKind) -> i32 {
        default_number(kind) as i32
    }

    fn read(text: &str, kind: &OptionKind) -> Result<i32, String> {
        Ok(number(text, kind)? as i32)
    }
}

/// Milliseconds.
impl OptionValue for Duration {
    fn default_of(kind: &OptionKind) -> Duration {
        Duration::from_millis(default_number(kind).unsigned_abs())
    }

    fn read(text: &str, kind: &OptionKind) -> Result<Duration, String> {
        Ok(Duration::from_millis(number(text, kind)?.unsigned_abs()))
    }
}

impl OptionValue for bool {
    fn default_of(kind: &OptionKind) -> bool {
        matches!(kind, OptionKind::Check { default: true })
    }

    fn read(text: &str, _: &OptionKind) -> Result<bool, String> {
        match text {
            _ if text.eq_ignore_ascii_case("true") => Ok(true),
            _ if text.eq_ignore_ascii_case("false") => Ok(false),
            _ => Err("true or false".to_owned()),
        }
    }
}

/// What is learnt from own games, and used in them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Learning {
    /// Nothing.
    #[default]
    Off,
    /// What moves turned out to be worth.
    Positions,
    /// Results with moves of the book.
    Book,
    /// Both.
    All,
}

impl Learning {
    const NAMES: [&'static str; 4] = ["off", "positions", "book", "all"];

    pub(crate) fn has_positions(self) -> bool {
        matches!(self, Learning::Positions | Learning::All)
    }

    pub(crate) fn has_book(self) -> bool {
        matches!(self, Learning::Book | Learning::All)
    }
}

impl OptionValue for Learning {
    fn default_of(_: &OptionKind) -> Learning {
        Learning::default()
    }

    fn read(text: &str, _: &OptionKind) -> Result<Learning, String> {
        let all = [Learning::Off, Learning::Positions, Learning::Book, Learning::All];
        let found = all.into_iter().zip(Learning::NAMES).find(|(_, name)| name.eq_ignore_ascii_case(text));
        found.map(|(learning, _)| learning).ok_or_else(|| format!("one of {}", Learning::NAMES.join(", ")))
    }
}

/// What stands for the network, or the book, that is part of the program.
const BUILT_IN: &str = "<builtin>";

/// What a user reads as the default of a text may stand for an empty one.
fn meant(text: &str) -> &str {
    if text.eq_ignore_ascii_case(BUILT_IN) { "" } else { text }
}

impl OptionValue for String {
    fn default_of(kind: &OptionKind) -> String {
        if let OptionKind::Text { default } = kind { meant(default).to_owned() } else { String::new() }
    }

    fn read(text: &str, _: &OptionKind) -> Result<String, String> {
        Ok(meant(text).to_owned())
    }
}

impl OptionValue for Evaluation {
    fn default_of(_: &OptionKind) -> Evaluation {
        Evaluation::default()
    }

    fn read(text: &str, _: &OptionKind) -> Result<Evaluation, String> {
        Evaluation::from_name(text).ok_or_else(|| format!("one of {}", Evaluation::NAMES.join(", ")))
    }
}

/// One of the words that the table lists.
impl OptionValue for &'static str {
    fn default_of(kind: &OptionKind) -> &'static str {
        if let &OptionKind::Choice { default, .. } = kind { default } else { "" }
    }

    fn read(text: &str, kind: &OptionKind) -> Result<&'static str, String> {
        let &OptionKind::Choice { choices, .. } = kind else { return Ok("") };
        let found = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text));
        found.copied().ok_or_else(|| format!("one of {}", choices.join(", ")))
    }
}

fn choice(choices: &'static [&'static str]) -> OptionKind {
    OptionKind::Choice { default: choices[0], choices }
}

fn spin(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

fn check(default: bool) -> OptionKind {
    OptionKind::Check { default }
}

fn text(default: &'static str) -> OptionKind {
    OptionKind::Text { default }
}

/// Makes the options from their table.
macro_rules! options {
    ($($(#[doc = $doc:literal])+ $field:ident: $type:ty = $name:literal, $kind:expr;)+) => {
        /// The values of all options.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(clippy::struct_excessive_bools)] // options are what they are
        pub struct Options {
            $($(#[doc = $doc])+ pub $field: $type,)+
            /// The search's switches and parameters, in an engine for experiments; they are options too.
            pub lab: Option<Box<Tunable>>,
        }

        impl Default for Options {
            fn default() -> Options {
                Options { $($field: <$type>::default_of(&$kind),)+ lab: None }
            }
        }

        impl Options {
            /// The options of a player, in the order in which they are listed.
            fn playing() -> Vec<OptionInfo> {
                vec![$(OptionInfo { name: $name, kind: $kind, doc: concat!($($doc),+).trim().to_owned() },)+]
            }

            /// Sets the field of a player's option; `None` if there is no such option.
            fn set_field(&mut self, name: &str, text: &str) -> Option<Result<(), OptionError>> {
                match name {
                    $($name => Some(
                        <$type>::read(text, &$kind)
                            .map(|value| self.$field = value)
                            .map_err(|wanted| refused($name, wanted, text)),
                    ),)+
                    _ => None,
                }
            }
        }
    };
}

fn refused(name: &'static str, wanted: String, text: &str) -> OptionError {
    OptionError::Value { name, wanted, value: text.chars().take(60).collect() }
}

impl Options {
    /// The button that lets the engine forget what its hash table holds.
    pub const CLEAR_HASH: &'static str = "Clear Hash";

    /// The options of an engine for experiments: every switch and parameter of its search is one.
    pub fn lab() -> Options {
        Options { lab: Some(Box::default()), ..Options::default() }
    }

    /// All options with their ranges, in the order in which they are listed; with [`lab`](Options::lab) also a
    /// switch for every method of the search and a number for every parameter.
    pub fn table(&self) -> Vec<OptionInfo> {
        let mut table = Options::playing();
        let doc = "Forget everything learnt from earlier searches.".to_owned();
        table.insert(1, OptionInfo { name: Options::CLEAR_HASH, kind: OptionKind::Button, doc });
        if self.lab.is_some() {
            table.extend(Heuristic::ALL.iter().map(|heuristic| OptionInfo {
                name: heuristic.name(),
                kind: check(true),
                doc: "A method of the search.".to_owned(),
            }));
            table.extend(Params::TABLE.iter().map(|parameter| OptionInfo {
                name: parameter.name,
                kind: spin(parameter.default.into(), parameter.min.into(), parameter.max.into()),
                doc: parameter.summary.to_owned(),
            }));
        }
        table
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
        if let Some(result) = self.set_field(option.name, text) {
            result?;
        } else if let Some(lab) = &mut self.lab {
            set_lab(lab, option, text)?;
        }
        if option.name == "EvalFile" {
            // Whoever names a network wants to evaluate with it.
            self.evaluation =
                if self.eval_file.is_empty() { Evaluation::default() } else { Evaluation::Network };
        }
        Ok(option.name)
    }
}

/// Sets a switch or a parameter; buttons, which are neither, change nothing.
fn set_lab(lab: &mut Tunable, option: &OptionInfo, text: &str) -> Result<(), OptionError> {
    let refused = |wanted| refused(option.name, wanted, text);
    if let Some(&heuristic) = Heuristic::ALL.iter().find(|heuristic| heuristic.name() == option.name) {
        let is_on = bool::read(text, &option.kind).map_err(refused)?;
        lab.heuristics =
            if is_on { lab.heuristics.with(heuristic) } else { lab.heuristics.without(heuristic) };
    } else if lab.params.get(option.name).is_some() {
        lab.params.set(option.name, i32::read(text, &option.kind).map_err(refused)?);
    }
    Ok(())
}

options! {
    /// Size of the hash table in MiB.
    hash: usize = "Hash", spin(16, 1, 1 << 20);
    /// Threads of a search.
    threads: usize = "Threads", spin(1, 1, 512);
    /// Whether the user lets the engine think on the opponent's time; the user's program then asks for it.
    ponder: bool = "Ponder", check(false);
    /// How many lines are searched and reported, the best first.
    multi_pv: usize = "MultiPV", spin(1, 1, 256);
    /// Milliseconds that every move loses on the way to the clock.
    move_overhead: Duration = "Move Overhead", spin(30, 0, 5000);
    /// How long the engine thinks by its clock, in per cent of the usual.
    slow_mover: i32 = "Slow Mover", spin(100, 10, 1000);
    /// So many nodes count as a millisecond of all clocks, so that games are the same on every machine; 0 for real time.
    nodes_per_ms: usize = "nodestime", spin(0, 0, 10_000);
    /// Whether castling is written as king takes rook, as in Chess960.
    chess960: bool = "UCI_Chess960", check(false);
    /// Whether the chances to win, draw and lose are reported with each line.
    show_wdl: bool = "UCI_ShowWDL", check(false);
    /// Whether the user only analyses: then no book is asked.
    analyse: bool = "UCI_AnalyseMode", check(false);
    /// Who the opponent is, as the user's program tells it; nothing depends on it.
    opponent: String = "UCI_Opponent", text("");
    /// The file to which everything said is appended; empty for none.
    debug_log: String = "Debug Log File", text("");
    /// The folders of Syzygy tablebases, separated as in PATH; empty for none.
    syzygy_path: String = "SyzygyPath", text("");
    /// Positions with as many men as the largest tablebases are only looked up from this depth on.
    probe_depth: i32 = "SyzygyProbeDepth", spin(1, 1, 100);
    /// Positions with more men are not looked up in tablebases.
    probe_limit: usize = "SyzygyProbeLimit", spin(7, 0, 7);
    /// Whether wins that the fifty-move rule takes away count as draws.
    fifty_move_rule: bool = "Syzygy50MoveRule", check(true);
    /// The folders of our own tablebases, separated as in PATH; empty for none but the built-in ones.
    tables_path: String = "TablesPath", text("");
    /// The file of the network; empty for the built-in one.
    eval_file: String = "EvalFile", text(nnue::builtin().map_or("", |_| BUILT_IN));
    /// What positions are evaluated with.
    evaluation: Evaluation = "Evaluation",
        OptionKind::Choice { default: Evaluation::default().name(), choices: &Evaluation::NAMES };
    // Levels, styles and machines of old (docs/levels.md).
    /// Whether it plays like a person of some strength, whatever the clock.
    limit_strength: bool = "UCI_LimitStrength", check(false);
    /// The rating of that person.
    elo: i32 = "UCI_Elo", spin(1500, i64::from(*RATINGS.start()), i64::from(*RATINGS.end()));
    /// Whose rating points are meant.
    rating_scale: &'static str = "Rating Scale", choice(&Scale::NAMES);
    /// What it likes to play: at a level as much as it takes, at full strength among moves that are nearly as good.
    style: &'static str = "Style", choice(STYLES);
    /// A file with a style of one's own (docs/levels.md); empty for none.
    personality: String = "Personality File", text("");
    /// Decides the chances of levels, styles and variety: the same seed gives the same moves; 0 for another one each game.
    seed: usize = "Seed", spin(0, 0, i64::from(i32::MAX));
    /// At full strength, so many hundredths are given away for other moves, at random.
    variety: i32 = "Variety", spin(0, 0, 100);
    /// At full strength, so many hundredths are given away to avoid a draw; below 0 draws are taken that much sooner.
    contempt: i32 = "Contempt", spin(0, -100, 100);
    /// Whether a level takes the time that people take, as far as the clock allows.
    human_pace: bool = "Human Pace", check(false);
    /// Whether a level gives up hopeless games, where the protocol has a word for it.
    resigns: bool = "Resign", check(false);
    /// Whether a level offers draws, where the protocol has a word for it.
    draw_offers: bool = "Draw Offers", check(false);
    /// A machine of old that plays in its place: random moves, the first legal move, Shannon's types A and B, Turing's, Torres y Quevedo's.
    machine: &'static str = "Opponent", choice(OPPONENTS);
    /// Whether openings are played from a book: in games by the clock or by time for each move that this engine plays from their first
    /// move on. Given openings, analysis, and searches by depth or nodes never touch it.
    own_book: bool = "OwnBook", check(true);
    /// The book, in Polyglot's format; empty for the built-in one.
    book_file: String = "Book File", text(BUILT_IN);
    /// How freely a move of the book is chosen: 0 always the heaviest, 100 in proportion to the weights.
    book_variety: usize = "Book Variety", spin(100, 0, 100);
    /// The last move of a game that may come from the book.
    book_depth: usize = "Book Depth", spin(20, 0, 255);
    /// A number from which all choices of book moves follow, for games that can be played again; 0 for others each time.
    book_seed: usize = "Book Seed", spin(0, 0, 2_147_483_647);
    /// What is learnt from the games that this engine plays from their first move on, and used in them: what moves turned out to be
    /// worth (positions), results with moves of the book (book), or both.
    learning: Learning = "Learning", OptionKind::Choice { default: "off", choices: &Learning::NAMES };
    /// The folder of the memory, as of `quevedo memory`; without one nothing is learnt.
    memory_path: String = "Memory Path", text("");
    /// Whether the memory is used and nothing is added to it.
    memory_read_only: bool = "Memory Read Only", check(false);
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
        assert!(!lab.heuristics.contains(Heuristic::NullMove));
        assert!(lab.heuristics.contains(Heuristic::Razoring));
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
