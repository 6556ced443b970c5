//! The description of the requests, as `OpenAPI` 3.1.

use serde_json::{Value, json};

/// A question in a body, and what it is answered with.
fn asked(summary: &str, fields: &Value, required: &[&str], answer: &str) -> Value {
    json!({ "post": {
        "summary": summary,
        "requestBody": { "required": true, "content": { "application/json": { "schema": {
            "type": "object", "properties": fields, "required": required, "additionalProperties": false
        } } } },
        "responses": answers("200", answer)
    } })
}

/// A text in a body.
fn sent(summary: &str, parameters: &[Value], status: &str, answer: &str) -> Value {
    json!({ "post": {
        "summary": summary,
        "parameters": parameters,
        "requestBody": { "required": true, "content": { "text/plain": { "schema": { "type": "string" } } } },
        "responses": answers(status, answer)
    } })
}

fn read(summary: &str, parameters: &[Value], answer: &str) -> Value {
    json!({ "get": { "summary": summary, "parameters": parameters, "responses": answers("200", answer) } })
}

/// What every request may be answered with.
fn answers(status: &str, schema: &str) -> Value {
    let problem = |words: &str| json!({ "description": words, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } } });
    let content = match schema.split_once(' ') {
        Some(("text", kind)) => json!({ kind: { "schema": { "type": "string" } } }),
        _ => {
            json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } } })
        }
    };
    json!({
        status: { "description": "The answer.", "content": content },
        "400": problem("The question cannot be read."),
        "403": { "description": "Only this program's own page, or whoever sends its Origin, may do that." },
        "404": problem("There is no such thing."),
        "408": { "description": "The question did not come in time." },
        "413": { "description": "The question is too long." },
        "422": problem("The question is read, and cannot be answered: a position, a move, a game or a number is wrong."),
        "429": problem("Too much is asked at once; Retry-After says when to come again."),
        "500": problem("A fault of the machine or the program.")
    })
}

fn named(name: &str, what: &str) -> Value {
    json!({ "name": name, "in": "path", "required": true, "description": what, "schema": { "type": "string" } })
}

fn chosen(name: &str, values: &[&str]) -> Value {
    json!({ "name": name, "in": "query", "schema": { "type": "string", "enum": values } })
}

/// The paths and what they answer.
pub(super) fn description() -> Value {
    let text = || json!({ "type": "string" });
    let one_of = |values: &[&str]| json!({ "type": "string", "enum": values });
    let moves = || json!({ "type": "array", "items": { "type": "string" }, "maxItems": 10_000 });
    let position = json!({ "start": text(), "moves": moves() });
    let whole = |most: u32| json!({ "type": "integer", "minimum": 0, "maximum": most });
    let limit = json!({ "oneOf": [
        { "type": "object", "properties": { "time": whole(60_000) }, "required": ["time"], "additionalProperties": false },
        { "type": "object", "properties": { "nodes": whole(u32::MAX) }, "required": ["nodes"], "additionalProperties": false },
        { "type": "object", "properties": { "depth": whole(240) }, "required": ["depth"], "additionalProperties": false }
    ] });
    let analysis = json!({
        "start": text(), "moves": moves(), "lines": { "type": "integer", "minimum": 1, "maximum": 5 },
        "limit": limit, "threat": { "type": "boolean" }
    });
    let explanation = json!({
        "start": text(), "moves": moves(), "about": one_of(&["position", "last_move"]),
        "level": one_of(&["beginner", "club", "expert"]), "language": one_of(&["en", "es"])
    });
    let number = json!({ "name": "game", "in": "query", "description": "Which game of the text, from 0.",
        "schema": { "type": "integer", "minimum": 0 } });
    let (level, language) =
        (chosen("level", &["beginner", "club", "expert"]), chosen("language", &["en", "es"]));
    let (care, form) = (chosen("care", &["quick", "full"]), chosen("form", &["pgn", "html"]));
    let (job, game) = (named("job", "The name of a job."), named("game", "The name of a game."));
    let mut of_job = read("How far a review is", core::slice::from_ref(&job), "Job");
    of_job["delete"] = json!({
        "summary": "Nobody wants a review any more that is not done",
        "parameters": [job.clone()],
        "responses": answers("200", "Job")
    });
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quevedo",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "What the page asks over its socket, for programs. Positions are a `start` (a FEN, `startpos`, or a Chess960 number like `960:518`) and `moves` in UCI or algebraic notation. Requests that are not GET need the header Origin with the address of this program. Fields are described at the types in web/src/types.ts.",
            "license": { "name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later" }
        },
        "paths": {
            "/api/v1/position": asked("What there is to know about a position", &position, &["start", "moves"], "Position"),
            "/api/v1/openings": asked("The name of the opening", &position, &["start", "moves"], "Opening"),
            "/api/v1/analyse": asked("The best lines", &analysis, &["start", "moves", "lines", "limit", "threat"], "Lines"),
            "/api/v1/explain": asked("Words about a position or its last move", &explanation, &["start", "moves", "about", "level", "language"], "Explanation"),
            "/api/v1/tables/probe": asked("What the tablebases say of every move", &position, &["start", "moves"], "Probe"),
            "/api/v1/tables/map": asked("What they say of a man on every square", &json!({ "fen": text(), "square": text() }), &["fen", "square"], "Map"),
            "/api/v1/pgn": sent("Read a game from PGN", core::slice::from_ref(&number), "200", "Tree"),
            "/api/v1/review": sent("Order a review of a game", &[number.clone(), care], "202", "Job"),
            "/api/v1/games": read("The kept games", &[], "Games"),
            "/api/v1/games/{game}": read("A game against the engine", core::slice::from_ref(&game), "Game"),
            "/api/v1/games/{game}/pgn": read("The same as PGN", core::slice::from_ref(&game), "text application/x-chess-pgn"),
            "/api/v1/lab/{experiment}/{plot}": read("A plot of the laboratory", &[named("experiment", "The name of an experiment."), named("plot", "The name of a plot.")], "text image/svg+xml"),
            "/api/v1/jobs": read("Reviews that are ordered or done", &[], "Jobs"),
            "/api/v1/jobs/{job}": of_job,
            "/api/v1/jobs/{job}/review": read("A review that is done", &[job.clone(), level, language.clone()], "Review"),
            "/api/v1/jobs/{job}/export": {
                "get": {
                    "summary": "A review to take away, as PGN with comments or as a page",
                    "parameters": [job.clone(), form, language],
                    "responses": answers("200", "text application/x-chess-pgn")
                }
            },
            "/api/v1/jobs/{job}/events": read("How far a review is, as events, until it is over", core::slice::from_ref(&job), "text text/event-stream")
        },
        "components": { "schemas": {
            "Problem": {
                "type": "object",
                "properties": { "type": { "const": "problem" }, "code": text(), "words": text() },
                "required": ["type", "code", "words"]
            },
            "Position": has(&["fen", "turn", "state", "legal_moves", "moves_played"]),
            "Opening": has(&["opening"]),
            "Lines": has(&["lines"]),
            "Explanation": has(&["mark", "sentences"]),
            "Probe": has(&["moves", "max_men"]),
            "Map": has(&["squares"]),
            "Tree": has(&["titles", "tree", "faults"]),
            "Games": has(&["games"]),
            "Game": has(&["game", "start", "side", "turn", "position"]),
            "Jobs": has(&["jobs"]),
            "Job": has(&["job", "title", "care", "state", "done", "total"]),
            "Review": has(&["title", "story", "sides", "moves", "moments"])
        } }
    })
}

fn has(fields: &[&str]) -> Value {
    json!({ "type": "object", "required": fields })
}
