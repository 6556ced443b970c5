//! JSON objects whose last field is a checksum (CRC-32) of all bytes before it.

use serde::Serialize;

/// What is wrong with a seal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SealError {
    /// There is none.
    #[error("there is no checksum")]
    Missing,
    /// It is of another text.
    #[error("the checksum does not fit: the text was changed or damaged")]
    Broken,
}

/// What stands around the checksum: in a line, or in a text for people.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal {
    before: &'static str,
    after: &'static str,
}

impl Seal {
    /// For an object on one line.
    pub(crate) const LINE: Seal = Seal { before: ",\"crc\":\"", after: "\"}\n" };
    /// For an object that is a whole file.
    pub(crate) const FILE: Seal = Seal { before: ",\n  \"crc\": \"", after: "\"\n}\n" };

    /// Writes an object with its checksum, which goes on from the one of what stands before.
    pub(crate) fn write(self, object: &impl Serialize, start: u32) -> serde_json::Result<(String, u32)> {
        let is_line = self.after == Seal::LINE.after;
        let text =
            if is_line { serde_json::to_string(object) } else { serde_json::to_string_pretty(object) }?;
        Ok(self.seal(&text, start))
    }

    /// The same of an object that is text already.
    pub(crate) fn seal(self, text: &str, start: u32) -> (String, u32) {
        let body = text.strip_suffix('}').unwrap_or(text).trim_end();
        let crc = checksum(body.as_bytes(), start);
        (format!("{body}{}{crc:08x}{}", self.before, self.after), crc)
    }

    /// The checksum of a text that was written so.
    pub(crate) fn check(self, text: &[u8], start: u32) -> Result<u32, SealError> {
        let rest = text.strip_suffix(self.after.as_bytes()).ok_or(SealError::Missing)?;
        let (rest, digits) = rest.split_last_chunk::<8>().ok_or(SealError::Missing)?;
        let body = rest.strip_suffix(self.before.as_bytes()).ok_or(SealError::Missing)?;
        let crc = checksum(body, start);
        if format!("{crc:08x}").as_bytes() == digits { Ok(crc) } else { Err(SealError::Broken) }
    }
}

/// The checksum of bytes that follow others.
pub fn checksum(bytes: &[u8], start: u32) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(start);
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_shows() {
        for seal in [Seal::LINE, Seal::FILE] {
            let object = serde_json::json!({ "a": "text", "z": { "b": 1 } });
            let (text, crc) = seal.write(&object, 7).expect("JSON");
            assert_eq!(seal.check(text.as_bytes(), 7), Ok(crc));
            assert_eq!(seal.check(text.as_bytes(), 8), Err(SealError::Broken));
            let read: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!((&read["a"], &read["z"]), (&object["a"], &object["z"]));
            for place in 0..text.len() {
                for flip in [1, 0x20, 0x80] {
                    let mut bytes = text.clone().into_bytes();
                    bytes[place] ^= flip;
                    assert!(seal.check(&bytes, 7).is_err(), "{place} {flip}");
                }
            }
        }
    }
}
