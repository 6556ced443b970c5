//! What is written down of a match while it is played, so that it can be gone on with.
//!
//! A journal is a text of JSON lines: first a [`Preamble`] that says which match it is, then an [`JournalEntry`] for
//! each finished game, in the order in which they ended. A line counts only with its end, so that a journal
//! that was cut off in the middle of a line is good up to the line before. Every line ends in a checksum of all
//! lines so far, so that a changed or missing line shows.

use quevedo_rules::Outcome;
use serde::{Deserialize, Serialize};

use crate::sealed::{Seal, SealError, checksum};
use crate::{Contestant, Fixture, Match, Opening, Played, visible};

/// Which match a journal is about: what has to be the same to go on with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Preamble {
    /// What wrote the journal, and how.
    pub journal: String,
    /// The contestants with all their conditions.
    pub contestants: Vec<String>,
    /// The pairings.
    pub pairings: Vec<(usize, usize)>,
    /// A number that depends on every opening and their order.
    pub openings: String,
    /// When games are ended early.
    pub rules: String,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JournalEntry {
    /// Its number in the schedule.
    pub game: u64,
    /// The contestant with White.
    pub white: String,
    /// The contestant with Black.
    pub black: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended, in words.
    pub reason: String,
    /// The side at fault and the kind of fault, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// How many plies were played, those of the opening included.
    pub plies: usize,
    /// The file of games with this one, if there is such a file. It is written after this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pgn: Option<Extent>,
}

/// A file from its beginning to some place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Extent {
    /// Its length.
    pub bytes: u64,
    /// The checksum of so many bytes.
    pub crc: u32,
}

impl Extent {
    /// With these bytes at its end.
    pub fn with(self, bytes: &[u8]) -> Extent {
        Extent { bytes: self.bytes + bytes.len() as u64, crc: checksum(bytes, self.crc) }
    }
}

/// A journal that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    /// Which match it is.
    pub preamble: Preamble,
    /// The games.
    pub entries: Vec<JournalEntry>,
    /// The good part of the text; what follows is the beginning of a line that was cut off, and has to go.
    pub good: Extent,
    /// The same without the last game.
    pub before_last: Extent,
}

/// Why a journal cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A line is not what it should be.
    #[error("line {line} of the journal: {error}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// A line is not as it was written.
    #[error("line {line} of the journal: {error}")]
    Seal {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: SealError,
    },
    /// What stands at the end is no line that was cut off.
    #[error(
        "from byte {at} on the journal has something that no match wrote (\"{shown}\"); nothing is cut off: move \
         it elsewhere"
    )]
    Foreign {
        /// Where it begins.
        at: u64,
        /// How it begins.
        shown: String,
    },
    /// Another version wrote it.
    #[error("the journal has the format \"{0}\"; this program goes on with \"{FORMAT}\" only")]
    Format(String),
    /// The same game twice, or one that is not in the schedule.
    #[error("line {line} of the journal: game {} {fault}", .game + 1)]
    Game {
        /// The line, from 1.
        line: usize,
        /// The game.
        game: u64,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// The journal is of another match.
    #[error("the journal is of another match: its {what} differ")]
    Other {
        /// What differs.
        what: &'static str,
    },
}

/// How the line of every game begins.
const GAME: &[u8] = b"{\"game\":";

/// The version of the format.
const FORMAT: &str = "quevedo match 2";

impl Preamble {
    /// Of a match.
    pub fn of(game: &Match) -> Preamble {
        Preamble {
            journal: FORMAT.to_owned(),
            contestants: game.contestants.iter().map(describe).collect(),
            pairings: game.schedule.pairings().to_vec(),
            openings: fingerprint(game),
            rules: format!("{:?}, tables: {}", game.rules, game.oracle.is_some()),
        }
    }

    /// What differs from another preamble.
    ///
    /// # Errors
    /// If anything does.
    pub fn check(&self, other: &Preamble) -> Result<(), JournalError> {
        let differ = [
            ("engines", self.contestants != other.contestants),
            ("pairings", self.pairings != other.pairings),
            ("openings", self.openings != other.openings),
            ("rules of adjudication", self.rules != other.rules),
        ];
        match differ.into_iter().find(|(_, differ)| *differ) {
            Some((what, _)) => Err(JournalError::Other { what }),
            None => Ok(()),
        }
    }
}

fn describe(contestant: &Contestant) -> String {
    let Contestant { name, kind, options, control, ponders, .. } = contestant;
    let ponders = if *ponders { ", ponders" } else { "" };
    format!("{name}: {kind:?}, {options:?}, {control}{ponders}")
}

/// The openings in the order in which they are played.
fn fingerprint(game: &Match) -> String {
    let indices = game.schedule.openings().iter();
    Opening::fingerprint(indices.filter_map(|&index| game.openings.get(index)))
}

impl JournalEntry {
    /// Of a game.
    pub fn new(game: &Match, fixture: &Fixture, played: &Played, pgn: Option<Extent>) -> JournalEntry {
        let name = |index: usize| game.contestants.get(index).map(|it| it.name.clone()).unwrap_or_default();
        let fault = played.reason.fault();
        JournalEntry {
            game: fixture.number,
            white: name(fixture.white),
            black: name(fixture.black),
            result: played.reason.outcome().to_string(),
            reason: played.reason.to_string(),
            fault: fault.map(|(color, fault)| format!("{} {}", name(fixture.player(color)), fault.kind())),
            plies: played.game.moves().len(),
            pgn,
        }
    }

    /// The result.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.result.parse().ok()? {
            quevedo_games::PgnResult::Win(color) => Some(Outcome::Win(color)),
            quevedo_games::PgnResult::Draw => Some(Outcome::Draw),
            quevedo_games::PgnResult::Open => None,
        }
    }
}

impl Journal {
    /// Reads a journal; `None` if not even its first line is whole, which is then the beginning of the one that
    /// this match would write.
    ///
    /// # Errors
    /// If a whole line is no entry, a game occurs twice, or the end is not what a match would have written.
    pub fn parse(text: &[u8], wanted: &Preamble) -> Result<Option<Journal>, JournalError> {
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').enumerate();
        let whole = |line: &[u8]| line.last() == Some(&b'\n');
        let fault = |line: usize| move |error| JournalError::Line { line: line + 1, error };
        let Some((place, first)) = lines.next().filter(|(_, line)| whole(line)) else {
            let (line, _) = Journal::line(wanted, 0).map_err(fault(0))?;
            return if line.as_bytes().starts_with(text) { Ok(None) } else { Err(foreign(text, 0)) };
        };
        let preamble: Preamble = serde_json::from_slice(first).map_err(fault(place))?;
        if preamble.journal != FORMAT {
            return Err(JournalError::Format(preamble.journal.chars().take(40).collect()));
        }
        let seal = |place: usize| move |error| JournalError::Seal { line: place + 1, error };
        let crc = Seal::LINE.check(first, 0).map_err(seal(place))?;
        let good = Extent { bytes: first.len() as u64, crc };
        let mut journal = Journal { preamble, entries: Vec::new(), good, before_last: good };
        let mut seen = std::collections::HashSet::new();
        for (place, line) in lines {
            if !whole(line) {
                let start = line.len().min(GAME.len());
                if line[..start] != GAME[..start] {
                    return Err(foreign(line, journal.good.bytes));
                }
                break;
            }
            let crc = Seal::LINE.check(line, journal.good.crc).map_err(seal(place))?;
            let entry: JournalEntry = serde_json::from_slice(line).map_err(fault(place))?;
            let game = entry.game;
            if !seen.insert(game) {
                return Err(JournalError::Game { line: place + 1, game, fault: "occurs twice" });
            }
            if entry.outcome().is_none() {
                return Err(JournalError::Game { line: place + 1, game, fault: "has no result" });
            }
            journal.entries.push(entry);
            journal.before_last = journal.good;
            journal.good = Extent { bytes: journal.good.bytes + line.len() as u64, crc };
        }
        Ok(Some(journal))
    }

    /// A line of a journal and the checksum that the next one begins with.
    ///
    /// # Errors
    /// None in practice; the writer of JSON can refuse in theory.
    pub fn line(object: &impl Serialize, crc: u32) -> serde_json::Result<(String, u32)> {
        Seal::LINE.write(object, crc)
    }

    /// The same of an object that is JSON already, without a break.
    pub fn line_of_json(json: &str, crc: u32) -> (String, u32) {
        Seal::LINE.seal(json, crc)
    }

    /// The checksum of a whole line that was written so, which the next one begins with.
    ///
    /// # Errors
    /// If the line was changed or damaged, or does not follow the one with this checksum.
    pub fn check_line(line: &[u8], crc: u32) -> Result<u32, SealError> {
        Seal::LINE.check(line, crc)
    }
}

fn foreign(text: &[u8], at: u64) -> JournalError {
    JournalError::Foreign { at, shown: visible(&String::from_utf8_lossy(text), 40) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preamble() -> Preamble {
        Preamble {
            journal: FORMAT.to_owned(),
            contestants: vec!["a".to_owned(), "b".to_owned()],
            pairings: vec![(0, 1)],
            openings: "1".to_owned(),
            rules: String::new(),
        }
    }

    fn parse(text: &[u8]) -> Result<Option<Journal>, JournalError> {
        Journal::parse(text, &preamble())
    }

    fn text_of<const N: usize>(games: [u64; N]) -> String {
        let entry = |game| JournalEntry {
            game,
            white: "a".to_owned(),
            black: "b".to_owned(),
            result: "1-0".to_owned(),
            reason: "White mates".to_owned(),
            fault: None,
            plies: 60,
            pgn: Some(Extent { bytes: 100 * (game + 1), crc: 7 }),
        };
        let (mut text, mut crc) = Journal::line(&preamble(), 0).expect("JSON");
        for game in games {
            let (line, next) = Journal::line(&entry(game), crc).expect("JSON");
            (text, crc) = (text + &line, next);
        }
        text
    }

    fn text() -> String {
        text_of([1, 0])
    }

    #[test]
    fn damaged_lines_show() {
        let text = text();
        for place in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1;
            let is_read = matches!(parse(&bytes), Ok(Some(journal)) if journal.entries.len() == 2);
            assert!(!is_read, "byte {place} was changed and nobody saw it");
        }
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        lines.remove(1);
        let error = parse(lines.concat().as_bytes()).expect_err("a line is missing");
        assert!(error.to_string().starts_with("line 2 of the journal: the checksum does not fit"), "{error}");
        let old = text.replace("quevedo match 2", "quevedo match 1");
        let error = parse(old.as_bytes()).expect_err("another format").to_string();
        assert!(error.contains("\"quevedo match 1\"; this program goes on with"), "{error}");
    }

    #[test]
    fn a_journal_is_good_wherever_it_was_cut_off() {
        let text = text();
        let ends: Vec<usize> = text.match_indices('\n').map(|(place, _)| place + 1).collect();
        for cut in 0..=text.len() {
            let journal = parse(&text.as_bytes()[..cut]).expect("a good journal");
            let whole = ends.iter().filter(|&&end| end <= cut).count();
            assert_eq!(journal.is_some(), whole > 0);
            if let Some(journal) = journal {
                assert_eq!(journal.entries.len() + 1, whole);
                assert_eq!(journal.good.bytes as usize, ends[whole - 1]);
                assert_eq!(journal.before_last.bytes as usize, ends[whole.max(2) - 2]);
            }
        }
        let journal = parse(text.as_bytes()).expect("good").expect("whole");
        assert_eq!(journal.entries[0].outcome(), Some(Outcome::Win(quevedo_rules::Color::White)));
    }

    #[test]
    fn what_no_match_wrote_is_not_taken_for_a_line_cut_off() {
        for text in ["my notes", "{\"journal\":\"quevedo match 2\",\"contestants\":[\"c\""] {
            let error = parse(text.as_bytes()).expect_err("somebody's notes").to_string();
            assert!(error.starts_with("from byte 0 on the journal has something"), "{error}");
        }
        let text = text();
        for tail in ["my notes", "{}", "{\"games\":", " ", "\u{1b}"] {
            let error = parse((text.clone() + tail).as_bytes()).expect_err("somebody's notes").to_string();
            assert!(error.starts_with(&format!("from byte {} on", text.len())), "{error}");
            assert!(!error.contains('\u{1b}'), "{error}");
        }
    }

    #[test]
    fn a_game_counts_once() {
        let text = text_of([1, 0, 0]);
        let error = parse(text.as_bytes()).expect_err("twice");
        assert_eq!(error.to_string(), "line 4 of the journal: game 1 occurs twice");
        assert!(parse(b"{}\n").is_err());
    }

    #[test]
    fn other_matches_are_recognised() {
        let journal = parse(text().as_bytes()).expect("good").expect("whole");
        let mut other = journal.preamble.clone();
        assert!(journal.preamble.check(&other).is_ok());
        other.openings = "2".to_owned();
        let error = journal.preamble.check(&other).expect_err("another match");
        assert_eq!(error.to_string(), "the journal is of another match: its openings differ");
    }
}
