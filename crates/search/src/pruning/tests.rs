//! Each rule with facts to which it just applies, and with each of its conditions just missed.

use quevedo_value::Bound::{Exact, Lower, Upper};
use quevedo_value::Ply;

use super::*;
use crate::heuristic::{HeuristicSet, Play, Tunable};
use crate::node::Window;
use crate::node::samples::{capture, entry, mv, node, pv_node, quiet};
use crate::params::Params;
use crate::table::Entry;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// All rules with numbers that can be reckoned in the head.
fn simple(change: impl FnOnce(&mut Params)) -> Tunable {
    let mut lab = Tunable::default();
    change(&mut lab.params);
    lab
}

fn without(lab: &Tunable, heuristic: Heuristic) -> Tunable {
    Tunable { heuristics: HeuristicSet::ALL.without(heuristic), ..lab.clone() }
}

fn won() -> Score {
    Score::mate_in(Ply::new(9))
}

fn lost() -> Score {
    Score::mated_in(Ply::new(8))
}

fn below(n: Node, beta: Score) -> Node {
    Node { window: Window::null(beta), ..n }
}

fn excluding(n: Node) -> Node {
    Node { excluded: Some(mv(START, "e2e4")), ..n }
}

#[test]
fn the_table_settles_what_it_knows_deeply_enough() {
    let lab = simple(|q| q.table_halfmoves = 90);
    let with = |score, bound, depth| Node { entry: Some(entry(score, bound, depth)), ..node(5) };
    let cutoff = |n: &Node| table_cutoff(&lab, n, 0);
    // Beta is 0: a lower bound from there on, an upper bound below.
    assert_eq!(cutoff(&with(0, Lower, 5)), Some(Score::DRAW));
    assert_eq!(cutoff(&with(30, Lower, 9)), Some(Score::cp(30)));
    assert_eq!(cutoff(&with(-1, Upper, 5)), Some(Score::cp(-1)));
    assert_eq!(cutoff(&with(-30, Exact, 5)), Some(Score::cp(-30)));
    assert_eq!(cutoff(&with(-1, Lower, 5)), None, "more than -1 may be 0");
    assert_eq!(cutoff(&with(0, Upper, 5)), None, "less than 0 may be -1");
    assert_eq!(cutoff(&with(0, Lower, 4)), None, "not deep enough");
    assert_eq!(cutoff(&node(5)), None, "nothing known");
    let only_evaluated = Entry { bound: None, ..entry(0, Exact, 5) };
    assert_eq!(cutoff(&Node { entry: Some(only_evaluated), ..node(5) }), None);
    assert_eq!(cutoff(&excluding(with(0, Lower, 5))), None);
    assert_eq!(cutoff(&Node { pv: true, ..with(0, Lower, 5) }), None);
    assert_eq!(table_cutoff(&lab, &with(0, Lower, 5), 89), Some(Score::DRAW));
    assert_eq!(table_cutoff(&lab, &with(0, Lower, 5), 90), None, "too close to the fifty-move rule");
    assert_eq!(table_cutoff(&without(&lab, Heuristic::TableCutoff), &with(0, Lower, 5), 0), None);
}

#[test]
fn only_hopeless_nodes_near_the_leaves_are_razored() {
    let lab = simple(|q| (q.razor_depth, q.razor_base, q.razor_slope) = (3, 200, 100));
    // Alpha is 1000; two plies need 200 + 2 * 100 below it.
    let hopeless = Node { eval: Score::cp(600), ..below(node(2), Score::cp(1001)) };
    assert!(razors(&lab, &hopeless));
    assert!(!razors(&lab, &Node { eval: Score::cp(601), ..hopeless }));
    assert!(razors(&lab, &Node { depth: Depth(3), eval: Score::cp(500), ..hopeless }));
    assert!(!razors(&lab, &Node { depth: Depth(3), eval: Score::cp(501), ..hopeless }));
    assert!(!razors(&lab, &Node { depth: Depth(4), eval: Score::cp(-9_000), ..hopeless }));
    assert!(!razors(&lab, &Node { pv: true, ..hopeless }));
    assert!(!razors(&lab, &Node { in_check: true, ..hopeless }));
    assert!(!razors(&lab, &excluding(hopeless)));
    assert!(!razors(&lab, &below(hopeless, won())), "a mate is asked for");
    assert!(!razors(&without(&lab, Heuristic::Razoring), &hopeless));
}

#[test]
fn nodes_far_above_beta_are_taken_as_won() {
    let lab = simple(|q| {
        (q.reverse_futility_depth, q.reverse_futility_slope, q.reverse_futility_improving) = (5, 100, 60);
    });
    // Beta is 0; two plies need 200 above it, 140 if the position improves.
    let good = Node { eval: Score::cp(200), ..node(2) };
    assert_eq!(reverse_futility(&lab, &good), Some(Score::cp(100)), "half-way between both");
    assert_eq!(reverse_futility(&lab, &Node { eval: Score::cp(199), ..good }), None);
    let improving = |eval| Node { improving: true, eval: Score::cp(eval), ..good };
    assert_eq!(reverse_futility(&lab, &improving(140)), Some(Score::cp(70)));
    assert_eq!(reverse_futility(&lab, &improving(139)), None);
    assert_eq!(
        reverse_futility(&lab, &Node { depth: Depth(5), eval: Score::cp(500), ..good }),
        Some(Score::cp(250))
    );
    assert_eq!(reverse_futility(&lab, &Node { depth: Depth(6), eval: Score::cp(9_000), ..good }), None);
    // No margin below zero, no score below beta.
    let generous = simple(|q| (q.reverse_futility_slope, q.reverse_futility_improving) = (30, 150));
    assert_eq!(reverse_futility(&generous, &improving(0)), Some(Score::DRAW));
    assert_eq!(reverse_futility(&generous, &improving(-1)), None);
    assert_eq!(reverse_futility(&lab, &Node { was_pv: true, ..good }), None);
    assert_eq!(reverse_futility(&lab, &Node { in_check: true, ..good }), None);
    assert_eq!(reverse_futility(&lab, &excluding(good)), None);
    assert_eq!(reverse_futility(&lab, &below(good, lost())), None, "a loss must be searched");
    assert_eq!(reverse_futility(&lab, &Node { eval: won(), ..good }), None, "no evaluation proves a mate");
    assert_eq!(reverse_futility(&without(&lab, Heuristic::ReverseFutility), &good), None);
}

#[test]
fn passing_is_tried_where_it_can_prove_something() {
    let lab = simple(|q| {
        (q.null_depth, q.null_base, q.null_divisor) = (3, 4, 5);
        (q.null_eval_divisor, q.null_eval_most) = (200, 3);
        (q.null_slack, q.null_margin) = (10, 100);
    });
    let reduction = |n: &Node| null_move_reduction(&lab, n).map(Depth::plies);
    // At depth 10: 100 of margin less 10 * 10 of slack.
    let good = Node { eval: Score::DRAW, ..node(10) };
    assert_eq!(reduction(&good), Some(4 + 10 / 5));
    assert_eq!(reduction(&Node { eval: Score::cp(-1), ..good }), None, "below beta");
    assert_eq!(reduction(&Node { eval: Score::cp(199), ..good }), Some(6));
    assert_eq!(reduction(&Node { eval: Score::cp(200), ..good }), Some(7));
    assert_eq!(
        reduction(&Node { eval: Score::cp(5_000), ..good }),
        Some(9),
        "at most three for the evaluation"
    );
    // At depth 4 the slack is 40.
    assert_eq!(reduction(&Node { depth: Depth(4), eval: Score::cp(60), ..good }), Some(4));
    assert_eq!(reduction(&Node { depth: Depth(4), eval: Score::cp(59), ..good }), None);
    assert_eq!(reduction(&Node { depth: Depth(3), eval: Score::cp(90), ..good }), Some(4));
    assert_eq!(reduction(&Node { depth: Depth(2), eval: Score::cp(900), ..good }), None);
    assert_eq!(reduction(&Node { pv: true, ..good }), None);
    assert_eq!(reduction(&Node { in_check: true, ..good }), None);
    assert_eq!(reduction(&Node { has_pieces: false, ..good }), None, "zugzwang");
    assert_eq!(reduction(&excluding(good)), None);
    assert_eq!(reduction(&below(good, lost())), None);
    assert_eq!(null_move_reduction(&without(&lab, Heuristic::NullMove), &good), None);
    // The table may know that beta is out of reach.
    let with = |score, bound| Node { entry: Some(entry(score, bound, 1)), ..good };
    assert_eq!(reduction(&with(-1, Upper)), None);
    assert_eq!(reduction(&with(-1, Exact)), None);
    assert_eq!(reduction(&with(-1, Lower)), Some(6));
    assert_eq!(reduction(&with(0, Upper)), Some(6));
}

#[test]
fn probcut_wants_more_than_beta() {
    let lab = simple(|q| {
        (q.probcut_depth, q.probcut_margin, q.probcut_improving, q.probcut_table_depth) = (5, 200, 50, 3);
    });
    let beta = |n: &Node| probcut_beta(&lab, n).map(Score::raw);
    let plain = node(5);
    assert_eq!(beta(&plain), Some(200));
    assert_eq!(beta(&Node { improving: true, ..plain }), Some(150));
    assert_eq!(beta(&below(plain, Score::cp(70))), Some(270));
    assert_eq!(beta(&node(4)), None);
    assert_eq!(beta(&Node { pv: true, ..plain }), None);
    assert_eq!(beta(&Node { in_check: true, ..plain }), None);
    assert_eq!(beta(&excluding(plain)), None);
    assert_eq!(beta(&below(plain, won())), None);
    assert_eq!(probcut_beta(&without(&lab, Heuristic::ProbCut), &plain), None);
    // An entry from two plies on that does not reach the raised beta speaks against it.
    let with = |score, depth| Node { entry: Some(entry(score, Lower, depth)), ..plain };
    assert_eq!(beta(&with(199, 2)), None);
    assert_eq!(beta(&with(200, 2)), Some(200));
    assert_eq!(beta(&with(199, 1)), Some(200), "not deep enough to speak");
    let only_evaluated = Entry { bound: None, ..entry(0, Exact, 5) };
    assert_eq!(beta(&Node { entry: Some(only_evaluated), ..plain }), Some(200));
}

#[test]
fn late_moves_are_left_out_but_in_principal_variations() {
    let lab = simple(|q| (q.lmp_base, q.lmp_slope, q.lmp_not_improving) = (6, 2048, 2));
    // At depth 3: (6 + 2 * 9) / 2 moves, twice as many if the position improves.
    assert!(!late_move_pruning(&lab, &node(3), &quiet(12, 1)));
    assert!(late_move_pruning(&lab, &node(3), &quiet(13, 1)));
    let improving = Node { improving: true, ..node(3) };
    assert!(!late_move_pruning(&lab, &improving, &quiet(24, 1)));
    assert!(late_move_pruning(&lab, &improving, &quiet(25, 1)));
    assert!(!late_move_pruning(&lab, &Node { pv: true, ..node(3) }, &quiet(99, 1)));
    let strict = simple(|q| (q.lmp_base, q.lmp_slope) = (1, 300));
    assert!(!late_move_pruning(&strict, &node(1), &quiet(1, 1)), "the first move is always searched");
    assert!(!late_move_pruning(&without(&lab, Heuristic::LateMovePruning), &node(3), &quiet(99, 1)));
}

#[test]
fn quiet_moves_far_from_alpha_are_futile() {
    let lab = simple(|q| {
        (q.futility_depth, q.futility_base, q.futility_slope, q.futility_history) = (4, 100, 50, 100);
    });
    // Alpha is 999; two plies add 200 to the evaluation.
    let n = |eval| Node { eval: Score::cp(eval), ..below(node(6), Score::cp(1000)) };
    assert!(futility(&lab, &n(799), &quiet(5, 2)));
    assert!(!futility(&lab, &n(800), &quiet(5, 2)));
    assert!(futility(&lab, &n(699), &quiet(5, 4)));
    assert!(!futility(&lab, &n(-9_000), &quiet(5, 5)));
    let good = MoveFacts { history: 1_000, ..quiet(5, 2) };
    assert!(futility(&lab, &n(789), &good) && !futility(&lab, &n(790), &good));
    assert!(!futility(&lab, &Node { in_check: true, ..n(0) }, &quiet(5, 2)));
    assert!(!futility(&without(&lab, Heuristic::Futility), &n(0), &quiet(5, 2)));
}

#[test]
fn moves_with_a_bad_record_are_left_out() {
    let lab = simple(|q| (q.history_prune_depth, q.history_prune_slope) = (3, -1_000));
    let m = |history, depth| MoveFacts { history, ..quiet(5, depth) };
    assert!(history_pruning(&lab, &m(-3_001, 2)) && !history_pruning(&lab, &m(-3_000, 2)));
    assert!(history_pruning(&lab, &m(-4_001, 3)) && !history_pruning(&lab, &m(-4_000, 3)));
    assert!(!history_pruning(&lab, &m(-30_000, 4)));
    assert!(!history_pruning(&without(&lab, Heuristic::HistoryPruning), &m(-30_000, 2)));
}

#[test]
fn what_a_move_may_lose_grows_with_the_depth() {
    let lab = simple(|q| (q.see_quiet_slope, q.see_capture_slope, q.see_capture_history) = (-20, -100, 50));
    assert_eq!(exchange_allowance(&lab, &node(6), &quiet(5, 3)), Some(-180));
    assert_eq!(exchange_allowance(&lab, &node(6), &quiet(5, -3)), Some(0));
    assert_eq!(exchange_allowance(&lab, &node(6), &capture(5, 3)), Some(-600));
    let good = MoveFacts { history: 1_000, ..capture(5, 3) };
    assert_eq!(exchange_allowance(&lab, &node(6), &good), Some(-620));
    assert_eq!(exchange_allowance(&without(&lab, Heuristic::SeePruning), &node(6), &good), None);
}

#[test]
fn captures_that_cannot_reach_alpha_are_left_out_in_quiescence() {
    let lab = simple(|q| (q.delta_margin, q.delta_gain) = (100, 200));
    let fen = "6k1/P1p5/3Q4/4p3/5P2/8/8/6K1 w - - 0 1";
    let white = Board::from_fen(fen).expect("a position");
    let pawn = EXCHANGE_VALUES[Piece::Pawn.index()];
    let takes = mv(fen, "f4e5");
    let alpha = Score::cp(1_000);
    let short_of = |by: i32| alpha - 2 * pawn - by;
    assert!(delta_pruned(&lab, &white, short_of(100), alpha, takes));
    assert!(!delta_pruned(&lab, &white, short_of(99), alpha, takes));
    // What takes nothing gains nothing, and a promotion is no capture to be reckoned so.
    assert!(delta_pruned(&lab, &white, alpha - 100, alpha, mv(fen, "d6d7")));
    assert!(!delta_pruned(&lab, &white, alpha - 99, alpha, mv(fen, "d6d7")));
    assert!(!delta_pruned(&lab, &white, alpha - 9_000, alpha, mv(fen, "a7a8q")));
    assert!(!delta_pruned(&without(&lab, Heuristic::DeltaPruning), &white, short_of(900), alpha, takes));
}

/// An evaluation can fall by more than the exchange value of what is lost, and rises by as much
/// when it is taken back.
#[test]
fn a_queen_is_taken_back_though_the_evaluation_has_fallen_by_more() {
    let board = Board::from_fen("6k1/2p5/3Q4/8/8/8/8/6K1 b - - 0 1").expect("a position");
    let mv = board.parse_uci("c7d6").expect("a legal move");
    let (queen, alpha) = (EXCHANGE_VALUES[Piece::Queen.index()], Score::DRAW);
    assert!(!delta_pruned(&Play, &board, alpha - queen * 3 / 2, alpha, mv));
    assert!(delta_pruned(&Play, &board, alpha - queen * 3, alpha, mv));
}

#[test]
fn king_and_pawns_are_no_pieces() {
    let board = Board::from_fen("4k1n1/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a position");
    assert!(!has_pieces(&board, Color::White) && has_pieces(&board, Color::Black));
}

#[test]
fn evaluations_fade_towards_the_fifty_move_rule() {
    let lab = simple(|q| q.damping_halfmoves = 200);
    assert_eq!([0, 50, 100, 150].map(|clock| damped(&lab, 400, clock)), [400, 300, 200, 200]);
    assert_eq!(damped(&without(&lab, Heuristic::FiftyMoveDamping), 400, 50), 400);
}

/// The numbers of the player are such that the rules do something.
#[test]
fn the_player_prunes() {
    let hopeless = Node { eval: Score::cp(-2_000), ..node(1) };
    let good = Node { eval: Score::cp(2_000), ..node(6) };
    assert!(razors(&Play, &hopeless) && !razors(&Play, &pv_node(1)));
    assert!(reverse_futility(&Play, &good).is_some() && null_move_reduction(&Play, &good).is_some());
    assert!(probcut_beta(&Play, &good).is_some());
    assert!(late_move_pruning(&Play, &hopeless, &quiet(60, 1)) && futility(&Play, &hopeless, &quiet(2, 1)));
}
