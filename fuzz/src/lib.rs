//! What the fuzz targets share.

pub mod xboard;

use std::sync::LazyLock;

use quevedo_rules::Board;

/// Positions that have every kind of move and many ways to write one wrongly.
const POSITIONS: [&str; 16] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "4k3/8/8/1N3N2/8/1N3N2/8/4K3 w - - 0 1",
    "7k/8/8/Q2Q4/8/8/Q2Q4/6K1 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rk3r1/8/8/8/8/8/8/1RK3R1 b GBgb - 0 1",
    "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
    "4k3/4r3/8/8/8/4N3/8/4K3 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 12 90",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
];

static BOARDS: LazyLock<[Board; 16]> =
    LazyLock::new(|| POSITIONS.map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))));

/// The position that a byte chooses.
pub fn position(choice: u8) -> Board {
    BOARDS[usize::from(choice) % BOARDS.len()]
}

/// Fails if a message to the user is empty, or so long that it must repeat the input.
///
/// # Panics
/// In those cases.
pub fn check_message(error: &dyn std::error::Error) {
    let message = error.to_string();
    assert!(!message.is_empty() && message.len() < 1000, "a message of {} bytes", message.len());
}

/// Fails if a line of output could be taken for two, or steer a terminal.
///
/// # Panics
/// In that case.
pub fn check_one_line(line: &str) {
    assert!(!line.contains(char::is_control), "{line:?}");
}

/// Fails if a board is not what its own setup makes afresh, or if its lists of moves disagree.
///
/// # Panics
/// In those cases.
pub fn check_board(board: &Board) {
    assert_eq!(Board::try_from(board.setup()).as_ref(), Ok(board));
    let moves = board.legal_moves();
    assert_eq!(board.count_legal_moves() as usize, moves.len());
    assert!(moves.iter().all(|&mv| board.is_legal(mv)));
}
