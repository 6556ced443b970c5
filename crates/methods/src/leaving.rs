//! Moves that change the men: which of them win at once, and which captures of the weak side are answered.

use std::sync::LazyLock;

use quevedo_rules::{Board, Color, Man, Piece, Setup};

use crate::distances::Distances;
use crate::scene::{Cast, Ply, Scene, Side};
use crate::space::{Cell, Space};

/// The scenes in which a capture or promotion wins at once.
pub(crate) fn leaving_wins(space: &Space) -> Vec<Cell> {
    let cast = space.cast;
    let may_leave =
        cast.men().iter().skip(2).any(|man| man.color() == Color::Black || man.piece() == Piece::Pawn);
    if !may_leave {
        return Vec::new();
    }
    let wins = |&cell: &Cell| {
        let scene = space.scene(cell);
        let mut wins = false;
        cast.strong_plies(&scene, |ply| wins |= ply.leaves() && leaving_wins_by(cast, &scene, ply));
        wins
    };
    space.legal(Side::Strong).cells().filter(wins).collect()
}

/// Whether a capture or promotion leaves a queen or rook against a bare king that can neither take it nor is stalemated; or a new queen
/// beside a rook, of which no reply takes one for nothing.
pub(crate) fn leaving_wins_by(cast: Cast, scene: &Scene, ply: Ply) -> bool {
    let after = scene.after(ply);
    let Some(board) = board_after(cast, &after, ply, Color::Black) else { return false };
    is_won_against_bare(&board) || (ply.promotion == Some(Piece::Queen) && is_safe_queen(&board))
}

/// A queen or rook against a bare king, which is to move.
fn is_won_against_bare(board: &Board) -> bool {
    let is_strong = board.colored(Color::White, Piece::Queen) | board.colored(Color::White, Piece::Rook);
    let their = board.color(Color::Black).len();
    is_strong.any() && their == 1 && board.captures().is_empty() && !board.is_stalemate()
}

/// Queen and rook against a rook, which is to move: whatever is taken is taken back for good.
fn is_safe_queen(board: &Board) -> bool {
    let men = |color, piece| board.colored(color, piece).len();
    let has_both = |board: &Board| {
        !board.colored(Color::White, Piece::Queen).is_empty()
            && !board.colored(Color::White, Piece::Rook).is_empty()
    };
    has_both(board)
        && men(Color::Black, Piece::Rook) == 1
        && board.color(Color::Black).len() == 2
        && !board.is_stalemate()
        && board.legal_moves().into_iter().map(|reply| board.play(reply)).all(|next| {
            has_both(&next) || next.captures().into_iter().any(|mv| is_won_against_bare(&next.play(mv)))
        })
}

/// Whether what the weak side has taken is taken back at once, and that wins: the rook from a bare king, or a won pawn ending.
pub(crate) fn is_answered(cast: Cast, scene: &Scene, ply: Ply) -> bool {
    if cast.men().len() < 5 {
        return false;
    }
    let Some(board) = board_after(cast, &scene.after(ply), ply, Color::White) else { return false };
    board.captures().into_iter().any(|mv| {
        let next = board.play(mv);
        is_won_against_bare(&next) || is_won_pawn_ending(&next)
    })
}

/// King and pawn against king, which is to move: a safe new queen is proven.
fn is_won_pawn_ending(board: &Board) -> bool {
    static PAWN: LazyLock<(Space, Distances)> = LazyLock::new(|| {
        let space = Space::new(Cast::new(&[Man::WhiteKing, Man::BlackKing, Man::WhitePawn]));
        let distances = Distances::to(&space, &|_, _| false);
        (space, distances)
    });
    let (space, distances) = &*PAWN;
    let sight = space.cast.scene_of(board);
    sight.is_some_and(|sight| {
        sight.strong == Color::White
            && sight.side == Side::Weak
            && distances.weak(space, &sight.scene).is_some()
    })
}

/// The board after a move that changes the men.
fn board_after(cast: Cast, after: &Scene, ply: Ply, turn: Color) -> Option<Board> {
    let mut setup = Setup::EMPTY;
    setup.turn = turn;
    for (slot, (&man, &square)) in cast.men().iter().zip(&after.at).enumerate() {
        if ply.taken == Some(slot as u8) {
            continue;
        }
        let promoted = ply.promotion.filter(|_| ply.slot == slot as u8);
        setup.put(square, promoted.map_or(man, |piece| Man::new(man.color(), piece)));
    }
    Board::try_from(setup).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        Board::from_fen(fen).expect("a position")
    }

    #[test]
    fn a_queen_is_safe_if_no_reply_takes_for_nothing() {
        // Black to move: nothing to take; the queen is taken and taken back; taken for nothing; the rook is taken for nothing.
        for (fen, is_safe) in [
            ("3Q4/4K1k1/8/8/8/8/2r5/5R2 b - - 0 1", true),
            ("r2Q3R/6k1/8/2K5/8/8/8/8 b - - 0 1", true),
            ("r2Q4/2K3k1/8/8/8/8/8/5R2 b - - 0 1", true),
            ("r2Q4/8/3K2k1/8/8/8/8/5R2 b - - 0 1", false),
            ("3Q4/4K3/8/8/8/6k1/2r2R2/8 b - - 0 1", false),
        ] {
            assert_eq!(is_safe_queen(&board(fen)), is_safe, "{fen}");
        }
    }

    #[test]
    fn exchanged_rooks_leave_a_won_or_a_drawn_pawn() {
        let cast =
            Cast::new(&[Man::WhiteKing, Man::BlackKing, Man::WhitePawn, Man::WhiteRook, Man::BlackRook]);
        // Black takes on d4 and is taken back: the pawn on d7 queens, the one on d3 does not.
        for (fen, is_won) in
            [("8/3P2k1/8/3K4/3R4/8/8/3r4 b - - 0 1", true), ("8/3k4/8/8/r2R4/3PK3/8/8 b - - 0 1", false)]
        {
            let sight = cast.scene_of(&board(fen)).expect("the men");
            let takes: Vec<Ply> =
                cast.plies(&sight.scene, Side::Weak).into_iter().filter(|ply| ply.taken.is_some()).collect();
            assert!(!takes.is_empty(), "{fen}");
            assert_eq!(takes.iter().all(|&ply| is_answered(cast, &sight.scene, ply)), is_won, "{fen}");
        }
    }
}
