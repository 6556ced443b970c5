//! How many legal moves there are, by the number of the move: Shannon's Fig. 1, from games.

use quevedo_arena::Adjudication;
use quevedo_arena::Opening;
use quevedo_games::Games;
use serde::{Deserialize, Serialize};

use super::super::duel;
use super::super::table::thousands;
use super::super::{Axis, Bench, Halt, Plot, Series, Table};
use crate::shannon::{Machine, Strategy};

/// Moves beyond this one are too rare to count.
const LAST: usize = 80;

/// Game collections of the data folder, the better first.
const FILES: [&str; 2] = ["games/human_2450_lean.pgn.zst", "games/lichess_2017-09_1000games.pgn.zst"];

/// The sums for each number of a move.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct MoveCounts {
    pub(super) games: u64,
    pub(super) source: String,
    /// Positions and legal moves before White's and Black's move of each number, from 1.
    positions: Vec<u64>,
    moves: Vec<u64>,
}

/// Counts over the games of the data folder, or over games of our own machines where there are none.
pub(super) fn count(bench: &Bench<'_>) -> Result<MoveCounts, Halt> {
    let most = bench.scale.pick(20, 3_000, 50_000);
    let file = FILES.iter().find(|file| bench.open(file).is_some()).copied();
    let jobs = [file];
    let mut found = bench.each(
        "legal moves",
        &jobs,
        |file| format!("{} {most}", file.unwrap_or("our own games")),
        |file| match file {
            Some(file) => of_file(bench, file, most),
            None => of_our_own(bench, bench.scale.pick(1, 10, 40)),
        },
    )?;
    Ok(found.pop().unwrap_or_default())
}

fn of_file(bench: &Bench<'_>, file: &str, most: u64) -> MoveCounts {
    let mut counts = MoveCounts { source: file.to_owned(), ..MoveCounts::default() };
    let Some(input) = bench.open(file) else { return counts };
    for game in Games::new(input) {
        if counts.games >= most || bench.is_stopped() {
            break;
        }
        let Ok(game) = game else { continue };
        let mut board = *game.start();
        if board != quevedo_rules::Board::start() {
            continue;
        }
        counts.games += 1;
        for mv in game.moves() {
            counts.add(&board);
            board = board.play(mv);
        }
    }
    counts
}

fn of_our_own(bench: &Bench<'_>, games: u64) -> MoveCounts {
    let mut counts = MoveCounts {
        source: "games of type A, 2 plies, against itself (no collection at hand)".to_owned(),
        ..MoveCounts::default()
    };
    let openings = Opening::builtin();
    for game in 0..games {
        let mut players = [0, 1].map(|side| Machine::new(Strategy::TypeA(2), bench.seed ^ (2 * game + side)));
        let [one, two] = &mut players;
        let rules = Adjudication { most_moves: Some(80), ..Adjudication::default() };
        let opening = duel::opening(&openings, 2 * game as usize);
        let Some(played) = duel::record(bench, &opening, [one, two], rules) else { break };
        counts.games += 1;
        played.boards().iter().for_each(|board| counts.add(board));
    }
    counts
}

impl MoveCounts {
    fn add(&mut self, board: &quevedo_rules::Board) {
        let number = usize::from(board.fullmove_number());
        if number == 0 || number > LAST {
            return;
        }
        self.positions.resize(self.positions.len().max(number), 0);
        self.moves.resize(self.moves.len().max(number), 0);
        self.positions[number - 1] += 1;
        self.moves[number - 1] += u64::from(board.count_legal_moves());
    }

    /// The mean at each number, where there are enough positions to speak of one.
    fn means(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let pairs = self.positions.iter().zip(&self.moves).enumerate();
        pairs
            .filter(|(_, (positions, _))| **positions >= 2)
            .map(|(place, (&positions, &moves))| (place + 1, moves as f64 / positions as f64))
    }

    /// All positions.
    pub(super) fn positions(&self) -> String {
        thousands(self.positions.iter().sum())
    }

    /// The mean over all positions.
    pub(super) fn mean(&self) -> f64 {
        self.moves.iter().sum::<u64>() as f64 / self.positions.iter().sum::<u64>().max(1) as f64
    }

    pub(super) fn table(&self) -> Table {
        let title =
            format!("Fig. 1: legal moves by number of the move, {} games ({})", self.games, self.source);
        let mut table = Table::new("legal-moves", title, ["move", "legal moves", "positions"]);
        for (number, mean) in self.means().filter(|(number, _)| *number <= 10 || number.is_multiple_of(5)) {
            table.row([number.to_string(), format!("{mean:.1}"), thousands(self.positions[number - 1])]);
        }
        table.row(["all".to_owned(), format!("{:.1}", self.mean()), self.positions()]);
        table
    }

    pub(super) fn plot(&self) -> Plot {
        let ends = [1.0, self.positions.len() as f64];
        Plot {
            name: "legal-moves".to_owned(),
            title: "Fig. 1: legal moves by number of the move".to_owned(),
            across: Axis::linear("move"),
            upward: Axis::linear("legal moves"),
            series: vec![
                Series::new(
                    format!("{} games", self.games),
                    self.means().map(|(number, mean)| (number as f64, mean)),
                ),
                Series::dashed("Shannon: about 30", ends.map(|number| (number, 30.0))),
                Series::dashed("Marsland: about 35", ends.map(|number| (number, 35.0))),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_moves_are_known() {
        let mut counts = MoveCounts::default();
        let mut board = quevedo_rules::Board::start();
        for san in ["e4", "e5", "Nf3"] {
            counts.add(&board);
            board = board.play(board.parse_san(san).expect("a move"));
        }
        assert_eq!(counts.positions, [2, 1]);
        assert_eq!(counts.moves, [40, 29]);
        assert!((counts.mean() - 23.0).abs() < 1e-9);
    }
}
