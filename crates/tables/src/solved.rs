//! Tables in memory, as the generator makes them and the verifier reads them.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use quevedo_rules::{Board, Color};

use crate::index::{Index, Place};
use crate::placement::Placement;
use crate::value::Packed;
use crate::{Ending, Metric, Step, Value};

/// Something that knows values of positions.
pub(crate) trait Values {
    /// What the distances lead to.
    fn metric(&self) -> Metric;

    /// The value of a legal position without castling rights and without a possible capture en passant;
    /// `None` if it is not known.
    fn value(&self, placement: &Placement) -> Option<Value>;

    /// The value of any position without castling rights; `None` if it is not known.
    fn value_of(&self, board: &Board) -> Option<Value> {
        if !board.castling().is_empty() {
            None
        } else if board.en_passant().is_some() {
            self.value_by_moves(board)
        } else {
            self.value(&Placement::of(board))
        }
    }

    /// The value as the moves tell it; tables have no positions in which one can take en passant.
    fn value_by_moves(&self, board: &Board) -> Option<Value> {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return Some(if board.in_check() { Value::Loss(0) } else { Value::Draw });
        }
        moves.iter().try_fold(Value::Loss(0), |best, &mv| {
            let after = self.value_of(&board.play(mv))?;
            Some(best.max(self.metric().before(after, Step::of(board, mv))))
        })
    }
}

/// Values in order, one byte each unless they are too many.
#[derive(Debug)]
enum Cells {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

/// The values of one slice and one side to move.
#[derive(Debug)]
pub(crate) struct Section {
    /// The values that occur, in the order of their first occurrence.
    dictionary: Vec<Packed>,
    /// For each cell the place of its value in the dictionary.
    cells: Cells,
}

impl Section {
    /// Stores values in order. `None` stands for positions that cannot occur; they repeat the value
    /// before them, which compresses best.
    pub(crate) fn new(len: usize, values: impl Iterator<Item = Option<Packed>>) -> Section {
        let mut dictionary = Vec::new();
        let mut places = vec![u16::MAX; 1 << 16];
        let mut narrow: Vec<u8> = Vec::with_capacity(len);
        let mut wide: Vec<u16> = Vec::new();
        let mut last = 0;
        for value in values {
            if let Some(value) = value {
                let place = &mut places[usize::from(value.0)];
                if *place == u16::MAX {
                    *place = dictionary.len() as u16;
                    dictionary.push(value);
                    if dictionary.len() == 257 {
                        wide = narrow.iter().map(|&cell| u16::from(cell)).collect();
                    }
                }
                last = *place;
            }
            if dictionary.len() <= 256 {
                narrow.push(last as u8);
            } else {
                wide.push(last);
            }
        }
        if dictionary.is_empty() {
            dictionary.push(Packed::new(Value::Draw));
        }
        let cells = if dictionary.len() <= 256 { Cells::Narrow(narrow) } else { Cells::Wide(wide) };
        Section { dictionary, cells }
    }

    /// A section as a file has it, a byte a cell or two if the dictionary is long; `None` if a cell names
    /// no value.
    pub(crate) fn stored(dictionary: &[Packed], cells: &[u8]) -> Option<Section> {
        let cells = if dictionary.len() > 256 {
            let wide = cells.chunks_exact(2).map(|cell| u16::from_le_bytes([cell[0], cell[1]]));
            Cells::Wide(wide.collect())
        } else {
            Cells::Narrow(cells.to_vec())
        };
        let most = match &cells {
            Cells::Narrow(cells) => usize::from(cells.iter().copied().max().unwrap_or(0)),
            Cells::Wide(cells) => usize::from(cells.iter().copied().max().unwrap_or(0)),
        };
        (most < dictionary.len()).then(|| Section { dictionary: dictionary.to_vec(), cells })
    }

    /// The place of a cell's value in the dictionary; beyond it if there is no such cell.
    #[inline]
    pub(crate) fn place(&self, cell: usize) -> usize {
        match &self.cells {
            Cells::Narrow(cells) => cells.get(cell).map_or(usize::MAX, |&place| usize::from(place)),
            Cells::Wide(cells) => cells.get(cell).map_or(usize::MAX, |&place| usize::from(place)),
        }
    }

    #[inline]
    pub(crate) fn get(&self, cell: usize) -> Option<Packed> {
        self.dictionary.get(self.place(cell)).copied()
    }

    /// The cells as a file has them.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match &self.cells {
            Cells::Narrow(cells) => cells.clone(),
            Cells::Wide(cells) => cells.iter().flat_map(|cell| cell.to_le_bytes()).collect(),
        }
    }

    pub(crate) fn dictionary(&self) -> &[Packed] {
        &self.dictionary
    }
}

/// A table, finished or growing slice by slice.
#[derive(Debug)]
pub struct Solved {
    pub(crate) ending: Ending,
    pub(crate) metric: Metric,
    pub(crate) index: Index,
    /// For each slice the sections of the sides to move.
    pub(crate) slices: Vec<OnceLock<Vec<Section>>>,
}

impl Solved {
    pub(crate) fn new(ending: Ending, metric: Metric) -> Solved {
        let index = Index::new(ending);
        let slices = (0..index.pawns.slices()).map(|_| OnceLock::new()).collect();
        Solved { ending, metric, index, slices }
    }

    /// The ending.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// What the distances lead to.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The longest wins of White and of Black, with either side to move, in plies.
    pub fn longest(&self) -> [u16; 2] {
        longest_wins(self.values())
    }

    /// The longest wins of White and of Black, each being to move, in plies.
    pub fn longest_to_move(&self) -> [u16; 2] {
        let wins = self.values().filter(|(_, value)| matches!(value, Value::Win(_)));
        let [white, black] = longest_wins(wins);
        // What is true of White is true of Black if both have the same men.
        [white, if self.ending.is_symmetric() { white } else { black }]
    }

    /// The values that occur, with the side to move.
    fn values(&self) -> impl Iterator<Item = (Color, Value)> {
        let sections = self.slices.iter().filter_map(OnceLock::get).flat_map(|sections| {
            sections.iter().zip(Color::ALL).map(|(section, turn)| (turn, section.dictionary()))
        });
        sections.flat_map(|(turn, values)| values.iter().map(move |packed| (turn, packed.value())))
    }

    #[inline]
    pub(crate) fn get(&self, place: Place, turn: Color) -> Option<Value> {
        let sections = self.slices.get(place.slice)?.get()?;
        Some(sections.get(turn.index())?.get(place.cell)?.value())
    }

    /// The value of a position with the ending's men, colours already as the ending has them.
    #[inline]
    pub(crate) fn value(&self, placement: &Placement) -> Option<Value> {
        if placement.turn == Color::Black && self.ending.is_symmetric() {
            return self.value(&placement.swapped());
        }
        self.get(self.index.of(placement)?, placement.turn)
    }
}

/// The longest wins of White and of Black among values with the side to move.
pub(crate) fn longest_wins(values: impl Iterator<Item = (Color, Value)>) -> [u16; 2] {
    let mut longest = [0; 2];
    for (turn, value) in values {
        let (winner, plies) = match value {
            Value::Win(plies) => (turn, plies),
            Value::Loss(plies) => (!turn, plies),
            Value::Draw => continue,
        };
        longest[winner.index()] = longest[winner.index()].max(plies);
    }
    longest
}

/// Tables of one metric in memory.
#[derive(Clone, Debug)]
pub struct Library {
    metric: Metric,
    /// By the material of the position; whether colours have to be changed.
    tables: BTreeMap<u64, (Arc<Solved>, bool)>,
}

impl Library {
    /// A library without tables.
    pub fn new(metric: Metric) -> Library {
        Library { metric, tables: BTreeMap::new() }
    }

    /// Adds a table of the library's metric; others are left out.
    pub fn add(&mut self, table: Arc<Solved>) {
        if table.metric == self.metric {
            self.tables.insert(table.ending.to_swapped_bits(), (Arc::clone(&table), true));
            self.tables.insert(table.ending.to_bits(), (table, false));
        }
    }

    /// The table of an ending.
    pub fn table(&self, ending: Ending) -> Option<&Arc<Solved>> {
        self.tables.get(&ending.to_bits()).map(|(table, _)| table)
    }

    /// The value of a position without castling rights; `None` if no table has it.
    pub fn probe(&self, board: &Board) -> Option<Value> {
        self.value_of(board)
    }

    /// The table for this material, and whether colours have to be changed.
    pub(crate) fn find(&self, material: u64) -> Option<(&Solved, bool)> {
        self.tables.get(&material).map(|(table, swapped)| (&**table, *swapped))
    }
}

/// Nothing but two kings.
pub(crate) fn is_bare(placement: &Placement) -> bool {
    placement.occupied().len() == 2
}

impl Values for Library {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn value(&self, placement: &Placement) -> Option<Value> {
        if is_bare(placement) {
            return Some(Value::Draw);
        }
        let (table, swapped) = self.find(placement.material_bits())?;
        if swapped { table.value(&placement.swapped()) } else { table.value(placement) }
    }
}
