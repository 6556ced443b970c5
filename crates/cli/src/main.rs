//! The program `quevedo`: reads the command line and calls the rooms of the house.
//!
//! Each command has its own file: what it can be told (its `Args`) and what it does (`run`). The
//! rest is shared: [`arguments`] puts the commands together, [`console`] knows what may be printed
//! where, [`failure`] turns errors into words and exit codes, [`position`] and [`input`] read what
//! users give.

// The doc comments of arguments are their help, where backticks would show; and flags are bools.
#![allow(clippy::doc_markdown, clippy::struct_excessive_bools)]

mod analyze;
mod arguments;
mod bench;
mod book;
mod calendar;
mod check_engine;
mod completions;
mod console;
mod data;
mod datagen;
mod eval;
mod explain;
mod explore;
mod failure;
mod farm;
mod files;
mod fit_wdl;
mod game_file;
mod help;
mod human;
mod input;
mod interrupt;
mod json_list;
mod judge;
mod lab;
mod labelled_positions;
mod launch;
mod machines;
mod memory;
mod network;
mod opening_file;
mod openings;
mod perft;
mod pgn;
mod play;
mod play_match;
mod position;
mod practice;
mod relabel;
mod review;
mod serve;
mod show;
mod solve;
mod speak;
mod spsa;
mod stage;
mod tables;
mod teach;
mod thinking;
mod train;
mod tune;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use console::Console;

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let console = Console::new(&arguments.common);
    let finding = match arguments.command {
        None => speak::run(&speak::UciArgs::default(), &console),
        Some(Command::Uci(args)) => speak::run(&args, &console),
        Some(Command::Bench(args)) => bench::run(&args, &console),
        Some(Command::Analyze(args)) => analyze::run(&args, &console),
        Some(Command::Explain(args)) => explain::run(&args, &console),
        Some(Command::Eval(args)) => eval::run(&args, &console),
        Some(Command::Play(args)) => play::run(&args, &console),
        Some(Command::Practice(args)) => practice::run(&args, &console),
        Some(Command::Review(args)) => review::run(&args, &console),
        Some(Command::Serve(args)) => serve::run(&args, &console),
        Some(Command::Solve(args)) => solve::run(&args, &console),
        Some(Command::Datagen(args)) => datagen::run(&args, &console),
        Some(Command::Data(args)) => data::run(&args, &console),
        Some(Command::Relabel(args)) => relabel::run(&args, &console),
        Some(Command::FitWdl(args)) => fit_wdl::run(&args, &console),
        Some(Command::Tune(args)) => tune::run(&args, &console),
        Some(Command::Human(args)) => human::run(&args, &console),
        Some(Command::Judge(args)) => judge::run(&args, &console),
        Some(Command::Train(args)) => train::run(&args, &console),
        Some(Command::Show(args)) => show::run(&args, &console),
        Some(Command::Perft(args)) => perft::run(&args, &console),
        Some(Command::Pgn(args)) => pgn::run(&args, &console),
        Some(Command::Explore(args)) => explore::run(&args, &console),
        Some(Command::Book(args)) => book::run(&args, &console),
        Some(Command::Memory(args)) => memory::run(&args, &console),
        Some(Command::Match(args)) => play_match::run(&args, &console),
        Some(Command::CheckEngine(args)) => check_engine::run(&args, &console),
        Some(Command::Spsa(args)) => spsa::run(&args, &console),
        Some(Command::Launch(args)) => launch::run(&args),
        Some(Command::Guard(args)) => Ok(launch::run_guard(&args)),
        Some(Command::Farm(args)) => farm::run(&args, &console),
        Some(Command::Lab(args)) => lab::run(&args, &console),
        Some(Command::Tables(args)) => tables::run(&args, &console),
        Some(Command::Teach(args)) => teach::run(&args, &console),
        Some(Command::Completions(args)) => completions::run(&args),
    };
    failure::exit_code(finding, &console)
}
