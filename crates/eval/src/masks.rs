//! Sets of squares that pawns and kings care about, computed by the compiler.

use quevedo_rules::{Bitboard, Color, File, Rank, Square, attacks};

type PerSquare = [Bitboard; 64];

/// The squares of the ranks ahead of each square, as each colour sees it.
static AHEAD: [PerSquare; 2] = [ahead_table(Color::White), ahead_table(Color::Black)];

const fn ahead_table(color: Color) -> PerSquare {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let rank = square / 8;
        table[square] = Bitboard(match color {
            Color::White if rank == 7 => 0,
            Color::White => !0 << (8 * (rank + 1)),
            Color::Black => (1 << (8 * rank)) - 1,
        });
        square += 1;
    }
    table
}

static RINGS: PerSquare = rings();

const fn rings() -> PerSquare {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let file = if file == 0 {
            1
        } else if file == 7 {
            6
        } else {
            file
        };
        let rank = if rank == 0 {
            1
        } else if rank == 7 {
            6
        } else {
            rank
        };
        table[square] = Bitboard(0x0007_0707 << (8 * (rank - 1) + file - 1));
        square += 1;
    }
    table
}

/// The files around a king: three at the edge's side, wider in the middle, as a wing.
static WINGS: [Bitboard; 8] = {
    const LEFT: u64 = 0x0707_0707_0707_0707;
    [
        Bitboard(LEFT),
        Bitboard(LEFT | LEFT << 1),
        Bitboard(LEFT | LEFT << 1),
        Bitboard(LEFT << 2 | LEFT << 3),
        Bitboard(LEFT << 2 | LEFT << 3),
        Bitboard(LEFT << 4 | LEFT << 5),
        Bitboard(LEFT << 4 | LEFT << 5),
        Bitboard(LEFT << 5),
    ]
};

/// All squares on ranks ahead of a square.
#[inline]
pub(crate) fn ahead(color: Color, square: Square) -> Bitboard {
    AHEAD[color.index()][square.index()]
}

/// The files beside a file.
#[inline]
pub(crate) fn beside(file: File) -> Bitboard {
    let file = Bitboard::from(file);
    file.east() | file.west()
}

/// The squares ahead on the same file.
#[inline]
pub(crate) fn path(color: Color, square: Square) -> Bitboard {
    ahead(color, square) & square.file()
}

/// The squares from which an enemy pawn could stop a pawn: ahead on its file and those beside.
#[inline]
pub(crate) fn passage(color: Color, square: Square) -> Bitboard {
    let file = Bitboard::from(square.file());
    ahead(color, square) & (file | file.east() | file.west())
}

/// All squares ahead of any of these, on the same files, the squares themselves excluded.
#[inline]
pub(crate) fn front_fill(color: Color, set: Bitboard) -> Bitboard {
    let mut fill = set.0;
    match color {
        Color::White => {
            fill |= fill << 8;
            fill |= fill << 16;
            fill |= fill << 32;
            Bitboard(fill << 8)
        }
        Color::Black => {
            fill |= fill >> 8;
            fill |= fill >> 16;
            fill |= fill >> 32;
            Bitboard(fill >> 8)
        }
    }
}

/// The nine squares around a king; at the edge, those around its inner neighbour.
#[inline]
pub(crate) fn ring(king: Square) -> Bitboard {
    RINGS[king.index()]
}

/// The files of a king's wing.
#[inline]
pub(crate) fn wing(king: Square) -> Bitboard {
    WINGS[king.file().index()]
}

/// The distance of a file from the nearer edge, 0 to 3.
#[inline]
pub(crate) fn from_edge(file: File) -> usize {
    let index = file.index();
    index.min(7 - index)
}

/// The index of a square in a table that is the same on both wings: rank by rank as `color` sees
/// it, four files each.
#[inline]
pub(crate) fn half_board(color: Color, square: Square) -> usize {
    let square = square.relative_to(color);
    4 * square.rank().index() + from_edge(square.file())
}

/// The rank as `color` sees it, 0 to 7.
#[inline]
pub(crate) fn rank_of(color: Color, square: Square) -> usize {
    square.rank().relative_to(color).index()
}

/// The squares between `low` and `high` ranks (both included) as `color` sees them.
pub(crate) const fn ranks(color: Color, low: Rank, high: Rank) -> Bitboard {
    let mut set = 0;
    let mut rank = low as u8;
    while rank <= high as u8 {
        set |= Bitboard::rank(Rank::new(rank).relative_to(color)).0;
        rank += 1;
    }
    Bitboard(set)
}

/// The squares that a pawn of `color` could come from or be defended from.
#[inline]
pub(crate) fn defended_from(color: Color, square: Square) -> Bitboard {
    attacks::pawn(!color, square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_mirrored_between_the_colours() {
        for square in Square::all() {
            let mirror = |set: Bitboard| set.flip_ranks();
            assert_eq!(mirror(ahead(Color::White, square)), ahead(Color::Black, square.flip_rank()));
            assert_eq!(mirror(ring(square)), ring(square.flip_rank()));
            assert_eq!(half_board(Color::White, square), half_board(Color::Black, square.flip_rank()));
            assert_eq!(half_board(Color::White, square), half_board(Color::White, square.flip_file()));
            assert_eq!(ring(square).len(), 9);
            assert!(ring(square).contains(square));
            assert_eq!(path(Color::White, square), front_fill(Color::White, square.into()));
        }
    }

    #[test]
    fn passages_are_three_files_wide() {
        assert_eq!(passage(Color::White, Square::E4).len(), 12);
        assert_eq!(passage(Color::Black, Square::A3).len(), 4);
        assert_eq!(path(Color::White, Square::E8), Bitboard::EMPTY);
        assert_eq!(ranks(Color::Black, Rank::Second, Rank::Third).len(), 16);
        assert!(wing(Square::E1).contains(Square::C5) && !wing(Square::E1).contains(Square::B5));
    }
}
