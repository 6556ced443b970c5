//! Positions from elsewhere with scores of our own search.
//!
//! Each becomes a [`Game`] of one ply: the position, the best move and its score, and the result that
//! its game had. So the readers and filters of self-play serve for them, too.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use quevedo_rules::{Board, Outcome};
use quevedo_search::{OutOfMemory, STACK_SIZE, Shared};
use rayon::prelude::*;

use crate::data::{Game, Packed, Ply};
use crate::datagen::{NewEvaluator, Player, Settings};

/// Positions that are searched one after the other, with the same memory. What comes out depends on
/// where blocks begin, and on nothing else.
pub const BLOCK: usize = 64;

/// How many bytes of a file a position takes.
pub const RECORD: u64 = Packed::SIZE as u64 + 8;

/// How soon searches hear that they are to stop.
const HEARING: Duration = Duration::from_millis(20);

/// Why positions cannot be searched.
#[derive(Debug, thiserror::Error)]
pub enum RelabelError {
    /// There is no memory for a search.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// There are no threads.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Searches blocks of positions on several threads.
#[derive(Debug)]
#[doc(alias = "rescore")]
pub struct Relabeller {
    threads: rayon::ThreadPool,
    settings: Settings,
    evaluator: NewEvaluator,
}

impl Relabeller {
    /// Searches of so many nodes, finished to the end of their iteration.
    ///
    /// # Errors
    /// If there are no threads to be had.
    pub fn new(nodes: u64, evaluator: NewEvaluator, threads: usize) -> Result<Relabeller, RelabelError> {
        let threads =
            rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).stack_size(STACK_SIZE).build()?;
        Ok(Relabeller { threads, settings: Settings::new(0, nodes), evaluator })
    }

    /// The positions with their scores, in the same order. Positions without a legal move are none to
    /// search, and left out. When `stop` is set, searches end at once, and only the blocks before the first
    /// unfinished one are given back.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn relabel(
        &self,
        positions: &[(Board, Outcome)],
        stop: &AtomicBool,
    ) -> Result<Vec<Game>, RelabelError> {
        let searches = Mutex::new(Vec::new());
        let new_player = || {
            let player = Player::new(self.settings, &[], &self.evaluator)?;
            searches.lock().unwrap_or_else(PoisonError::into_inner).push(player.shared());
            Ok(player)
        };
        let relabel = |player: &mut Result<Player<'_>, OutOfMemory>, block| match player {
            Ok(player) => Ok(relabel_block(player, block, stop)),
            Err(error) => Err(*error),
        };
        let is_done = AtomicBool::new(false);
        let blocks: Result<Vec<Option<Vec<Game>>>, OutOfMemory> = thread::scope(|scope| {
            scope.spawn(|| pass_on(stop, &is_done, &searches));
            let blocks = || positions.par_chunks(BLOCK).map_init(new_player, relabel).collect();
            let _done = Done(&is_done);
            self.threads.install(blocks)
        });
        Ok(blocks?.into_iter().map_while(|block| block).flatten().collect())
    }
}

/// Says that all is done, be it by a panic.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Tells searches to stop. A search that begins clears its flag, so they are told again and again.
fn pass_on(stop: &AtomicBool, is_done: &AtomicBool, searches: &Mutex<Vec<Arc<Shared>>>) {
    while !is_done.load(Relaxed) {
        if stop.load(Relaxed) {
            for search in &*searches.lock().unwrap_or_else(PoisonError::into_inner) {
                search.stop.store(true, Relaxed);
            }
        }
        thread::sleep(HEARING);
    }
}

/// The positions of a block with their scores; `None` if it was stopped before its end.
fn relabel_block(
    player: &mut Player<'_>,
    block: &[(Board, Outcome)],
    stop: &AtomicBool,
) -> Option<Vec<Game>> {
    player.forget();
    let limits = player.limits();
    let mut games = Vec::new();
    for &(start, result) in block {
        let found = player.think(&start, &[], &limits);
        if stop.load(Relaxed) {
            return None;
        }
        if let Some((mv, score)) = found {
            games.push(Game { start, plies: vec![Ply { mv, score }], result });
        }
    }
    Some(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::Color;
    use quevedo_testkit::{RandomWalk, Start};

    #[test]
    fn scores_do_not_depend_on_threads() {
        let walk = RandomWalk::new(3, &[Start::Standard]).filter(|visit| visit.board.has_legal_moves());
        let positions: Vec<(Board, Outcome)> =
            walk.map(|visit| (visit.board, Outcome::Draw)).take(3 * BLOCK + 5).collect();
        let relabel = |threads| {
            let relabeller = Relabeller::new(100, NewEvaluator::classical(), threads).expect("threads");
            relabeller.relabel(&positions, &AtomicBool::new(false)).expect("memory")
        };
        let alone = relabel(1);
        assert_eq!(alone, relabel(3));
        assert!(alone.iter().map(|game| &game.start).eq(positions.iter().map(|(board, _)| board)));
        let mut bytes = Vec::new();
        alone[0].encode(&mut bytes);
        assert_eq!(bytes.len() as u64, RECORD);
    }

    /// Searches of a thousand million nodes would take minutes.
    #[test]
    fn who_is_stopped_gives_back_whole_blocks_only() {
        let positions = vec![(Board::start(), Outcome::Draw); 2 * BLOCK];
        let relabeller = Relabeller::new(1_000_000_000, NewEvaluator::classical(), 2).expect("threads");
        let stop = AtomicBool::new(false);
        let games = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(100));
                stop.store(true, Relaxed);
            });
            relabeller.relabel(&positions, &stop).expect("memory")
        });
        assert!(games.is_empty(), "{}", games.len());
    }

    #[test]
    fn scores_are_whites() {
        let board = |fen: &str| fen.parse().expect("a position");
        let won = Outcome::Win(Color::White);
        let positions = [
            (board("4k3/8/8/8/8/8/4P3/QQ2K3 w - - 0 1"), won),
            (board("4k3/8/8/8/8/8/4P3/QQ2K3 b - - 0 1"), won),
            (board("R3k3/8/4K3/8/8/8/8/8 b - - 0 1"), won),
        ];
        let relabeller = Relabeller::new(300, NewEvaluator::classical(), 1).expect("threads");
        let games = relabeller.relabel(&positions, &AtomicBool::new(false)).expect("memory");
        assert_eq!(games.len(), 2, "a mated king has no score");
        for game in &games {
            assert!(game.plies[0].score > 900 && game.result == won, "{game:?}");
        }
    }
}
