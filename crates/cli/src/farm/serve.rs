//! `quevedo farm serve`: a NATS server of our own, for trying a farm out.

use std::fmt::Write as _;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::{EngineFailure, Finding, Usage};
use crate::{files, interrupt, launch};

/// Start a queue on this machine, if nats-server is installed
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo farm serve                              for this machine alone
  quevedo farm serve --host 0.0.0.0               for other machines, too: they must know the token

It starts nats-server (Debian: apt install nats-server) with JetStream and keeps its data in a folder; when it is started
again it goes on with what is there. --host lets other machines in: then a token is made and kept in the file
FOLDER/token, which they need (--token-file). What goes over the network is not encrypted; for anything but your own
network, run nats-server yourself with TLS and credentials (docs/farm.md).

Fields of --json: server, folder, token_file.")]
pub(super) struct ServeArgs {
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// The port to listen at
    #[arg(long, value_name = "PORT", default_value_t = 4222)]
    port: u16,

    /// Keep the data here [default: where programs keep theirs]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    server: String,
    folder: PathBuf,
    token_file: Option<PathBuf>,
}

const PROGRAM: &str = "nats-server";
/// Where Debian puts it, which is not in everybody's PATH.
const ELSEWHERE: &str = "/usr/sbin/nats-server";
/// A server that is not there by then does not come.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) fn run(args: &ServeArgs, console: &Console) -> anyhow::Result<Finding> {
    let program = find().ok_or_else(|| {
        Usage("there is no nats-server; install it (Debian: apt install nats-server)".to_owned())
    })?;
    let folder = args.folder()?;
    let token_file = (!args.host.is_loopback()).then(|| folder.join("token"));
    let token = token_file.as_deref().map(token).transpose()?;
    let config = folder.join("nats.conf");
    write_secret(&config, &args.config(&folder, token.as_deref()))?;
    if TcpStream::connect_timeout(&args.reachable(), Duration::from_secs(1)).is_ok() {
        return Err(
            Usage(format!("port {} is taken by another program; --port takes another", args.port)).into()
        );
    }
    interrupt::catch()?;
    let mut server = Server(start(&program, &config)?);
    server.wait_until_up(args.reachable())?;
    let address = format!("nats://{}", args.reachable());
    tell(args, &Report { server: address, folder, token_file }, console)?;
    while !interrupt::is_wanted() {
        if let Some(status) = server.0.try_wait()? {
            return Err(EngineFailure(format!("nats-server has ended: {status}")).into());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    // Ctrl-C is how it is meant to end.
    Ok(Finding::Good)
}

fn tell(args: &ServeArgs, report: &Report, console: &Console) -> anyhow::Result<()> {
    if console.format != Format::Text {
        return console.present(report, |_, _| Ok(()));
    }
    console.note(format_args!("the queue is at {}, its data in {}", report.server, report.folder.display()));
    match &report.token_file {
        None => console.note(format_args!("a worker on this machine:  quevedo farm work --server {}", report.server)),
        Some(token) => console.note(format_args!(
            "other machines need a copy of {}:  quevedo farm work --server nats://THIS-MACHINE:{} --token-file token",
            token.display(),
            args.port
        )),
    }
    console.note("Ctrl-C ends it; what is there is kept");
    Ok(())
}

fn find() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let of_path = std::env::split_paths(&folders).map(|folder| folder.join(PROGRAM));
    of_path.chain([PathBuf::from(ELSEWHERE)]).find(|path| path.is_file())
}

/// Starts it so that it ends when this program does.
fn start(program: &Path, config: &Path) -> anyhow::Result<Child> {
    let mut command = match launch::launcher() {
        Some(launcher) => {
            let mut command = Command::new(launcher.command);
            command.args(launcher.arguments).arg(std::process::id().to_string()).arg(program);
            command
        }
        None => Command::new(program),
    };
    command.arg("-c").arg(config).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().with_context(|| format!("cannot start {}", program.display()))
}

struct Server(Child);

impl Server {
    fn wait_until_up(&mut self, address: SocketAddr) -> anyhow::Result<()> {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end && !interrupt::is_wanted() {
            if let Some(status) = self.0.try_wait()? {
                return Err(EngineFailure(format!("nats-server does not start: {status}")).into());
            }
            if TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err(EngineFailure("nats-server does not start".to_owned()).into())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It writes its files so that it may be killed at any moment; asked first, it starts sooner the next time.
        let id = self.0.id();
        let asked = Command::new("kill").arg(id.to_string()).stderr(Stdio::null()).status();
        let end = Instant::now() + Duration::from_secs(5);
        while asked.as_ref().is_ok_and(std::process::ExitStatus::success) && Instant::now() < end {
            if !matches!(self.0.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl ServeArgs {
    fn folder(&self) -> anyhow::Result<PathBuf> {
        use etcetera::BaseStrategy;
        let path = if let Some(path) = &self.folder {
            path.clone()
        } else {
            let base = etcetera::choose_base_strategy().context("there is no home folder; use --folder")?;
            base.data_dir().join("quevedo").join("farm")
        };
        let made = fs::create_dir_all(&path);
        // The token is nobody else's business, not even for the moment before its file is closed to others.
        #[cfg(unix)]
        let made = made.and_then(|()| {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o700))
        });
        made.with_context(|| format!("cannot make the folder {}", path.display()))?;
        fs::canonicalize(&path).with_context(|| path.display().to_string())
    }

    /// The address at which this machine reaches it.
    fn reachable(&self) -> SocketAddr {
        let ip = if self.host.is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { self.host };
        SocketAddr::new(ip, self.port)
    }

    fn config(&self, folder: &Path, token: Option<&str>) -> String {
        // JSON's strings are this language's strings, too.
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let store = quoted(&folder.join("jetstream").display().to_string());
        let mut text = format!(
            "listen: {}\njetstream {{ store_dir: {store} }}\n",
            quoted(&SocketAddr::new(self.host, self.port).to_string())
        );
        if let Some(token) = token {
            let _ = writeln!(text, "authorization {{ token: {} }}", quoted(token));
        }
        text
    }
}

/// The token that lets others in: the one that is there, or a new one.
fn token(path: &Path) -> anyhow::Result<String> {
    if let Ok(text) = fs::read_to_string(path)
        && !text.trim().is_empty()
    {
        return Ok(text.trim().to_owned());
    }
    let token = format!("{:032x}", rand::random::<u128>());
    write_secret(path, &format!("{token}\n"))?;
    Ok(token)
}

/// Writes a file that nobody else may read.
fn write_secret(path: &Path, text: &str) -> anyhow::Result<()> {
    let written = files::replace(path, text.as_bytes());
    #[cfg(unix)]
    let written = written.and_then(|()| {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}
