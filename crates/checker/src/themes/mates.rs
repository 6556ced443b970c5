//! Mates, and the patterns that have names. A puzzle gets the first name that fits, in the order of [`PATTERNS`].

use shakmaty::{Bitboard, File, Piece, Position, Rank, Role, Square, attacks};

use super::kinds::mated;
use super::terms::attackers;
use super::{Played, Puzzle};

pub(super) fn mate(puzzle: &Puzzle) -> bool {
    mated(puzzle).is_some()
}

pub(super) fn mate_in<const MOVES: usize>(puzzle: &Puzzle) -> bool {
    mate(puzzle) && puzzle.moves.len() == 2 * MOVES
}

/// Five or more: longer ones have no label of their own.
pub(super) fn mate_in_five(puzzle: &Puzzle) -> bool {
    mate(puzzle) && puzzle.moves.len() >= 10
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pattern {
    Smothered,
    BackRank,
    Anastasia,
    Hook,
    Arabian,
    Boden,
    DoubleBishop,
    Dovetail,
}

/// The final position, the mated king, and how it was mated.
struct Final<'a> {
    last: &'a Played,
    king: Square,
    solver: shakmaty::Color,
}

type Test = fn(&Final<'_>) -> bool;

const PATTERNS: [(Pattern, Test); 8] = [
    (Pattern::Smothered, is_smothered),
    (Pattern::BackRank, is_back_rank),
    (Pattern::Anastasia, is_anastasia),
    (Pattern::Hook, is_hook),
    (Pattern::Arabian, is_arabian),
    (Pattern::Boden, |it| has_only_bishops(it) && bishops_face(it)),
    (Pattern::DoubleBishop, |it| has_only_bishops(it) && !bishops_face(it)),
    (Pattern::Dovetail, is_dovetail),
];

fn pattern(puzzle: &Puzzle) -> Option<Pattern> {
    let (_, king) = mated(puzzle)?;
    let end = Final { last: puzzle.last(), king, solver: puzzle.solver };
    PATTERNS.iter().find(|(_, fits)| fits(&end)).map(|(pattern, _)| *pattern)
}

macro_rules! named {
    ($($name:ident => $pattern:ident),+ $(,)?) => {
        $(pub(super) fn $name(puzzle: &Puzzle) -> bool {
            pattern(puzzle) == Some(Pattern::$pattern)
        })+
    };
}

named! {
    smothered => Smothered, back_rank => BackRank, anastasia => Anastasia, hook => Hook, arabian => Arabian,
    boden => Boden, double_bishop => DoubleBishop, dovetail => Dovetail,
}

impl Final<'_> {
    fn board(&self) -> &shakmaty::Board {
        self.last.after.board()
    }

    fn attackers(&self, square: Square) -> Bitboard {
        attackers(self.board(), self.solver, square)
    }

    fn own(&self, square: Square, role: Role) -> bool {
        self.board().piece_at(square) == Some(Piece { color: self.solver, role })
    }

    fn is_blocked(&self, square: Square) -> bool {
        self.board().color_at(square) == Some(!self.solver)
    }
}

fn is_file_edge(square: Square) -> bool {
    matches!(square.file(), File::A | File::H)
}

fn is_rank_edge(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

/// A knight checks, and all squares next to the king hold its own men.
fn is_smothered(it: &Final<'_>) -> bool {
    let knight = it.last.after.checkers().into_iter().any(|square| it.own(square, Role::Knight));
    knight && attacks::king_attacks(it.king).into_iter().all(|square| it.is_blocked(square))
}

/// On its last rank, checked along it, with own men on all squares before it that nobody attacks.
fn is_back_rank(it: &Final<'_>) -> bool {
    let back = it.solver.fold_wb(Rank::Eighth, Rank::First);
    let before = it.solver.fold_wb(Rank::Seventh, Rank::Second);
    let front = attacks::king_attacks(it.king) & Bitboard::from(before);
    it.king.rank() == back
        && front.into_iter().all(|square| it.is_blocked(square) && it.attackers(square).is_empty())
        && it.last.after.checkers().into_iter().any(|checker| checker.rank() == back)
}

/// On the edge file, checked along it, an own man beside it and our knight two squares further.
fn is_anastasia(it: &Final<'_>) -> bool {
    let inward = if it.king.file() == File::A { 1 } else { -1 };
    let beside = |files: i32| {
        it.king.file().offset(inward * files).map(|file| Square::from_coords(file, it.king.rank()))
    };
    is_file_edge(it.king)
        && !is_rank_edge(it.king)
        && it.last.to.file() == it.king.file()
        && matches!(it.last.role(), Role::Queen | Role::Rook)
        && beside(1).is_some_and(|square| it.is_blocked(square))
        && beside(3).is_some_and(|square| it.own(square, Role::Knight))
}

/// A rook next to the king, guarded by a knight next to the king, guarded by a pawn.
fn is_hook(it: &Final<'_>) -> bool {
    it.last.role() == Role::Rook
        && it.last.to.distance(it.king) == 1
        && it.attackers(it.last.to).into_iter().any(|knight| {
            it.own(knight, Role::Knight)
                && knight.distance(it.king) == 1
                && it.attackers(knight).into_iter().any(|pawn| it.own(pawn, Role::Pawn))
        })
}

/// In the corner, a rook beside the king, guarded by a knight two squares away both ways.
fn is_arabian(it: &Final<'_>) -> bool {
    is_file_edge(it.king)
        && is_rank_edge(it.king)
        && it.last.role() == Role::Rook
        && it.last.to.distance(it.king) == 1
        && it.attackers(it.last.to).into_iter().any(|knight| {
            it.own(knight, Role::Knight)
                && knight.file().distance(it.king.file()) == 2
                && knight.rank().distance(it.king.rank()) == 2
        })
}

/// Two bishops, and nothing else of ours attacks the king or the squares next to it.
fn has_only_bishops(it: &Final<'_>) -> bool {
    let around = attacks::king_attacks(it.king) | Bitboard::from(it.king);
    let bishops = it.board().bishops() & it.board().by_color(it.solver);
    bishops.count() >= 2
        && around.into_iter().all(|square| (it.attackers(square) & !it.board().bishops()).is_empty())
}

/// The king's file lies between the two.
fn bishops_face(it: &Final<'_>) -> bool {
    let mut bishops = (it.board().bishops() & it.board().by_color(it.solver)).into_iter();
    let (Some(one), Some(other)) = (bishops.next(), bishops.next()) else { return false };
    (one.file() < it.king.file()) == (other.file() > it.king.file())
}

/// A queen diagonally next to a king off the edge; the squares that only she covers are empty, the others uncovered and taken by its own men.
fn is_dovetail(it: &Final<'_>) -> bool {
    let queen = it.last.to;
    let is_diagonal = queen.file() != it.king.file() && queen.rank() != it.king.rank();
    if is_file_edge(it.king)
        || is_rank_edge(it.king)
        || it.last.role() != Role::Queen
        || !is_diagonal
        || queen.distance(it.king) != 1
    {
        return false;
    }
    let others = attacks::king_attacks(it.king) & !Bitboard::from(queen);
    others.into_iter().all(|square| {
        let by = it.attackers(square);
        if by == Bitboard::from(queen) { it.board().piece_at(square).is_none() } else { by.is_empty() }
    })
}
