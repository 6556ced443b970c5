//! Any algorithm with any switches on any position ends, comes home and keeps its accounts.

use quevedo_lab::{
    Algorithm, ChessTree, GameTree, Judge, MATE, Observer, SWITCHES, Settings, SyntheticTree, Visit, search,
};
use quevedo_testkit::{Random, RandomWalk, Start, is_full_run};

/// Counts nodes.
#[derive(Default)]
struct Tally(u64);

impl<M> Observer<M> for Tally {
    fn enter(&mut self, _: &Visit<M>) {
        self.0 += 1;
    }
}

/// A value of a switch, from the list in its description.
fn any_value(random: &mut Random, name: &str, values: &'static str) -> &'static str {
    match name {
        "table" => random.pick(&["off", "16", "one-probe:1000", "two-level:333"]),
        "window" => random.pick(&["1", "35", "10000"]),
        "nodes" => random.pick(&["1", "50", "1500"]),
        _ => {
            let all: Vec<&str> = values.split(", ").collect();
            random.pick(&all)
        }
    }
}

fn any_settings(random: &mut Random) -> Settings {
    let mut settings = Settings::default();
    settings.set("nodes=4000").expect("a limit");
    for switch in SWITCHES {
        if random.one_in(3) {
            let value = any_value(random, switch.name, switch.values);
            settings.set(&format!("{}={value}", switch.name)).expect("a value from the list");
        }
    }
    settings
}

fn try_out<T: GameTree>(tree: &mut T, random: &mut Random) {
    let settings = any_settings(random);
    let algorithm = random.pick(&Algorithm::ALL);
    let depth = 1 + random.below(8) as i32;
    let (key, mut tally) = (tree.key(), Tally::default());
    let found = search(tree, algorithm, &settings, depth, &mut tally);
    let what = format!("{algorithm} with {settings} to depth {depth}");
    assert_eq!((tree.ply(), tree.key()), (0, key), "{what}");
    assert_eq!(tally.0, found.counts.nodes(), "{what}");
    assert!(found.value.abs() <= MATE, "{what}: {}", found.value);
    assert_eq!(found.is_complete, found.iterations.last().is_some_and(|last| last.depth == depth), "{what}");
    // The line is playable.
    for &mv in &found.line {
        assert!(tree.is_legal(mv), "{what}");
        tree.make(mv);
    }
    for _ in &found.line {
        tree.unmake();
    }
}

#[test]
fn everything_goes_together() {
    let mut random = Random::new(1991);
    let mut walk = RandomWalk::new(1991, &Start::ALL);
    let times = if is_full_run() { 20_000 } else { 700 };
    for number in 0..times {
        let board = walk.nth(7).expect("endless").board;
        let judge: Judge = random.pick(&Judge::NAMES).parse().expect("a judge");
        try_out(&mut ChessTree::new(&board, judge), &mut random);
        try_out(&mut SyntheticTree::random(5, 6, number).ragged(), &mut random);
    }
}
