//! `quevedo show`: a position to look at, with the facts about it.

mod batch;
pub(crate) mod drawing;
pub(crate) mod page;
mod palette;
mod tactics;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use quevedo_rules::Color;
use quevedo_tutor::{Structure, structure};
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::openings;
use crate::position::{self, Reading};
use drawing::{Drawing, Manner};
use quevedo_report::PositionFacts;

/// Draw a position and tell the facts about it: moves, checks, who holds whom, keys
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo show                                          the start position
  quevedo show r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3
  quevedo show --moves \"1. e4 e5 2. Nf3 Nc6 3. Bb5\"     the Ruy Lopez
  quevedo show 960:0 --flip                             a Chess960 start, from Black's side
  quevedo show --json \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"
  quevedo show --batch < positions.fen                  check many positions

A FEN is read leniently: a note on stderr says what was left out or filled in.

With --batch each line of stdin is a FEN, and each gets one line of answer: `ok` and the FEN as
Quevedo writes it, or `error` and what is wrong, with a tab between. The exit code is 1 if any
line is in error. With --jsonl the answers are objects with line, ok, fen and error.

Fields of --json: fen, shredder_fen, board (8 rows of letters, rank 8 first), turn, move_number,
halfmove_clock, castling (the rooks by side and wing), en_passant, checkers (square, man), pins
(square, man, by, by_man), material (name, white, black), state, result, claim, repetitions,
legal_moves (uci, san), keys (zobrist, pawns, white_pieces, black_pieces, material, polyglot),
opening (eco, name, ply), moves_played (uci, san), notes, structure: pins (pinner, held, behind, absolute), guards (man, by),
overloads (guard, duties), forks (by, targets), batteries (front, rear), loose and hanging (squares).

The structure says who holds whom (Shannon 1950, section 8): men that are pinned or have more to guard than they can, men that
attack two others with profit, sliders one behind the other, pieces without a guard, men that a capture wins. It is what one
look at the board shows, and promises no gain. Beside the board only those loose men are told that are attacked.")]
pub(crate) struct ShowArgs {
    /// The position: a FEN (quoted or not), a Chess960 number like 960:518, or startpos
    #[arg(value_name = "FEN")]
    position: Vec<String>,

    /// Play these moves first, in algebraic or UCI notation
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Draw with letters only
    #[arg(long)]
    ascii: bool,

    /// Look from Black's side
    #[arg(long)]
    flip: bool,

    /// Take only FENs that are written as the standard says
    #[arg(long)]
    strict: bool,

    /// Name the opening from this table of codes, names and moves
    #[arg(long, value_name = "FILE")]
    eco_file: Option<PathBuf>,

    /// Read FENs from stdin and say of each whether it is a legal position
    #[arg(long, conflicts_with_all = ["position", "moves", "ascii", "flip", "eco_file"])]
    batch: bool,
}

/// What programs get.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    facts: &'a PositionFacts,
    structure: &'a Structure,
}

pub(crate) fn run(args: &ShowArgs, console: &Console) -> anyhow::Result<Finding> {
    if args.batch {
        return batch::run(args.reading(), console);
    }
    let text = if args.position.is_empty() { "startpos".to_owned() } else { args.position.join(" ") };
    let position = position::read(&text, args.reading())?;
    let game = position::play(position.board, &args.moves)?;
    position.tell_notes(console);
    let openings = openings::table(args.eco_file.as_deref())?;
    let opening = openings.classify(game.start(), game.moves()).map(openings::name);
    let facts = PositionFacts::of(&game, opening, position.notes);
    let structure = structure(game.board());
    let mut out = console.stdout();
    match console.format {
        Format::Text => {
            page::write(&mut out, &args.drawing(console).lines(&game), &facts)?;
            tactics::write(&mut out, game.board(), &structure)?;
        }
        _ => console.write_json(&mut out, &Shown { facts: &facts, structure: &structure })?,
    }
    out.flush()?;
    Ok(Finding::Good)
}

impl ShowArgs {
    fn reading(&self) -> Reading {
        if self.strict { Reading::Strict } else { Reading::Lenient }
    }

    fn drawing(&self, console: &Console) -> Drawing {
        let from = if self.flip { Color::Black } else { Color::White };
        Drawing { manner: Manner::of(console, self.ascii), from }
    }
}
