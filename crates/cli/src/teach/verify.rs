//! Proofs of methods, in figures.

use std::io::Write;

use quevedo_methods::{ClaimReport, End, Ground, Language, METHODS, Method, MethodReport};

use super::work_out;
use crate::console::{Console, Format, WIDTH, wrap};
use crate::failure::Finding;

/// Proves one method, or all that take seconds.
pub(super) fn run(
    method: Option<&'static Method>,
    language: Language,
    console: &Console,
) -> anyhow::Result<Finding> {
    let mut fails = false;
    let mut out = console.stdout();
    // What takes minutes is asked for by its name.
    let quick = || METHODS.into_iter().filter(|method| !method.is_large()).collect();
    let methods: Vec<&Method> = method.map_or_else(quick, |method| vec![method]);
    let mut reports = Vec::new();
    for (number, method) in methods.iter().enumerate() {
        let ground: Ground = work_out(method, console);
        let report = MethodReport::of(&ground, language);
        fails |= report.failures > 0;
        match console.format {
            Format::Text => {
                if number > 0 {
                    writeln!(out)?;
                }
                write(&mut out, method, &report, language)?;
            }
            Format::JsonLines => console.write_json(&mut out, &report)?,
            Format::Json => reports.push(report),
        }
        out.flush()?;
    }
    match &reports[..] {
        [] => {}
        [report] => console.write_json(&mut out, report)?,
        reports => console.write_json_rows(&mut out, reports)?,
    }
    out.flush()?;
    Ok(Finding::good_if(!fails))
}

fn write(
    out: &mut impl Write,
    method: &Method,
    report: &MethodReport,
    language: Language,
) -> anyhow::Result<()> {
    let is_english = language == Language::English;
    let pick = |en: &'static str, es: &'static str| if is_english { en } else { es };
    writeln!(out, "{}  {}", method.id, method.title.text(language))?;
    let counted = match (is_english, report.end) {
        (true, End::Mate) => "moves to mate",
        (true, End::Promotion) => "moves to a safe new queen",
        (true, End::RookWon) => "moves to mate or the rook",
        (false, End::Mate) => "jugadas al mate",
        (false, End::Promotion) => "jugadas a una dama a salvo",
        (false, End::RookWon) => "jugadas al mate o a la torre",
    };
    let rows = [
        (pick("won positions", "posiciones ganadas"), report.won.to_string()),
        (pick("failures", "fallos"), report.failures.to_string()),
        (counted, String::new()),
        (
            pick("  longest", "  la más larga"),
            format!(
                "{} ({} {})",
                report.longest,
                pick("perfect play", "juego perfecto"),
                report.best_longest
            ),
        ),
        (
            pick("  mean", "  media"),
            format!(
                "{:.2} ({} {:.2})",
                report.mean,
                pick("perfect play", "juego perfecto"),
                report.best_mean
            ),
        ),
    ];
    for (name, value) in rows {
        writeln!(out, "{}", format!("  {name:<28}{value}").trim_end())?;
    }
    if let Some(bound) = report.bound {
        writeln!(out, "  {:<28}{bound}", pick("sum of the stages' limits", "suma de los límites"))?;
    }
    if report.passes_fifty_moves {
        let warning = pick(
            "The longest line passes the fifty-move rule: the defender could claim a draw.",
            "La línea más larga pasa de las cincuenta jugadas: el defensor podría reclamar tablas.",
        );
        writeln!(out, "  {warning}")?;
    }
    let used = pick("positions", "posiciones");
    writeln!(out, "  {:<28}{used:>10}", pick(if method.is_chain() { "stage" } else { "rule" }, "parte"))?;
    for (number, part) in report.parts.iter().enumerate() {
        let limit = part.limit.map(|limit| format!("   {} {limit}", pick("at most", "como mucho")));
        let name = format!("{}. {}", number + 1, part.name);
        writeln!(out, "    {name:<26}{:>10}{}", part.uses, limit.unwrap_or_default())?;
    }
    for fen in &report.failing {
        writeln!(out, "  {}: {fen}", pick("fails", "falla"))?;
    }
    if !report.claims.is_empty() {
        writeln!(
            out,
            "  {}",
            pick("what is said of it: exceptions of positions", "lo que se dice: excepciones de posiciones")
        )?;
    }
    for claim in &report.claims {
        write_claim(out, claim, language)?;
    }
    Ok(())
}

fn write_claim(out: &mut impl Write, claim: &ClaimReport, language: Language) -> anyhow::Result<()> {
    let is_english = language == Language::English;
    let promise = match (is_english, claim.is_win) {
        (true, true) => "wins",
        (true, false) => "draws",
        (false, true) => "gana",
        (false, false) => "tablas",
    };
    let moves = if is_english { ["to move", "defender to move"] } else { ["le toca", "le toca al defensor"] };
    let counts = claim.counts.iter().zip(moves).filter(|(count, _)| count.positions > 0);
    let text: Vec<String> =
        counts.map(|(count, who)| format!("{} / {} ({who})", count.exceptions, count.positions)).collect();
    let name = format!("{} ({promise}): {}", claim.name, text.join(", "));
    for (row, line) in wrap(&name, WIDTH - 6).into_iter().enumerate() {
        writeln!(out, "{}{line}", if row == 0 { "    " } else { "      " })?;
    }
    for fen in claim.counts.iter().filter(|count| count.exceptions <= 8).flat_map(|count| &count.some) {
        writeln!(out, "      {}: {fen}", if is_english { "exception" } else { "excepción" })?;
    }
    Ok(())
}
