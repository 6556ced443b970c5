//! How much of the solutions' gain is proven, whether anything false is said, and whether the checker would have noticed.

use quevedo_checker::Checker;
use quevedo_testkit::Random;
use quevedo_tutor::Effort;

use crate::harness::Tally;
use crate::rows;
use crate::score::Score;
use crate::wish::Wish;

/// Puzzles, if nothing is said.
const SAMPLE: usize = 200;

/// One finding in so many is mutated.
const TEETH: u64 = 40;

pub fn measure(wish: &Wish) -> Result<Vec<Score>, String> {
    let tables = wish.data("syzygy")?;
    let checker = Checker::with_tables(&tables).map_err(|fault| format!("{}: {fault}", tables.display()))?;
    let rows = rows::sampled(rows::all(wish)?, wish.sample.unwrap_or(SAMPLE), wish.seed);
    let effort = if wish.is_deep { Effort::DEEP } else { Effort::QUICK };
    let mut random = Random::new(wish.seed);
    let mut tally = Tally { teeth: TEETH, ..Tally::default() };
    for (place, puzzle) in rows.iter().filter_map(rows::Row::puzzle).enumerate() {
        tally.puzzle(&checker, &puzzle, 1, &mut random, effort);
        if (place + 1).is_multiple_of(50) {
            eprintln!("{} puzzles, {} said, {} rejected", place + 1, tally.said(), tally.rejected());
        }
    }
    print!("{}", tally.table());
    for it in tally.rejections.iter().take(wish.list) {
        println!("false: {} {} {} {}", it.source, it.why, it.finding["at"], it.finding["fact"]);
    }
    tally.unexplained.iter().take(wish.list).for_each(|it| println!("unexplained: {it}"));
    println!();
    let [made, rejected, maybe, refused] = tally.mutants.map(|count| count as usize);
    let (said, false_ones) = (tally.said() as usize, tally.rejected() as usize);
    Ok(vec![
        Score::new("explained", tally.explained as usize, tally.puzzles as usize, Some(0.95)),
        Score::new("not rejected by the checker", said - false_ones, said, Some(1.0)),
        Score::new("false mutants rejected", rejected, made, Some(0.99)),
        Score::new("mutants that may be true, rejected", refused, maybe, None),
    ])
}
