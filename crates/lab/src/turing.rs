//! Turing's paper machine (Turing and Champernowne 1948; described in *Faster than Thought*, 1953): the first set of rules that
//! plays whole games of chess, worked by hand.
//!
//! All moves and all answers are looked at, and then captures that are worth considering until none is left ("dead positions").
//! What counts first is the ratio of the men's values; among moves with the same, the position play of the position after the move.

use quevedo_rules::{Bitboard, Board, Color, Move, Piece, Square, attacks};

/// Values of the men: pawn 1, knight 3, bishop 3½, rook 5, queen 10.
const fn value(piece: Piece) -> f64 {
    match piece {
        Piece::Pawn => 1.0,
        Piece::Knight => 3.0,
        Piece::Bishop => 3.5,
        Piece::Rook => 5.0,
        Piece::Queen => 10.0,
        Piece::King => 0.0,
    }
}

/// More than any ratio of men.
const MATE: f64 = 1000.0;
/// Considered captures end somewhere.
const MOST_PLIES: u32 = 12;

/// Turing's move; `None` where there is none.
///
/// ```
/// use quevedo_lab::turing;
/// use quevedo_rules::Board;
///
/// let mv = turing::choose(&Board::start()).expect("a move");
/// assert_eq!(Board::start().san(mv).to_string(), "e3");
/// # Ok::<(), quevedo_rules::FenError>(())
/// ```
pub fn choose(board: &Board) -> Option<Move> {
    let mut best: Option<(f64, f64, Move)> = None;
    for mv in &board.legal_moves() {
        let after = board.play(mv);
        let floor = best.map_or(-2.0 * MATE, |it| it.0 - 1e-6);
        let material = -explore(&after, 1, None, -2.0 * MATE, -floor);
        let play = position_play(board, mv);
        if best.is_none_or(|(most, fine, _)| {
            material > most + 1e-9 || ((material - most).abs() <= 1e-9 && play > fine)
        }) {
            best = Some((material, play, mv));
        }
    }
    best.map(|it| it.2)
}

/// The logarithm of the ratio of men for the side to move, when both look on as far as the rules say.
fn explore(board: &Board, ply: u32, last: Option<Move>, mut alpha: f64, beta: f64) -> f64 {
    let legal = board.legal_moves();
    if legal.is_empty() {
        return if board.in_check() { f64::from(ply) - MATE } else { 0.0 };
    }
    // One's own move, every answer; then only what is worth considering, and one may stop.
    let looks_at_all = ply < 2;
    let mut best = if looks_at_all { -2.0 * MATE } else { ratio(board) };
    if best >= beta || ply >= MOST_PLIES {
        return best;
    }
    alpha = alpha.max(best);
    for mv in &legal {
        if !looks_at_all && !is_considerable(board, mv, last) {
            continue;
        }
        let found = -explore(&board.play(mv), ply + 1, Some(mv), -beta, -alpha);
        best = best.max(found);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// "Considerable moves": captures of the man that has just taken, of an undefended man or of a better one, and mates.
fn is_considerable(board: &Board, mv: Move, last: Option<Move>) -> bool {
    if !mv.is_capture() {
        return board.gives_check(mv) && board.play(mv).is_checkmate();
    }
    let takes_back = last.is_some_and(|last| last.is_capture() && last.to() == mv.to());
    let taken = board.piece_at(mv.to()).unwrap_or(Piece::Pawn);
    let man = board.piece_at(mv.from()).unwrap_or(Piece::Pawn);
    takes_back
        || value(taken) > value(man) && man != Piece::King
        || !board.is_attacked(mv.to(), !board.turn())
}

fn ratio(board: &Board) -> f64 {
    let men = |color: Color| {
        let all: f64 =
            Piece::ALL.iter().map(|&it| value(it) * f64::from(board.material().count(color, it))).sum();
        all.max(0.5)
    };
    (men(board.turn()) / men(!board.turn())).ln()
}

/// The position play of a move, in Turing's points.
fn position_play(before: &Board, mv: Move) -> f64 {
    let (us, board) = (before.turn(), before.play(mv));
    let (own, theirs, occupied) = (board.color(us), board.color(!us), board.occupied());
    // Moves to free squares count once, captures twice.
    let room = |reach: Bitboard| f64::from((reach & !own).len() + (reach & theirs).len()).sqrt();
    let guards = |square: Square| board.attackers(square, us).len();
    let mut points = 0.0;
    for square in own {
        let Some(piece) = board.piece_at(square) else { continue };
        let reach = attacks::of(piece, us, square, occupied);
        match piece {
            Piece::Pawn => {
                points += 0.2 * (square.rank().relative_to(us).index() as f64 - 1.0);
                let guarded = (board.attackers(square, us) & !board.pieces(Piece::Pawn)).any();
                points += if guarded { 0.3 } else { 0.0 };
            }
            Piece::King => {
                let steps = reach.into_iter().filter(|&to| !board.is_attacked(to, !us)).collect::<Bitboard>();
                points += room(steps);
                points -= room(attacks::queen(square, occupied));
            }
            _ => {
                points += room(reach);
                points += match guards(square) {
                    _ if piece == Piece::Queen => 0.0,
                    0 => 0.0,
                    1 => 1.0,
                    _ => 1.5,
                };
            }
        }
    }
    if mv.is_castle() {
        points += 1.0;
    }
    if mv.is_castle() || board.castling().rooks_of(us).any() {
        points += 1.0;
    }
    let next = board.play_null();
    if let Some(next) = next {
        let legal = next.legal_moves();
        points += if legal.iter().any(|it| it.is_castle()) { 1.0 } else { 0.0 };
        points += if legal.iter().any(|&it| next.gives_check(it) && next.play(it).is_checkmate()) {
            1.0
        } else {
            0.0
        };
    }
    points + if board.in_check() { 0.5 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(fen: &str) -> String {
        let board = Board::from_fen(fen).expect("a position");
        let mv = choose(&board).expect("a move");
        board.san(mv).to_string()
    }

    #[test]
    fn it_takes_what_is_undefended_and_not_what_is_guarded() {
        assert_eq!(chosen("4k3/8/8/3p4/8/8/3Q4/3K4 w - - 0 1"), "Qxd5");
        assert_ne!(chosen("4k3/8/4p3/3p4/8/8/3Q4/3K4 w - - 0 1"), "Qxd5");
    }

    #[test]
    fn it_mates_and_sees_mate() {
        assert_eq!(chosen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "Ra8#");
        assert_eq!(choose(&Board::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").expect("a position")), None);
    }
}
