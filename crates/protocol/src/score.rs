//! Scores as the protocols can say them.

use quevedo_value::{Score, Verdict};

/// What chess programs take for a table win: 200 pawns. Neither protocol has a word for it.
const TABLE_WIN: i32 = 20_000;

/// A score in the words of a protocol, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spoken {
    /// Hundredths of a pawn.
    Hundredths(i32),
    /// Mate in so many moves; negative or zero: being mated.
    Mate(i32),
}

/// How a score is said. A table win is 200 pawns less the moves until the table is reached.
pub(crate) fn spoken(score: Score) -> Spoken {
    match score.verdict() {
        Verdict::Centipawns(hundredths) => Spoken::Hundredths(hundredths),
        Verdict::Mate(moves) => Spoken::Mate(moves),
        Verdict::Table(moves) => {
            let win = TABLE_WIN - moves.abs();
            Spoken::Hundredths(if score.is_won() { win } else { -win })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_value::Ply;

    #[test]
    fn mates_count_moves_and_tables_count_200_pawns() {
        assert_eq!(spoken(Score::cp(-35)), Spoken::Hundredths(-35));
        assert_eq!(spoken(Score::mate_in(Ply::new(3))), Spoken::Mate(2));
        assert_eq!(spoken(Score::mated_in(Ply::ROOT)), Spoken::Mate(0));
        assert_eq!(spoken(Score::table_win_in(Ply::new(3))), Spoken::Hundredths(19_998));
        assert_eq!(spoken(Score::table_loss_in(Ply::ROOT)), Spoken::Hundredths(-20_000));
    }
}
