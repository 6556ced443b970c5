//! Checking a table against itself: every value must be what the moves of the position make it.
//!
//! This shares nothing with the generator but the numbering of positions: the moves are those of
//! `quevedo-rules`, and each is looked up where it leads. A table without a contradiction is right,
//! because mates are known from the rules, and a distance of n needs a successor of n - 1: values that
//! are wrong everywhere alike cannot exist.

use quevedo_rules::Color;
use rayon::prelude::*;

use crate::index::Place;
use crate::solved::{Library, Solved, Values};
use crate::{Metric, Monitor, Syzygy, Value, Wdl};

/// Positions checked at once.
const CHUNK: usize = 4096;
/// As many contradictions are told.
const TOLD: usize = 10;

/// A position whose value is not what its moves say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The position.
    pub fen: String,
    /// What the table says; `None` if it says nothing.
    pub table: Option<Value>,
    /// What the moves say; `None` if a table that is needed is missing.
    pub moves: Option<Value>,
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Check {
    /// Legal positions that were checked.
    pub positions: u64,
    /// How many of them are wrong.
    pub wrong: u64,
    /// The first of those.
    pub contradictions: Vec<Contradiction>,
}

impl Check {
    fn join(mut self, mut other: Check) -> Check {
        self.positions += other.positions;
        self.wrong += other.wrong;
        self.contradictions.append(&mut other.contradictions);
        self.contradictions.truncate(TOLD);
        self
    }
}

/// Checks every position of a table, or one of `step` if that is more than 1, against the positions
/// that its moves lead to. The library must have the table and all that it leads to.
pub fn verify(table: &Solved, library: &Library, step: usize, watch: &dyn Monitor) -> Check {
    let cells = table.index.len();
    let step = step.max(1);
    (0..cells.div_ceil(CHUNK))
        .into_par_iter()
        .filter(|chunk| chunk % step == 0 || step == 1)
        .map(|chunk| {
            let mut check = Check::default();
            if watch.is_interrupted() {
                return check;
            }
            for number in chunk * CHUNK..((chunk + 1) * CHUNK).min(cells) {
                let place =
                    Place { slice: number / table.index.slice_len, cell: number % table.index.slice_len };
                for &turn in table.ending.turns() {
                    check_position(table, library, place, turn, &mut check);
                }
            }
            check
        })
        .reduce(Check::default, Check::join)
}

fn check_position(table: &Solved, library: &Library, place: Place, turn: Color, check: &mut Check) {
    let Some(board) = table.index.placement(place, turn).board() else { return };
    check.positions += 1;
    let (stored, found) = (table.get(place, turn), library.value_by_moves(&board));
    if stored.is_none() || stored != found {
        check.wrong += 1;
        if check.contradictions.len() < TOLD {
            check.contradictions.push(Contradiction { fen: board.fen(), table: stored, moves: found });
        }
    }
}

/// A position about which Syzygy says something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The position.
    pub fen: String,
    /// What our table says.
    pub table: Wdl,
    /// What Syzygy says.
    pub syzygy: Wdl,
}

/// What a comparison with Syzygy found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Comparison {
    /// Positions that both know.
    pub positions: u64,
    /// The first differences.
    pub differences: Vec<Difference>,
}

/// Compares winners with Syzygy's tables in about `samples` positions all over the table. Tables that
/// do not know the fifty-move rule are compared without it.
pub fn compare(table: &Solved, syzygy: &Syzygy, samples: usize) -> Comparison {
    let cells = table.index.len();
    let turns = table.ending.turns();
    let step = (cells * turns.len() / samples.max(1)).max(1);
    let mut found = Comparison::default();
    // A step that shares no factor with the sizes visits all kinds of positions.
    for number in (0..cells).step_by(step | 1) {
        let place = Place { slice: number / table.index.slice_len, cell: number % table.index.slice_len };
        for &turn in turns {
            let Some(board) = table.index.placement(place, turn).board() else { continue };
            let (Some(value), Some(theirs)) = (table.get(place, turn), syzygy.probe_wdl(&board)) else {
                continue;
            };
            let (ours, theirs) = match table.metric {
                Metric::Zeroing => (value.outcome_under_fifty_moves(), theirs),
                _ => (value.outcome(), without_shades(theirs)),
            };
            found.positions += 1;
            if ours != theirs && found.differences.len() < TOLD {
                found.differences.push(Difference { fen: board.fen(), table: ours, syzygy: theirs });
            }
        }
    }
    found
}

fn without_shades(outcome: Wdl) -> Wdl {
    match outcome {
        Wdl::BlessedLoss => Wdl::Loss,
        Wdl::CursedWin => Wdl::Win,
        other => other,
    }
}
