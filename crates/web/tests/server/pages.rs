//! Pages that behave.

use std::sync::Arc;
use std::time::Instant;

use quevedo_web::Memory;
use serde_json::json;

use crate::client::{Host, status};
use crate::size;

fn infinite() -> serde_json::Value {
    json!({"type": "analyse", "start": "startpos", "moves": ["e4"], "lines": 2, "limit": null, "threat": false})
}

#[test]
fn a_position_is_explained() {
    let host = Host::new();
    let mut page = host.page();
    let told = page.answer(json!({"type": "position", "start": "startpos", "moves": ["e4", "e7e5", "Nf3"]}));
    assert_eq!(told["type"], "position");
    assert_eq!(told["facts"]["turn"], "black");
    assert_eq!(told["facts"]["moves_played"][1]["san"], "e5");
    assert_eq!(told["facts"]["legal_moves"].as_array().map(Vec::len), Some(29));
    let told =
        page.answer(json!({"type": "evaluate", "start": "8/4k3/8/8/3NP3/8/4K3/8 w - - 0 1", "moves": []}));
    assert!(told["evaluation"]["classical"].as_f64().is_some_and(|value| value > 1.0), "{told}");
    let krk = "8/8/8/4k3/8/8/3R4/4K3 w - - 0 1";
    let told = page.answer(json!({"type": "probe", "start": krk, "moves": []}));
    assert_eq!(told["moves"][0]["result"], "win");
    let told = page.answer(json!({"type": "map", "fen": krk, "square": "e5"}));
    assert_eq!(told["squares"].as_array().map(Vec::len), Some(64));
    let told = page.answer(json!({"type": "position", "start": "8/8/8 w", "moves": []}));
    assert_eq!((told["type"].as_str(), told["code"].as_str()), (Some("problem"), Some("position")));
    assert!(told["words"].as_str().is_some_and(|words| words.contains("3 ranks")), "{told}");
}

#[test]
fn lines_come_and_end() {
    let host = Host::new();
    let mut page = host.page();
    let id = page.ask(infinite());
    let first = page.wait(|message| message["type"] == "lines" && message["id"] == id);
    let later = page.wait(|message| message["type"] == "lines" && message["seq"] != first["seq"]);
    assert_eq!(later["lines"].as_array().map(Vec::len), Some(2));
    page.ask(json!({"type": "games"}));
    page.send(&json!({"type": "stop", "id": id}).to_string());
    let mut limited = infinite();
    limited["limit"] = json!({"depth": 4});
    let next = page.ask(limited);
    page.wait(|message| message["type"] == "done" && message["id"] == next);
    let last = page.answer(json!({"type": "games"}));
    assert_eq!(last["type"], "games", "nothing more is heard of what was stopped: {last}");
}

#[test]
fn w12_a_game_outlives_the_server() {
    let shelf = Arc::<Memory>::default();
    let mut host = Host::with(Arc::<Memory>::clone(&shelf), None);
    let mut page = host.page();
    let begun = page.answer(json!({"type": "new_game", "start": "startpos", "side": "white", "name": "Ada",
        "level": {"nodes": 200}, "clock": null}));
    let game = begun["game"]["game"].as_str().expect("a name").to_owned();
    page.ask(json!({"type": "move", "game": game, "mv": "e2e4", "ply": 0}));
    page.wait(|message| {
        message["game"]["turn"] == "you" && message["game"]["position"]["moves_played"][1].is_object()
    });
    host.close();
    let host = Host::with(shelf, None);
    let told = host.page().answer(json!({"type": "open_game", "game": game}));
    assert_eq!(told["game"]["position"]["moves_played"].as_array().map(Vec::len), Some(2));
    assert_eq!(told["game"]["turn"], "you");
}

#[test]
fn w3_many_pages_are_answered_in_time_while_engines_work() {
    let host = Host::new();
    let mut pages: Vec<_> = (0..size(40, 500)).map(|_| host.page()).collect();
    let analysing = size(10, 100);
    let mut queued = 0;
    for page in &mut pages[..analysing] {
        let id = page.ask(infinite());
        let told = page.wait(|message| message["id"] == id);
        queued += usize::from(told["type"] == "queued");
    }
    assert!(queued >= analysing - 2, "only two searches at once: {queued} of {analysing} wait");
    let mut slowest: Vec<u128> = Vec::new();
    for page in &mut pages {
        let start = Instant::now();
        let id = page.ask(json!({"type": "position", "start": "startpos", "moves": ["d4"]}));
        page.wait(|message| message["type"] == "position" && message["id"] == id);
        slowest.push(start.elapsed().as_millis());
    }
    slowest.sort_unstable();
    // A figure, and no limit: this machine may be doing something else.
    let p99 = slowest[slowest.len() * 99 / 100];
    let last = slowest.last().copied().unwrap_or(0);
    eprintln!(
        "W3: {} pages, {analysing} of them analysing: p99 {p99} ms, the slowest {last} ms",
        slowest.len()
    );
}

#[test]
fn w13_a_slow_reader_gets_the_newest_and_no_queue() {
    let host = Host::new();
    let mut page = host.page();
    let id = page.ask(infinite());
    page.wait(|message| message["type"] == "lines" && message["id"] == id);
    // Nothing is read while the search goes on, and then one second's messages at most are there.
    std::thread::sleep(core::time::Duration::from_millis(2500));
    page.send(&json!({"type": "stop", "id": id}).to_string());
    page.ask(json!({"type": "games"}));
    let mut pictures = 0;
    loop {
        match page.hear()["type"].as_str() {
            Some("lines") => pictures += 1,
            Some("games") => break,
            _ => {}
        }
    }
    assert!(pictures <= 40, "{pictures} pictures in 2.5 seconds");
}

#[test]
fn the_pages_addresses_are_served() {
    let host = Host::new();
    let health = host.get("/healthz", "");
    assert_eq!(status(&health), 200);
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(health.contains(header), "{header} in {health}");
    }
    for path in [
        "/",
        "/play",
        "/play/20261118-ab",
        "/analyse?fen=x",
        "/endgames/KRK",
        "/review/0123",
        "/lab/fine70",
        "/help",
    ] {
        let answer = host.get(path, "");
        assert_eq!(status(&answer), 200, "{path}: {answer}");
        assert!(answer.contains("<div id=\"page\">"), "{path}");
    }
    assert_eq!(status(&host.get("/kitchen", "")), 404, "no page that is not there");
}
