//! A chess engine that does on purpose what bad engines do by accident.
//!
//! [`run`] is a whole UCI engine on stdin and stdout. Its moves are legal but foolish, and at a fixed place
//! it misbehaves in one of the ways of [`Kind`]. Match runners are tested with it.

use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use quevedo_rules::{Board, Move};

/// How an engine behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// As it should.
    Good,
    /// As it should, and it takes a thirtieth of its time for each move.
    Timed,
    /// It never greets.
    NoUciOk,
    /// It greets, but is never ready.
    NoReadyOk,
    /// It ends before it greets.
    CrashAtStart,
    /// It ends in its third search.
    Crash,
    /// It dies in its third search and leaves a helper process behind.
    CrashWithHelper,
    /// It never answers its third `go`, and ignores `stop`.
    Hang,
    /// It answers its third `go` only when it is told to stop.
    Slow,
    /// It closes its output in its third search, and lives on.
    CloseOutput,
    /// It writes lines of nonsense as fast as it can, and no move.
    Garbage,
    /// It writes without an end of line, and no move.
    NoNewline,
    /// Its third move is illegal.
    IllegalMove,
    /// Its third move is no move at all.
    NullMove,
    /// It says every move twice.
    DoubleBestMove,
    /// It stops reading what it is told.
    Deaf,
    /// It plays well, but neither `quit` nor the end of its input ends it.
    IgnoresQuit,
    /// The lines that it expects are not legal.
    IllegalLine,
    /// It writes a line of a megabyte before every move.
    LongLine,
}

impl Kind {
    /// All kinds, by name.
    pub const ALL: [(&'static str, Kind); 19] = [
        ("good", Kind::Good),
        ("timed", Kind::Timed),
        ("no-uciok", Kind::NoUciOk),
        ("no-readyok", Kind::NoReadyOk),
        ("crash-at-start", Kind::CrashAtStart),
        ("crash", Kind::Crash),
        ("crash-with-helper", Kind::CrashWithHelper),
        ("hang", Kind::Hang),
        ("slow", Kind::Slow),
        ("close-output", Kind::CloseOutput),
        ("garbage", Kind::Garbage),
        ("no-newline", Kind::NoNewline),
        ("illegal-move", Kind::IllegalMove),
        ("null-move", Kind::NullMove),
        ("double-bestmove", Kind::DoubleBestMove),
        ("deaf", Kind::Deaf),
        ("ignores-quit", Kind::IgnoresQuit),
        ("illegal-line", Kind::IllegalLine),
        ("long-line", Kind::LongLine),
    ];

    /// A kind by its name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, kind)| kind)
    }
}

/// The search in which most kinds misbehave.
const FATAL_SEARCH: u32 = 3;

/// Plays on stdin and stdout until it is told to quit, or until it misbehaves for good.
pub fn run(kind: Kind) {
    if kind == Kind::CrashAtStart {
        let _ = writeln!(io::stderr(), "no such luck");
        std::process::exit(3);
    }
    let mut engine = Scripted { kind, board: Board::start(), searches: 0 };
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if !engine.obey(&line) {
            break;
        }
    }
    if kind == Kind::IgnoresQuit {
        sleep_for_ever();
    }
}

fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_mins(1));
    }
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

struct Scripted {
    kind: Kind,
    board: Board,
    searches: u32,
}

impl Scripted {
    /// Does what a line says; `false` if it is the last one.
    fn obey(&mut self, line: &str) -> bool {
        match line.split_ascii_whitespace().next() {
            Some("uci") if self.kind != Kind::NoUciOk => {
                say(
                    "id name Scripted\nid author Quevedo's tests\noption name Hash type spin default 1 min 1 max 9\nuciok",
                );
            }
            Some("isready") if self.kind != Kind::NoReadyOk => say("readyok"),
            Some("position") => self.set_position(line),
            Some("go") => {
                self.searches += 1;
                self.think(line);
            }
            Some("stop") if self.kind == Kind::Slow && self.searches >= FATAL_SEARCH => self.answer(),
            Some("quit") => return self.kind == Kind::IgnoresQuit,
            _ => {}
        }
        true
    }

    fn set_position(&mut self, line: &str) {
        let (start, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        let fen = start.strip_prefix("position fen ");
        self.board = fen.and_then(|fen| Board::from_fen(fen).ok()).unwrap_or_else(Board::start);
        for text in moves.split_ascii_whitespace() {
            if let Ok(mv) = self.board.parse_uci(text) {
                self.board = self.board.play(mv);
            }
        }
    }

    fn best(&self) -> Option<Move> {
        // Any, but the same one every time.
        let moves = self.board.legal_moves();
        let place = (self.board.key().0 as usize).checked_rem(moves.len())?;
        moves.get(place).copied()
    }

    fn answer(&self) {
        let Some(mv) = self.best() else { return say("bestmove (none)") };
        say(&format!("bestmove {}", self.board.uci(mv)));
    }

    fn think(&mut self, go: &str) {
        match self.kind {
            Kind::Timed => std::thread::sleep(self.time_left(go) / 30),
            Kind::DoubleBestMove => {
                self.answer();
                return self.answer();
            }
            Kind::IllegalLine => say("info depth 1 score cp 10 nodes 1 pv e2e4 e2e4"),
            Kind::LongLine => say(&"x".repeat(1 << 20)),
            Kind::Good => say("info depth 1 score cp 10 nodes 1"),
            _ if self.searches >= FATAL_SEARCH => return self.misbehave(),
            _ => {}
        }
        self.answer();
    }

    /// What the clock of the side to move shows.
    fn time_left(&self, go: &str) -> Duration {
        let name = if self.board.turn() == quevedo_rules::Color::White { "wtime" } else { "btime" };
        let mut words = go.split_ascii_whitespace().skip_while(|&word| word != name).skip(1);
        Duration::from_millis(words.next().and_then(|number| number.parse().ok()).unwrap_or(0))
    }

    fn misbehave(&self) {
        match self.kind {
            Kind::Crash => {
                let _ = writeln!(io::stderr(), "a bishop fell off the board");
                std::process::exit(3);
            }
            Kind::CrashWithHelper => {
                start_helper();
                std::process::abort();
            }
            Kind::CloseOutput => close_output_and_live(),
            Kind::Deaf => sleep_for_ever(),
            Kind::Garbage => loop {
                say(&"\u{265e} info nonsense 12 ".repeat(50));
            },
            Kind::NoNewline => loop {
                let _ = io::stdout().write_all(&[b'x'; 4096]);
            },
            Kind::IllegalMove => say("bestmove e1e8"),
            Kind::NullMove => say("bestmove 0000"),
            Kind::Hang | Kind::Slow => {}
            _ => self.answer(),
        }
    }
}

/// Another process like this one, which would live on.
fn start_helper() {
    if let Ok(program) = std::env::current_exe() {
        let mut helper = Command::new(program);
        helper.args(["ignores-quit"]).args(std::env::args().skip(2));
        helper.stdin(Stdio::null()).stdout(Stdio::inherit()).stderr(Stdio::null());
        // Whoever waits for it is the system, when we are gone.
        drop(helper.spawn());
    }
}

/// Safe Rust cannot close its own stdout; but a child without it that we wait for looks the same from outside:
/// we become a program whose output is closed.
fn close_output_and_live() {
    #[cfg(unix)]
    if let Ok(program) = std::env::current_exe() {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new(program);
        command.args(["ignores-quit"]).args(std::env::args().skip(2)).stdout(Stdio::null());
        let _ = command.exec();
    }
    sleep_for_ever();
}
