//! A UCI session: requests in, answers out; the thinking goes on beside it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use quevedo_engine::{Command, Engine, Event};
use quevedo_eval::{Breakdown, Classical};
use quevedo_protocol::uci::{self, Request};
use quevedo_rules::{Board, PerftCounter};

use super::lines::{Lines, say};
use super::{AUTHOR, NAME, xboard};

pub(super) fn run(lab: bool) -> anyhow::Result<()> {
    let mut lines = Lines::new(io::stdin().lock());
    let mut session = Session::new(lab)?;
    while let Some(line) = lines.next() {
        for request in uci::parse(&line) {
            match session.answer(request) {
                Next::Line => {}
                Next::Quit => return Ok(()),
                Next::XBoard => {
                    drop(session);
                    return xboard::run(lines, &line);
                }
            }
        }
    }
    Ok(())
}

/// What comes after a request.
enum Next {
    Line,
    Quit,
    XBoard,
}

struct Session {
    engine: Engine,
    /// Whether castling is written as king takes rook; the thinking thread asks too.
    chess960: Arc<AtomicBool>,
}

impl Session {
    fn new(lab: bool) -> anyhow::Result<Session> {
        let chess960 = Arc::new(AtomicBool::new(false));
        let style = Arc::clone(&chess960);
        let sink = Arc::new(move |event: Event| say(&uci::write(&event, style.load(Relaxed))));
        let engine = if lab { Engine::lab(sink)? } else { Engine::new(sink)? };
        Ok(Session { engine, chess960 })
    }

    fn answer(&mut self, request: Request) -> Next {
        match request {
            Request::Uci => {
                for line in uci::greeting(NAME, AUTHOR, self.engine.options()) {
                    say(&line);
                }
            }
            Request::IsReady => say(uci::READY_OK),
            Request::Command(Command::Quit) => {
                self.engine.send(Command::Quit);
                return Next::Quit;
            }
            Request::Command(command) => {
                self.engine.send(command);
                self.chess960.store(self.engine.options().chess960, Relaxed);
            }
            Request::XBoard => return Next::XBoard,
            Request::Perft(depth) => self.perft(depth),
            Request::Display => say(&display(self.engine.game().board())),
            Request::Eval => {
                say(&Breakdown::of(&mut Classical::default(), self.engine.game().board()).to_string());
            }
            Request::Flip => {
                let setup = Box::new(self.engine.game().board().setup().flipped());
                self.engine.send(Command::Position { setup, moves: Vec::new() });
            }
            Request::Bench(words) => bench(&words),
            Request::Compiler => say(&compiler()),
            Request::Help => {
                say("This is UCI, for chess programs; `quevedo help` on a command line tells more.");
            }
            Request::Refused(refusal) => say(&uci::info_string(&refusal)),
            Request::Debug(_) | Request::Unknown(_) => {}
        }
        Next::Line
    }

    fn perft(&self, depth: u32) {
        let board = self.engine.game().board();
        let chess960 = self.chess960.load(Relaxed);
        let threads = self.engine.options().threads;
        let mut all = 0u64;
        for (mv, lines) in PerftCounter::new(threads, 0).divide(board, depth) {
            let text = if chess960 { board.uci_chess960(mv) } else { board.uci(mv) };
            say(&format!("{text}: {lines}"));
            all = all.saturating_add(lines);
        }
        say(&format!("\nNodes searched: {}\n", if depth == 0 { 1 } else { all }));
    }
}

fn display(board: &Board) -> String {
    format!("{board}\nFen: {}\nKey: {}", board.fen(), board.key())
}

fn bench(words: &[String]) {
    let number =
        |index: usize, default: i32| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(default);
    let depth = number(0, quevedo_search::BENCH_DEPTH);
    let (hash, threads) = (number(1, 16).max(1) as usize, number(2, 1).clamp(1, 512) as usize);
    if let Err(error) = crate::bench::print(depth, hash, threads) {
        say(&uci::info_string(&format!("{error:#}")));
    }
}

fn compiler() -> String {
    let kind = if cfg!(debug_assertions) { "debug" } else { "release" };
    let pext = if cfg!(target_feature = "bmi2") { "PEXT" } else { "magic multiplication" };
    format!(
        "{NAME}, {kind} build for {} on {}, sliders by {pext}",
        std::env::consts::ARCH,
        std::env::consts::OS
    )
}
