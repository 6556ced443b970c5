//! How fast the trainer is: steps of 16,384 positions of random games, or of a file of labelled lines.
//!
//!     cargo run --release -p quevedo-train --example training_speed -- [HIDDEN [KING_BUCKETS [STEPS [FILE]]]]
#![allow(clippy::print_stdout)]

use std::io::BufRead;
use std::time::Instant;

use quevedo_rules::{Color, Outcome};
use quevedo_testkit::{RandomWalk, Start};
use quevedo_train::data::Labelled;
use quevedo_train::data::Packed;
use quevedo_train::network::{Course, Schedule, Settings, Shape, State, Trainer};

const POSITIONS: usize = 400_000;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise: usize| -> anyhow::Result<usize> {
        Ok(arguments.get(place).map_or(Ok(otherwise), |text| text.parse())?)
    };
    let (hidden, king_buckets, steps) = (number(0, 256)?, number(1, 4)?, number(2, 100)?);
    let learn = arguments.get(3).map_or_else(|| Ok(random_games()), |path| lines(path))?;
    let men: usize = learn.iter().map(Packed::count).sum();
    let threads = std::thread::available_parallelism()?.get();
    let settings = Settings {
        shape: Shape::new(hidden, king_buckets, 8)?,
        is_factorised: king_buckets > 1,
        epochs: 1000,
        lessons: 0,
        batch: 16_384,
        rate: Schedule { first: 1e-3, last: 1e-5, course: Course::Cosine, warm_up: 10 },
        blend: Schedule::linear(0.3, 0.3),
        score_scale: 400.0,
        decay: 0.01,
        seed: 1,
        parts: threads,
    };
    let mut trainer = Trainer::new(settings.clone(), &learn, &[], State::new(&settings))?;
    trainer.step()?;
    let (began, cpu_before) = (Instant::now(), cpu_seconds());
    for _ in 0..steps {
        trainer.step()?;
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{hidden} hidden, {king_buckets} king buckets, {threads} threads, {:.1} men: {:.0} positions/s",
        men as f64 / learn.len() as f64,
        (steps * settings.batch) as f64 / seconds,
    );
    if let (Some(before), Some(after)) = (cpu_before, cpu_seconds()) {
        // On a machine that others use, too, this says more.
        let per_core = (steps * settings.batch) as f64 / (after - before);
        println!("{per_core:.0} positions per second of processor time, times {threads} threads");
    }
    Ok(())
}

/// The processor time of this process so far, where the system tells.
fn cpu_seconds() -> Option<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS_PER_SECOND)
}

fn random_games() -> Vec<Packed> {
    let visits = RandomWalk::new(1, &[Start::Standard]).take(POSITIONS);
    visits.map(|visit| Packed::pack(&visit.board, 0, Outcome::Draw)).collect()
}

fn lines(path: &str) -> anyhow::Result<Vec<Packed>> {
    let file = std::io::BufReader::new(std::fs::File::open(path)?);
    let packed = file.lines().take(POSITIONS).map(|line| {
        let labelled = Labelled::parse(&line?)?;
        let outcome = match labelled.result {
            0.75.. => Outcome::Win(Color::White),
            ..0.25 => Outcome::Win(Color::Black),
            _ => Outcome::Draw,
        };
        Ok(Packed::pack(&labelled.board, labelled.score.unwrap_or(0) as i16, outcome))
    });
    packed.collect()
}
