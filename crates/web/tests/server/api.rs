//! Programs that ask for the same.

use serde_json::json;

use crate::client::{Host, json_of, status};

/// Black mates on the fourth move of both.
const GAME: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

#[test]
fn questions_are_answered_and_faults_told() {
    let host = Host::new();
    let ask = |path: &str, body: serde_json::Value| host.post(path, &body.to_string());
    let here = json!({"start": "startpos", "moves": ["e4", "e5"]});
    assert_eq!(json_of(&ask("/api/v1/position", here.clone()))["turn"], "white");
    assert_eq!(json_of(&ask("/api/v1/openings", here.clone()))["opening"]["eco"], "C20");
    let analysis =
        json!({"start": "startpos", "moves": [], "lines": 2, "limit": {"nodes": 2000}, "threat": false});
    assert_eq!(json_of(&ask("/api/v1/analyse", analysis))["lines"].as_array().map(Vec::len), Some(2));
    let krk = "8/8/8/4k3/8/8/3R4/4K3 w - - 0 1";
    assert_eq!(
        json_of(&ask("/api/v1/tables/probe", json!({"start": krk, "moves": []})))["moves"][0]["result"],
        "win"
    );
    let map = ask("/api/v1/tables/map", json!({"fen": krk, "square": "e5"}));
    assert_eq!(json_of(&map)["squares"].as_array().map(Vec::len), Some(64));
    for (path, body, wanted) in [
        ("/api/v1/position", json!({"start": "startpos"}), 400),
        ("/api/v1/position", json!({"start": "startpos", "moves": [], "id": 3}), 400),
        ("/api/v1/position", json!([]), 400),
        ("/api/v1/position", json!({"start": "8/8", "moves": []}), 422),
        (
            "/api/v1/analyse",
            json!({"start": "startpos", "moves": [], "lines": 1, "limit": null, "threat": false}),
            422,
        ),
        (
            "/api/v1/analyse",
            json!({"start": "startpos", "moves": [], "lines": 9, "limit": {"nodes": 1}, "threat": false}),
            422,
        ),
        ("/api/v1/review?game=5", json!({}), 422),
        ("/api/v1/review?game=x", json!({}), 400),
        ("/api/v1/jobs", json!({}), 405),
    ] {
        let answer = ask(path, body.clone());
        assert_eq!(status(&answer), wanted, "{path} {body}: {answer}");
    }
    assert_eq!(status(&host.get("/api/v1/jobs/0123", "")), 404);
    assert_eq!(status(&host.get("/api/v1/games/..%2fx", "")), 404);
}

#[test]
fn a_review_is_ordered_followed_and_taken_away() {
    let host = Host::new();
    let ordered = host.post("/api/v1/review?care=quick", GAME);
    assert_eq!(status(&ordered), 202, "{ordered}");
    let job = json_of(&ordered)["job"].as_str().expect("a name").to_owned();
    // The events end when the review is done.
    let events = host.get(&format!("/api/v1/jobs/{job}/events"), "");
    assert!(events.contains("event: job") && events.contains("\"state\":\"done\""), "{events}");
    let review = json_of(&host.get(&format!("/api/v1/jobs/{job}/review?language=es"), ""));
    assert_eq!(review["moves"].as_array().map(Vec::len), Some(4));
    assert!(review["story"].to_string().contains("negras"), "{}", review["story"]);
    let pgn = host.get(&format!("/api/v1/jobs/{job}/export?form=pgn"), "");
    assert!(pgn.contains("2. g4") && pgn.contains("[%eval"), "{pgn}");
    let page = host.get(&format!("/api/v1/jobs/{job}/export?form=html"), "");
    assert!(page.contains("<!DOCTYPE html>") && page.contains("content-disposition: attachment"), "{page}");
    assert_eq!(status(&host.send("DELETE", &format!("/api/v1/jobs/{job}"), "")), 422, "it is over");
    assert_eq!(json_of(&host.get("/api/v1/jobs", ""))["jobs"][0]["state"], "done");
    // The same over the socket: words, another try, and cards.
    let mut page = host.page();
    let told = page.answer(json!({"type": "reviewed", "job": job, "level": "beginner", "language": "en"}));
    let moments = told["review"]["moments"].as_array().expect("moments");
    let gift = moments.iter().find(|moment| moment["ply"] == 3).expect("2. g4 allows mate");
    assert!(gift["words"][0]["text"].as_str().is_some_and(|words| words.contains("mate")), "{gift}");
    let retry = |mv: &str| json!({"type": "retry", "job": job, "ply": 3, "mv": mv});
    assert_eq!(page.answer(retry("g4"))["judged"], "as_in_the_game");
    let best = told["review"]["moves"][2]["best"]["uci"].as_str().expect("a better move");
    assert_eq!(page.answer(retry(best))["judged"], "right");
    let cards = page
        .answer(json!({"type": "add_cards", "job": job, "side": "white", "level": "club", "language": "en"}));
    assert!(cards["practice"]["added"].as_u64() > Some(0), "{cards}");
    let due = cards["practice"]["due"].as_u64().expect("a number");
    let card = &cards["practice"]["card"];
    let tried = page.answer(json!({"type": "try", "card": card["card"], "mv": card["best"]["uci"]}));
    assert_eq!(tried["judged"], "right");
    let graded = page.answer(json!({"type": "grade", "card": card["card"], "grade": "found"}));
    assert_eq!(
        (graded["practice"]["due"].as_u64(), graded["practice"]["again"].as_u64()),
        (Some(due - 1), Some(1))
    );
}

#[test]
fn what_is_described_is_there_and_nothing_else() {
    let host = Host::new();
    let described = json_of(&host.get("/api/openapi.json", ""));
    let paths = described["paths"].as_object().expect("paths");
    assert_eq!(paths.len(), 17);
    for (path, verbs) in paths {
        let address = path
            .replace("{job}", "0123")
            .replace("{game}", "0123")
            .replace("{experiment}", "x")
            .replace("{plot}", "y");
        for verb in verbs.as_object().expect("verbs").keys() {
            let answer = host.send(&verb.to_uppercase(), &address, "");
            assert!(!matches!(status(&answer), 0 | 405), "{verb} {path}: {answer}");
            let is_ours = status(&answer) != 404 || answer.contains("\"problem\"");
            assert!(is_ours, "{verb} {path}: {answer}");
        }
        assert_eq!(status(&host.send("PATCH", &address, "")), 405, "{path}");
    }
    assert_eq!(status(&host.get("/api/v1/kitchen", "")), 404);
}

#[test]
fn a_guard_speaks_and_a_lesson_goes_on() {
    let host = Host::new();
    let mut page = host.page();
    let guard = |moves: serde_json::Value| json!({"type": "guard", "start": "startpos", "moves": moves, "language": "en"});
    let told = page.answer(guard(json!(["e4", "e5", "Qh5", "Nc6", "Qxf7"])));
    assert!(told["objection"].as_str().is_some_and(|words| words.contains("queen")), "{told}");
    assert!(page.answer(guard(json!(["e4"])))["objection"].is_null());
    let lesson = |start: serde_json::Value, moves: serde_json::Value| json!({"type": "lesson", "ending": "KQK", "start": start, "hardness": "easy", "moves": moves, "language": "es"});
    let begun = page.answer(lesson(json!(null), json!([])));
    let start = begun["lesson"]["start"].clone();
    let first = begun["lesson"]["advice"]["mv"]["uci"].clone();
    let next = page.answer(lesson(start, json!([first])));
    assert_eq!(next["lesson"]["answers"][0]["worth"], "same_rule", "{next}");
}
