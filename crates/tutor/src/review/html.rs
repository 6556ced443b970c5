//! A review as one page that needs nothing else: pictures inside, no scripts, for light and dark.

use std::fmt::Write as _;

use quevedo_chart::escaped;
use quevedo_rules::{Board, Color};

use super::annotate::{arrows, viewpoint};
use super::formulas::ACCURACY_FORMULA;
use super::{GameReview, KeyMoment, Mark, Phase, SidePlay, diagram, svg_graph};
use crate::Language;

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fdfdfb;--text:#2b2b2b;--faint:#77756f;--line:#d9d6cd;--light:#eee6d3;--dark:#b08d68;--bad:#b3382f;--good:#2b8a4b}\
@media(prefers-color-scheme:dark){:root{--paper:#17191c;--text:#e8e6e1;--faint:#98958d;--line:#3a3d42;--light:#8f8470;--dark:#5d4a38;--bad:#f08a80;--good:#6fce90}}\
body{background:var(--paper);color:var(--text);font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.5rem;margin-bottom:0}h2{font-size:1.15rem;margin-top:2rem}.faint{color:var(--faint);font-size:.875rem}\
table{border-collapse:collapse}th,td{padding:.2rem .8rem .2rem 0;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}td.number{text-align:right;font-variant-numeric:tabular-nums}\
svg{max-width:100%;height:auto}.moment{display:flex;gap:1.5rem;flex-wrap:wrap;margin:1.5rem 0}.moment>svg{width:20rem}.moment>div{flex:1 1 18rem}\
.light{fill:var(--light)}.dark{fill:var(--dark)}.label{fill:var(--faint);font:11px system-ui,sans-serif}\
.white-man>*{fill:#fff;stroke:#222}.black-man>*{fill:#1c1c1c;stroke:#ddd}.white-man>*,.black-man>*{stroke-width:1.1;stroke-linejoin:round}\
.arrow line{stroke-width:6;opacity:.7}.arrow path{opacity:.8}.good line{stroke:var(--good)}.good path{fill:var(--good)}.bad line{stroke:var(--bad)}.bad path{fill:var(--bad)}\
.moves{line-height:1.9}.moves span{display:inline-block;margin-right:.5rem}.blunder,.mistake{color:var(--bad);font-weight:600}.inaccuracy{font-weight:600}.mark-good{color:var(--good);font-weight:600}";

/// The words of the page that no other table has.
struct Labels {
    story: &'static str,
    accuracy: &'static str,
    moments: &'static str,
    moves: &'static str,
    better: &'static str,
    none: &'static str,
    columns: [&'static str; 7],
    language: &'static str,
}

const ENGLISH: Labels = Labels {
    story: "The story",
    accuracy: "How well they played",
    moments: "The moments that mattered",
    moves: "The moves",
    better: "Better:",
    none: "No move was a mistake.",
    columns: ["", "accuracy", "average loss", "?!", "?", "??", "by phase"],
    language: "en",
};

const SPANISH: Labels = Labels {
    story: "La historia",
    accuracy: "Cómo jugaron",
    moments: "Los momentos que importaron",
    moves: "Las jugadas",
    better: "Mejor:",
    none: "Ninguna jugada fue un error.",
    columns: ["", "precisión", "pérdida media", "?!", "?", "??", "por fase"],
    language: "es",
};

/// The review as a page. Whatever comes from the game is escaped: a tag may hold anything.
pub fn page(review: &GameReview, language: Language) -> String {
    let labels = if language == Language::Spanish { &SPANISH } else { &ENGLISH };
    let title = escaped(&review.title());
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
        labels.language
    );
    let facts: Vec<String> = [review.tag("Event"), review.tag("Site"), Some(review.result.as_str())]
        .into_iter()
        .flatten()
        .map(escaped)
        .collect();
    let _ = writeln!(out, "<p class=\"faint\">{}</p>", facts.join(" · "));
    let _ = writeln!(out, "<h2>{}</h2>", labels.story);
    for line in &review.story {
        let _ = writeln!(out, "<p>{}</p>", escaped(&line.words(review, language)));
    }
    out.push_str(&svg_graph(review));
    write_sides(&mut out, review, labels);
    let _ = writeln!(out, "<h2>{}</h2>", labels.moments);
    if review.moments.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", labels.none);
    }
    for moment in &review.moments {
        write_moment(&mut out, review, moment, labels);
    }
    write_moves(&mut out, review, labels);
    let _ = writeln!(
        out,
        "<p class=\"faint\">{}<br>{}<br>{}<br>{}</p>\n</body>\n</html>",
        escaped(review.scale.definition()),
        escaped(ACCURACY_FORMULA),
        escaped(Phase::DEFINITION),
        escaped(&review.engine)
    );
    out
}

fn write_sides(out: &mut String, review: &GameReview, labels: &Labels) {
    let _ = writeln!(out, "<h2>{}</h2>\n<table>\n<tr>", labels.accuracy);
    for name in labels.columns {
        let _ = write!(out, "<th>{name}</th>");
    }
    out.push_str("</tr>\n");
    for color in Color::ALL {
        let SidePlay { accuracy, average_loss, marks, phases, elo, .. } = review.side(color);
        let elo = elo.map_or_else(String::new, |elo| format!(" ({elo})"));
        let shown = |value: &Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.1}"));
        let phases: Vec<String> =
            phases.iter().map(|phase| format!("{} {:.0}", phase.phase.name(), phase.accuracy)).collect();
        let _ = writeln!(
            out,
            "<tr><th>{}{elo}</th><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td></tr>",
            escaped(review.name(color)),
            shown(accuracy),
            shown(average_loss),
            marks.inaccuracies,
            marks.mistakes,
            marks.blunders,
            phases.join(", ")
        );
    }
    out.push_str("</table>\n");
}

fn write_moment(out: &mut String, review: &GameReview, moment: &KeyMoment, labels: &Labels) {
    let Some(mv) = review.at(moment.ply) else { return };
    let picture = Board::from_fen(&mv.fen)
        .map_or_else(|_| String::new(), |board| diagram(&board, viewpoint(mv), &arrows(mv), &mv.text()));
    let _ = writeln!(
        out,
        "<div class=\"moment\">{picture}<div><h3>{} <span class=\"faint\">{}, {:.0} % → {:.0} %</span></h3>",
        escaped(&mv.text()),
        moment.kind.name(),
        100.0 * mv.expected_before(),
        100.0 * mv.expected_after()
    );
    for sentence in &moment.words {
        let _ = writeln!(out, "<p>{}</p>", escaped(sentence));
    }
    if mv.best.as_ref().is_some_and(|best| best.uci != mv.played.uci) {
        let _ = writeln!(out, "<p class=\"faint\">{} {}</p>", labels.better, escaped(&mv.line));
    }
    out.push_str("</div></div>\n");
}

fn write_moves(out: &mut String, review: &GameReview, labels: &Labels) {
    let _ = writeln!(out, "<h2>{}</h2>\n<p class=\"moves\">", labels.moves);
    for (index, mv) in review.moves.iter().enumerate() {
        let class = match mv.mark {
            Some(Mark::Blunder) => "blunder",
            Some(Mark::Mistake) => "mistake",
            Some(Mark::Inaccuracy) => "inaccuracy",
            Some(Mark::Good) => "mark-good",
            None => "plain",
        };
        let number =
            if mv.color == Color::White || index == 0 { format!("{} ", mv.number) } else { String::new() };
        let _ = write!(
            out,
            "<span class=\"{class}\" title=\"{}\">{}{}{}</span>",
            escaped(&mv.after.score.to_string()),
            escaped(&number),
            escaped(&mv.played.san),
            mv.mark.map_or("", Mark::sign)
        );
    }
    out.push_str("</p>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::story::tests::review;

    #[test]
    fn nothing_of_the_game_can_break_the_page() {
        let mut some = review("0-1", 0.5, &[0.5, 0.5, 0.1, 0.1]);
        let attack = "\"><script>alert('x')</script><img src=x onerror=alert(1)>";
        for name in ["White", "Black", "Event", "Site", "Date"] {
            some.tags.push((name.to_owned(), attack.to_owned()));
        }
        some.sides.white.player = Some(attack.to_owned());
        some.engine = attack.to_owned();
        some.result = attack.to_owned();
        some.moves[0].played.san = attack.to_owned();
        some.moves[2].line = attack.to_owned();
        some.story = super::super::story(&some);
        some.moments = super::super::moments::choose(&some.moves, 7);
        some.moments[0].words = vec![attack.to_owned()];
        for language in [Language::English, Language::Spanish] {
            let text = page(&some, language);
            assert!(!text.contains("<script") && !text.contains("<img"), "{text}");
            assert!(!text.contains(attack), "{text}");
            assert!(text.ends_with("</html>\n"));
        }
    }
}
