//! Where games are written to: stdout, or a file that takes its place when all of it is there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;

use crate::console::Console;
use crate::files::{Aside, Output};

/// The games that are written.
pub(super) enum Sink {
    /// Stdout, or a device that the user named.
    Stream(Box<dyn Write>),
    /// A file: what it had before stays until [`Sink::commit`].
    File(Output, Aside),
}

impl Sink {
    /// Opens a file, or stdout if there is none. It must be none of the inputs.
    pub(super) fn open(out: Option<&PathBuf>, inputs: &[PathBuf], console: &Console) -> anyhow::Result<Sink> {
        let Some(path) = out else { return Ok(Sink::Stream(Box::new(console.stdout()))) };
        if fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
            let device = File::options().write(true).open(path);
            let device = device.with_context(|| format!("cannot write {}", path.display()))?;
            return Ok(Sink::Stream(Box::new(BufWriter::new(device))));
        }
        let output = Output::at(path).apart_from(inputs).overwrite(true).claim()?;
        let aside = output.begin()?;
        Ok(Sink::File(output, aside))
    }

    /// Ends the output; a file takes its place.
    pub(super) fn commit(self) -> anyhow::Result<()> {
        match self {
            Sink::Stream(mut out) => Ok(out.flush()?),
            Sink::File(output, aside) => {
                aside.commit().with_context(|| format!("cannot write {}", output.path().display()))
            }
        }
    }

    /// Ends an output that somebody has interrupted, and says what is left of it.
    pub(super) fn abandon(self, console: &Console) -> anyhow::Result<()> {
        match self {
            Sink::Stream(mut out) => {
                out.flush()?;
                console.note("interrupted; not all games were written");
            }
            Sink::File(output, _) => {
                let path = output.path();
                let old = if path.exists() { "is as it was" } else { "was not written" };
                console.note(format_args!("interrupted; {} {old}", path.display()));
            }
        }
        Ok(())
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stream(out) => out.write(bytes),
            Sink::File(_, out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stream(out) => out.flush(),
            Sink::File(_, out) => out.flush(),
        }
    }
}
