//! Games between a person and the engine. They are kept before anything about them is told, and go on where they
//! were when the program was ended, however it was.

mod record;
mod room;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::RngExt;

use crate::ask::AskNewGame;
use crate::desk::Desk;
use crate::position;
use crate::problem::Problem;
use crate::shelf::{Drawer, Shelf};
use crate::tell::{Code, GameSummary};
use record::Record;
pub(crate) use room::Room;

/// So many games may be open before those that nobody looks at are closed.
const MOST_OPEN: usize = 64;
/// So many of the newest games are listed.
const MOST_LISTED: usize = 20;
/// A name longer than any that is given is not looked for.
const LONGEST_NAME: usize = 60;

/// All games.
pub(crate) struct Rooms {
    open: Mutex<HashMap<String, Arc<Room>>>,
    shelf: Arc<dyn Shelf>,
    desk: Arc<Desk>,
}

impl core::fmt::Debug for Rooms {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Rooms").finish_non_exhaustive()
    }
}

impl Rooms {
    pub(crate) fn new(shelf: Arc<dyn Shelf>, desk: Arc<Desk>) -> Rooms {
        Rooms { open: Mutex::default(), shelf, desk }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a game.
    pub(crate) fn begin(&self, ask: &AskNewGame) -> Result<Arc<Room>, Problem> {
        let record = Record::new(ask, &position::board(&ask.start)?)?;
        let name = new_name();
        let room = self.enter(&name, &record)?;
        room.save()?;
        room.go_on();
        Ok(room)
    }

    /// Goes on with a game.
    pub(crate) fn open(&self, name: &str) -> Result<Arc<Room>, Problem> {
        if let Some(room) = self.lock().get(name) {
            return Ok(Arc::clone(room));
        }
        let record = self.read(name)?;
        let room = self.enter(name, &record)?;
        room.go_on();
        Ok(room)
    }

    fn enter(&self, name: &str, record: &Record) -> Result<Arc<Room>, Problem> {
        let room = Room::new(name, record, Arc::clone(&self.shelf), Arc::clone(&self.desk))?;
        let mut open = self.lock();
        if open.len() >= MOST_OPEN {
            open.retain(|_, room| room.is_watched());
        }
        if open.len() >= MOST_OPEN {
            return Err(Problem::new(Code::Busy, "too many games are open"));
        }
        // Somebody may have opened it in the meantime.
        Ok(Arc::clone(open.entry(name.to_owned()).or_insert(room)))
    }

    fn read(&self, name: &str) -> Result<Record, Problem> {
        let missing = || Problem::new(Code::Missing, "there is no such game");
        let text = if is_name(name) { self.shelf.load(Drawer::Games, name) } else { Ok(None) };
        let text =
            text.map_err(|error| Problem::new(Code::Fault, format!("cannot read the game: {error}")))?;
        Record::read(&text.ok_or_else(missing)?)
    }

    /// The newest games.
    pub(crate) fn list(&self) -> Result<Vec<GameSummary>, Problem> {
        let names = self.shelf.names(Drawer::Games);
        let mut names =
            names.map_err(|error| Problem::new(Code::Fault, format!("cannot list the games: {error}")))?;
        names.retain(|name| is_name(name));
        names.sort_unstable_by(|one, other| other.cmp(one));
        let read = |name: &String| self.read(name).ok()?.summary(name);
        Ok(names.iter().filter_map(read).take(MOST_LISTED).collect())
    }
}

/// The moment first, so that names are in the order of time; chance after it, so that they cannot be guessed.
fn new_name() -> String {
    let now = jiff::Timestamp::now().to_string();
    let digits: String = now.bytes().take(19).filter(u8::is_ascii_digit).map(char::from).collect();
    format!("{digits}-{:08x}", rand::rng().random::<u32>())
}

/// Whether a text looks like a name that was given here. Nothing else ever reaches the shelf.
pub(crate) fn is_name(text: &str) -> bool {
    let is_good = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase() || byte == b'-';
    !text.is_empty() && text.len() <= LONGEST_NAME && text.bytes().all(is_good)
}

#[cfg(test)]
mod tests;
