//! Reading what users give: files or stdin, plain or compressed, in lines of bounded length.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::Context;
use indicatif::ProgressBar;

/// How compressed files begin (Zstandard, RFC 8878).
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const BUFFER: usize = 256 << 10;

/// Opens a file, or stdin for `-`. Compressed ones are recognised by how they begin.
pub(crate) fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    open_watched(path, &ProgressBar::hidden())
}

/// Opens a file and moves a bar on as its bytes are read, compressed as they may be.
pub(crate) fn open_watched(path: &Path, bar: &ProgressBar) -> anyhow::Result<Box<dyn BufRead>> {
    let name = path.display();
    let raw: Box<dyn Read> = if path == Path::new("-") {
        Box::new(bar.wrap_read(io::stdin().lock()))
    } else {
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        let is_folder = file.metadata().is_ok_and(|data| data.is_dir());
        anyhow::ensure!(!is_folder, "{name} is a folder, expected a file");
        Box::new(bar.wrap_read(file))
    };
    decompressed(raw).with_context(|| format!("cannot read {name}"))
}

/// Whether a file that begins like this is compressed.
pub(crate) fn is_compressed(start: &[u8]) -> bool {
    start == ZSTD
}

/// The bytes of a reader, decompressed if they are compressed.
fn decompressed(raw: Box<dyn Read>) -> io::Result<Box<dyn BufRead>> {
    let mut raw = BufReader::with_capacity(BUFFER, raw);
    let mut start = Vec::with_capacity(ZSTD.len());
    // A pipe may give less than four bytes at once, so `fill_buf` would not do.
    raw.by_ref().take(ZSTD.len() as u64).read_to_end(&mut start)?;
    let is_compressed = is_compressed(&start);
    let whole = BufReader::with_capacity(BUFFER, io::Cursor::new(start).chain(raw));
    if is_compressed {
        let decoder = zstd::stream::read::Decoder::with_buffer(whole)?;
        return Ok(Box::new(BufReader::with_capacity(BUFFER, decoder)));
    }
    Ok(Box::new(whole))
}

/// Lines longer than this are not kept.
const LONGEST_LINE: usize = 64 << 10;

/// A line of a text, or why it is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Text(String),
    /// Longer than any line should be; the rest of it was passed over.
    TooLong,
    /// Bytes that are no UTF-8.
    NotText,
}

/// Reads the next line without its end, `None` at the end of the text.
pub(crate) fn next_line(input: &mut dyn BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
    } else if bytes.len() > LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(String::from_utf8(bytes).map_or(Line::NotText, Line::Text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut text: &[u8]) -> Vec<Line> {
        std::iter::from_fn(|| next_line(&mut text).expect("memory can be read")).collect()
    }

    #[test]
    fn lines_of_all_kinds() {
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(lines(b"a\r\n\nb"), [text("a"), text(""), text("b")]);
        assert_eq!(lines(b"\xff\nok"), [Line::NotText, text("ok")]);
        let long = "x".repeat(LONGEST_LINE);
        assert_eq!(lines(format!("{long}\nok").as_bytes()), [text(&long), text("ok")]);
        assert_eq!(lines(format!("{long}yy\nok\n").as_bytes()), [Line::TooLong, text("ok")]);
        assert_eq!(lines(format!("{long}y").as_bytes()), [Line::TooLong]);
    }

    #[test]
    fn compressed_bytes_are_recognised() {
        let text = b"some text\n".repeat(1000);
        let packed = zstd::encode_all(&text[..], 3).expect("memory can be packed");
        for bytes in [text.clone(), packed.clone(), packed.repeat(2), b"ab".to_vec(), Vec::new()] {
            let mut found = Vec::new();
            decompressed(Box::new(io::Cursor::new(bytes.clone())))
                .and_then(|mut input| input.read_to_end(&mut found))
                .expect("memory can be read");
            let expected =
                if bytes.starts_with(&ZSTD) { text.repeat(bytes.len() / packed.len()) } else { bytes };
            assert!(found == expected);
        }
    }
}
