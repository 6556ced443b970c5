//! A game as a review wants it: the main line, with what its file says about clocks and scores.

use quevedo_games::{Eval, GameTree};
use quevedo_rules::{Board, Color, Game, Move};

use super::ReviewError;

/// A move with what stood beside it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InputPly {
    /// The move.
    pub mv: Move,
    /// The mover's clock afterwards, in seconds.
    pub clock: Option<f64>,
    /// Somebody's score of the position afterwards.
    pub eval: Option<Eval>,
}

/// A game to review.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewInput {
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Board,
    /// The moves.
    pub plies: Vec<InputPly>,
}

impl ReviewInput {
    /// The main line of a game from a file.
    ///
    /// # Errors
    /// If it has no move, or somebody passes in it.
    pub fn of(tree: &GameTree) -> Result<ReviewInput, ReviewError> {
        let mut plies = Vec::new();
        for played in tree.main_line() {
            let Some(mv) = played.step.mv() else { return Err(ReviewError::Passes) };
            let clock = tree.clock(played.node).map(|time| time.as_secs_f64());
            plies.push(InputPly { mv, clock, eval: tree.eval(played.node) });
        }
        if plies.is_empty() {
            return Err(ReviewError::NoMoves);
        }
        let tags = tree.headers().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Ok(ReviewInput { tags, start: *tree.start(), plies })
    }

    /// A game that comes from no file.
    ///
    /// # Errors
    /// If it has no move.
    pub fn of_game(game: &Game) -> Result<ReviewInput, ReviewError> {
        let plies: Vec<InputPly> =
            game.moves().iter().map(|&mv| InputPly { mv, clock: None, eval: None }).collect();
        if plies.is_empty() {
            return Err(ReviewError::NoMoves);
        }
        Ok(ReviewInput { tags: Vec::new(), start: *game.start(), plies })
    }

    /// A tag that says something.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name))?;
        Some(value.as_str()).filter(|value| !matches!(*value, "" | "?" | "-" | "????.??.??"))
    }

    /// The player of a colour, where a tag names him.
    pub fn player(&self, color: Color) -> Option<&str> {
        self.tag(if color == Color::White { "White" } else { "Black" })
    }

    /// Whether somebody of this name plays; case does not count.
    pub fn is_played_by(&self, name: &str) -> bool {
        let is_it = |own: &str| own.trim().to_lowercase() == name.trim().to_lowercase();
        Color::ALL.into_iter().any(|color| self.player(color).is_some_and(is_it))
    }

    /// The game up to each position: the start, after the first move, and so on.
    pub(super) fn positions(&self) -> Vec<Game> {
        let mut game = Game::new(self.start);
        let mut positions = vec![game.clone()];
        for ply in &self.plies {
            // Moves come from a tree or a game, where they were found legal.
            if game.play(ply.mv).is_err() {
                break;
            }
            positions.push(game.clone());
        }
        positions
    }

    /// Whether every move has a score in its file, the last one aside if it ends the game.
    pub fn has_evals(&self) -> bool {
        let Some((last, before)) = self.plies.split_last() else { return false };
        let ends = || self.positions().last().is_some_and(|game| game.ending().is_some());
        before.iter().all(|ply| ply.eval.is_some()) && (last.eval.is_some() || ends())
    }
}
