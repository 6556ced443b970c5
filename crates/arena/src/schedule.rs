//! Who plays whom, with which colours and openings: a list that depends on nothing but the configuration.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Who meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first one meets all others.
    Gauntlet,
}

/// In which order openings are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they stand, from this one on (from 0).
    Sequential(usize),
    /// Shuffled by this seed; every one comes before one comes again.
    Random(u64),
}

/// All games of a match, numbered from 0. Games 2n and 2n + 1 are a pair: the same players and opening, with
/// colours reversed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    /// Games of each pairing.
    games: u64,
    openings: Vec<usize>,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixture {
    /// The number of the game.
    pub number: u64,
    /// Which pairing, in the order of [`Schedule::pairings`].
    pub pairing: usize,
    /// The contestant with White.
    pub white: usize,
    /// The contestant with Black.
    pub black: usize,
    /// The opening.
    pub opening: usize,
    /// Whether the first of the pairing has White.
    pub first_is_white: bool,
}

impl Schedule {
    /// A schedule of `games` games for each pairing.
    pub fn new(format: Format, contestants: usize, games: u64, openings: usize, order: Order) -> Schedule {
        let pairings = match format {
            Format::Gauntlet => (1..contestants).map(|other| (0, other)).collect(),
            Format::RoundRobin => {
                (0..contestants).flat_map(|one| (one + 1..contestants).map(move |two| (one, two))).collect()
            }
        };
        let mut list: Vec<usize> = (0..openings).collect();
        match order {
            Order::Sequential(first) => list.rotate_left(first.checked_rem(openings).unwrap_or(0)),
            Order::Random(seed) => list.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed)),
        }
        Schedule { pairings, games, openings: list }
    }

    /// Who meets whom.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// The openings in the order in which they are played.
    pub fn openings(&self) -> &[usize] {
        &self.openings
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        if self.openings.is_empty() { 0 } else { self.games * self.pairings.len() as u64 }
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A game by its number; `None` if there is no such game.
    pub fn fixture(&self, number: u64) -> Option<Fixture> {
        let pairs = self.pairings.len() as u64;
        let (pair, second) = (number / 2, number % 2);
        let (round, place) = (pair.checked_div(pairs)?, pair.checked_rem(pairs)?);
        if 2 * round + second >= self.games {
            return None;
        }
        let index = round.checked_rem(self.openings.len() as u64)?;
        let opening = *self.openings.get(index as usize)?;
        let &(one, two) = self.pairings.get(place as usize)?;
        let first_is_white = second == 0;
        let (white, black) = if first_is_white { (one, two) } else { (two, one) };
        Some(Fixture { number, pairing: place as usize, white, black, opening, first_is_white })
    }

    /// All games in order.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        let numbers = self.games.div_ceil(2) * self.pairings.len() as u64 * 2;
        (0..numbers).filter_map(|number| self.fixture(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn pairs_share_their_opening() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 6, 2, Order::Sequential(1));
        let games: Vec<Fixture> = schedule.fixtures().collect();
        assert_eq!((games.len(), schedule.len()), (6, 6));
        for pair in games.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
        }
        assert_eq!(games.iter().map(|game| game.opening).collect::<Vec<_>>(), [1, 1, 0, 0, 1, 1]);
    }

    #[test]
    fn everybody_meets_everybody() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3, 10, Order::Random(7));
        let games: Vec<Fixture> = schedule.fixtures().collect();
        assert_eq!((games.len() as u64, schedule.len()), (18, 18));
        for &(one, two) in schedule.pairings() {
            let met =
                |white, black| games.iter().filter(|game| (game.white, game.black) == (white, black)).count();
            assert_eq!((met(one, two), met(two, one)), (2, 1));
        }
        let numbers: HashSet<u64> = games.iter().map(|game| game.number).collect();
        assert_eq!(numbers.len(), games.len());
    }

    #[test]
    fn a_gauntlet_is_the_first_against_all() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 2, 1, Order::Random(1));
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
        assert!(schedule.fixtures().all(|game| game.white == 0 || game.black == 0));
    }

    #[test]
    fn a_longer_match_begins_like_a_shorter_one() {
        let games = |count| Schedule::new(Format::RoundRobin, 3, count, 50, Order::Random(3));
        let (short, long) = (games(10), games(100));
        assert!(short.fixtures().all(|game| long.fixture(game.number) == Some(game)));
        assert_ne!(Schedule::new(Format::RoundRobin, 3, 10, 50, Order::Random(4)), short);
    }

    #[test]
    fn nothing_comes_of_nothing() {
        for (contestants, games, openings) in [(2, 0, 5), (1, 10, 5), (2, 10, 0), (0, 10, 10)] {
            let schedule =
                Schedule::new(Format::RoundRobin, contestants, games, openings, Order::Sequential(3));
            assert_eq!((schedule.fixtures().count(), schedule.is_empty()), (0, true));
        }
    }
}
