//! A NATS server with a folder of its own, on a free port of this machine only. It can be killed and started again.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::report_skipped;

/// A server for a test; it ends when this is dropped.
#[derive(Debug)]
pub struct NatsServer {
    program: PathBuf,
    config: PathBuf,
    port: u16,
    child: Option<Child>,
}

/// Where Debian puts it, which is not in everybody's PATH.
const ELSEWHERE: &str = "/usr/sbin/nats-server";

impl NatsServer {
    /// Starts a server that keeps its data in this folder. Without the package the test is told to be skipped.
    pub fn start(test: &str, folder: &Path) -> Option<NatsServer> {
        NatsServer::start_with(test, folder, "", "")
    }

    /// The same with more lines for its `jetstream` settings and for the whole file of settings.
    ///
    /// # Panics
    /// If there is a server and it does not start.
    pub fn start_with(test: &str, folder: &Path, jetstream: &str, settings: &str) -> Option<NatsServer> {
        let Some(program) = find() else {
            report_skipped(test, "there is no nats-server (Debian: apt install nats-server)");
            return None;
        };
        let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
        let port = free.expect("a free port").port();
        let config = folder.join("nats.conf");
        let mut server = NatsServer { program, config, port, child: None };
        server.configure(folder, jetstream, settings);
        server.restart();
        Some(server)
    }

    /// Writes other settings, which count from the next start on.
    ///
    /// # Panics
    /// If they cannot be written.
    pub fn configure(&self, folder: &Path, jetstream: &str, settings: &str) {
        let store = folder.join("jetstream");
        let text = format!(
            "listen: \"127.0.0.1:{}\"\njetstream {{ store_dir: \"{}\"\n{jetstream} }}\n{settings}\n",
            self.port,
            store.display()
        );
        fs::write(&self.config, text).expect("the settings are written");
    }

    /// Where it listens.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it as a power cut would (but for what the system has not written yet).
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts it again, and waits until it listens.
    ///
    /// # Panics
    /// If it does not.
    pub fn restart(&mut self) {
        self.kill();
        let mut command = Command::new(&self.program);
        command.arg("-c").arg(&self.config).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.spawn().expect("nats-server starts"));
        let end = Instant::now() + Duration::from_secs(30);
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(Instant::now() < end, "nats-server does not listen");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

fn find() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let of_path = std::env::split_paths(&folders).map(|folder| folder.join("nats-server"));
    of_path.chain([PathBuf::from(ELSEWHERE)]).find(|path| path.is_file())
}
