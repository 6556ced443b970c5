//! The killer heuristic (Gillogly 1972; Slate and Atkin 1977).
//!
//! *If a move is a refutation for one line, it may also refute another line.* Each level of the tree keeps the
//! two most frequent refutations; a new one takes the place of the less frequent.

use crate::limits::MAX_PLY;

/// The killers of all levels.
#[derive(Clone, Debug)]
pub(crate) struct Killers<M> {
    levels: Vec<[Option<(M, u32)>; 2]>,
}

impl<M: Copy + Eq> Killers<M> {
    pub(crate) fn new() -> Killers<M> {
        Killers { levels: vec![[None; 2]; MAX_PLY + 1] }
    }

    /// A move refuted a line at this level.
    pub(crate) fn credit(&mut self, ply: usize, mv: M) {
        let Some([first, second]) = self.levels.get_mut(ply) else { return };
        match (first, second) {
            (Some((killer, times)), _) if *killer == mv => *times += 1,
            (first, Some((killer, times))) if *killer == mv => {
                *times += 1;
                let now = *times;
                if first.is_none_or(|(_, most)| now > most) {
                    self.levels[ply].swap(0, 1);
                }
            }
            (Some(_), second) => *second = Some((mv, 1)),
            (first, _) => *first = Some((mv, 1)),
        }
    }

    /// 2 for the first killer of the level, 1 for the second, 0 for other moves.
    #[inline]
    pub(crate) fn rank(&self, ply: usize, mv: M) -> i32 {
        match self.levels.get(ply) {
            Some([Some((killer, _)), _]) if *killer == mv => 2,
            Some([_, Some((killer, _))]) if *killer == mv => 1,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_refutations_stay() {
        let mut killers = Killers::new();
        for mv in ['a', 'a', 'b', 'c', 'c', 'c'] {
            killers.credit(3, mv);
        }
        assert_eq!(['a', 'b', 'c'].map(|mv| killers.rank(3, mv)), [1, 0, 2]);
        assert_eq!(killers.rank(4, 'a'), 0);
        killers.credit(MAX_PLY + 9, 'a');
    }
}
