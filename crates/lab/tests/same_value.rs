//! All algorithms find the same minimax value, and those that prune look at no more leaves.

use quevedo_lab::{
    Algorithm, ChessTree, ExplicitTree, GameTree, Judge, Order, Settings, SyntheticTree, search,
};
use quevedo_rules::Board;
use quevedo_testkit::{RandomWalk, Start, is_full_run};

/// The value and the number of nodes at the bottom.
fn run<T: GameTree>(tree: &mut T, algorithm: Algorithm, settings: &Settings, depth: i32) -> (i32, u64) {
    let found = search(tree, algorithm, settings, depth, &mut ());
    assert!(found.is_complete);
    assert_eq!(tree.ply(), 0, "{algorithm} comes home");
    (found.value, found.counts.bottom())
}

fn random_tree(seed: u64) -> SyntheticTree {
    let (width, height) = (1 + (seed % 5) as usize, 1 + (seed / 5 % 5) as usize);
    let order = match seed / 25 % 4 {
        0 => Order::Random,
        1 => Order::Transposing,
        2 => Order::Perfect,
        _ => Order::Strong(60),
    };
    let tree =
        SyntheticTree::new(width, height, order, seed).with_spread([3, 1000][(seed / 100 % 2) as usize]);
    if (seed / 200).is_multiple_of(2) { tree } else { tree.ragged() }
}

fn settings(text: &str) -> Settings {
    text.parse().expect("settings")
}

/// Everything that changes the order of the search or its memory, but not its value.
const NEUTRAL: [&str; 9] = [
    "captures-first",
    "deepening,refutation",
    "deepening,root-order",
    "killers,history",
    "table=32,exact-height",
    "table=two-level:64,exact-height",
    "deepening,table=64,exact-height,killers",
    "deepening,captures-first,killers,history,refutation,root-order",
    "deepening,captures-first,killers,history,refutation,root-order,table=two-level:1024,exact-height,window=20",
];

#[test]
fn orders_and_memories_do_not_change_the_value() {
    for seed in 0..600 {
        let mut tree = random_tree(seed);
        let depth = tree.height() as i32;
        let (value, _) = run(&mut tree, Algorithm::Minimax, &Settings::default(), depth);
        for text in NEUTRAL {
            for algorithm in
                [Algorithm::AlphaBeta, Algorithm::Aspiration, Algorithm::Pvs, Algorithm::Mws, Algorithm::Nws]
            {
                let (found, _) = run(&mut tree, algorithm, &settings(text), depth);
                assert_eq!(found, value, "{algorithm} with {text} on tree {seed}");
            }
        }
    }
}

/// Positions narrow enough for minimax to depth 4; those of random games are for depths 1 to 3.
const ENDINGS: [&str; 6] = [
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/5p2/8/2k3P1/p3K3/8/1P6/8 b - - 0 1",
    "8/1P2k3/8/8/8/3K4/6p1/8 w - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1",
    "8/8/3p4/4r3/3P1k2/8/5K2/8 w - - 0 1",
    "3k4/8/3K4/3P4/8/8/8/2b5 w - - 0 1",
];

#[test]
fn all_algorithms_agree_on_chess() {
    let mut walk = RandomWalk::new(1950, &[Start::Standard]);
    let mut depths = [0; 5];
    let positions = if is_full_run() { 120 } else { 20 };
    for number in 0..positions {
        let board = match ENDINGS.get(number) {
            Some(fen) => Board::from_fen(fen).expect("legal"),
            None => walk.nth(11).expect("endless").board,
        };
        // Minimax visits everything, so the wider the position the shallower.
        let width = u64::from(board.count_legal_moves().max(1));
        let quiescence = ["off", "captures", "checks", "pawns", "full"][number % 5];
        let most = if quiescence == "off" { 40_000 } else { 700 };
        let depth = (1..=4).rev().find(|&depth| width.pow(depth) <= most).unwrap_or(1) as i32;
        depths[depth as usize] += 1;
        let judge: Judge = Judge::NAMES[number % 3].parse().expect("a judge");
        // A draw by repetition depends on the path, which a table does not know.
        let mut tree = ChessTree::new(&board, judge).without_draws();
        let plain = format!("quiescence={quiescence},captures-first,exact-height");
        let (value, leaves) = run(&mut tree, Algorithm::Minimax, &settings(&plain), depth);
        for algorithm in Algorithm::ALL {
            let (found, visited) = run(&mut tree, algorithm, &settings(&plain), depth);
            assert_eq!(found, value, "{algorithm}, {plain}, depth {depth}: {}", board.fen());
            assert!(algorithm != Algorithm::AlphaBeta || visited <= leaves);
        }
        for text in NEUTRAL {
            for algorithm in
                [Algorithm::AlphaBeta, Algorithm::Aspiration, Algorithm::Pvs, Algorithm::Mws, Algorithm::Nws]
            {
                let switches = settings(&format!("{text},{plain}"));
                let (found, _) = run(&mut tree, algorithm, &switches, depth);
                assert_eq!(found, value, "{algorithm} with {switches}, depth {depth}: {}", board.fen());
            }
        }
    }
    assert!(depths[1..].iter().all(|&count| count > 0), "{depths:?}");
}

#[test]
fn all_algorithms_agree_on_ten_thousand_random_trees() {
    // Small enough to be overwritten now and then.
    let settings = settings("table=64,exact-height");
    for seed in 0..10_000 {
        let mut tree = random_tree(seed);
        let depth = tree.height() as i32;
        let (value, leaves) = run(&mut tree, Algorithm::Minimax, &settings, depth);
        for algorithm in Algorithm::ALL {
            let (found, visited) = run(&mut tree, algorithm, &settings, depth);
            assert_eq!(found, value, "{algorithm} on tree {seed}");
            // Algorithms that search again can, on small trees, visit a leaf twice.
            if matches!(algorithm, Algorithm::AlphaBeta | Algorithm::Mtdf | Algorithm::Sss) {
                assert!(visited <= leaves, "{algorithm} on tree {seed}: {visited} leaves of {leaves}");
            }
        }
    }
}

#[test]
fn the_line_begins_with_a_best_move() {
    let plain = Settings::default();
    for seed in 0..1_500 {
        let mut tree = random_tree(seed);
        let depth = tree.height() as i32;
        for switches in ["table=256,exact-height", NEUTRAL[8]] {
            for algorithm in Algorithm::ALL {
                let found = search(&mut tree, algorithm, &settings(switches), depth, &mut ());
                let Some(&first) = found.line.first() else {
                    panic!("{algorithm} on tree {seed} has no line")
                };
                tree.make(first);
                let mut below = tree.clone();
                let reply = search(&mut below, Algorithm::Minimax, &plain, (depth - 1).max(1), &mut ()).value;
                let reply = if depth == 1 { tree.evaluate() } else { reply };
                tree.unmake();
                assert_eq!(-reply, found.value, "{algorithm} with {switches} on tree {seed}");
            }
        }
    }
}

#[test]
fn beals_quiescence_does_not_depend_on_the_window() {
    for fen in ["8/5k2/8/3p4/4P3/8/5K2/8 w - - 0 1", "8/8/4k3/2n5/3P4/4K3/8/8 b - - 0 1"] {
        let board = Board::from_fen(fen).expect("legal");
        let mut tree = ChessTree::new(&board, Judge::Shannon).without_draws();
        let switches = settings("quiescence=null-move,exact-height");
        let (value, _) = run(&mut tree, Algorithm::Minimax, &switches, 2);
        for algorithm in Algorithm::ALL {
            assert_eq!(run(&mut tree, algorithm, &switches, 2).0, value, "{algorithm}: {fen}");
        }
    }
}

#[test]
fn perfectly_ordered_trees_cost_what_knuth_and_moore_say() {
    let settings = Settings::default();
    for (width, depth) in [(2, 1), (2, 8), (3, 5), (5, 4), (8, 3), (20, 3), (4, 6)] {
        let minimal = SyntheticTree::minimal_leaves(width, depth);
        for seed in 0..5 {
            let mut tree = SyntheticTree::new(width, depth as usize, Order::Perfect, seed);
            let value = tree.known_value().expect("handed down");
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Scout, Algorithm::Pvs, Algorithm::Sss] {
                assert_eq!(
                    run(&mut tree, algorithm, &settings, depth as i32),
                    (value, minimal),
                    "{algorithm}"
                );
            }
        }
    }
}

#[test]
fn pvs_prunes_one_more_frontier_node_than_alpha_beta_on_marslands_tree() {
    let settings = Settings::default();
    let mut tree = ExplicitTree::marsland().expect("a tree");
    assert_eq!(run(&mut tree, Algorithm::Minimax, &settings, 3), (5, 8));
    assert_eq!(run(&mut tree, Algorithm::AlphaBeta, &settings, 3), (5, 7));
    assert_eq!(run(&mut tree, Algorithm::Pvs, &settings, 3), (5, 6));
}
