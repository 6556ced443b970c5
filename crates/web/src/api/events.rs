//! How far a review is, as events that a server sends.

use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::Refusal;
use crate::server::Hall;
use crate::tell::{JobFacts, JobState};

/// Whoever does not take what is sent within this time is gone.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Events at most so often.
const PAUSE: Duration = Duration::from_millis(250);

/// What comes through a channel, as the body of an answer.
struct Events(mpsc::Receiver<Bytes>);

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = core::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// Tells every change of a review until it is over. A slow reader hears the newest, never a queue.
pub(super) async fn follow(
    State(hall): State<Arc<Hall>>,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let mut changes = hall.reviews.watch();
    let mut facts = hall.reviews.job(&name)?;
    let (sender, receiver) = mpsc::channel(1);
    let closing = hall.closing.clone();
    let tasks = hall.tasks.clone();
    let tell = async move {
        loop {
            let sent = timeout(WRITE_TIMEOUT, sender.send(event(&facts))).await;
            let is_open = matches!(facts.state, JobState::Waiting | JobState::Running);
            if !is_open || !matches!(sent, Ok(Ok(()))) {
                return;
            }
            loop {
                tokio::time::sleep(PAUSE).await;
                if changes.changed().await.is_err() {
                    return;
                }
                match hall.reviews.job(&name) {
                    Ok(fresh) if fresh == facts => {}
                    Ok(fresh) => {
                        facts = fresh;
                        break;
                    }
                    Err(_) => return,
                }
            }
        }
    };
    tasks.spawn(async move {
        tokio::select! {
            () = closing.cancelled() => {}
            () = tell => {}
        }
    });
    let head = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    Ok((head, Body::new(Events(receiver))).into_response())
}

fn event(facts: &JobFacts) -> Bytes {
    format!("event: job\ndata: {}\n\n", serde_json::to_string(facts).unwrap_or_default()).into()
}
