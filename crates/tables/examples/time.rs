use quevedo_tables::*;
use std::time::Instant;
fn main() {
    let metric: Metric = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut lib = Library::new(metric);
    let t0 = Instant::now();
    for name in std::env::args().skip(2) {
        let list = if let Ok(men) = name.parse::<usize>() {
            Ending::all_with(men)
        } else {
            name.parse::<Ending>().unwrap().with_successors()
        };
        for e in list {
            if lib.table(e).is_some() {
                continue;
            }
            let t = Instant::now();
            let table = generate(e, metric, &lib, &Unwatched).unwrap();
            eprintln!("{e} {:.2}s longest {:?}", t.elapsed().as_secs_f64(), table.longest());
            lib.add(table);
        }
    }
    eprintln!("total {:.2}", t0.elapsed().as_secs_f64());
}
