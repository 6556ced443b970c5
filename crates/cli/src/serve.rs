//! `quevedo serve`: the page in a browser.

mod folder;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, value_parser};
use quevedo_engine::{Engine, Options};
use quevedo_web::{EngineMaker, Server, Settings, Shelf};
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};
use crate::interrupt;
use crate::network::{self, EvaluationArgs};
use folder::Folder;

/// A shorter token could be guessed.
const SHORTEST_TOKEN: usize = 16;

/// Open a page in the browser: play, analyse, learn endgames
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo serve --open                    open the page in the browser
  quevedo serve --port 9000               listen there, and open nothing
  quevedo serve --collection master       also show what was played in these games
  quevedo serve --host 192.168.1.5 --token \"$(openssl rand -hex 16)\"
                                          let others of the same network in, who know the token

The page works without the internet, and asks for nothing from anywhere else. Only programs of this machine
can reach it unless --host says otherwise; then everybody needs the token, in the address: ?token=…
What is sent is not encrypted: do not use --host in networks that you do not trust.

Games are kept after every move, in Quevedo's folder of games or in that of --folder, and go on where they
were when the program is started again; so do reviews and cards to practise with. Ctrl-C ends it.
Programs can ask for the same as the page: /api/openapi.json describes how.

Fields of --json, written when the page can be reached: address, folder, engines.")]
pub(crate) struct ServeArgs {
    /// Listen on this port; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8421)]
    port: u16,

    /// Listen on this address of the machine instead of only for this machine
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// What others must know to come in, at least 16 letters and digits
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Keep games, reviews and cards in this folder
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Show this collection of games (made by `explore build`); may be given several times
    #[arg(long = "collection", value_name = "DIR")]
    collections: Vec<PathBuf>,

    /// So many searches at once; others wait for their turn. 0: as many as the machine has cores
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u16).range(0..=256))]
    engines: u16,

    /// Each of them remembers positions in a table of this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = value_parser!(u32).range(1..=1 << 16))]
    hash: u32,

    #[command(flatten)]
    evaluation: EvaluationArgs,
}

/// What programs are told.
#[derive(Serialize)]
struct ServeReport {
    address: String,
    folder: String,
    engines: usize,
}

pub(crate) fn run(args: &ServeArgs, console: &Console) -> anyhow::Result<Finding> {
    let token = args.token()?;
    let folder = Folder::at(args.folder.as_deref())?;
    let shown_folder = folder.path().display().to_string();
    let engines = args.engines();
    let server = Server::listen(Settings {
        address: SocketAddr::new(args.host, args.port),
        token: token.clone(),
        engines,
        maker: args.maker()?,
        shelf: Arc::new(folder) as Arc<dyn Shelf>,
        collections: args.collections()?,
    });
    let server = server.map_err(|error| match error {
        quevedo_web::ServeError::Listen(address, cause) => listen_failure(address, &cause),
        other => anyhow::Error::from(other),
    })?;
    let address = address_of(server.address(), token.as_deref());
    interrupt::catch()?;
    if console.format == Format::Text {
        console.note(format_args!(
            "the page is at {address}\ngames are kept in {shown_folder}; Ctrl-C ends the program"
        ));
    } else {
        let report = ServeReport { address: address.clone(), folder: shown_folder, engines };
        console.write_json(&mut console.stdout(), &report)?;
    }
    if args.open && !open(&address) {
        console.note("there is no browser to open; open the address yourself");
    }
    let closer = server.closer();
    let serving = std::thread::spawn(move || server.run());
    while !interrupt::is_wanted() && !serving.is_finished() {
        std::thread::sleep(Duration::from_millis(50));
    }
    closer.close();
    // A fault in it has been told by the thread.
    let is_good = serving.join().is_ok();
    // Ctrl-C is how it is meant to end.
    Ok(Finding::good_if(is_good))
}

impl ServeArgs {
    fn token(&self) -> anyhow::Result<Option<String>> {
        match &self.token {
            None if !self.host.is_loopback() => {
                Err(Usage("--host lets other machines in: give a --token that they must know".to_owned())
                    .into())
            }
            Some(token)
                if token.len() < SHORTEST_TOKEN
                    || !token.bytes().all(|byte| byte.is_ascii_alphanumeric()) =>
            {
                let words = format!("--token: expected at least {SHORTEST_TOKEN} letters and digits");
                Err(Usage(words).into())
            }
            token => Ok(token.clone()),
        }
    }

    fn engines(&self) -> usize {
        match usize::from(self.engines) {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            engines => engines,
        }
    }

    /// The collections, by the names of their folders.
    fn collections(&self) -> anyhow::Result<Vec<quevedo_web::Collection>> {
        let open = |folder: &PathBuf| {
            let explorer = crate::explore::Collection::open(folder)?.explorer().clone();
            let name =
                folder.canonicalize().ok().and_then(|path| Some(path.file_name()?.to_str()?.to_owned()));
            Ok(quevedo_web::Collection {
                name: name.unwrap_or_else(|| folder.display().to_string()),
                explorer,
            })
        };
        self.collections.iter().map(open).collect()
    }

    /// Engines as the options want them. A mistake in the options is told now and not to the first page.
    fn maker(&self) -> anyhow::Result<EngineMaker> {
        let mut options =
            Options { hash: self.hash as usize, move_overhead: Duration::ZERO, ..Options::default() };
        self.evaluation.choose(&mut options)?;
        Ok(Arc::new(move || {
            Engine::with_files(options.clone(), network::read_file).map_err(|error| error.to_string())
        }))
    }
}

fn listen_failure(address: SocketAddr, cause: &std::io::Error) -> anyhow::Error {
    if cause.kind() == std::io::ErrorKind::AddrInUse {
        let words = format!(
            "{address} is taken by another program, perhaps by a Quevedo that is still running; \
             --port takes another"
        );
        return Usage(words).into();
    }
    Usage(format!("cannot listen on {address}: {cause}")).into()
}

/// The address for the browser.
fn address_of(address: SocketAddr, token: Option<&str>) -> String {
    let ip = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    let bare = format!("http://{}/", SocketAddr::new(ip, address.port()));
    match token {
        Some(token) => format!("{bare}?token={token}"),
        None => bare,
    }
}

/// Asks the system to show an address; whether there is somebody to ask.
fn open(address: &str) -> bool {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_can_be_opened() {
        assert_eq!(address_of(([127, 0, 0, 1], 80).into(), None), "http://127.0.0.1:80/");
        assert_eq!(address_of(([0, 0, 0, 0], 9000).into(), Some("abc")), "http://127.0.0.1:9000/?token=abc");
    }
}
