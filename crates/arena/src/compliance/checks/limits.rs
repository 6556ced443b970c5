//! What ends a search.

use core::time::Duration;

use quevedo_value::Verdict;

use super::Checked;
use crate::compliance::Complaint;
use crate::compliance::conversation::{Conversation, board};

/// An open middlegame with tactics on both sides.
const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// White has one legal move.
const FORCED: &str = "7k/8/8/8/8/8/6q1/7K w - - 0 1";
/// White mates in one.
const MATE_IN_ONE: &str = "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1";

pub(super) fn depth(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    for moves in ["", "e2e4", "d2d4 g8f6 c2c4 e7e6"] {
        let board = engine.position(moves)?;
        engine.search(&board, "go depth 4")?;
    }
    engine.search_fen(MIDDLEGAME, "go depth 1")?;
    Ok(())
}

pub(super) fn nodes(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    for limit in ["go nodes 5000", "go nodes 1"] {
        engine.search_fen(MIDDLEGAME, limit)?;
    }
    Ok(())
}

pub(super) fn movetime(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    for limit in ["go movetime 200", "go movetime 1"] {
        engine.search_fen(MIDDLEGAME, limit)?;
    }
    Ok(())
}

pub(super) fn mate(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    let search = engine.search_fen(MATE_IN_ONE, "go mate 1")?;
    if search.played().is_ok()
        && !matches!(search.last_exact().and_then(|info| info.score), Some(Verdict::Mate(1)))
    {
        return Err(Complaint::fail("there is a mate in one, but the last score does not say so"));
    }
    Ok(())
}

pub(super) fn clock(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    for limit in [
        "go wtime 500 btime 500 winc 5 binc 5",
        "go movestogo 10 wtime 1000 btime 1000",
        "go binc 0 winc 0 btime 300000 wtime 300",
    ] {
        engine.search_fen(MIDDLEGAME, limit)?;
    }
    Ok(())
}

pub(super) fn one_clock(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    let white = engine.position("")?;
    engine.search(&white, "go wtime 100")?;
    let black = engine.position("e2e4")?;
    engine.search(&black, "go btime 100")?;
    Ok(())
}

pub(super) fn no_time(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    for limit in ["go wtime 1 btime 1", "go wtime 0 btime 1000", "go wtime -50 btime 1000 winc 10 binc 10"] {
        engine.search_fen(MIDDLEGAME, limit)?;
    }
    Ok(())
}

pub(super) fn search_moves(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    let board = engine.position("")?;
    for (order, allowed) in [
        ("go depth 3 searchmoves a2a3", &["a2a3"][..]),
        ("go depth 3 searchmoves h2h4", &["h2h4"]),
        ("go depth 3 searchmoves a2a3 h2h3", &["a2a3", "h2h3"]),
    ] {
        let search = engine.search(&board, order)?;
        if !allowed.contains(&search.written.as_str()) {
            return Err(Complaint::fail(format!("bestmove {} to \"{order}\"", search.written)));
        }
    }
    Ok(())
}

pub(super) fn infinite(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    for fen in [MATE_IN_ONE, FORCED] {
        engine.say(&format!("position fen {fen}"))?;
        engine.say("go infinite")?;
        engine.no("bestmove", "before stop")?;
        engine.say("stop")?;
        engine.best_move(&board(fen)?)?;
    }
    Ok(())
}

pub(super) fn ready_searching(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    let board = engine.position("")?;
    engine.say("go infinite")?;
    for _ in 0..3 {
        let meanwhile = engine.ready()?;
        if let Some(line) = meanwhile.iter().find(|line| line.starts_with("bestmove")) {
            return Err(Complaint::fail(format!("isready ended the search with \"{line}\"")));
        }
    }
    engine.say("stop")?;
    engine.best_move(&board)?;
    Ok(())
}

pub(super) fn stop(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    let board = engine.position("")?;
    for pause in [0, 1, 5, 20, 100, 0, 1] {
        engine.say("go infinite")?;
        std::thread::sleep(Duration::from_millis(pause));
        engine.say("stop")?;
        engine.best_move(&board)?;
    }
    Ok(())
}

pub(super) fn stop_idle(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    engine.say("stop")?;
    engine.say("ponderhit")?;
    engine.no("bestmove", "although there was no go")?;
    let board = engine.position("")?;
    engine.search(&board, "go depth 2")?;
    engine.say("stop")?;
    engine.say("ponderhit")?;
    engine.no("bestmove", "although the search had ended")
}

pub(super) fn ponder(engine: &mut Conversation) -> Checked {
    engine.greet_wanting("Ponder")?;
    engine.say("setoption name Ponder value true")?;
    for order in ["go ponder wtime 1000 btime 1000 winc 10 binc 10", "go ponder depth 2"] {
        let board = engine.position("e2e4 e7e5")?;
        engine.say(order)?;
        engine.no("bestmove", "before ponderhit")?;
        engine.say("ponderhit")?;
        engine.best_move(&board)?;
    }
    Ok(())
}

pub(super) fn ponder_stop(engine: &mut Conversation) -> Checked {
    engine.greet_wanting("Ponder")?;
    engine.say("setoption name Ponder value true")?;
    let board = engine.position("e2e4 e7e5")?;
    engine.say("go wtime 1000 btime 1000 ponder")?;
    engine.no("bestmove", "before stop")?;
    engine.say("stop")?;
    engine.best_move(&board)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use quevedo_rules::Board;

    use super::*;

    #[test]
    fn the_positions_are_what_they_are_said_to_be() {
        let board = |fen: &str| Board::from_fen(fen).expect("legal");
        assert!(board(MIDDLEGAME).has_legal_moves());
        assert_eq!(board(FORCED).count_legal_moves(), 1);
        let mate = board(MATE_IN_ONE);
        let mates = mate.legal_moves().into_iter().filter(|&mv| {
            let after = mate.play(mv);
            after.in_check() && !after.has_legal_moves()
        });
        assert!(mates.count() >= 1);
    }
}
