//! The server: connections, and the end of them.

use core::time::Duration;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use quevedo_tables::Endgames;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::api;
use crate::assets;
use crate::cards::Cards;
use crate::collections::Collection;
use crate::desk::{Desk, EngineMaker};
use crate::evaluation::{self, SharedNetwork};
use crate::guard::{self, Guard};
use crate::page;
use crate::pgn;
use crate::reviews::Reviews;
use crate::rooms::Rooms;
use crate::shelf::Shelf;
use crate::tell::Tell;

/// Where pages open their socket.
pub(crate) const SOCKET: &str = "/ws/v1";
/// The largest message of a page.
pub(crate) const LARGEST_MESSAGE: usize = 64 << 10;
/// So long may a request take to arrive: its head, and then its body.
pub(crate) const PATIENCE: Duration = Duration::from_secs(8);
/// So many connections at once.
const MOST_CONNECTIONS: usize = 1024;
/// So many of them may be sockets.
const MOST_SOCKETS: usize = 600;
/// So many searches may programs have waiting and going on.
const MOST_REQUESTS: usize = 16;
/// So long may open connections take to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a server needs.
pub struct Settings {
    /// Where to listen; port 0 takes any that is free.
    pub address: SocketAddr,
    /// What whoever comes has to know, if anything.
    pub token: Option<String>,
    /// How many searches may go on at once.
    pub engines: usize,
    /// How an engine comes to be.
    pub maker: EngineMaker,
    /// Where games are kept.
    pub shelf: Arc<dyn Shelf>,
    /// Games that can be explored.
    pub collections: Vec<Collection>,
}

impl core::fmt::Debug for Settings {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Settings").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Why a server cannot be.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Somebody else has the address, or it is not ours.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The machine has no threads left.
    #[error("cannot start: {0}")]
    Start(std::io::Error),
    /// There is no engine.
    #[error("{0}")]
    Engine(String),
    /// The tables that are part of the program cannot be read.
    #[error(transparent)]
    Tables(#[from] quevedo_tables::TableError),
}

/// What all pages share.
pub(crate) struct Hall {
    pub(crate) desk: Arc<Desk>,
    pub(crate) rooms: Rooms,
    pub(crate) reviews: Arc<Reviews>,
    pub(crate) cards: Cards,
    pub(crate) collections: Vec<Collection>,
    /// One tree of the laboratory is grown at a time.
    pub(crate) growing: Semaphore,
    pub(crate) endgames: Endgames,
    pub(crate) network: SharedNetwork,
    pub(crate) engines: usize,
    pub(crate) keeps_games: bool,
    /// Says that it is over.
    pub(crate) closing: CancellationToken,
    pub(crate) sockets: AtomicUsize,
    pub(crate) tasks: TaskTracker,
    /// So many requests of programs may keep an engine busy or waiting.
    pub(crate) requests: Semaphore,
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    closing: CancellationToken,
    hall: Arc<Hall>,
    token: Option<String>,
}

impl core::fmt::Debug for Hall {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Hall").finish_non_exhaustive()
    }
}

/// Ends a server from any thread.
#[derive(Clone, Debug)]
pub struct Closer(CancellationToken);

impl Closer {
    /// Ends it; [`Server::run`] returns soon.
    pub fn close(&self) {
        self.0.cancel();
    }
}

impl Server {
    /// Begins to listen; nobody is answered before [`run`](Server::run).
    ///
    /// # Errors
    /// If the address cannot be had, or there is no engine.
    pub fn listen(settings: Settings) -> Result<Server, ServeError> {
        // Whatever is wrong with the options of the engine is said now.
        let engine = (settings.maker)().map_err(ServeError::Engine)?;
        let network = evaluation::network_of(&engine);
        let identity = format!("quevedo {} {:?}", env!("CARGO_PKG_VERSION"), engine.options());
        drop(engine);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_io()
            .enable_time()
            .build()
            .map_err(ServeError::Start)?;
        let listener = runtime.block_on(TcpListener::bind(settings.address));
        let listener = listener.map_err(|error| ServeError::Listen(settings.address, error))?;
        let address = listener.local_addr().map_err(ServeError::Start)?;
        let closing = CancellationToken::new();
        let desk = Desk::open(settings.engines.max(1), &settings.maker).map_err(ServeError::Start)?;
        let reviews = Reviews::open(
            Arc::clone(&settings.shelf),
            Arc::clone(&desk),
            Arc::clone(&settings.maker),
            identity,
            settings.engines.max(1),
        );
        let hall = Arc::new(Hall {
            reviews: reviews.map_err(ServeError::Start)?,
            cards: Cards::new(Arc::clone(&settings.shelf)),
            rooms: Rooms::new(Arc::clone(&settings.shelf), Arc::clone(&desk)),
            desk,
            endgames: Endgames::builtin()?,
            network,
            engines: settings.engines.max(1),
            keeps_games: settings.shelf.lasts(),
            closing: closing.clone(),
            sockets: AtomicUsize::new(0),
            tasks: TaskTracker::new(),
            requests: Semaphore::new(MOST_REQUESTS),
            collections: settings.collections,
            growing: Semaphore::new(1),
        });
        Ok(Server { runtime, listener, address, closing, hall, token: settings.token })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it.
    pub fn closer(&self) -> Closer {
        Closer(self.closing.clone())
    }

    /// Serves until it is closed, and takes leave of everybody within a few seconds.
    pub fn run(self) {
        let guard = Arc::new(Guard::new(self.address, self.token));
        let router = router(Arc::clone(&self.hall), guard);
        self.runtime.block_on(accept(&self.listener, router, &self.hall));
        self.hall.reviews.close();
        self.hall.desk.close();
        self.hall.tasks.close();
        let all = self.hall.tasks.wait();
        // Whoever does not end in time is cut off with the runtime.
        let _: Result<(), _> = self.runtime.block_on(async { tokio::time::timeout(FAREWELL, all).await });
        self.runtime.shutdown_timeout(Duration::from_millis(200));
    }
}

fn router(hall: Arc<Hall>, guard: Arc<Guard>) -> Router {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route(SOCKET, any(open_socket))
        .merge(api::router())
        .fallback(get(assets::serve))
        .with_state(hall)
        .layer(axum::middleware::from_fn_with_state(guard, guard::stand))
}

/// Takes connections, each with its timeouts: `axum::serve` sets none, and half a request would stay for ever.
async fn accept(listener: &TcpListener, router: Router, hall: &Arc<Hall>) {
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
        let stream = tokio::select! {
            () = hall.closing.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = stream else {
            // No files left, most likely: others must end first.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (router, closing) = (router.clone(), hall.closing.clone());
        hall.tasks.spawn(async move {
            converse(stream, router, closing).await;
            drop(place);
        });
    }
}

async fn converse(stream: TcpStream, router: Router, closing: CancellationToken) {
    let _: std::io::Result<()> = stream.set_nodelay(true);
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_headers(64)
        .max_buf_size(LARGEST_MESSAGE);
    let service = TowerToHyperService::new(router);
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // Whoever goes away in the middle of a word is no fault of ours.
    drop(ended);
}

async fn open_socket(State(hall): State<Arc<Hall>>, upgrade: WebSocketUpgrade) -> Response {
    if hall.sockets.load(Relaxed) >= MOST_SOCKETS {
        let words = "Too many pages are open.\n";
        return (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "10")], words).into_response();
    }
    let upgrade = upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE);
    upgrade.on_upgrade(async move |socket| {
        let tasks = hall.tasks.clone();
        // Counted with the other tasks, so that the end waits for its farewell.
        tasks.track_future(page::converse(socket, hall)).await;
    })
}

impl Tell {
    /// What was read of a text.
    pub(crate) fn from_games(id: crate::ask::Id, games: pgn::ReadGames) -> Tell {
        let pgn::ReadGames { titles, tree, faults } = games;
        Tell::Tree { id, titles, tree: Box::new(tree), faults }
    }
}
