//! Names of players, events and sites, each once.

use std::collections::HashMap;

use crate::varint;

/// Names with numbers, while a segment is built. Number 0 is the empty name.
#[derive(Debug)]
pub(crate) struct Names {
    numbers: HashMap<String, u32>,
    list: Vec<String>,
}

impl Default for Names {
    fn default() -> Names {
        Names { numbers: HashMap::from([(String::new(), 0)]), list: vec![String::new()] }
    }
}

impl Names {
    /// The number of a name, which is a new one if nobody has had it.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.list.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.list.push(name.to_owned());
        number
    }

    /// All names as bytes: each with its length before it.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for name in &self.list {
            varint::put(&mut out, name.len() as u64);
            out.extend(name.as_bytes());
        }
        out
    }
}

/// Reads names again, in the order of their numbers; `None` if the bytes are damaged.
pub(crate) fn read(mut bytes: &[u8]) -> Option<Vec<String>> {
    let mut names = Vec::new();
    while !bytes.is_empty() {
        let length = varint::take(&mut bytes)?;
        names.push(String::from_utf8(varint::take_bytes(&mut bytes, length)?.to_vec()).ok()?);
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_in_their_order() {
        let mut names = Names::default();
        assert_eq!(["Tal, Mikhail", "Ünlü", "Tal, Mikhail", ""].map(|name| names.number(name)), [1, 2, 1, 0]);
        let read_again = read(&names.bytes()).expect("names");
        assert_eq!(read_again, ["", "Tal, Mikhail", "Ünlü"]);
        assert_eq!(read(&[5, b'a']), None);
        assert_eq!(read(&[1, 0xff]), None);
    }
}
