//! The tags above a game.

use core::fmt;

use quevedo_rules::Color;

use crate::{Date, PgnResult};

/// The seven tags that every game has, in the order in which they are written.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// What a roster tag says when nothing is known.
const UNKNOWN: [&str; 7] = ["?", "?", "????.??.??", "?", "?", "?", "*"];

/// The tags of a game: the seven of the roster, which are always there, and any others in the
/// order in which they came.
///
/// Names are compared without case. The start position is no tag here but
/// [`GameTree::start`](crate::GameTree::start); the reader and the writer turn `FEN` and `SetUp`
/// into it and back.
///
/// ```
/// use quevedo_games::Headers;
///
/// let mut headers = Headers::default();
/// headers.set("White", "Torres Quevedo, L.");
/// headers.set("ECO", "C50");
/// assert_eq!(headers.get("White"), Some("Torres Quevedo, L."));
/// assert_eq!(headers.get("Black"), Some("?"));
/// assert_eq!(headers.get("Opening"), None);
/// assert_eq!(headers.iter().last(), Some(("ECO", "C50")));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Headers {
    roster: [Option<Box<str>>; 7],
    others: Vec<(Box<str>, Box<str>)>,
}

impl Headers {
    /// The value of a tag. Tags of the roster always have one, `?` if need be.
    pub fn get(&self, name: &str) -> Option<&str> {
        match roster_place(name) {
            Some(place) => Some(self.in_roster(place)),
            None => {
                self.others.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
            }
        }
    }

    /// Sets a tag, in place of an older value. What cannot stand in a tag is replaced: control
    /// characters in the value by spaces, anything but letters, digits and `_` in the name by `_`.
    /// A nameless tag is ignored.
    pub fn set(&mut self, name: &str, value: &str) {
        let value: Box<str> =
            value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        if let Some(place) = roster_place(name) {
            self.roster[place] = known_value(place, value);
            return;
        }
        let name: Box<str> = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        match self.others.iter_mut().find(|(own, _)| own.eq_ignore_ascii_case(&name)) {
            Some((_, old)) => *old = value,
            None if name.is_empty() => {}
            None => self.others.push((name, value)),
        }
    }

    /// Takes a tag away; those of the roster become unknown.
    pub fn remove(&mut self, name: &str) {
        match roster_place(name) {
            Some(place) => self.roster[place] = None,
            None => self.others.retain(|(own, _)| !own.eq_ignore_ascii_case(name)),
        }
    }

    /// All tags with their values: the roster, then the others.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER.iter().enumerate().map(|(place, name)| (*name, self.in_roster(place)));
        roster.chain(self.others.iter().map(|(name, value)| (&**name, &**value)))
    }

    /// How many tags there are besides the roster.
    pub fn others(&self) -> usize {
        self.others.len()
    }

    /// Whether nothing is known but unknowns.
    pub fn is_empty(&self) -> bool {
        self.others.is_empty() && self.roster.iter().all(Option::is_none)
    }

    fn in_roster(&self, place: usize) -> &str {
        self.roster[place].as_deref().unwrap_or(UNKNOWN[place])
    }
}

/// What the tags mean.
impl Headers {
    /// The player of a colour, `?` if unknown.
    pub fn player(&self, color: Color) -> &str {
        self.in_roster(match color {
            Color::White => 4,
            Color::Black => 5,
        })
    }

    /// The rating of a player, where the tag holds a number.
    pub fn elo(&self, color: Color) -> Option<u32> {
        let name = match color {
            Color::White => "WhiteElo",
            Color::Black => "BlackElo",
        };
        self.get(name)?.trim().parse().ok()
    }

    /// The date, by `Date` or, where that says nothing, by `UTCDate`. Unreadable dates are unknown.
    pub fn date(&self) -> Date {
        let read = |name| self.get(name).and_then(|text| text.parse::<Date>().ok()).unwrap_or_default();
        let date = read("Date");
        if date == Date::default() { read("UTCDate") } else { date }
    }

    /// The result by the tag; what is no result counts as open.
    pub fn result(&self) -> PgnResult {
        self.in_roster(6).parse().unwrap_or_default()
    }

    /// The game in a few words, for messages: `Smith - Jones, 1987`.
    pub fn title(&self) -> String {
        use fmt::Write;
        // A name may fill a page; a message should not.
        let name = |color| self.player(color).chars().take(40).collect::<String>();
        let mut title = format!("{} - {}", name(Color::White), name(Color::Black));
        if let Some(year) = self.date().year {
            let _ = write!(title, ", {year}");
        }
        title
    }
}

fn roster_place(name: &str) -> Option<usize> {
    ROSTER.iter().position(|own| own.eq_ignore_ascii_case(name))
}

/// The value to keep for a tag of the roster: nothing if it is unknown, results in one spelling.
fn known_value(place: usize, value: Box<str>) -> Option<Box<str>> {
    let value = match value.parse::<PgnResult>() {
        Ok(outcome) if ROSTER[place] == "Result" => outcome.as_str().into(),
        _ => value,
    };
    (*value != *UNKNOWN[place]).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roster_is_always_there_and_first() {
        let mut headers = Headers::default();
        assert!(headers.is_empty());
        headers.set("Annotator", "a");
        headers.set("black", "Jones");
        headers.set("Result", "½-½");
        headers.set("annotator", "b");
        let written: Vec<_> = headers.iter().collect();
        assert_eq!(
            written,
            [
                ("Event", "?"),
                ("Site", "?"),
                ("Date", "????.??.??"),
                ("Round", "?"),
                ("White", "?"),
                ("Black", "Jones"),
                ("Result", "1/2-1/2"),
                ("Annotator", "b"),
            ]
        );
        headers.remove("Annotator");
        headers.remove("Black");
        headers.set("Result", "*");
        assert_eq!(headers, Headers::default());
    }

    #[test]
    fn names_and_values_cannot_break_a_line() {
        let mut headers = Headers::default();
        headers.set("Two Words", "a\nb");
        headers.set("", "nothing");
        assert_eq!(headers.get("Two_Words"), Some("a b"));
        assert_eq!(headers.others(), 1);
    }

    #[test]
    fn tags_are_understood() {
        let mut headers = Headers::default();
        headers.set("White", "Smith");
        headers.set("Black", "Jones");
        headers.set("WhiteElo", "2198");
        headers.set("BlackElo", "?");
        headers.set("UTCDate", "1987.02.03");
        headers.set("Result", "adjourned");
        assert_eq!((headers.elo(Color::White), headers.elo(Color::Black)), (Some(2198), None));
        assert_eq!(headers.title(), "Smith - Jones, 1987");
        assert_eq!((headers.result(), headers.get("Result")), (PgnResult::Open, Some("adjourned")));
    }
}
