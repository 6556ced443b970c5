//! A move with what is proven of it, looked at by the detectors of motifs.

use quevedo_rules::{Bitboard, Board, Color, Move, Piece, Square};

use super::lines::attacked_from;
use crate::exchange::{see, victim};
use crate::{Proof, Root};

/// The attacker's move, the boards around it and the main line of the proof.
pub(super) struct Scene<'a> {
    pub(super) before: Board,
    pub(super) mv: Move,
    pub(super) after: Board,
    pub(super) us: Color,
    pub(super) proof: &'a Proof,
    /// The main line, which begins with the move.
    pub(super) line: Vec<Move>,
    /// The boards after the move, after the reply, and so on: one for each move of the line.
    pub(super) boards: Vec<Board>,
}

impl<'a> Scene<'a> {
    /// The scene of a proof that begins with the attacker's move.
    pub(super) fn new(proof: &'a Proof) -> Option<Scene<'a>> {
        if !matches!(proof.tree, Root::Attack(_)) || proof.after_pass {
            return None;
        }
        let line = proof.main_moves();
        let before = proof.start;
        let &mv = line.first()?;
        let boards: Vec<Board> = line
            .iter()
            .scan(before, |board, &mv| {
                *board = board.play(mv);
                Some(*board)
            })
            .collect();
        Some(Scene { before, mv, after: *boards.first()?, us: proof.attacker, proof, line, boards })
    }

    /// Where the man that moved stands: for castling, the rook.
    pub(super) fn arrived(&self) -> Square {
        if self.mv.is_castle() {
            quevedo_rules::Wing::of(self.mv.from(), self.mv.to()).rook_target(self.us)
        } else {
            self.mv.to()
        }
    }

    pub(super) fn them(&self) -> Bitboard {
        self.after.color(!self.us)
    }

    /// The boards on which the attacker's captures after a pass are looked at: after the pass, or in check after each reply.
    pub(super) fn views(&self) -> Vec<Board> {
        match self.after.play_null() {
            Some(passed) => vec![passed],
            None => self.after.legal_moves().into_iter().map(|mv| self.after.play(mv)).collect(),
        }
    }

    /// The best see of a capture of the man on `target` by the man on `by`, after a pass; `None` if it has no such capture.
    pub(super) fn see_by(&self, by: Square, target: Square) -> Option<i8> {
        let (attacker, man) = (self.after.man_at(by), self.after.man_at(target));
        let unchanged = |board: &Board| board.man_at(by) == attacker && board.man_at(target) == man;
        self.views()
            .iter()
            .filter(|board| unchanged(board))
            .filter_map(|board| see_of(board, by, target))
            .max()
    }

    /// The enemies that the man on `by` attacks with profit after a pass, and the king if it gives check.
    pub(super) fn targets_of(&self, by: Square) -> Vec<Square> {
        let attacked = attacked_from(&self.after, by) & self.them();
        attacked
            .into_iter()
            .filter(|&target| self.is_king(target) || self.see_by(by, target).is_some_and(|see| see > 0))
            .collect()
    }

    pub(super) fn is_king(&self, square: Square) -> bool {
        self.after.piece_at(square) == Some(Piece::King)
    }

    /// The attacker's captures on the main line after the first move of men that have stood where they stood after it: who takes (where it
    /// stood after the first move) and what.
    pub(super) fn harvest(&self) -> Vec<(Square, Square)> {
        let mut taken = Vec::new();
        let mut moved = Bitboard::EMPTY;
        for (index, &mv) in self.line.iter().enumerate().skip(1) {
            let board = &self.boards[index - 1];
            if index % 2 == 0
                && let Some(target) = victim(board, mv)
                && !moved.contains(target)
                && self.after.man_at(target).is_some()
            {
                let by = if moved.contains(mv.from()) { None } else { Some(mv.from()) };
                taken.extend(by.map(|by| (by, target)));
            }
            moved.insert(mv.from());
            moved.insert(mv.to());
            if let Some(gone) = victim(board, mv) {
                moved.insert(gone);
            }
        }
        taken
    }

    /// Whether the main line takes the man on this square, which has not moved since the first move; by whomever.
    pub(super) fn takes(&self, target: Square) -> bool {
        self.takers(target).is_some()
    }

    /// The ply of the main line (0 is the first move) that takes a man on the square where it stood after the first move.
    pub(super) fn takers(&self, target: Square) -> Option<usize> {
        let man = self.after.man_at(target)?;
        for (index, &mv) in self.line.iter().enumerate().skip(1) {
            let board = &self.boards[index - 1];
            if board.man_at(target) != Some(man) {
                return None;
            }
            if index % 2 == 0 && victim(board, mv) == Some(target) {
                return Some(index);
            }
            if mv.from() == target {
                return None;
            }
        }
        None
    }

    /// Whether the line ends in mate by the man that stood on `by` after the first move and moves only to give it.
    pub(super) fn mates_with(&self, by: Square) -> bool {
        let Some(last) = self.boards.last() else { return false };
        let Some(&mv) = self.line.last() else { return false };
        last.is_checkmate() && mv.from() == by && self.line.len() > 1
    }
}

/// The best see of a legal capture by the man on one square of the man on another.
pub(super) fn see_of(board: &Board, by: Square, target: Square) -> Option<i8> {
    board
        .captures()
        .into_iter()
        .filter(|&mv| mv.from() == by && victim(board, mv) == Some(target))
        .map(|mv| see(board, mv))
        .max()
}
