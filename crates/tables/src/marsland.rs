//! Table 2 of Marsland's paper (1991): the longest wins of 17 endings, as Ströhlein (1970) and Thompson
//! (1986) found them.

use crate::solved::Values;
use crate::{Ending, EndingError, GenerateError, Library, Metric, Monitor, generate};

/// A row of the paper's table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarslandRow {
    /// The ending as the paper writes it, without `vs`.
    pub ending: &'static str,
    /// What the moves lead to.
    pub metric: Metric,
    /// The published figure, in moves.
    pub published: u16,
    /// Who found it.
    pub source: &'static str,
}

const fn row(ending: &'static str, metric: Metric, published: u16, source: &'static str) -> MarslandRow {
    MarslandRow { ending, metric, published, source }
}

const STROEHLEIN: &str = "Ströhlein 1970";
const THOMPSON: &str = "Thompson 1986";

/// The 17 rows. The paper heads Ströhlein's column and Thompson's second one "moves to mate", Thompson's
/// first one "moves to win", which is mate or the capture that wins. Ströhlein's figures for endings in
/// which the loser has a piece are distances to conversion too, as our tables show: KQKR takes 35 moves
/// to mate and 31 to mate or conversion.
pub const MARSLAND_TABLE_2: [MarslandRow; 17] = [
    row("KQK", Metric::Mate, 10, STROEHLEIN),
    row("KRK", Metric::Mate, 16, STROEHLEIN),
    row("KRKB", Metric::Conversion, 18, STROEHLEIN),
    row("KRKN", Metric::Conversion, 27, STROEHLEIN),
    row("KQKR", Metric::Conversion, 31, STROEHLEIN),
    row("KBBKN", Metric::Conversion, 66, THOMPSON),
    row("KQKNN", Metric::Conversion, 63, THOMPSON),
    row("KQKNB", Metric::Conversion, 42, THOMPSON),
    row("KQKBB", Metric::Conversion, 71, THOMPSON),
    row("KRNKR", Metric::Conversion, 33, THOMPSON),
    row("KRBKR", Metric::Conversion, 59, THOMPSON),
    row("KRRKR", Metric::Mate, 31, THOMPSON),
    row("KRQKR", Metric::Mate, 35, THOMPSON),
    row("KQNKQ", Metric::Mate, 41, THOMPSON),
    row("KQBKQ", Metric::Mate, 33, THOMPSON),
    row("KQRKQ", Metric::Mate, 67, THOMPSON),
    row("KQQKQ", Metric::Mate, 30, THOMPSON),
];

impl MarslandRow {
    /// The ending.
    ///
    /// # Errors
    /// Never for the rows of the paper.
    pub fn ending(&self) -> Result<Ending, EndingError> {
        self.ending.parse()
    }
}

/// The longest win of the stronger side in its own moves, from tables that are made now: those that the ending
/// leads to stay in the library for later, the ending's own does not. Needs about 1.5 GB for five men without
/// pawns; uses the threads of the current `rayon` pool.
///
/// # Errors
/// If the watcher stops it.
pub fn longest_win(ending: Ending, library: &mut Library, watch: &dyn Monitor) -> Result<u16, GenerateError> {
    for next in ending.with_successors() {
        if next != ending && library.table(next).is_none() {
            let table = generate(next, library.metric(), library, watch)?;
            library.add(table);
        }
    }
    let [white, _] = generate(ending, library.metric(), library, watch)?.longest();
    Ok(white.div_ceil(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unwatched;
    use quevedo_testkit::is_full_run;

    #[test]
    fn published_figures_come_out() {
        let (men, rows) = if is_full_run() { (5, 17) } else { (4, 5) };
        let mut libraries = Metric::ALL.map(Library::new);
        let mut seen = 0;
        for row in MARSLAND_TABLE_2 {
            let ending = row.ending().expect("an ending");
            if ending.men() <= men {
                let ours = longest_win(ending, &mut libraries[row.metric as usize], &Unwatched);
                assert_eq!(ours, Ok(row.published), "{ending}");
                seen += 1;
            }
        }
        assert_eq!(seen, rows);
    }
}
