//! Breaking a position: each way makes one fault certain.

use quevedo_rules::{Bitboard, Color, File, Man, Piece, Rank, Setup, Square, attacks};

use super::Flaw;
use crate::Random;
use crate::fen::grant;

/// The position with this fault, if it is one of positions and can be brought about here.
pub(super) fn break_position(random: &mut Random, mut setup: Setup, flaw: Flaw) -> Option<Setup> {
    let color = random.pick(&Color::ALL);
    let king = setup.squares_of(Man::new(color, Piece::King)).single()?;
    match flaw {
        Flaw::NoKing => setup.clear(king),
        Flaw::TwoKings => {
            let place = some_square(random, empty(&setup))?;
            setup.put(place, Man::new(color, Piece::King));
        }
        Flaw::PawnOnBackRank => {
            let place = some_square(random, empty(&setup) & Bitboard::BACK_RANKS)?;
            setup.put(place, Man::new(color, Piece::Pawn));
        }
        Flaw::TooManyMen => {
            let wanted = 17 + random.below(8);
            let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
            fill(random, &mut setup, color, wanted, &pieces, |man| man.color() == color)?;
        }
        Flaw::TooManyPawns => {
            let wanted = 9 + random.below(8);
            let pawn = Man::new(color, Piece::Pawn);
            fill(random, &mut setup, color, wanted, &[Piece::Pawn], |man| man == pawn)?;
        }
        Flaw::TooManyPromoted => {
            // One queen is original and eight were pawns: the tenth cannot be.
            let queen = Man::new(color, Piece::Queen);
            fill(random, &mut setup, color, 10, &[Piece::Queen], |man| man == queen)?;
        }
        Flaw::OpponentInCheck => attack_king(random, &mut setup)?,
        Flaw::TooManyCheckers => surround_by_knights(random, &mut setup)?,
        Flaw::CastlingWithoutRook => {
            let rooks = setup.squares_of(Man::new(color, Piece::Rook));
            let home = Bitboard::rank(Rank::First.relative_to(color));
            let place = some_square(random, home - rooks)?;
            setup.castling = grant(setup.castling, color, place.file());
        }
        Flaw::CastlingWithoutKing => {
            let home = Bitboard::rank(Rank::First.relative_to(color));
            let rook = some_square(random, setup.squares_of(Man::new(color, Piece::Rook)) & home)?;
            let place = some_square(random, empty(&setup) - home)?;
            setup.clear(king);
            setup.put(place, Man::new(color, Piece::King));
            setup.castling = grant(setup.castling, color, rook.file());
        }
        Flaw::CastlingTwice => two_rooks_on_one_wing(&mut setup, color, king)?,
        Flaw::ImpossibleEnPassant => {
            let possible: Vec<Square> = Square::all().filter(|&square| jumped_over(&setup, square)).collect();
            let place = Square::new(random.below(64) as u8);
            if possible.contains(&place) {
                return None;
            }
            setup.en_passant = Some(place);
        }
        _ => return None,
    }
    Some(setup)
}

fn empty(setup: &Setup) -> Bitboard {
    Square::all().filter(|&square| setup.man_at(square).is_none()).collect()
}

fn some_square(random: &mut Random, squares: Bitboard) -> Option<Square> {
    let squares: Vec<Square> = squares.into_iter().collect();
    if squares.is_empty() { None } else { Some(random.pick(&squares)) }
}

/// Puts men of `color` on empty squares of the middle ranks, or on those of others, until `wanted` of
/// them pass the test.
fn fill(
    random: &mut Random,
    setup: &mut Setup,
    color: Color,
    wanted: usize,
    pieces: &[Piece],
    counts: impl Fn(Man) -> bool,
) -> Option<()> {
    while setup.men().filter(|&(_, man)| counts(man)).count() < wanted {
        let place = some_square(random, empty(setup) - Bitboard::BACK_RANKS)?;
        setup.put(place, Man::new(color, random.pick(pieces)));
    }
    Some(())
}

/// Gives check to the side that is not to move, from so near that nothing can stand between.
fn attack_king(random: &mut Random, setup: &mut Setup) -> Option<()> {
    let (us, them) = (setup.turn, !setup.turn);
    let target = setup.squares_of(Man::new(them, Piece::King)).single()?;
    let (piece, around) = match random.below(3) {
        0 => (Piece::Knight, attacks::knight(target)),
        1 => (Piece::Queen, attacks::king(target)),
        _ => (Piece::Pawn, attacks::pawn(them, target) - Bitboard::BACK_RANKS),
    };
    let place = some_square(random, around & empty(setup))?;
    setup.put(place, Man::new(us, piece));
    Some(())
}

fn surround_by_knights(random: &mut Random, setup: &mut Setup) -> Option<()> {
    let king = setup.squares_of(Man::new(setup.turn, Piece::King)).single()?;
    for _ in 0..3 {
        let place = some_square(random, attacks::knight(king) & empty(setup))?;
        setup.put(place, Man::new(!setup.turn, Piece::Knight));
    }
    Some(())
}

/// Two rooks beyond the king towards one corner, both with the right.
fn two_rooks_on_one_wing(setup: &mut Setup, color: Color, king: Square) -> Option<()> {
    if king.rank() != Rank::First.relative_to(color) {
        return None;
    }
    let beyond: Vec<File> = match king.file() {
        File::A | File::B | File::C | File::D => vec![File::G, File::H],
        _ => vec![File::A, File::B],
    };
    for file in beyond {
        setup.put(Square::at(file, king.rank()), Man::new(color, Piece::Rook));
        setup.castling = grant(setup.castling, color, file);
    }
    Some(())
}

/// Whether a pawn can just have jumped over this square.
fn jumped_over(setup: &Setup, square: Square) -> bool {
    let them = !setup.turn;
    let on_file = |rank: Rank| setup.man_at(Square::at(square.file(), rank.relative_to(them)));
    square.rank() == Rank::Third.relative_to(them)
        && on_file(Rank::Second).is_none()
        && on_file(Rank::Third).is_none()
        && on_file(Rank::Fourth) == Some(Man::new(them, Piece::Pawn))
}
