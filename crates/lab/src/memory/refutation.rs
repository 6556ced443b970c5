//! The refutation table (Marsland 1991, section 3.5).
//!
//! For each move at the root it keeps one line: the continuation that the last iteration found for it, the
//! principal variation for the best move and a refutation for the others. The next iteration retraces these
//! lines first. A transposition table does that too, as long as it is not overloaded; this table needs room for
//! W lines of D moves only.

/// The lines, one for each move at the root.
#[derive(Clone, Debug)]
pub(crate) struct Refutations<M> {
    lines: Vec<Vec<M>>,
    best: Option<M>,
}

impl<M: Copy + Eq> Refutations<M> {
    pub(crate) fn new() -> Refutations<M> {
        Refutations { lines: Vec::new(), best: None }
    }

    /// Keeps the continuation of a move at the root, as the triangular workspace holds it.
    pub(crate) fn keep(&mut self, root_move: M, continuation: &[M], is_best: bool) {
        if is_best {
            self.best = Some(root_move);
        }
        let index =
            self.lines.iter().position(|line| line.first() == Some(&root_move)).unwrap_or_else(|| {
                self.lines.push(Vec::new());
                self.lines.len() - 1
            });
        let line = &mut self.lines[index];
        line.clear();
        line.push(root_move);
        line.extend_from_slice(continuation);
    }

    /// The move that continues the kept line, if the path from the root has followed it so far.
    pub(crate) fn next(&self, path: &[M]) -> Option<M> {
        let Some(root_move) = path.first() else { return self.best };
        let line = self.lines.iter().find(|line| line.first() == Some(root_move))?;
        line.strip_prefix(path)?.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_retraced_as_long_as_they_are_followed() {
        let mut table = Refutations::new();
        table.keep('a', &['x', 'y'], true);
        table.keep('b', &['z'], false);
        assert_eq!(table.next(&[]), Some('a'));
        assert_eq!(
            [table.next(&['a']), table.next(&['b']), table.next(&['c'])],
            [Some('x'), Some('z'), None]
        );
        assert_eq!(
            [table.next(&['a', 'x']), table.next(&['a', 'q']), table.next(&['b', 'z'])],
            [Some('y'), None, None]
        );
        table.keep('b', &['q'], true);
        assert_eq!([table.next(&[]), table.next(&['b'])], [Some('b'), Some('q')]);
    }
}
