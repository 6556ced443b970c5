//! The options of UCI and XBoard as people read them, from the table that the engine declares.

use std::fmt::Write as _;

use quevedo_engine::{OptionInfo, OptionKind, Options};

use crate::console::wrap;

/// What stands below the help of `quevedo uci`.
pub(super) fn help() -> String {
    let mut text = "Options, for `setoption` in UCI and for the options of XBoard:\n".to_owned();
    for option in Options::default().table() {
        let _ = writeln!(text, "  {} ({})", option.name, values(&option));
        for line in wrap(&option.doc, 72) {
            let _ = writeln!(text, "      {line}");
        }
    }
    text.push_str(
        "\nIn XBoard, memory, cores, hard, easy and egtpath syzygy set Hash, Threads, Ponder and SyzygyPath. \
         docs/options.md is this list as a page. With --lab every method of the search is a switch and every \
         number of it an option, too.\n\nBeside UCI it knows: d, eval, flip, bench, compiler, go perft N.",
    );
    text
}

/// What an option can be, and what it is at first.
fn values(option: &OptionInfo) -> String {
    match &option.kind {
        OptionKind::Check { default } => format!("true or false, default {default}"),
        OptionKind::Spin { default, min, max } => format!("{min} to {max}, default {default}"),
        OptionKind::Text { default: "" } => "text, default empty".to_owned(),
        OptionKind::Text { default } => format!("text, default {default}"),
        OptionKind::Choice { default, choices } => format!("{}, default {default}", choices.join(", ")),
        OptionKind::Button => "button".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page of the options, as it is committed.
    fn page() -> String {
        let mut page = "# Options of the engine\n\n\
             For `setoption name NAME value VALUE` in UCI and for XBoard's option dialogue; `quevedo help uci` shows the same. \
             The list is made from the engine's own table\n\
             (`crates/engine/src/options.rs`) by `QUEVEDO_BLESS=1 cargo test -p quevedo --bin quevedo options_page`, \
             and a test compares it.\n\n\
             | option | values | what it does |\n|---|---|---|\n"
            .to_owned();
        for option in Options::default().table() {
            let values = values(&option).replace('<', "&lt;").replace('>', "&gt;");
            let _ = writeln!(page, "| `{}` | {values} | {} |", option.name, option.doc);
        }
        page.push_str(
            "\nIn XBoard, `memory`, `cores`, `hard`, `easy` and `egtpath syzygy` set Hash, Threads, Ponder and SyzygyPath; \
             of the options whose names begin with UCI_ only UCI_LimitStrength and UCI_Elo are offered there.\n\
             `quevedo uci --lab` offers every method of the search as a switch and every number of it as an option, too \
             (`quevedo spsa --list` lists the numbers).\n",
        );
        page
    }

    #[test]
    fn the_options_page_is_what_the_engine_declares() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/options.md");
        if std::env::var_os("QUEVEDO_BLESS").is_some() {
            std::fs::write(path, page()).expect("a page");
        }
        let committed = std::fs::read_to_string(path).expect("docs/options.md");
        assert!(committed == page(), "docs/options.md is old; QUEVEDO_BLESS=1 makes it anew");
    }

    #[test]
    fn every_option_says_what_it_does() {
        let help = help();
        for option in Options::default().table() {
            assert!(option.doc.ends_with('.') && help.contains(option.name), "{option:?}");
        }
    }
}
