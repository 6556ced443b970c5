//! The tutor over the shared puzzles and games, everything it finds checked by the independent checker.
//!
//! ```text
//! cargo run --release -p quevedo-checker --example puzzles -- [--sample 2000] [--seed 1] [--wrong 2] [--games 0] [--every 7]
//!     [--teeth 0] [--show 3] [--deep] [--own FILE] [--json]
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "../tests/harness/mod.rs"]
mod harness;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use harness::{Puzzle, Tally};
use quevedo_checker::Checker;
use quevedo_games::Games;
use quevedo_testkit::{Random, shared};
use quevedo_tutor::Effort;

struct Wish {
    sample: usize,
    seed: u64,
    wrong: usize,
    games: usize,
    every: usize,
    teeth: u64,
    show: usize,
    deep: bool,
    json: bool,
    own: Option<String>,
    unexplained: bool,
    fitting: Option<String>,
}

fn wish() -> Result<Wish, String> {
    let mut wish = Wish {
        sample: 2000,
        seed: 1,
        wrong: 2,
        games: 0,
        every: 7,
        teeth: 0,
        show: 3,
        deep: false,
        json: false,
        own: None,
        unexplained: false,
        fitting: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        match name.as_str() {
            "--deep" => wish.deep = true,
            "--json" => wish.json = true,
            "--unexplained" => wish.unexplained = true,
            _ => {
                let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
                let number =
                    || value.parse::<usize>().map_err(|_| format!("{name} needs a number, not {value:?}"));
                match name.as_str() {
                    "--sample" => wish.sample = number()?,
                    "--seed" => wish.seed = number()? as u64,
                    "--wrong" => wish.wrong = number()?,
                    "--games" => wish.games = number()?,
                    "--every" => wish.every = number()?.max(1),
                    "--teeth" => wish.teeth = number()? as u64,
                    "--show" => wish.show = number()?,
                    "--own" => wish.own = Some(value),
                    "--write" => wish.fitting = Some(value),
                    _ => return Err(format!("there is no option {name}")),
                }
            }
        }
    }
    Ok(wish)
}

/// A sample of rows; equal seeds take equal rows.
fn sample(path: &Path, count: usize, random: &mut Random) -> std::io::Result<Vec<String>> {
    let rows = BufReader::new(zstd::Decoder::new(File::open(path)?)?).lines().skip(1);
    let mut taken = Vec::with_capacity(count);
    for (index, row) in rows.enumerate() {
        let row = row?;
        if taken.len() < count {
            taken.push(row);
        } else {
            let place = random.below(index + 1);
            if place < count {
                taken[place] = row;
            }
        }
    }
    Ok(taken)
}

fn puzzles(wish: &Wish, folder: &Path, random: &mut Random) -> std::io::Result<Vec<Puzzle>> {
    if let Some(path) = &wish.own {
        let text = std::fs::read_to_string(path)?;
        return Ok(text.lines().filter_map(Puzzle::from_own_row).collect());
    }
    if wish.sample == 0 {
        return Ok(Vec::new());
    }
    let rows = sample(&folder.join("puzzles/lichess_puzzles.csv.zst"), wish.sample, random)?;
    Ok(rows.iter().filter_map(|row| Puzzle::from_row(row)).collect())
}

/// The sampled puzzles as rows of our own small file.
fn write_rows(path: &str, puzzles: &[Puzzle]) -> std::io::Result<()> {
    let rows = puzzles.iter().map(|puzzle| {
        let moves: Vec<String> = puzzle.board.uci_line(&puzzle.solution).map(|mv| mv.to_string()).collect();
        format!("{};{};{};{}\n", puzzle.id, puzzle.board.fen(), moves.join(" "), puzzle.themes.join(" "))
    });
    std::fs::write(path, rows.collect::<String>())
}

fn run(wish: &Wish, folder: &Path) -> std::io::Result<Tally> {
    let checker = Checker::with_tables(&folder.join("syzygy"))?;
    let mut random = Random::new(wish.seed);
    let effort = if wish.deep { Effort::DEEP } else { Effort::QUICK };
    let mut tally = Tally { teeth: wish.teeth, ..Tally::default() };
    let puzzles = puzzles(wish, folder, &mut random)?;
    if let Some(path) = &wish.fitting {
        write_rows(path, &puzzles)?;
        return Ok(tally);
    }
    for (index, puzzle) in puzzles.iter().enumerate() {
        tally.puzzle(&checker, puzzle, wish.wrong, &mut random, effort);
        if (index + 1).is_multiple_of(100) {
            eprintln!("{} puzzles, {} said, {} rejected", index + 1, tally.said(), tally.rejected());
        }
    }
    for name in ["lichess_2025-05_438games.pgn.zst", "lichess_2017-09_1000games.pgn.zst"] {
        let left = wish.games.saturating_sub(tally.games as usize);
        let input = zstd::Decoder::new(File::open(folder.join("games").join(name))?)?;
        for game in Games::new(input).filter_map(Result::ok).take(left) {
            let source = format!("{name} game {}", tally.games + 1);
            tally.game(&checker, *game.start(), &game.moves(), wish.every, &source, effort);
            if tally.games.is_multiple_of(20) {
                eprintln!("{} games, {} said, {} rejected", tally.games, tally.said(), tally.rejected());
            }
        }
    }
    Ok(tally)
}

fn tell(wish: &Wish, tally: &Tally) {
    if wish.json {
        println!("{}", tally.json());
        return;
    }
    println!("{} puzzles, {} games ({} positions)", tally.puzzles, tally.games, tally.positions);
    print!("{}", tally.table());
    if tally.puzzles > 0 {
        let share = 100.0 * tally.explained as f64 / tally.puzzles as f64;
        println!("explained: {} of {} puzzles, {share:.1} %", tally.explained, tally.puzzles);
    }
    if wish.teeth > 0 {
        let [made, rejected, maybe, refused] = tally.mutants;
        println!(
            "mutants that are false: {rejected} of {made} rejected; that may be true: {refused} of {maybe}"
        );
    }
    let mut told = std::collections::BTreeMap::<String, usize>::new();
    for it in &tally.rejections {
        let kind = it.finding["fact"]["kind"].as_str().unwrap_or("?").to_owned();
        let count = told.entry(kind).or_default();
        *count += 1;
        if *count <= wish.show {
            println!(
                "\n{}: {}\n  at {} move {} line {} gain {} {}",
                it.source,
                it.why,
                it.finding["at"],
                it.finding["move"],
                it.finding["line"],
                it.finding["gain"],
                it.finding["fact"]
            );
            for proof in it.finding["proofs"].as_array().into_iter().flatten().take(1) {
                println!(
                    "  proof {} pass {} {} {}",
                    proof["start"], proof["after_pass"], proof["attacker"], proof["goal"]
                );
            }
        }
    }
    for survivor in tally.survivors.iter().take(wish.show) {
        println!("\nsurvived: {survivor:.1500}");
    }
    if wish.unexplained {
        for it in &tally.unexplained {
            println!("unexplained: {it}");
        }
    }
}

fn main() -> std::process::ExitCode {
    let wish = match wish() {
        Ok(wish) => wish,
        Err(words) => {
            eprintln!("{words}");
            return std::process::ExitCode::from(2);
        }
    };
    let Some(folder) = shared() else {
        eprintln!("../shared/data is not there");
        return std::process::ExitCode::from(3);
    };
    match run(&wish, &folder) {
        Ok(tally) => {
            tell(&wish, &tally);
            let good = tally.rejected() == 0 && tally.survivors.is_empty();
            std::process::ExitCode::from(u8::from(!good))
        }
        Err(fault) => {
            eprintln!("the data cannot be read: {fault}");
            std::process::ExitCode::from(3)
        }
    }
}
