//! The database: games, and tables of sums that follow from them. One transaction for each game.

use std::collections::BTreeMap;
use std::path::Path;

use quevedo_rules::{Board, Key, Move};
use redb::{
    Database, ReadOnlyDatabase, ReadTransaction, ReadableDatabase, ReadableTable, ReadableTableMetadata,
    Table, TableDefinition, WriteTransaction,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{BookNote, GameId, Lesson, MemoryError, OpponentNote, PlayedGame, PositionNote, Recollection};

pub(crate) const VERSION: u64 = 1;

const GAMES: TableDefinition<u128, &[u8]> = TableDefinition::new("games");
const POSITIONS: TableDefinition<u64, &[u8]> = TableDefinition::new("positions");
const BOOK: TableDefinition<u64, &[u8]> = TableDefinition::new("book");
const OPPONENTS: TableDefinition<&str, &[u8]> = TableDefinition::new("opponents");
const NUMBERS: TableDefinition<&str, u64> = TableDefinition::new("numbers");

/// What a memory holds.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Positions in which one of our moves is judged.
    pub positions: u64,
    /// Positions of the opening with results.
    pub book: u64,
    /// Opponents.
    pub opponents: u64,
}

/// The program's memory on the disk.
#[derive(Debug)]
pub struct Memory {
    file: Access,
}

enum Access {
    All(Database),
    Read(ReadOnlyDatabase),
}

impl core::fmt::Debug for Access {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(if matches!(self, Access::All(_)) { "read and write" } else { "read" })
    }
}

/// The tables that follow from the games, in memory.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Derived {
    positions: BTreeMap<u64, PositionNote>,
    book: BTreeMap<u64, BookNote>,
    opponents: BTreeMap<String, OpponentNote>,
}

impl Memory {
    /// Opens a memory, or makes a new one. What a killed process left undone is undone.
    ///
    /// # Errors
    /// If another process has it, or the file is none.
    pub fn open(path: &Path) -> Result<Memory, MemoryError> {
        let database = Database::create(path)?;
        let write = database.begin_write()?;
        {
            let mut numbers = write.open_table(NUMBERS)?;
            let version = numbers.get("version")?.map(|version| version.value());
            match version {
                None => drop(numbers.insert("version", VERSION)?),
                Some(VERSION) => {}
                Some(other) => return Err(MemoryError::Version(other)),
            }
            write.open_table(GAMES)?;
            write.open_table(POSITIONS)?;
            write.open_table(BOOK)?;
            write.open_table(OPPONENTS)?;
        }
        write.commit()?;
        Ok(Memory { file: Access::All(database) })
    }

    /// Opens a memory that is there, for reading only.
    ///
    /// # Errors
    /// If another process is writing it, or there is none.
    pub fn open_read_only(path: &Path) -> Result<Memory, MemoryError> {
        Ok(Memory { file: Access::Read(ReadOnlyDatabase::open(path)?) })
    }

    fn read(&self) -> Result<ReadTransaction, MemoryError> {
        Ok(match &self.file {
            Access::All(database) => database.begin_read()?,
            Access::Read(database) => database.begin_read()?,
        })
    }

    fn write(&self) -> Result<WriteTransaction, MemoryError> {
        match &self.file {
            Access::All(database) => Ok(database.begin_write()?),
            Access::Read(_) => Err(MemoryError::ReadOnly),
        }
    }

    /// Learns a game, once: whether it was new. When this returns, it is on the disk.
    ///
    /// # Errors
    /// If a move is not legal, or nothing can be written.
    pub fn learn(&self, id: GameId, game: &PlayedGame) -> Result<bool, MemoryError> {
        let lessons = game.lessons()?;
        let write = self.write()?;
        {
            let mut games = write.open_table(GAMES)?;
            if games.get(id.0)?.is_some() {
                return Ok(false);
            }
            games.insert(id.0, to_bytes(game)?.as_slice())?;
        }
        apply(&write, &lessons, true)?;
        write.commit()?;
        Ok(true)
    }

    /// Forgets a game and all that followed from it, exactly: whether it was there.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn forget(&self, id: GameId) -> Result<bool, MemoryError> {
        let write = self.write()?;
        let game: Option<PlayedGame> = {
            let mut games = write.open_table(GAMES)?;
            let removed = games.remove(id.0)?;
            removed.map(|bytes| from_bytes(bytes.value())).transpose()?
        };
        let Some(game) = game else { return Ok(false) };
        apply(&write, &game.lessons()?, false)?;
        write.commit()?;
        Ok(true)
    }

    /// Makes all tables anew from the games.
    ///
    /// # Errors
    /// If a game is damaged, or nothing can be written; everything stays as it was then.
    pub fn rebuild(&self) -> Result<(), MemoryError> {
        let derived = self.derive()?;
        let write = self.write()?;
        write.delete_table(POSITIONS)?;
        write.delete_table(BOOK)?;
        write.delete_table(OPPONENTS)?;
        {
            let (mut positions, mut book) = (write.open_table(POSITIONS)?, write.open_table(BOOK)?);
            let mut opponents = write.open_table(OPPONENTS)?;
            for (key, note) in &derived.positions {
                positions.insert(key, to_bytes(note)?.as_slice())?;
            }
            for (key, note) in &derived.book {
                book.insert(key, to_bytes(note)?.as_slice())?;
            }
            for (name, note) in &derived.opponents {
                opponents.insert(name.as_str(), to_bytes(note)?.as_slice())?;
            }
        }
        write.commit()?;
        Ok(())
    }

    /// Whether all tables are what follows from the games; else what is not.
    ///
    /// # Errors
    /// If something cannot be read.
    pub fn check(&self) -> Result<Vec<String>, MemoryError> {
        let (derived, kept) = (self.derive()?, self.kept()?);
        let mut faults = Vec::new();
        let mut compare = |name: &str, is_same: bool| {
            if !is_same {
                faults.push(format!("the table of {name} is not what follows from the games"));
            }
        };
        compare("positions", derived.positions == kept.positions);
        compare("the book", derived.book == kept.book);
        compare("opponents", derived.opponents == kept.opponents);
        Ok(faults)
    }

    /// What follows from all games.
    fn derive(&self) -> Result<Derived, MemoryError> {
        let mut derived = Derived::default();
        self.each_game(|_, game| {
            for lesson in game.lessons()? {
                match lesson {
                    Lesson::Position { key, mv, value, score } => {
                        derived.positions.entry(key.0).or_default().change(mv, value, score, true);
                    }
                    Lesson::Book { key, mv, half_points } => {
                        derived.book.entry(key.0).or_default().change(mv, half_points, true);
                    }
                    Lesson::Opponent { name, ours, half_points, opening } => {
                        derived.opponents.entry(name).or_default().change(ours, half_points, &opening, true);
                    }
                }
            }
            Ok(())
        })?;
        Ok(derived)
    }

    /// The tables as they are on the disk.
    fn kept(&self) -> Result<Derived, MemoryError> {
        let read = self.read()?;
        let mut kept = Derived::default();
        for entry in read.open_table(POSITIONS)?.iter()? {
            let (key, note) = entry?;
            kept.positions.insert(key.value(), from_bytes(note.value())?);
        }
        for entry in read.open_table(BOOK)?.iter()? {
            let (key, note) = entry?;
            kept.book.insert(key.value(), from_bytes(note.value())?);
        }
        for entry in read.open_table(OPPONENTS)?.iter()? {
            let (name, note) = entry?;
            kept.opponents.insert(name.value().to_owned(), from_bytes(note.value())?);
        }
        Ok(kept)
    }

    /// Tells all games, in the order of their identities.
    ///
    /// # Errors
    /// If one cannot be read, or `visit` says so.
    pub fn each_game(
        &self,
        mut visit: impl FnMut(GameId, PlayedGame) -> Result<(), MemoryError>,
    ) -> Result<(), MemoryError> {
        for entry in self.read()?.open_table(GAMES)?.iter()? {
            let (id, game) = entry?;
            visit(GameId(id.value()), from_bytes(game.value())?)?;
        }
        Ok(())
    }

    /// What a player asks while it plays.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn recollect(&self) -> Result<Recollection, MemoryError> {
        let Derived { positions, book, .. } = self.kept()?;
        Ok(Recollection { positions: positions.into_iter().collect(), book: book.into_iter().collect() })
    }

    /// What our moves in a position turned out to be worth.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn position(&self, board: &Board) -> Result<PositionNote, MemoryError> {
        let table = self.read()?.open_table(POSITIONS)?;
        let note = table.get(board.key().0)?;
        note.map_or_else(|| Ok(PositionNote::default()), |note| from_bytes(note.value()))
    }

    /// Our results with the moves of a position; `last` is the move that led there, if it is known.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn book(&self, board: &Board, last: Option<Move>) -> Result<BookNote, MemoryError> {
        let Key(key) = quevedo_book::key(board, last);
        let table = self.read()?.open_table(BOOK)?;
        let note = table.get(key)?;
        note.map_or_else(|| Ok(BookNote::default()), |note| from_bytes(note.value()))
    }

    /// All opponents, by name.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn opponents(&self) -> Result<Vec<(String, OpponentNote)>, MemoryError> {
        Ok(self.kept()?.opponents.into_iter().collect())
    }

    /// How much there is.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn stats(&self) -> Result<Stats, MemoryError> {
        let read = self.read()?;
        Ok(Stats {
            games: read.open_table(GAMES)?.len()?,
            positions: read.open_table(POSITIONS)?.len()?,
            book: read.open_table(BOOK)?.len()?,
            opponents: read.open_table(OPPONENTS)?.len()?,
        })
    }
}

/// Adds lessons to the tables, or takes them out.
fn apply(write: &WriteTransaction, lessons: &[Lesson], is_added: bool) -> Result<(), MemoryError> {
    let (mut positions, mut book) = (write.open_table(POSITIONS)?, write.open_table(BOOK)?);
    let mut opponents = write.open_table(OPPONENTS)?;
    for lesson in lessons {
        match lesson {
            Lesson::Position { key, mv, value, score } => {
                change(&mut positions, key.0, |note: &mut PositionNote| {
                    note.change(*mv, *value, *score, is_added);
                    note.0.is_empty()
                })?;
            }
            Lesson::Book { key, mv, half_points } => change(&mut book, key.0, |note: &mut BookNote| {
                note.change(*mv, *half_points, is_added);
                note.0.is_empty()
            })?,
            Lesson::Opponent { name, ours, half_points, opening } => {
                let before =
                    opponents.get(name.as_str())?.map(|note| from_bytes(note.value())).transpose()?;
                let mut note: OpponentNote = before.unwrap_or_default();
                note.change(*ours, *half_points, opening, is_added);
                if note.games == 0 {
                    opponents.remove(name.as_str())?;
                } else {
                    opponents.insert(name.as_str(), to_bytes(&note)?.as_slice())?;
                }
            }
        }
    }
    Ok(())
}

/// Changes a note, and removes it if nothing is left of it.
fn change<N: Default + Serialize + DeserializeOwned>(
    table: &mut Table<'_, u64, &'static [u8]>,
    key: u64,
    change: impl FnOnce(&mut N) -> bool,
) -> Result<(), MemoryError> {
    let before = table.get(key)?.map(|note| from_bytes(note.value())).transpose()?;
    let mut note: N = before.unwrap_or_default();
    if change(&mut note) {
        table.remove(key)?;
    } else {
        table.insert(key, to_bytes(&note)?.as_slice())?;
    }
    Ok(())
}

fn to_bytes<T: Serialize>(value: &T) -> Result<Vec<u8>, MemoryError> {
    serde_json::to_vec(value).map_err(|error| MemoryError::Damaged(error.to_string()))
}

fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, MemoryError> {
    serde_json::from_slice(bytes).map_err(|error| MemoryError::Damaged(error.to_string()))
}

#[cfg(test)]
pub(crate) mod tests {
    use quevedo_rules::Color;

    use super::*;
    use crate::{Ending, GameOutcome, Thought};

    /// A game of ours with White.
    pub(crate) fn game(moves: &str, number: u32) -> PlayedGame {
        PlayedGame {
            start: Board::start(),
            moves: moves.split_whitespace().map(|text| text.parse().expect("a move")).collect(),
            ours: Color::White,
            outcome: GameOutcome::Draw,
            ending: Ending::Normal,
            opponent: format!("Opponent {}", number % 3),
            date: format!("2026.11.{:02}", number % 28 + 1),
            is_full_strength: true,
            evaluation: "network".to_owned(),
            thoughts: vec![Thought { ply: 0, score: 20 + number as i32, depth: 9, expected: None }],
        }
    }

    const LINES: [&str; 4] = ["e2e4 e7e5 g1f3", "e2e4 c7c5 g1f3 d7d6", "d2d4 d7d5 c2c4", "g1f3 g8f6"];

    fn games() -> Vec<(GameId, PlayedGame)> {
        let outcomes = [GameOutcome::White, GameOutcome::Draw, GameOutcome::Black, GameOutcome::Unknown];
        (0..30)
            .map(|number| {
                let outcome = outcomes[number as usize % 4];
                let mut game = game(LINES[number as usize % 4], number);
                game.outcome = outcome;
                game.is_full_strength = number % 7 != 0;
                (game.content_id(), game)
            })
            .collect()
    }

    fn memory(folder: &tempfile::TempDir) -> Memory {
        Memory::open(&folder.path().join("memory.redb")).expect("a memory")
    }

    #[test]
    fn a_game_counts_once_and_the_tables_follow_from_the_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = memory(&folder);
        for (id, game) in games() {
            assert!(memory.learn(id, &game).expect("learnt"));
            assert!(!memory.learn(id, &game).expect("known"), "once");
        }
        assert_eq!(memory.stats().expect("stats").games, 30);
        assert_eq!(memory.check().expect("checked"), Vec::<String>::new());
        let before = memory.kept().expect("tables");
        memory.rebuild().expect("rebuilt");
        assert_eq!(memory.kept().expect("tables"), before);
        let book = memory.book(&Board::start(), None).expect("a note");
        let all: u64 = book.0.values().map(|tally| tally.games).sum();
        let expected =
            games().iter().filter(|(_, game)| game.teaches() && game.outcome != GameOutcome::Unknown).count();
        assert_eq!(all, expected as u64);
        assert_eq!(memory.opponents().expect("opponents").len(), 3);
    }

    #[test]
    fn what_is_forgotten_leaves_no_trace() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = memory(&folder);
        let games = games();
        for (id, game) in &games[..20] {
            memory.learn(*id, game).expect("learnt");
        }
        let before = memory.kept().expect("tables");
        for (id, game) in &games[20..] {
            memory.learn(*id, game).expect("learnt");
        }
        assert_ne!(memory.kept().expect("tables"), before);
        for (id, _) in &games[20..] {
            assert!(memory.forget(*id).expect("forgotten"));
        }
        assert_eq!(memory.kept().expect("tables"), before);
        assert!(!memory.forget(games[25].0).expect("nothing to forget"));
        for (id, _) in &games[..20] {
            memory.forget(*id).expect("forgotten");
        }
        assert_eq!(memory.kept().expect("tables"), Derived::default());
    }

    #[test]
    fn a_false_table_is_found_and_mended() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = memory(&folder);
        let (id, game) = games().swap_remove(1);
        memory.learn(id, &game).expect("learnt");
        let write = memory.write().expect("a transaction");
        write
            .open_table(BOOK)
            .expect("a table")
            .insert(7, br#"{"e2e4":{"games":1,"half_points":2}}"#.as_slice())
            .expect("written");
        write.commit().expect("written");
        assert_eq!(memory.check().expect("checked").len(), 1);
        memory.rebuild().expect("rebuilt");
        assert!(memory.check().expect("checked").is_empty());
    }

    #[test]
    fn two_processes_cannot_have_it_and_readers_cannot_write() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("memory.redb");
        let first = Memory::open(&path).expect("a memory");
        assert!(matches!(Memory::open(&path), Err(MemoryError::Busy)));
        drop(first);
        let reader = Memory::open_read_only(&path).expect("a memory");
        let (id, game) = games().swap_remove(0);
        assert!(matches!(reader.learn(id, &game), Err(MemoryError::ReadOnly)));
        drop(reader);
        std::fs::write(&path, "something else").expect("a file");
        assert!(Memory::open(&path).is_err());
        let broken = PlayedGame { moves: vec!["e2e5".parse().expect("a move")], ..game };
        let other = Memory::open(&folder.path().join("other.redb")).expect("a memory");
        assert!(matches!(other.learn(id, &broken), Err(MemoryError::Move { ply: 1, .. })));
        assert_eq!(other.stats().expect("stats").games, 0);
    }
}
