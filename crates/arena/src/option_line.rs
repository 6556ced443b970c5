//! The lines in which an engine lists its options.

/// An option as its line describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OptionLine {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    parts: Parts,
}

/// What an option holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Check,
    Spin,
    Combo,
    Button,
    String,
}

/// The words that begin a part of the line.
const PARTS: [&str; 4] = ["default", "min", "max", "var"];

impl OptionLine {
    /// Reads a line that begins with `option`; what is wrong with it otherwise.
    pub(crate) fn parse(line: &str) -> Result<OptionLine, String> {
        let rest = line.strip_prefix("option").ok_or("it does not begin with option")?;
        let rest = rest.trim_start().strip_prefix("name").ok_or("there is no name")?;
        // The last ` type ` counts where a name holds the word itself; no engine has been so unkind.
        let (name, rest) = rest.split_once(" type ").ok_or("there is no type")?;
        let name = name.trim();
        if name.is_empty() {
            return Err("the name is empty".to_owned());
        }
        let (kind, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        let parts = Parts::read(rest);
        let kind = match kind {
            "check" => parts.check().map(|()| Kind::Check),
            "spin" => parts.spin().map(|()| Kind::Spin),
            "combo" => parts.combo().map(|()| Kind::Combo),
            "button" => Ok(Kind::Button),
            "string" => parts.default().map(|_| Kind::String),
            other => Err(format!("there is no type \"{other}\"")),
        }?;
        Ok(OptionLine { name: name.to_owned(), kind, parts })
    }

    /// Whether the engine can take a value, by its own words.
    ///
    /// # Errors
    /// What it wants instead.
    pub(crate) fn accepts(&self, value: &str) -> Result<(), String> {
        let part = |name| self.parts.get(name).unwrap_or_default();
        let wanted = match self.kind {
            Kind::Check if !["true", "false"].iter().any(|word| word.eq_ignore_ascii_case(value)) => {
                "true or false".to_owned()
            }
            Kind::Spin if !self.is_within(value) => {
                format!("a number from {} to {}", part("min"), part("max"))
            }
            Kind::Combo if !self.parts.choices().any(|choice| choice.eq_ignore_ascii_case(value)) => {
                format!("one of {}", self.parts.choices().collect::<Vec<_>>().join(", "))
            }
            Kind::Button if !value.is_empty() => "no value, being a button".to_owned(),
            _ => return Ok(()),
        };
        Err(format!("the option {} wants {wanted}, not \"{value}\"", self.name))
    }

    fn is_within(&self, value: &str) -> bool {
        let number = |name| self.parts.get(name).and_then(|text| text.parse::<i64>().ok());
        let (Some(min), Some(max)) = (number("min"), number("max")) else { return true };
        value.parse().is_ok_and(|value: i64| (min..=max).contains(&value))
    }
}

/// What follows the type: words and their values, which may have spaces or be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Parts(Vec<(&'static str, String)>);

impl Parts {
    fn read(text: &str) -> Parts {
        let mut parts: Vec<(&'static str, String)> = Vec::new();
        for word in text.split_ascii_whitespace() {
            if let Some(part) = PARTS.iter().find(|part| **part == word) {
                parts.push((part, String::new()));
            } else if let Some((_, value)) = parts.last_mut() {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(word);
            }
        }
        Parts(parts)
    }

    fn get(&self, part: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == part).map(|(_, value)| value.as_str())
    }

    fn choices(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(part, _)| *part == "var").map(|(_, value)| value.as_str())
    }

    fn default(&self) -> Result<&str, String> {
        self.get("default").ok_or_else(|| "there is no default".to_owned())
    }

    fn check(&self) -> Result<(), String> {
        match self.default()? {
            "true" | "false" => Ok(()),
            other => Err(format!("the default is \"{other}\", expected true or false")),
        }
    }

    fn spin(&self) -> Result<(), String> {
        let number = |part: &str| -> Result<i64, String> {
            let value = self.get(part).ok_or_else(|| format!("there is no {part}"))?;
            value.parse().map_err(|_| format!("{part} is \"{value}\", expected an integer"))
        };
        let (default, min, max) = (number("default")?, number("min")?, number("max")?);
        if min <= default && default <= max {
            return Ok(());
        }
        Err(format!("the default {default} is not between {min} and {max}"))
    }

    fn combo(&self) -> Result<(), String> {
        let default = self.default()?;
        if self.choices().any(|choice| choice.eq_ignore_ascii_case(default)) {
            return Ok(());
        }
        Err(format!("the default \"{default}\" is not among the choices"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_lines_are_read() {
        for (line, name, kind) in [
            ("option name Hash type spin default 16 min 1 max 33554432", "Hash", Kind::Spin),
            ("option name Clear Hash type button", "Clear Hash", Kind::Button),
            ("option name Ponder type check default false", "Ponder", Kind::Check),
            (
                "option name Style type combo default Normal var Solid var Normal var Very Risky",
                "Style",
                Kind::Combo,
            ),
            ("option name SyzygyPath type string default <empty>", "SyzygyPath", Kind::String),
            ("option name UCI_Opponent type string default", "UCI_Opponent", Kind::String),
            ("option name Contempt type spin default -5 min -100 max 100", "Contempt", Kind::Spin),
        ] {
            let read = OptionLine::parse(line).expect("a good line");
            assert_eq!((read.name.as_str(), read.kind), (name, kind), "{line}");
        }
    }

    #[test]
    fn values_are_held_against_the_line() {
        for (line, good, bad, words) in [
            ("Hash type spin default 16 min 1 max 64", "64", "65", "a number from 1 to 64, not \"65\""),
            ("Ponder type check default false", "True", "yes", "true or false"),
            (
                "Style type combo default Solid var Solid var Very Risky",
                "very risky",
                "Bold",
                "one of Solid, Very Risky",
            ),
            ("Clear Hash type button", "", "1", "no value"),
        ] {
            let option = OptionLine::parse(&format!("option name {line}")).expect("a good line");
            assert_eq!(option.accepts(good), Ok(()));
            let error = option.accepts(bad).expect_err("a bad value");
            assert!(error.contains(words), "{error}");
        }
        let text = OptionLine::parse("option name Path type string default").expect("a good line");
        assert_eq!(text.accepts("anything at all"), Ok(()));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, words) in [
            ("option Hash type spin default 1 min 1 max 2", "there is no name"),
            ("option name type spin default 1 min 1 max 2", "the name is empty"),
            ("option name Hash", "there is no type"),
            ("option name Hash type number default 1", "there is no type \"number\""),
            ("option name Hash type spin default 16 min 1", "there is no max"),
            (
                "option name Hash type spin default 16.5 min 1 max 99",
                "default is \"16.5\", expected an integer",
            ),
            ("option name Hash type spin default 0 min 1 max 99", "the default 0 is not between 1 and 99"),
            ("option name Ponder type check", "there is no default"),
            ("option name Ponder type check default yes", "the default is \"yes\", expected true or false"),
            (
                "option name Style type combo default Odd var Solid",
                "the default \"Odd\" is not among the choices",
            ),
            ("option name Path type string", "there is no default"),
        ] {
            assert_eq!(OptionLine::parse(line), Err(words.to_owned()), "{line}");
        }
    }
}
