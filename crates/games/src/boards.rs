//! A stack of positions.

use quevedo_rules::Board;

/// How many boards are in a piece.
const PIECE: usize = 256;

/// Positions to come back to, one for each variation that is open. A file may open a hundred
/// thousand, so the stack grows by pieces: a list that grows by doubling would copy itself and for
/// a moment take the memory twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boards {
    pieces: Vec<Vec<Board>>,
}

impl Boards {
    pub(crate) fn push(&mut self, board: Board) {
        if self.pieces.last().is_none_or(|piece| piece.len() == PIECE) {
            // Most games have one variation open at a time, so the first piece starts small.
            self.pieces.push(Vec::with_capacity(if self.pieces.is_empty() { 4 } else { PIECE }));
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.push(board);
        }
    }

    pub(crate) fn last(&self) -> Option<&Board> {
        self.pieces.last()?.last()
    }

    pub(crate) fn pop(&mut self) -> Option<Board> {
        let piece = self.pieces.last_mut()?;
        let board = piece.pop();
        if piece.is_empty() && self.pieces.len() > 1 {
            self.pieces.pop();
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_pushed_last_comes_first() {
        let mut boards = Boards::default();
        assert_eq!((boards.last().copied(), boards.pop()), (None, None));
        let all: Vec<Board> = (0..960).filter_map(Board::chess960).collect();
        for _ in 0..2 {
            for &board in &all {
                boards.push(board);
            }
            for board in all.iter().rev() {
                assert_eq!(boards.last(), Some(board));
                assert_eq!(boards.pop(), Some(*board));
            }
            assert_eq!(boards.pop(), None);
        }
    }
}
