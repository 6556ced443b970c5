//! Defences: in words, and proved.

use std::io::Write;

use quevedo_methods::{DEFENCES, Defence, DefenceReport, Language};
use serde::Serialize;

use super::page::capitalised;
use crate::console::{Console, Format, WIDTH, wrap};
use crate::failure::Finding;

/// The files of pawns that are looked at: the others mirror them.
const FILES: core::ops::RangeInclusive<u8> = 0..=3;

#[derive(Serialize)]
struct Page {
    name: &'static str,
    title: &'static str,
    idea: &'static str,
    example: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
struct Rule {
    name: &'static str,
    words: &'static str,
}

/// What the defence is, in words.
pub(super) fn show(defence: &Defence, language: Language, console: &Console) -> anyhow::Result<Finding> {
    let page = Page {
        name: defence.id,
        title: defence.title.text(language),
        idea: defence.idea.text(language),
        example: defence.example,
        rules: defence
            .rules
            .iter()
            .map(|rule| Rule { name: rule.name.text(language), words: rule.words.text(language) })
            .collect(),
    };
    let mut out = console.stdout();
    if console.format != Format::Text {
        console.write_json(&mut out, &page)?;
        return Ok(Finding::Good);
    }
    let pick = |en: &'static str, es: &'static str| if language == Language::English { en } else { es };
    writeln!(out, "{} ({})\n", capitalised(page.title), page.name)?;
    for line in wrap(page.idea, WIDTH) {
        writeln!(out, "{line}")?;
    }
    writeln!(
        out,
        "\n{}",
        pick(
            "The first rule that gives a move which loses nothing at once is played:",
            "Se juega la primera regla que dé una jugada que no pierda nada enseguida:"
        )
    )?;
    for (number, rule) in page.rules.iter().enumerate() {
        for (row, line) in wrap(&format!("{}: {}", rule.name, rule.words), WIDTH - 5).into_iter().enumerate()
        {
            let margin = if row == 0 { format!("  {}. ", number + 1) } else { "     ".to_owned() };
            writeln!(out, "{margin}{line}")?;
        }
    }
    writeln!(out, "\n{}: {}", pick("For example", "Por ejemplo"), page.example)?;
    writeln!(
        out,
        "`quevedo teach --verify {}` {}",
        page.name,
        pick("proves it: minutes.", "la demuestra: minutos.")
    )?;
    Ok(Finding::Good)
}

/// Proves a defence.
pub(super) fn verify(defence: &Defence, language: Language, console: &Console) -> anyhow::Result<Finding> {
    let bar = console.bar(None, "{spinner} {msg}, {elapsed}");
    bar.set_message(format!("playing {} against everything", defence.id));
    let report = defence.verify(FILES, language);
    bar.finish_and_clear();
    let mut out = console.stdout();
    if console.format == Format::Text {
        write(&mut out, defence, &report, language)?;
    } else {
        console.write_json(&mut out, &report)?;
    }
    Ok(Finding::good_if(report.failures == 0))
}

fn write(
    out: &mut impl Write,
    defence: &Defence,
    report: &DefenceReport,
    language: Language,
) -> anyhow::Result<()> {
    let pick = |en: &'static str, es: &'static str| if language == Language::English { en } else { es };
    writeln!(out, "{}  {}", defence.id, defence.title.text(language))?;
    let rows = [
        (pick("starts, attacker to move", "comienzos, mueve el atacante"), report.starts),
        (pick("failures", "fallos"), report.failures),
        (pick("positions walked through", "posiciones recorridas"), report.positions),
    ];
    for (name, value) in rows {
        writeln!(out, "  {name:<30}{value}")?;
    }
    for (rank, [starts, failures]) in report.by_rank.iter().enumerate() {
        let name = format!("  {} {}", pick("pawn on rank", "peón en la fila"), rank + 2);
        writeln!(out, "  {name:<30}{failures} / {starts}")?;
    }
    for (number, (name, uses)) in report.parts.iter().enumerate() {
        writeln!(out, "    {:<28}{uses:>10}", format!("{}. {name}", number + 1))?;
    }
    for fen in &report.failing {
        writeln!(out, "  {}: {fen}", pick("fails", "falla"))?;
    }
    Ok(())
}

/// The names of all.
pub(super) fn names() -> String {
    DEFENCES.map(|defence| defence.id).join(", ")
}
