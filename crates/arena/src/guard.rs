//! A small process that outlives us by a moment: it ends the groups of our engines when we end, however that
//! comes about.
//!
//! The system can end an engine together with us (see [`Launcher`](crate::Launcher)), but not the children of
//! the engine. The guard is told the number of every group and reads from us until the end; nobody else holds
//! our end of its input, so the end comes even if we are killed.

use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// The guard's process. Dropping it ends it.
#[derive(Debug)]
pub struct Guard {
    child: Child,
    input: Mutex<Option<ChildStdin>>,
}

/// Why there is no guard.
#[derive(Debug, thiserror::Error)]
#[error("the guard of the engines cannot be started: {0}")]
pub struct GuardError(#[from] std::io::Error);

/// A group that is guarded as long as this lives.
#[derive(Debug)]
pub(crate) struct Ward {
    guard: Arc<Guard>,
    group: u32,
}

impl Guard {
    /// Starts a guard: a program that calls [`guard()`] with its input.
    ///
    /// # Errors
    /// If the system cannot.
    pub fn start(program: &Path, arguments: &[&str]) -> Result<Guard, GuardError> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A Ctrl-C at the terminal, or the end of our own group, must not end it before us.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let input = Mutex::new(child.stdin.take());
        Ok(Guard { child, input })
    }

    /// Guards a group from now on.
    pub(crate) fn watch(guard: &Arc<Guard>, group: u32) -> Ward {
        guard.tell('+', group);
        Ward { guard: Arc::clone(guard), group }
    }

    fn tell(&self, sign: char, group: u32) {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(input) = input.as_mut() {
            // Without a guard the match goes on as well.
            let _ = input.write_all(format!("{sign}{group}\n").as_bytes());
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        *self.input.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        let _ = self.child.wait();
    }
}

impl Drop for Ward {
    fn drop(&mut self) {
        self.guard.tell('-', self.group);
    }
}

/// What the guard's process does: reads `+group` and `-group` until the end of its input, and then ends the
/// groups that are left.
#[cfg(unix)]
pub fn guard(input: impl std::io::BufRead) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let mut groups = std::collections::BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        let Some((sign, number)) = line.split_at_checked(1) else { continue };
        // One would be everybody's group, and none our own.
        let Some(group) = number.parse().ok().filter(|&number: &i32| number > 1) else { continue };
        match sign {
            "+" => groups.insert(group),
            _ => groups.remove(&group),
        };
    }
    for group in groups.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}
