//! What a search has found out about a position.

use quevedo_engine::{Answer, Origin};
use quevedo_rules::{Board, Game};
use serde::{Deserialize, Serialize};

use crate::{PvLine, VERSION, WrittenMove};

/// An analysis of one position.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Analysis {
    /// The version of these types: [`VERSION`].
    pub version: u32,
    /// The position.
    pub fen: String,
    /// The best move, if there is a legal one.
    pub best_move: Option<WrittenMove>,
    /// The answer that is expected.
    pub expected_answer: Option<WrittenMove>,
    /// Where the move comes from: `search`, `tablebase`, `rules` or `emergency`.
    pub origin: String,
    /// Why there is no move, if there is none.
    pub ending: Option<String>,
    /// The last finished iteration.
    pub depth: i32,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// All nodes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub nodes: u64,
    /// All the time.
    pub seconds: f64,
    /// Nodes per second.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub nodes_per_second: u64,
    /// How full the hash table was, 0 to 1.
    pub hash_full: f64,
    /// The lines, the best first.
    pub lines: Vec<PvLine>,
}

impl Analysis {
    /// What an answer says about the last position of a game.
    pub fn new(game: &Game, answer: &Answer) -> Analysis {
        let board = game.board();
        let lines: Vec<PvLine> =
            answer.lines.iter().map(|(report, wdl)| PvLine::new(board, report, *wdl)).collect();
        let seconds = answer.time.as_secs_f64();
        let after = answer.best.map(|mv| board.play(mv));
        let expected = after.zip(answer.ponder).filter(|(board, mv)| board.is_legal(*mv));
        Analysis {
            version: VERSION,
            fen: board.fen(),
            best_move: answer.best.map(|mv| WrittenMove::new(board, mv)),
            expected_answer: expected.map(|(board, mv): (Board, _)| WrittenMove::new(&board, mv)),
            origin: match answer.origin {
                Origin::Search => "search",
                Origin::Book => "book",
                Origin::Memory => "memory",
                Origin::Tablebase => "tablebase",
                Origin::Rules => "rules",
                Origin::Emergency => "emergency",
            }
            .to_owned(),
            ending: game.ending().filter(|_| answer.best.is_none()).map(|ending| ending.to_string()),
            depth: answer.depth.plies(),
            selective_depth: lines.iter().map(|line| line.selective_depth).max().unwrap_or(0),
            nodes: answer.nodes,
            seconds,
            nodes_per_second: (answer.nodes as f64 / seconds.max(1e-6)) as u64,
            hash_full: lines.first().map_or(0.0, |line| line.hash_full),
            lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;
    use quevedo_engine::{Engine, Limits, Options};

    fn analysis(fen: &str) -> Analysis {
        let game = Game::new(Board::from_fen(fen).expect("a FEN"));
        let mut engine =
            Engine::new(Options { hash: 1, multi_pv: 2, ..Options::default() }).expect("one mebibyte");
        Analysis::new(&game, &engine.search(&game, Limits::nodes(3_000)).finish())
    }

    #[test]
    fn an_analysis_is_written_and_read_again() {
        for fen in ["6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"] {
            let analysis = analysis(fen);
            let text = serde_json::to_string(&analysis).expect("JSON");
            let read: Analysis = serde_json::from_str(&text).expect("an analysis");
            assert_eq!(serde_json::to_string(&read).expect("JSON"), text);
        }
    }

    #[test]
    fn the_best_line_is_that_of_the_best_move_and_whites() {
        let mate = analysis("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
        assert_eq!(mate.lines[0].score, Score::Mate(-1));
        assert_eq!(mate.best_move.as_ref().map(|mv| mv.san.as_str()), Some("Ra1#"));
        assert_eq!(mate.lines[0].san, "1... Ra1#");
        assert_eq!(mate.lines[0].moves, ["a8a1"]);
        assert_eq!(mate.lines.len(), 2);
    }

    #[test]
    fn without_a_move_there_is_a_reason() {
        let mated = analysis("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
        assert_eq!((mated.best_move, mated.lines.len()), (None, 0));
        assert!(mated.ending.is_some_and(|ending| ending.contains("mate")));
    }
}
