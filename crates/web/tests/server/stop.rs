//! The end.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

use crate::client::Host;
use crate::size;

#[test]
fn w14_it_ends_soon_with_everything_open() {
    let mut host = Host::new();
    let mut pages: Vec<_> = (0..size(20, 500)).map(|_| host.page()).collect();
    for page in &mut pages {
        page.ask(json!({"type": "analyse", "start": "startpos", "moves": [], "lines": 3, "limit": null,
            "threat": false}));
        page.hear();
    }
    let mut half = host.stream();
    half.write_all(b"GET / HTTP/1.1\r\n").expect("sent");
    let start = Instant::now();
    host.close();
    let took = start.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
    eprintln!("W14: {} pages with analyses closed after {took:?}", pages.len());
    for page in &mut pages {
        let end = loop {
            match page.socket.read() {
                Ok(Message::Close(frame)) => break frame.map(|frame| frame.code),
                Ok(_) => {}
                Err(error) => panic!("no word of farewell: {error}"),
            }
        };
        assert_eq!(end, Some(CloseCode::Away));
    }
    assert!(std::net::TcpStream::connect(host.address).is_err(), "nobody listens any more");
}
