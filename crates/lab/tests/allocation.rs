//! The searches that experiments run take no memory from the heap node by node.

use quevedo_lab::{Algorithm, ChessTree, Judge, Settings, search};
use quevedo_rules::Board;
use quevedo_testkit::allocations::{self, CountingAllocator};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn deeper_searches_allocate_hardly_more() {
    let fen = "2r2rk1/1b2bppp/pq2pn2/1p6/3NP3/P1N1BP2/1PQ3PP/R2R2K1 b - - 0 17";
    let board = Board::from_fen(fen).expect("legal");
    let run = |switches: &str, depth| {
        let settings: Settings = switches.parse().expect("settings");
        let mut tree = ChessTree::new(&board, Judge::Shannon);
        let (count, found) =
            allocations::during(|| search(&mut tree, Algorithm::Pvs, &settings, depth, &mut ()));
        (count, found.counts.nodes())
    };
    for switches in [
        "",
        "captures-first,quiescence=full",
        "deepening,captures-first,killers,history,table=4096,refutation,root-order,null=verified,quiescence=captures",
    ] {
        let (shallow, few) = run(switches, 2);
        let (deep, many) = run(switches, 4);
        assert!(many > few + 2_000, "{switches}: {few} and {many} nodes");
        assert!(deep < shallow + 500, "{switches}: {shallow} allocations for {few} nodes, {deep} for {many}");
        assert!(shallow > 0, "the counter counts");
    }
}
