//! Who may talk to the server: addresses, origins, tokens, and what every answer tells the browser.
//!
//! A page of somebody else in the same browser must not reach it: the `Host` must be one of ours, so that a name that
//! was pointed here does not count (DNS rebinding), and whatever changes or opens something must come from our own
//! origin. Beyond this machine a token is needed, too.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The cookie with the token.
const COOKIE: &str = "quevedo";
/// The address that tells whether the program is there; it tells nothing else.
const HEALTH: &str = "/healthz";

/// The board sets `style="color-scheme:light only"` on its arrows; this is the fingerprint of that text.
const POLICY: &str = "default-src 'none'; script-src 'self'; \
    style-src 'self' 'unsafe-hashes' 'sha256-SyXRxMCl6H7Kgy9uTmu1UZqVBsRmMBF4sHRiTO3FQc0='; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer tells the browser.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Who may come in.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// What may stand in `Host`.
    hosts: Vec<String>,
    /// Where every address of this machine is ours, any of them may stand there; names may not.
    any_address: Option<u16>,
    token: Option<String>,
}

impl Guard {
    /// For a server at this address.
    pub(crate) fn new(address: SocketAddr, token: Option<String>) -> Guard {
        let port = address.port();
        let mut names = vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()];
        names.push(match address.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        });
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.extend(names);
        }
        Guard { hosts, any_address: address.ip().is_unspecified().then_some(port), token }
    }

    fn knows_host(&self, host: &str) -> bool {
        let is_address = |port: u16| host.parse::<SocketAddr>().is_ok_and(|address| address.port() == port);
        self.hosts.iter().any(|known| known == host) || self.any_address.is_some_and(is_address)
    }

    /// Why a request is turned away, if it is.
    fn refusal(
        &self,
        method: &Method,
        path: &str,
        headers: &HeaderMap,
    ) -> Option<(StatusCode, &'static str)> {
        let host = only(headers, &header::HOST).unwrap_or_default();
        if !self.knows_host(host) {
            return Some((StatusCode::MISDIRECTED_REQUEST, "This is not the address of this program.\n"));
        }
        let is_harmless = matches!(*method, Method::GET | Method::HEAD) && path != crate::server::SOCKET;
        let origin =
            headers.contains_key(header::ORIGIN).then(|| only(headers, &header::ORIGIN).unwrap_or("?"));
        let is_ours = origin.is_some_and(|origin| origin.strip_prefix("http://") == Some(host));
        if !(is_ours || (is_harmless && origin.is_none())) {
            return Some((StatusCode::FORBIDDEN, "Only this program's own page may do that.\n"));
        }
        let is_let_in = path == HEALTH || self.token.is_none() || self.has_token(headers);
        (!is_let_in).then_some((
            StatusCode::UNAUTHORIZED,
            "A token is needed: open the address with ?token= that the program was given.\n",
        ))
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(name, value)| name == COOKIE && is_same(value, token))
    }

    /// The token in an address that somebody was given.
    fn offered<'a>(&self, query: Option<&'a str>) -> Option<&'a str> {
        let token = self.token.as_ref()?;
        let mut pairs = query?.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(name, value)| *name == "token" && is_same(value, token)).map(|(_, value)| value)
    }
}

/// The one value of a header; `None` where there are several.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

/// Compares in a time that does not tell how much was right.
fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let differences = one.iter().zip(other).fold(0, |sum, (one, other)| sum | (one ^ other));
    one.len() == other.len() && differences == 0
}

/// Stands before everything.
pub(crate) async fn stand(State(guard): State<Arc<Guard>>, request: Request<Body>, next: Next) -> Response {
    let (uri, headers) = (request.uri(), request.headers());
    // A request may name its address in the first line, too, as to a proxy, which this is not.
    let is_for_others = uri.authority().is_some_and(|authority| !guard.knows_host(authority.as_str()));
    let refusal = if is_for_others {
        Some((StatusCode::MISDIRECTED_REQUEST, "This is not the address of this program.\n"))
    } else {
        guard.refusal(request.method(), uri.path(), headers)
    };
    let mut response = match refusal {
        Some((StatusCode::UNAUTHORIZED, words)) => match guard.offered(uri.query()) {
            Some(token) => let_in(uri.path(), token),
            None => (StatusCode::UNAUTHORIZED, words).into_response(),
        },
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Keeps the token in a cookie, and takes it out of the address, where it would be seen and kept.
fn let_in(path: &str, token: &str) -> Response {
    let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
    // Two slashes would lead to another machine.
    let path = format!("/{}", path.trim_start_matches('/'));
    (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, path)]).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(guard: &Guard, method: &Method, path: &str, lines: &[(&str, &str)]) -> u16 {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            let name: HeaderName = name.parse().expect("a name");
            headers.append(name, value.parse().expect("a value"));
        }
        guard.refusal(method, path, &headers).map_or(200, |(status, _)| status.as_u16())
    }

    fn local() -> Guard {
        Guard::new(([127, 0, 0, 1], 8765).into(), None)
    }

    #[test]
    fn w1_only_our_own_hosts_and_origins_pass() {
        let hosts = [
            ("127.0.0.1:8765", true),
            ("localhost:8765", true),
            ("[::1]:8765", true),
            ("localhost", false),
            ("localhost:80", false),
            ("evil.example:8765", false),
            ("localhost.evil.example:8765", false),
            ("127.0.0.1:8765.evil.example", false),
            ("", false),
        ];
        for (host, is_good) in hosts {
            let seen = status(&local(), &Method::GET, "/", &[("host", host)]);
            assert_eq!(seen, if is_good { 200 } else { 421 }, "{host}");
            for (origin, same) in [
                (format!("http://{host}"), true),
                (format!("https://{host}"), false),
                ("null".to_owned(), false),
                ("http://evil.example".to_owned(), false),
                (format!("http://{host}.evil.example"), false),
                (format!("http://evil.example/http://{host}"), false),
            ] {
                for path in ["/ws/v1", "/"] {
                    let seen = status(&local(), &Method::GET, path, &[("host", host), ("origin", &origin)]);
                    let wanted = match (is_good, same) {
                        (false, _) => 421,
                        (true, false) => 403,
                        (true, true) => 200,
                    };
                    assert_eq!(seen, wanted, "{host} {origin} {path}");
                }
            }
        }
        let host = ("host", "localhost:8765");
        assert_eq!(status(&local(), &Method::GET, "/ws/v1", &[host]), 403, "a socket wants an origin");
        assert_eq!(status(&local(), &Method::POST, "/api/v1/pgn", &[host]), 403);
        assert_eq!(status(&local(), &Method::GET, "/", &[host, host]), 421, "two hosts");
        let origin = ("origin", "http://localhost:8765");
        assert_eq!(status(&local(), &Method::GET, "/ws/v1", &[host, origin, origin]), 403, "two origins");
    }

    #[test]
    fn a_token_opens() {
        let guard = Guard::new(([0, 0, 0, 0], 8765).into(), Some("a-long-enough-token".to_owned()));
        let host = ("host", "192.168.1.7:8765");
        assert_eq!(status(&guard, &Method::GET, "/", &[host]), 401);
        assert_eq!(status(&guard, &Method::GET, "/healthz", &[host]), 200);
        assert_eq!(
            status(&guard, &Method::GET, "/", &[host, ("cookie", "quevedo=a-long-enough-tokex")]),
            401
        );
        let cookie = ("cookie", "other=1; quevedo=a-long-enough-token");
        assert_eq!(status(&guard, &Method::GET, "/", &[host, cookie]), 200);
        assert_eq!(status(&guard, &Method::GET, "/", &[("host", "evil.example:8765"), cookie]), 421);
        assert!(guard.offered(Some("token=a-long-enough-token")).is_some());
        assert!(guard.offered(Some("token=a-long")).is_none() && guard.offered(None).is_none());
        assert_eq!(let_in("//evil.example/", "x").headers()[header::LOCATION], "/evil.example/");
    }
}
