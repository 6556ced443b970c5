//! A server of our own, and clients that talk to it byte by byte.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;

use quevedo_engine::{Engine, Options};
use quevedo_web::{Closer, Memory, Server, Settings, Shelf};
use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::PATIENCE;

/// A server that is closed when it is dropped.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    closer: Closer,
    running: Option<JoinHandle<()>>,
}

impl Host {
    pub(crate) fn new() -> Host {
        Host::with(Arc::<Memory>::default(), None)
    }

    pub(crate) fn with(shelf: Arc<dyn Shelf>, token: Option<&str>) -> Host {
        let server = Server::listen(Settings {
            address: ([127, 0, 0, 1], 0).into(),
            token: token.map(str::to_owned),
            engines: 2,
            maker: Arc::new(|| {
                Engine::new(Options { hash: 1, ..Options::default() }).map_err(|error| error.to_string())
            }),
            shelf,
            collections: Vec::new(),
        });
        let server = server.expect("a server");
        let (address, closer) = (server.address(), server.closer());
        Host { address, closer, running: Some(std::thread::spawn(move || server.run())) }
    }

    /// Ends it and waits for the end.
    pub(crate) fn close(&mut self) {
        self.closer.close();
        if let Some(running) = self.running.take() {
            running.join().expect("no panic");
        }
    }

    pub(crate) fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Sends bytes and reads all that comes back.
    pub(crate) fn exchange(&self, bytes: &[u8]) -> String {
        let mut stream = self.stream();
        // The server may have said its word before it has read all.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Asks for a path with more lines of the head.
    pub(crate) fn get(&self, path: &str, lines: &str) -> String {
        let host = self.address;
        self.exchange(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{lines}\r\n").as_bytes(),
        )
    }

    /// Sends a text as our own page would.
    pub(crate) fn post(&self, path: &str, body: &str) -> String {
        self.send("POST", path, body)
    }

    /// The same with any verb.
    pub(crate) fn send(&self, verb: &str, path: &str, body: &str) -> String {
        let (own, length) = (self.address, body.len());
        self.exchange(
            format!(
                "{verb} {path} HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\nConnection: close\r\n\
                 Content-Length: {length}\r\n\r\n{body}"
            )
            .as_bytes(),
        )
    }

    pub(crate) fn page(&self) -> Page {
        let mut request = format!("ws://{}/ws/v1", self.address).into_client_request().expect("a request");
        let origin = format!("http://{}", self.address);
        request.headers_mut().insert("origin", origin.parse().expect("a value"));
        let (socket, _) = tungstenite::client(request, self.stream()).expect("a socket");
        let mut page = Page { socket, last: 0 };
        let hello = page.hear();
        assert_eq!(hello["type"], "hello");
        page
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.closer.close();
    }
}

/// The status of an answer.
pub(crate) fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// The JSON of an answer.
pub(crate) fn json_of(answer: &str) -> Value {
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error} in {answer}"))
}

/// A page's end of a socket.
pub(crate) struct Page {
    pub(crate) socket: WebSocket<TcpStream>,
    last: u32,
}

impl Page {
    pub(crate) fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("sent");
    }

    pub(crate) fn hear(&mut self) -> Value {
        loop {
            match self.socket.read().expect("a message") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// Sends a question with a number of its own, which is given back.
    pub(crate) fn ask(&mut self, mut question: Value) -> u32 {
        self.last += 1;
        question["id"] = self.last.into();
        self.send(&question.to_string());
        self.last
    }

    /// Waits for a message.
    pub(crate) fn wait(&mut self, what: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.hear();
            if what(&message) {
                return message;
            }
        }
    }

    /// Asks and waits for the answer.
    pub(crate) fn answer(&mut self, question: Value) -> Value {
        let id = self.ask(question);
        self.wait(|message| message["id"] == id)
    }
}
