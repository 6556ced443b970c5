//! Makes tables and says how long it took: `time METRIC FOLDER KQKR 4 ...`; `-` for no folder.
use quevedo_tables::*;
use std::time::Instant;
fn main() {
    let metric: Metric = std::env::args().nth(1).unwrap().parse().unwrap();
    let folder = std::env::args().nth(2).unwrap();
    let mut lib = Library::new(metric);
    let t0 = Instant::now();
    let mut bytes_all = 0;
    for name in std::env::args().skip(3) {
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
            let t1 = t.elapsed().as_secs_f64();
            let mut bytes = vec![];
            write(&table, &mut bytes).unwrap();
            bytes_all += bytes.len();
            eprintln!(
                "{e} {t1:.2}s + {:.2}s longest {:?} bytes {}",
                t.elapsed().as_secs_f64() - t1,
                table.longest(),
                bytes.len()
            );
            if folder != "-" {
                std::fs::write(format!("{folder}/{e}.{metric}"), &bytes).unwrap();
            }
            lib.add(table);
        }
    }
    eprintln!("total {:.2} s, {bytes_all} bytes", t0.elapsed().as_secs_f64());
}
