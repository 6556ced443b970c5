//! Counting all lines of a given length: the classic test of a move generator.

use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::OnceLock;

use crate::{Board, Move};

/// The number of lines of exactly `depth` plies. The last ply is counted without being played.
///
/// ```
/// use quevedo_rules::{Board, perft};
/// assert_eq!(perft(&Board::start(), 4), 197_281);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(board.count_legal_moves()),
        _ => {
            let mut lines = 0;
            for mv in board.legal_moves() {
                let mut child = *board;
                child.make(mv);
                lines += perft(&child, depth - 1);
            }
            lines
        }
    }
}

/// The same number, with every move of every line played.
pub fn perft_by_playing(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lines = 0;
    for mv in board.legal_moves() {
        let mut child = *board;
        child.make(mv);
        lines += perft_by_playing(&child, depth - 1);
    }
    lines
}

/// Counts with several threads and, if wanted, a table of positions already counted.
///
/// ```
/// use quevedo_rules::{Board, PerftCounter};
///
/// let counter = PerftCounter::new(2, 16);
/// let below = counter.divide(&Board::start(), 4);
/// assert_eq!(below.len(), 20);
/// assert_eq!(below.iter().map(|(_, lines)| lines).sum::<u64>(), 197_281);
/// ```
#[derive(Debug)]
pub struct PerftCounter {
    threads: usize,
    table: Option<Table>,
}

impl PerftCounter {
    /// A counter with this many threads (at least one) and a table of about this many mebibytes
    /// (none for 0).
    pub fn new(threads: usize, table_mib: usize) -> PerftCounter {
        let table = (table_mib > 0).then(|| Table::new(table_mib));
        PerftCounter { threads: threads.max(1), table }
    }

    /// The number of lines of exactly `depth` plies, `u64::MAX` if there are that many or more:
    /// with a table, few men go that deep.
    pub fn perft(&self, board: &Board, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => sum(&self.divide(board, depth)),
        }
    }

    /// The number of lines below each legal move, in the order of generation.
    pub fn divide(&self, board: &Board, depth: u32) -> Vec<(Move, u64)> {
        self.divide_with(board, depth, |_, _| {})
    }

    /// [`divide`](PerftCounter::divide), calling `finished` with each move and its number as soon
    /// as it is known, from whichever thread counted it.
    pub fn divide_with(
        &self,
        board: &Board,
        depth: u32,
        finished: impl Fn(Move, u64) + Sync,
    ) -> Vec<(Move, u64)> {
        self.divide_until(board, depth, &|| false, finished).unwrap_or_else(|stopped| stopped.finished)
    }

    /// [`divide_with`](PerftCounter::divide_with), which ends soon after `stop` says so: each thread asks
    /// it every few thousand lines.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use quevedo_rules::{Board, PerftCounter};
    ///
    /// let stop = AtomicBool::new(false);
    /// let counter = PerftCounter::new(1, 0);
    /// let stopped = counter.divide_until(&Board::start(), 4, &|| stop.load(Ordering::Relaxed), |_, _| {
    ///     stop.store(true, Ordering::Relaxed)
    /// });
    /// assert_eq!(stopped.unwrap_err().finished.len(), 1);
    /// ```
    ///
    /// # Errors
    /// What was counted so far, if it was stopped.
    pub fn divide_until(
        &self,
        board: &Board,
        depth: u32,
        stop: &(dyn Fn() -> bool + Sync),
        finished: impl Fn(Move, u64) + Sync,
    ) -> Result<Vec<(Move, u64)>, PerftStopped> {
        let moves = board.legal_moves();
        let next = AtomicUsize::new(0);
        let counts: Vec<OnceLock<Result<u64, u64>>> = moves.iter().map(|_| OnceLock::new()).collect();
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some((&mv, place)) = moves.get(index).zip(counts.get(index)) else { break };
                let count = self.count(&board.play(mv), depth.saturating_sub(1), stop);
                if let Ok(lines) = *place.get_or_init(|| count) {
                    finished(mv, lines);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(moves.len()) {
                scope.spawn(work);
            }
            work();
        });
        let counts = counts.into_iter().map(|count| count.into_inner().unwrap_or(Err(0)));
        PerftStopped::unless_all_are_whole(moves.into_iter().zip(counts))
    }

    /// [`perft`](PerftCounter::perft), which ends soon after `stop` says so.
    ///
    /// # Errors
    /// What was counted so far, if it was stopped.
    pub fn perft_until(
        &self,
        board: &Board,
        depth: u32,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<u64, PerftStopped> {
        match depth {
            0 => Ok(1),
            _ => self.divide_until(board, depth, stop, |_, _| {}).map(|below| sum(&below)),
        }
    }

    /// The lines below a position, or how many of them were counted before it was stopped.
    fn count(&self, board: &Board, depth: u32, stop: &(dyn Fn() -> bool + Sync)) -> Result<u64, u64> {
        let table = self.table.as_ref().filter(|_| depth >= 2);
        if depth > IN_ONE_GO {
            if stop() {
                return Err(0);
            }
        } else if table.is_none() {
            return Ok(perft(board, depth));
        }
        let key = table_key(board, depth);
        if let Some(lines) = table.and_then(|table| table.get(key)) {
            return Ok(lines);
        }
        let mut lines = 0u64;
        for mv in board.legal_moves() {
            match self.count(&board.play(mv), depth - 1, stop) {
                Ok(below) => lines = lines.saturating_add(below),
                Err(below) => return Err(lines.saturating_add(below)),
            }
        }
        if let Some(table) = table {
            table.put(key, lines);
        }
        Ok(lines)
    }
}

/// Lines of so many plies are counted without asking whether to stop: some thousands, far below a
/// millisecond to a few of them.
const IN_ONE_GO: u32 = 2;

fn sum(below: &[(Move, u64)]) -> u64 {
    below.iter().fold(0, |sum, (_, lines)| sum.saturating_add(*lines))
}

/// What was counted before somebody stopped it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("stopped after {lines} lines")]
pub struct PerftStopped {
    /// The first moves whose lines were all counted, in the order of generation.
    pub finished: Vec<(Move, u64)>,
    /// All lines that were counted, also below other moves.
    pub lines: u64,
}

impl PerftStopped {
    fn unless_all_are_whole(
        counts: impl Iterator<Item = (Move, Result<u64, u64>)>,
    ) -> Result<Vec<(Move, u64)>, PerftStopped> {
        let (mut finished, mut is_whole, mut lines) = (Vec::new(), true, 0u64);
        for (mv, count) in counts {
            let (Ok(number) | Err(number)) = count;
            lines = lines.saturating_add(number);
            match count {
                Ok(number) => finished.push((mv, number)),
                Err(_) => is_whole = false,
            }
        }
        if is_whole { Ok(finished) } else { Err(PerftStopped { finished, lines }) }
    }
}

fn table_key(board: &Board, depth: u32) -> u64 {
    board.key().0 ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Numbers by key, shared by threads without locks: an entry is stored as (key ^ number, number),
/// so that an entry torn between two writers fits no key (Hyatt and Mann 2002).
struct Table {
    entries: Vec<[AtomicU64; 2]>,
}

impl core::fmt::Debug for Table {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Table({} entries)", self.entries.len())
    }
}

impl Table {
    fn new(mib: usize) -> Table {
        let entries = mib.saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
        Table { entries: (0..entries).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect() }
    }

    fn entry(&self, key: u64) -> &[AtomicU64; 2] {
        // The high half of the product spreads the keys evenly over any number of entries.
        &self.entries[((u128::from(key) * self.entries.len() as u128) >> 64) as usize]
    }

    fn get(&self, key: u64) -> Option<u64> {
        let [check, lines] = self.entry(key);
        let lines = lines.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) ^ lines == key && lines != 0).then_some(lines)
    }

    fn put(&self, key: u64, lines: u64) {
        let [check, number] = self.entry(key);
        check.store(key ^ lines, Ordering::Relaxed);
        number.store(lines, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_of_counting_agree() {
        let board = Board::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
            .expect("a legal position");
        for (depth, lines) in [(0, 1), (1, 48), (2, 2_039), (3, 97_862), (4, 4_085_603)] {
            assert_eq!(perft(&board, depth), lines);
            assert_eq!(PerftCounter::new(3, 0).perft(&board, depth), lines);
            assert_eq!(PerftCounter::new(2, 1).perft(&board, depth), lines);
        }
        assert_eq!(perft_by_playing(&board, 3), 97_862);
    }

    #[test]
    fn too_many_lines_are_not_wrapped_around() {
        let board = Board::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1").expect("a legal position");
        assert_eq!(PerftCounter::new(2, 16).perft(&board, 99), u64::MAX);
    }

    #[test]
    fn a_stop_ends_the_longest_count_and_keeps_what_was_counted() {
        let board = Board::start();
        for (threads, table) in [(1, 0), (2, 0), (1, 1), (3, 1)] {
            let counter = PerftCounter::new(threads, table);
            let asked = AtomicUsize::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 500;
            let stopped = counter.perft_until(&board, 40, &stop).expect_err("it was stopped");
            assert!(stopped.finished.is_empty() && stopped.lines > 0, "{stopped:?}");
            // What was counted in part is not taken for the whole.
            assert_eq!(counter.perft(&board, 4), 197_281);
        }
        assert_eq!(PerftCounter::new(2, 0).perft_until(&board, 4, &|| false), Ok(197_281));
        assert_eq!(PerftCounter::new(2, 0).perft_until(&board, 0, &|| true), Ok(1));
    }

    #[test]
    fn mate_has_no_lines() {
        let board = Board::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").expect("a legal position");
        assert_eq!(PerftCounter::new(4, 1).perft(&board, 3), 0);
        assert_eq!(PerftCounter::new(4, 1).divide(&board, 3), []);
        assert_eq!(perft(&board, 0), 1);
    }
}
