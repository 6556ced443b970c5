//! Which queue, and how we get in.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use quevedo_engine::{Bench, Options};
use quevedo_farm::kind::Tools;
use quevedo_farm::{Access, JetStream, LocalQueue, Queue, QueueError, Settings, plain_address};

use crate::failure::Usage;
use crate::{interrupt, launch, thinking};

/// How to reach a server.
#[derive(Args, Clone, Debug)]
pub(super) struct ServerArgs {
    /// The NATS server, as nats://HOST:4222
    #[arg(long, value_name = "URL")]
    pub(super) server: Option<String>,

    /// Be known by this file of credentials
    #[arg(long, value_name = "FILE", requires = "server")]
    creds: Option<PathBuf>,

    /// Be known by the token in this file
    #[arg(long, value_name = "FILE", requires = "server", conflicts_with = "creds")]
    token_file: Option<PathBuf>,

    /// Talk encrypted only, and check the server by the certificates in this file
    #[arg(long, value_name = "FILE", requires = "server")]
    tls_ca: Option<PathBuf>,

    /// Show the server this certificate
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// The key of --tls-cert
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,

    /// Talk encrypted only, and check the server by this system's certificates
    #[arg(long, requires = "server")]
    tls: bool,

    /// A job without a sign of life for so many seconds goes to another worker
    #[arg(long, value_name = "S", default_value = "30", value_parser = thinking::seconds, hide = true)]
    ack_wait: Duration,
}

/// For so long a server may be away before a command gives up.
const PATIENCE: Duration = Duration::from_mins(2);
/// Workers wait longer than anybody sleeps.
const WORKERS_PATIENCE: Duration = Duration::from_hours(24);

impl ServerArgs {
    fn access(&self) -> anyhow::Result<Access> {
        let token = self.token_file.as_deref().map(|path| {
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let token = text.trim().to_owned();
            anyhow::ensure!(!token.is_empty(), "{} is empty, expected a token", path.display());
            Ok(token)
        });
        Ok(Access {
            creds: self.creds.clone(),
            token: token.transpose()?,
            tls_ca: self.tls_ca.clone(),
            tls_identity: self.tls_cert.clone().zip(self.tls_key.clone()),
            tls: self.tls,
        })
    }

    /// The server's queue, if there is a server.
    pub(super) fn queue(&self, name: &str, is_worker: bool) -> anyhow::Result<Option<Arc<dyn Queue>>> {
        let Some(url) = &self.server else { return Ok(None) };
        let settings = Settings {
            ack_wait: self.ack_wait,
            patience: if is_worker { WORKERS_PATIENCE } else { PATIENCE },
            stop: Some(interrupt::is_wanted),
            name: name.to_owned(),
            ..Settings::default()
        };
        let queue = JetStream::connect(url, &self.access()?, settings).map_err(|error| match error {
            QueueError::Refused(words) => anyhow::Error::from(Usage(words)),
            error => error.into(),
        })?;
        Ok(Some(Arc::new(queue)))
    }

    /// The server without what is secret in its address.
    pub(super) fn shown(&self) -> String {
        self.server.as_deref().map_or_else(String::new, plain_address)
    }
}

/// A queue: on a server, or in a folder.
pub(super) struct Place {
    pub(super) queue: Arc<dyn Queue>,
    /// Whether other machines reach it.
    pub(super) is_shared: bool,
    /// The folder, if it is ours to remove in the end.
    own_folder: Option<PathBuf>,
    _temporary: Option<TemporaryFolder>,
}

struct TemporaryFolder(PathBuf);

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Place {
    /// The server or the folder that is named.
    pub(super) fn named(server: &ServerArgs, folder: Option<&Path>) -> anyhow::Result<Place> {
        if server.server.is_none() && folder.is_none() {
            return Err(Usage("--server or --folder says where the runs are".to_owned()).into());
        }
        Place::open(server, folder, None)
    }

    /// The server, or the folder that is named, or one beside the result.
    pub(super) fn open(
        server: &ServerArgs,
        folder: Option<&Path>,
        out: Option<&Path>,
    ) -> anyhow::Result<Place> {
        if let Some(queue) = server.queue("quevedo", false)? {
            return Ok(Place { queue, is_shared: true, own_folder: None, _temporary: None });
        }
        let beside = out.map(|out| {
            let mut name = out.as_os_str().to_owned();
            name.push(".farm");
            PathBuf::from(name)
        });
        let temporary = || {
            std::env::temp_dir().join(format!(
                "quevedo-farm-{}-{:x}",
                std::process::id(),
                rand::random::<u64>()
            ))
        };
        let path = folder.map(Path::to_owned).or_else(|| beside.clone()).unwrap_or_else(temporary);
        let queue = LocalQueue::open(&path)
            .with_context(|| format!("cannot work in the folder {}", path.display()))?;
        let is_temporary = folder.is_none() && beside.is_none();
        Ok(Place {
            queue: Arc::new(queue),
            is_shared: false,
            own_folder: beside.filter(|_| folder.is_none()),
            _temporary: is_temporary.then(|| TemporaryFolder(path)),
        })
    }

    /// The result is written; what it was made of is not needed any more.
    pub(super) fn tidy_up(&self) {
        if let Some(folder) = &self.own_folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// What runs need of this machine.
pub(super) fn tools() -> anyhow::Result<Tools> {
    Ok(Tools { cache: cache()?, host: launch::host()? })
}

/// Where files of runs are kept.
fn cache() -> anyhow::Result<PathBuf> {
    use etcetera::BaseStrategy;
    let base = etcetera::choose_base_strategy().context("there is no home folder for the files of runs")?;
    Ok(base.cache_dir().join("quevedo").join("farm"))
}

/// What an engine of this program is worth: the nodes of its bench, which are its signature, and its speed.
pub(super) fn signature() -> anyhow::Result<(u64, u64)> {
    const DEPTH: i32 = 6;
    let options = Options { hash: 1, threads: 1, ..Options::default() };
    let bench = Bench::run(&mut thinking::engine(options)?, DEPTH, || false, |_| true);
    Ok((bench.nodes, bench.speed()))
}
