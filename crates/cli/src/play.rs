//! `quevedo play`: a game against the engine, on a terminal or by a script.

mod guard;
mod keeper;
mod level;
mod order;
mod session;
pub(crate) mod spelling;
pub(crate) mod talk;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quevedo_clock::{Allotment, TimeControl};
use quevedo_play::{CasualGame, Terms};
use quevedo_rules::{Board, Color};

use crate::console::Console;
use crate::failure::Finding;
use crate::position::{self, Reading};
use crate::show::drawing::{Drawing, Manner};
use crate::thinking::MachineArgs;
use crate::{interrupt, speak};
use guard::Guard;
use keeper::Keeper;
use session::{Bars, Farewell, Session};
use talk::Talk;

/// Play a game against the engine
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  quevedo play                            you are White; a second for each of its moves
  quevedo play --side black --level depth=4
  quevedo play --tc 5+3                   five minutes each, and three seconds for every move
  quevedo play --chess960 --side random
  quevedo play --load games.pgn           go on with the last game of a file
  quevedo play --fen \"8/8/8/4k3/8/8/3R4/4K3 w - - 0 1\"

{}

Shorter spellings are understood where they can mean one move only: oo, ed, e8.

The game is kept after every move, whatever ends the program: in the file of --save, or in a new
one in Quevedo's folder of games, whose name is told at the end. With -v the engine says what it
thinks of its moves.

Fields of --json, written at the end: result, termination, reason, pgn, file, fen, moves (UCI).
With --jsonl each move is a line before that: ply, by (you, quevedo), uci, san, fen; and
each question of --guard: asks, uci, san, fen.", order::HELP))]
pub(crate) struct PlayArgs {
    /// Your side: white, black or random
    #[arg(long, value_name = "SIDE", default_value = "white", hide_possible_values = true)]
    side: Side,

    /// How the engine thinks: depth=N, nodes=N or time=SECONDS for each move
    #[arg(long, value_name = "LEVEL", default_value = "time=1", value_parser = level::parse)]
    level: TimeControl,

    /// Play with clocks: minutes, and seconds added for each move, like 5+3
    #[arg(long, value_name = "M+S", conflicts_with = "level", value_parser = level::parse_clock)]
    tc: Option<Allotment>,

    /// Begin with this position: a FEN, a Chess960 number like 960:518, or startpos
    #[arg(long, value_name = "FEN", default_value = "startpos", hide_default_value = true)]
    fen: String,

    /// Begin with a random position of Chess960
    #[arg(long, conflicts_with = "fen")]
    chess960: bool,

    /// Go on with the last game of this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "chess960"])]
    load: Option<PathBuf>,

    /// Keep the games here, after those that are already in the file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Your name in the file
    #[arg(long, value_name = "NAME", default_value = "You")]
    name: String,

    /// Ask before a move of yours that is proven to lose two pawns' worth or more; give it again to play it
    #[arg(long)]
    guard: bool,

    /// Draw with letters only
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    machine: MachineArgs,
}

/// Whose men the user has.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    White,
    Black,
    Random,
}

pub(crate) fn run(args: &PlayArgs, console: &Console) -> anyhow::Result<Finding> {
    let game = args.game(console)?;
    let keeper = Keeper::new(args.save.as_deref())?;
    let engine = args.machine.engine()?;
    interrupt::catch_each()?;
    let drawing = Drawing { manner: Manner::of(console, args.ascii), from: game.terms().human };
    let bars = Bars { thinking: console.bar(None, "{spinner} thinking, {elapsed} {msg}") };
    bars.thinking.finish_and_clear();
    let guard = if args.guard { Some(Guard::new()?) } else { None };
    let mut session = Session::new(game, drawing, engine, keeper, Talk::new(console), bars);
    session.use_guard(guard);
    Ok(match session.run()? {
        Farewell::Kept => Finding::Good,
        Farewell::Interrupted => Finding::Interrupted,
        Farewell::Lost => Finding::Bad,
    })
}

impl PlayArgs {
    fn game(&self, console: &Console) -> anyhow::Result<CasualGame> {
        let mut terms = Terms {
            human: self.side(),
            name: self.name.clone(),
            engine: speak::NAME.to_owned(),
            clock: self.tc,
            level: if self.tc.is_some() { TimeControl::default() } else { self.level },
            ..Terms::default()
        };
        if let Some(file) = &self.load {
            return session::last_game(file, &terms);
        }
        terms.start = self.start(console)?;
        Ok(CasualGame::new(terms))
    }

    fn side(&self) -> Color {
        let is_white = match self.side {
            Side::White => true,
            Side::Black => false,
            Side::Random => rand::random(),
        };
        if is_white { Color::White } else { Color::Black }
    }

    fn start(&self, console: &Console) -> anyhow::Result<Board> {
        if self.chess960 {
            let number = rand::random_range(0..960);
            console.note(format_args!("this is the start position 960:{number}"));
            return position::read(&format!("960:{number}"), Reading::Strict).map(|position| position.board);
        }
        let position = position::read(&self.fen, Reading::Lenient)?;
        position.tell_notes(console);
        Ok(position.board)
    }
}
