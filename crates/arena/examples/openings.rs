//! Makes the arena's own openings: the well-known lines of 4 to 10 plies from the table of opening names
//! that our own search calls balanced.
//!
//!     cargo run --release -p quevedo-arena --example openings -- 60000 > crates/arena/data/openings.txt
//!
//! The number is the nodes for each position.

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quevedo_arena::{Clock, EnginePlayer, Opening, Patience, Player, Task, TimeControl};
use quevedo_games::Openings;
use quevedo_rules::Board;

/// More than this many hundredths of a pawn is not balanced.
const BALANCED: i32 = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let nodes: u64 = std::env::args().nth(1).map_or(Ok(60_000), |text| text.parse())?;
    let mut out = io::stdout().lock();
    let mut seen = HashSet::new();
    for named in Openings::builtin().iter() {
        let opening = Opening { start: Board::start(), moves: named.moves.to_vec() };
        let game = opening.game();
        if !(4..=10).contains(&opening.moves.len()) || !seen.insert(game.board().key()) {
            continue;
        }
        let score = score(&opening, nodes)?;
        if score.abs() <= BALANCED {
            let moves = game.moves().iter().zip(game.boards());
            let words: Vec<String> = moves.map(|(&mv, board)| board.san(mv).to_string()).collect();
            writeln!(out, "{}", words.join(" "))?;
        }
    }
    Ok(())
}

/// What our own search says for the side to move.
fn score(opening: &Opening, nodes: u64) -> Result<i32, Box<dyn std::error::Error>> {
    let control = TimeControl { nodes: Some(nodes), ..TimeControl::default() };
    let clocks = [Clock::new(control, Duration::ZERO); 2];
    let mut player = EnginePlayer::start(&[], None, None, Patience::default())?;
    let stop = AtomicBool::new(false);
    let game = opening.game();
    let task = Task { game: &game, clocks: &clocks, stop: &stop };
    let reply = player.think(&task).map_err(|halt| format!("no move: {halt:?}"))?;
    let verdict = reply.thought.verdict.ok_or("no score")?;
    Ok(verdict.centipawns())
}
