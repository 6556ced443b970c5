//! Many FENs, one answer each: for scripts that want to know which positions are legal.

use std::io::{self, BufReader, Write};

use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::input::{self, InputLine};
use crate::json_list::JsonList;
use crate::position::{self, Reading};

/// What is said of one FEN.
#[derive(Serialize, Debug)]
struct Answer {
    line: u64,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(super) fn run(reading: Reading, console: &Console) -> anyhow::Result<Finding> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut out = console.stdout();
    let mut list = JsonList::new("positions", console.format);
    let mut all_good = true;
    let mut line = 0;
    while let Some(text) = input::next_line(&mut input)? {
        line += 1;
        let answer = answer(line, &text, reading);
        all_good &= answer.ok;
        match console.format {
            Format::Text => write_text(&mut out, &answer)?,
            _ => list.item(&mut out, &answer)?,
        }
        // Whoever feeds us line by line wants the answer before it gives the next line.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
    if console.format != Format::Text {
        list.end(&mut out)?;
    }
    out.flush()?;
    Ok(Finding::good_if(all_good))
}

fn answer(line: u64, text: &InputLine, reading: Reading) -> Answer {
    let result = match text {
        InputLine::Text(text) => position::read_fen(text, reading).map_err(|error| error.to_string()),
        InputLine::TooLong => Err("the line is too long to be a FEN".to_owned()),
        InputLine::NotText => Err("the line is not UTF-8 text".to_owned()),
    };
    match result {
        Ok(position) => Answer { line, ok: true, fen: Some(position.board.fen()), error: None },
        Err(error) => Answer { line, ok: false, fen: None, error: Some(error) },
    }
}

fn write_text(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    match (&answer.fen, &answer.error) {
        (Some(fen), _) => writeln!(out, "ok\t{fen}"),
        (_, error) => writeln!(out, "error\t{}", error.as_deref().unwrap_or_default()),
    }
}
