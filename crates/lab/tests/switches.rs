//! Every switch does what it says, and everything that happens is counted and told.

use quevedo_lab::{
    Algorithm, ChessTree, Counts, GameTree, Judge, MATE, Observer, Reason, Settings, Skip, Step,
    SyntheticTree, Visit, search,
};
use quevedo_rules::{Board, Move};

/// Middlegame positions with something to do for every switch.
const POSITIONS: [&str; 4] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 5 8",
    "2r2rk1/1b2bppp/pq2pn2/1p6/3NP3/P1N1BP2/1PQ3PP/R2R2K1 b - - 0 17",
    "8/1p3pk1/p2p2p1/P2Pr2p/1P2P2P/3K2P1/8/3R4 w - - 0 40",
];

fn settings(text: &str) -> Settings {
    text.parse().expect("settings")
}

fn total(algorithm: Algorithm, switches: &str, depth: i32) -> Counts {
    let mut counts = Counts::default();
    for fen in POSITIONS {
        let board = Board::from_fen(fen).expect("legal");
        let mut tree = ChessTree::new(&board, Judge::classical());
        counts += search(&mut tree, algorithm, &settings(switches), depth, &mut ()).counts;
    }
    counts
}

/// Keeps account of what it is told.
#[derive(Default)]
struct Account {
    entered: u64,
    open: Vec<(i32, i32)>,
    skipped: u64,
    nulls: u64,
    last: Option<(i32, Reason)>,
}

impl<M> Observer<M> for Account {
    fn enter(&mut self, visit: &Visit<M>) {
        self.entered += 1;
        self.nulls += u64::from(matches!(visit.step, Step::Null));
        // The test for a singular move enters its node again.
        assert!(visit.ply <= self.open.len(), "a node is entered from its parent");
        assert_eq!(visit.ply == 0, matches!(visit.step, Step::Root));
        assert!(visit.alpha < visit.beta);
        self.open.push((visit.alpha, visit.beta));
    }

    fn leave(&mut self, value: i32, reason: Reason) {
        self.open.pop().expect("left as often as entered");
        self.last = Some((value, reason));
    }

    fn skip(&mut self, _: M, why: Skip) {
        assert!(!self.open.is_empty());
        self.skipped += u64::from(why != Skip::CutOff);
    }
}

fn watched<T: GameTree>(tree: &mut T, algorithm: Algorithm, switches: &str, depth: i32) {
    let mut account = Account::default();
    let found = search(tree, algorithm, &settings(switches), depth, &mut account);
    assert!(account.open.is_empty());
    assert_eq!(account.entered, found.counts.nodes(), "{algorithm} with {switches}");
    assert_eq!(account.skipped, found.counts.pruned, "{algorithm} with {switches}");
    assert_eq!(account.last.expect("the root is left").0, found.value, "{algorithm} with {switches}");
    assert_eq!(tree.ply(), 0);
}

#[test]
fn watchers_hear_of_every_node() {
    for algorithm in Algorithm::ALL {
        watched(&mut SyntheticTree::random(3, 4, 8), algorithm, "", 4);
        for switches in ["", "quiescence=full,analogies", "deepening,quiescence=null-move,table=512"] {
            let board = Board::from_fen(POSITIONS[3]).expect("legal");
            watched(&mut ChessTree::new(&board, Judge::Material), algorithm, switches, 2);
        }
    }
    for switches in [
        "null=verified,quiescence=captures,check-extension,recapture-extension,table=512,deepening,killers,history",
        "razoring,gamma,marginal",
        "n-best,refutation,root-order,deepening",
    ] {
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Aspiration, Algorithm::Pvs] {
            let board = Board::from_fen(POSITIONS[0]).expect("legal");
            watched(&mut ChessTree::new(&board, Judge::Shannon), algorithm, switches, 4);
        }
    }
    let board = Board::from_fen(POSITIONS[3]).expect("legal");
    let switches = "singular-extension,table=4096,deepening,captures-first";
    watched(&mut ChessTree::new(&board, Judge::Shannon), Algorithm::Pvs, switches, 6);
}

#[test]
fn each_memory_and_order_saves_nodes() {
    let base = "deepening,captures-first,quiescence=captures";
    let plain = total(Algorithm::Pvs, base, 4).nodes();
    for switch in ["killers", "history", "table=65536", "table=two-level:65536", "refutation", "root-order"] {
        let counts = total(Algorithm::Pvs, &format!("{base},{switch}"), 4);
        assert!(counts.nodes() < plain, "{switch}: {} of {plain} nodes", counts.nodes());
    }
    let table = total(Algorithm::Pvs, &format!("{base},table=64"), 4);
    assert!(table.table_probes > table.table_hits && table.table_hits > table.table_cutoffs);
    assert!(table.table_cutoffs > 0 && table.table_overwrites > 0);
    assert!(total(Algorithm::Pvs, &format!("{base},refutation"), 4).refutations > 0);
    let unordered = total(Algorithm::AlphaBeta, "", 3).nodes();
    assert!(total(Algorithm::AlphaBeta, "captures-first", 3).nodes() < unordered);
}

#[test]
fn null_moves_save_nodes() {
    let nodes = |null: &str| {
        let counts = total(
            Algorithm::Pvs,
            &format!("deepening,captures-first,history,quiescence=captures,null={null}"),
            5,
        );
        assert_eq!(counts.null_tries > 0, null != "off");
        assert!(counts.null_cuts <= counts.null_tries);
        counts.nodes()
    };
    let [off, one, two, three] = ["off", "1", "2", "3"].map(nodes);
    // R = 3 pays only in deeper searches than a test has time for.
    assert!(two < one && one < off && three < off, "{off} {one} {two} {three}");
    for kind in ["adaptive", "verified", "reduce-two", "reduce-one", "reduce-one-then-two"] {
        assert!(nodes(kind) < off, "{kind}");
    }
}

#[test]
fn forward_pruning_leaves_moves_out() {
    let base = "deepening,captures-first,quiescence=captures";
    let plain = total(Algorithm::Pvs, base, 4);
    assert_eq!(plain.pruned, 0);
    for switch in ["razoring", "marginal", "gamma", "n-best"] {
        let counts = total(Algorithm::Pvs, &format!("{base},{switch}"), 4);
        assert!(counts.pruned > 0, "{switch}");
        assert!(counts.nodes() < plain.nodes(), "{switch}: {} of {}", counts.nodes(), plain.nodes());
    }
}

#[test]
fn analogies_spare_captures_and_have_their_price() {
    let base = "captures-first,quiescence=captures";
    let plain = total(Algorithm::AlphaBeta, base, 3);
    let counts = total(Algorithm::AlphaBeta, &format!("{base},analogies"), 3);
    assert!(counts.quiescence < plain.quiescence, "{} of {}", counts.quiescence, plain.quiescence);
    assert!(counts.analogy_hits > counts.analogy_probes / 2, "most captures have been seen before");
    assert!(counts.analogy_nodes > 0 && counts.analogy_probes > counts.analogy_hits);
}

fn best(fen: &str, switches: &str, depth: i32) -> (i32, Option<String>) {
    let board = Board::from_fen(fen).expect("legal");
    let mut tree = ChessTree::new(&board, Judge::Material);
    let found = search(&mut tree, Algorithm::Pvs, &settings(switches), depth, &mut ());
    let name: Option<String> = found.line.first().map(|&mv: &Move| tree.name(mv));
    (found.value, name)
}

#[test]
fn check_extensions_see_further_along_checks() {
    // 1. Re8+ Rxe8 2. Rxe8#: three plies, and the mated king is on the horizon of a search of two.
    let fen = "3r2k1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - 0 1";
    assert!(best(fen, "", 2).0 < MATE / 2);
    let (value, mv) = best(fen, "check-extension=everywhere", 3);
    assert_eq!((value, mv.as_deref()), (MATE - 3, Some("Re8+")));
    assert_eq!(best(fen, "quiescence=checks", 1).0, MATE - 3, "so does a quiescence search that sees checks");
}

#[test]
fn extensions_are_counted() {
    let counts = |switch: &str| total(Algorithm::Pvs, &format!("deepening,captures-first,{switch}"), 5);
    assert_eq!(counts("table=65536").extensions, 0);
    for switch in ["check-extension=horizon", "check-extension=everywhere", "recapture-extension"] {
        assert!(counts(switch).extensions > 0, "{switch}");
    }
    assert!(counts("singular-extension,table=65536").extensions > 0);
}

#[test]
fn quiescence_variants_see_what_they_say() {
    // White to move stands on the horizon: the queen hangs.
    let hanging = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
    // A pawn that promotes on the next move.
    let promoting = "8/4P3/8/k7/8/8/8/4K3 w - - 0 1";
    let after_a_move = |fen: &str, variant: &str| best(fen, &format!("quiescence={variant}"), 2).0;
    let quiet = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(after_a_move(quiet, "full"), 0);
    assert_eq!(best(hanging, "quiescence=captures", 1).0, 100);
    // After 1. King moves, kings shuffle: only the variant with pawns sees the queen on the horizon.
    assert_eq!(best(promoting, "quiescence=captures", 1).0, 900);
    let far = "8/8/4P3/8/k7/8/8/4K3 w - - 0 1";
    assert_eq!(best(far, "quiescence=captures", 2).0, 100);
    assert_eq!(best(far, "quiescence=pawns", 2).0, 900);
    assert_eq!(best(far, "quiescence=full", 2).0, 900);
}

#[test]
fn a_search_that_is_stopped_gives_the_last_finished_iteration() {
    let board = Board::from_fen(POSITIONS[1]).expect("legal");
    let mut tree = ChessTree::new(&board, Judge::Material);
    let found = search(&mut tree, Algorithm::Pvs, &settings("deepening,nodes=20000"), 20, &mut ());
    assert!(!found.is_complete && !found.iterations.is_empty());
    let last = found.iterations.last().expect("one");
    assert_eq!((found.value, &found.line), (last.value, &last.line));
    assert_eq!(tree.ply(), 0);
    assert!(found.counts.nodes() < 100_000, "{}", found.counts.nodes());
    for algorithm in Algorithm::ALL {
        let found = search(&mut tree, algorithm, &settings("nodes=3000,null=2"), 9, &mut ());
        assert!(
            !found.is_complete && found.iterations.is_empty() && found.counts.nodes() < 50_000,
            "{algorithm}"
        );
    }
}
