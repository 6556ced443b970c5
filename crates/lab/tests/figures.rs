//! The papers' worked examples, node by node, and what fail-soft values mean.

use quevedo_lab::{
    Algorithm, Desk, ExplicitTree, INFINITE, Observer, Settings, Step, SyntheticTree, Visit, algorithms,
    search,
};

/// The names of the visited nodes with their windows.
#[derive(Default)]
struct Walk {
    name: Vec<String>,
    visits: Vec<(String, i32, i32)>,
}

impl Observer<u16> for Walk {
    fn enter(&mut self, visit: &Visit<u16>) {
        self.name.truncate(visit.ply);
        self.name.push(match visit.step {
            Step::Move(mv) => (mv + 1).to_string(),
            _ => "p".to_owned(),
        });
        self.visits.push((self.name.join("."), visit.alpha, visit.beta));
    }
}

fn walk(algorithm: Algorithm) -> Vec<(String, i32, i32)> {
    let mut walk = Walk::default();
    let mut tree = ExplicitTree::marsland().expect("a tree");
    search(&mut tree, algorithm, &Settings::default(), 3, &mut walk);
    walk.visits
}

#[test]
fn marslands_figure_2() {
    let visits = walk(Algorithm::AlphaBeta);
    let window = |name: &str| visits.iter().find(|visit| visit.0 == name).map(|visit| (visit.1, visit.2));
    assert_eq!(window("p"), Some((-INFINITE, INFINITE)));
    assert_eq!(window("p.1.2"), Some((-INFINITE, 5)), "successors of p.1.2 are searched with the bound 5");
    assert!(window("p.1.2.1").is_some());
    assert_eq!(window("p.1.2.2"), None, "cut off, since 6 is greater than 5");
    assert_eq!(window("p.2"), Some((-INFINITE, -5)));
    assert!(window("p.2.1.2").is_some(), "alpha-beta looks at it");
}

#[test]
fn marslands_figure_6() {
    let visits = walk(Algorithm::Pvs);
    let window = |name: &str| visits.iter().find(|visit| visit.0 == name).map(|visit| (visit.1, visit.2));
    assert_eq!(window("p.2"), Some((-6, -5)), "the window of no width");
    assert_eq!(window("p.2.1"), Some((5, 6)));
    assert_eq!(window("p.2.1.2"), None, "the additional frontier node");
    let alpha_beta: Vec<String> = walk(Algorithm::AlphaBeta).into_iter().map(|visit| visit.0).collect();
    let mut spared = alpha_beta.clone();
    spared.retain(|name| !visits.iter().any(|visit| visit.0 == *name));
    assert_eq!(spared, ["p.2.1.2"]);
}

/// A search of a tree with a window.
type WindowSearch = fn(&mut Desk<'_, SyntheticTree, ()>, i32, i32, i32) -> i32;

#[test]
fn fail_soft_values_are_the_value_or_a_bound_on_it() {
    let searches: [(&str, WindowSearch); 4] = [
        ("alpha-beta", |desk, alpha, beta, depth| algorithms::alpha_beta(desk, alpha, beta, depth)),
        ("pvs", |desk, alpha, beta, depth| algorithms::pvs(desk, alpha, beta, depth)),
        ("mws", |desk, alpha, beta, depth| algorithms::pvs_over_mws(desk, alpha, beta, depth)),
        ("nws", |desk, alpha, beta, depth| algorithms::nws(desk, depth, alpha, beta)),
    ];
    let settings: Settings = "table=256,exact-height".parse().expect("settings");
    for seed in 0..500_i32 {
        let mut tree = SyntheticTree::random(3, 4, seed as u64).with_spread(20);
        let value = search(&mut tree, Algorithm::Minimax, &Settings::default(), 4, &mut ()).value;
        let (alpha, beta) = (seed % 37 - 18, seed % 37 - 17 + seed % 5);
        for (name, run) in searches {
            let mut nobody = ();
            let mut desk = Desk::new(&mut tree, &settings, &mut nobody);
            let found = run(&mut desk, alpha, beta, 4);
            let right = match found {
                found if found <= alpha => value <= found,
                found if found >= beta => value >= found,
                found => value == found,
            };
            assert!(right, "{name} says {found} in ({alpha}, {beta}), the value is {value}");
        }
    }
}
