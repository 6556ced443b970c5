//! Which of a book's moves is played: the statistical element of Shannon's seventh section.

use crate::BookMove;

/// How freely a move is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// 0: always the heaviest move. 100: in proportion to the weights. In between the heavy ones are preferred more.
    pub variety: u8,
}

impl Choice {
    /// Chooses with a random number. The same number and moves give the same choice. What weighs nothing is never played.
    pub fn choose(self, moves: &[BookMove], random: u64) -> Option<BookMove> {
        let heaviest = *moves.iter().max_by_key(|mv| mv.weight).filter(|mv| mv.weight > 0)?;
        if self.variety == 0 {
            return Some(heaviest);
        }
        // P is in proportion to weight^(1/T), with T the variety as a share of one.
        let power = 100.0 / f64::from(self.variety.min(100));
        let share = |mv: &BookMove| (f64::from(mv.weight) / f64::from(heaviest.weight)).powf(power);
        let total: f64 = moves.iter().map(share).sum();
        let mut left = (random >> 11) as f64 / (1_u64 << 53) as f64 * total;
        for mv in moves {
            left -= share(mv);
            if left < 0.0 {
                return Some(*mv);
            }
        }
        Some(heaviest)
    }
}
