//! The network's view of a position: its value, and what it thinks of each man.

use std::fmt;
use std::sync::Arc;

use quevedo_eval::Evaluator;
use quevedo_eval::nnue::{Network, Nnue};
use quevedo_rules::{Board, Color, Man, Square};
use serde::Serialize;

use super::pawns;

#[derive(Serialize, Debug)]
pub(crate) struct NetworkReport {
    fen: String,
    /// What the search sees, from White's side, in pawns.
    value: f64,
    /// What the network alone says.
    network_value: f64,
    architecture: String,
    description: String,
    men: Vec<ManReport>,
    /// They have no worth, but their place on the board.
    #[serde(skip)]
    kings: [Square; 2],
}

#[derive(Serialize, Debug)]
struct ManReport {
    square: String,
    man: char,
    worth: f64,
    #[serde(skip)]
    at: Square,
}

impl NetworkReport {
    pub(crate) fn of(network: &Arc<Network>, board: &Board) -> NetworkReport {
        let for_white = |value: i32| if board.turn() == Color::White { value } else { -value };
        let mut nnue = Nnue::new(Arc::clone(network));
        nnue.reset(board);
        let value = nnue.evaluate(board).raw();
        let man = |(at, man, worth): (Square, Man, i32)| ManReport {
            square: at.to_string(),
            man: man.fen_char(),
            worth: pawns(worth),
            at,
        };
        NetworkReport {
            fen: board.fen(),
            value: pawns(for_white(value)),
            network_value: pawns(for_white(nnue.value(board))),
            architecture: network.architecture(),
            // It comes from a file, and may steer terminals.
            description: network.description().replace(char::is_control, " "),
            men: network.worths(board).into_iter().map(man).collect(),
            kings: Color::ALL.map(|color| board.king(color)),
        }
    }

    fn man_at(&self, square: Square) -> Option<&ManReport> {
        self.men.iter().find(|man| man.at == square)
    }

    fn letter_at(&self, square: Square) -> char {
        match self.kings {
            [white, _] if square == white => 'K',
            [_, black] if square == black => 'k',
            _ => self.man_at(square).map_or('.', |man| man.man),
        }
    }
}

/// A board on which every man has its worth below.
impl fmt::Display for NetworkReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "network {}: {}", self.architecture, self.description)?;
        writeln!(f, "What White would lose with each man, in pawns:\n")?;
        for rank in (0..8u8).rev() {
            let squares = || (0..8).map(|file| Square::new(8 * rank + file));
            let worth =
                |square| self.man_at(square).map_or(String::new(), |man| format!("{:+.2}", man.worth));
            write_cells(
                f,
                &(rank + 1).to_string(),
                squares().map(|square| self.letter_at(square).to_string()),
            )?;
            write_cells(f, "", squares().map(worth))?;
        }
        write_cells(f, "", ('a'..='h').map(String::from))?;
        let (said, value) = (self.network_value, self.value);
        if (value - said).abs() > f64::EPSILON {
            writeln!(f, "\nThe network says {said:+.2}; the ending is known to be {value:+.2}.")
        } else {
            writeln!(f, "\nThe network says {value:+.2} (White's side).")
        }
    }
}

/// A line of the board: eight cells.
fn write_cells(f: &mut fmt::Formatter<'_>, rank: &str, cells: impl Iterator<Item = String>) -> fmt::Result {
    let cells: Vec<String> = cells.map(|cell| format!("{cell:^8}")).collect();
    writeln!(f, "{}", format!("{rank:<2}{}", cells.concat()).trim_end())
}
