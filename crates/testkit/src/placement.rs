//! Men thrown on the board: positions that games hardly reach.

use quevedo_rules::{Bitboard, Board, CastlingRights, Color, File, Man, Piece, Rank, Setup, Square};

use crate::Random;

/// A random legal position: two kings and 0 to 8 other men (seldom up to 30), castling rights and an
/// en-passant square where they can be had. Draws until the rules are content.
pub fn random_placement(random: &mut Random) -> Board {
    loop {
        if let Ok(board) = Board::try_from(draw(random)) {
            return board;
        }
    }
}

fn draw(random: &mut Random) -> Setup {
    let mut setup = Setup::EMPTY;
    setup.turn = random.pick(&Color::ALL);
    let kings_stay_home = random.one_in(3);
    for color in Color::ALL {
        let home = Rank::First.relative_to(color);
        let rank = if kings_stay_home { home } else { random.pick(&Rank::ALL) };
        if kings_stay_home && random.one_in(2) {
            setup.put(Square::at(random.pick(&File::ALL), home), Man::new(color, Piece::Rook));
            setup.put(Square::at(random.pick(&File::ALL), home), Man::new(color, Piece::Rook));
        }
        setup.put(Square::at(random.pick(&File::ALL), rank), Man::new(color, Piece::King));
    }
    if random.one_in(6) {
        put_neighbours(random, &mut setup);
    }
    let others = if random.one_in(4) { random.below(31) } else { random.below(9) };
    for _ in 0..others {
        let man = random.pick(&Man::ALL);
        let square = Square::new(random.below(64) as u8);
        let misplaced = match man.piece() {
            Piece::King => true,
            Piece::Pawn => Bitboard::BACK_RANKS.contains(square),
            _ => false,
        };
        if setup.man_at(square).is_none() && !misplaced {
            setup.put(square, man);
        }
    }
    if kings_stay_home {
        setup.castling = some_rights(random, &setup);
    }
    setup.en_passant = some_jump(random, &setup);
    setup.halfmove_clock = random.below(100) as u16;
    setup.fullmove_number = random.below(200) as u16 + 1;
    setup
}

/// A pawn that may just have jumped, with an enemy beside it.
fn put_neighbours(random: &mut Random, setup: &mut Setup) {
    let rank = Rank::Fifth.relative_to(setup.turn);
    let file = random.below(7) as u8;
    let (left, right) = (Square::at(File::new(file), rank), Square::at(File::new(file + 1), rank));
    if setup.man_at(left).is_none() && setup.man_at(right).is_none() {
        let color = random.pick(&Color::ALL);
        setup.put(left, Man::new(color, Piece::Pawn));
        setup.put(right, Man::new(!color, Piece::Pawn));
    }
}

/// The right of each rook at home, or not, as chance has it; two rooks on one wing are left to the
/// rules to refuse.
fn some_rights(random: &mut Random, setup: &Setup) -> CastlingRights {
    let mut rooks = Bitboard::EMPTY;
    for color in Color::ALL {
        let home = Bitboard::rank(Rank::First.relative_to(color));
        for rook in setup.squares_of(Man::new(color, Piece::Rook)) & home {
            if random.one_in(2) {
                rooks.insert(rook);
            }
        }
    }
    CastlingRights::new(rooks)
}

/// A square that a pawn may just have jumped over, if there is one.
fn some_jump(random: &mut Random, setup: &Setup) -> Option<Square> {
    let them = !setup.turn;
    let pawns = setup.squares_of(Man::new(them, Piece::Pawn));
    let jumped = pawns & Bitboard::rank(Rank::Fourth.relative_to(them));
    let over = |pawn: Square| Square::at(pawn.file(), Rank::Third.relative_to(them));
    let from = |pawn: Square| Square::at(pawn.file(), Rank::Second.relative_to(them));
    let is_free = |square| setup.man_at(square).is_none();
    let possible: Vec<Square> =
        jumped.into_iter().filter(|&pawn| is_free(over(pawn)) && is_free(from(pawn))).map(over).collect();
    if possible.is_empty() { None } else { Some(random.pick(&possible)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_varied() {
        let mut random = Random::new(1);
        let boards: Vec<Board> = (0..5000).map(|_| random_placement(&mut random)).collect();
        let share = |has: fn(&Board) -> bool| boards.iter().filter(|board| has(board)).count();
        assert!(share(|board| board.turn() == Color::Black) > 2000);
        assert!(share(|board| !board.castling().is_empty()) > 100);
        assert!(share(|board| board.en_passant().is_some()) > 20);
        assert!(share(Board::in_check) > 200);
        assert!(share(|board| board.occupied().len() == 2) > 100);
        assert!(share(|board| board.occupied().len() > 16) > 50);
    }
}
