//! All reports on one page.

use std::fmt::Write as _;

use quevedo_chart::escaped;

use super::{ExperimentReport, Judgement, Table};

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#2b2b2b;--faint:#77756f;--paper:#fdfdfb;--rule:#dcd9d0;--good:#2b8a4b;--bad:#b3382f;--part:#a8761f}\
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--faint:#98958d;--paper:#17191c;--rule:#3a3d42;--good:#6fce90;--bad:#f08a80;--part:#e0bb6a}}\
body{font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:var(--ink);background:var(--paper);max-width:960px;margin:2rem auto;padding:0 1rem}\
h1{line-height:1.2}h2{margin-top:3rem;border-top:1px solid var(--rule);padding-top:1.5rem}\
.faint{color:var(--faint);font-size:.9rem}table{border-collapse:collapse;margin:1rem 0;font-size:.9rem}\
.wide{overflow-x:auto}caption{text-align:left;font-weight:600;padding:.3rem 0}\
td,th{padding:.25rem .7rem;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top}\
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}svg{max-width:100%;height:auto;margin:1rem 0}\
.holds{color:var(--good)}.does-not-hold{color:var(--bad)}.in-part{color:var(--part)}.not-decided{color:var(--faint)}nav li{margin:.2rem 0}code{font-size:.85em}";

/// A page that shows all reports, pictures within it: it can be given away as one file.
pub fn page(reports: &[ExperimentReport]) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Quevedo's laboratory</title>\n<style>{STYLE}</style>\n\
         <h1>Quevedo's laboratory</h1>\n\
         <p>The experiments of half a century of papers on computer chess, measured again.</p>\n<nav><ul>\n"
    );
    for report in reports {
        let count = |verdict| report.findings.iter().filter(|finding| finding.verdict == verdict).count();
        let _ = writeln!(
            out,
            "<li><a href=\"#{}\">{}</a> <span class=\"faint\">{} of {} claims hold, {} in part, {} not decided</span></li>",
            escaped(&report.name),
            escaped(&report.title),
            count(Judgement::Holds),
            report.findings.len(),
            count(Judgement::InPart),
            count(Judgement::NotDecided)
        );
    }
    out.push_str("</ul></nav>\n");
    for report in reports {
        write_report(&mut out, report);
    }
    out.push_str("</html>\n");
    out
}

fn write_report(out: &mut String, report: &ExperimentReport) {
    let _ = writeln!(out, "<h2 id=\"{}\">{}</h2>", escaped(&report.name), escaped(&report.title));
    let _ = writeln!(out, "<p class=\"faint\">{}</p>", escaped(&report.paper));
    if let Some(setting) = &report.setting {
        let _ = writeln!(out, "<p class=\"faint\">{}</p>", with_code(&setting.words()));
    }
    for paragraph in &report.method {
        let _ = writeln!(out, "<p>{}</p>", with_code(paragraph));
    }
    if !report.findings.is_empty() {
        out.push_str(
            "<div class=\"wide\"><table><tr><th>The paper says<th><th>Our figures<th>The measure</tr>\n",
        );
        for finding in &report.findings {
            let _ = writeln!(
                out,
                "<tr><td>{}<br><span class=\"faint\">{}</span><td class=\"{}\"><b>{}</b><td>{}<td class=\"faint\">{}</tr>",
                with_code(&finding.claim),
                escaped(&finding.source),
                class(finding.verdict),
                finding.verdict.words(),
                with_code(&finding.figures),
                with_code(&finding.why)
            );
        }
        out.push_str("</table></div>\n");
    }
    for plot in &report.plots {
        // Each picture brings the same style, which the page would otherwise share among all of them.
        out.push_str(&plot.svg());
    }
    for table in &report.tables {
        write_table(out, table);
    }
}

fn write_table(out: &mut String, table: &Table) {
    if table.is_long {
        let _ = writeln!(out, "<p><b>{}</b>: {}</p>", escaped(&table.title), with_code(&table.instead()));
        return;
    }
    let _ = writeln!(out, "<div class=\"wide\"><table><caption>{}</caption>", escaped(&table.title));
    let class = |column| if table.is_numeric(column) { " class=\"n\"" } else { "" };
    let line = |cells: &[String], tag: &str| {
        let cells = cells.iter().enumerate();
        cells.fold(String::new(), |line, (column, cell)| {
            line + &format!("<{tag}{}>{}", class(column), with_code(cell))
        })
    };
    let _ = writeln!(out, "<tr>{}</tr>", line(&table.heads, "th"));
    for row in &table.rows {
        let _ = writeln!(out, "<tr>{}</tr>", line(row, "td"));
    }
    out.push_str("</table></div>\n");
    if !table.note.is_empty() {
        let _ = writeln!(out, "<p class=\"faint\">{}</p>", with_code(&table.note));
    }
}

fn class(verdict: Judgement) -> &'static str {
    match verdict {
        Judgement::Holds => "holds",
        Judgement::DoesNotHold => "does-not-hold",
        Judgement::InPart => "in-part",
        Judgement::NotDecided => "not-decided",
    }
}

/// Words for HTML; what stands between backticks is code.
fn with_code(words: &str) -> String {
    let parts: Vec<String> = words.split('`').map(escaped).collect();
    if parts.len().is_multiple_of(2) {
        return escaped(words);
    }
    let code = |(place, part): (usize, &String)| {
        if place % 2 == 1 { format!("<code>{part}</code>") } else { part.clone() }
    };
    parts.iter().enumerate().map(code).collect()
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::sample;
    use super::*;

    #[test]
    fn the_page_shows_everything() {
        let page = page(&[sample(), ExperimentReport { title: "<b>".into(), ..sample() }]);
        for words in [
            "<a href=\"#sample\">A sample</a>",
            "1 of 1 claims hold",
            "<code>quevedo lab run sample --quick</code>",
            "How &amp; why.",
            "<svg",
            "<td class=\"n\">20",
            "&lt;b&gt;",
            "class=\"holds\"",
        ] {
            assert!(page.contains(words), "{words}\n{page}");
        }
    }

    #[test]
    fn code_in_words() {
        assert_eq!(with_code("a `b<c` d"), "a <code>b&lt;c</code> d");
        assert_eq!(with_code("an odd ` stays"), "an odd ` stays");
    }
}
