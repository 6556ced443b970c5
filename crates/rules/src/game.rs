//! A game: a position and how it came about.

use crate::{Board, Claim, Ending, IllegalMove, Key, Move, Outcome, draw};

/// A sequence of legal moves from a start position. It knows what a position alone cannot:
/// repetitions, and with them all ways in which a game ends or may be claimed a draw.
///
/// ```
/// use quevedo_rules::{Claim, Game};
///
/// let mut game = Game::default();
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
///     let mv = game.board().parse_uci(text)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.repetitions(), 3);
/// assert_eq!(game.claim(), Some(Claim::ThreefoldRepetition));
/// assert_eq!(game.ending(), None, "somebody has to claim it");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The positions so far, the current one last; never empty.
    boards: Vec<Board>,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins with this position.
    pub fn new(start: Board) -> Game {
        Game { boards: vec![start], moves: Vec::new() }
    }

    /// The position that the game began with.
    pub fn start(&self) -> &Board {
        &self.boards[0]
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        &self.boards[self.boards.len() - 1]
    }

    /// All positions, from the start to the current one.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.board().is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        let next = self.board().play(mv);
        self.boards.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.boards.pop();
        Some(mv)
    }

    /// How often the current position has occurred, this time included. Positions are the same if
    /// the same moves are possible in them: same men, side to move, castling rights and legal
    /// en-passant capture.
    pub fn repetitions(&self) -> usize {
        1 + self.occurrences_before(self.board())
    }

    /// The keys of the positions that the current one can still repeat, oldest first, without the
    /// current one: what a search needs to see repetitions of the game.
    pub fn repeatable_keys(&self) -> Vec<Key> {
        let before = self.boards.len() - 1;
        let reversible = usize::from(self.board().halfmove_clock()).min(before);
        self.boards[before - reversible..before].iter().map(Board::key).collect()
    }

    /// How the game has ended by the rules, if it has.
    pub fn ending(&self) -> Option<Ending> {
        let by_position = self.board().ending();
        if by_position.is_none() && self.repetitions() >= 5 {
            return Some(Ending::FivefoldRepetition);
        }
        by_position
    }

    /// The result of a game that has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        Some(self.board().outcome(self.ending()?))
    }

    /// The draw that the side to move may claim in the current position.
    pub fn claim(&self) -> Option<Claim> {
        if self.repetitions() >= 3 {
            return Some(Claim::ThreefoldRepetition);
        }
        (self.board().halfmove_clock() >= draw::FIFTY_MOVES).then_some(Claim::FiftyMoves)
    }

    /// The draw that the side to move may claim by announcing this move, which it need not play.
    pub fn claim_with(&self, mv: Move) -> Option<Claim> {
        if !self.board().is_legal(mv) {
            return None;
        }
        let next = self.board().play(mv);
        // The current position has the other side to move, so it cannot be a repetition of `next`.
        if self.occurrences_before(&next) >= 2 {
            return Some(Claim::ThreefoldRepetition);
        }
        (next.halfmove_clock() >= draw::FIFTY_MOVES).then_some(Claim::FiftyMoves)
    }

    /// How many positions before the current one equal `board`.
    fn occurrences_before(&self, board: &Board) -> usize {
        let before = &self.boards[..self.boards.len() - 1];
        let reversible = usize::from(board.halfmove_clock());
        before.iter().rev().take(reversible).filter(|past| past.key() == board.key()).count()
    }
}

impl Default for Game {
    /// A game from the start position of standard chess.
    fn default() -> Game {
        Game::new(Board::start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveKind, Square};

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Board::from_fen(fen).expect("a legal position"));
        for text in moves.split_whitespace() {
            let mv = game.board().parse_uci(text).expect("a legal move");
            game.play(mv).expect("a legal move");
        }
        game
    }

    const ROOKS: &str = "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1";

    #[test]
    fn castling_rights_make_positions_differ() {
        // The first rook moves lose the rights, so the position after them is new.
        let shuffle = "a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1 g8h8";
        assert_eq!(game(ROOKS, shuffle).repetitions(), 2);
        let longer = format!("{shuffle} a1b1 h8g8 b1a1 g8h8");
        assert_eq!(game(ROOKS, &longer).claim(), Some(Claim::ThreefoldRepetition));
    }

    #[test]
    fn a_claim_may_announce_the_repeating_move() {
        let shuffled = game(ROOKS, "a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1 g8h8 a1b1");
        let back = shuffled.board().parse_uci("h8g8").expect("a legal move");
        assert_eq!(shuffled.claim(), None);
        assert_eq!(shuffled.claim_with(back), Some(Claim::ThreefoldRepetition));
        let elsewhere = shuffled.board().parse_uci("h8h7").expect("a legal move");
        assert_eq!(shuffled.claim_with(elsewhere), None);
    }

    #[test]
    fn five_times_ends_the_game() {
        let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let mut game = game(start, &shuffle);
        assert_eq!(game.ending(), Some(Ending::FivefoldRepetition));
        assert_eq!(game.outcome(), Some(Outcome::Draw));
        game.undo();
        assert_eq!(game.ending(), None);
    }

    #[test]
    fn fifty_and_seventy_five_moves() {
        let near = game("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "");
        assert_eq!(near.claim(), None);
        let check = near.board().parse_uci("a1a8").expect("a legal move");
        assert_eq!(near.claim_with(check), Some(Claim::FiftyMoves));
        assert_eq!(game("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a7").claim(), Some(Claim::FiftyMoves));
        let over = game("4k3/8/8/8/8/8/8/R3K3 w - - 149 120", "a1a7");
        assert_eq!(over.ending(), Some(Ending::SeventyFiveMoves));
        // Mate comes first, whatever the counter says.
        let mate = game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 120", "a1a8");
        assert_eq!(mate.outcome(), Some(Outcome::Win(crate::Color::White)));
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = Game::default();
        let illegal = Move::new(Square::E2, Square::E5, MoveKind::Quiet).expect("two squares");
        assert_eq!(game.play(illegal), Err(IllegalMove(illegal)));
        assert_eq!(game, Game::default());
        assert_eq!(game.undo(), None);
    }
}
