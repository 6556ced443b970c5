//! h(P, M): whether a move is worth exploring.

use quevedo_rules::{Bitboard, Board, Color, File, Move, Piece, Rank, attacks};

use super::stability::{unsafe_men, value};

/// Shannon's h(P, M): "large values for all forceful moves (check, captures and attacking moves), for
/// developing moves, medium values for defensive moves, and low values for other moves".
///
/// The numbers are ours: 100 a check, 80 to 98 a capture or promotion by what it wins, 70 an attack on a man
/// that is worth more or not defended, 60 a developing move, 40 a defensive one, 10 any other. It must not
/// "eliminate moves which merely look bad at first sight", so whether the man can be taken does not matter.
pub fn forcefulness(board: &Board, mv: Move) -> u32 {
    forceful_enough(board, mv, 0).unwrap_or(10)
}

/// h(P, M) if it is at least `required`; what cannot reach that is not worked out.
pub(super) fn forceful_enough(board: &Board, mv: Move, required: u32) -> Option<u32> {
    let force = known_force(board, mv, required);
    (force >= required).then_some(force)
}

fn known_force(board: &Board, mv: Move, required: u32) -> u32 {
    if board.gives_check(mv) {
        return 100;
    }
    if mv.is_capture() || mv.is_promotion() {
        let victim = board.piece_at(mv.to()).unwrap_or(Piece::Pawn);
        let won = if mv.is_promotion() { 9 } else { value(victim) };
        return 80 + 2 * won as u32;
    }
    if required > 70 {
        return 10;
    }
    let after = board.play(mv);
    match () {
        () if attacks_prey(&after, mv) => 70,
        () if is_developing(board, mv) => 60,
        () if required <= 40 && is_defensive(board, mv, &after) => 40,
        () => 10,
    }
}

/// How forceful a move must be at this distance from the root: "every first move for itself, only the more
/// forceful replies, etc."
pub fn threshold(ply: usize) -> u32 {
    match ply {
        0 => 0,
        1 => 40,
        2 => 60,
        3 => 70,
        4 | 5 => 82,
        6 | 7 => 86,
        8..=11 => 90,
        // Only captures of a queen, and checks; at the end nothing but checks.
        12..=15 => 98,
        _ => 99,
    }
}

/// Whether the man that moved now attacks one that is worth more than it, or that nobody defends.
fn attacks_prey(after: &Board, mv: Move) -> bool {
    let them = after.turn();
    let Some(us) = after.piece_at(mv.to()) else { return false };
    let reach = attacks::of(us, !them, mv.to(), after.occupied()) & after.color(them);
    reach.into_iter().any(|square| {
        let Some(prey) = after.piece_at(square).filter(|piece| *piece != Piece::King) else { return false };
        value(prey) > value(us) || after.attackers(square, them).is_empty()
    })
}

/// Castling, a knight or bishop that leaves its first rank, a centre pawn that leaves its home.
fn is_developing(board: &Board, mv: Move) -> bool {
    let home = if board.turn() == Color::White { Rank::First } else { Rank::Eighth };
    let pawns = if board.turn() == Color::White { Rank::Second } else { Rank::Seventh };
    mv.is_castle()
        || match board.piece_at(mv.from()) {
            Some(Piece::Knight | Piece::Bishop) => mv.from().rank() == home,
            Some(Piece::Pawn) => {
                let centre = Bitboard::from(mv.from().file()) & center_files();
                mv.from().rank() == pawns && !centre.is_empty()
            }
            _ => false,
        }
}

fn center_files() -> Bitboard {
    Bitboard::from(File::D) | Bitboard::from(File::E)
}

/// Fewer of our men stand unsafely than before.
fn is_defensive(board: &Board, mv: Move, after: &Board) -> bool {
    let us = board.turn();
    let before = unsafe_men(board, us).count();
    before > 0 && unsafe_men(after, us).count() < before && !mv.is_capture()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn h(fen: &str, san: &str) -> u32 {
        let board = Board::from_fen(fen).expect("a position");
        forcefulness(&board, board.parse_san(san).expect("a move"))
    }

    #[test]
    fn the_order_is_shannons() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1";
        assert_eq!(h(fen, "Bxf7+"), 100);
        assert_eq!(h(fen, "Nxe5"), 82);
        assert_eq!((h(fen, "O-O"), h(fen, "Nc3"), h(fen, "d3")), (60, 60, 60));
        assert_eq!((h(fen, "h3"), h(fen, "Rg1")), (10, 10));
        assert_eq!(h("4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1", "e4"), 70, "a pawn attacks a knight");
        assert_eq!(h("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "Nd2"), 40, "a knight saves itself");
    }

    #[test]
    fn thresholds_rise() {
        assert!((0..24).map(threshold).is_sorted());
        assert_eq!(threshold(0), 0);
    }
}
