//! The endings there are.

use std::io::Write;

use quevedo_methods::{DEFENCES, Language, METHODS};
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::Finding;

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
    form: &'static str,
    parts: usize,
}

pub(super) fn run(language: Language, console: &Console) -> anyhow::Result<Finding> {
    let methods = METHODS.map(|method| Row {
        name: method.id,
        title: method.title.text(language),
        form: if method.is_chain() { "goals" } else { "rules" },
        parts: method.parts(),
    });
    let defences = DEFENCES.map(|defence| Row {
        name: defence.id,
        title: defence.title.text(language),
        form: "rules",
        parts: defence.rules.len(),
    });
    let rows: Vec<Row> = methods.into_iter().chain(defences).collect();
    let mut out = console.stdout();
    if console.format == Format::Text {
        for row in &rows {
            let form = match (language, row.form) {
                (Language::English, form) => form,
                (Language::Spanish, "rules") => "reglas",
                (Language::Spanish, _) => "metas",
            };
            writeln!(out, "{:<10}{} {form:<8}{}", row.name, row.parts, row.title)?;
        }
        let hint = match language {
            Language::English => "\n`quevedo teach KRK` begins a lesson; `--verify` proves the method.",
            Language::Spanish => {
                "\n`quevedo teach KRK --lang es` empieza una lección; `--verify` demuestra el método."
            }
        };
        writeln!(out, "{hint}")?;
    } else {
        console.write_json_rows(&mut out, &rows)?;
    }
    out.flush()?;
    Ok(Finding::Good)
}
