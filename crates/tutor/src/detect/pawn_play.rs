//! What pawns can do and what becomes of them: breaks, majorities, and weaknesses that a move leaves.

use quevedo_rules::{Bitboard, Board, Color, File, Move, Piece, attacks};

use super::men::with_turn;
use super::pawns::{beside, flaws};
use super::seen;
use crate::exchange::see;
use crate::{Fact, Finding, Flank, PawnFlaw};

/// What can be seen of the pawns of both sides on one board.
pub(super) fn facts(board: &Board) -> Vec<Finding> {
    let mut found = Vec::new();
    for side in Color::ALL {
        found.extend(breaks(board, side).into_iter().map(|fact| seen(fact, board, None, side, 0)));
        found.extend(majorities(board, side).into_iter().map(|fact| seen(fact, board, None, side, 0)));
    }
    found
}

/// Quiet pawn moves, not losing the pawn, that attack an enemy pawn.
fn breaks(board: &Board, side: Color) -> Vec<Fact> {
    let Some(turned) = with_turn(board, side) else { return Vec::new() };
    let mut found: Vec<Fact> = Vec::new();
    for mv in turned.quiets().into_iter().filter(|mv| turned.piece_at(mv.from()) == Some(Piece::Pawn)) {
        let met = attacks::pawn(side, mv.to()) & turned.colored(!side, Piece::Pawn);
        let is_safe = || !mv.is_promotion() && see(&turned, mv) >= 0;
        if let Some(target) = met.first().filter(|_| is_safe()) {
            let fact = Fact::Lever { pawn: mv.from(), target };
            if !found.contains(&fact) {
                found.push(fact);
            }
        }
    }
    found
}

fn majorities(board: &Board, side: Color) -> Vec<Fact> {
    let wings =
        [(Flank::Queenside, [File::A, File::B, File::C]), (Flank::Kingside, [File::F, File::G, File::H])];
    let mut found = Vec::new();
    for (wing, files) in wings {
        let on = |color: Color, file: File| (Bitboard::file(file) & board.colored(color, Piece::Pawn)).len();
        let counts = |color: Color| files.map(|file| on(color, file));
        let (own, other) = (counts(side), counts(!side));
        let doubled = own.iter().any(|&count| count > 1);
        let (own, other) = (own.iter().sum::<u32>() as u8, other.iter().sum::<u32>() as u8);
        if own >= 2 && other >= 1 && own > other && !doubled {
            found.push(Fact::Majority { wing, own, other });
        }
    }
    found
}

/// What a move does to the pawns: the weaknesses that it leaves, those that taking back would leave, and the pawn that it meets.
pub(super) fn of_move(board: &Board, mv: Move) -> Vec<Finding> {
    let after = board.play(mv);
    let mut found = Vec::new();
    for side in Color::ALL {
        for pawn in after.colored(side, Piece::Pawn) {
            let was = if pawn == mv.to() { mv.from() } else { pawn };
            let had =
                if board.piece_at(was) == Some(Piece::Pawn) { flaws(board, was, side) } else { Vec::new() };
            let new = flaws(&after, pawn, side).into_iter().filter(|flaw| !had.contains(flaw));
            // Whoever was isolated is no less weak for another word.
            let worse = new.filter(|flaw| *flaw != PawnFlaw::Backward || !had.contains(&PawnFlaw::Isolated));
            found.extend(worse.map(|flaw| {
                seen(Fact::StructureChange { pawn, flaw, taken_back: false }, board, Some(mv), !side, 0)
            }));
        }
    }
    let us = board.turn();
    found.extend(taking_back(board, &after, mv).into_iter().map(|fact| seen(fact, board, Some(mv), us, 0)));
    if board.piece_at(mv.from()) == Some(Piece::Pawn) && mv.is_quiet() && see(board, mv) >= 0 {
        let met = attacks::pawn(us, mv.to()) & board.colored(!us, Piece::Pawn);
        let target = met.first().map(|target| Fact::Lever { pawn: mv.to(), target });
        found.extend(target.map(|fact| seen(fact, board, Some(mv), us, 0)));
    }
    found
}

/// What every way to take back leaves.
fn taking_back(board: &Board, after: &Board, mv: Move) -> Vec<Fact> {
    let them = after.turn();
    if !mv.is_capture() || mv.is_en_passant() || board.piece_at(mv.from()) == Some(Piece::Pawn) {
        return Vec::new();
    }
    let square = mv.to();
    let back: Vec<Move> =
        after.captures().into_iter().filter(|it| it.is_capture() && it.to() == square).collect();
    let by_pawns = back.iter().all(|it| after.piece_at(it.from()) == Some(Piece::Pawn) && !it.is_promotion());
    if back.is_empty() || !by_pawns {
        return Vec::new();
    }
    let file = Bitboard::file(square.file());
    let on_file = |board: &Board| (file & board.colored(them, Piece::Pawn)).len();
    let leaves = |flaw: PawnFlaw| {
        back.iter().all(|&it| {
            let taken = after.play(it);
            match flaw {
                PawnFlaw::Doubled => on_file(&taken) == 2 && on_file(board) <= 1,
                _ => !beside(file).intersects(taken.colored(them, Piece::Pawn)),
            }
        })
    };
    [PawnFlaw::Doubled, PawnFlaw::Isolated]
        .into_iter()
        .filter(|&flaw| leaves(flaw))
        .map(|flaw| Fact::StructureChange { pawn: square, flaw, taken_back: true })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::Square;

    fn found(fen: &str, san: &str) -> Vec<Fact> {
        let board = Board::from_fen(fen).expect("a FEN");
        let mv = board.parse_san(san).expect("a move");
        of_move(&board, mv).into_iter().map(|finding| finding.fact).collect()
    }

    #[test]
    fn an_exchange_on_c6_doubles_the_pawns() {
        let facts = found("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", "Bxc6");
        let doubled = Fact::StructureChange { pawn: Square::C6, flaw: PawnFlaw::Doubled, taken_back: true };
        // Either pawn may take back: two pawns stand on the c-file after each.
        assert!(facts.contains(&doubled), "{facts:?}");
        assert!(
            !facts.iter().any(|fact| matches!(fact, Fact::StructureChange { flaw: PawnFlaw::Isolated, .. }))
        );
    }

    #[test]
    fn a_pawn_that_loses_its_neighbour_is_isolated_by_the_move() {
        let facts = found("4k3/8/8/2p5/3P4/8/8/4K3 w - - 0 1", "dxc5");
        assert!(facts.is_empty(), "{facts:?}");
        let facts = found("4k3/8/8/2pp4/3P4/8/8/4K3 w - - 0 1", "dxc5");
        let isolated =
            Fact::StructureChange { pawn: Square::D5, flaw: PawnFlaw::Isolated, taken_back: false };
        assert_eq!(facts, [isolated]);
    }

    #[test]
    fn breaks_and_majorities_are_seen() {
        let board = Board::from_fen("4k3/pp3ppp/8/3p4/8/1P6/P1P2PPP/4K3 w - - 0 1").expect("a FEN");
        let facts: Vec<Fact> = facts(&board).into_iter().map(|finding| finding.fact).collect();
        assert!(facts.contains(&Fact::Majority { wing: Flank::Queenside, own: 3, other: 2 }), "{facts:?}");
        assert!(facts.contains(&Fact::Lever { pawn: Square::C2, target: Square::D5 }), "{facts:?}");
    }
}
