//! Whether a move is right: by what the card knows, or else by a search.

use quevedo_engine::EngineError;
use quevedo_rules::{Board, Game, Move};

use super::Card;
use super::card::RIGHT;
use crate::explain::lines;
use crate::{Question, Tutor};

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Correctness {
    /// It is the best move, or as good.
    Right,
    /// It is what was played in the game, and was wrong then.
    AsInTheGame,
    /// It loses so much, 0 to 1.
    Wrong {
        /// How much.
        loss: f64,
    },
}

/// Who judges moves.
#[derive(Debug)]
pub struct Grader {
    tutor: Tutor,
    /// Nodes for a move that the card does not know.
    pub nodes: u64,
}

impl Grader {
    /// A grader with this tutor.
    pub fn new(tutor: Tutor) -> Grader {
        Grader { tutor, nodes: Question::USUAL_NODES }
    }

    /// The tutor.
    pub fn tutor(&mut self) -> &mut Tutor {
        &mut self.tutor
    }

    /// Judges a move in a card's position.
    ///
    /// # Errors
    /// If the engine cannot.
    pub fn judge(&mut self, card: &Card, board: &Board, mv: Move) -> Result<Correctness, EngineError> {
        let uci = board.uci(mv).to_string();
        if card.right.contains(&uci) {
            return Ok(Correctness::Right);
        }
        if card.kind == super::CardKind::Mistake && card.played.uci == uci {
            return Ok(Correctness::AsInTheGame);
        }
        let best = board.parse_uci(&card.best.uci).ok();
        let wanted: Vec<Move> = core::iter::once(mv).chain(best).collect();
        self.tutor.engine().new_game();
        let lines =
            lines::search(self.tutor.engine(), &Game::new(*board), &wanted, 1, &Question::nodes(self.nodes))?;
        let loss = lines.loss(mv);
        Ok(if loss < RIGHT { Correctness::Right } else { Correctness::Wrong { loss } })
    }
}
