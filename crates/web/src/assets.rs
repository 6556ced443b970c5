//! The page's files, which are part of the program.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "dist"]
struct Files;

/// The page itself. It finds out by the address what to show.
const PAGE: &str = "index.html";

/// The addresses of the page; some go on with one more word.
const ROUTES: [(&str, bool); 11] = [
    ("", false),
    ("play", true),
    ("analyse", false),
    ("review", true),
    ("practice", false),
    ("endgames", true),
    ("games", false),
    ("lab", true),
    ("jobs", false),
    ("settings", false),
    ("help", false),
];

/// A file, the page for its own addresses, and 404 for everything else: the path is looked up as it was sent, so
/// that nothing in it can lead anywhere.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let Some(path) = uri.path().strip_prefix('/') else { return missing() };
    if is_route(path) {
        return match Files::get(PAGE) {
            Some(file) => send(PAGE, file, &headers, "no-cache"),
            None => missing(),
        };
    }
    match Files::get(path).filter(|_| path != PAGE) {
        // Names in this folder have a fingerprint of their content.
        Some(file) if path.starts_with("assets/") => {
            send(path, file, &headers, "public, max-age=31536000, immutable")
        }
        Some(file) => send(path, file, &headers, "no-cache"),
        None => missing(),
    }
}

fn is_route(path: &str) -> bool {
    let (first, rest) = path.split_once('/').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let is_word = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    ROUTES.iter().any(|(name, goes_on)| *name == first && rest.is_none_or(|rest| *goes_on && is_word(rest)))
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response()
}

fn send(path: &str, file: EmbeddedFile, headers: &HeaderMap, cache: &'static str) -> Response {
    let tag = file.metadata.sha256_hash()[..16]
        .iter()
        .fold(String::from("\""), |text, byte| format!("{text}{byte:02x}"));
    let tag = format!("{tag}\"");
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let status = if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let body = if is_known { Body::empty() } else { Body::from(file.data) };
    let told = [
        (header::CONTENT_TYPE, kind(path).to_owned()),
        (header::CACHE_CONTROL, cache.to_owned()),
        (header::ETAG, tag),
    ];
    (status, told, body).into_response()
}

/// What a file is, by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_pages_own_addresses_are_the_page() {
        for path in ["", "play", "play/20261118-ab", "analyse", "endgames/KRK", "help"] {
            assert!(is_route(path), "{path}");
        }
        for path in [
            "..",
            "play/",
            "play/../x",
            "play/a/b",
            "analyse/x",
            "index.html",
            "Play",
            "play%2f..",
            "settings/",
        ] {
            assert!(!is_route(path), "{path}");
        }
    }
}
