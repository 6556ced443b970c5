//! The searches of the suites: in waves of growing depth, so that a run can be told of before it ends.

use quevedo_suite::Task;

use super::super::measured::Measured;
use super::super::suites::Suite;
use super::super::{Bench, Halt, Table};
use super::{
    ADAPTIVE, COLUMNS, EVALUATIONS, REDUCE_ONE, REDUCE_ONE_THEN_TWO, REDUCE_TWO, STANDARD_1, STANDARD_2,
    STANDARD_3, VERIFIED, evaluation, method,
};

/// One suite with one evaluation, and the depths and columns that are measured.
pub(super) struct Part {
    pub(super) label: &'static str,
    /// The suite's name with what was taken of it.
    pub(super) name: String,
    pub(super) evaluation: &'static str,
    pub(super) tasks: Vec<Task>,
    /// The depths of the paper's table (of this run, if it is a small one), shallow first.
    pub(super) depths: Vec<i32>,
    pub(super) columns: &'static [usize],
}

/// A position as it was searched with every column of its part: for each column, all iterations.
pub(super) struct Case {
    pub(super) label: &'static str,
    pub(super) evaluation: &'static str,
    position: usize,
    columns: &'static [usize],
    found: Vec<Vec<Measured>>,
}

impl Case {
    /// What a column came to at a depth.
    pub(super) fn at(&self, column: usize, depth: i32) -> Option<&Measured> {
        let place = self.columns.iter().position(|&known| known == column)?;
        self.found[place].iter().find(|it| it.depth == depth)
    }

    pub(super) fn is_of(&self, part: &Part) -> bool {
        (self.label, self.evaluation) == (part.label, part.evaluation)
    }
}

/// Label, file, columns, depths of a small run and of the paper, positions of a small run.
type Row = (&'static str, &'static str, &'static [usize], [i32; 2], &'static [i32], usize);

pub(super) fn parts(bench: &Bench<'_>) -> Result<Vec<Part>, Halt> {
    const ALL: &[usize] = &[
        STANDARD_1,
        STANDARD_2,
        STANDARD_3,
        VERIFIED,
        ADAPTIVE,
        REDUCE_TWO,
        REDUCE_ONE,
        REDUCE_ONE_THEN_TWO,
    ];
    const FOUR: &[usize] = &[STANDARD_1, STANDARD_2, STANDARD_3, VERIFIED];
    const THREE: &[usize] = &[STANDARD_2, STANDARD_3, VERIFIED];
    let scale = bench.scale;
    let suites: [Row; 5] = [
        ("wcs", "wcs.epd", THREE, [6, 7], &[8, 9, 10], 24),
        ("neishtadt", "iq4.epd", ALL, [5, 6], &[9, 10], 12),
        ("ecm", "ecm.epd", THREE, [6, 7], &[9, 10, 11], 16),
        ("mate-4", "mate_in_4.epd", FOUR, [7, 8], &[8], 12),
        ("mate-5", "mate_in_5.epd", FOUR, [7, 8], &[10], 4),
    ];
    let mut parts = Vec::new();
    for evaluation in EVALUATIONS {
        for (label, file, columns, small, depths, few) in suites {
            let is_mate = label.starts_with("mate");
            if is_mate && evaluation != EVALUATIONS[0] {
                continue;
            }
            let suite = Suite::of_file(bench, file)?.with_pieces();
            let most = scale.pick(1, few, if is_mate { 434 } else { usize::MAX });
            let Suite { name, tasks } = suite.thinned(most);
            let depths = scale.pick(vec![2, 3], small.to_vec(), depths.to_vec());
            parts.push(Part { label, name, evaluation, tasks, depths, columns });
        }
    }
    Ok(parts)
}

/// All positions of a list in an order of which any beginning is spread evenly over the list.
fn spread(count: usize) -> Vec<usize> {
    // Steps of about the golden section come near every place before they come back.
    let golden = (count as f64 * 0.618_034) as usize;
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let step = (golden.max(1)..=golden + count + 1).find(|&step| gcd(step, count.max(1)) == 1).unwrap_or(1);
    (0..count).map(|place| place * step % count).collect()
}

/// Searches all parts to their first depths, then to their second ones, and so on. Of each position the deepest
/// search that all columns finished is told.
pub(super) fn measure(bench: &Bench<'_>, parts: &[Part]) -> Result<Vec<Case>, Halt> {
    let waves = parts.iter().map(|part| part.depths.len()).max().unwrap_or(0);
    let mut cases: Vec<Case> = Vec::new();
    for wave in 0..waves {
        for part in parts {
            let Some(&depth) = part.depths.get(wave) else { continue };
            for (position, found) in one_wave(bench, part, depth)? {
                let Part { label, evaluation, columns, .. } = *part;
                let is_old = |case: &Case| case.is_of(part) && case.position == position;
                cases.retain(|case| !is_old(case));
                cases.push(Case { label, evaluation, position, columns, found });
            }
        }
    }
    cases.sort_by_key(|case| (case.evaluation, case.label, case.position));
    Ok(cases)
}

type Searched = (usize, Vec<Vec<Measured>>);

fn one_wave(bench: &Bench<'_>, part: &Part, depth: i32) -> Result<Vec<Searched>, Halt> {
    let methods =
        part.columns.iter().map(|&column| method(bench, column, "")).collect::<Result<Vec<_>, _>>()?;
    let order = spread(part.tasks.len());
    let jobs: Vec<(usize, usize)> =
        order.iter().flat_map(|&task| (0..methods.len()).map(move |method| (task, method))).collect();
    let judge = evaluation(part.evaluation);
    let what = format!("{} {} depth {depth}", part.label, part.evaluation);
    let name = |&(task, method): &(usize, usize)| format!("{} p{task}", methods[method].name);
    let found = bench.each_so_far(&what, &jobs, name, |&(task, method)| {
        methods[method].measure(bench, &part.tasks[task], &judge, depth)
    })?;
    let whole = order.iter().zip(found.chunks(methods.len().max(1))).filter_map(|(&task, found)| {
        let found: Option<Vec<Vec<Measured>>> = found.iter().cloned().collect();
        Some((task, found?))
    });
    Ok(whole.collect())
}

/// Every search, a row for each column at each depth of the paper.
pub(super) fn position_table(cases: &[Case]) -> Table {
    let heads = ["suite", "evaluation", "position", "depth", "method", "nodes", "solved"];
    let mut table = Table::new("positions", "Every search of every position", heads);
    for case in cases {
        for (&column, found) in case.columns.iter().zip(&case.found) {
            let deepest = found.last().map_or(0, |it| it.depth);
            // Shallower iterations than the paper's are of no use.
            for it in found.iter().filter(|it| it.depth + 4 > deepest && (it.depth >= 6 || deepest < 6)) {
                table.row([
                    case.label.to_owned(),
                    case.evaluation.to_owned(),
                    (case.position + 1).to_string(),
                    it.depth.to_string(),
                    COLUMNS[column].0.to_owned(),
                    it.nodes.to_string(),
                    it.solved.to_string(),
                ]);
            }
        }
    }
    table.long()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_comes_once_and_early_ones_are_spread() {
        for count in [0, 1, 2, 5, 24, 180, 869, 999] {
            let mut order = spread(count);
            if count >= 24 {
                let mut early = order[..8].to_vec();
                early.sort_unstable();
                let widest = early.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0);
                assert!(widest < count / 3, "{early:?} of {count}");
            }
            order.sort_unstable();
            assert_eq!(order, (0..count).collect::<Vec<_>>());
        }
    }
}
