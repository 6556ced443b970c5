//! The whole search against plain minimax, and what holds for every score of it.

use std::sync::Arc;
use std::time::Instant;

use quevedo_eval::{AnyEvaluator, Evaluator};
use quevedo_rules::Key;
use quevedo_testkit::{Random, RandomWalk, Start, random_placement};

use super::*;
use crate::heuristic::{HeuristicSet, Play, Tunable};
use crate::limits::Limits;
use crate::table::Table;
use crate::time::Budget;
use crate::worker::Shared;

/// A worker at a root.
fn worker<P: Profile>(profile: P, board: &Board) -> Worker<P> {
    let shared = Arc::new(Shared::new(Arc::new(Table::new(1).expect("1 MiB"))));
    let budget = Budget::unlimited(Instant::now());
    let mut worker = Worker::new(profile, shared, AnyEvaluator::classical(), budget.clone());
    worker.set_up(board, &[], Limits::default(), budget);
    worker
}

/// No heuristic at all; the one number that leaves out moves in quiescence without a switch is out of reach.
fn plain() -> Tunable {
    let mut lab = Tunable { heuristics: HeuristicSet::NONE, ..Tunable::default() };
    lab.params.quiescence_evasions = 1_000;
    lab
}

fn score<P: Profile>(profile: P, board: &Board, window: Window, depth: i32) -> Score {
    let mut worker = worker(profile, board);
    worker.root.begin_line(0);
    worker.search(board, window, Depth(depth), Ply::ROOT, false)
}

/// Plain minimax with captures beyond the horizon: no windows, no order, no memory. It gives up after too many nodes.
struct Oracle {
    evaluator: AnyEvaluator,
    nodes_left: u32,
    path: Vec<Key>,
}

impl Oracle {
    fn value(board: &Board, depth: i32) -> Option<Score> {
        let mut oracle =
            Oracle { evaluator: AnyEvaluator::classical(), nodes_left: 60_000, path: Vec::new() };
        oracle.minimax(board, depth)
    }

    fn minimax(&mut self, board: &Board, depth: i32) -> Option<Score> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let ply = Ply::new(self.path.len());
        let legal = board.legal_moves();
        // A position of the line again, but for the root, which the game may have had only once.
        let is_repeated = self.path.iter().skip(1).any(|&key| key == board.key());
        let is_late = board.halfmove_clock() >= 100 && !(board.in_check() && legal.is_empty());
        if ply > Ply::ROOT && (is_repeated || is_late || board.is_dead_by_material()) {
            return Some(Score::DRAW);
        }
        if board.in_check() && legal.is_empty() {
            return Some(Score::mated_in(ply));
        }
        let is_horizon = depth <= 0;
        let stands = is_horizon && !board.in_check();
        if legal.is_empty() && !stands {
            return Some(Score::DRAW);
        }
        let mut best = -Score::INFINITE;
        if stands {
            self.evaluator.reset(board);
            best = self.evaluator.evaluate(board);
        }
        let moves = if stands { board.captures() } else { legal };
        self.path.push(board.key());
        for mv in &moves {
            best = best.max(-self.minimax(&board.play(mv), depth - 1)?);
        }
        self.path.pop();
        Some(best)
    }
}

/// Small positions with what plain minimax says about them, some for each depth up to four.
fn known_values() -> Vec<(Board, i32, Score)> {
    let mut random = Random::new(11);
    let placed = core::iter::repeat_with(move || random_placement(&mut random));
    let from_games =
        RandomWalk::new(12, &[Start::Standard, Start::Suite]).map(|visit| visit.board).step_by(37);
    let mut found = Vec::new();
    for (number, board) in placed.zip(from_games).flat_map(|(one, other)| [one, other]).take(160).enumerate()
    {
        let depth = 1 + number as i32 / 2 % 4;
        if let Some(value) = board.has_legal_moves().then(|| Oracle::value(&board, depth)).flatten() {
            found.push((board, depth, value));
        }
    }
    found
}

#[test]
fn without_heuristics_the_search_is_minimax() {
    let mut compared = [0; 5];
    for (board, depth, value) in known_values() {
        let found = score(plain(), &board, Window::full(), depth);
        assert_eq!(found, value, "depth {depth}: {}", board.fen());
        compared[depth as usize] += 1;
    }
    assert!(compared[1..].iter().all(|&count| count >= 8), "{compared:?}");
}

/// What needs no pruning changes no value either.
#[test]
fn order_and_mate_distances_change_no_value() {
    let harmless = [
        Heuristic::MateDistance,
        Heuristic::Killers,
        Heuristic::CounterMove,
        Heuristic::History,
        Heuristic::ContinuationHistory,
        Heuristic::PawnHistory,
        Heuristic::CaptureHistory,
    ];
    let heuristics = harmless.into_iter().fold(HeuristicSet::NONE, HeuristicSet::with);
    for (board, depth, value) in known_values() {
        let found = score(Tunable { heuristics, ..plain() }, &board, Window::full(), depth);
        assert_eq!(found, value, "depth {depth}: {}", board.fen());
    }
}

/// Outside of its window a fail-soft search gives a bound on the value, inside the value.
#[test]
fn scores_outside_of_the_window_are_bounds() {
    let mut random = Random::new(13);
    let mut seen = [0; 3];
    for (board, depth, value) in known_values() {
        for _ in 0..4 {
            let middle = value.raw().clamp(-3_000, 3_000) + random.below(401) as i32 - 200;
            let width = [1, 30, 200][random.below(3)];
            let window = Window { alpha: Score::cp(middle), beta: Score::cp(middle + width) };
            let found = score(plain(), &board, window, depth);
            let words = format!("{found:?} for {value:?} in {window:?}, depth {depth}: {}", board.fen());
            if found <= window.alpha {
                assert!(value <= found, "{words}");
                seen[0] += 1;
            } else if found >= window.beta {
                assert!(value >= found, "{words}");
                seen[2] += 1;
            } else {
                assert_eq!(found, value, "{words}");
                seen[1] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 30), "{seen:?}");
}

/// Whether the side to move can mate in so many moves, by trying everything.
fn mates_in(board: &Board, moves: u32) -> bool {
    moves > 0
        && board.legal_moves().iter().any(|&mv| {
            let child = board.play(mv);
            is_mated_in(&child, moves - 1)
        })
}

/// Whether the side to move is mated in so many moves, whatever it does.
fn is_mated_in(board: &Board, moves: u32) -> bool {
    let legal = board.legal_moves();
    if legal.is_empty() {
        return board.in_check();
    }
    moves > 0 && legal.iter().all(|&mv| mates_in(&board.play(mv), moves))
}

/// The player's own search: whoever says mate must be able to, and in time.
#[test]
fn no_mate_is_false() {
    let mut random = Random::new(17);
    let (mut won, mut lost) = (0, 0);
    for _ in 0..600 {
        let board = random_placement(&mut random);
        if !board.has_legal_moves() {
            continue;
        }
        let mut worker = worker(Play, &board);
        worker.limits.nodes = Some(3_000);
        let outcome = worker.deepen(&board, 1, &mut |_| {});
        let score = outcome.score;
        assert!((Score::mated_in(Ply::ROOT)..=Score::mate_in(Ply::new(1))).contains(&score));
        let Some(plies) = score.plies_to_mate() else { continue };
        assert_eq!(plies % 2 == 1, score.is_won(), "{score:?}: {}", board.fen());
        let moves = plies.div_ceil(2);
        if moves > 2 {
            continue;
        }
        let is_true = if score.is_won() { mates_in(&board, moves) } else { is_mated_in(&board, moves) };
        assert!(is_true, "{score:?} is false: {}", board.fen());
        let best = board.play(outcome.best.expect("a move"));
        assert!(!score.is_won() || is_mated_in(&best, moves - 1), "another move mates: {}", board.fen());
        *(if score.is_won() { &mut won } else { &mut lost }) += 1;
    }
    assert!(won > 20 && lost > 2, "{won} won, {lost} lost");
}
