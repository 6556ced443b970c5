//! Comments: text and the commands in it.

use core::fmt::{self, Write};
use core::time::Duration;

use crate::command::{Arrow, Eval, Mark, parse_arrows, parse_clock, parse_marks, write_clock};

/// A piece of a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Words for people.
    Text(String),
    /// `[%eval 0.36]`: what a program thinks of the position.
    Eval(Eval),
    /// `[%clk 0:15:28]`: what is left on the mover's clock.
    Clock(Duration),
    /// `[%emt 0:00:05]`: how long the move took.
    Elapsed(Duration),
    /// `[%cal Gd2d4,Re4e5]`: arrows.
    Arrows(Vec<Arrow>),
    /// `[%csl Rd5]`: marked squares.
    Marks(Vec<Mark>),
    /// Any other `[%name arguments]`, and those above where the arguments are odd.
    Command {
        /// The word after `[%`.
        name: String,
        /// The rest up to `]`.
        arguments: String,
    },
}

/// A comment, taken apart into text and commands in their order.
///
/// White space is one blank wherever it stands, because a writer breaks lines there; braces
/// become parentheses, because they would end the comment.
///
/// ```
/// use quevedo_games::Comment;
/// use quevedo_value::Verdict;
///
/// let comment = Comment::parse("Ngf3 was best. [%eval -0.36] [%clk 0:15:28]");
/// assert_eq!(comment.text(), "Ngf3 was best.");
/// assert_eq!(comment.eval().map(|eval| eval.score), Some(Verdict::Centipawns(-36)));
/// assert_eq!(comment.to_string(), "Ngf3 was best. [%eval -0.36] [%clk 0:15:28]");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comment {
    parts: Vec<Part>,
}

impl Comment {
    /// Takes a comment's text (without the braces) apart.
    pub fn parse(text: &str) -> Comment {
        let text = tidy(text);
        let mut comment = Comment::default();
        let mut rest = text.as_str();
        while let Some((before, name, arguments, after)) = find_command(rest) {
            comment.push_text(before);
            comment.parts.push(understand(name, arguments));
            rest = after;
        }
        comment.push_text(rest);
        comment
    }

    /// Adds a part at the end. Text is read as [`parse`](Comment::parse) reads it.
    pub fn push(&mut self, part: &Part) {
        // Through the text and back, so that what is kept is what a reader of the file will see.
        let mut text = self.to_string();
        text.push(' ');
        let _ = write_part(&mut text, part);
        *self = Comment::parse(&text);
    }

    fn push_text(&mut self, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.parts.push(Part::Text(text.to_owned()));
        }
    }

    /// The parts in their order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The words without the commands.
    pub fn text(&self) -> String {
        let mut words = String::new();
        for part in &self.parts {
            if let Part::Text(text) = part {
                if !words.is_empty() {
                    words.push(' ');
                }
                words.push_str(text);
            }
        }
        words
    }

    /// The evaluation, if one is given.
    pub fn eval(&self) -> Option<Eval> {
        self.parts.iter().find_map(|part| if let Part::Eval(eval) = part { Some(*eval) } else { None })
    }

    /// The mover's clock, if it is given.
    pub fn clock(&self) -> Option<Duration> {
        self.parts.iter().find_map(|part| if let Part::Clock(time) = part { Some(*time) } else { None })
    }

    /// How long the move took, if that is given.
    pub fn elapsed(&self) -> Option<Duration> {
        self.parts.iter().find_map(|part| if let Part::Elapsed(time) = part { Some(*time) } else { None })
    }

    /// All arrows.
    pub fn arrows(&self) -> impl Iterator<Item = Arrow> + '_ {
        self.parts
            .iter()
            .filter_map(|part| if let Part::Arrows(all) = part { Some(all) } else { None })
            .flatten()
            .copied()
    }

    /// All marked squares.
    pub fn marks(&self) -> impl Iterator<Item = Mark> + '_ {
        self.parts
            .iter()
            .filter_map(|part| if let Part::Marks(all) = part { Some(all) } else { None })
            .flatten()
            .copied()
    }
}

impl From<Part> for Comment {
    fn from(part: Part) -> Comment {
        let mut comment = Comment::default();
        comment.push(&part);
        comment
    }
}

/// One blank for every run of white space and control characters, parentheses for braces.
fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    let mut pending = false;
    for letter in text.chars() {
        if letter.is_whitespace() || letter.is_control() {
            pending = !tidied.is_empty();
            continue;
        }
        if core::mem::take(&mut pending) {
            tidied.push(' ');
        }
        tidied.push(match letter {
            '{' => '(',
            '}' => ')',
            other => other,
        });
    }
    tidied
}

/// The first `[%name arguments]`: the text before it, its name and arguments, the text after it.
fn find_command(text: &str) -> Option<(&str, &str, &str, &str)> {
    let mut from = 0;
    // Where the next `]` is; many nameless `[%` before one `]` must not each look for it.
    let mut close = 0;
    loop {
        let open = from + text.get(from..)?.find("[%")?;
        let inner = open + 2;
        if close < inner {
            close = inner + text.get(inner..)?.find(']')?;
        }
        let (name, arguments) = text[inner..close].split_once(' ').unwrap_or((&text[inner..close], ""));
        if !name.is_empty() {
            return Some((&text[..open], name, arguments.trim(), &text[close + 1..]));
        }
        from = inner;
    }
}

fn understand(name: &str, arguments: &str) -> Part {
    let typed = match name {
        "eval" => Eval::parse(arguments).map(Part::Eval),
        "clk" => parse_clock(arguments).map(Part::Clock),
        "emt" => parse_clock(arguments).map(Part::Elapsed),
        "cal" => parse_arrows(arguments).map(Part::Arrows),
        "csl" => parse_marks(arguments).map(Part::Marks),
        _ => None,
    };
    typed.unwrap_or_else(|| Part::Command { name: name.to_owned(), arguments: arguments.to_owned() })
}

/// Writes a part as it stands in a comment.
pub(crate) fn write_part(out: &mut impl Write, part: &Part) -> fmt::Result {
    match part {
        Part::Text(text) => out.write_str(text),
        Part::Eval(eval) => write!(out, "[%eval {eval}]"),
        Part::Clock(time) => {
            out.write_str("[%clk ")?;
            write_clock(out, *time)?;
            out.write_char(']')
        }
        Part::Elapsed(time) => {
            out.write_str("[%emt ")?;
            write_clock(out, *time)?;
            out.write_char(']')
        }
        Part::Arrows(arrows) => write_list(out, "cal", arrows),
        Part::Marks(marks) => write_list(out, "csl", marks),
        Part::Command { name, arguments } if arguments.is_empty() => write!(out, "[%{name}]"),
        Part::Command { name, arguments } => write!(out, "[%{name} {arguments}]"),
    }
}

fn write_list(out: &mut impl Write, name: &str, items: &[impl fmt::Display]) -> fmt::Result {
    write!(out, "[%{name} ")?;
    for (index, item) in items.iter().enumerate() {
        write!(out, "{}{item}", if index > 0 { "," } else { "" })?;
    }
    out.write_char(']')
}

impl fmt::Display for Comment {
    /// The comment as it stands between the braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.parts.iter().enumerate() {
            if index > 0 {
                f.write_char(' ')?;
            }
            write_part(f, part)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use quevedo_value::Verdict;

    #[test]
    fn commands_and_text_keep_their_order() {
        let comment =
            Comment::parse(" a [%eval #-2]b[%cal Gd2d4,Re4e5][%csl Rd5] [%foo] [%clk soon] [%emt 5.5]\n c");
        assert_eq!(
            comment.to_string(),
            "a [%eval #-2] b [%cal Gd2d4,Re4e5] [%csl Rd5] [%foo] [%clk soon] [%emt 0:00:05.5] c"
        );
        assert_eq!(comment.parts().len(), 9);
        assert_eq!(comment.text(), "a b c");
        assert_eq!(comment.clock(), None);
        assert_eq!(comment.eval().map(|eval| eval.score), Some(Verdict::Mate(-2)));
        assert_eq!(comment.elapsed(), Some(Duration::from_millis(5500)));
        assert_eq!((comment.arrows().count(), comment.marks().count()), (2, 1));
    }

    #[test]
    fn braces_cannot_end_a_comment() {
        assert_eq!(Comment::parse("a } b { c").to_string(), "a ) b ( c");
        let part = Part::Command { name: "x}".into(), arguments: "} 1. e4 {".into() };
        assert_eq!(Comment::from(part).to_string(), "[%x) ) 1. e4 (]");
        assert!(Comment::parse(" \n\t ").is_empty());
    }

    #[test]
    fn what_is_no_command_is_text() {
        for text in ["[%", "[% ]", "[% eval 0.3]", "[%eval 0.3", "[a]", "[%] [%x"] {
            assert_eq!(Comment::parse(text).to_string(), text);
        }
    }

    proptest! {
        #[test]
        fn reading_what_was_written_changes_nothing(text in r"(\PC|\[%|eval|clk|cal|csl|\]|[ 0-9#.,:a-h{}\n]){0,40}") {
            let comment = Comment::parse(&text);
            prop_assert_eq!(Comment::parse(&comment.to_string()), comment);
        }
    }
}
