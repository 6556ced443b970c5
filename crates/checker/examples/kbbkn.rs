//! What is said of two bishops against a knight, held against the tables of five men.
//!
//! Marsland 1991, 4.1 (after Thompson): the ending is won in general, in less than 67 moves to mate or to a safe capture of the knight, which
//! raised questions about the fifty-move rule. Kling and Horwitz (1851) thought that it is drawn with the knight on b2 (b7, g2, g7) and
//! its king beside it.
//!
//! ```text
//! cargo run --release -p quevedo-checker --example kbbkn -- [--sample 400000] [--seed 1] [--data FOLDER]
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::PathBuf;

use quevedo_testkit::{Random, shared};
use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup, Piece, Position, Role, Setup, Square};
use shakmaty_syzygy::{AmbiguousWdl, Dtz, MaybeRounded, Tablebase, Wdl};

/// The men, White being strong.
const MEN: [(Color, Role); 5] = [
    (Color::White, Role::King),
    (Color::Black, Role::King),
    (Color::White, Role::Bishop),
    (Color::White, Role::Bishop),
    (Color::Black, Role::Knight),
];

/// Where Kling and Horwitz put the knight.
const POSTS: [Square; 4] = [Square::B2, Square::B7, Square::G2, Square::G7];

#[derive(Default)]
struct Count {
    positions: u64,
    won: u64,
    /// Won, but not within fifty moves to mate or capture.
    cursed: u64,
    /// The most moves to a capture of the knight or mate, and where.
    longest: i32,
    at: String,
}

impl Count {
    fn add(&mut self, value: AmbiguousWdl, dtz: Option<i32>, position: &Chess) {
        self.positions += 1;
        let value = value.after_zeroing();
        self.won += u64::from(value.signum() != 0);
        if let Some(plies) = dtz {
            self.cursed += u64::from(plies > 100);
            let moves = (plies + 1) / 2;
            if moves > self.longest {
                self.longest = moves;
                self.at =
                    shakmaty::fen::Fen::from_position(position, shakmaty::EnPassantMode::Legal).to_string();
            }
        }
    }

    fn tell(&self, name: &str) {
        let share = |count: u64| 100.0 * count as f64 / self.positions.max(1) as f64;
        println!(
            "| {name} | {} | {} ({:.2} %) | {} ({:.2} %) | {} | `{}` |",
            self.positions,
            self.won,
            share(self.won),
            self.cursed,
            share(self.cursed),
            self.longest,
            self.at
        );
    }
}

/// The legal position with the men on these squares, the bishops on squares of different colours.
fn place(squares: [Square; 5], turn: Color) -> Option<Chess> {
    let mut board = Board::empty();
    for ((color, role), square) in MEN.into_iter().zip(squares) {
        if board.piece_at(square).is_some() {
            return None;
        }
        board.set_piece_at(square, Piece { color, role });
    }
    if squares[2].is_light() == squares[3].is_light() {
        return None;
    }
    let setup = Setup { board, turn, ..Setup::empty() };
    Chess::from_setup(setup, CastlingMode::Standard).ok().filter(|position| !position.is_game_over())
}

/// Whether the knight stands where Kling and Horwitz put it, its king beside it.
fn is_fortress(squares: [Square; 5]) -> bool {
    POSTS.contains(&squares[4]) && squares[1].distance(squares[4]) == 1
}

fn run(folder: &std::path::Path, sample: u64, seed: u64) -> Result<(), String> {
    let mut tables: Tablebase<Chess> = Tablebase::new();
    tables.add_directory(folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    let mut random = Random::new(seed);
    let mut counts: [Count; 4] = Default::default();
    let mut done = 0;
    while done < sample {
        let squares: [Square; 5] = core::array::from_fn(|_| Square::new(random.below(64) as u32));
        // One in four is the fortress, which chance would hardly find.
        let squares = if done % 4 == 3 {
            [squares[0], squares[1], squares[2], squares[3], POSTS[random.below(4)]]
        } else {
            squares
        };
        for (turn, place_of) in [(Color::White, 0), (Color::Black, 1)] {
            let Some(position) = place(squares, turn) else { continue };
            let fortress = is_fortress(squares);
            if done % 4 == 3 && !fortress {
                continue;
            }
            let told = |fault: shakmaty_syzygy::SyzygyError| format!("the tables: {fault}");
            let value = tables.probe_wdl(&position).map_err(told)?;
            let strong = if turn == Color::White { value.after_zeroing() } else { -value.after_zeroing() };
            let plies = match strong {
                Wdl::Win | Wdl::CursedWin => Some(plies(tables.probe_dtz(&position).map_err(told)?)),
                _ => None,
            };
            let is_kept = |at: usize| if fortress { at + 2 } else { at };
            counts[is_kept(place_of)].add(
                if strong.signum() > 0 { value } else { AmbiguousWdl::Draw },
                plies,
                &position,
            );
            done += 1;
        }
    }
    println!(
        "| positions | looked at | won | won, but not in fifty moves | most moves to the knight or mate | there |\n|---|---|---|---|---|---|"
    );
    let names = [
        "any, bishops to move",
        "any, knight to move",
        "fortress, bishops to move",
        "fortress, knight to move",
    ];
    counts.iter().zip(names).for_each(|(count, name)| count.tell(name));
    Ok(())
}

fn plies(dtz: MaybeRounded<Dtz>) -> i32 {
    i32::from(dtz.ignore_rounding()).abs()
}

fn main() -> std::process::ExitCode {
    let mut folder = shared().map(|data| data.join("syzygy")).unwrap_or_default();
    let (mut sample, mut seed) = (400_000, 1);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        match (name.as_str(), value.parse::<u64>()) {
            ("--sample", Ok(number)) => sample = number,
            ("--seed", Ok(number)) => seed = number,
            ("--data", _) if !value.is_empty() => folder = PathBuf::from(&value).join("syzygy"),
            _ => {
                eprintln!("usage: kbbkn [--sample N] [--seed N] [--data FOLDER]");
                return std::process::ExitCode::from(2);
            }
        }
    }
    match run(&folder, sample, seed) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            std::process::ExitCode::from(3)
        }
    }
}
