//! What the arena itself costs: processor time, and delay for each move.
//!
//!     cargo run --release -p quevedo-arena --example overhead
//!
//! Two trivial engines (the scripted ones of the tests) play each other. First they answer at once: what the
//! clock then shows for a move, from `go` sent to `bestmove` read, is the delay of pipes, threads and the engine
//! together; and what a game takes, divided by its moves, is that and the work between two moves. Then they use their time as engines do (a thirtieth of what is left) at 0.1+0.001: the processor time
//! of this process, from `/proc/self/stat`, is what the runner takes from a core.

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use quevedo_arena::{
    Adjudication, Contestant, Event, Format, Kind, Match, Opening, Order, Patience, Program, Schedule,
    TimeControl,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let here = std::env::current_exe()?;
    let engine = here.with_file_name("scripted-engine");
    let mut out = std::io::stdout().lock();

    let start = Instant::now();
    let (mut delays, _) = run(&engine, "good", 40)?;
    let each = start.elapsed().as_secs_f64() / delays.len().max(1) as f64;
    delays.sort_unstable();
    let at = |part: usize| delays.get(delays.len() * part / 100).copied().unwrap_or_default();
    writeln!(out, "moves           {}", delays.len())?;
    writeln!(out, "delay, median   {:.3} ms", at(50).as_secs_f64() * 1e3)?;
    writeln!(out, "delay, 90 %     {:.3} ms", at(90).as_secs_f64() * 1e3)?;
    writeln!(out, "delay, 99 %     {:.3} ms", at(99).as_secs_f64() * 1e3)?;

    writeln!(out, "all, per move   {:.3} ms, with everything between two moves", each * 1e3)?;

    let (used, start) = (processor_time()?, Instant::now());
    let (moves, games) = run(&engine, "timed", 20)?;
    let (wall, used) = (start.elapsed(), processor_time()?.saturating_sub(used));
    writeln!(
        out,
        "games           {games} at 0.1+0.001, {} moves in {:.1} s",
        moves.len(),
        wall.as_secs_f64()
    )?;
    writeln!(out, "of a core       {:.2} %", 100.0 * used.as_secs_f64() / wall.as_secs_f64())?;
    Ok(())
}

/// Plays games and returns how long each move took by our clock.
fn run(engine: &Path, kind: &str, games: u64) -> Result<(Vec<Duration>, u64), Box<dyn std::error::Error>> {
    let contestant = |name: &str| -> Result<Contestant, Box<dyn std::error::Error>> {
        Ok(Contestant {
            name: name.to_owned(),
            kind: Kind::Uci(Program {
                command: engine.to_owned(),
                arguments: vec![kind.to_owned()],
                folder: None,
            }),
            options: Vec::new(),
            control: TimeControl { clock: Some("0.1+0.001".parse()?), ..TimeControl::default() },
            margin: Duration::from_secs(1),
            ponders: false,
            restarts: false,
            patience: Patience::default(),
        })
    };
    let game = Match {
        contestants: vec![contestant("one")?, contestant("two")?],
        openings: Opening::builtin(),
        schedule: Schedule::new(Format::RoundRobin, 2, games, Opening::builtin().len(), Order::Random(1)),
        rules: Adjudication { most_moves: Some(100), ..Adjudication::default() },
        oracle: None,
        concurrency: 1,
        recover: false,
        affinity: false,
        host: quevedo_arena::Host::default(),
    };
    let (mut delays, mut played) = (Vec::new(), 0);
    game.run(&HashSet::new(), &|| false, &mut |event| {
        if let Event::Finished(_, finished) = event {
            played += 1;
            delays.extend(finished.notes.iter().map(|note| note.elapsed));
        }
        ControlFlow::Continue(())
    })?;
    Ok((delays, played))
}

/// The processor time of this process so far, in the hundredths of a second that Linux counts.
fn processor_time() -> Result<Duration, Box<dyn std::error::Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks =
        |place: usize| fields.split_ascii_whitespace().nth(place).and_then(|text| text.parse::<u64>().ok());
    let (user, system) = ticks(11).zip(ticks(12)).ok_or("no times in /proc/self/stat")?;
    Ok(Duration::from_millis(10 * (user + system)))
}
