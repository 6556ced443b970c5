//! Tunes the classical evaluation, until the command line has `quevedo tune`.
//!
//!     cargo run --release -p quevedo-train --example tune -- DATA[,DATA ...] OUT_DIR [key=value ...]
//!
//! Data are lines as `Labelled::parse` reads them, compressed where the name ends in `.zst`. Keys:
//! positions (per file), epochs, batch, rate, pull, result (the part of the game's result in the target),
//! steepness (0: fitted to the starting weights), seed. `OUT_DIR/checkpoint.json` is written after
//! every tenth epoch and taken up again if it is there.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use quevedo_eval::Weights;
use quevedo_train::tune::{
    Dataset, DatasetBuilder, Labelled, Options, State, error_of, fit_steepness, fit_target, json,
    rust_source, settle, tune,
};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(data), Some(out)) = (arguments.next(), arguments.next()) else {
        bail!("usage: tune DATA[,DATA ...] OUT_DIR [key=value ...]");
    };
    let mut settings: HashMap<String, f64> = HashMap::new();
    for argument in arguments {
        let (key, value) = argument.split_once('=').context("settings are written key=value")?;
        settings.insert(key.to_owned(), value.parse().with_context(|| format!("{key} needs a number"))?);
    }
    let get = |key: &str, usual: f64| settings.get(key).copied().unwrap_or(usual);
    let out = Path::new(&out);
    fs::create_dir_all(out)?;

    let start = Instant::now();
    let seed = get("seed", 1912.0) as u64;
    let (learn, check) = load(&data, get("positions", 2e6) as usize, seed)?;
    println!(
        "{} positions to learn from, {} to check with, {:.1?}",
        learn.len(),
        check.len(),
        start.elapsed()
    );

    let weights = Weights::default();
    let checkpoint = out.join("checkpoint.json");
    let state = match fs::read_to_string(&checkpoint) {
        Ok(text) => State::from_json(&text)?,
        Err(_) => State::new(&weights),
    };
    let target = fit_target(&learn, get("result", 0.5) as f32);
    let given = get("steepness", 0.0) as f32;
    let steepness =
        if given > 0.0 { given } else { fit_steepness(&learn, State::new(&weights).row(), target) };
    let options = Options {
        epochs: get("epochs", 100.0) as u32,
        batch: get("batch", 16384.0) as usize,
        rate: get("rate", 1.0) as f32,
        pull: get("pull", 0.0) as f32,
        target,
        steepness,
        seed,
    };
    println!("{options:?}");
    report("before", &learn, &check, &state, &options);
    let start = Instant::now();
    let state = tune(&learn, &check, &options, state, |progress| {
        let epoch = progress.state.epoch;
        if epoch <= 3 || epoch.is_multiple_of(10) {
            println!(
                "epoch {epoch:>4}  learn {:.6}  check {:.6}  {:.1?}",
                progress.learn_error,
                progress.check_error,
                start.elapsed()
            );
            if let Ok(text) = progress.state.to_json() {
                // A lost checkpoint costs time only.
                let _ = fs::write(&checkpoint, text);
            }
        }
        ControlFlow::Continue(())
    });
    report("after", &learn, &check, &state, &options);
    let tuned = settle(&state.weights(), &learn.usage());
    report("rounded", &learn, &check, &State::new(&tuned), &options);
    fs::write(out.join("weights.rs"), rust_source(&tuned))?;
    fs::write(out.join("weights.json"), json(&tuned))?;
    Ok(())
}

fn report(name: &str, learn: &Dataset, check: &Dataset, state: &State, options: &Options) {
    let error = |data| error_of(data, state.row(), options.steepness, options.target);
    println!("{name:<8} learn {:.6}  check {:.6}", error(learn), error(check));
}

fn load(paths: &str, positions: usize, seed: u64) -> Result<(Dataset, Dataset)> {
    let mut builder = DatasetBuilder::new(20);
    for path in paths.split(',') {
        let before = builder.len();
        let mut block = Vec::new();
        for (number, line) in open(path)?.lines().enumerate() {
            match Labelled::parse(&line?) {
                Ok(labelled) => block.push(labelled),
                Err(error) => eprintln!("{path}, line {}: {error}", number + 1),
            }
            if block.len() == 8192 {
                builder.add_block(&block);
                block.clear();
                if builder.len() >= before + positions {
                    break;
                }
            }
        }
        builder.add_block(&block);
        println!("{path}: {} positions", builder.len() - before);
    }
    Ok(builder.finish(seed))
}

fn open(path: &str) -> Result<Box<dyn BufRead>> {
    let file = File::open(path).with_context(|| format!("cannot open {path}"))?;
    Ok(if Path::new(path).extension().is_some_and(|ending| ending == "zst") {
        Box::new(BufReader::new(zstd::Decoder::new(file)?))
    } else {
        Box::new(BufReader::new(file))
    })
}
