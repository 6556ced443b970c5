//! What the machines look at, beside the master of Fig. 5.

use super::super::suites::Suite;
use super::super::{Bench, Halt, Table};
use crate::shannon::{Effort, Extent, Machine, Strategy};

/// The table of means, and that of all positions.
pub(super) fn tables(bench: &Bench<'_>, type_b: Extent) -> Result<[Table; 2], Halt> {
    let suite = Suite::bratko_kopec()?.thinned(bench.scale.pick(2, 12, 24));
    let plies = bench.scale.pick(2, 4, 4);
    let strategies = [Strategy::TypeA(plies), Strategy::TypeB(type_b)];
    let places = |strategy: usize| (0..suite.tasks.len()).map(move |task| (strategy, task));
    let jobs: Vec<(usize, usize)> = (0..strategies.len()).flat_map(places).collect();
    let name = |&(strategy, task): &(usize, usize)| format!("{} p{task}", strategies[strategy].name());
    let found = bench.each("efforts", &jobs, name, |&(strategy, task)| {
        let Effort { positions, variations, shortest, longest } =
            Machine::new(strategies[strategy], 0).effort(&suite.tasks[task].board);
        (positions, variations, shortest, longest)
    })?;
    let heads = ["machine", "positions", "variations", "shortest (plies)", "longest (plies)"];
    let title = format!("What is looked at for one move: {} positions, means", suite.tasks.len());
    let mut means = Table::new("efforts", title, heads);
    let mut each = Table::new(
        "effort-positions",
        "What is looked at in each position",
        ["machine", "position", "positions", "variations"],
    )
    .long();
    for (strategy, found) in strategies.iter().zip(found.chunks(suite.tasks.len().max(1))) {
        let mean = |figure: fn(&(u64, u64, u32, u32)) -> f64| {
            found.iter().map(figure).sum::<f64>() / found.len().max(1) as f64
        };
        let longest = found.iter().map(|it| it.3).max().unwrap_or(0);
        means.row([
            strategy.name(),
            format!("{:.0}", mean(|it| it.0 as f64)),
            format!("{:.0}", mean(|it| it.1 as f64)),
            found.iter().map(|it| it.2).min().unwrap_or(0).to_string(),
            longest.to_string(),
        ]);
        for (place, it) in found.iter().enumerate() {
            each.row([strategy.name(), format!("BK.{:02}", place + 1), it.0.to_string(), it.1.to_string()]);
        }
    }
    let Effort { positions, variations, shortest, longest } = Effort::MASTER;
    let cells = [positions, variations, shortest.into(), longest.into()].map(|number| number.to_string());
    means.row(std::iter::once("a chess master (Fig. 5, one position)".to_owned()).chain(cells));
    Ok([means, each])
}
