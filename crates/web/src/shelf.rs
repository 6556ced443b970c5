//! Where games are kept: the room that has files decides how.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};

/// Keeps texts under names. What was saved is there after the program was killed.
pub trait Shelf: Send + Sync {
    /// Keeps a text, in the place of one with this name.
    ///
    /// # Errors
    /// If it could not be kept; an older text is still there.
    fn save(&self, name: &str, text: &str) -> io::Result<()>;

    /// The text with this name.
    ///
    /// # Errors
    /// If it cannot be read.
    fn load(&self, name: &str) -> io::Result<Option<String>>;

    /// The names, in order.
    ///
    /// # Errors
    /// If they cannot be read.
    fn names(&self) -> io::Result<Vec<String>>;

    /// Whether what is kept outlives the program.
    fn lasts(&self) -> bool {
        true
    }
}

/// A shelf that lasts as long as the program.
#[derive(Default, Debug)]
pub struct Memory(Mutex<BTreeMap<String, String>>);

impl Shelf for Memory {
    fn save(&self, name: &str, text: &str) -> io::Result<()> {
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    fn load(&self, name: &str) -> io::Result<Option<String>> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned())
    }

    fn names(&self) -> io::Result<Vec<String>> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect())
    }

    fn lasts(&self) -> bool {
        false
    }
}
