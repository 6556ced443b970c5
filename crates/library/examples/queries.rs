//! How long questions take in a process that has the collection open.
//!
//!     quevedo explore build big human_2450_lean.pgn.zst
//!     cargo run --release -p quevedo-library --example queries -- big/1.qvx
//!
//! Positions are those of random games at random plies, half of them before the twentieth; the page cache is warm.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::File;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quevedo_library::{Explorer, Filter, GameOrder, Segment, Wish};
use quevedo_rules::Board;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const QUESTIONS: usize = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let began = Instant::now();
    let segments = paths.iter().map(|path| Ok(Segment::open(Arc::new(File::open(path)?))?));
    let explorer = Explorer::new(segments.collect::<Result<_, Box<dyn Error>>>()?);
    println!("opened {} games in {:?}", explorer.games(), began.elapsed());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let segment = explorer.segments().first().ok_or("a segment (.qvx) is wanted")?;
    let mut positions = Vec::new();
    for number in 0..QUESTIONS {
        let (start, moves) = segment.moves(random.random_range(0..segment.games()))?;
        let most = if number % 2 == 0 { moves.len().min(20) } else { moves.len() };
        let ply = random.random_range(0..=most);
        positions.push(moves[..ply].iter().fold(start, |board, &mv| board.play(mv)));
    }
    let all = Filter::default();
    let of_player =
        Filter { player: Some("carlsen".to_owned()), least_rating: Some(2600), ..Filter::default() };
    // Whatever is read once only is read before.
    explorer.query(&Board::start(), &of_player)?;
    let time = |words: &str, question: &Question<'_>, positions: &[Board]| {
        let mut times = Vec::new();
        for board in positions {
            let began = Instant::now();
            question(board)?;
            times.push(began.elapsed());
        }
        println!("{words:<44} {}", words_of(&mut times));
        Ok::<(), Box<dyn Error>>(())
    };
    let query = |board: &Board| {
        explorer.query(board, &all)?;
        Ok(())
    };
    time("statistics, random positions", &query, &positions)?;
    time(
        "with the four strongest games",
        &|board| {
            explorer.games_with(board, &all, 4, GameOrder::Strongest)?;
            Ok(())
        },
        &positions[..2000],
    )?;
    time(
        "statistics of a player, random positions",
        &|board| {
            explorer.query(board, &of_player)?;
            Ok(())
        },
        &positions[..2000],
    )?;
    let start = [Board::start(); 20];
    time("statistics, start position", &query, &start)?;
    time(
        "statistics of a player, start position",
        &|board| {
            explorer.query(board, &of_player)?;
            Ok(())
        },
        &start,
    )?;
    let middle: Vec<Board> = positions
        .iter()
        .copied()
        .filter(|board| (16..45).contains(&board.fullmove_number()))
        .take(200)
        .collect();
    time(
        "similar, 20 of at most 1000 games",
        &|board| {
            explorer.similar(board, &all, Wish::default())?;
            Ok(())
        },
        &middle,
    )?;
    time(
        "similar, 20 of at most 200 games",
        &|board| {
            explorer.similar(board, &all, Wish { games: 200, ..Wish::default() })?;
            Ok(())
        },
        &middle,
    )?;
    time(
        "plans, 200 of at most 2000 games",
        &|board| {
            explorer.plans(board, &all, Wish { cases: 200, games: 2000 })?;
            Ok(())
        },
        &middle,
    )?;
    Ok(())
}

/// What is asked of a position.
type Question<'a> = dyn Fn(&Board) -> Result<(), Box<dyn Error>> + 'a;

fn words_of(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    format!("p50 {:?}, p99 {:?}, most {:?} of {}", at(0.5), at(0.99), at(1.0), times.len())
}
