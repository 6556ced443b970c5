//! All algorithms find the same minimax value, and those that prune look at no more leaves.

use quevedo_lab::{Algorithm, ExplicitTree, GameTree, Order, Settings, SyntheticTree, search};

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
    if seed / 200 % 2 == 0 { tree } else { tree.ragged() }
}

#[test]
fn all_algorithms_agree_on_ten_thousand_random_trees() {
    let settings = Settings::default();
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
