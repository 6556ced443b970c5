//! Positions of every kind.

use super::Checked;
use crate::compliance::Complaint;
use crate::compliance::conversation::{Conversation, board};

pub(super) fn mated_root(engine: &mut Conversation) -> Checked {
    no_move(engine, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
}

pub(super) fn stalemate_root(engine: &mut Conversation) -> Checked {
    no_move(engine, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
}

fn no_move(engine: &mut Conversation, fen: &str) -> Checked {
    engine.greet()?;
    engine.search_fen(fen, "go depth 3")?;
    engine.search_fen(fen, "go movetime 50")?;
    let board = engine.position("")?;
    engine.search(&board, "go depth 2")?;
    Ok(())
}

/// Positions with one interesting move each, which is the only one allowed: it must come back as it was written.
const MOVES: [(&str, &str); 5] = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"),
    ("7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q"),
    ("7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8n"),
];

/// The same in Chess960.
const MOVES_960: [(&str, &str); 4] = [
    (CASTLING_960, "e1h1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1"),
    ("1k6/8/8/8/8/8/8/R5KR w HA - 0 1", "g1h1"),
    ("1rk5/8/8/8/8/8/8/4K3 b b - 0 1", "c8b8"),
];

const CASTLING_960: &str = "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1";

pub(super) fn moves(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    let heeds = heeds_search_moves(engine)?;
    for (fen, mv) in MOVES {
        comes_back(engine, heeds, fen, mv, false)?;
    }
    let board = engine.position("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 e8g8")?;
    engine.search(&board, "go depth 3")?;
    Ok(())
}

/// Whether the engine lets itself be limited to some moves. Whoever does not has failed another check already.
fn heeds_search_moves(engine: &mut Conversation) -> Result<bool, Complaint> {
    let board = engine.position("")?;
    Ok(engine.search(&board, "go depth 2 searchmoves a2a3")?.written == "a2a3")
}

/// Asks for a move and looks how it is written. Engines that do not heed `searchmoves` may play another move, but must write
/// it well too.
fn comes_back(engine: &mut Conversation, heeds: bool, fen: &str, mv: &str, chess960: bool) -> Checked {
    let search = engine.search_fen(fen, &format!("go depth 2 searchmoves {mv}"))?;
    let (board, played) = (board(fen)?, search.played()?);
    let right = if chess960 { board.uci_chess960(played) } else { board.uci(played) }.to_string();
    if search.written != right {
        return Err(Complaint::fail(format!(
            "bestmove {} should be written {right}, in {fen}",
            search.written
        )));
    }
    if heeds && search.written != mv {
        return Err(Complaint::fail(format!(
            "bestmove {} where only {mv} was allowed, in {fen}",
            search.written
        )));
    }
    Ok(())
}

pub(super) fn long_game(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    // The knights walk about, then a pawn moves, before the 50-move rule can be claimed; not that of the
    // knights' own square.
    let walk = "g1f3 g8f6 f3g1 f6g8 ".repeat(21);
    let mut moves = String::new();
    for file in "abcdegh".chars() {
        moves.extend([walk.clone(), format!("{file}2{file}3 {file}7{file}6 ")]);
    }
    let board = engine.position(moves.trim_end())?;
    engine.search(&board, "go depth 2")?;
    Ok(())
}

pub(super) fn chess960(engine: &mut Conversation) -> Checked {
    engine.greet_wanting("UCI_Chess960")?;
    engine.say("setoption name UCI_Chess960 value true")?;
    let heeds = heeds_search_moves(engine)?;
    for (fen, mv) in MOVES_960 {
        comes_back(engine, heeds, fen, mv, true)?;
    }
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    engine.search_fen(fen, "go depth 4")?;
    let start = board(CASTLING_960)?;
    let castled = start.parse_uci("e1h1").map(|mv| start.play(mv));
    let castled = castled.map_err(|error| Complaint::skip(format!("internal error: {error}")))?;
    engine.say(&format!("position fen {CASTLING_960} moves e1h1"))?;
    engine.search(&castled, "go depth 3")?;
    Ok(())
}

/// UCI does not say what to do; living on is the least.
pub(super) fn illegal(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    for command in [
        "position",
        "position fen",
        "position fen nonsense",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRR w KQkq - 0 1",
        "position fen k6K/8/8/8/8/8/8/7r b - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - a b",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 nonsense",
    ] {
        engine.say(command)?;
        engine.ready()?;
    }
    let board = engine.position("")?;
    engine.search(&board, "go depth 2")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use quevedo_rules::Board;

    use super::*;

    #[test]
    fn the_moves_are_legal_and_written_as_they_should_be() {
        for (fen, mv) in MOVES {
            let board = Board::from_fen(fen).expect("legal");
            assert_eq!(board.uci(board.parse_uci(mv).expect("legal")).to_string(), mv);
        }
        for (fen, mv) in MOVES_960 {
            let board = Board::from_fen(fen).expect("legal");
            assert_eq!(board.uci_chess960(board.parse_uci(mv).expect("legal")).to_string(), mv);
        }
    }
}
