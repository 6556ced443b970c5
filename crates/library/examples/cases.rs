//! What cases and plans are worth, on games that the index has not seen: every 40th game is held out.
//!
//!     cargo run --release -p quevedo-library --example cases -- human_2450_lean.pgn.zst [HELD_OUT_GAMES]
//!
//! 1. Named structures: of the 20 nearest cases of a position that has one, how many have it, too?
//! 2. Breaks: in held-out games between plies 30 and 40, is the side's next pawn break among the three that most cases have?
//!    Beside it the three most frequent ones at that stage in games of the same ECO code, and of those the possible ones.

#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::error::Error;
use std::fs::File;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use quevedo_games::{Openings, scan};
use quevedo_library::{Builder, Explorer, Filter, GameRecord, PlanEvent, Segment, Structure, Wish};
use quevedo_rules::{Board, Color, Move};

/// One game of so many is held out.
const HELD_OUT: u64 = 40;
/// Positions of each structure.
const OF_EACH: usize = 5;
const NEAREST: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("a file of games is wanted")?;
    let most: usize = std::env::args().nth(2).map_or(Ok(1000), |text| text.parse())?;
    let file = File::open(&path)?;
    let mut input: Box<dyn std::io::Read> = Box::new(file);
    if std::path::Path::new(&path).extension().is_some_and(|ending| ending == "zst") {
        let mut decoder = zstd::Decoder::new(input)?;
        decoder.window_log_max(31)?;
        input = Box::new(decoder);
    }
    let (mut builder, mut held, mut popular, mut number) =
        (Builder::new(HashSet::new()), Vec::new(), Popular::default(), 0);
    scan(input, |game| {
        if let Some(record) = GameRecord::of(game) {
            number += 1;
            if number % HELD_OUT == 0 {
                held.push(record);
            } else {
                if number % 4 == 1 {
                    popular.count(&record);
                }
                builder.add(&record);
            }
        }
        if builder.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let mut bytes = Vec::new();
    builder.finish(&mut bytes)?;
    let explorer = Explorer::new(vec![Segment::open(Arc::new(bytes))?]);
    println!("{} games, {} held out", explorer.games(), held.len());
    structures(&explorer, &held)?;
    breaks(&explorer, &held, &popular, most)
}

fn boards(game: &GameRecord) -> Vec<Board> {
    let mut board = game.start;
    let after = game.moves.iter().map(|&mv| {
        board.make(mv);
        board
    });
    std::iter::once(game.start).chain(after.collect::<Vec<_>>()).collect()
}

fn structures(explorer: &Explorer, held: &[GameRecord]) -> Result<(), Box<dyn Error>> {
    let mut asked: BTreeMap<&str, Vec<(Board, Structure, bool)>> = BTreeMap::new();
    for game in held {
        let mut told = HashSet::new();
        for board in boards(game).into_iter().skip(16) {
            let Some((structure, turned)) = Structure::of(&board) else { continue };
            let positions = asked.entry(structure.name).or_default();
            if positions.len() < OF_EACH && told.insert(structure.name) {
                positions.push((board, structure, turned));
            }
        }
    }
    let (mut all, mut right, mut times) = (0, 0, Vec::new());
    println!("\n{:<30} {:>9} {:>12}", "structure", "positions", "precision@20");
    for (name, positions) in &asked {
        let (mut cases, mut good) = (0, 0);
        for (board, structure, turned) in positions {
            let began = Instant::now();
            let similar =
                explorer.similar(board, &Filter::default(), Wish { cases: NEAREST, ..Wish::default() })?;
            times.push(began.elapsed());
            cases += similar.cases.len();
            good += similar
                .cases
                .iter()
                .filter(|case| structure.fits(&case.position, *turned != case.is_turned))
                .count();
        }
        println!("{name:<30} {:>9} {:>12.3}", positions.len(), good as f64 / cases.max(1) as f64);
        (all, right) = (all + cases, right + good);
    }
    times.sort_unstable();
    println!("{} structures, precision {:.3}", asked.len(), right as f64 / all.max(1) as f64);
    println!("similar: median {:?}, 95 % {:?}", times[times.len() / 2], times[times.len() * 19 / 20]);
    Ok(())
}

/// The first pawn break of a side after a position.
fn first_break(board: &Board, moves: &[Move], side: Color) -> Option<PlanEvent> {
    let events = PlanEvent::of_moves(board, moves);
    let breaks =
        events.into_iter().filter(|(by, event, _)| *by == side && matches!(event, PlanEvent::Break { .. }));
    breaks.min_by_key(|&(.., ply)| ply).map(|(_, event, _)| event)
}

/// Where a game is looked at: between plies 30 and 40.
fn moment(game: &GameRecord) -> Option<(Board, usize)> {
    let ply = 30 + (game.moves.len() % 11);
    (game.moves.len() > ply).then(|| (boards(game)[ply], ply))
}

fn eco(game: &GameRecord) -> Option<String> {
    Openings::builtin()
        .classify(&game.start, &game.moves[..game.moves.len().min(30)])
        .map(|named| named.opening.code.to_string())
}

/// How often each break comes next, by ECO code and side.
#[derive(Default)]
struct Popular(HashMap<(String, Color), HashMap<PlanEvent, u32>>);

impl Popular {
    fn count(&mut self, game: &GameRecord) {
        let (Some((board, ply)), Some(eco)) = (moment(game), eco(game)) else { return };
        for side in Color::ALL {
            if let Some(event) = first_break(&board, &game.moves[ply..], side) {
                *self.0.entry((eco.clone(), side)).or_default().entry(event).or_default() += 1;
            }
        }
    }

    /// The three most frequent, of all or of those that a side can make.
    fn three(&self, eco: &str, side: Color, board: Option<&Board>) -> Vec<PlanEvent> {
        let mut all: Vec<(u32, PlanEvent)> = self
            .0
            .get(&(eco.to_owned(), side))
            .into_iter()
            .flatten()
            .filter(|(event, _)| board.is_none_or(|board| event.is_possible(board, side)))
            .map(|(&event, &count)| (count, event))
            .collect();
        all.sort_by_key(|&(count, event)| (std::cmp::Reverse(count), format!("{event:?}")));
        all.into_iter().take(3).map(|(_, event)| event).collect()
    }
}

fn breaks(
    explorer: &Explorer,
    held: &[GameRecord],
    popular: &Popular,
    most: usize,
) -> Result<(), Box<dyn Error>> {
    let (mut asked, mut ours, mut by_eco, mut by_possible) = (0_u32, 0_u32, 0_u32, 0_u32);
    let mut times = Vec::new();
    for game in held {
        let (Some((board, ply)), Some(eco)) = (moment(game), eco(game)) else { continue };
        let side = board.turn();
        let Some(played) = first_break(&board, &game.moves[ply..], side) else { continue };
        let began = Instant::now();
        let plans = explorer.plans(&board, &Filter::default(), Wish { cases: 200, games: 2000 })?;
        times.push(began.elapsed());
        let breaks = plans
            .plans
            .iter()
            .filter(|plan| plan.side == side && matches!(plan.event, PlanEvent::Break { .. }));
        asked += 1;
        ours += u32::from(breaks.take(3).any(|plan| plan.event == played));
        by_eco += u32::from(popular.three(&eco, side, None).contains(&played));
        by_possible += u32::from(popular.three(&eco, side, Some(&board)).contains(&played));
        if asked as usize >= most {
            break;
        }
    }
    times.sort_unstable();
    let share = |count: u32| 100.0 * f64::from(count) / f64::from(asked.max(1));
    println!("\nbreaks of {asked} held-out games, the one really played among the first three:");
    println!(
        "plans {:.1} %, ECO {:.1} %, ECO and possible here {:.1} %",
        share(ours),
        share(by_eco),
        share(by_possible)
    );
    println!(
        "lift {:.2} over ECO, {:.2} over ECO and possible",
        f64::from(ours) / f64::from(by_eco.max(1)),
        f64::from(ours) / f64::from(by_possible.max(1))
    );
    println!("plans: median {:?}, 95 % {:?}", times[times.len() / 2], times[times.len() * 19 / 20]);
    Ok(())
}
