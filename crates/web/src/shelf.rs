//! Where games, reviews and cards are kept: the room that has files decides how.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};

/// What a text is about. Names are given within a drawer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Drawer {
    /// Games between a person and the engine.
    Games,
    /// What is to be reviewed, or was.
    Jobs,
    /// Reviews that are done.
    Reviews,
    /// The cards of whoever practises.
    Cards,
}

impl Drawer {
    /// A word for the names of files.
    pub const fn word(self) -> &'static str {
        match self {
            Drawer::Games => "game",
            Drawer::Jobs => "job",
            Drawer::Reviews => "review",
            Drawer::Cards => "cards",
        }
    }
}

/// Keeps texts under names. What was saved is there after the program was killed.
pub trait Shelf: Send + Sync {
    /// Keeps a text, in the place of one with this name.
    ///
    /// # Errors
    /// If it could not be kept; an older text is still there.
    fn save(&self, drawer: Drawer, name: &str, text: &str) -> io::Result<()>;

    /// The text with this name.
    ///
    /// # Errors
    /// If it cannot be read.
    fn load(&self, drawer: Drawer, name: &str) -> io::Result<Option<String>>;

    /// The names in a drawer.
    ///
    /// # Errors
    /// If they cannot be read.
    fn names(&self, drawer: Drawer) -> io::Result<Vec<String>>;

    /// Whether what is kept outlives the program.
    fn lasts(&self) -> bool {
        true
    }
}

/// A shelf that lasts as long as the program.
#[derive(Default, Debug)]
pub struct Memory(Mutex<BTreeMap<(Drawer, String), String>>);

impl Shelf for Memory {
    fn save(&self, drawer: Drawer, name: &str, text: &str) -> io::Result<()> {
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.insert((drawer, name.to_owned()), text.to_owned());
        Ok(())
    }

    fn load(&self, drawer: Drawer, name: &str) -> io::Result<Option<String>> {
        let texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(texts.get(&(drawer, name.to_owned())).cloned())
    }

    fn names(&self, drawer: Drawer) -> io::Result<Vec<String>> {
        let texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(texts.keys().filter(|(own, _)| *own == drawer).map(|(_, name)| name.clone()).collect())
    }

    fn lasts(&self) -> bool {
        false
    }
}
