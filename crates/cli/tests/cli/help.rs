//! The pages of help.

use insta::assert_snapshot;

use crate::run;

#[test]
fn the_first_page() {
    let page = run(&["help"]).good();
    assert_snapshot!(page);
    assert_eq!(run(&["--help"]).good(), page);
    assert_eq!(run(&["-h"]).good(), page);
}

#[test]
fn every_command_has_examples() {
    for command in [
        &["show"][..],
        &["perft"],
        &["bench"],
        &["play"],
        &["analyze"],
        &["eval"],
        &["explain"],
        &["solve"],
        &["tune"],
        &["train"],
        &["datagen"],
        &["relabel"],
        &["data"],
        &["fit-wdl"],
        &["human"],
        &["human", "label"],
        &["human", "fit"],
        &["human", "check"],
        &["human", "explain"],
        &["pgn"],
        &["check-engine"],
        &["spsa"],
        &["completions"],
        &["tables"],
        &["tables", "generate"],
        &["tables", "list"],
        &["tables", "info"],
        &["tables", "verify"],
        &["tables", "probe"],
        &["tables", "map"],
        &["teach"],
        &["farm"],
        &["farm", "work"],
        &["farm", "submit"],
        &["farm", "submit", "analyze"],
        &["farm", "submit", "match"],
        &["farm", "submit", "tables"],
        &["farm", "status"],
        &["farm", "fetch"],
        &["farm", "forget"],
        &["farm", "serve"],
        &["pgn", "check"],
        &["pgn", "count"],
        &["pgn", "split"],
        &["pgn", "convert"],
    ] {
        let page = run(&[command, &["--help"]].concat()).good();
        assert!(page.contains("\nExamples:\n"), "{command:?}: {page}");
        assert!(page.lines().all(|line| line.chars().count() <= 100), "{command:?}: {page}");
    }
}

#[test]
fn the_version() {
    assert_eq!(run(&["--version"]).good(), format!("quevedo {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn shells_can_complete() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(run(&["completions", shell]).good().contains("perft"));
    }
    assert_eq!(run(&["completions", "dos"]).code, 2);
}
