//! Settings as text: `killers,table=8192,null=verified`.

use core::fmt;
use core::str::FromStr;

use super::{CheckExtension, NullMove, Quiescence, Replacement, Settings, TableKind, TableUse};

/// A switch: its name, the values it takes, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The name.
    pub name: &'static str,
    /// The values it takes; empty if it is just on or off.
    pub values: &'static str,
    /// What it does.
    pub about: &'static str,
    set: fn(&mut Settings, Option<&str>) -> bool,
    show: fn(&Settings) -> Option<String>,
}

/// What is wrong with a setting.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingError {
    /// No such switch.
    #[error("there is no switch called {name:?}; the switches are {all}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// All names.
        all: String,
    },
    /// A value that the switch does not take.
    #[error("{value:?} is no value of {name}, which takes {values}")]
    Value {
        /// The switch.
        name: &'static str,
        /// The value.
        value: String,
        /// What it takes.
        values: &'static str,
    },
}

/// `on`, `off` or nothing at all.
fn flag(target: &mut bool, value: Option<&str>) -> bool {
    match value {
        None | Some("on") => *target = true,
        Some("off") => *target = false,
        Some(_) => return false,
    }
    true
}

fn shown(on: bool) -> Option<String> {
    on.then(String::new)
}

macro_rules! flags {
    ($name:literal, $field:ident, $about:literal) => {
        Switch {
            name: $name,
            values: "on, off",
            about: $about,
            set: |settings, value| flag(&mut settings.$field, value),
            show: |settings| shown(settings.$field),
        }
    };
}

/// A number of entries a table may have.
fn entries(text: &str) -> Option<usize> {
    text.parse().ok().filter(|entries| (16..=TableKind::MOST_ENTRIES).contains(entries))
}

fn set_table(settings: &mut Settings, value: Option<&str>) -> bool {
    let kind = match value {
        None | Some("on") => Some(TableKind::TwoLevel(1 << 20)),
        Some("off") => Some(TableKind::Off),
        Some(text) => match text.strip_prefix("two-level:") {
            Some(number) => entries(number).map(TableKind::TwoLevel),
            None => entries(text.strip_prefix("one-probe:").unwrap_or(text)).map(TableKind::OneProbe),
        },
    };
    settings.table = kind.unwrap_or(settings.table);
    kind.is_some()
}

fn show_table(settings: &Settings) -> Option<String> {
    match settings.table {
        TableKind::Off => None,
        TableKind::OneProbe(entries) => Some(format!("one-probe:{entries}")),
        TableKind::TwoLevel(entries) => Some(format!("two-level:{entries}")),
    }
}

const QUIESCENCE: [(&str, Quiescence); 7] = [
    ("off", Quiescence::Off),
    ("captures", Quiescence::Captures),
    ("checks", Quiescence::Checks),
    ("pawns", Quiescence::Pawns),
    ("full", Quiescence::Full),
    ("null-move", Quiescence::NullMove),
    ("exchange", Quiescence::Exchange),
];

const REPLACEMENTS: [(&str, Replacement); 4] = [
    ("figure-7", Replacement::Figure7),
    ("always", Replacement::Always),
    ("deep", Replacement::Deep),
    ("age", Replacement::Age),
];

/// `order+bounds`: some of the three purposes.
fn set_table_use(settings: &mut Settings, value: Option<&str>) -> bool {
    let mut wanted = TableUse { order: false, bounds: false, cutoffs: false };
    for part in value.unwrap_or("all").split('+') {
        match part.trim() {
            "all" => wanted = TableUse::default(),
            "order" => wanted.order = true,
            "bounds" => wanted.bounds = true,
            "cutoffs" => wanted.cutoffs = true,
            _ => return false,
        }
    }
    settings.table_use = wanted;
    true
}

fn show_table_use(settings: &Settings) -> Option<String> {
    let TableUse { order, bounds, cutoffs } = settings.table_use;
    let parts = [("order", order), ("bounds", bounds), ("cutoffs", cutoffs)];
    let parts: Vec<&str> = parts.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect();
    (parts.len() < 3).then(|| parts.join("+"))
}

const CHECKS: [(&str, CheckExtension); 3] = [
    ("off", CheckExtension::Off),
    ("horizon", CheckExtension::Horizon),
    ("everywhere", CheckExtension::Everywhere),
];

const NULL_MOVES: [(&str, NullMove); 9] = [
    ("off", NullMove::Off),
    ("1", NullMove::Standard(1)),
    ("2", NullMove::Standard(2)),
    ("3", NullMove::Standard(3)),
    ("adaptive", NullMove::Adaptive),
    ("verified", NullMove::Verified(3)),
    ("reduce-two", NullMove::ReduceTwo(3)),
    ("reduce-one", NullMove::ReduceOne(3)),
    ("reduce-one-then-two", NullMove::ReduceOneThenTwo(3)),
];

/// Sets a field to the value with this name, or to the one that no name means.
fn choose<V: Copy>(field: &mut V, table: &[(&str, V)], value: Option<&str>, usual: &str) -> bool {
    let wanted = value.filter(|&value| value != "on").unwrap_or(usual);
    let found = table.iter().find(|(name, _)| *name == wanted);
    if let Some((_, value)) = found {
        *field = *value;
    }
    found.is_some()
}

fn chosen<V: Copy + PartialEq>(field: V, table: &[(&str, V)]) -> Option<String> {
    let name = table.iter().find(|(_, value)| *value == field)?.0;
    (name != "off").then(|| name.to_owned())
}

/// All switches.
pub const SWITCHES: &[Switch] = &[
    flags!("deepening", deepening, "search to depth 1, 2, 3... and use what each iteration learned"),
    flags!("captures-first", captures_first, "captures before other moves, the greatest victim first"),
    flags!(
        "safe-captures",
        safe_captures,
        "captures that lose nothing by exchange before other moves, the greatest victim first (Fig. 8)"
    ),
    flags!("killers", killers, "the two moves of each level that cut off most often come early"),
    flags!("history", history, "moves that were often best elsewhere come early (Schaeffer)"),
    Switch {
        name: "table",
        values: "off, N, one-probe:N or two-level:N entries (16 to 16777216)",
        about: "a transposition table: one probe, or the deepest and the latest position of each slot",
        set: set_table,
        show: show_table,
    },
    Switch {
        name: "replace",
        values: "figure-7, always, deep, age",
        about: "what a full place of the table keeps: the deeper search of the same position and any other newcomer, \
                the newcomer, the deeper entry, or the deeper entry of this iteration",
        set: |settings, value| choose(&mut settings.replacement, &REPLACEMENTS, value, "always"),
        show: |settings| {
            let default = settings.replacement == Replacement::Figure7;
            if default { None } else { chosen(settings.replacement, &REPLACEMENTS) }
        },
    },
    Switch {
        name: "table-use",
        values: "all, order, bounds, cutoffs, order+bounds, order+cutoffs, bounds+cutoffs",
        about: "what the table is used for: the move to try first, narrower windows, nodes that need no search",
        set: set_table_use,
        show: show_table_use,
    },
    flags!(
        "exact-height",
        exact_height,
        "believe the table only at the same height, so that values are minimax's"
    ),
    flags!("refutation", refutation, "the best lines of the last iteration guide the next"),
    flags!(
        "root-order",
        root_order,
        "sort the root's moves between iterations, stably, after a pre-analysis"
    ),
    Switch {
        name: "quiescence",
        values: "off, captures, checks, pawns, full, null-move, exchange",
        about: "what is searched beyond the horizon; null-move is Beal's, exchange only works exchanges out",
        set: |settings, value| choose(&mut settings.quiescence, &QUIESCENCE, value, "captures"),
        show: |settings| chosen(settings.quiescence, &QUIESCENCE),
    },
    Switch {
        name: "check-extension",
        values: "off, horizon, everywhere",
        about: "answers to checks get a ply more",
        set: |settings, value| choose(&mut settings.check_extension, &CHECKS, value, "everywhere"),
        show: |settings| chosen(settings.check_extension, &CHECKS),
    },
    flags!("recapture-extension", recapture_extension, "recaptures of equal value get a ply more"),
    flags!("singular-extension", singular_extension, "a move far better than all others gets a ply more"),
    flags!("razoring", razoring, "near the horizon, leave out moves that look no better than alpha"),
    flags!("marginal", marginal, "leave out moves that look worse than alpha by a margin"),
    flags!("gamma", gamma, "leave out moves that look no better than the best so far, anywhere"),
    flags!("n-best", n_best, "only the 15, 15, 9, 9, 7, 7... best-looking moves of each level"),
    Switch {
        name: "null",
        values: "off, 1, 2, 3, adaptive, verified, reduce-two, reduce-one, reduce-one-then-two",
        about: "the null move: its reduction, or what follows its fail-high",
        set: |settings, value| choose(&mut settings.null_move, &NULL_MOVES, value, "2"),
        show: |settings| chosen(settings.null_move, &NULL_MOVES),
    },
    Switch {
        name: "null-guard",
        values: "on, off",
        about: "no null move for a side that has only pawns (on unless switched off)",
        set: |settings, value| flag(&mut settings.null_guard, value),
        show: |settings| (!settings.null_guard).then(|| "off".to_owned()),
    },
    flags!("analogies", analogies, "captures whose like was seen before need no search (Kaissa)"),
    Switch {
        name: "window",
        values: "1 to 10000",
        about: "half the width of the aspiration window, in hundredths of a pawn (100)",
        set: |settings, value| {
            let window =
                value.and_then(|text| text.parse().ok()).filter(|window| (1..=10_000).contains(window));
            settings.window = window.unwrap_or(settings.window);
            window.is_some()
        },
        show: |settings| (settings.window != 100).then(|| settings.window.to_string()),
    },
    Switch {
        name: "nodes",
        values: "a number of nodes",
        about: "the search ends after so many nodes",
        set: |settings, value| {
            let limit = value.and_then(|text| text.parse().ok()).filter(|&limit| limit > 0);
            settings.node_limit = limit.or(settings.node_limit);
            limit.is_some()
        },
        show: |settings| settings.node_limit.map(|limit| limit.to_string()),
    },
];

impl Settings {
    /// The names of the switches that are not as they are by default.
    pub fn switched(&self) -> impl Iterator<Item = &'static str> {
        SWITCHES.iter().filter(|switch| (switch.show)(self).is_some()).map(|switch| switch.name)
    }

    /// Sets one switch: `killers`, `killers=off`, `null=verified`.
    ///
    /// # Errors
    /// If there is no such switch, or it does not take this value.
    pub fn set(&mut self, text: &str) -> Result<(), SettingError> {
        let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let switch = SWITCHES.iter().find(|switch| switch.name == name.trim()).ok_or_else(|| {
            let all: Vec<&str> = SWITCHES.iter().map(|switch| switch.name).collect();
            SettingError::Unknown { name: name.trim().to_owned(), all: all.join(", ") }
        })?;
        if (switch.set)(self, value.map(str::trim)) {
            return Ok(());
        }
        let value = value.unwrap_or_default().to_owned();
        Err(SettingError::Value { name: switch.name, value, values: switch.values })
    }
}

/// Switches separated by commas.
///
/// ```
/// use quevedo_lab::{NullMove, Settings};
///
/// let settings: Settings = "killers, table=8192, null=verified".parse()?;
/// assert_eq!(settings.null_move, NullMove::Verified(3));
/// assert_eq!(settings.to_string(), "killers,table=one-probe:8192,null=verified");
/// assert!("kilers".parse::<Settings>().is_err());
/// # Ok::<(), quevedo_lab::SettingError>(())
/// ```
impl FromStr for Settings {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Settings, SettingError> {
        let mut settings = Settings::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            settings.set(part)?;
        }
        Ok(settings)
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = SWITCHES.iter().filter_map(|switch| {
            let value = (switch.show)(self)?;
            Some(if value.is_empty() { switch.name.to_owned() } else { format!("{}={value}", switch.name) })
        });
        f.write_str(&parts.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_can_be_written_and_read_back() {
        for switch in SWITCHES {
            let first =
                switch.values.split([',', ' ']).nth(if switch.values.starts_with("off") { 2 } else { 0 });
            let value = match switch.name {
                "table" => "two-level:1024",
                "replace" => "age",
                "table-use" => "order+bounds",
                "window" => "35",
                "nodes" => "5000",
                "null-guard" => "off",
                _ => first.unwrap_or("on"),
            };
            let mut settings = Settings::default();
            settings.set(&format!("{}={value}", switch.name)).expect(switch.name);
            assert_ne!(settings, Settings::default(), "{}", switch.name);
            assert_eq!(settings.to_string().parse(), Ok(settings), "{}", switch.name);
            assert!(settings_error(&format!("{}=nonsense", switch.name)).contains(switch.values));
        }
    }

    fn settings_error(text: &str) -> String {
        text.parse::<Settings>().expect_err("a fault").to_string()
    }

    #[test]
    fn unknown_switches_are_told_the_known_ones() {
        assert!(settings_error("kilers").contains("killers, history, table"));
    }
}
