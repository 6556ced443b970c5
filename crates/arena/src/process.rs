//! An engine's process: lines in, lines out, and nothing left behind.
//!
//! The process has its own group, which is killed when the value is dropped, so that helpers of an engine
//! go with it and a Ctrl-C at the terminal does not reach it. Reads are bounded: a thread reads lines, cuts long
//! ones, and stops reading when nobody takes them. Writes never block for ever.

use core::time::Duration;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crate::guard::{Guard, Ward};
use crate::{Fault, Host, Patience, visible};

/// What to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The program, found as a shell finds it.
    pub command: PathBuf,
    /// What it is told on its command line.
    pub arguments: Vec<String>,
    /// The folder that it runs in; ours if there is none.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// The file that would be run.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn find(&self) -> Result<PathBuf, String> {
        let name = self.command.display();
        if self.command.components().count() > 1 || self.command.is_absolute() {
            let path = self.folder.as_deref().unwrap_or(Path::new("")).join(&self.command);
            return match fs::metadata(&path) {
                Err(error) => Err(format!("{name}: {error}")),
                Ok(about) if about.is_dir() => Err(format!("{name} is a folder, expected a program")),
                Ok(about) if !is_executable(&about) => {
                    Err(format!("{name} is no program (it is not executable)"))
                }
                Ok(_) => Ok(path),
            };
        }
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let candidates = std::env::split_paths(&folders).map(|folder| folder.join(&self.command));
        let is_program = |path: &PathBuf| {
            let names = [path.clone(), path.with_extension(std::env::consts::EXE_EXTENSION)];
            names
                .iter()
                .any(|path| fs::metadata(path).is_ok_and(|about| about.is_file() && is_executable(&about)))
        };
        candidates
            .into_iter()
            .find(is_program)
            .ok_or_else(|| format!("there is no program {name} in the folders of PATH"))
    }
}

#[cfg(unix)]
fn is_executable(about: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    true
}

/// A program that runs another one in its place, after it has seen to it that the other one ends when we do.
/// [`become_program`] is what it has to call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launcher {
    /// The launching program.
    pub command: PathBuf,
    /// Its own arguments, before the number of our process and the program to run.
    pub arguments: Vec<String>,
}

/// A line that a process has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineLine {
    /// The line, without its end.
    pub text: String,
    /// When it came.
    pub at: Instant,
}

/// Longer lines are cut.
const LONGEST_LINE: usize = 64 << 10;
/// So many lines wait for us; then the process waits.
const WAITING_LINES: usize = 256;
/// How often we look whether a silent process is still there.
const GLANCE: Duration = Duration::from_millis(50);
/// How much of stderr is remembered.
const LONGEST_LAST_WORDS: usize = 200;

/// A running process.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<EngineLine>,
    last_words: Arc<Mutex<String>>,
    /// Reads stderr.
    listener: Option<JoinHandle<()>>,
    patience: Patience,
    /// Ends the group if we cannot do it ourselves any more; the last field, so that it is let go last.
    ward: Option<Ward>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If the system cannot.
    pub fn start(program: &Program, host: &Host, patience: Patience) -> Result<Process, Fault> {
        program.find().map_err(Fault::Start)?;
        let mut command = command(program, host.launcher.as_ref());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let spawned = command.spawn();
        let mut child =
            spawned.map_err(|error| Fault::Start(format!("{}: {error}", program.command.display())))?;
        let ward = host.guard.as_ref().map(|guard| Guard::watch(guard, child.id()));
        let stdin = child.stdin.take();
        let (sender, lines) = sync_channel(WAITING_LINES);
        let last_words = Arc::new(Mutex::new(String::new()));
        if let Some(stdin) = &stdin {
            never_block(stdin);
        }
        // The threads end when the process closes its end, or when nobody takes the lines.
        if let Some(stdout) = child.stdout.take() {
            let _ = background("engine-stdout", move || pump(stdout, &sender))?;
        }
        let mut listener = None;
        if let Some(stderr) = child.stderr.take() {
            let words = Arc::clone(&last_words);
            listener = Some(background("engine-stderr", move || drain(stderr, &words))?);
        }
        Ok(Process { child, stdin, lines, last_words, listener, patience, ward })
    }

    /// The number that the system knows the process by.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If the process has gone or does not read.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        let text = format!("{line}\n");
        let mut rest = text.as_bytes();
        let deadline = Instant::now() + self.patience.ready;
        while !rest.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Err(Fault::Disconnect) };
            match stdin.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if Instant::now() > deadline {
                        return Err(Fault::Deaf);
                    }
                    thread::sleep(Duration::from_millis(1));
                }
                Err(_) => return Err(self.departure()),
            }
        }
        Ok(())
    }

    /// Waits for a line, but not longer than to the deadline.
    ///
    /// # Errors
    /// If the process has gone.
    pub fn hear(&mut self, deadline: Instant) -> Result<Option<EngineLine>, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.departure()),
                Err(RecvTimeoutError::Timeout) => {
                    // A helper of a dead engine may hold its output open, so we look at the engine itself.
                    if !matches!(self.child.try_wait(), Ok(None)) {
                        return Err(self.departure());
                    }
                    if left <= GLANCE {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Why nothing comes any more: the process may need a moment to be really gone.
    fn departure(&mut self) -> Fault {
        let deadline = Instant::now() + self.patience.stop;
        match self.wait_until(deadline) {
            Some(status) => {
                // The thread that reads stderr may be a moment behind; or it may read a helper's words for ever.
                while Instant::now() < deadline && self.listener.as_ref().is_some_and(|it| !it.is_finished())
                {
                    thread::sleep(Duration::from_millis(1));
                }
                let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone();
                Fault::Crash { status, said: (!words.is_empty()).then_some(words) }
            }
            None => Fault::Disconnect,
        }
    }

    /// Closes the process's input, which is the end of the conversation for it.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits for the process to end by itself; how it ended, or nothing if it is still there at the deadline.
    pub fn wait(&mut self, deadline: Instant) -> Option<String> {
        self.wait_until(deadline)
    }

    fn wait_until(&mut self, deadline: Instant) -> Option<String> {
        let mut pause = Duration::from_micros(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Err(error) => return Some(error.to_string()),
                Ok(None) if Instant::now() >= deadline => return None,
                Ok(None) => {
                    thread::sleep(pause);
                    pause = (2 * pause).min(Duration::from_millis(20));
                }
            }
        }
    }
}

impl Drop for Process {
    /// Asks the process to end, and ends it if it does not.
    fn drop(&mut self) {
        if self.stdin.is_some() && self.say_quit() {
            self.stdin = None;
            self.wait_until(Instant::now() + self.patience.stop);
        }
        kill_group(&self.child);
        let _ = self.child.kill();
        // Before the system may give the number to somebody else.
        self.ward = None;
        let _ = self.child.wait();
    }
}

impl Process {
    /// Not by way of `say`: somebody who does not read is not waited for.
    fn say_quit(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
            && self.stdin.as_mut().is_some_and(|stdin| stdin.write_all(b"quit\n").is_ok())
    }

    /// Ends the process without asking.
    pub fn kill(&mut self) {
        self.stdin = None;
        kill_group(&self.child);
        let _ = self.child.kill();
    }
}

fn command(program: &Program, launcher: Option<&Launcher>) -> Command {
    let mut command = match launcher {
        None => Command::new(&program.command),
        Some(launcher) => {
            let mut command = Command::new(&launcher.command);
            command.args(&launcher.arguments).arg(std::process::id().to_string()).arg(&program.command);
            command
        }
    };
    command.args(&program.arguments);
    if let Some(folder) = &program.folder {
        command.current_dir(folder);
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Starts a thread that nobody has to wait for.
fn background(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Fault> {
    let thread = thread::Builder::new().name(name.to_owned()).stack_size(128 << 10).spawn(work);
    thread.map_err(|error| Fault::Start(format!("no thread to read its output: {error}")))
}

/// Hands lines on as they come.
fn pump(mut stdout: ChildStdout, lines: &SyncSender<EngineLine>) {
    let mut buffer = vec![0; 16 << 10];
    let mut line = Vec::new();
    loop {
        let bytes = match stdout.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => &buffer[..count],
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let at = Instant::now();
        let mut parts = bytes.split(|&byte| byte == b'\n');
        let mut part = parts.next();
        while let Some(bytes) = part {
            let room = LONGEST_LINE.saturating_sub(line.len());
            line.extend_from_slice(&bytes[..bytes.len().min(room)]);
            part = parts.next();
            if part.is_some() {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                line.clear();
                if lines.send(EngineLine { text, at }).is_err() {
                    return;
                }
            }
        }
    }
}

/// Reads stderr so that nobody waits for us, and remembers the last line.
fn drain(mut stderr: ChildStderr, last_words: &Mutex<String>) {
    let mut buffer = vec![0; 4 << 10];
    let mut tail: Vec<u8> = Vec::new();
    while let Ok(count) = stderr.read(&mut buffer) {
        if count == 0 {
            return;
        }
        tail.extend_from_slice(&buffer[..count]);
        let surplus = tail.len().saturating_sub(buffer.len());
        tail.drain(..surplus);
        let text = String::from_utf8_lossy(&tail);
        if let Some(line) = text.lines().rev().find(|line| !line.trim().is_empty()) {
            let line = visible(line.trim(), LONGEST_LAST_WORDS);
            *last_words.lock().unwrap_or_else(PoisonError::into_inner) = line;
        }
    }
}

#[cfg(unix)]
fn never_block(stdin: &ChildStdin) {
    // Where this fails, a write to somebody who does not read blocks; nothing worse.
    let _ = rustix::io::ioctl_fionbio(stdin, true);
}

#[cfg(not(unix))]
fn never_block(_: &ChildStdin) {}

#[cfg(unix)]
fn kill_group(child: &Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Becomes another program, which the system ends when `parent` ends, however that comes about.
///
/// This is what a [`Launcher`] does: between the birth of a process and its program only unsafe code could
/// ask for this, but a program of our own can ask for itself, and the wish outlives the change of programs.
///
/// Returns only if that fails, with the reason.
#[cfg(unix)]
pub fn become_program(
    parent: u32,
    command: &std::ffi::OsStr,
    arguments: &[std::ffi::OsString],
) -> std::io::Error {
    use std::os::unix::process::CommandExt;
    #[cfg(target_os = "linux")]
    {
        let signal = Some(rustix::process::Signal::KILL);
        if let Err(error) = rustix::process::set_parent_process_death_signal(signal) {
            return error.into();
        }
        let alive = rustix::process::getppid().map(|pid| pid.as_raw_nonzero().get());
        if alive != i32::try_from(parent).ok() {
            return std::io::Error::other("the process that wanted this program has ended");
        }
    }
    let _ = parent;
    Command::new(command).args(arguments).exec()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Program {
        let arguments = vec!["-c".to_owned(), script.to_owned()];
        Program { command: PathBuf::from("/bin/sh"), arguments, folder: None }
    }

    fn start(script: &str, ready: Duration) -> Process {
        let patience = Patience { ready, stop: Duration::from_millis(100), ..Patience::default() };
        Process::start(&shell(script), &Host::default(), patience).expect("a shell")
    }

    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn lines_go_both_ways() {
        let mut process = start("read line; echo \"$line $line\"; echo; printf '\\377 end\\r\\n'", LONG);
        process.say("hello").expect("it listens");
        let mut hear = || process.hear(Instant::now() + LONG).map(|line| line.map(|line| line.text));
        assert_eq!(hear(), Ok(Some("hello hello".to_owned())));
        assert_eq!(hear(), Ok(Some(String::new())));
        assert_eq!(hear(), Ok(Some("\u{fffd} end".to_owned())));
        assert!(matches!(hear(), Err(Fault::Crash { said: None, .. })));
    }

    #[test]
    fn last_words_are_kept() {
        let mut process = start("echo first >&2; echo last >&2; exit 7", LONG);
        let fault = process.hear(Instant::now() + LONG);
        assert_eq!(
            fault,
            Err(Fault::Crash { status: "exit status: 7".to_owned(), said: Some("last".to_owned()) })
        );
    }

    #[test]
    fn somebody_who_does_not_read_does_not_block_us() {
        let mut process = start("exec sleep 1000", Duration::from_millis(100));
        let line = "x".repeat(10_000);
        let said = (0..100).try_for_each(|_| process.say(&line));
        assert_eq!(said, Err(Fault::Deaf));
    }

    #[test]
    fn a_deadline_ends_the_waiting() {
        let mut process = start("exec sleep 1000", LONG);
        assert_eq!(process.hear(Instant::now() + Duration::from_millis(120)), Ok(None));
    }

    #[test]
    fn what_cannot_be_started_is_named() {
        let program = Program { command: PathBuf::from("/no/such/engine"), ..shell("") };
        let fault =
            Process::start(&program, &Host::default(), Patience::default()).expect_err("nothing to start");
        assert!(fault.to_string().contains("/no/such/engine"), "{fault}");
    }
}
