//! The program `quevedo`: reads the command line and calls the rooms of the house.
//!
//! Each command has its own file: what it can be told (its `Args`) and what it does (`run`). The
//! rest is shared: [`arguments`] puts the commands together, [`console`] knows what may be printed
//! where, [`failure`] turns errors into words and exit codes, [`position`] and [`input`] read what
//! users give.

// The doc comments of arguments are their help, where backticks would show; and flags are bools.
#![allow(clippy::doc_markdown, clippy::struct_excessive_bools)]

mod arguments;
mod bench;
mod completions;
mod console;
mod failure;
mod help;
mod input;
mod json_list;
mod openings;
mod perft;
mod pgn;
mod position;
mod show;
mod speak;
mod tables;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use console::Console;

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let console = Console::new(&arguments.common);
    let finding = match arguments.command {
        None | Some(Command::Uci) => speak::run(&console),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Show(args)) => show::run(&args, &console),
        Some(Command::Perft(args)) => perft::run(&args, &console),
        Some(Command::Pgn(args)) => pgn::run(&args, &console),
        Some(Command::Tables(args)) => tables::run(&args, &console),
        Some(Command::Completions(args)) => completions::run(&args),
    };
    failure::exit_code(finding, &console)
}
