//! Who we are to a server, and how patient.

use core::fmt;
use core::time::Duration;
use std::path::PathBuf;

use async_nats::{Client, ConnectErrorKind, ConnectOptions};

use crate::QueueError;

/// What a server wants to see before it lets us in. Nothing of it is ever printed.
#[derive(Clone, Default)]
pub struct Access {
    /// A file of credentials, as `nsc` makes them.
    pub creds: Option<PathBuf>,
    /// A token that the server knows.
    pub token: Option<String>,
    /// Certificates of the authorities that the server's certificate is checked against.
    pub tls_ca: Option<PathBuf>,
    /// Our certificate and its key.
    pub tls_identity: Option<(PathBuf, PathBuf)>,
    /// Whether only an encrypted connection will do.
    pub tls: bool,
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Access { creds, tls_ca, tls, .. } = self;
        f.debug_struct("Access").field("creds", creds).field("tls_ca", tls_ca).field("tls", tls).finish()
    }
}

/// How patient we are with a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What somebody took up and gives no sign of for so long goes to somebody else.
    pub ack_wait: Duration,
    /// A request is answered within this time, or asked again.
    pub timeout: Duration,
    /// For so long a request is tried again.
    pub patience: Duration,
    /// Whether the user wants the end.
    pub stop: Option<fn() -> bool>,
    /// The name of this end of the connection.
    pub name: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            ack_wait: Duration::from_secs(30),
            timeout: Duration::from_secs(5),
            patience: Duration::from_mins(2),
            stop: None,
            name: "quevedo".to_owned(),
        }
    }
}

impl Settings {
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }
}

/// An address without what is secret in it.
pub fn plain_address(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").map_or(("", url), |(scheme, rest)| (scheme, rest));
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    if scheme.is_empty() { host.to_owned() } else { format!("{scheme}://{host}") }
}

pub(super) async fn connect(url: &str, access: &Access, settings: &Settings) -> Result<Client, QueueError> {
    let mut options = ConnectOptions::new()
        .name(&settings.name)
        .connection_timeout(settings.timeout)
        .request_timeout(Some(settings.timeout))
        .require_tls(access.tls || access.tls_ca.is_some())
        // A server that is started again is found again soon.
        .reconnect_delay_callback(|tries| Duration::from_millis((50 * tries.min(40)) as u64))
        // What happens is told by what we ask for; the library's own words might name secrets.
        .event_callback(|_| async {});
    if let Some(creds) = &access.creds {
        let read = options.credentials_file(creds).await;
        options = read.map_err(|error| QueueError::Refused(format!("{}: {error}", creds.display())))?;
    }
    if let Some(token) = &access.token {
        options = options.token(token.clone());
    }
    if let Some(ca) = &access.tls_ca {
        options = options.add_root_certificates(ca.clone());
    }
    if let Some((certificate, key)) = &access.tls_identity {
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    let address = plain_address(url);
    options.connect(url).await.map_err(|error| match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            QueueError::Refused(format!("{address} does not know us: give --creds or --token-file"))
        }
        ConnectErrorKind::Tls => QueueError::Refused(format!("{address}: no encrypted connection: {error}")),
        ConnectErrorKind::ServerParse => QueueError::Refused(format!("\"{address}\" is no address")),
        _ => QueueError::Unreachable(format!("{address}: {error}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        assert_eq!(plain_address("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(plain_address("secret@host"), "host");
        assert_eq!(plain_address("host:1"), "host:1");
        let access = Access { token: Some("secret".to_owned()), ..Access::default() };
        assert!(!format!("{access:?}").contains("secret"));
    }
}
