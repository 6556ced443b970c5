//! All that is known about endings, asked as one: our own tables, built in or from folders, and Syzygy's.
//!
//! A search asks two things. Inside its tree: who wins ([`Endgames::outcome`])? At its root: what is every
//! move worth, the game being as it is ([`Endgames::judge_moves`])?

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quevedo_rules::{Board, Move};

use crate::file::{Table, TableError};
use crate::syzygy::Syzygy;
use crate::value::FIFTY_MOVES;
use crate::{Ending, Metric, RatedMove, Step, Tables, Value, Wdl};

/// Decoded blocks of the built-in tables are kept in this much memory: all of them fit.
const SMALL_CACHE: usize = 2 << 20;
/// The same when there are folders.
const LARGE_CACHE: usize = 64 << 20;

/// Tables of all kinds, ready to be asked from several threads at once.
#[derive(Debug)]
#[doc(alias = "tablebase")]
pub struct Endgames {
    own: Tables,
    syzygy: Syzygy,
    /// The most men that any table has.
    max_men: usize,
    /// Our own tables in folders.
    files: usize,
}

/// A folder that is of no use.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// It cannot be read.
    #[error("cannot read the folder {}: {error}", .folder.display())]
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// Nothing of use is there.
    #[error("there are no {kind} in {}", .folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
        /// What was looked for.
        kind: &'static str,
    },
    /// The built-in tables could not be set up.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// What the tables say about a move, for the side that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// Who wins after it. The fifty-move rule counts from where the game's clock stands, as far as the
    /// distance is known.
    pub outcome: Wdl,
    /// The plies to mate, this move included.
    pub to_mate: Option<u16>,
    /// The plies to the next capture or pawn move that keeps the value, or to mate, this move included.
    pub to_zeroing: Option<u16>,
}

impl Endgames {
    /// The tables that are part of the program.
    ///
    /// # Errors
    /// If the decoder cannot be set up.
    pub fn builtin() -> Result<Endgames, TableError> {
        Ok(Endgames::of(Tables::builtin(SMALL_CACHE)?, Syzygy::new(), 0))
    }

    /// The built-in tables, our own of some folders and the Syzygy tables of others; and notes about files
    /// that were left out.
    ///
    /// # Errors
    /// If a folder cannot be read or has no tables.
    pub fn open(own: &[PathBuf], syzygy: &[PathBuf]) -> Result<(Endgames, Vec<String>), FolderError> {
        let cache = if own.is_empty() { SMALL_CACHE } else { LARGE_CACHE };
        let mut tables = Tables::builtin(cache)?;
        let mut notes = Vec::new();
        let mut files = 0;
        for folder in own {
            files += tables.add_folder(folder, &mut notes)?;
        }
        let mut others = Syzygy::new();
        for folder in syzygy {
            let unreadable = |error| FolderError::Unreadable { folder: folder.clone(), error };
            if others.add_folder(folder).map_err(unreadable)? == 0 {
                return Err(FolderError::Empty { folder: folder.clone(), kind: "Syzygy tablebases" });
            }
        }
        Ok((Endgames::of(tables, others, files), notes))
    }

    fn of(own: Tables, syzygy: Syzygy, files: usize) -> Endgames {
        let max_men = own.max_men().max(syzygy.max_men());
        Endgames { own, syzygy, max_men, files }
    }

    /// The most men that any of the tables has.
    pub fn max_men(&self) -> usize {
        self.max_men
    }

    /// How many tables of our own come from folders.
    pub fn files(&self) -> usize {
        self.files
    }

    /// How many files of Syzygy there are.
    pub fn syzygy_files(&self) -> usize {
        self.syzygy.files()
    }

    /// Our own tables.
    pub fn own(&self) -> &Tables {
        &self.own
    }

    /// Who wins, a capture or pawn move having just been played; without the fifty-move rule there are
    /// neither cursed wins nor blessed losses.
    pub fn outcome(&self, board: &Board, fifty_moves: bool) -> Option<Wdl> {
        let outcome = self.outcome_after_zeroing(board)?;
        Some(if fifty_moves { outcome } else { without_fifty_moves(outcome) })
    }

    fn outcome_after_zeroing(&self, board: &Board) -> Option<Wdl> {
        if let Some(value) = self.own.probe_dtz(board) {
            return Some(value.outcome_under_fifty_moves());
        }
        if let Some(outcome) = self.syzygy.probe_wdl(board) {
            return Some(outcome);
        }
        let value = self.own.probe_dtm(board)?;
        // A longer mate may or may not be late: the distance to mate does not tell.
        value.plies().is_none_or(|plies| plies <= FIFTY_MOVES).then(|| value.outcome())
    }

    /// What every legal move is worth with the halfmove clock as it stands; `None` if the tables do not know
    /// all of them.
    pub fn judge_moves(&self, board: &Board, fifty_moves: bool) -> Option<Vec<JudgedMove>> {
        if board.occupied().len() as usize > self.max_men || !board.castling().is_empty() {
            return None;
        }
        board.legal_moves().iter().map(|&mv| self.judge(board, mv, fifty_moves)).collect()
    }

    fn judge(&self, board: &Board, mv: Move, fifty_moves: bool) -> Option<JudgedMove> {
        let child = board.play(mv);
        let step = Step::of(board, mv);
        let mate = self.own.probe_dtm(&child).map(|after| Metric::Mate.before(after, step));
        let zeroing = self.zeroing_value(&child, step).map(|after| Metric::Zeroing.before(after, step));
        let outcome = match zeroing {
            Some(value) => value.outcome_with_clock(board.halfmove_clock()),
            None => mate.map(Value::outcome).or_else(|| self.outcome(&child, true).map(Wdl::reversed))?,
        };
        let outcome = if fifty_moves { outcome } else { without_fifty_moves(outcome) };
        Some(JudgedMove {
            mv,
            outcome,
            to_mate: mate.and_then(Value::plies),
            to_zeroing: zeroing.and_then(Value::plies),
        })
    }

    /// The distance to the next capture or pawn move in a position that was reached by such a step.
    fn zeroing_value(&self, board: &Board, step: Step) -> Option<Value> {
        self.own.probe_dtz(board).or_else(|| self.syzygy.zeroing_value(board, step))
    }

    /// Every legal move with its distance to the next capture or pawn move, the best first; `None` if the
    /// tables do not know all of them. What Syzygy's have rounded is one too many rather than one too few.
    pub fn rate_by_zeroing(&self, board: &Board) -> Option<Vec<RatedMove>> {
        if board.occupied().len() as usize > self.max_men || !board.castling().is_empty() {
            return None;
        }
        let rate = |&mv: &Move| {
            let step = Step::of(board, mv);
            let after = self.zeroing_value(&board.play(mv), step)?;
            Some(RatedMove { mv, value: Some(Metric::Zeroing.before(after, step)) })
        };
        let mut moves: Vec<RatedMove> = board.legal_moves().iter().map(rate).collect::<Option<_>>()?;
        moves.sort_by_key(|rated| core::cmp::Reverse(rated.value));
        Some(moves)
    }

    /// The distance of a position to the next capture or pawn move, or to mate.
    pub fn probe_zeroing(&self, board: &Board) -> Option<Value> {
        let moves = self.rate_by_zeroing(board)?;
        match moves.first() {
            Some(best) => best.value,
            None if board.in_check() => Some(Value::Loss(0)),
            None => Some(Value::Draw),
        }
    }

    /// A line that begins with this move and ends with mate, both sides playing their best; just the move
    /// if the tables do not know the way.
    pub fn mating_line(&self, board: &Board, mv: Move, limit: usize) -> Vec<Move> {
        let mut line = vec![mv];
        line.extend(self.own.best_line(Metric::Mate, &board.play(mv), limit.saturating_sub(1)));
        line
    }
}

impl Tables {
    /// Adds all tables of a folder that can be read, and says how many; notes tell about the others.
    ///
    /// # Errors
    /// If the folder cannot be read or has no tables.
    pub fn add_folder(&mut self, folder: &Path, notes: &mut Vec<String>) -> Result<usize, FolderError> {
        let unreadable = |error| FolderError::Unreadable { folder: folder.to_owned(), error };
        let mut added = 0;
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let Some(named) = named_table(&path) else { continue };
            let table =
                File::open(&path).map_err(TableError::from).and_then(|file| Table::open(Arc::new(file)));
            match table {
                Ok(table) if (table.ending(), table.metric()) == named => {
                    self.add(table);
                    added += 1;
                }
                Ok(table) => notes.push(format!(
                    "left out: {} is the {} table of {}, which its name does not say",
                    path.display(),
                    table.metric(),
                    table.ending()
                )),
                Err(error) => notes.push(format!("left out: {}: {error}", path.display())),
            }
        }
        if added == 0 {
            return Err(FolderError::Empty { folder: folder.to_owned(), kind: "tablebases of Quevedo" });
        }
        Ok(added)
    }
}

/// What a file's name says that it has, if it is named like a table.
fn named_table(path: &Path) -> Option<(Ending, Metric)> {
    let (ending, metric) = path.file_name()?.to_str()?.split_once('.')?;
    Some((ending.parse().ok()?, metric.parse().ok()?))
}

fn without_fifty_moves(outcome: Wdl) -> Wdl {
    match outcome {
        Wdl::CursedWin => Wdl::Win,
        Wdl::BlessedLoss => Wdl::Loss,
        other => other,
    }
}

#[cfg(test)]
mod tests;
