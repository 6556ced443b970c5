//! Lines of play as text.

use crate::{Board, Color, Move, UciMove};

impl Board {
    /// A line of moves as players write it, with numbers: `1. e4 e5 2. Nf3`, or `1... e5 2. Nf3` where
    /// Black begins. It ends before the first move that is not legal; an empty line is an empty text.
    ///
    /// ```
    /// use quevedo_rules::Board;
    ///
    /// let board = Board::start();
    /// let line = board.parse_line("e4 e5 Nf3")?;
    /// assert_eq!(board.san_line(&line), "1. e4 e5 2. Nf3");
    /// assert_eq!(board.play(line[0]).san_line(&line[1..]), "1... e5 2. Nf3");
    /// # Ok::<(), quevedo_rules::MoveError>(())
    /// ```
    pub fn san_line(&self, moves: &[Move]) -> String {
        let mut words = Vec::with_capacity(moves.len() * 2);
        for (board, mv) in self.along(moves) {
            match board.turn() {
                Color::White => words.push(format!("{}.", board.fullmove_number())),
                Color::Black if words.is_empty() => words.push(format!("{}...", board.fullmove_number())),
                Color::Black => {}
            }
            words.push(board.san(mv).to_string());
        }
        words.join(" ")
    }

    /// A line of moves as programs write it, each move by [`Board::uci`]. It ends before the first move
    /// that is not legal.
    ///
    /// ```
    /// use quevedo_rules::Board;
    ///
    /// let board = Board::start();
    /// let line = board.parse_line("e4 e5")?;
    /// let texts: Vec<String> = board.uci_line(&line).map(|written| written.to_string()).collect();
    /// assert_eq!(texts, ["e2e4", "e7e5"]);
    /// # Ok::<(), quevedo_rules::MoveError>(())
    /// ```
    pub fn uci_line(&self, moves: &[Move]) -> impl Iterator<Item = UciMove> {
        self.along(moves).map(|(board, mv)| board.uci(mv))
    }

    /// Reads a line of moves in algebraic or UCI notation, with or without numbers: `1. e4 e5 2. g1f3`.
    ///
    /// # Errors
    /// What is wrong with the first word that is no legal move.
    pub fn parse_line(&self, text: &str) -> Result<Vec<Move>, crate::MoveError> {
        let mut board = *self;
        let mut moves = Vec::new();
        for word in text.split_whitespace().map(without_number).filter(|word| !word.is_empty()) {
            let mv = board.parse_san(word)?;
            board = board.play(mv);
            moves.push(mv);
        }
        Ok(moves)
    }

    /// The legal moves of a line, each with the board that it is played on.
    fn along(&self, moves: &[Move]) -> impl Iterator<Item = (Board, Move)> {
        moves.iter().scan(*self, |next, &mv| {
            let board = *next;
            if !board.is_legal(mv) {
                return None;
            }
            *next = board.play(mv);
            Some((board, mv))
        })
    }
}

/// A word without the move number that it begins with: `e4` of `1.e4`, nothing of `12...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.strip_prefix(['.', '\u{2026}']) {
        Some(rest) => rest.trim_start_matches(['.', '\u{2026}']),
        None if rest.is_empty() => rest,
        None => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_before_whites_moves() {
        let start = Board::start();
        let line = start.parse_line("1.e4 e5 2. Nf3 Nc6 3... Bb5 3... a6 Bxc6").expect("a line");
        assert_eq!(start.san_line(&line), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6");
        assert_eq!(start.san_line(&[]), "");
        assert_eq!(start.san_line(&line[1..]), "", "no legal move, no line");
        assert_eq!(start.uci_line(&line[1..]).count(), 0);
        assert_eq!(start.san_line(&[&line[..3], &line[..1]].concat()), "1. e4 e5 2. Nf3");
    }

    #[test]
    fn castling_is_written_as_its_board_does() {
        let standard = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 9").expect("a position");
        let line = standard.parse_line("0-0 Kd7 Kh2").expect("a line");
        assert_eq!(standard.san_line(&line), "9. O-O Kd7 10. Kh2");
        assert_eq!(standard.uci_line(&line).next().map(|written| written.to_string()), Some("e1g1".into()));
        let other = Board::from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 9").expect("a position");
        let line = other.parse_line("O-O").expect("a line");
        assert_eq!(other.uci_line(&line).next().map(|written| written.to_string()), Some("f1h1".into()));
    }

    #[test]
    fn a_word_that_is_no_move_is_named() {
        let error = Board::start().parse_line("1. e4 e5 2. Nf4").expect_err("no move").to_string();
        assert!(error.starts_with("\"Nf4\" is not legal"), "{error}");
        assert!(Board::start().parse_line("0-0").is_err(), "no number");
    }
}
