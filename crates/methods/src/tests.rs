//! All methods against all defences, and the quick verifier against an obvious one.

use crate::proof::{FAILS, MethodProof};
use crate::scene::Side;
use crate::{Ground, Language, METHODS, Method, MethodReport, find};

fn report(id: &str) -> MethodReport {
    MethodReport::of(&Ground::new(find(id).expect("a method")), Language::English)
}

#[test]
fn rook_and_queen_mate_from_everywhere() {
    let rook = report("KRK");
    assert_eq!((rook.won, rook.failures, rook.longest, rook.best_longest), (21_959, 0, 31, 16), "{rook:#?}");
    assert!(rook.parts.iter().all(|part| part.uses > 0), "a rule that is never used: {rook:#?}");
    let queen = report("KQK");
    assert_eq!((queen.won, queen.failures, queen.longest, queen.best_longest), (18_081, 0, 18, 10), "{queen:#?}");
    assert!(queen.parts.iter().all(|part| part.uses > 0), "a rule that is never used: {queen:#?}");
}

#[test]
fn print_all() {
    for id in ["KRK", "KQK", "KPK", "TORRES"] {
        println!("{:#?}", report(id));
    }
    for id in ["KBBK", "KBNK"] {
        let time = std::time::Instant::now();
        println!("{:#?} {:?}", report(id), time.elapsed());
    }
}
