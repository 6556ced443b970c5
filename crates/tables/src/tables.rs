//! Asking tables.

use std::io;
use std::sync::Arc;

use quevedo_rules::{Board, Color};

use crate::cache::Cache;
use crate::file::{Table, TableError};
use crate::placement::Placement;
use crate::solved::{Values, is_bare};
use crate::{Ending, MAX_MEN, Metric, Value, Wdl, builtin};

/// The tables for some material, by metric.
#[derive(Clone, Copy, Debug)]
struct Entry {
    material: u64,
    /// Whether colours have to be changed.
    swapped: bool,
    numbers: [Option<u16>; 3],
}

/// A set of tables, ready to be asked from several threads at once.
///
/// ```
/// use quevedo_rules::Board;
/// use quevedo_tables::{Tables, Value, Wdl};
///
/// let tables = Tables::builtin(1 << 20)?;
/// let board: Board = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1".parse()?;
/// assert_eq!(tables.probe_wdl(&board), Some(Wdl::Draw));
/// let board: Board = "8/8/8/4k3/8/8/8/3QK3 w - - 0 1".parse()?;
/// assert!(matches!(tables.probe_dtm(&board), Some(Value::Win(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tables {
    list: Vec<Table>,
    /// Sorted by material.
    entries: Vec<Entry>,
    cache: Cache,
}

impl Tables {
    /// No tables, with a cache of about so many bytes.
    ///
    /// # Errors
    /// If the decoder cannot be set up.
    pub fn with_cache(bytes: usize) -> io::Result<Tables> {
        Ok(Tables { list: Vec::new(), entries: Vec::new(), cache: Cache::new(bytes)? })
    }

    /// The tables of three men that are part of the program, with a cache of about so many bytes.
    ///
    /// # Errors
    /// If the decoder cannot be set up.
    pub fn builtin(cache_bytes: usize) -> Result<Tables, TableError> {
        let mut tables = Tables::with_cache(cache_bytes)?;
        for bytes in builtin::FILES {
            tables.add(Table::open(Arc::new(bytes))?);
        }
        Ok(tables)
    }

    /// Adds a table; one of the same ending and metric is replaced.
    pub fn add(&mut self, table: Table) {
        let ending = table.ending();
        let metric = table.metric() as usize;
        let number = Some(self.list.len() as u16);
        self.list.push(table);
        for (material, swapped) in [(ending.to_swapped_bits(), true), (ending.to_bits(), false)] {
            match self.entries.binary_search_by_key(&material, |entry| entry.material) {
                Ok(place) => {
                    self.entries[place].numbers[metric] = number;
                    self.entries[place].swapped = swapped;
                }
                Err(place) => {
                    let mut numbers = [None; 3];
                    numbers[metric] = number;
                    self.entries.insert(place, Entry { material, swapped, numbers });
                }
            }
        }
    }

    /// The table of an ending.
    pub fn table(&self, ending: Ending, metric: Metric) -> Option<&Table> {
        self.find(ending.to_bits(), metric).map(|(_, table, _)| table)
    }

    /// The most men that any of the tables has.
    pub fn max_men(&self) -> usize {
        self.list.iter().map(|table| table.ending().men()).max().unwrap_or(2)
    }

    /// Who wins. With a DTZ table the fifty-move rule is respected (counting from a capture or pawn
    /// move just played); with others only, wins that it takes away count as wins.
    pub fn probe_wdl(&self, board: &Board) -> Option<Wdl> {
        if let Some(value) = self.probe_dtz(board) {
            return Some(value.outcome_under_fifty_moves());
        }
        let value = self.probe_dtm(board).or_else(|| self.probe_dtc(board));
        value.map(Value::outcome)
    }

    /// The distance to mate.
    pub fn probe_dtm(&self, board: &Board) -> Option<Value> {
        self.probe(Metric::Mate, board).ok().flatten()
    }

    /// The distance to the next capture or pawn move that keeps the value, or to mate.
    pub fn probe_dtz(&self, board: &Board) -> Option<Value> {
        self.probe(Metric::Zeroing, board).ok().flatten()
    }

    /// The distance to mate or to another, won ending.
    pub fn probe_dtc(&self, board: &Board) -> Option<Value> {
        self.probe(Metric::Conversion, board).ok().flatten()
    }

    /// The value of a position; `None` if no table has it.
    ///
    /// # Errors
    /// If the table cannot be read or is damaged.
    pub fn probe(&self, metric: Metric, board: &Board) -> Result<Option<Value>, TableError> {
        if board.occupied().len() as usize > MAX_MEN || !board.castling().is_empty() {
            return Ok(None);
        }
        if board.en_passant().is_some() {
            return Ok(View { tables: self, metric }.value_by_moves(board));
        }
        self.probe_placement(metric, &Placement::of(board), board.material().to_bits())
    }

    fn probe_placement(
        &self,
        metric: Metric,
        placement: &Placement,
        material: u64,
    ) -> Result<Option<Value>, TableError> {
        let Some((number, table, swapped)) = self.find(material, metric) else {
            return Ok(is_bare(placement).then_some(Value::Draw));
        };
        let mirrored = swapped != (table.ending().is_symmetric() && placement.turn == Color::Black);
        let seen = if mirrored { placement.swapped() } else { *placement };
        match table.index.of(&seen) {
            Some(place) => self.cache.get(number, table, place, seen.turn),
            None => Ok(None),
        }
    }

    #[inline]
    fn find(&self, material: u64, metric: Metric) -> Option<(u16, &Table, bool)> {
        let place = self.entries.binary_search_by_key(&material, |entry| entry.material).ok()?;
        let entry = self.entries[place];
        let number = entry.numbers[metric as usize]?;
        Some((number, self.list.get(usize::from(number))?, entry.swapped))
    }

    /// The tables of one metric, as something that knows values.
    pub(crate) fn view(&self, metric: Metric) -> View<'_> {
        View { tables: self, metric }
    }
}

/// The tables of one metric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    tables: &'a Tables,
    metric: Metric,
}

impl Values for View<'_> {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn value(&self, placement: &Placement) -> Option<Value> {
        self.tables.probe_placement(self.metric, placement, placement.material_bits()).ok().flatten()
    }
}
