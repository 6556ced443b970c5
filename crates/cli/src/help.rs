//! The page that `quevedo help` shows: commands in groups, examples at the end; and the shape of all pages.

mod layout;

use std::fmt::Write as _;

use clap::Command;

/// The commands by what they are about; every command is in one group.
const GROUPS: [(&str, &[&str]); 10] = [
    ("The engine", &["serve", "uci", "play", "analyze", "solve", "bench"]),
    ("The teacher", &["explain", "review", "practice"]),
    ("Positions", &["show", "eval", "perft"]),
    ("Endgames", &["tables", "teach"]),
    ("Games", &["pgn", "explore", "book", "memory"]),
    ("Engines against each other", &["match", "check-engine", "spsa"]),
    ("Learning", &["datagen", "relabel", "data", "tune", "train", "judge", "fit-wdl", "human"]),
    ("Many machines", &["farm"]),
    ("The laboratory", &["lab"]),
    ("This program", &["completions", "help"]),
];

/// What the program is, for somebody who has never heard of it.
pub(crate) const INTRODUCTION: &str = "\
Quevedo, a chess program: an engine for every chess GUI, that also plays in the terminal,
analyses, solves and shows positions, counts moves, and reads, checks and converts games.
Without a command it speaks UCI, as GUIs expect.

It is named after Leonardo Torres Quevedo, whose machine of 1912 was the first to play
chess by itself.";

const EXAMPLES: &str = "\
Examples:
  quevedo                                         play: add this program to your chess GUI
  quevedo serve --open                            play and analyse in the browser
  quevedo play                                    play here, in the terminal
  quevedo analyze --moves \"e4 e5 f4\"              what the engine thinks
  quevedo show                                    the start position
  quevedo show --moves \"e4 c5 Nf3 d6 d4\"          the position after some moves
  quevedo perft 6                                 count the lines of 6 plies
  quevedo pgn games.pgn                           check a file of games

`quevedo help COMMAND` explains a command. Data goes to stdout, everything else to stderr.
Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 3 bad input, 4 the engine
failed, 130 interrupted.";

/// Help is never wider than this; longer lines are hard to read.
const WIDEST: usize = 100;

/// Puts the groups in place of the plain list of commands, and lays out all pages for the terminal.
pub(crate) fn arrange(grammar: Command) -> Command {
    arrange_for(grammar, terminal_width())
}

fn arrange_for(grammar: Command, width: usize) -> Command {
    let groups = groups(&grammar, width);
    let heading = grammar.get_styles().get_header().to_owned();
    let template = format!(
        "{{about-with-newline}}\n{heading}Usage:{heading:#} {{usage}}\n\n{groups}\
         {heading}Options:{heading:#}\n{{options}}{{after-help}}"
    );
    lay_out_pages(grammar.help_template(template).after_help(EXAMPLES), width).term_width(width)
}

/// The columns of the terminal; where there is none, those that the environment asks for.
fn terminal_width() -> usize {
    let of_environment = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    width.or_else(of_environment).filter(|&width| width > 0).map_or(WIDEST, |width| width.min(WIDEST))
}

/// Lays out what is written by hand in each page. `clap` would break long lines wherever they end, also in
/// the middle of an example.
fn lay_out_pages(mut page: Command, width: usize) -> Command {
    if let Some(text) = page.get_after_help().map(|text| layout::lay_out(&text.to_string(), width)) {
        page = page.after_help(text);
    }
    if let Some(text) = page.get_about().map(|text| layout::lay_out(&text.to_string(), width)) {
        page = page.about(text);
    }
    page.mut_subcommands(|command| lay_out_pages(command, width))
}

fn groups(grammar: &Command, width: usize) -> String {
    let styles = grammar.get_styles();
    let (heading, literal) = (styles.get_header(), styles.get_literal());
    let mut text = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(text, "{heading}{title}:{heading:#}");
        for name in names {
            let row = layout::lay_out(&format!("  {name:<14}{}", about(grammar, name)), width);
            // Coloured only now, because colours have no width.
            let _ = writeln!(text, "  {literal}{name}{literal:#}{}", &row[2 + name.len()..]);
        }
        text.push('\n');
    }
    text
}

fn about(grammar: &Command, name: &str) -> String {
    match grammar.find_subcommand(name).and_then(Command::get_about) {
        Some(about) => about.to_string(),
        // clap adds its own command `help` later.
        None => "Explain a command".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grammar = crate::arguments::Arguments::grammar();
        grammar.build();
        let mut known: Vec<&str> = grammar
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(Command::get_name)
            .collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        known.sort_unstable();
        listed.sort_unstable();
        assert_eq!(known, listed);
    }

    /// A page with its name, and what its author wrote.
    fn pages(command: &Command, path: &str, found: &mut Vec<(String, String)>) {
        let name = format!("{path} {}", command.get_name());
        found.push((name.clone(), command.get_after_help().map(ToString::to_string).unwrap_or_default()));
        for command in command.get_subcommands() {
            pages(command, &name, found);
        }
    }

    /// The page of a command, as a terminal of some width shows it.
    fn shown(path: &str, width: usize) -> String {
        let mut grammar = arrange_for(crate::arguments::Arguments::plain_grammar(), width);
        grammar.build();
        let mut command = &mut grammar;
        for name in path.split_whitespace().skip(1) {
            command = command.find_subcommand_mut(name).expect("a command");
        }
        command.render_help().to_string()
    }

    /// One line of words, whatever lines they stood on.
    fn flat(text: &str) -> String {
        text.replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_page_fits_the_terminal() {
        let mut written = Vec::new();
        pages(&crate::arguments::Arguments::plain_grammar(), "", &mut written);
        assert!(written.len() > 30);
        for (path, text) in written {
            let text = text.replace("\\\n", "");
            for width in [80, WIDEST] {
                let page = shown(&path, width);
                for line in page.lines() {
                    let fits = line.chars().count() <= width || line.split_whitespace().count() == 1;
                    assert!(fits, "{path}: {line}");
                }
                let flat_page = flat(&page);
                for example in text.lines().filter(|line| line.starts_with("  quevedo")) {
                    assert!(flat_page.contains(&flat(example)), "{path}: {example} is not whole in {page}");
                }
                let examples = text.lines().filter(|line| line.starts_with("  quevedo")).count();
                let begun = page.lines().filter(|line| line.starts_with("  quevedo")).count();
                assert!(begun >= examples, "{path}: an example has lost its line in {page}");
            }
        }
    }
}
