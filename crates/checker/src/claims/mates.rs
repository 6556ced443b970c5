//! Mates, and the names of their last positions.

use shakmaty::{Bitboard, Chess, Color, Piece, Position, Role, Square, attacks};

use super::men::without;
use super::{Told, ensure};
use crate::brute::Brute;
use crate::case::Case;
use crate::ground::{after, king, own_rank, passed};
use crate::schema::{Goal, MatePattern};

pub fn mate_in(case: &Case, moves: u8, pattern: Option<MatePattern>) -> Told {
    ensure(moves > 0, "a mate in no moves")?;
    let tree = case.proof()?;
    let Goal::Mate(within) = tree.goal() else { return Err("the proof is of something else".to_owned()) };
    let counted =
        within + u8::from(case.mv.is_some() && *tree.begin() == case.now && tree.begin() != case.at);
    ensure(counted <= moves, format!("the proof takes {counted} moves"))?;
    let brute = Brute::default();
    let shorter = if case.at.turn() == case.side {
        brute.mates(case.at, moves - 1)
    } else {
        brute.mated(case.at, moves - 1)
    };
    match shorter {
        Some(true) => return Err(format!("there is a mate in less than {moves}")),
        Some(false) => {}
        None => case.leave_untold("whether a shorter mate exists"),
    }
    if let Some(pattern) = pattern {
        ensure(case.line_mates(), "the line does not end in the mate that it names")?;
        ensure(fits(&case.end, pattern), format!("the last position is no {pattern:?}"))?;
    }
    Ok(())
}

pub fn back_rank(case: &Case, square: Square) -> Told {
    let owner = !case.side;
    ensure(king(&case.now, owner) == Some(square), format!("the king is not on {square}"))?;
    ensure(own_rank(owner, square) == 1, "the king is not on its last rank")?;
    let tree = case.proof()?;
    if matches!(tree.goal(), Goal::Mate(_)) {
        ensure(case.line_mates(), "the line does not end in mate")?;
        return ensure(mated_on_last_rank(&case.end), "the mate is not on the last rank");
    }
    case.wins()?;
    // Or it would be mated there at once, if one guard were gone.
    let here = if case.now.turn() == case.side { Some(case.now.clone()) } else { passed(&case.now) };
    let here = here.ok_or("nobody can pass in check")?;
    let guards = here.board().by_color(owner) & !Bitboard::from(square);
    let near = guards.into_iter().any(|guard| {
        let bare = without(&here, guard, case.side);
        bare.is_some_and(|bare| mates_on_last_rank(&bare))
    });
    ensure(near || mates_on_last_rank(&here), "no guard keeps a back-rank mate away")
}

fn mates_on_last_rank(position: &Chess) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|mv| {
        let next = after(position, *mv);
        next.is_checkmate() && mated_on_last_rank(&next)
    })
}

fn mated_on_last_rank(end: &Chess) -> bool {
    let Some(seat) = king(end, end.turn()) else { return false };
    let straight = |square: Square| {
        end.board().role_at(square).is_some_and(|role| matches!(role, Role::Rook | Role::Queen))
            && square.rank() == seat.rank()
    };
    own_rank(end.turn(), seat) == 1 && end.checkers().into_iter().any(straight)
}

/// What a mate looks like.
struct Picture<'a> {
    end: &'a Chess,
    loser: Color,
    king: Square,
    checkers: Vec<(Square, Role)>,
}

impl Picture<'_> {
    fn own(&self, square: Square) -> bool {
        self.end.board().color_at(square) == Some(self.loser)
    }

    fn step(&self, files: i32, ranks: i32) -> Option<Square> {
        let file = self.king.file().offset(files)?;
        let rank = self.king.rank().offset(self.loser.fold_wb(ranks, -ranks))?;
        Some(Square::from_coords(file, rank))
    }

    fn men(&self, role: Role) -> Bitboard {
        self.end.board().by_piece(Piece { color: !self.loser, role })
    }

    fn guarded(&self, square: Square) -> bool {
        self.end.board().attacks_to(square, !self.loser, self.end.board().occupied()).any()
    }

    fn near(&self, square: Square) -> bool {
        attacks::king_attacks(self.king).contains(square)
    }

    fn checker(&self, roles: &[Role]) -> Option<Square> {
        self.checkers.iter().find(|(_, role)| roles.contains(role)).map(|(square, _)| *square)
    }

    fn on_edge(&self) -> bool {
        matches!(self.king.file().to_u32(), 0 | 7) || matches!(self.king.rank().to_u32(), 0 | 7)
    }

    fn in_corner(&self) -> bool {
        matches!(self.king.file().to_u32(), 0 | 7) && matches!(self.king.rank().to_u32(), 0 | 7)
    }
}

const HEAVY: [Role; 2] = [Role::Rook, Role::Queen];

/// Whether a mated position has a name's marks.
pub fn fits(end: &Chess, pattern: MatePattern) -> bool {
    let loser = end.turn();
    let Some(king) = king(end, loser) else { return false };
    let checkers = end
        .checkers()
        .into_iter()
        .filter_map(|square| Some((square, end.board().role_at(square)?)))
        .collect();
    let picture = Picture { end, loser, king, checkers };
    end.is_checkmate() && marks(&picture, pattern)
}

fn marks(it: &Picture, pattern: MatePattern) -> bool {
    let around = attacks::king_attacks(it.king);
    let heavy = it.checker(&HEAVY);
    match pattern {
        MatePattern::BackRank => {
            let ahead: Vec<Square> = [-1, 0, 1].into_iter().filter_map(|file| it.step(file, 1)).collect();
            mated_on_last_rank(it.end) && ahead.iter().any(|square| it.own(*square))
        }
        MatePattern::Smothered => {
            it.checker(&[Role::Knight]).is_some() && around.into_iter().all(|square| it.own(square))
        }
        MatePattern::Kiss => {
            it.checker(&[Role::Queen]).is_some_and(|queen| it.near(queen) && it.guarded(queen))
        }
        MatePattern::Arabian => it.checker(&[Role::Rook]).is_some_and(|rook| {
            let knights = it.men(Role::Knight);
            let guards = knights.into_iter().any(|knight| attacks::knight_attacks(knight).contains(rook));
            it.in_corner() && it.near(rook) && guards
        }),
        MatePattern::Ladder => heavy.is_some_and(|checker| ladder(it, checker)),
        MatePattern::Anastasia => heavy.is_some_and(|checker| {
            let on_file = checker.file() == it.king.file() && matches!(it.king.file().to_u32(), 0 | 7);
            let inward = if it.king.file().to_u32() == 0 { 1 } else { -1 };
            let takes = |ranks: i32| {
                let square = it.king.file().offset(inward).zip(it.king.rank().offset(ranks));
                square.is_none_or(|(file, rank)| {
                    let square = Square::from_coords(file, rank);
                    (attacks::knight_attacks(square) & it.men(Role::Knight)).any()
                })
            };
            on_file && takes(1) && takes(-1) && it.men(Role::Knight).any()
        }),
        MatePattern::Boden => {
            two_bishops(it).is_some_and(|(one, other)| direction(it, one) != direction(it, other))
        }
        MatePattern::TwoBishops => {
            two_bishops(it).is_some_and(|(one, other)| direction(it, one) == direction(it, other))
        }
        MatePattern::Epaulette => heavy.is_some_and(|checker| {
            let (files, ranks) = way(it.king, checker);
            let shoulders = [(ranks, files), (-ranks, -files)];
            let beside = |(files, ranks): (i32, i32)| {
                let file = it.king.file().offset(files);
                let rank = it.king.rank().offset(ranks);
                file.zip(rank).is_some_and(|(file, rank)| it.own(Square::from_coords(file, rank)))
            };
            let back = |side: i32| {
                let file = it.king.file().offset(-files + side * ranks);
                let rank = it.king.rank().offset(-ranks + side * files);
                file.zip(rank).is_some_and(|(file, rank)| it.own(Square::from_coords(file, rank)))
            };
            let straight = files == 0 || ranks == 0;
            straight && (shoulders.into_iter().all(beside) || back(1) && back(-1))
        }),
        MatePattern::Dovetail => it.checker(&[Role::Queen]).is_some_and(|queen| {
            let (files, ranks) = way(it.king, queen);
            let own = |files: i32, ranks: i32| {
                let square = it.king.file().offset(files).zip(it.king.rank().offset(ranks));
                square.is_some_and(|(file, rank)| it.own(Square::from_coords(file, rank)))
            };
            files != 0 && ranks != 0 && it.near(queen) && own(-files, 0) && own(0, -ranks)
        }),
        MatePattern::Opera => it.checker(&[Role::Rook]).is_some_and(|rook| {
            let bishops = it.men(Role::Bishop);
            let guarded =
                bishops.into_iter().any(|bishop| it.end.board().attacks_from(bishop).contains(rook));
            own_rank(it.loser, it.king) == 1 && rook.rank() == it.king.rank() && guarded
        }),
        MatePattern::Hook => it.checker(&[Role::Rook]).is_some_and(|rook| {
            let attacked_by = |square: Square, role: Role| {
                it.men(role)
                    .into_iter()
                    .filter(move |from| it.end.board().attacks_from(*from).contains(square))
            };
            let held = |knight: Square| attacked_by(knight, Role::Pawn).next().is_some();
            it.near(rook) && attacked_by(rook, Role::Knight).any(held)
        }),
    }
}

fn way(from: Square, to: Square) -> (i32, i32) {
    let files = to.file().to_u32() as i32 - from.file().to_u32() as i32;
    let ranks = to.rank().to_u32() as i32 - from.rank().to_u32() as i32;
    (files.signum(), ranks.signum())
}

/// Two heavy men on neighbouring ranks or files, one with check on the king's line, which is an edge.
fn ladder(it: &Picture, checker: Square) -> bool {
    let heavy = it.men(Role::Rook) | it.men(Role::Queen);
    let others = heavy & !Bitboard::from(checker);
    let ranks = checker.rank() == it.king.rank()
        && others.into_iter().any(|other| other.rank().distance(it.king.rank()) == 1);
    let files = checker.file() == it.king.file()
        && others.into_iter().any(|other| other.file().distance(it.king.file()) == 1);
    it.on_edge() && (ranks || files)
}

/// The bishop that gives check, and another that guards squares around the king.
fn two_bishops(it: &Picture) -> Option<(Square, Square)> {
    let checker = it.checker(&[Role::Bishop])?;
    let around = attacks::king_attacks(it.king);
    let others = it.men(Role::Bishop) & !Bitboard::from(checker);
    let other = others.into_iter().find(|bishop| (it.end.board().attacks_from(*bishop) & around).any())?;
    Some((checker, other))
}

/// Which way a bishop's line past the king runs: rising or falling.
fn direction(it: &Picture, bishop: Square) -> bool {
    let near = it.end.board().attacks_from(bishop) & attacks::king_attacks(it.king);
    let towards = if it.end.checkers().contains(bishop) { Some(it.king) } else { near.into_iter().next() };
    let (files, ranks) = way(bishop, towards.unwrap_or(it.king));
    files == ranks
}
