//! The appendix: what "might properly be included in f(P)".
//!
//! The paper gives values for material (9, 5, 3, 3, 1), for weak pawns (0.5) and for mobility (0.1);
//! for the rest it says that the relative values are "open to considerable debate, and should be
//! determined by some experimental procedure". [`Item::tenths`] is `None` there; the tuner of the
//! classical evaluation is that procedure.

use quevedo_rules::{Bitboard, Board, Color, Piece, Rank, Square, attacks};

use super::mobility::mobility;
use super::structure;
use crate::masks;

/// One item of the appendix's list, counted for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// The number in the appendix, such as `2a`.
    pub number: &'static str,
    /// What is counted.
    pub name: &'static str,
    /// The value that the paper gives, in tenths of a pawn.
    pub tenths: Option<i32>,
    /// White's count.
    pub white: i32,
    /// Black's count.
    pub black: i32,
}

/// All items of the appendix for a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Appendix {
    /// The items in the order of the paper.
    pub items: Vec<Item>,
}

type Counter = fn(&Board, Color) -> i32;

/// The list: number, name, value in tenths of a pawn, and how to count it.
const LIST: [(&str, &str, Option<i32>, Counter); 19] = [
    ("1", "material, in pawns", Some(10), material),
    ("2a", "backward pawns", Some(-5), |board, us| structure::backward(board, us).len() as i32),
    ("2a", "isolated pawns", Some(-5), |board, us| structure::isolated(board, us).len() as i32),
    ("2a", "doubled pawns", Some(-5), |board, us| structure::doubled(board, us).len() as i32),
    ("2b", "pawns in the centre (e4, d4, c4)", None, centre_pawns),
    ("2c", "weakened pawns near the king", None, weak_king_pawns),
    ("2d", "pawns on squares of the other colour than the bishop's", None, pawns_off_bishop),
    ("2e", "passed pawns", None, |board, us| structure::passed(board, us).len() as i32),
    ("3a", "advanced knights", None, |board, us| advanced_knights(board, us).len() as i32),
    ("3a", "advanced knights, protected by a pawn and free from pawn attack", None, secure_knights),
    ("3b", "rooks on open files", None, |board, us| rooks_on_files(board, us).0),
    ("3b", "rooks on semi-open files", None, |board, us| rooks_on_files(board, us).1),
    ("3c", "rooks on the seventh rank", None, rooks_on_seventh),
    ("3d", "doubled rooks", None, doubled_rooks),
    ("4a", "pieces committed to guarding", None, committed),
    ("4b", "attacks that give an option of exchanging", None, exchange_options),
    ("4c", "attacks on squares adjacent to the king", None, king_attacks),
    ("4d", "immobilizing pins", None, pins),
    ("5", "mobility", Some(1), |board, us| mobility(board, us) as i32),
];

impl Appendix {
    /// Counts everything on the list.
    ///
    /// ```
    /// use quevedo_eval::shannon::Appendix;
    /// use quevedo_rules::Board;
    ///
    /// let board = Board::from_fen("3rk3/pp4pp/8/4N3/3P4/8/PP3PPP/4K2R w K - 0 1")?;
    /// let appendix = Appendix::of(&board);
    /// let count = |number, name: &str| {
    ///     appendix.items.iter().find(|item| item.number == number && item.name.starts_with(name))
    ///         .map(|item| (item.white, item.black))
    /// };
    /// assert_eq!(count("2b", "pawns in the centre"), Some((1, 0)));
    /// assert_eq!(count("3a", "advanced knights, protected"), Some((1, 0)));
    /// assert_eq!(count("3b", "rooks on semi-open"), Some((0, 1)));
    /// # Ok::<(), quevedo_rules::FenError>(())
    /// ```
    pub fn of(board: &Board) -> Appendix {
        let items = LIST
            .iter()
            .map(|&(number, name, tenths, count)| Item {
                number,
                name,
                tenths,
                white: count(board, Color::White),
                black: count(board, Color::Black),
            })
            .collect();
        Appendix { items }
    }
}

fn classic_value(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 200,
    }
}

fn value_at(board: &Board, square: Square) -> i32 {
    board.piece_at(square).map_or(0, classic_value)
}

fn material(board: &Board, us: Color) -> i32 {
    let count = |piece| board.material().count(us, piece) as i32;
    Piece::ALL[..5].iter().map(|&piece| classic_value(piece) * count(piece)).sum()
}

fn centre_pawns(board: &Board, us: Color) -> i32 {
    let centre = [Square::E4, Square::D4, Square::C4].map(|square| square.relative_to(us));
    (board.colored(us, Piece::Pawn) & Bitboard::from_iter(centre)).len() as i32
}

/// Pawns on the three files around the king that have left their first rank or are gone, for a king
/// on its own two first ranks.
fn weak_king_pawns(board: &Board, us: Color) -> i32 {
    let king = board.king(us);
    if masks::rank_of(us, king) > 1 {
        return 0;
    }
    let file = Bitboard::from(king.file());
    let home = (file | file.east() | file.west()) & Bitboard::rank(Rank::Second.relative_to(us));
    home.len() as i32 - (home & board.colored(us, Piece::Pawn)).len() as i32
}

/// Where a side has a single bishop, the pawns that do not stand in its way.
fn pawns_off_bishop(board: &Board, us: Color) -> i32 {
    let Some(bishop) = board.colored(us, Piece::Bishop).single() else { return 0 };
    let other = if bishop.is_light() { Bitboard::DARK } else { Bitboard::LIGHT };
    (board.colored(us, Piece::Pawn) & other).len() as i32
}

/// Knights at c5, d5, e5, f5, c6, d6, e6 or f6.
fn advanced_knights(board: &Board, us: Color) -> Bitboard {
    const ADVANCED: Bitboard = Bitboard(0x0000_3c3c_0000_0000);
    let squares = if us == Color::White { ADVANCED } else { ADVANCED.flip_ranks() };
    board.colored(us, Piece::Knight) & squares
}

fn secure_knights(board: &Board, us: Color) -> i32 {
    let protected = attacks::pawns(us, board.colored(us, Piece::Pawn));
    let theirs = masks::front_fill(!us, board.colored(!us, Piece::Pawn));
    let attackable = theirs.east() | theirs.west();
    (advanced_knights(board, us) & protected & !attackable).len() as i32
}

/// Rooks on files without pawns, and on files without own pawns only.
fn rooks_on_files(board: &Board, us: Color) -> (i32, i32) {
    let mut counts = (0, 0);
    for rook in board.colored(us, Piece::Rook) {
        let pawns = board.pieces(Piece::Pawn) & rook.file();
        if pawns.is_empty() {
            counts.0 += 1;
        } else if !pawns.intersects(board.color(us)) {
            counts.1 += 1;
        }
    }
    counts
}

fn rooks_on_seventh(board: &Board, us: Color) -> i32 {
    (board.colored(us, Piece::Rook) & Rank::Seventh.relative_to(us)).len() as i32
}

/// Pairs of rooks on one file with nothing between them.
fn doubled_rooks(board: &Board, us: Color) -> i32 {
    let rooks = board.colored(us, Piece::Rook);
    let sees = |rook: Square| attacks::rook(rook, board.occupied()) & rooks & rook.file();
    let looks: u32 = rooks.into_iter().map(|rook| sees(rook).len()).sum();
    (looks / 2) as i32
}

/// Pieces that are the only defenders of an attacked man of their own.
fn committed(board: &Board, us: Color) -> i32 {
    let mut guards = Bitboard::EMPTY;
    for square in board.color(us) & !board.pieces(Piece::King) {
        if board.is_attacked(square, !us)
            && let Some(guard) = board.attackers(square, us).single()
        {
            guards.insert(guard);
        }
    }
    (guards & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King)).len() as i32
}

/// Attacks by a man on one of equal or greater value: it may exchange or not, as it likes.
fn exchange_options(board: &Board, us: Color) -> i32 {
    let mut options = 0;
    for target in board.color(!us) & !board.pieces(Piece::King) & !board.pieces(Piece::Pawn) {
        for attacker in board.attackers(target, us) {
            options += i32::from(value_at(board, attacker) <= value_at(board, target));
        }
    }
    options
}

fn king_attacks(board: &Board, us: Color) -> i32 {
    let adjacent = attacks::king(board.king(!us));
    adjacent.into_iter().map(|square| board.attackers(square, us).len() as i32).sum()
}

/// Enemy men pinned to their king by a man of ours that is worth at least as much.
fn pins(board: &Board, us: Color) -> i32 {
    let king = board.king(!us);
    let pinned = board.pinned(!us);
    let mut count = 0;
    for pinner in board.pinners(!us) {
        if let Some(victim) = (attacks::between(king, pinner) & pinned).first() {
            count += i32::from(value_at(board, victim) <= value_at(board, pinner));
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_testkit::{RandomWalk, Start};

    fn counts(fen: &str, number: &str) -> Vec<(i32, i32)> {
        let board = Board::from_fen(fen).expect(fen);
        let items = Appendix::of(&board).items;
        items.iter().filter(|item| item.number == number).map(|item| (item.white, item.black)).collect()
    }

    #[test]
    fn every_item_counts_what_it_says() {
        // A knight on f6 pinned by a bishop on g5 to the king on d8.
        assert_eq!(counts("3k4/8/5n2/6B1/8/8/8/4K3 w - - 0 1", "4d"), [(1, 0)]);
        assert_eq!(counts("3k4/8/5q2/6B1/8/8/8/4K3 w - - 0 1", "4d"), [(0, 0)], "a queen wins the bishop");
        assert_eq!(counts("4k3/R7/8/8/8/8/R7/4K3 w - - 0 1", "3d"), [(1, 0)]);
        assert_eq!(counts("4k3/R7/8/8/8/8/R7/4K3 w - - 0 1", "3c"), [(1, 0)]);
        assert_eq!(counts("4k3/8/8/8/8/8/R7/R3K3 w - - 0 1", "3b"), [(2, 0), (0, 0)]);
        assert_eq!(counts("6k1/5p1p/6p1/8/8/8/5PPP/6K1 w - - 0 1", "2c"), [(0, 1)], "the advanced g pawn");
        assert_eq!(counts("4k3/8/8/3p4/4B3/8/8/4K3 b - - 0 1", "4b"), [(0, 1)], "the pawn may take");
        // The rook alone guards the knight, which the bishop attacks.
        assert_eq!(counts("3rk3/8/8/3n4/4B3/8/8/4K3 w - - 0 1", "4a"), [(0, 1)]);
        assert_eq!(counts("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "5"), [(16, 4)]);
    }

    #[test]
    fn colours_do_not_matter() {
        for visit in RandomWalk::new(1, &Start::ALL).take(1_000) {
            let board = &visit.board;
            let flipped = Board::try_from(board.setup().flipped()).expect("as legal as before");
            let (here, there) = (Appendix::of(board), Appendix::of(&flipped));
            for (a, b) in here.items.iter().zip(&there.items) {
                assert_eq!((a.white, a.black), (b.black, b.white), "{} in {}", a.name, board.fen());
            }
        }
    }
}
