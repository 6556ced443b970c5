//! What became of positions.

use quevedo_eval::pawns_worth;
use quevedo_rules::{Board, Color, Outcome};

use crate::data::Game;

/// Pawns' worth of material that are told apart: what is less or more counts as the nearest.
pub const MATERIALS: core::ops::RangeInclusive<u32> = 17..=78;
/// Scores of so many hundredths count as one.
const STEP: i32 = 10;
/// Scores beyond this are decided, and say nothing about chances.
const FARTHEST: i32 = 1000;
const BINS: usize = (2 * FARTHEST / STEP + 1) as usize;
const ROWS: usize = (*MATERIALS.end() - *MATERIALS.start() + 1) as usize;

/// The results of some positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Observed {
    /// Games that White won.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games that White lost.
    pub lost: u64,
}

impl Observed {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Notes so many more.
    pub fn add(&mut self, other: Observed) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

/// The results of positions by White's score and by material.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    cells: Vec<Observed>,
    /// Positions whose score was beyond all bounds.
    beyond: u64,
    /// Material and number of the positions of move 32.
    move_32: (u64, u64),
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { cells: vec![Observed::default(); ROWS * BINS], beyond: 0, move_32: (0, 0) }
    }
}

impl Tally {
    /// Counts every position of a game.
    pub fn add_game(&mut self, game: &Game) {
        for (board, ply) in game.positions() {
            self.add(&board, ply.score, game.result);
        }
    }

    /// Counts a position with White's score and the result of its game.
    pub fn add(&mut self, board: &Board, score: i16, result: Outcome) {
        let material = pawns_worth(board.material());
        if board.fullmove_number() == 32 {
            self.move_32.0 += u64::from(material);
            self.move_32.1 += 1;
        }
        let observed = match result {
            Outcome::Win(Color::White) => Observed { won: 1, ..Observed::default() },
            Outcome::Draw => Observed { drawn: 1, ..Observed::default() },
            Outcome::Win(Color::Black) => Observed { lost: 1, ..Observed::default() },
        };
        match place(i32::from(score), material).and_then(|place| self.cells.get_mut(place)) {
            Some(cell) => cell.add(observed),
            None => self.beyond += 1,
        }
    }

    /// Counts a position with this score and material, whatever it is.
    #[cfg(test)]
    pub(super) fn put(&mut self, score: i32, material: u32, observed: Observed) {
        if let Some(cell) = place(score, material).and_then(|place| self.cells.get_mut(place)) {
            cell.add(observed);
        }
    }

    /// The positions of each score (the middle of its bin) and material.
    pub fn cells(&self) -> impl Iterator<Item = (i32, u32, Observed)> + '_ {
        let met = self.cells.iter().enumerate().filter(|(_, cell)| cell.all() > 0);
        met.map(|(place, &cell)| {
            let (row, bin) = (place / BINS, place % BINS);
            (bin as i32 * STEP - FARTHEST, row as u32 + MATERIALS.start(), cell)
        })
    }

    /// How many positions were counted, without those whose score was beyond bounds.
    pub fn positions(&self) -> u64 {
        self.cells.iter().map(Observed::all).sum()
    }

    /// How many positions were left out because their score was beyond bounds.
    pub fn beyond(&self) -> u64 {
        self.beyond
    }

    /// The mean material of the positions of move 32, if there were any.
    pub fn material_at_move_32(&self) -> Option<f64> {
        let (material, positions) = self.move_32;
        (positions > 0).then(|| material as f64 / positions as f64)
    }
}

fn place(score: i32, material: u32) -> Option<usize> {
    if score.abs() > FARTHEST {
        return None;
    }
    let bin = (score + FARTHEST + STEP / 2).div_euclid(STEP) as usize;
    let row = material.clamp(*MATERIALS.start(), *MATERIALS.end()) - MATERIALS.start();
    Some(row as usize * BINS + bin.min(BINS - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_where_they_belong() {
        let mut tally = Tally::default();
        let board = Board::start();
        assert_eq!(pawns_worth(board.material()), 78);
        tally.add(&board, 34, Outcome::Draw);
        tally.add(&board, 26, Outcome::Win(Color::White));
        tally.add(&board, -1000, Outcome::Win(Color::Black));
        tally.add(&board, 1001, Outcome::Win(Color::White));
        let bare: Board = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 32".parse().expect("a position");
        tally.add(&bare, 1000, Outcome::Win(Color::White));
        let cells: Vec<(i32, u32, u64)> =
            tally.cells().map(|(score, material, cell)| (score, material, cell.all())).collect();
        assert_eq!(cells, [(1000, 17, 1), (-1000, 78, 1), (30, 78, 2)]);
        assert_eq!((tally.positions(), tally.beyond()), (4, 1));
        assert_eq!(tally.material_at_move_32(), Some(1.0));
    }
}
