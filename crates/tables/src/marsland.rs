//! Table 2 of Marsland's paper (1991): the longest wins of 17 endings, as Ströhlein (1970) and Thompson
//! (1986) found them.

use std::time::Instant;

use crate::{Ending, EndingError, GenerateError, Library, Metric, Watch, generate};

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

/// A row with our own figure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MarslandResult {
    /// What the paper says.
    pub row: MarslandRow,
    /// Our figure: the longest win of the stronger side, in its moves.
    pub ours: u16,
    /// How long it took, with the tables that had to be made first.
    pub seconds: f64,
}

/// Makes the tables of the paper's rows with at most so many men, one after another, and gives our figure of
/// each. Needs about 1.5 GB for five men; uses the threads of the current `rayon` pool.
pub fn marsland_table2(
    men: usize,
    watch: &dyn Watch,
) -> impl Iterator<Item = Result<MarslandResult, GenerateError>> {
    let mut libraries = Metric::ALL.map(Library::new);
    MARSLAND_TABLE_2.into_iter().filter_map(move |row| {
        let ending = row.ending().ok().filter(|ending| ending.men() <= men)?;
        Some(measure(row, ending, &mut libraries[row.metric as usize], watch))
    })
}

fn measure(
    row: MarslandRow,
    ending: Ending,
    library: &mut Library,
    watch: &dyn Watch,
) -> Result<MarslandResult, GenerateError> {
    let start = Instant::now();
    for next in ending.with_successors() {
        if next != ending && library.table(next).is_none() {
            let table = generate(next, row.metric, library, watch)?;
            library.add(table);
        }
    }
    // The table itself is not kept: nothing in the paper leads to it.
    let longest = generate(ending, row.metric, library, watch)?.longest();
    Ok(MarslandResult { row, ours: longest[0].div_ceil(2), seconds: start.elapsed().as_secs_f64() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unwatched;
    use quevedo_testkit::is_full_run;

    #[test]
    fn published_figures_come_out() {
        let (men, rows) = if is_full_run() { (5, 17) } else { (4, 5) };
        let results: Vec<MarslandResult> =
            marsland_table2(men, &Unwatched).collect::<Result<_, _>>().expect("tables");
        assert_eq!(results.len(), rows);
        for result in results {
            assert_eq!(result.ours, result.row.published, "{}", result.row.ending);
        }
    }
}
