//! `quevedo launch`: becomes another program that ends when the one that wanted it ends. Only this program
//! itself calls it, for the engines of its matches.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use quevedo_arena::{Guard, Host, Launcher};

use crate::failure::{EngineFailure, Finding};
use crate::network;

/// The command's name.
pub(crate) const NAME: &str = "launch";

/// The command that guards the groups of engines.
pub(crate) const GUARD: &str = "guard";

/// What the engines of a match may use.
pub(crate) fn host() -> anyhow::Result<Host> {
    let guard = if cfg!(unix) {
        let program = launcher().map_or_else(std::env::current_exe, |launcher| Ok(launcher.command))?;
        Some(Arc::new(Guard::start(&program, &[GUARD])?))
    } else {
        None
    };
    Ok(Host {
        launcher: launcher(),
        guard,
        reader: Some(network::read_file),
        movers: Some(crate::machines::make),
    })
}

/// Starts engines by way of this program, so that they end when it does.
pub(crate) fn launcher() -> Option<Launcher> {
    if cfg!(not(target_os = "linux")) {
        return None;
    }
    // This very program, even if another one is built in its place while we play.
    Some(Launcher { command: PathBuf::from("/proc/self/exe"), arguments: vec![NAME.to_owned()] })
}

/// Become another program that ends when PARENT does
#[derive(Args, Debug)]
#[command(hide = true)]
pub(crate) struct LaunchArgs {
    /// The number of the process that wants it
    parent: u32,

    /// The program and what it is told
    #[arg(required = true, num_args = 1.., trailing_var_arg = true, allow_hyphen_values = true)]
    program: Vec<OsString>,
}

/// End groups of processes when the process that names them on our input ends
#[derive(Args, Debug)]
#[command(hide = true)]
pub(crate) struct GuardArgs {}

pub(crate) fn run_guard(_: &GuardArgs) -> Finding {
    #[cfg(unix)]
    quevedo_arena::guard(std::io::stdin().lock());
    Finding::Good
}

#[cfg(unix)]
pub(crate) fn run(args: &LaunchArgs) -> anyhow::Result<Finding> {
    let [command, arguments @ ..] = &args.program[..] else { return Ok(Finding::Bad) };
    let error = quevedo_arena::become_program(args.parent, command, arguments);
    Err(EngineFailure(format!("{}: {error}", command.display())).into())
}

#[cfg(not(unix))]
pub(crate) fn run(args: &LaunchArgs) -> anyhow::Result<Finding> {
    let _ = (&args.parent, &args.program);
    Err(EngineFailure("programs are not launched in this way on this system".to_owned()).into())
}
