//! Clients that do not behave.

use std::io::{Read, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use quevedo_web::Memory;
use serde_json::json;
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

use crate::client::{Host, status};
use crate::size;

#[test]
fn w1_strangers_are_turned_away() {
    let host = Host::new();
    let port = host.address.port();
    let head = |host: &str, origin: &str| {
        format!(
            "GET /ws/v1 HTTP/1.1\r\nHost: {host}\r\n{origin}Upgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
    };
    let own = format!("127.0.0.1:{port}");
    let seen = |text: String| {
        let mut stream = host.stream();
        stream.write_all(text.as_bytes()).expect("sent");
        let mut answer = [0; 64];
        let count = stream.read(&mut answer).expect("an answer");
        status(&String::from_utf8_lossy(&answer[..count]))
    };
    assert_eq!(seen(head(&own, &format!("Origin: http://{own}\r\n"))), 101);
    assert_eq!(seen(head(&own, "")), 403);
    assert_eq!(seen(head(&own, "Origin: http://evil.example\r\n")), 403);
    assert_eq!(seen(head(&own, "Origin: null\r\n")), 403);
    let evil = format!("evil.example:{port}");
    assert_eq!(seen(head(&evil, &format!("Origin: http://{evil}\r\n"))), 421, "a name that was pointed here");
}

#[test]
fn a_token_is_asked_for_and_kept_in_a_cookie() {
    let token = "0123456789abcdef";
    let host = Host::with(Arc::<Memory>::default(), Some(token));
    assert_eq!(status(&host.get("/", "")), 401);
    assert_eq!(status(&host.get("/?token=0123456789abcdeX", "")), 401);
    let answer = host.get(&format!("/analyse?token={token}"), "");
    assert_eq!(status(&answer), 303);
    assert!(
        answer.contains("location: /analyse\r\n") && answer.contains("HttpOnly; SameSite=Strict"),
        "{answer}"
    );
    assert_eq!(status(&host.get("/", &format!("Cookie: quevedo={token}\r\n"))), 200);
}

#[test]
fn w2_half_sent_requests_are_closed() {
    let host = Host::new();
    let start = Instant::now();
    let mut streams: Vec<_> = (0..size(20, 200)).map(|_| host.stream()).collect();
    for (number, stream) in streams.iter_mut().enumerate() {
        let half = if number % 2 == 0 { "GET / HTTP/1.1\r\nHost: " } else { "GET /" };
        stream.write_all(half.as_bytes()).expect("sent");
    }
    for stream in &mut streams {
        let _ = stream.read_to_end(&mut Vec::new());
    }
    let took = start.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
    eprintln!("W2: {} half-sent requests, the last closed after {took:?}", streams.len());
}

#[test]
fn w5_what_is_too_large_or_too_deep_is_refused() {
    let host = Host::new();
    let own = host.address;
    let post = |length: usize, body: &[u8]| {
        let head = format!(
            "POST /api/v1/pgn HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n"
        );
        host.exchange(&[head.as_bytes(), body].concat())
    };
    assert_eq!(status(&post(100 << 20, &[b'x'; 1000])), 413);
    let game = "1. e4 e5 *\n";
    let answer = post(game.len(), game.as_bytes());
    assert!(status(&answer) == 200 && answer.contains("\"san\":\"e5\""), "{answer}");
    assert_eq!(status(&post(4, b"\n\n\n\n")), 422, "there is no game in it");
    let endless = status(&host.get(&format!("/{}", "a".repeat(1 << 20)), ""));
    assert!([0, 414, 431].contains(&endless), "closed, or told so: {endless}");

    let mut page = host.page();
    let deep = format!("{{\"type\":\"stop\",\"id\":{}", "[".repeat(30_000));
    page.send(&deep);
    assert_eq!(page.hear()["code"], "message");
    page.send("{\"type\":\"stop\",\"id\":1,\"x\":2}");
    assert!(page.hear()["words"].as_str().is_some_and(|words| words.contains("unknown field")));
    let before = resident();
    let _ = page.socket.send(Message::text("x".repeat(17 << 20)));
    assert_eq!(closed_with(&mut page), Some(CloseCode::Size));
    // The client, which has 17 MiB to send, is part of this process.
    eprintln!("W5: memory before and after a frame of 17 MiB: {before} and {} MiB", resident());
    let mut page = host.page();
    let _ = page.socket.send(Message::binary(vec![1, 2, 3]));
    assert_eq!(closed_with(&mut page), Some(CloseCode::Unsupported));
}

/// How the server closed the connection; `None` if it broke before that was heard.
fn closed_with(page: &mut crate::client::Page) -> Option<CloseCode> {
    loop {
        match page.socket.read() {
            Ok(Message::Close(frame)) => return frame.map(|frame| frame.code),
            Ok(_) => {}
            // What was sent and never read breaks the connection.
            Err(_) => return None,
        }
    }
}

/// The memory that this process has, in MiB; 0 where nobody says.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<usize>().ok());
    (pages.unwrap_or(0) * 4096) >> 20
}

#[test]
fn w13_readers_that_do_not_read_cost_no_memory() {
    let host = Host::new();
    let mut pages: Vec<_> = (0..size(4, 60)).map(|_| host.page()).collect();
    // A long game, so that answers are large: some 30 kB each.
    let moves: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(160).collect();
    let question = json!({"type": "position", "id": 1, "start": "startpos", "moves": moves}).to_string();
    let before = resident();
    for page in &mut pages {
        page.socket.get_ref().set_nonblocking(true).expect("a socket");
        for _ in 0..190 {
            // Where the server does not take more, because nobody takes its answers, there is no more to send.
            if page.socket.send(Message::text(question.clone())).is_err() {
                break;
            }
        }
    }
    std::thread::sleep(Duration::from_secs(2));
    let grown = resident().saturating_sub(before);
    assert!(grown < 64, "{grown} MiB for {} pages", pages.len());
    eprintln!("W13: {} pages that ask and do not read: {grown} MiB", pages.len());
    assert_eq!(host.page().answer(json!({"type": "games"}))["type"], "games", "others are served");
}

#[test]
fn a_flood_of_messages_is_ended() {
    let host = Host::new();
    let mut page = host.page();
    for _ in 0..2000 {
        if page.socket.send(Message::text("{\"type\":\"games\",\"id\":1}")).is_err() {
            break;
        }
    }
    assert!(matches!(closed_with(&mut page), Some(CloseCode::Policy) | None));
}

#[test]
fn w4_orders_without_end_are_refused_or_queued() {
    let host = Host::new();
    let mut pages: Vec<_> = (0..size(20, 250)).map(|_| host.page()).collect();
    for page in &mut pages {
        for _ in 0..4 {
            page.ask(json!({"type": "analyse", "start": "startpos", "moves": [], "lines": 1, "limit": null,
                "threat": false}));
        }
    }
    // Three of four are kept for each page, and two searches go on: all others wait, and are told where.
    let (mut waiting, mut replaced) = (0, 0);
    for page in &mut pages {
        let told = page.wait(|message| message["type"] == "queued" || message["type"] == "lines");
        waiting += usize::from(told["type"] == "queued");
        replaced += 1;
    }
    assert!(waiting + 2 >= replaced, "{waiting} of {replaced} pages wait");
    let told = host.page().answer(json!({"type": "games"}));
    assert_eq!(told["type"], "games");
    eprintln!("W4: {} searches without end ordered by {replaced} pages, {waiting} pages wait", 4 * replaced);
    // Programs are refused, and told when to come again.
    let order =
        json!({"start": "startpos", "moves": [], "lines": 1, "limit": {"time": 5000}, "threat": false});
    let text = order.to_string();
    let own = host.address;
    let head = format!(
        "POST /api/v1/analyse HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{text}",
        text.len()
    );
    let mut programs: Vec<_> = (0..20).map(|_| host.stream()).collect();
    for program in &mut programs {
        program.write_all(head.as_bytes()).expect("sent");
        // One after the other, so that the last ones are those that are refused.
        std::thread::sleep(Duration::from_millis(20));
    }
    let refused = programs.iter_mut().rev().take(4).map(|program| {
        let mut answer = vec![0; 512];
        let count = program.read(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer[..count]).into_owned()
    });
    for answer in refused {
        assert!(status(&answer) == 429 && answer.contains("retry-after: 5"), "{answer}");
    }
}

#[test]
fn w6_no_path_escapes() {
    let host = Host::new();
    let ups = [
        "../",
        "..%2f",
        "%2e%2e/",
        "%2e%2e%2f",
        "..\\",
        "..%5c",
        "....//",
        "/..//",
        "%252e%252e%252f",
        "..;/",
    ];
    let targets = ["etc/passwd", "Cargo.toml", "index.html", "src/lib.rs", "windows/win.ini"];
    let fronts = ["/", "/assets/", "/play/", "/endgames/", "//"];
    let mut tried = 0;
    for front in fronts {
        for up in ups {
            for target in targets {
                for depth in size(2, 1)..=2 {
                    let answer = host.get(&format!("{front}{}{target}", up.repeat(depth)), "");
                    assert!(matches!(status(&answer), 400 | 404), "{front}{up}{target}: {answer}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried >= 250);
    for path in ["/\0", "/%00", "/play/a%0d%0aX: y", "*", "http://evil.example/", "/index.html"] {
        assert_ne!(status(&host.get(path, "")), 200, "{path:?}");
    }
}

#[test]
fn w6_newlines_in_positions_inject_nothing() {
    let host = Host::new();
    let mut page = host.page();
    for start in ["startpos\nquit", "8/8/8/8/8/8/8/8 w - - 0 1\r\nX: y", "960:1\n2", "\u{0}"] {
        let told = page.answer(json!({"type": "position", "start": start, "moves": []}));
        assert!(told["type"] == "problem" || told["type"] == "position", "{told}");
        assert!(!told.to_string().contains("\\nquit"), "{told}");
    }
    let told = page.answer(json!({"type": "open_game", "game": "../../etc/passwd"}));
    assert_eq!(told["code"], "missing");
}
