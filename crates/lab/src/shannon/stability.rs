//! g(P): whether a position is quiet enough to be judged.

use quevedo_rules::{Board, Color, Piece, Square};

/// Shannon's g(P) = 0. His words: g(P) = 1 "if any piece is attacked by a piece of lower value or by more
/// pieces than defences or if any check exists on a square controlled by the opponent".
///
/// We read "any piece" as any man of either side but the kings, and the last clause as: a king stands on a
/// square that the opponent controls, which is to say the side to move is in check.
///
/// ```
/// use quevedo_lab::shannon::is_stable;
/// use quevedo_rules::Board;
///
/// assert!(is_stable(&Board::start()));
/// // A pawn attacks the knight.
/// let board = Board::from_fen("4k3/8/3p4/4N3/3P4/8/8/4K3 w - - 0 1")?;
/// assert!(!is_stable(&board));
/// # Ok::<(), quevedo_rules::FenError>(())
/// ```
pub fn is_stable(board: &Board) -> bool {
    !board.in_check() && board.occupied().into_iter().all(|square| is_safe(board, square))
}

fn is_safe(board: &Board, square: Square) -> bool {
    let Some(man) = board.man_at(square).filter(|man| man.piece() != Piece::King) else { return true };
    let owner = man.color();
    let attackers = board.attackers(square, !owner);
    if attackers.is_empty() {
        return true;
    }
    let is_cheaper =
        |attacker: Square| board.piece_at(attacker).is_some_and(|piece| value(piece) < value(man.piece()));
    let defenders = board.attackers(square, owner);
    attackers.len() <= defenders.len() && !attackers.into_iter().any(is_cheaper)
}

/// 9, 5, 3, 3, 1 (section 3); no man is worth less than a king's when the king attacks.
pub(super) fn value(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 200,
    }
}

/// The men of a side that stand unsafely.
pub(super) fn unsafe_men(board: &Board, color: Color) -> impl Iterator<Item = Square> + '_ {
    board.color(color).into_iter().filter(|&square| !is_safe(board, square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stable(fen: &str) -> bool {
        is_stable(&Board::from_fen(fen).expect("a position"))
    }

    #[test]
    fn each_clause_counts() {
        assert!(stable("4k3/8/8/3n4/8/8/3N4/4K3 w - - 0 1"), "nobody attacks anybody");
        assert!(!stable("4k3/8/8/3n4/4P3/8/8/4K3 b - - 0 1"), "a pawn attacks a knight");
        assert!(!stable("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1"), "nobody defends the pawn");
        assert!(stable("4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1"), "one attacker, one defender");
        assert!(!stable("4k3/8/4p3/3p4/8/4N3/6B1/4K3 w - - 0 1"), "two attackers, one defender");
        assert!(!stable("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1"), "check");
    }
}
