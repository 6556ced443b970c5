//! How a match stands.

use std::collections::HashMap;

use quevedo_rules::{Color, Outcome};

use crate::stats::{Pentanomial, Tally};
use crate::{Fixture, Schedule};

/// The results so far, by pairings; wins are those of the first of a pairing.
#[derive(Clone, Debug)]
pub struct Standing {
    pairings: Vec<PairingStanding>,
    games: u64,
}

/// The results of one pairing.
#[derive(Clone, Debug, Default)]
pub struct PairingStanding {
    /// All games.
    pub tally: Tally,
    /// The games of which both are finished.
    pub pairs: Pentanomial,
    /// The half points of games whose partner is not finished.
    waiting: HashMap<u64, u8>,
}

impl Standing {
    /// Of a match that has not begun.
    pub fn new(schedule: &Schedule) -> Standing {
        Standing { pairings: vec![PairingStanding::default(); schedule.pairings().len()], games: 0 }
    }

    /// Counts a game.
    pub fn add(&mut self, fixture: &Fixture, outcome: Outcome) {
        let Some(pairing) = self.pairings.get_mut(fixture.pairing) else { return };
        self.games += 1;
        let first = if fixture.first_is_white { Color::White } else { Color::Black };
        let half_points = match outcome {
            Outcome::Draw => {
                pairing.tally.draws += 1;
                1
            }
            Outcome::Win(winner) if winner == first => {
                pairing.tally.wins += 1;
                2
            }
            Outcome::Win(_) => {
                pairing.tally.losses += 1;
                0
            }
        };
        match pairing.waiting.remove(&(fixture.number / 2)) {
            Some(other) => pairing.pairs.add_pair([other, half_points]),
            None => {
                pairing.waiting.insert(fixture.number / 2, half_points);
            }
        }
    }

    /// The number of games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The results by pairings, in the order of the schedule.
    pub fn pairings(&self) -> &[PairingStanding] {
        &self.pairings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Order};

    #[test]
    fn pairs_are_counted_when_both_games_are_there() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 4, 2, Order::Sequential(0));
        let games: Vec<Fixture> = schedule.fixtures().collect();
        let mut standing = Standing::new(&schedule);
        standing.add(&games[2], Outcome::Win(Color::White));
        standing.add(&games[1], Outcome::Win(Color::White));
        assert_eq!(standing.pairings()[0].pairs, Pentanomial([0; 5]));
        standing.add(&games[0], Outcome::Draw);
        assert_eq!(standing.pairings()[0].pairs, Pentanomial([0, 1, 0, 0, 0]));
        standing.add(&games[3], Outcome::Win(Color::Black));
        assert_eq!(standing.pairings()[0].pairs, Pentanomial([0, 1, 0, 0, 1]));
        assert_eq!(standing.pairings()[0].tally, Tally { wins: 2, draws: 1, losses: 1 });
        assert_eq!(standing.games(), 4);
    }
}
