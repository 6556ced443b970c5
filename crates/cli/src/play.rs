//! `quevedo play`: a game against the engine, on a terminal or by a script.

mod clock;
mod keeper;
mod level;
mod opponent;
mod order;
mod session;
mod talk;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quevedo_rules::{Board, Color};

use crate::console::Console;
use crate::failure::Finding;
use crate::interrupt;
use crate::position::{self, Reading};
use crate::show::drawing::{Drawing, Manner};
use crate::thinking::MachineArgs;
use clock::TimeControl;
use keeper::Keeper;
use level::Level;
use opponent::Opponent;
use session::Session;
use talk::Talk;

/// Play a game against the engine
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo play                            you are White; a second for each of its moves
  quevedo play --side black --level depth=4
  quevedo play --tc 5+3                   five minutes each, and three seconds for every move
  quevedo play --chess960 --side random
  quevedo play --fen \"8/8/8/4k3/8/8/3R4/4K3 w - - 0 1\"

Moves are written like Nf3, exd5, O-O, e8=Q, or g1f3, e7e8q. Other words:
  undo      take your last move back         hint      what the engine would play
  moves     the legal moves                  eval      what the engine thinks
  board     draw the board again             flip      look from the other side
  draw      claim a draw, or offer one       resign    give up
  game      the moves so far                 save FILE keep the game in another file, too
  new       another game                     quit      leave (the game is kept)

The game is kept after every move, whatever ends the program: in the file of --save, or in a new
one in Quevedo's folder of games, whose name is told at the end. With -v the engine says what it
thinks of its moves.

Fields of --json, written at the end: result, termination, reason, pgn, file, fen, moves (UCI).
With --jsonl each move is a line before that: ply, by (you, quevedo), uci, san, fen.")]
pub(crate) struct PlayArgs {
    /// Your side: white, black or random
    #[arg(long, value_name = "SIDE", default_value = "white", hide_possible_values = true)]
    side: Side,

    /// How the engine thinks: depth=N, nodes=N or time=SECONDS for each move
    #[arg(long, value_name = "LEVEL", default_value = "time=1", value_parser = level::parse)]
    level: Level,

    /// Play with clocks: minutes, and seconds added for each move, like 5+3
    #[arg(long, value_name = "M+S", conflicts_with = "level", value_parser = clock::parse)]
    tc: Option<TimeControl>,

    /// Begin with this position: a FEN, a Chess960 number like 960:518, or startpos
    #[arg(long, value_name = "FEN", default_value = "startpos", hide_default_value = true)]
    fen: String,

    /// Begin with a random position of Chess960
    #[arg(long, conflicts_with = "fen")]
    chess960: bool,

    /// Keep the games here, after those that are already in the file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Your name in the file
    #[arg(long, value_name = "NAME", default_value = "You")]
    name: String,

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
    let human = args.side();
    let start = args.start(console)?;
    let keeper = Keeper::new(args.save.as_deref())?;
    let opponent = Opponent::new(&args.machine)?;
    interrupt::catch()?;
    let drawing = Drawing { manner: Manner::of(console, args.ascii), from: human };
    let talk = Talk::new(console);
    let manner = args.tc.map_or(session::Manner::Level(args.level), session::Manner::Clock);
    let mut session = Session::new(start, human, manner, args.name.clone(), drawing, opponent, keeper, talk);
    session.run()?;
    Ok(if interrupt::is_wanted() { Finding::Interrupted } else { Finding::Good })
}

impl PlayArgs {
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
