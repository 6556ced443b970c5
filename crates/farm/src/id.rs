//! Names that are made of what they name.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The SHA-256 of some bytes: the name of a blob, and what tells two answers apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Sum([u8; 32]);

/// A run: some work that somebody has asked for. The same work under the same conditions is the same run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct RunId(u64);

/// A job of a run: whoever asks for the same thing under the same conditions asks for the same job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct JobId(u128);

/// A text that names nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{text}\" is no {what}: expected {digits} digits of 0 to 9 and a to f")]
pub struct BadId {
    what: &'static str,
    digits: usize,
    text: String,
}

impl Sum {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> Sum {
        Sum::of_parts(&[bytes])
    }

    /// Of parts, one after the other. Their lengths count, so that no two lists of parts are taken for each other.
    pub fn of_parts(parts: &[&[u8]]) -> Sum {
        let mut hasher = Sha256::new();
        if parts.len() > 1 {
            for part in parts {
                hasher.update((part.len() as u64).to_le_bytes());
            }
        }
        for part in parts {
            hasher.update(part);
        }
        Sum(hasher.finalize().into())
    }

    /// Its first bytes.
    pub(crate) fn first<const N: usize>(self) -> [u8; N] {
        let mut bytes = [0; N];
        bytes.copy_from_slice(&self.0[..N]);
        bytes
    }
}

impl RunId {
    /// The run that these bytes describe.
    pub fn of(description: &[u8]) -> RunId {
        RunId(u64::from_be_bytes(Sum::of(description).first()))
    }
}

impl JobId {
    /// A job of a run, by what is asked for.
    pub fn of(run: RunId, body: &[u8]) -> JobId {
        JobId(u128::from_be_bytes(Sum::of_parts(&[&run.0.to_be_bytes(), body]).first()))
    }

    /// Whether this job is among so many of a thousand, which ids choose by chance.
    pub fn is_among(self, per_mille: u32) -> bool {
        (self.0 % 1000) < u128::from(per_mille)
    }
}

macro_rules! text {
    ($name:ident, $what:literal, $digits:literal, $write:expr, $read:expr) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&$write(self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            fn from_str(text: &str) -> Result<$name, BadId> {
                let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
                let good = text.len() == $digits && text.bytes().all(is_digit);
                let read = if good { $read(text) } else { None };
                read.map($name).ok_or_else(|| BadId {
                    what: $what,
                    digits: $digits,
                    text: text.chars().take(80).collect(),
                })
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadId;

            fn try_from(text: String) -> Result<$name, BadId> {
                text.parse()
            }
        }
    };
}

fn hex(bytes: [u8; 32]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn bytes(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * place..2 * place + 2)?, 16).ok()?;
    }
    Some(bytes)
}

text!(Sum, "sum", 64, hex, bytes);
text!(RunId, "run", 16, |id| format!("{id:016x}"), |text| u64::from_str_radix(text, 16).ok());
text!(JobId, "job", 32, |id| format!("{id:032x}"), |text| u128::from_str_radix(text, 16).ok());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_they_are_written() {
        let sum = Sum::of(b"abc");
        // FIPS 180-4, the first example of SHA-256.
        assert_eq!(sum.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(sum.to_string().parse(), Ok(sum));
        let run = RunId::of(b"a run");
        assert_eq!(run.to_string().parse(), Ok(run));
        let job = JobId::of(run, b"a job");
        assert_eq!(
            serde_json::from_str::<JobId>(&serde_json::to_string(&job).expect("JSON")).ok(),
            Some(job)
        );
        for text in ["", "xyz", "0123456789ABCDEF", "../../../../etc/x", "+123456789abcdef"] {
            assert!(text.parse::<RunId>().is_err(), "{text}");
        }
    }

    #[test]
    fn other_parts_have_other_sums() {
        assert_ne!(Sum::of_parts(&[b"ab", b"c"]), Sum::of_parts(&[b"a", b"bc"]));
        assert_ne!(JobId::of(RunId::of(b"1"), b"x"), JobId::of(RunId::of(b"2"), b"x"));
    }

    #[test]
    fn a_share_is_about_that_share() {
        let run = RunId::of(b"a run");
        let among = (0..10_000u32).filter(|n| JobId::of(run, &n.to_le_bytes()).is_among(20)).count();
        assert!((120..300).contains(&among), "{among} of 10,000 are 2 %");
        assert!(!JobId::of(run, b"").is_among(0) && JobId::of(run, b"").is_among(1000));
    }
}
