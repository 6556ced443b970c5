//! The page that `quevedo help` shows: commands in groups, examples at the end.

use std::fmt::Write as _;

use clap::Command;

/// The commands by what they are about; every command is in one group.
const GROUPS: [(&str, &[&str]); 8] = [
    ("The engine", &["uci", "play", "analyze", "solve", "bench"]),
    ("Positions", &["show", "eval", "perft"]),
    ("Endgames", &["tables"]),
    ("Games", &["pgn"]),
    ("Engines against each other", &["match", "check-engine", "spsa"]),
    ("Learning", &["datagen", "relabel", "data", "tune", "train", "judge", "fit-wdl"]),
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
  quevedo play                                    play here, in the terminal
  quevedo analyze --moves \"e4 e5 f4\"              what the engine thinks
  quevedo show                                    the start position
  quevedo show --moves \"e4 c5 Nf3 d6 d4\"          the position after some moves
  quevedo perft 6                                 count the lines of 6 plies
  quevedo pgn games.pgn                           check a file of games

`quevedo help COMMAND` explains a command. Data goes to stdout, everything else to stderr.
Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 3 bad input, 4 the engine
failed, 130 interrupted.";

/// Puts the groups in place of the plain list of commands.
pub(crate) fn arrange(grammar: Command) -> Command {
    let groups = groups(&grammar);
    let heading = grammar.get_styles().get_header().to_owned();
    let template = format!(
        "{{about-with-newline}}\n{heading}Usage:{heading:#} {{usage}}\n\n{groups}\
         {heading}Options:{heading:#}\n{{options}}{{after-help}}"
    );
    grammar.help_template(template).after_help(EXAMPLES)
}

fn groups(grammar: &Command) -> String {
    let styles = grammar.get_styles();
    let (heading, literal) = (styles.get_header(), styles.get_literal());
    let mut text = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(text, "{heading}{title}:{heading:#}");
        for name in names {
            let _ = writeln!(text, "  {literal}{name:<13}{literal:#}{}", about(grammar, name));
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
}
