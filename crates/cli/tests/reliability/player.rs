//! A program that plays, as a child of the test.

use core::time::Duration;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Instant;

/// The program under test: optimised, with debug assertions and overflow checks.
pub(crate) const QUEVEDO: &str = env!("CARGO_BIN_EXE_quevedo");

/// A running program with its ends of the conversation. Dropping it kills it.
pub(crate) struct Player {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Said>,
    /// Its output, where nobody reads it.
    unread: Option<ChildStdout>,
    errors: Option<JoinHandle<String>>,
}

/// A line of the program, and when it came.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) at: Instant,
}

/// How a program ended.
#[derive(Debug)]
pub(crate) struct Ending {
    pub(crate) status: ExitStatus,
    pub(crate) errors: String,
    pub(crate) took: Duration,
}

impl Ending {
    /// Fails unless the program ended of its own will, in time, and without a complaint.
    pub(crate) fn check(&self, promised: Duration, circumstances: &str) {
        assert!(self.status.success(), "{circumstances}: {}: {}", self.status, self.errors);
        assert_eq!(self.errors, "", "{circumstances}");
        assert!(self.took <= crate::within(promised), "{circumstances}: {:?}", self.took);
    }
}

impl Player {
    pub(crate) fn start() -> Player {
        Player::of(Path::new(QUEVEDO))
    }

    pub(crate) fn of(program: &Path) -> Player {
        Player::spawn(Command::new(program))
    }

    /// With so many KiB of address space.
    pub(crate) fn with_memory(kib: u32) -> Player {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -v {kib} && exec \"$0\""), QUEVEDO]);
        Player::spawn(shell)
    }

    fn spawn(mut command: Command) -> Player {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let mut errors = child.stderr.take().expect("a pipe");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for text in BufReader::new(output).lines().map_while(Result::ok) {
                // When nobody listens any more, the pipe is closed: that is how a user leaves.
                if sender.send(Said { text, at: Instant::now() }).is_err() {
                    break;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = errors.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Player { input: child.stdin.take(), child, lines, unread: None, errors: Some(errors) }
    }

    /// One whose output nobody reads.
    pub(crate) fn deaf() -> Player {
        let mut command = Command::new(QUEVEDO);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("the program starts");
        let unread = child.stdout.take();
        Player { input: child.stdin.take(), child, lines: channel().1, unread, errors: None }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.say_bytes(text.as_bytes());
    }

    pub(crate) fn say_bytes(&mut self, line: &[u8]) {
        if let Err(error) = self.try_say(line) {
            panic!("the program does not listen ({error}): {}", self.last_words());
        }
    }

    pub(crate) fn try_say(&mut self, line: &[u8]) -> io::Result<()> {
        let input = self.input.as_mut().expect("an open pipe");
        input.write_all(line)?;
        input.write_all(b"\n")?;
        input.flush()
    }

    /// The next line; `None` if it does not come in time.
    pub(crate) fn hear(&mut self, patience: Duration) -> Option<Said> {
        match self.lines.recv_timeout(patience) {
            Ok(said) => Some(said),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the program has ended: {}", self.last_words()),
        }
    }

    /// All lines up to the first that begins like this.
    pub(crate) fn until(&mut self, beginning: &str, patience: Duration) -> Vec<Said> {
        let start = Instant::now();
        let mut lines: Vec<Said> = Vec::new();
        loop {
            let Some(said) = self.hear(patience.saturating_sub(start.elapsed())) else {
                let last = &lines[lines.len().saturating_sub(5)..];
                panic!("no {beginning} within {patience:?} but {last:#?}");
            };
            lines.push(said);
            if lines.last().is_some_and(|said| said.text.starts_with(beginning)) {
                return lines;
            }
        }
    }

    /// Asks whether it is there; how long the answer took.
    pub(crate) fn ready(&mut self, patience: Duration) -> Duration {
        let start = Instant::now();
        self.say("isready");
        let lines = self.until("readyok", patience);
        lines.last().map_or(Duration::ZERO, |said| said.at.saturating_duration_since(start))
    }

    pub(crate) fn close_input(&mut self) {
        drop(self.input.take());
    }

    /// Closes our end of its output. The pipe itself is closed with the next line that comes.
    pub(crate) fn close_output(&mut self) {
        self.lines = channel().1;
    }

    /// Waits for the end of the program, which must come by itself.
    pub(crate) fn end(mut self) -> Ending {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(30) {
            if let Some(status) = self.child.try_wait().expect("a child of ours") {
                let took = start.elapsed();
                drop(self.unread.take());
                let errors = self.errors.take().map(|thread| thread.join().unwrap_or_default());
                return Ending { status, errors: errors.unwrap_or_default(), took };
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("the program does not end");
    }

    /// What the program complained about before it ended.
    fn last_words(&mut self) -> String {
        self.close_input();
        std::thread::sleep(Duration::from_millis(200));
        let _ = self.child.kill();
        let status = self.child.wait();
        let errors = self.errors.take().map(|thread| thread.join().unwrap_or_default());
        format!("{status:?}: {}", errors.unwrap_or_default())
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
