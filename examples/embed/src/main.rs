//! Plays a game, analyses with three lines and stops a search.

use quevedo_engine::rules::{Board, Game};
use quevedo_engine::{Engine, EngineError, Limits, Options, Update};

fn main() -> Result<(), EngineError> {
    // A game of the engine against itself.
    let mut engine = Engine::new(Options::default())?;
    let mut game = Game::default();
    while game.ending().is_none() && game.claim().is_none() && game.moves().len() < 200 {
        let answer = engine.search(&game, Limits::nodes(1_000)).finish();
        let Some(best) = answer.best else { break };
        game.play(best).expect("the engine plays legal moves");
    }
    println!("{}\n", Board::start().san_line(game.moves()));

    // The three best moves of a position.
    engine.configure(Options { multi_pv: 3, ..Options::default() })?;
    let board = Board::from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4").expect("a FEN");
    for (line, chances) in engine.search(&Game::new(board), Limits::depth(10)).finish().lines {
        println!("{:>6} {:>4} ‰  {}", line.score, chances.win, board.san_line(&line.line));
    }

    // A search without a limit, until it has seen enough.
    let mut search = engine.search(&Game::new(board), Limits { infinite: true, ..Limits::default() });
    for update in &mut search {
        if matches!(update, Update::Line { report, .. } if report.depth.plies() >= 8) {
            break;
        }
    }
    search.stop();
    let answer = search.finish();
    println!("\nstopped at depth {} after {} nodes", answer.depth, answer.nodes);
    Ok(())
}
