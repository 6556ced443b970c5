//! What an engine says while it searches. That every line is well formed and legal is checked with every search.

use quevedo_rules::Move;

use super::Checked;
use crate::compliance::Complaint;
use crate::compliance::conversation::Conversation;

pub(super) fn info(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/4k3/8/4P3/4K3/8/8 b - - 4 60",
    ] {
        let search = engine.search_fen(fen, "go depth 7")?;
        if search.last_exact().is_none_or(|info| info.line.is_empty()) {
            return Err(Complaint::fail(format!("no score with a line, in {fen}")));
        }
    }
    Ok(())
}

pub(super) fn multi_pv(engine: &mut Conversation) -> Checked {
    engine.greet_wanting("MultiPV")?;
    engine.say("setoption name MultiPV value 3")?;
    let board = engine.position("e2e4")?;
    let search = engine.search(&board, "go depth 5")?;
    let mut first: [Option<Move>; 3] = [None; 3];
    for info in &search.infos {
        let place = info.rank.and_then(|rank| first.get_mut(rank.checked_sub(1)? as usize));
        if let (Some(place), Some(&mv)) = (place, info.line.first()) {
            *place = Some(mv);
        }
    }
    match first {
        [Some(a), Some(b), Some(c)] if a != b && b != c && a != c => Ok(()),
        _ => Err(Complaint::fail("MultiPV is 3, but there are no three lines with different first moves")),
    }
}

pub(super) fn mate_line(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    for fen in ["7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1"] {
        engine.search_fen(fen, "go depth 10")?.check_mate_line()?;
    }
    Ok(())
}

pub(super) fn mated_line(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    engine.search_fen("7k/R7/8/8/8/8/8/1R4K1 b - - 0 1", "go depth 10")?.check_mate_line()
}

pub(super) fn wdl(engine: &mut Conversation) -> Checked {
    engine.greet_wanting("UCI_ShowWDL")?;
    let board = engine.position("")?;
    engine.say("setoption name UCI_ShowWDL value true")?;
    let shown = engine.search(&board, "go depth 6")?;
    if shown.infos.iter().all(|info| info.wdl.is_none()) {
        return Err(Complaint::fail("UCI_ShowWDL is on, but there is no wdl"));
    }
    for wdl in shown.infos.iter().filter_map(|info| info.wdl) {
        let sum: u64 = wdl.iter().map(|&part| u64::from(part)).sum();
        if sum != 1000 {
            return Err(Complaint::fail(format!("wdl {wdl:?} sums to {sum}, expected 1000")));
        }
    }
    engine.say("setoption name UCI_ShowWDL value false")?;
    let hidden = engine.search(&board, "go depth 6")?;
    if hidden.infos.iter().any(|info| info.wdl.is_some()) {
        return Err(Complaint::fail("UCI_ShowWDL is off, but there is wdl"));
    }
    Ok(())
}
