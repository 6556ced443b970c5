//! The numbers at the ends of the scale.

/// Better than any value: the papers' infinity.
pub const INFINITE: i32 = 1_000_000;

/// A mate at the root; one ply further away is worth one less.
pub const MATE: i32 = 100_000;

/// The value of a pawn, the unit of the margins.
pub const PAWN: i32 = 100;

/// The deepest search that may be asked for.
pub const MAX_DEPTH: i32 = 64;

/// The longest path from the root that any search walks, extensions and quiescence together.
pub const MAX_PLY: usize = 160;

/// Values beyond this one are mates, counted from the root.
const MATES_BEGIN: i32 = MATE - 1_000;

/// The number of plies from the root to the mate that this value announces, if it does.
///
/// ```
/// use quevedo_lab::{MATE, plies_to_mate};
///
/// assert_eq!(plies_to_mate(MATE - 3), Some(3));
/// assert_eq!(plies_to_mate(-(MATE - 4)), Some(4));
/// assert_eq!(plies_to_mate(900), None);
/// ```
pub fn plies_to_mate(value: i32) -> Option<u32> {
    let distance = value.abs();
    (MATES_BEGIN..=MATE).contains(&distance).then(|| (MATE - distance) as u32)
}

/// A value with its mates counted from the position at `ply`: a table meets positions at other distances.
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        MATES_BEGIN..=MATE => value + ply as i32,
        v if (-MATE..=-MATES_BEGIN).contains(&v) => value - ply as i32,
        _ => value,
    }
}

/// The value that [`to_table`] kept, for a position at `ply`.
pub(crate) fn from_table(kept: i32, ply: usize) -> i32 {
    if (MATES_BEGIN..INFINITE).contains(&kept) {
        kept - ply as i32
    } else if kept <= -MATES_BEGIN && kept > -INFINITE {
        kept + ply as i32
    } else {
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_count_mates_from_the_position() {
        for value in [0, 99, -99, 30_000, INFINITE, -INFINITE, MATE - 9, 9 - MATE] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        assert_eq!(from_table(to_table(MATE - 9, 5), 3), MATE - 7, "four plies from here, wherever here is");
        assert_eq!(from_table(to_table(9 - MATE, 5), 3), 7 - MATE);
    }
}
