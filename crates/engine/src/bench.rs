//! A fixed amount of work for the engine: the same nodes on every machine, so that its number is the signature of
//! the search and its time a measure of speed.

use core::time::Duration;

use quevedo_eval::Stats;
use quevedo_rules::{Board, Game};
use quevedo_search::{BENCH_POSITIONS, Limits};

use crate::{Answer, Engine, Progress};

/// How often it is asked whether to go on.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a bench run measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time of all positions.
    pub time: Duration,
    /// How well the evaluators' tables worked.
    pub evaluation: Stats,
}

/// What was measured for one position of a bench.
#[derive(Clone, Copy, Debug)]
pub struct BenchResult {
    /// Its place, from 1.
    pub number: usize,
    /// The position.
    pub board: Board,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

impl Bench {
    /// The number of positions.
    pub const POSITIONS: usize = BENCH_POSITIONS.len();
    /// The depth of the signature.
    pub const DEPTH: i32 = quevedo_search::BENCH_DEPTH;

    /// Searches every position from scratch to this depth, telling of each. Ends early where `tell` says so, or soon
    /// after `stop` does: then the position in hand is not told.
    pub fn run(
        engine: &mut Engine,
        depth: i32,
        stop: impl Fn() -> bool,
        mut tell: impl FnMut(BenchResult) -> bool,
    ) -> Bench {
        let mut total = Bench { nodes: 0, time: Duration::ZERO, evaluation: Stats::default() };
        let boards = BENCH_POSITIONS.iter().filter_map(|fen| Board::from_fen(fen).ok());
        for (index, board) in boards.enumerate() {
            engine.new_game();
            let Some(answer) = search_until(engine, board, depth, &stop) else { break };
            total.time += answer.time;
            total.nodes += answer.nodes;
            if !tell(BenchResult { number: index + 1, board, nodes: answer.nodes, time: answer.time }) {
                break;
            }
        }
        total.evaluation = engine.evaluator_stats();
        total
    }

    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// What a search to this depth has found, if nobody has stopped it.
fn search_until(engine: &mut Engine, board: Board, depth: i32, stop: &impl Fn() -> bool) -> Option<Answer> {
    let mut search = engine.search(&Game::new(board), Limits::depth(depth));
    while !matches!(search.wait(PATIENCE), Progress::Over) {
        if stop() {
            return None;
        }
    }
    Some(search.finish())
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;
    use crate::Options;

    #[test]
    fn a_bench_that_would_take_for_ever_can_be_stopped() {
        let mut engine = Engine::new(Options { hash: 1, ..Options::default() }).expect("one mebibyte");
        let asked = AtomicUsize::new(0);
        let bench = Bench::run(&mut engine, 200, || asked.fetch_add(1, Relaxed) >= 3, |_| panic!("never"));
        assert_eq!(bench.nodes, 0, "what was stopped is not counted");
        assert_eq!(asked.load(Relaxed), 4);
    }
}
