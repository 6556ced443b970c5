//! What each of many changes of the search is worth, measured in the same games.
//!
//!     cargo run --release -p quevedo-search --example screen -- CHANGES RESULTS OPENINGS [nodes] [pairs] [threads]
//!
//! In every pair of games one side has a random half of the changes and the other side the other half; who
//! has which is tossed anew for each pair. So each game says something about every change: with thirty changes as much as
//! thirty matches of that length would say (Plackett and Burman 1946; the same thought as in SPSA, but nothing moves). What
//! looks good together has to prove itself in a match of its own, because the best of many is always a little lucky.
//!
//! CHANGES has a change a line: its name, a colon, what the side with it sets, and after a bar what the side without it
//! sets (parameters and heuristics, as `quevedo spsa --list` and `quevedo help uci` tell them):
//!
//!     null: null_divisor=3 null_eval_most=5
//!     checks: check-extension=false | check-extension=true
//!
//! RESULTS gets a line for each pair and is read first, so that the same command goes on; with 0 pairs it is only
//! evaluated. OPENINGS is an EPD file.

#![allow(clippy::print_stdout)]

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use quevedo_eval::AnyEvaluator;
use quevedo_rules::{Board, Color, Game, Outcome};
use quevedo_search::{Budget, Heuristic, Limits, STACK_SIZE, Searcher, Table, Tunable, tunable_searcher};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A game is lost for who says this of it three times in a row.
const RESIGN: i32 = -600;
/// A game is drawn when nobody says more than this for long.
const LEVEL: i32 = 20;
/// So long, in plies.
const LEVEL_PLIES: u32 = 16;
/// Not before this ply.
const LEVEL_FROM: usize = 60;
/// Longer games are drawn.
const LONGEST: usize = 400;
/// Elo for a whole point of score, near the middle.
const ELO: f64 = 694.9;

/// Settings by name.
type Settings = Vec<(String, String)>;

struct Change {
    name: String,
    with: Settings,
    without: Settings,
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [changes, results, openings, numbers @ ..] = arguments.as_slice() else {
        return Err("which files: CHANGES RESULTS OPENINGS [nodes] [pairs] [threads]?".into());
    };
    let number = |place: usize, default: usize| numbers.get(place).map_or(Ok(default), |text| text.parse());
    let (nodes, pairs, threads) = (number(0, 5_000)?, number(1, 1_000)?, number(2, 1)?);
    let changes = read_changes(&fs::read_to_string(changes)?)?;
    let openings = read_openings(&fs::read_to_string(openings)?)?;
    let done = if Path::new(results).exists() { fs::read_to_string(results)?.lines().count() } else { 0 };
    let file = Mutex::new(OpenOptions::new().create(true).append(true).open(results)?);
    let next = AtomicUsize::new(done);
    let play = || -> Result<(), Failure> {
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= pairs {
                return Ok(());
            }
            let opening = &openings[(mix(pair as u64) % openings.len() as u64) as usize];
            play_pair(pair as u64, &changes, opening, nodes as u64, &file)?;
        }
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, play);
        let players = (0..threads.max(1)).map(start).collect::<Result<Vec<_>, _>>()?;
        players.into_iter().try_for_each(|player| player.join().map_err(|_| "a player panicked")?)
    })?;
    evaluate(&fs::read_to_string(results)?, &changes)
}

fn read_changes(text: &str) -> Result<Vec<Change>, Failure> {
    text.lines().filter(|line| !line.trim().is_empty()).map(read_change).collect()
}

fn read_change(line: &str) -> Result<Change, Failure> {
    let (name, settings) = line.split_once(':').ok_or_else(|| format!("{line}: no colon"))?;
    let (with, without) = settings.split_once('|').unwrap_or((settings, ""));
    let change =
        Change { name: name.trim().into(), with: read_settings(with)?, without: read_settings(without)? };
    // What cannot be set is told before the first game.
    [&change.with, &change.without]
        .into_iter()
        .try_for_each(|settings| set(&mut Tunable::default(), settings))?;
    Ok(change)
}

fn read_settings(text: &str) -> Result<Settings, Failure> {
    let pair = |word: &str| -> Result<(String, String), Failure> {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("{word}: expected NAME=VALUE"))?;
        Ok((name.into(), value.into()))
    };
    text.split_whitespace().map(pair).collect()
}

fn set(lab: &mut Tunable, settings: &Settings) -> Result<(), Failure> {
    for (name, value) in settings {
        if let Some(&heuristic) = Heuristic::ALL.iter().find(|heuristic| heuristic.name() == name) {
            let on: bool = value.parse()?;
            lab.heuristics =
                if on { lab.heuristics.with(heuristic) } else { lab.heuristics.without(heuristic) };
        } else if !lab.params.set(name, value.parse()?) {
            return Err(format!("{name}={value}: no such parameter, or not in its range").into());
        }
    }
    Ok(())
}

fn read_openings(text: &str) -> Result<Vec<Board>, Failure> {
    let boards = text.lines().map(|line| line.split_whitespace().take(4).collect::<Vec<_>>().join(" "));
    let boards = boards.filter(|fen| !fen.is_empty());
    let boards: Vec<Board> = boards
        .map(|fen| Board::from_fen(&format!("{} 0 1", fen.trim_end_matches(';'))))
        .collect::<Result<_, _>>()?;
    if boards.is_empty() { Err("no opening".into()) } else { Ok(boards) }
}

/// Chance that is the same every time (`SplitMix64`).
fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Plays an opening with both colours, and writes the half points of the first side and what it had.
fn play_pair(
    pair: u64,
    changes: &[Change],
    opening: &Board,
    nodes: u64,
    file: &Mutex<File>,
) -> Result<(), Failure> {
    let (mut first, mut second) = (Tunable::default(), Tunable::default());
    let mut line = String::new();
    for (place, change) in changes.iter().enumerate() {
        // A change alone is a match: the first side has it.
        let has = changes.len() == 1 || mix(mix(pair) ^ place as u64) & 1 == 0;
        let (with, without) = if has { (&mut first, &mut second) } else { (&mut second, &mut first) };
        set(with, &change.with)?;
        set(without, &change.without)?;
        line = format!("{line} {}{}", if has { '+' } else { '-' }, change.name);
    }
    let mut players = [player(first)?, player(second)?];
    let won = play_game(opening, &mut players, 0, nodes)? + 2 - play_game(opening, &mut players, 1, nodes)?;
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(writeln!(file, "{won}{line}")?)
}

fn player(lab: Tunable) -> Result<Box<dyn Searcher>, Failure> {
    Ok(tunable_searcher(lab, Arc::new(Table::new(8)?), Box::new(AnyEvaluator::default)))
}

/// The half points of White.
fn play_game(
    opening: &Board,
    players: &mut [Box<dyn Searcher>; 2],
    white: usize,
    nodes: u64,
) -> Result<u32, Failure> {
    let mut game = Game::new(*opening);
    for player in &mut *players {
        player.forget();
    }
    let (mut despair, mut level) = ([0; 2], 0);
    loop {
        match game.outcome() {
            Some(Outcome::Win(winner)) => return Ok(if winner == Color::White { 2 } else { 0 }),
            Some(Outcome::Draw) => return Ok(1),
            None => {}
        }
        if game.claim().is_some() || game.moves().len() >= LONGEST || level >= LEVEL_PLIES {
            return Ok(1);
        }
        let (board, history) = (*game.board(), game.repeatable_keys());
        let side = board.turn();
        let mover = &mut players[if side == Color::White { white } else { 1 - white }];
        let budget = Budget::unlimited(Instant::now());
        let found = mover.search(&board, &history, &Limits::nodes(nodes), &budget, 1, &mut |_| {});
        let score = found.score.raw();
        let despair = &mut despair[side.index()];
        *despair = if score <= RESIGN { *despair + 1 } else { 0 };
        if *despair == 3 {
            return Ok(if side == Color::White { 0 } else { 2 });
        }
        level = if score.abs() <= LEVEL && game.moves().len() >= LEVEL_FROM { level + 1 } else { 0 };
        game.play(found.best.ok_or("no move in a game that goes on")?)?;
    }
}

/// Prints the effect of each change: the mean score of the sides that had it.
fn evaluate(results: &str, changes: &[Change]) -> Result<(), Failure> {
    let mut effects = Vec::new();
    for change in changes {
        let mut scores = Vec::new();
        for line in results.lines() {
            let (won, had) = line.split_once(' ').ok_or_else(|| format!("{line}: no result"))?;
            let score = won.parse::<f64>()? / 4.0 - 0.5;
            // A change that was added later took no part in earlier games.
            let sign = had.split(' ').find(|word| word[1..] == change.name).map(|word| word.starts_with('+'));
            scores.extend(sign.map(|has| if has { score } else { -score }));
        }
        effects.push((&change.name, mean_and_error(&scores), scores.len()));
    }
    effects.sort_by(|(_, (one, _), _), (_, (other, _), _)| other.total_cmp(one));
    for (name, (mean, error), pairs) in effects {
        println!("{name:28} {:+6.1} +- {:4.1} Elo in {} games", mean * ELO, 1.96 * error * ELO, 2 * pairs);
    }
    Ok(())
}

/// The mean and its standard error.
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}
