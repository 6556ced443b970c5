//! Which positions have come up before.

use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashSet;

use quevedo_rules::Key;

/// The keys of the positions met so far; sixteen to twenty bytes for each.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    keys: HashSet<u64, BuildHasherDefault<AsItIs>>,
    repeated: u64,
}

impl Seen {
    /// Notes a key and says whether it was new, as sets do.
    pub fn insert(&mut self, key: Key) -> bool {
        let is_new = self.keys.insert(key.0);
        self.repeated += u64::from(!is_new);
        is_new
    }

    /// Whether a key has come up; asking is not noted.
    pub fn contains(&self, key: Key) -> bool {
        self.keys.contains(&key.0)
    }

    /// How many keys were not new.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// How many different keys have come up.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether none has come up.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// Keys of positions are as random as a hash can be.
#[derive(Clone, Copy, Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_new_once() {
        let mut seen = Seen::default();
        assert!(seen.is_empty());
        let answers: Vec<bool> = [1, 2, 1, 3, 2, 1].into_iter().map(|key| seen.insert(Key(key))).collect();
        assert_eq!(answers, [true, true, false, true, false, false]);
        assert_eq!((seen.len(), seen.repeated()), (3, 3));
        assert!(seen.contains(Key(3)) && !seen.contains(Key(4)));
    }
}
