//! One tag, well written or not.

/// A tag as it stands at the start of some bytes.
pub(crate) struct TagLine<'a> {
    pub(crate) name: &'a [u8],
    value: &'a [u8],
    /// The bytes that the tag takes.
    pub(crate) used: usize,
    /// Whether its end was found.
    pub(crate) is_complete: bool,
}

/// Whether a bracket opens a tag, and not a command that has lost its braces.
pub(crate) fn looks_like_tag(data: &[u8]) -> bool {
    let mut rest = data.iter().skip(1).skip_while(|byte| matches!(byte, b' ' | b'\t'));
    data.first() == Some(&b'[') && rest.next().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
}

impl<'a> TagLine<'a> {
    /// Reads a tag: `[Name "value"]`. Quotes inside the value need not be escaped, and the closing
    /// quote and bracket may be missing, as long as the tag stays on its line.
    pub(crate) fn read(data: &'a [u8]) -> TagLine<'a> {
        let line = &data[..line_length(data)];
        let line = &line[..line.len().min(super::TAG_LINE)];
        let is_complete = line.len() < super::TAG_LINE;
        let inside = line.get(1..).unwrap_or_default();
        let inside = inside.trim_ascii_start();
        let name_length = inside
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
            .unwrap_or(inside.len());
        let (name, rest) = inside.split_at(name_length);
        let begin = line.len() - rest.len();
        let (value, used) = match memchr::memchr(b'"', rest) {
            Some(quote) => quoted(&rest[quote + 1..]).map_or_else(
                || (without_tail(&rest[quote + 1..]), line.len()),
                |(length, used)| (&rest[quote + 1..quote + 1 + length], begin + quote + 1 + used),
            ),
            None => bare(rest, begin),
        };
        TagLine { name, value, used, is_complete: is_complete || used < line.len() }
    }

    /// Writes the tag as the standard says.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        if self.name.is_empty() {
            return;
        }
        out.push(b'[');
        out.extend(self.name);
        out.extend(b" \"");
        if self.value.iter().all(|&byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
            out.extend(self.value);
        } else {
            self.write_escaped(out);
        }
        out.extend(b"\"]\n");
    }

    fn write_escaped(&self, out: &mut Vec<u8>) {
        let mut bytes = self.value.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            match (byte, bytes.peek()) {
                // An escape stays what it is.
                (b'\\', Some(&next @ (b'\\' | b'"'))) => {
                    out.extend([byte, next]);
                    bytes.next();
                }
                (b'\\' | b'"', _) => out.extend([b'\\', byte]),
                // Files from machines with other ideas of a text; the line must stay one.
                (0..=0x1f, _) => out.push(b' '),
                _ => out.push(byte),
            }
        }
    }
}

fn line_length(data: &[u8]) -> usize {
    memchr::memchr2(b'\n', b'\r', data).unwrap_or(data.len())
}

/// The length of a value up to the quote that closes it (the first one before a bracket that is
/// not escaped), and the bytes up to and with that bracket.
fn quoted(rest: &[u8]) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let at = from + memchr::memchr2(b'"', b'\\', rest.get(from..)?)?;
        if rest[at] == b'\\' {
            from = at + 2;
            continue;
        }
        let after = &rest[at + 1..];
        let blanks = after.len() - after.trim_ascii_start().len();
        if after.get(blanks) == Some(&b']') {
            return Some((at, at + 1 + blanks + 1));
        }
        from = at + 1;
    }
}

/// The rest of a line without a bracket and a quote at its end.
fn without_tail(rest: &[u8]) -> &[u8] {
    let rest = rest.trim_ascii_end();
    let rest = rest.strip_suffix(b"]").unwrap_or(rest).trim_ascii_end();
    rest.strip_suffix(b"\"").unwrap_or(rest)
}

/// A value without quotes, up to the bracket, and the bytes that the tag takes.
fn bare(rest: &[u8], begin: usize) -> (&[u8], usize) {
    let close = memchr::memchr(b']', rest);
    let value = rest[..close.unwrap_or(rest.len())].trim_ascii();
    (value, begin + close.map_or(rest.len(), |close| close + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, usize) {
        let tag = TagLine::read(text.as_bytes());
        let mut out = Vec::new();
        tag.write(&mut out);
        (String::from_utf8(out).expect("text"), tag.used)
    }

    #[test]
    fn tags_come_out_as_the_standard_says() {
        for (text, written) in [
            ("[White \"Smith\"]", "[White \"Smith\"]\n"),
            ("[ White   \"Smith\" ]  ", "[White \"Smith\"]\n"),
            ("[White\"Smith\"]", "[White \"Smith\"]\n"),
            (r#"[White "The \"Boss\" \\"]"#, "[White \"The \\\"Boss\\\" \\\\\"]\n"),
            (r#"[White "The "Boss""]"#, "[White \"The \\\"Boss\\\"\"]\n"),
            (r#"[Site "C:\"]"#, "[Site \"C:\\\\\"]\n"),
            (r#"[Site "C:\games"]"#, "[Site \"C:\\\\games\"]\n"),
            ("[White \"Smith]", "[White \"Smith\"]\n"),
            ("[White \"Smith\"", "[White \"Smith\"]\n"),
            ("[White Smith]", "[White \"Smith\"]\n"),
            ("[White]", "[White \"\"]\n"),
            ("[White", "[White \"\"]\n"),
            ("[White \"a\tb\"]", "[White \"a b\"]\n"),
        ] {
            assert_eq!(read(text).0, written, "{text}");
        }
    }

    #[test]
    fn a_tag_ends_at_its_bracket_or_line() {
        assert_eq!(read("[One \"1\"] [Two \"2\"]").1, 9);
        assert_eq!(read("[One \"1\n[Two \"2\"]").1, 7);
        assert_eq!(read("[One \"a] b\"]").1, 12);
        assert_eq!(read("[One \"1\"]\r\n").1, 9);
    }

    #[test]
    fn endless_tags_are_cut() {
        let long = format!("[White \"{}\"]", "a".repeat(100_000));
        let tag = TagLine::read(long.as_bytes());
        assert!(!tag.is_complete);
        assert_eq!(tag.used, super::super::TAG_LINE);
    }

    #[test]
    fn commands_are_no_tags() {
        assert!(looks_like_tag(b"[Event \"?\"]") && looks_like_tag(b"[ Event"));
        assert!(!looks_like_tag(b"[%clk 0:00:01]") && !looks_like_tag(b"[") && !looks_like_tag(b"Event"));
    }
}
