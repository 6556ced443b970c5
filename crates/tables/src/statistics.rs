//! What is in a table: counts, distances, the longest wins, mutual zugzwangs.

use quevedo_rules::{Bitboard, Board, Color, Man};
use rayon::prelude::*;

use crate::Value;
use crate::index::Place;
use crate::placement::Placement;
use crate::solved::Solved;

const CHUNK: usize = 1 << 14;

/// The positions of one side to move. Positions that mirror each other count once.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SideStatistics {
    /// How many the side to move wins.
    pub wins: u64,
    /// How many are drawn.
    pub draws: u64,
    /// How many the side to move loses.
    pub losses: u64,
    /// How many positions are won in so many plies, by plies.
    pub wins_in: Vec<u64>,
    /// How many positions are lost in so many plies, by plies.
    pub losses_in: Vec<u64>,
    /// A position with the longest win of the side to move.
    pub longest_win: Option<(u16, Board)>,
    /// A position with the longest loss of the side to move.
    pub longest_loss: Option<(u16, Board)>,
}

/// Positions in which either side would rather not move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Zugzwangs {
    /// White wins if Black has to move, else it is a draw.
    pub white_wins_or_draw: u64,
    /// Black wins if White has to move, else it is a draw.
    pub black_wins_or_draw: u64,
    /// Whoever has to move loses.
    pub mover_loses: u64,
    /// An example of each kind, with the side to move that suffers: White first.
    pub example: Option<Board>,
}

/// What is in a table.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// White to move and Black to move.
    pub sides: [SideStatistics; 2],
    /// Mutual zugzwangs.
    pub zugzwangs: Zugzwangs,
}

/// Counts what is in a table.
pub fn statistics(table: &Solved) -> Statistics {
    let cells = table.index.len();
    (0..cells.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let mut found = Statistics::default();
            for number in chunk * CHUNK..((chunk + 1) * CHUNK).min(cells) {
                let place =
                    Place { slice: number / table.index.slice_len, cell: number % table.index.slice_len };
                found.count(table, place);
            }
            found
        })
        .reduce(Statistics::default, |one, other| one.join(&other))
}

impl Statistics {
    fn count(&mut self, table: &Solved, place: Place) {
        let placement = table.index.placement(place, Color::White);
        if placement.occupied().len() as usize != table.ending.men() {
            return;
        }
        let [white, black] = Color::ALL.map(|turn| legal_value(table, &placement.with_turn(turn)));
        if (white, black) == (None, None) || !table.index.is_first_of_its_mirrors(place) {
            return;
        }
        for (turn, value) in [(Color::White, white), (Color::Black, black)] {
            if let Some(value) = value {
                self.sides[turn.index()].count(value, &placement.with_turn(turn));
            }
        }
        if let (Some(white), Some(black)) = (white, black) {
            self.zugzwangs.count(white, black, &placement);
        }
    }

    fn join(mut self, other: &Statistics) -> Statistics {
        for (mine, other) in self.sides.iter_mut().zip(&other.sides) {
            mine.join(other);
        }
        self.zugzwangs.join(&other.zugzwangs);
        self
    }
}

/// The value of a position if the rules allow it.
fn legal_value(table: &Solved, placement: &Placement) -> Option<Value> {
    let king = placement.king(Color::Black);
    let mut others = *placement;
    others.take(Man::BlackKing, king);
    others.legal_black_kings().intersects(Bitboard::of(king)).then(|| table.value(placement)).flatten()
}

impl SideStatistics {
    fn count(&mut self, value: Value, placement: &Placement) {
        match value {
            Value::Win(plies) => {
                self.wins += 1;
                note(&mut self.wins_in, plies);
                note_longest(&mut self.longest_win, plies, placement);
            }
            Value::Draw => self.draws += 1,
            Value::Loss(plies) => {
                self.losses += 1;
                note(&mut self.losses_in, plies);
                note_longest(&mut self.longest_loss, plies, placement);
            }
        }
    }

    fn join(&mut self, other: &SideStatistics) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        add(&mut self.wins_in, &other.wins_in);
        add(&mut self.losses_in, &other.losses_in);
        for (mine, other) in
            [(&mut self.longest_win, other.longest_win), (&mut self.longest_loss, other.longest_loss)]
        {
            if other.map(|(plies, _)| plies) > mine.map(|(plies, _)| plies) {
                *mine = other;
            }
        }
    }

    /// All legal positions.
    pub fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

fn note(counts: &mut Vec<u64>, plies: u16) {
    let place = usize::from(plies);
    if counts.len() <= place {
        counts.resize(place + 1, 0);
    }
    counts[place] += 1;
}

fn add(mine: &mut Vec<u64>, other: &[u64]) {
    if mine.len() < other.len() {
        mine.resize(other.len(), 0);
    }
    mine.iter_mut().zip(other).for_each(|(mine, other)| *mine += other);
}

/// The first of the longest in the order of the index, whatever the threads do.
fn note_longest(longest: &mut Option<(u16, Board)>, plies: u16, placement: &Placement) {
    if longest.is_none_or(|(most, _)| plies > most) {
        *longest = placement.board().map(|board| (plies, board)).or(*longest);
    }
}

impl Zugzwangs {
    fn count(&mut self, white: Value, black: Value, placement: &Placement) {
        let kind = match (white, black) {
            (Value::Draw, Value::Loss(_)) => &mut self.white_wins_or_draw,
            (Value::Loss(_), Value::Draw) => &mut self.black_wins_or_draw,
            (Value::Loss(_), Value::Loss(_)) => &mut self.mover_loses,
            _ => return,
        };
        *kind += 1;
        if self.example.is_none() {
            let turn = if white == Value::Draw { Color::Black } else { Color::White };
            self.example = placement.with_turn(turn).board();
        }
    }

    fn join(&mut self, other: &Zugzwangs) {
        self.white_wins_or_draw += other.white_wins_or_draw;
        self.black_wins_or_draw += other.black_wins_or_draw;
        self.mover_loses += other.mover_loses;
        self.example = self.example.or(other.example);
    }
}
