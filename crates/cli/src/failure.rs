//! How a run ends: findings, errors in words, and exit codes.

use std::io;
use std::process::ExitCode;

use crate::console::{self, Console};
use crate::interrupt;

/// What a command found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finding {
    /// All is well.
    Good,
    /// The command did its work, and the answer is no: a wrong count, a faulty game.
    Bad,
    /// Somebody has interrupted it; what it had is told and kept.
    Interrupted,
}

impl Finding {
    pub(crate) fn good_if(good: bool) -> Finding {
        if good { Finding::Good } else { Finding::Bad }
    }
}

/// The command line asks for something that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// An engine did not do what engines must.
#[derive(Clone, Debug)]
pub(crate) struct EngineFailure(pub(crate) String);

impl EngineFailure {
    /// Our own engine ended without a move.
    pub(crate) fn of_our_own() -> EngineFailure {
        EngineFailure("the engine has stopped without a move; please report it".to_owned())
    }
}

impl std::fmt::Display for EngineFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EngineFailure {}

const NEGATIVE: u8 = 1;
const USAGE: u8 = 2;
const BAD_INPUT: u8 = 3;
const ENGINE_FAILURE: u8 = 4;

/// The exit code of a run; complains on stderr if it failed.
pub(crate) fn exit_code(finding: anyhow::Result<Finding>, console: &Console) -> ExitCode {
    match finding {
        Ok(Finding::Good) => ExitCode::SUCCESS,
        Ok(Finding::Bad) => NEGATIVE.into(),
        Ok(Finding::Interrupted) => interrupt::EXIT_CODE.into(),
        Err(error) if is_closed_pipe(&error) => {
            console.detail("whoever read the output has closed it");
            ExitCode::SUCCESS
        }
        Err(error) => {
            console::log(format_args!("quevedo: {error:#}"));
            match () {
                () if error.is::<Usage>() => USAGE.into(),
                () if error.is::<EngineFailure>() => ENGINE_FAILURE.into(),
                () => BAD_INPUT.into(),
            }
        }
    }
}

/// Whether the reader of our output went away, like `head` does: no fault of anybody.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
