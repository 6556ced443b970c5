//! What sort of puzzle it is: its length, its men, where it happens.

use shakmaty::{Chess, Color, File, Piece, Position, Rank, Role, Square};

use super::terms::targets;
use super::{Played, Puzzle};
use crate::ground::{balance, king, man, own_rank};

fn any_own(puzzle: &Puzzle, holds: impl Fn(&Played) -> bool) -> bool {
    puzzle.own().any(|(_, played)| holds(played))
}

/// After the solver's second move or a later one two pawns' worth less than at first, and no new queen of the other side explains it.
pub(super) fn sacrifice(puzzle: &Puzzle) -> bool {
    let start = balance(&puzzle.first().after, puzzle.solver);
    let gives = puzzle.own().skip(1).any(|(_, played)| balance(&played.after, puzzle.solver) - start <= -2);
    let replies = puzzle.moves.iter().skip(2).step_by(2);
    gives && !replies.into_iter().any(|reply| reply.mv.is_promotion())
}

/// A move, not the last, that neither gives nor escapes check, takes and attacks nothing, is no advanced pawn's and not the king's.
pub(super) fn quiet_move(puzzle: &Puzzle) -> bool {
    let last = puzzle.moves.len() - 1;
    puzzle.own().filter(|(place, _)| *place != last).any(|(_, played)| {
        !played.gives_check()
            && !played.before.is_check()
            && threatens_nothing(played)
            && played.role() != Role::King
    })
}

fn threatens_nothing(played: &Played) -> bool {
    !played.is_capture() && !played.is_pawn_to(6) && targets(played.after.board(), played.to).next().is_none()
}

/// The last move only defends, with three moves or more to choose from; or a check is escaped from without more ado.
pub(super) fn defensive_move(puzzle: &Puzzle) -> bool {
    let last = puzzle.last();
    let has_choice = |played: &Played| played.before.legal_moves().len() >= 3;
    let is_last = has_choice(last) && !last.gives_check() && threatens_nothing(last);
    is_last || escapes(puzzle, has_choice)
}

fn escapes(puzzle: &Puzzle, has_choice: impl Fn(&Played) -> bool) -> bool {
    for (_, played) in puzzle.own() {
        if played.gives_check() || played.is_capture() || !has_choice(played) {
            return false;
        }
        if played.before.is_check() {
            return true;
        }
    }
    false
}

/// Their king stands on its first three ranks, no own pawn is in front of or beside it, and it is checked on the way.
pub(super) fn exposed_king(puzzle: &Puzzle) -> bool {
    let position = &puzzle.first().after;
    let their = !puzzle.solver;
    let Some(king) = king(position, their) else { return false };
    if own_rank(their, king) > 3 {
        return false;
    }
    // Towards the solver, as the labels have it.
    let ahead = their.fold_wb(1, -1);
    let around = [(0, ahead), (-1, 0), (-1, ahead), (1, 0), (1, ahead)];
    let shelter = around.into_iter().filter_map(|(files, ranks)| {
        Some(Square::from_coords(king.file().offset(files)?, king.rank().offset(ranks)?))
    });
    let pawn = Piece { color: their, role: Role::Pawn };
    if shelter.into_iter().any(|square| man(position, square) == Some(pawn)) {
        return false;
    }
    let own: Vec<&Played> = puzzle.own().map(|(_, played)| played).collect();
    own.len() > 2 && own[1..own.len() - 1].iter().any(|played| played.gives_check())
}

pub(super) fn kingside_attack(puzzle: &Puzzle) -> bool {
    attack(puzzle, File::H, &[File::G, File::H], 20)
}

pub(super) fn queenside_attack(puzzle: &Puzzle) -> bool {
    attack(puzzle, File::A, &[File::A, File::B, File::C], 18)
}

/// Checks, and captures near the corner of their king, outweigh what happens far away.
fn attack(puzzle: &Puzzle, corner: File, kings: &[File], men: usize) -> bool {
    let position = &puzzle.first().after;
    let back = puzzle.solver.fold_wb(Rank::Eighth, Rank::First);
    let Some(king) = king(position, !puzzle.solver) else { return false };
    let is_there = king.rank() == back && kings.contains(&king.file());
    if !is_there || position.board().occupied().count() < men || !any_own(puzzle, Played::gives_check) {
        return false;
    }
    let corner = Square::from_coords(corner, back);
    let score: i32 = puzzle
        .own()
        .map(|(_, played)| {
            let far = corner.distance(played.to);
            let near = if played.is_capture() && far <= 3 {
                1
            } else if far >= 5 {
                -1
            } else {
                0
            };
            i32::from(played.gives_check()) + near
        })
        .sum();
    score >= 2
}

/// The first capture on f2 or f7 finds their king at home.
pub(super) fn attacking_f2_f7(puzzle: &Puzzle) -> bool {
    let take = puzzle
        .own()
        .map(|(_, played)| played)
        .find(|played| played.met().is_some() && [Square::F2, Square::F7].contains(&played.to));
    take.is_some_and(|played| {
        let home = if played.to == Square::F7 { Square::E8 } else { Square::E1 };
        man(&played.after, home) == Some(Piece { color: !puzzle.solver, role: Role::King })
    })
}

pub(super) fn advanced_pawn(puzzle: &Puzzle) -> bool {
    any_own(puzzle, |played| played.is_pawn_to(7))
}

pub(super) fn promotion(puzzle: &Puzzle) -> bool {
    any_own(puzzle, |played| played.mv.is_promotion())
}

/// To less than a queen.
pub(super) fn under_promotion(puzzle: &Puzzle) -> bool {
    any_own(puzzle, |played| played.mv.promotion().is_some_and(|role| role != Role::Queen))
}

pub(super) fn en_passant(puzzle: &Puzzle) -> bool {
    any_own(puzzle, |played| played.mv.is_en_passant())
}

pub(super) fn castling(puzzle: &Puzzle) -> bool {
    any_own(puzzle, |played| played.mv.is_castle())
}

/// Both before and after the first move there are kings, pawns and pieces of one kind.
fn endgame(puzzle: &Puzzle, role: Role) -> bool {
    let holds = |position: &Chess| {
        let board = position.board();
        let others = board.occupied() & !(board.kings() | board.pawns() | board.by_role(role));
        board.by_role(role).any() && others.is_empty()
    };
    puzzle.moves[..2].iter().all(|played| holds(&played.after))
}

pub(super) fn pawn_endgame(puzzle: &Puzzle) -> bool {
    endgame(puzzle, Role::Pawn)
}

pub(super) fn knight_endgame(puzzle: &Puzzle) -> bool {
    endgame(puzzle, Role::Knight)
}

pub(super) fn bishop_endgame(puzzle: &Puzzle) -> bool {
    endgame(puzzle, Role::Bishop)
}

pub(super) fn rook_endgame(puzzle: &Puzzle) -> bool {
    endgame(puzzle, Role::Rook)
}

pub(super) fn queen_endgame(puzzle: &Puzzle) -> bool {
    endgame(puzzle, Role::Queen)
}

/// One queen, and rooks.
pub(super) fn queen_rook_endgame(puzzle: &Puzzle) -> bool {
    let holds = |position: &Chess| {
        let board = position.board();
        let others = board.occupied() & !(board.kings() | board.pawns() | board.rooks_and_queens());
        board.queens().count() == 1 && board.rooks().any() && others.is_empty()
    };
    puzzle.moves[..2].iter().all(|played| holds(&played.after))
}

pub(super) fn one_move(puzzle: &Puzzle) -> bool {
    puzzle.moves.len() == 2
}

pub(super) fn short(puzzle: &Puzzle) -> bool {
    puzzle.moves.len() == 4
}

pub(super) fn long(puzzle: &Puzzle) -> bool {
    puzzle.moves.len() == 6
}

pub(super) fn very_long(puzzle: &Puzzle) -> bool {
    puzzle.moves.len() >= 8
}

/// Whose king is mated in the end, if one is.
pub(super) fn mated(puzzle: &Puzzle) -> Option<(Color, Square)> {
    let last = puzzle.last();
    let king = king(&last.after, !puzzle.solver)?;
    last.after.is_checkmate().then_some((!puzzle.solver, king))
}
