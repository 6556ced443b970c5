//! Many positions, one answer each.

use std::io::{self, BufReader, Write};
use std::path::Path;

use quevedo_tables::{Metric, Value};
use serde::Serialize;

use super::knowledge::Knowledge;
use super::words::ValueJson;
use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::input::{self, Line};
use crate::json_list::JsonList;
use crate::position::{self, Reading};

/// What is said of one FEN.
#[derive(Serialize, Debug)]
struct Answer {
    line: u64,
    fen: Option<String>,
    value: Option<ValueJson>,
    error: Option<String>,
}

pub(super) fn run(
    tables: &Knowledge,
    metric: Metric,
    folder: &Path,
    console: &Console,
) -> anyhow::Result<Finding> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut out = console.stdout();
    let mut list = JsonList::new("positions", console.format);
    let mut all_known = true;
    let mut line = 0;
    while let Some(text) = input::next_line(&mut input)? {
        line += 1;
        let (fen, value) = ask(tables, metric, folder, &text);
        all_known &= value.is_ok();
        if console.format == Format::Text {
            writeln!(out, "{}", short(&value))?;
        } else {
            let known = value.as_ref().ok().map(|&value| ValueJson::new(value, metric));
            list.item(&mut out, &Answer { line, fen, value: known, error: value.err() })?;
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
    Ok(Finding::good_if(all_known))
}

/// The position of a line, as far as it is one, and its value or what is wrong.
fn ask(
    tables: &Knowledge,
    metric: Metric,
    folder: &Path,
    text: &Line,
) -> (Option<String>, Result<Value, String>) {
    let text = match text {
        Line::Text(text) => text,
        Line::TooLong => return (None, Err("the line is too long to be a FEN".to_owned())),
        Line::NotText => return (None, Err("the line is not UTF-8 text".to_owned())),
    };
    let board = match position::read_fen(text, Reading::Lenient) {
        Ok(position) => position.board,
        Err(error) => return (None, Err(error.to_string())),
    };
    let value = match tables.probe(metric, &board) {
        Ok(Some(value)) => Ok(value),
        Ok(None) => Err(super::probe::unknown(&board, metric, folder)),
        Err(error) => Err(error.to_string()),
    };
    (Some(board.fen()), value)
}

fn short(value: &Result<Value, String>) -> String {
    match value {
        Ok(Value::Win(plies)) => format!("win\t{plies}"),
        Ok(Value::Draw) => "draw".to_owned(),
        Ok(Value::Loss(plies)) => format!("loss\t{plies}"),
        Err(error) => format!("error\t{error}"),
    }
}
