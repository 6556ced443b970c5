//! Opening, middlegame, endgame.

use quevedo_rules::{Board, Color, Piece};
use serde::{Deserialize, Serialize};

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The first twelve moves, as long as more than ten pieces are on the board.
    Opening,
    /// What lies between.
    Middlegame,
    /// Six pieces or fewer: pawns and kings do not count.
    Endgame,
}

impl Phase {
    /// All, in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// The definition, for reports.
    pub const DEFINITION: &str = "opening: the first 12 moves while more than 10 pieces (no pawns, no kings) are on the board; endgame: from 6 pieces on";

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }

    /// The phase of a position after so many plies of the game, given the one before: a game never goes back.
    pub(super) fn next(self, board: &Board, plies: usize) -> Phase {
        let pieces: u32 = Color::ALL
            .into_iter()
            .flat_map(|color| {
                [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].map(|piece| (color, piece))
            })
            .map(|(color, piece)| board.material().count(color, piece))
            .sum();
        let seen = match pieces {
            0..=6 => Phase::Endgame,
            11.. if plies < 24 => Phase::Opening,
            _ => Phase::Middlegame,
        };
        self.max(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_never_goes_back() {
        let start = Board::start();
        let ending = Board::from_fen("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1").expect("a FEN");
        assert_eq!(Phase::Opening.next(&start, 0), Phase::Opening);
        assert_eq!(Phase::Opening.next(&start, 24), Phase::Middlegame);
        assert_eq!(Phase::Opening.next(&ending, 0), Phase::Endgame);
        assert_eq!(Phase::Endgame.next(&start, 0), Phase::Endgame);
    }
}
