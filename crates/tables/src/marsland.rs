//! Table 2 of Marsland's paper (1991): the longest wins of 17 endings, as Ströhlein (1970) and Thompson
//! (1986) found them.

use crate::{Ending, Metric, Solved};

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
    pub fn ending(&self) -> Option<Ending> {
        self.ending.parse().ok()
    }

    /// Our figure from a table: the longest win of the stronger side, in moves of that side.
    pub fn ours(table: &Solved) -> u16 {
        table.longest()[0].div_ceil(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Library, Unwatched, generate};
    use quevedo_testkit::is_full_run;

    #[test]
    fn published_figures_come_out() {
        let men = if is_full_run() { 5 } else { 4 };
        let rows = MARSLAND_TABLE_2.iter().filter(|row| row.ending.len() <= men);
        let mut checked = 0;
        for row in rows {
            let ending = row.ending().expect("an ending");
            let mut library = Library::new(row.metric);
            for next in ending.with_successors() {
                library.add(generate(next, row.metric, &library, &Unwatched).expect("a table"));
            }
            let table = library.table(ending).expect("a table");
            assert_eq!(MarslandRow::ours(table), row.published, "{}", row.ending);
            checked += 1;
        }
        assert_eq!(checked, if is_full_run() { 17 } else { 5 });
    }
}
