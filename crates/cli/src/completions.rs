//! `quevedo completions`: what a shell needs to complete our command line.

use std::io::{self, Write};

use clap::Args;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::failure::Finding;

/// Print a script that completes Quevedo's command line in a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo completions bash > ~/.local/share/bash-completion/completions/quevedo
  quevedo completions zsh > ~/.zfunc/_quevedo
  quevedo completions fish > ~/.config/fish/completions/quevedo.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<Finding> {
    // Into memory first: the library panics where a pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::grammar(), "quevedo", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Finding::Good)
}
