//! Zugzwangs: which method solves them.

use quevedo_suite::Task;

use super::super::measured::{Measured, Method, settings};
use super::super::suites::Suite;
use super::super::table::thousands;
use super::super::{Bench, Halt, Table};
use super::{COMMON, STANDARD_2, STANDARD_3, VERIFIED, entries, method};
use crate::{Algorithm, Judge};

/// What tables call a search without null moves.
pub(super) const PLAIN: &str = "no null move";

/// The move each method finds, and how many zugzwangs it detected on the way.
pub(super) struct Zugzwang {
    depth: i32,
    names: Vec<String>,
    /// For each method, for each position.
    found: Vec<Vec<Measured>>,
    tasks: Vec<Task>,
}

/// Nothing, if only what was measured so far counts, and this was not.
pub(super) fn measure(bench: &Bench<'_>) -> Result<Option<Zugzwang>, Halt> {
    let suite = Suite::zugzwang()?.thinned(bench.scale.pick(3, 33, 33));
    let depth = bench.scale.pick(4, 7, 9);
    let mut methods = vec![Method::new(
        PLAIN,
        Algorithm::Pvs,
        settings(&format!("{COMMON},table=two-level:{}", entries(bench)))?,
    )];
    for column in [STANDARD_2, STANDARD_3, VERIFIED] {
        // A null move even for a side that has nothing but pawns: the danger that this is about.
        methods.push(method(bench, column, ",null-guard=off")?);
    }
    let judge = Judge::classical();
    let places = |method: usize| (0..suite.tasks.len()).map(move |task| (method, task));
    let jobs: Vec<(usize, usize)> = (0..methods.len()).flat_map(places).collect();
    let name = |&(method, task): &(usize, usize)| format!("{} p{task} d{depth}", methods[method].name);
    let found = bench.each_so_far("zugzwang", &jobs, name, |&(method, task)| {
        let found = methods[method].measure(bench, &suite.tasks[task], &judge, depth);
        found.last().cloned().unwrap_or_default()
    })?;
    let Some(found) = found.into_iter().collect::<Option<Vec<Measured>>>() else { return Ok(None) };
    let found = found.chunks(suite.tasks.len().max(1)).map(<[_]>::to_vec).collect();
    let names = methods.into_iter().map(|method| method.name).collect();
    Ok(Some(Zugzwang { depth, names, found, tasks: suite.tasks }))
}

impl Zugzwang {
    pub(super) fn tables(&self) -> Vec<Table> {
        vec![self.sums(), self.one_by_one()]
    }

    fn sums(&self) -> Table {
        let title = format!(
            "Zugzwangs: {} positions at depth {}, null moves even with pawns alone",
            self.tasks.len(),
            self.depth
        );
        let mut table = Table::new("zugzwang", title, ["method", "solved", "zugzwangs detected", "nodes"]);
        for (name, found) in self.names.iter().zip(&self.found) {
            let mut sum = Measured::default();
            for found in found {
                sum += found;
            }
            table.row([name.clone(), sum.solved.to_string(), thousands(sum.zugzwangs), thousands(sum.nodes)]);
        }
        table
    }

    fn one_by_one(&self) -> Table {
        let heads = ["position", "wanted"].into_iter().map(str::to_owned).chain(self.names.iter().cloned());
        let mut table = Table::new("zugzwang-moves", "Zugzwangs one by one: the move found", heads);
        for (place, task) in self.tasks.iter().enumerate() {
            let cells = self.found.iter().map(|found| {
                let found = &found[place];
                if found.solved > 0 { format!("{} \u{2713}", found.best) } else { found.best.clone() }
            });
            let id = task.id.clone().unwrap_or_default();
            table.row([id, task.goal.words(&task.board)].into_iter().chain(cells));
        }
        table
    }
}
