//! From words to moves: which legal move a word of the movetext means.

use quevedo_rules::{Bitboard, Board, File, Move, MoveKind, Piece, Rank, Square, Wing, attacks};
use shakmaty::CastlingSide;
use shakmaty::san::{San, SanPlus};

use crate::fault::StepError;
use crate::tree::Step;

/// The step that a word means, taken apart already by the library.
///
/// Moves written as the standard says are found at once. For all others the rules' own reader of
/// algebraic notation decides: it knows every sloppiness, and says what is wrong in words.
pub(crate) fn resolve(board: &Board, word: SanPlus) -> Result<Step, StepError> {
    if word.san == San::Null {
        return pass(board);
    }
    match find(board, word.san) {
        Some(mv) => Ok(Step::Move(mv)),
        None => read_word(board, &word.to_string()),
    }
}

/// The step that a word means, as it stands in the file.
#[cold]
pub(crate) fn read_word(board: &Board, word: &str) -> Result<Step, StepError> {
    if matches!(word, "--" | "Z0" | "0000" | "@@@@" | "null" | "pass") {
        return pass(board);
    }
    Ok(Step::Move(board.parse_san(word)?))
}

fn pass(board: &Board) -> Result<Step, StepError> {
    if board.in_check() { Err(StepError::PassInCheck) } else { Ok(Step::Pass) }
}

/// The one legal move that fits every letter of the word, if there is exactly one.
fn find(board: &Board, san: San) -> Option<Move> {
    match san {
        San::Normal { role, file, rank, capture, to, promotion } => {
            let mut hints = Bitboard::ALL;
            if let Some(file) = file {
                hints &= Bitboard::file(File::new(file as u8));
            }
            if let Some(rank) = rank {
                hints &= Bitboard::rank(Rank::new(rank as u8));
            }
            let (piece, to) = (piece_of(role), Square::new(to as u8));
            match (piece, promotion) {
                // A pawn's square may be written out ("e2e4"), and before a capture its file is;
                // anything else is odd ("ee4", "4xd5").
                (Piece::Pawn, _) if file.is_some() != rank.is_some() && !(capture && rank.is_none()) => None,
                (Piece::Pawn, _) => find_pawn_move(board, hints, to, capture, promotion.map(piece_of)),
                (_, None) => find_piece_move(board, piece, hints, to, capture),
                (_, Some(_)) => None,
            }
        }
        San::Castle(side) => find_castling(board, side),
        San::Put { .. } | San::Null => None,
    }
}

fn find_piece_move(board: &Board, piece: Piece, hints: Bitboard, to: Square, capture: bool) -> Option<Move> {
    let us = board.turn();
    if capture != board.color(!us).contains(to) {
        return None;
    }
    let kind = if capture { MoveKind::Capture } else { MoveKind::Quiet };
    // A piece reaches a square from where it would go when it stood there.
    let reach = attacks::of(piece, us, to, board.occupied());
    only_legal(board, reach & board.colored(us, piece) & hints, to, kind)
}

fn find_pawn_move(
    board: &Board,
    hints: Bitboard,
    to: Square,
    capture: bool,
    promotion: Option<Piece>,
) -> Option<Move> {
    let us = board.turn();
    let pawns = board.colored(us, Piece::Pawn);
    if capture {
        let kind = match promotion {
            Some(piece) => MoveKind::promotion(piece, true)?,
            None if board.en_passant() == Some(to) => MoveKind::EnPassant,
            None => MoveKind::Capture,
        };
        return only_legal(board, attacks::pawn(!us, to) & pawns & hints, to, kind);
    }
    let behind = Bitboard::of(to).forward(!us);
    let (from, kind) = match promotion {
        Some(piece) => (behind, MoveKind::promotion(piece, false)?),
        None if behind.intersects(board.occupied()) => (behind, MoveKind::Quiet),
        None => (behind.forward(!us), MoveKind::DoublePush),
    };
    only_legal(board, from & pawns & hints, to, kind)
}

fn find_castling(board: &Board, side: CastlingSide) -> Option<Move> {
    let us = board.turn();
    let wing = match side {
        CastlingSide::KingSide => Wing::King,
        CastlingSide::QueenSide => Wing::Queen,
    };
    let king = board.king(us);
    let rook = board.castling().rook(us, king, wing)?;
    Move::new(king, rook, MoveKind::Castle).filter(|&mv| board.is_legal(mv))
}

/// The only legal one of the moves from these squares.
fn only_legal(board: &Board, from: Bitboard, to: Square, kind: MoveKind) -> Option<Move> {
    let mut legal =
        from.into_iter().filter_map(|from| Move::new(from, to, kind)).filter(|&mv| board.is_legal(mv));
    let first = legal.next()?;
    legal.next().is_none().then_some(first)
}

fn piece_of(role: shakmaty::Role) -> Piece {
    match role {
        shakmaty::Role::Pawn => Piece::Pawn,
        shakmaty::Role::Knight => Piece::Knight,
        shakmaty::Role::Bishop => Piece::Bishop,
        shakmaty::Role::Rook => Piece::Rook,
        shakmaty::Role::Queen => Piece::Queen,
        shakmaty::Role::King => Piece::King,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn word(text: &str) -> SanPlus {
        text.parse().unwrap_or_else(|_| panic!("{text} is no word"))
    }

    /// Boards along random games, from standard and Chess960 starts.
    fn boards(seed: u64, games: usize) -> impl Iterator<Item = Board> {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..games).flat_map(move |game| {
            let number = if game % 2 == 0 { 518 } else { dice.random_range(0..960) };
            let mut board = Board::chess960(number).expect("a number below 960");
            let mut walk = vec![board];
            for _ in 0..120 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board = board.play(moves[dice.random_range(0..moves.len())]);
                walk.push(board);
            }
            walk
        })
    }

    #[test]
    fn every_legal_move_is_found_the_short_way() {
        for board in boards(1912, 100) {
            for mv in &board.legal_moves() {
                let text = board.san(mv).to_string();
                assert_eq!(find(&board, word(&text).san), Some(mv), "{text} in {}", board.fen());
            }
        }
    }

    /// The short way finds nothing that the rules' own reader does not.
    #[test]
    fn the_short_way_agrees_with_the_long_one() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1920);
        let mut pick = |letters: &[&'static str]| letters[dice.random_range(0..letters.len())];
        let mut found = 0;
        for board in boards(1914, 20) {
            for _ in 0..200 {
                let text = [
                    pick(&["", "", "N", "B", "R", "Q", "K"]),
                    pick(&["", "", "", "a", "b", "c", "d", "e", "f", "g", "h"]),
                    pick(&["", "", "", "1", "2", "3", "4", "5", "6", "7", "8"]),
                    pick(&["", "x"]),
                    pick(&["a", "b", "c", "d", "e", "f", "g", "h"]),
                    pick(&["1", "2", "3", "4", "5", "6", "7", "8"]),
                    pick(&["", "", "", "=Q", "=N"]),
                ]
                .concat();
                if let Some(mv) = find(&board, word(&text).san) {
                    assert_eq!(board.parse_san(&text), Ok(mv), "{text} in {}", board.fen());
                    found += 1;
                }
            }
        }
        assert!(found > 1_000, "only {found} words were moves");
    }

    #[test]
    fn passing_is_refused_in_check() {
        let board = Board::from_fen("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").expect("legal");
        assert_eq!(resolve(&board, word("--")), Err(StepError::PassInCheck));
        assert_eq!(resolve(&Board::start(), word("Z0")), Ok(Step::Pass));
        assert_eq!(read_word(&Board::start(), "0000"), Ok(Step::Pass));
    }

    proptest! {
        #[test]
        fn any_word_is_judged(text in "\\PC{0,12}") {
            let _ = read_word(&Board::start(), &text);
        }
    }
}
