//! Perft of Quevedo beside its peers, in one run: `cargo bench -p quevedo-rules --bench perft`.
//!
//! The machines that this runs on are noisy, so the peers take turns, round after round, and what
//! counts is the ratio within a round. All libraries are driven by the same counting code. Debian's
//! Stockfish joins where it is installed (`apt-get install stockfish`), through its `go perft`,
//! which counts the last ply in bulk.
//!
//! `-- --rounds 9` for more rounds, `-- --quick` for one ply less.
#![allow(clippy::print_stdout, clippy::print_stderr, missing_docs)]

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

const POSITIONS: [(&str, &str, u32); 2] = [
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
];

/// A library that can walk the tree of legal moves.
trait Peer: Sized {
    fn from_fen(fen: &str) -> Self;
    fn count_moves(&self) -> u64;
    fn for_each_child(&self, visit: impl FnMut(&Self));
}

impl Peer for quevedo_rules::Board {
    fn from_fen(fen: &str) -> Self {
        fen.parse().expect("a legal position")
    }

    fn count_moves(&self) -> u64 {
        u64::from(self.count_legal_moves())
    }

    fn for_each_child(&self, mut visit: impl FnMut(&Self)) {
        for mv in self.legal_moves() {
            let mut child = *self;
            child.make(mv);
            visit(&child);
        }
    }
}

impl Peer for cozy_chess::Board {
    fn from_fen(fen: &str) -> Self {
        fen.parse().expect("a legal position")
    }

    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        count
    }

    fn for_each_child(&self, mut visit: impl FnMut(&Self)) {
        self.generate_moves(|moves| {
            for mv in moves {
                let mut child = self.clone();
                child.play_unchecked(mv);
                visit(&child);
            }
            false
        });
    }
}

impl Peer for shakmaty::Chess {
    fn from_fen(fen: &str) -> Self {
        let setup: shakmaty::fen::Fen = fen.parse().expect("a FEN");
        setup.into_position(shakmaty::CastlingMode::Standard).expect("a legal position")
    }

    fn count_moves(&self) -> u64 {
        shakmaty::Position::legal_moves(self).len() as u64
    }

    fn for_each_child(&self, mut visit: impl FnMut(&Self)) {
        for mv in shakmaty::Position::legal_moves(self) {
            let mut child = self.clone();
            shakmaty::Position::play_unchecked(&mut child, mv);
            visit(&child);
        }
    }
}

fn bulk<P: Peer>(position: &P, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_moves();
    }
    let mut lines = 0;
    position.for_each_child(|child| lines += bulk(child, depth - 1));
    lines
}

fn by_playing<P: Peer>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lines = 0;
    position.for_each_child(|child| lines += by_playing(black_box(child), depth - 1));
    lines
}

/// Stockfish as a process that stays up between rounds.
struct Stockfish {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Stockfish {
    fn start() -> Option<Stockfish> {
        ["stockfish", "/usr/games/stockfish"].into_iter().find_map(|program| {
            let mut child =
                Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
            let (input, output) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
            Some(Stockfish { child, input, output })
        })
    }

    fn perft(&mut self, fen: &str, depth: u32) -> Option<u64> {
        writeln!(self.input, "position fen {fen}\ngo perft {depth}").ok()?;
        let mut line = String::new();
        while self.output.read_line(&mut line).ok()? > 0 {
            if let Some(nodes) = line.trim().strip_prefix("Nodes searched: ") {
                return nodes.parse().ok();
            }
            line.clear();
        }
        None
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Nodes per microsecond, with the number of nodes checked.
fn speed(expected: u64, count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let nodes = black_box(count());
    assert_eq!(nodes, expected, "a peer counts other lines");
    nodes as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// One counting mode on one position: a column of speeds for each peer, a row for each round.
struct Contest {
    title: String,
    names: Vec<&'static str>,
    speeds: Vec<Vec<f64>>,
}

impl Contest {
    fn print(&self) {
        println!("\n{}\n", self.title);
        println!("| program | Mnodes/s (median) | best | Quevedo is faster by (median of rounds) |");
        println!("|---|---:|---:|---:|");
        for (index, name) in self.names.iter().enumerate() {
            let column: Vec<f64> = self.speeds.iter().map(|round| round[index]).collect();
            let best = column.iter().copied().fold(0.0, f64::max);
            let ratio = median(self.speeds.iter().map(|round| round[0] / round[index]).collect());
            println!("| {name} | {:.1} | {best:.1} | {ratio:.2} |", median(column));
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = arguments
        .iter()
        .position(|word| word == "--rounds")
        .and_then(|index| arguments.get(index + 1)?.parse().ok())
        .unwrap_or(5)
        .max(1);
    let less = u32::from(arguments.iter().any(|word| word == "--quick"));
    let mut stockfish = Stockfish::start();
    if stockfish.is_none() {
        println!("Stockfish is not installed, so it is not measured (apt-get install stockfish).");
    }
    for (name, fen, depth) in POSITIONS {
        let depth = depth - less;
        let ours: quevedo_rules::Board = Peer::from_fen(fen);
        let cozy: cozy_chess::Board = Peer::from_fen(fen);
        let shakmaty: shakmaty::Chess = Peer::from_fen(fen);
        let nodes = quevedo_rules::perft(&ours, depth);

        let mut contest = Contest {
            title: format!("## {name}, depth {depth}, {nodes} nodes, last ply counted in bulk"),
            names: vec!["quevedo-rules", "cozy-chess 0.3.4", "shakmaty 0.30.1"],
            speeds: Vec::new(),
        };
        if stockfish.is_some() {
            contest.names.push("stockfish (go perft)");
        }
        for round in 0..rounds {
            eprint!("\r{name}, bulk: round {} of {rounds} ", round + 1);
            let mut speeds = vec![
                speed(nodes, || bulk(&ours, depth)),
                speed(nodes, || bulk(&cozy, depth)),
                speed(nodes, || bulk(&shakmaty, depth)),
            ];
            if let Some(peer) = &mut stockfish {
                speeds.push(speed(nodes, || peer.perft(fen, depth).unwrap_or(0)));
            }
            contest.speeds.push(speeds);
        }
        eprintln!();
        contest.print();

        let mut contest = Contest {
            title: format!("## {name}, depth {depth}, {nodes} nodes, every move played"),
            names: vec!["quevedo-rules", "cozy-chess 0.3.4", "shakmaty 0.30.1"],
            speeds: Vec::new(),
        };
        for round in 0..rounds {
            eprint!("\r{name}, every move played: round {} of {rounds} ", round + 1);
            contest.speeds.push(vec![
                speed(nodes, || by_playing(&ours, depth)),
                speed(nodes, || by_playing(&cozy, depth)),
                speed(nodes, || by_playing(&shakmaty, depth)),
            ]);
        }
        eprintln!();
        contest.print();
    }
}
