//! Many objects as JSON, each written as soon as it is known.

use std::io::{self, Write};

use serde::Serialize;

use crate::console::Format;

/// A list that is never whole in memory: `{"name":[…]}` as one object, or just lines.
#[derive(Debug)]
pub(crate) struct JsonList {
    name: &'static str,
    is_whole: bool,
    is_empty: bool,
}

impl JsonList {
    /// A list with this name; only `Format::Json` makes one object of it.
    pub(crate) fn new(name: &'static str, format: Format) -> JsonList {
        JsonList { name, is_whole: format == Format::Json, is_empty: true }
    }

    /// Writes one object of the list.
    pub(crate) fn item(&mut self, out: &mut dyn Write, item: &impl Serialize) -> anyhow::Result<()> {
        // By way of a string, so that a closed pipe shows as what it is.
        let text = serde_json::to_string(item)?;
        if !self.is_whole {
            writeln!(out, "{text}")?;
            return Ok(());
        }
        if self.is_empty {
            self.begin(out)?;
        } else {
            out.write_all(b",")?;
        }
        self.is_empty = false;
        write!(out, "\n  {text}")?;
        Ok(())
    }

    /// Writes what stands after the last object.
    pub(crate) fn end(self, out: &mut dyn Write) -> io::Result<()> {
        if !self.is_whole {
            return Ok(());
        }
        if self.is_empty {
            self.begin(out)?;
        }
        writeln!(out, "\n]}}")
    }

    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{{\"{}\":[", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(items: &[u8], format: Format) -> String {
        let mut out = Vec::new();
        let mut list = JsonList::new("items", format);
        for item in items {
            list.item(&mut out, item).expect("memory can be written");
        }
        list.end(&mut out).expect("memory can be written");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn lists_of_any_length() {
        for items in [&[][..], &[1], &[1, 2, 3]] {
            let whole: serde_json::Value = serde_json::from_str(&written(items, Format::Json)).expect("JSON");
            assert_eq!(whole, serde_json::json!({ "items": items }));
        }
        assert_eq!(written(&[1, 2], Format::JsonLines), "1\n2\n");
        assert_eq!(written(&[], Format::JsonLines), "");
    }
}
