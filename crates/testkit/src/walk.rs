//! Random games, from many kinds of starts.

use quevedo_rules::{Board, Move, MoveKind, Setup};

use crate::{Random, perft, random_placement};

/// Where a random game begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// The start position of standard chess.
    Standard,
    /// One of the 960 start positions.
    Chess960,
    /// Each side with its own Chess960 number.
    DoubleChess960,
    /// A position of the embedded perft suite.
    Suite,
    /// Men thrown on the board, see [`random_placement`].
    Placement,
}

impl Start {
    /// All kinds of starts.
    pub const ALL: [Start; 5] =
        [Start::Standard, Start::Chess960, Start::DoubleChess960, Start::Suite, Start::Placement];
}

/// A position of a random game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The position.
    pub board: Board,
    /// The move that led here from the visit before; `None` where a new game begins.
    pub played: Option<Move>,
}

/// Positions of random games, game after game without end.
///
/// Moves are drawn at random, but checks and the rare kinds (castling, en passant, promotions, double
/// pushes) more often than their number would bring them up, because that is where rules go wrong. A game
/// ends where nobody can move, or after a random number of plies; most are short.
#[derive(Clone, Debug)]
pub struct RandomWalk {
    random: Random,
    starts: Vec<Start>,
    suite: Vec<Board>,
    board: Board,
    plies_left: usize,
}

const LONGEST_GAME: usize = 200;

impl RandomWalk {
    /// Games that begin from these kinds of starts in equal parts. Equal seeds give equal games.
    pub fn new(seed: u64, starts: &[Start]) -> RandomWalk {
        let suite = if starts.contains(&Start::Suite) { perft::embedded() } else { Vec::new() };
        RandomWalk {
            random: Random::new(seed),
            starts: starts.to_vec(),
            suite: suite.into_iter().map(|case| case.board).collect(),
            board: Board::start(),
            plies_left: 0,
        }
    }

    /// Draws the start of a new game.
    fn start(&mut self) -> Board {
        let random = &mut self.random;
        let start = random.pick(&self.starts);
        let mut number = || random.below(960) as u16;
        let setup = match start {
            Start::Standard => Some(Setup::start()),
            Start::Chess960 => Setup::chess960(number()),
            Start::DoubleChess960 => Setup::double_chess960(number(), number()),
            Start::Suite => return random.pick(&self.suite),
            Start::Placement => return random_placement(random),
        };
        Board::try_from(setup.expect("a number below 960")).expect("start positions are legal")
    }

    /// Draws a move, or `None` if there is none.
    fn choose(&mut self) -> Option<Move> {
        let legal = self.board.legal_moves();
        let some_of = |wanted: &dyn Fn(Move) -> bool| -> Vec<Move> {
            legal.iter().copied().filter(|&mv| wanted(mv)).collect()
        };
        let preferred = match self.random.below(8) {
            0 | 1 => some_of(&is_rare),
            2 => some_of(&|mv| self.board.gives_check(mv)),
            _ => Vec::new(),
        };
        let moves = if preferred.is_empty() { &legal[..] } else { &preferred };
        moves.get(self.random.below(moves.len())).copied()
    }
}

fn is_rare(mv: Move) -> bool {
    mv.is_promotion() || matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant | MoveKind::DoublePush)
}

impl Iterator for RandomWalk {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        let played = if self.plies_left > 0 { self.choose() } else { None };
        if let Some(mv) = played {
            self.board = self.board.play(mv);
            self.plies_left -= 1;
        } else {
            self.board = self.start();
            let longest = self.random.below(LONGEST_GAME) + 1;
            self.plies_left = self.random.below(longest);
        }
        Some(Visit { board: self.board, played })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_hang_together_and_seeds_repeat() {
        let visits: Vec<Visit> = RandomWalk::new(1, &Start::ALL).take(2000).collect();
        for pair in visits.windows(2) {
            match pair[1].played {
                Some(mv) => assert_eq!(pair[0].board.play(mv), pair[1].board),
                None => assert_ne!(pair[0].board, pair[1].board),
            }
        }
        assert!(visits[0].played.is_none());
        assert!(RandomWalk::new(1, &Start::ALL).take(2000).eq(visits.iter().copied()));
        assert!(!RandomWalk::new(2, &Start::ALL).take(2000).eq(visits));
    }
}
