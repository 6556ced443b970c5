//! In which order moves are tried.

/// Sorts moves by their ranks, the highest first, equals in their old order. (The standard library's stable sort
/// takes memory from the heap.)
pub(crate) fn sort_stably<M: Copy>(moves: &mut [M], ranks: &mut [i32]) {
    for index in 1..moves.len().min(ranks.len()) {
        let mut at = index;
        while at > 0 && ranks[at - 1] < ranks[index] {
            at -= 1;
        }
        moves[at..=index].rotate_right(1);
        ranks[at..=index].rotate_right(1);
    }
}

/// Brings the best of the moves from `next` on to that place, the others stay in their order.
#[inline]
pub(crate) fn pick<M: Copy>(moves: &mut [M], ranks: &mut [i32], next: usize) {
    let mut best = next;
    for index in next + 1..ranks.len() {
        if ranks[index] > ranks[best] {
            best = index;
        }
    }
    moves[next..=best].rotate_right(1);
    ranks[next..=best].rotate_right(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_keep_their_order() {
        let ranks = [1, 3, 2, 3, 1];
        let mut sorted = ['a', 'b', 'c', 'd', 'e'];
        sort_stably(&mut sorted, &mut ranks.clone());
        assert_eq!(sorted, ['b', 'd', 'c', 'a', 'e']);

        let (mut picked, mut left) = (['a', 'b', 'c', 'd', 'e'], ranks);
        for next in 0..5 {
            pick(&mut picked, &mut left, next);
        }
        assert_eq!(picked, sorted);
    }
}
