//! The program as its users meet it: what goes in, what comes out, and how it ends.

#![allow(clippy::print_stderr)]

mod analyze;
mod batch;
mod check_engine;
mod collections;
mod datagen;
mod ending;
mod explain;
mod farm;
mod help;
mod human;
#[cfg(unix)]
mod interrupts;
mod lab;
mod learning_data;
mod library;
mod matches;
mod memory;
mod perft;
mod pgn;
mod play;
mod review;
mod serve;
mod show;
mod solve;
mod spsa;
mod tables;
mod teach;
mod train;
mod tune;
mod uci;

use std::process::Output;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use quevedo_rules::Board;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a run of the program gave.
struct Run {
    stdout: String,
    stderr: String,
    code: i32,
}

/// The program with some arguments, free of the environment's wishes.
fn command(arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("quevedo");
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLORTERM", "COLUMNS"] {
        command.env_remove(name);
    }
    command.args(arguments);
    command
}

/// Runs the program.
fn run(arguments: &[&str]) -> Run {
    run_with(arguments, "")
}

/// Runs the program with this on stdin.
fn run_with(arguments: &[&str], stdin: impl Into<Vec<u8>>) -> Run {
    let output = command(arguments).write_stdin(stdin).output().expect("the program starts");
    Run::from(output)
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            stdout: String::from_utf8(output.stdout).expect("stdout is text"),
            stderr: String::from_utf8(output.stderr).expect("stderr is text"),
            code: output.status.code().expect("no signal ended it"),
        }
    }
}

impl Run {
    /// The data of a run that went well.
    fn good(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    /// The JSON of a run that went well.
    fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.good()).expect("JSON")
    }
}

/// A line for every position of some random games.
fn random_lines(games: u64, line: impl Fn(&Board) -> String) -> String {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1912);
    let mut text = String::new();
    for _ in 0..games {
        let mut board = Board::start();
        for _ in 0..100 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board = board.play(moves[dice.random_range(0..moves.len())]);
            text.push_str(&line(&board));
            text.push('\n');
        }
    }
    text
}
