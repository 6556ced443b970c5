//! Who judges positions.

use core::fmt;
use std::sync::Arc;

use quevedo_eval::{AnyEvaluator, Evaluator, shannon::Formula};
use quevedo_rules::{Board, Color, EXCHANGE_VALUES, Piece};

/// An evaluation for the laboratory.
#[derive(Clone)]
pub enum Judge {
    /// Counts material and nothing else: 1, 3, 3, 5, 9.
    Material,
    /// Shannon's f(P) of 1950.
    Shannon,
    /// The evaluation that the player plays with.
    Classical(Box<AnyEvaluator>),
    /// Any function: what the position is worth to the side to move, and a name for it.
    Custom(&'static str, Arc<dyn Fn(&Board) -> i32 + Send + Sync>),
}

/// A name that no judge has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no evaluation called {0:?}; there are material, shannon and classical")]
pub struct UnknownJudge(pub String);

impl Judge {
    /// The names of all judges.
    pub const NAMES: [&'static str; 3] = ["material", "shannon", "classical"];

    /// The player's evaluation.
    pub fn classical() -> Judge {
        Judge::Classical(Box::new(AnyEvaluator::classical()))
    }

    /// The judge's name.
    pub fn name(&self) -> &'static str {
        match self {
            Judge::Material => "material",
            Judge::Shannon => "shannon",
            Judge::Classical(_) => "classical",
            Judge::Custom(name, _) => name,
        }
    }

    /// What the position is worth to the side to move, in hundredths of a pawn.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        match self {
            Judge::Material => material(board),
            Judge::Shannon => {
                let tenths = 10 * Formula::of(board).tenths();
                if board.turn() == Color::White { tenths } else { -tenths }
            }
            Judge::Classical(evaluator) => evaluator.evaluate(board).raw(),
            Judge::Custom(_, evaluate) => evaluate(board),
        }
    }
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Judge({})", self.name())
    }
}

impl core::str::FromStr for Judge {
    type Err = UnknownJudge;

    fn from_str(name: &str) -> Result<Judge, UnknownJudge> {
        match name {
            "material" => Ok(Judge::Material),
            "shannon" => Ok(Judge::Shannon),
            "classical" => Ok(Judge::classical()),
            _ => Err(UnknownJudge(name.to_owned())),
        }
    }
}

fn material(board: &Board) -> i32 {
    let count = |color| {
        let men = |piece: Piece| board.colored(color, piece).len() as i32 * EXCHANGE_VALUES[piece.index()];
        Piece::ALL.map(men).into_iter().sum::<i32>()
    };
    count(board.turn()) - count(!board.turn())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_judge_has_a_name_and_sees_who_moves() {
        let white = Board::from_fen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").expect("legal");
        let black = Board::from_fen("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").expect("legal");
        for name in Judge::NAMES {
            let mut judge: Judge = name.parse().expect("a judge");
            assert_eq!(judge.name(), name);
            assert!(judge.evaluate(&white) > 500 && judge.evaluate(&black) < -500, "{name}");
        }
        assert!("turing".parse::<Judge>().is_err());
    }
}
