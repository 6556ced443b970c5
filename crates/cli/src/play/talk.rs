//! Where the conversation goes: text for people, or JSON for programs, and what comes back.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::console::{Console, Format};
use crate::input::{self, InputLine};
use crate::interrupt;

/// What came while waiting for the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    Line(String),
    /// A line that is no text.
    Noise,
    /// Nothing more will come.
    End,
    /// The time to wait is over.
    Silence,
}

/// Both directions of the conversation.
#[derive(Debug)]
pub(crate) struct Talk {
    format: Format,
    is_verbose: bool,
    has_prompt: bool,
    lines: Receiver<Heard>,
}

impl Talk {
    pub(crate) fn new(console: &Console) -> Talk {
        let (sender, lines) = channel();
        // The reader stays blocked until the program ends, so nobody waits for it.
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let heard = match input::next_line(&mut input) {
                    Ok(Some(InputLine::Text(text))) => Heard::Line(text),
                    Ok(Some(InputLine::TooLong | InputLine::NotText)) => Heard::Noise,
                    Ok(None) | Err(_) => Heard::End,
                };
                let is_end = heard == Heard::End;
                if sender.send(heard).is_err() || is_end {
                    break;
                }
            }
        });
        let is_text = console.format == Format::Text;
        let has_prompt = is_text && io::stdin().is_terminal() && io::stdout().is_terminal();
        Talk { format: console.format, is_verbose: console.is_verbose(), has_prompt, lines }
    }

    /// Whether there is somebody who types.
    pub(crate) fn is_live(&self) -> bool {
        self.has_prompt
    }

    /// Says something to people.
    pub(crate) fn say(&self, text: impl std::fmt::Display) -> io::Result<()> {
        if self.format != Format::Text {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        writeln!(out, "{text}")?;
        out.flush()
    }

    /// Says something that only a curious user wants to know.
    pub(crate) fn detail(&self, text: impl std::fmt::Display) -> io::Result<()> {
        if self.is_verbose { self.say(text) } else { Ok(()) }
    }

    /// Tells programs of a move.
    pub(crate) fn tell(&self, event: &impl Serialize) -> anyhow::Result<()> {
        if self.format == Format::JsonLines {
            writeln!(io::stdout(), "{}", serde_json::to_string(event)?)?;
        }
        Ok(())
    }

    /// Tells programs how it ended.
    pub(crate) fn conclude(&self, event: &impl Serialize) -> anyhow::Result<()> {
        match self.format {
            Format::Text => {}
            Format::Json => writeln!(io::stdout(), "{}", serde_json::to_string_pretty(event)?)?,
            Format::JsonLines => self.tell(event)?,
        }
        Ok(())
    }

    /// Waits for a line, at most until `deadline`; an interruption is the end.
    pub(crate) fn listen(&self, prompt: impl Fn() -> String, deadline: Option<Instant>) -> io::Result<Heard> {
        let mut shown = prompt();
        if self.has_prompt {
            let mut out = io::stdout().lock();
            write!(out, "{shown} ")?;
            out.flush()?;
        }
        loop {
            let now = prompt();
            if self.has_prompt && now != shown && now.len() == shown.len() {
                // The clock in the prompt runs; what the user has typed after it stays.
                let mut out = io::stdout().lock();
                write!(out, "\x1b7\r{now}\x1b8")?;
                out.flush()?;
                shown = now;
            }
            if interrupt::is_wanted() {
                return Ok(Heard::End);
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(Heard::Silence);
            }
            let patience = Duration::from_millis(100);
            match self.lines.recv_timeout(left.map_or(patience, |left| left.min(patience))) {
                Ok(heard) => return Ok(heard),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Heard::End),
            }
        }
    }
}
