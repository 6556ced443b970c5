//! Messages as bytes: a JSON head and a body, packed where that helps.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::QueueError;

/// Shorter bodies are not worth the trouble.
const PACKED_FROM: usize = 512;
const LEVEL: i32 = 3;
/// No message of ours is longer when it is unpacked.
const LONGEST: usize = 256 << 20;

#[derive(Serialize, Deserialize)]
struct Head<T> {
    #[serde(flatten)]
    head: T,
    /// The length of a packed body before it was packed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unpacked: Option<usize>,
}

/// A head and a body: the head's length (4 bytes, little-endian), the head as JSON, the body.
pub(crate) fn pack(head: &impl Serialize, body: &[u8]) -> Result<Vec<u8>, QueueError> {
    let packed = if body.len() < PACKED_FROM { None } else { Some(zstd::bulk::compress(body, LEVEL)?) };
    let packed = packed.filter(|packed| packed.len() < body.len());
    let head = Head { head, unpacked: packed.as_ref().map(|_| body.len()) };
    let head = serde_json::to_vec(&head)?;
    let body = packed.as_deref().unwrap_or(body);
    Ok([&(head.len() as u32).to_le_bytes()[..], &head, body].concat())
}

/// The head and the body of a message.
pub(crate) fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, Vec<u8>), QueueError> {
    let damaged = || QueueError::Damaged("a message ends within its head".to_owned());
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
    let (head, body) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(damaged)?;
    let Head { head, unpacked } = serde_json::from_slice(head)?;
    let body = match unpacked {
        None => body.to_vec(),
        Some(length) if length > LONGEST => {
            return Err(QueueError::Damaged(format!("a message claims to be {length} bytes long")));
        }
        Some(length) => {
            let body = zstd::bulk::decompress(body, length)?;
            if body.len() != length {
                return Err(QueueError::Damaged("a message has another length than it claims".to_owned()));
            }
            body
        }
    };
    Ok((head, body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, JobId, RunId};

    #[test]
    fn messages_are_read_as_they_are_written() {
        let job = JobId::of(RunId::of(b""), b"");
        let head = Answer { job, opinion: 1, worker: "w".to_owned(), seconds: 0.25, body: Vec::new() };
        for body in [Vec::new(), b"short".to_vec(), vec![7; 100_000], (0..=255).cycle().take(700).collect()] {
            let bytes = pack(&head, &body).expect("a message");
            let (read, content): (Answer, Vec<u8>) = unpack(&bytes).expect("a message");
            assert_eq!((&read, &content), (&head, &body));
            assert!(bytes.len() < 1000);
            for cut in [0, 3, 4, 20, bytes.len() - 1] {
                let cut = unpack::<Answer>(&bytes[..cut]);
                assert!(cut.is_err() || cut.is_ok_and(|(_, found)| found != body));
            }
        }
    }

    #[test]
    fn lengths_are_not_believed() {
        let head = br#"{"job":"00000000000000000000000000000000","opinion":1,"worker":"w","seconds":1.0,"unpacked":99999999999}"#;
        let bytes = [&(head.len() as u32).to_le_bytes()[..], head].concat();
        assert!(matches!(unpack::<Answer>(&bytes), Err(QueueError::Damaged(_))));
    }
}
