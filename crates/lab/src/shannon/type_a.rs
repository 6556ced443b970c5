//! The type A strategy: all variations to a fixed number of plies.

use quevedo_rules::Board;

use super::{Effort, INFINITY, KING, Style};

/// The value of a position for the side to move: formula (1) of section 4.
///
/// Moves that cannot change the value are not looked at (alpha-beta, which Shannon did not have): the value is
/// the one of the formula, and the machine's move is the same.
pub(super) fn minimax(
    board: &Board,
    style: &Style,
    plies: u32,
    ply: i32,
    window: (i32, i32),
    effort: &mut Effort,
) -> i32 {
    effort.visit();
    if let Some(value) = ended(board, ply) {
        effort.end(ply as u32);
        return value;
    }
    if plies == 0 {
        effort.end(ply as u32);
        return style.value(board);
    }
    let (mut alpha, beta) = window;
    let mut best = -INFINITY;
    for mv in &board.legal_moves() {
        let value = -minimax(&board.play(mv), style, plies - 1, ply + 1, (-beta, -alpha), effort);
        best = best.max(value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Mate and stalemate; "we will ignore the rule of draw after three repetitions".
pub(super) fn ended(board: &Board, ply: i32) -> Option<i32> {
    if board.has_legal_moves() {
        return None;
    }
    Some(if board.in_check() { ply - KING } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formula without any cut-off.
    fn slow(board: &Board, plies: u32, ply: i32) -> i32 {
        match ended(board, ply) {
            Some(value) => value,
            None if plies == 0 => Style::SHANNON.value(board),
            None => {
                let moves = board.legal_moves();
                moves.iter().map(|&mv| -slow(&board.play(mv), plies - 1, ply + 1)).max().expect("a move")
            }
        }
    }

    #[test]
    fn cut_offs_change_nothing() {
        for visit in quevedo_testkit::RandomWalk::new(3, &quevedo_testkit::Start::ALL).step_by(9).take(30) {
            for plies in 0..=2 {
                let (window, mut effort) = ((-INFINITY, INFINITY), Effort::default());
                let fast = minimax(&visit.board, &Style::SHANNON, plies, 0, window, &mut effort);
                assert_eq!(fast, slow(&visit.board, plies, 0), "{}", visit.board.fen());
                assert!(effort.variations >= 1 && effort.positions >= effort.variations);
            }
        }
    }
}
