//! Reductions reckoned by hand, and each extension with its conditions just met and just missed.

use quevedo_value::Bound::{Exact, Lower, Upper};
use quevedo_value::{Ply, Score};

use super::*;
use crate::heuristic::{HeuristicSet, Play, Tunable};
use crate::node::samples::{capture, entry, mv, node, pv_node, quiet};
use crate::params::Params;
use crate::table::Entry;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn simple(change: impl FnOnce(&mut Params)) -> Tunable {
    let mut lab = Tunable::default();
    change(&mut lab.params);
    lab
}

fn without(lab: &Tunable, heuristic: Heuristic) -> Tunable {
    Tunable { heuristics: HeuristicSet::ALL.without(heuristic), ..lab.clone() }
}

/// Three plies everywhere, and nothing that adds or takes away.
fn flat() -> Tunable {
    simple(|q| {
        (q.lmr_depth, q.lmr_base, q.lmr_divisor) = (2, 3 * PLY, i32::MAX);
        (q.lmr_pv, q.lmr_root, q.lmr_cut_node, q.lmr_not_improving) = (0, 0, 0, 0);
        (q.lmr_refutation, q.lmr_check, q.lmr_table_capture, q.lmr_cutoffs) = (0, 0, 0, 0);
        (q.lmr_history, q.lmr_capture_history, q.lmr_capture_divisor) = (1_000, 1_000, 3);
        q.lmr_cutoffs_many = 3;
    })
}

fn reduced(lab: &Tunable, n: &Node, m: &MoveFacts, cutoffs: u32) -> i32 {
    late_move_reduction(lab, &ReductionTable::new(lab), n, m, cutoffs)
}

#[test]
fn the_table_grows_with_the_logarithms_of_both() {
    let lab = simple(|q| (q.lmr_base, q.lmr_divisor) = (512, 2048));
    let table = ReductionTable::new(&lab);
    // 512 + 1024 * ln(depth) * ln(number) * 1024 / 2048
    assert_eq!(table.get(Depth(1), 1), 512);
    assert_eq!(table.get(Depth(8), 8), 512 + 2213);
    assert_eq!(table.get(Depth(20), 10), 512 + 3531);
    assert_eq!(table.get(Depth(10), 20), 512 + 3531);
    assert_eq!((table.get(Depth(0), 5), table.get(Depth(5), 0)), (0, 0));
    assert_eq!(table.get(Depth(90), 90), table.get(Depth(63), 63));
    assert_eq!(table.get(Depth(-4), 7), 0);
    assert_eq!(table.estimate(Depth(8), 8), 2, "whole plies");
    assert_eq!(format!("{table:?}"), "ReductionTable");
}

#[test]
fn first_moves_and_shallow_nodes_are_not_reduced() {
    let lab = flat();
    assert_eq!(reduced(&lab, &node(9), &quiet(2, 5), 0), 3);
    assert_eq!(reduced(&lab, &node(9), &quiet(1, 5), 0), 0);
    assert_eq!(reduced(&lab, &pv_node(9), &quiet(2, 5), 0), 0, "one more in a principal variation");
    assert_eq!(reduced(&lab, &pv_node(9), &quiet(3, 5), 0), 3);
    assert_eq!(reduced(&lab, &node(2), &quiet(2, 5), 0), 3);
    assert_eq!(reduced(&lab, &node(1), &quiet(2, 5), 0), 0);
    assert_eq!(reduced(&without(&lab, Heuristic::LateMoveReduction), &node(9), &quiet(9, 5), 0), 0);
}

#[test]
fn every_fact_changes_the_reduction_by_its_own_amount() {
    let (n, m) = (node(9), quiet(5, 5));
    let with = |change: fn(&mut Params), n: &Node, m: &MoveFacts, cutoffs| {
        let mut lab = flat();
        change(&mut lab.params);
        reduced(&lab, n, m, cutoffs)
    };
    let improving = Node { improving: true, ..n };
    assert_eq!(with(|q| q.lmr_pv = PLY, &Node { was_pv: true, ..n }, &m, 0), 2);
    assert_eq!(with(|q| q.lmr_pv = PLY, &n, &m, 0), 3);
    assert_eq!(with(|q| q.lmr_root = PLY, &Node { ply: Ply::ROOT, ..n }, &m, 0), 2);
    assert_eq!(with(|q| q.lmr_root = PLY, &n, &m, 0), 3);
    assert_eq!(with(|q| q.lmr_cut_node = PLY, &Node { cut: true, ..n }, &m, 0), 4);
    assert_eq!(with(|q| q.lmr_cut_node = PLY, &n, &m, 0), 3);
    assert_eq!(with(|q| q.lmr_not_improving = PLY, &n, &m, 0), 4);
    assert_eq!(with(|q| q.lmr_not_improving = PLY, &improving, &m, 0), 3);
    let refutation = MoveFacts { refutation: true, ..m };
    assert_eq!(with(|q| q.lmr_refutation = PLY, &n, &refutation, 0), 2);
    assert_eq!(with(|q| q.lmr_refutation = PLY, &n, &m, 0), 3);
    let check = MoveFacts { gives_check: true, ..m };
    assert_eq!(with(|q| q.lmr_check = PLY, &n, &check, 0), 2);
    assert_eq!(with(|q| q.lmr_check = PLY, &n, &m, 0), 3);
    let after_capture = Node { table_move: Some(capture(1, 1).mv), ..n };
    let after_quiet = Node { table_move: Some(m.mv), ..n };
    assert_eq!(with(|q| q.lmr_table_capture = PLY, &after_capture, &m, 0), 4);
    assert_eq!(with(|q| q.lmr_table_capture = PLY, &after_quiet, &m, 0), 3);
    assert_eq!(with(|q| q.lmr_table_capture = PLY, &n, &m, 0), 3);
    assert_eq!(with(|q| q.lmr_cutoffs = PLY, &n, &m, 4), 4);
    assert_eq!(with(|q| q.lmr_cutoffs = PLY, &n, &m, 3), 3);
}

#[test]
fn a_good_record_takes_a_ply_off() {
    let lab = flat();
    let quiet_with = |history| MoveFacts { history, ..quiet(5, 5) };
    assert_eq!([0, 1_000, 2_000, -2_000].map(|it| reduced(&lab, &node(9), &quiet_with(it), 0)), [3, 2, 1, 5]);
    // Captures are reduced by a third here, before their record counts.
    let capture_with = |history| MoveFacts { history, ..capture(5, 5) };
    assert_eq!([0, 1_000, -2_000].map(|it| reduced(&lab, &node(9), &capture_with(it), 0)), [1, 0, 3]);
}

#[test]
fn nodes_without_a_move_are_searched_less_deep() {
    let lab = simple(|q| q.iir_depth = 4);
    let cut = Node { cut: true, ..node(4) };
    assert_eq!(internal_reduction(&lab, &cut), 1);
    assert_eq!(internal_reduction(&lab, &pv_node(4)), 1);
    assert_eq!(internal_reduction(&lab, &node(4)), 0, "neither expected to cut nor on the line");
    assert_eq!(internal_reduction(&lab, &Node { depth: Depth(3), ..cut }), 0);
    let known = Some(mv(START, "e2e4"));
    assert_eq!(internal_reduction(&lab, &Node { table_move: known, ..cut }), 0);
    assert_eq!(internal_reduction(&lab, &Node { excluded: known, ..cut }), 0);
    assert_eq!(internal_reduction(&without(&lab, Heuristic::InternalReduction), &cut), 0);
}

#[test]
fn checks_are_extended_near_the_leaves() {
    let lab = simple(|q| q.check_extension_depth = 6);
    assert!(check_extends(&lab, &node(6)) && !check_extends(&lab, &node(7)));
    assert!(!check_extends(&without(&lab, Heuristic::CheckExtension), &node(6)));
}

#[test]
fn recaptures_are_extended_in_principal_variations() {
    let lab = simple(|q| q.recapture_extension_depth = 6);
    let (n, m) = (pv_node(6), capture(2, 5));
    let there = Some(m.mv.to());
    assert!(recapture_extends(&lab, &n, there, &m));
    assert!(!recapture_extends(&lab, &n, None, &m));
    assert!(!recapture_extends(&lab, &n, Some(m.mv.from()), &m));
    assert!(!recapture_extends(&lab, &node(6), there, &m));
    assert!(!recapture_extends(&lab, &pv_node(7), there, &m));
    assert!(!recapture_extends(&lab, &Node { ply: Ply::ROOT, ..n }, there, &m));
    assert!(!recapture_extends(&lab, &n, there, &MoveFacts { quiet: true, ..m }));
    assert!(!recapture_extends(&without(&lab, Heuristic::RecaptureExtension), &n, there, &m));
}

#[test]
fn a_move_may_be_singular_if_the_table_knows_it_well() {
    let lab = simple(|q| (q.singular_depth, q.singular_table_depth) = (6, 3));
    let with = |score, bound, depth| Node { entry: Some(entry(score, bound, depth)), ..node(8) };
    let n = with(50, Lower, 5);
    assert!(may_be_singular(&lab, &n) && may_be_singular(&lab, &with(50, Exact, 5)));
    assert!(!may_be_singular(&lab, &with(50, Upper, 5)));
    assert!(!may_be_singular(&lab, &with(50, Lower, 4)), "too shallow");
    assert!(!may_be_singular(&lab, &node(8)));
    let mate = Entry { score: Score::mate_in(Ply::new(7)), ..entry(0, Lower, 8) };
    assert!(!may_be_singular(&lab, &Node { entry: Some(mate), ..n }));
    assert!(may_be_singular(&lab, &Node { depth: Depth(6), ..n }));
    assert!(!may_be_singular(&lab, &Node { depth: Depth(5), ..n }));
    assert!(!may_be_singular(&lab, &Node { ply: Ply::ROOT, ..n }));
    assert!(!may_be_singular(&lab, &Node { excluded: Some(mv(START, "e2e4")), ..n }));
    assert!(!may_be_singular(&without(&lab, Heuristic::SingularExtension), &n));
}

#[test]
fn the_player_reduces_late_moves() {
    let late = late_move_reduction(&Play, &ReductionTable::new(&Play), &node(12), &quiet(30, 6), 0);
    assert!((3..12).contains(&late), "{late}");
}
