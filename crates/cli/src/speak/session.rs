//! A UCI session: requests in, answers out; the thinking goes on beside it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use quevedo_engine::{Bench, Command, Event, Options, Session as EngineSession};
use quevedo_protocol::uci::{self, Request};
use quevedo_rules::Board;

use super::counting::{Counting, Order};
use super::lines::{Lines, Voice, leave_soon};
use super::log::follow_option;
use super::{AUTHOR, NAME, xboard};
use crate::eval::NetworkReport;

pub(super) fn run(lab: bool) -> anyhow::Result<()> {
    let voice = Voice::default();
    let mut lines = Lines::new(io::stdin().lock(), voice.clone());
    let mut session = Session::new(voice.clone(), lab)?;
    while let Some(line) = lines.next() {
        for request in uci::parse(&line) {
            match session.answer(request) {
                Next::Line => session.follow_log(),
                Next::Quit => {
                    session.engine.close();
                    session.counting.finish();
                    leave_soon();
                    return Ok(());
                }
                Next::XBoard => {
                    drop(session);
                    return xboard::run(lines, &line, &voice);
                }
            }
        }
    }
    session.engine.close();
    session.counting.finish();
    leave_soon();
    Ok(())
}

/// What comes after a request.
enum Next {
    Line,
    Quit,
    XBoard,
}

struct Session {
    engine: EngineSession,
    voice: Voice,
    /// Whether castling is written as king takes rook; the thinking thread asks too.
    chess960: Arc<AtomicBool>,
    counting: Counting,
}

impl Session {
    fn new(voice: Voice, lab: bool) -> anyhow::Result<Session> {
        let chess960 = Arc::new(AtomicBool::new(false));
        let style = Arc::clone(&chess960);
        let speaker = voice.clone();
        let sink = Arc::new(move |event: Event| speaker.say(&uci::write(&event, style.load(Relaxed))));
        let options = if lab { Options::lab() } else { Options::default() };
        let mut engine = EngineSession::new(options, Some(crate::network::read_file), sink)?;
        engine.lend_movers(crate::machines::make);
        let counting = Counting::new(voice.clone());
        Ok(Session { engine, voice, chess960, counting })
    }

    fn answer(&mut self, request: Request) -> Next {
        match request {
            Request::Uci => {
                for line in uci::greeting(NAME, AUTHOR, self.engine.options()) {
                    self.say(&line);
                }
            }
            Request::IsReady => self.say(uci::READY_OK),
            Request::Command(Command::Quit) => return Next::Quit,
            Request::Command(command) => {
                if matches!(command, Command::Stop) {
                    self.counting.stop();
                }
                self.engine.send(command);
                self.chess960.store(self.engine.options().chess960, Relaxed);
            }
            Request::XBoard => return Next::XBoard,
            Request::Perft(depth) => self.perft(depth),
            Request::Display => self.say(&display(self.engine.game().board())),
            Request::Eval => self.evaluate(),
            Request::Flip => {
                let setup = Box::new(self.engine.game().board().setup().flipped());
                self.engine.send(Command::Position { setup, moves: Vec::new() });
            }
            Request::Bench(words) => self.bench(&words),
            Request::Compiler => self.say(&compiler()),
            Request::Help => {
                self.say("This is UCI, for chess programs; `quevedo help` on a command line tells more.");
            }
            Request::Refused(refusal) => self.say(&uci::info_string(&refusal)),
            Request::Debug(_) | Request::Unknown(_) => {}
        }
        Next::Line
    }

    fn follow_log(&mut self) {
        if let Some(complaint) = follow_option(&self.voice, &mut self.engine) {
            self.say(&uci::info_string(&complaint));
        }
    }

    fn say(&self, line: &str) {
        self.voice.say(line);
    }

    /// What the network says if there is one, and the classical evaluation term by term.
    fn evaluate(&self) {
        let board = self.engine.game().board();
        if let Some(network) = self.engine.engine().network() {
            self.say(&NetworkReport::of(network, board).to_string());
        }
        self.say(&crate::eval::classical(board).to_string());
    }

    fn perft(&mut self, depth: u32) {
        self.counting.order(Order {
            board: *self.engine.game().board(),
            depth,
            threads: self.engine.options().threads,
            chess960: self.chess960.load(Relaxed),
        });
    }

    fn bench(&self, words: &[String]) {
        let number = |index: usize, default: i32| {
            words.get(index).and_then(|word| word.parse().ok()).unwrap_or(default)
        };
        let depth = number(0, Bench::DEPTH);
        let (hash, threads) = (number(1, 16).max(1) as usize, number(2, 1).clamp(1, 512) as usize);
        let options = Options { hash, threads, multi_pv: 1, ..self.engine.options().clone() };
        if let Err(error) = crate::bench::print(&self.voice, options, depth) {
            self.say(&uci::info_string(&format!("{error:#}")));
        }
    }
}

fn display(board: &Board) -> String {
    format!("{board}\nFen: {}\nKey: {}", board.fen(), board.key())
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
