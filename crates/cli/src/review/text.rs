//! A review for people: at most 80 columns.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use quevedo_rules::Color;
use quevedo_tutor::Language;
use quevedo_tutor::review::{ACCURACY_FORMULA, GameReview, KeyMoment, Mark, Phase, SidePlay, block_graph};

use crate::console::{Console, WIDTH, wrap};

/// Styles that are nothing where no colours are wanted.
#[derive(Clone, Copy)]
struct Styles {
    head: Style,
    bad: Style,
    faint: Style,
}

impl Styles {
    fn of(console: &Console) -> Styles {
        if !console.colors {
            return Styles { head: Style::new(), bad: Style::new(), faint: Style::new() };
        }
        Styles {
            head: Style::new().bold(),
            bad: Style::new().fg_color(Some(AnsiColor::Red.into())),
            faint: Style::new().dimmed(),
        }
    }
}

/// Writes the whole review.
pub(super) fn write(
    review: &GameReview,
    language: Language,
    console: &Console,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let styles = Styles::of(console);
    let Styles { head, .. } = styles;
    for line in wrap(&format!("{}  {}", review.title(), review.result), WIDTH) {
        writeln!(out, "{head}{line}{head:#}")?;
    }
    writeln!(out)?;
    for line in &review.story {
        paragraph(out, &line.words(review, language), "- ", "  ")?;
    }
    writeln!(out)?;
    write_sides(review, out)?;
    writeln!(out)?;
    write_graph(review, out)?;
    for moment in &review.moments {
        writeln!(out)?;
        write_moment(review, moment, styles, out)?;
    }
    writeln!(out)?;
    for color in Color::ALL {
        write_marks(review, color, out)?;
    }
    let faint = styles.faint;
    let source = if review.scores_of_file { "scores: from the file. " } else { "" };
    for text in [review.scale.definition(), ACCURACY_FORMULA, Phase::DEFINITION] {
        let source = if text == review.scale.definition() { source } else { "" };
        for line in wrap(&format!("{source}{text}"), WIDTH) {
            writeln!(out, "{faint}{line}{faint:#}")?;
        }
    }
    writeln!(out)?;
    Ok(())
}

fn paragraph(out: &mut impl Write, text: &str, first: &str, rest: &str) -> std::io::Result<()> {
    for (index, line) in wrap(text, WIDTH - first.len()).iter().enumerate() {
        writeln!(out, "{}{line}", if index == 0 { first } else { rest })?;
    }
    Ok(())
}

fn write_sides(review: &GameReview, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{:27}accuracy  average loss   ?!   ?  ??   by phase", "")?;
    for color in Color::ALL {
        let SidePlay { accuracy, average_loss, marks, phases, .. } = review.side(color);
        let name: String = review.name(color).chars().take(20).collect();
        let side = if color == Color::White { "White" } else { "Black" };
        let name = if name == side { String::new() } else { name };
        let shown = |value: &Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
        let phases: Vec<String> =
            phases.iter().map(|phase| format!("{} {:.0}", short(phase.phase), phase.accuracy)).collect();
        writeln!(
            out,
            "{side} {name:21}{:>8}{:>14}{:>5}{:>4}{:>4}   {}",
            shown(accuracy),
            shown(average_loss),
            marks.inaccuracies,
            marks.mistakes,
            marks.blunders,
            phases.join(" ")
        )?;
    }
    Ok(())
}

fn short(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "op",
        Phase::Middlegame => "mid",
        Phase::Endgame => "end",
    }
}

/// Room for the scale at the left.
const MARGIN: usize = 8;
const GRAPH_HEIGHT: usize = 5;

fn write_graph(review: &GameReview, out: &mut impl Write) -> anyhow::Result<()> {
    let lines = block_graph(review, WIDTH - MARGIN, GRAPH_HEIGHT);
    for (index, line) in lines.iter().enumerate() {
        let label = match index {
            0 => "100 %",
            2 => " 50 %",
            4 => "  0 %",
            _ => "",
        };
        writeln!(out, "{label:>6} │{}", line.trim_end())?;
    }
    writeln!(out, "{:MARGIN$}White's expected score, from the first move to the last", "")?;
    Ok(())
}

fn write_moment(
    review: &GameReview,
    moment: &KeyMoment,
    styles: Styles,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let Some(mv) = review.at(moment.ply) else { return Ok(()) };
    let Styles { head, bad, .. } = styles;
    let mark = mv.mark.map_or("", Mark::sign);
    let percent = |value: f64| format!("{:.0} %", 100.0 * value);
    write!(out, "{head}{} {}{head:#}{bad}{mark}{bad:#}", mv.number, mv.played.san)?;
    let unpunished = if moment.answered_badly { ", not punished" } else { "" };
    writeln!(
        out,
        "  {}{unpunished}: {} -> {} for {}",
        moment.kind.name(),
        percent(mv.expected_before()),
        percent(mv.expected_after()),
        if mv.color == Color::White { "White" } else { "Black" }
    )?;
    paragraph(out, &moment.words.join(" "), "  ", "  ")?;
    Ok(())
}

fn write_marks(review: &GameReview, color: Color, out: &mut impl Write) -> anyhow::Result<()> {
    let marked: Vec<String> = review
        .moves
        .iter()
        .filter(|mv| mv.color == color && mv.mark.is_some())
        .map(|mv| {
            let number = mv.number.trim_end_matches('.');
            format!("{number}.{}{}", mv.played.san, mv.mark.map_or("", Mark::sign))
        })
        .collect();
    let side = if color == Color::White { "White" } else { "Black" };
    let text = if marked.is_empty() { "no marks".to_owned() } else { marked.join(" ") };
    paragraph(out, &text, &format!("{side}  "), "       ")?;
    Ok(())
}
