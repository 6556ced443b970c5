//! Segments that answer together.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashSet};

use quevedo_rules::{Board, Color};

use crate::filter::Sieve;
use crate::order::{self, NO_MOVE};
use crate::segment::Column;
use crate::statistics::Count;
use crate::{Filter, GameRecord, MoveStatistics, PositionStatistics, Results, Segment, SegmentError};

/// A collection of games that can be asked.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    segments: Vec<Segment>,
}

/// A game that is told: where it is, and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameNote {
    /// The segment.
    pub segment: usize,
    /// Its number there, from 0.
    pub number: u32,
    /// The game.
    pub game: GameRecord,
}

impl Explorer {
    /// Puts segments together.
    pub fn new(segments: Vec<Segment>) -> Explorer {
        Explorer { segments }
    }

    /// The segments.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.segments.iter().map(|segment| u64::from(segment.games())).sum()
    }

    /// What tells each game from all others, for a [`Builder`](crate::Builder) that must not take them in again.
    pub fn identities(&self) -> HashSet<u64> {
        let of = |segment: &Segment| {
            (0..segment.games()).map(|game| segment.columns().identity(game)).collect::<Vec<_>>()
        };
        self.segments.iter().flat_map(of).collect()
    }

    /// What was played in a position, in the games that the filter wants.
    ///
    /// # Errors
    /// If a part of a segment that is needed is damaged.
    pub fn query(&self, board: &Board, filter: &Filter) -> Result<PositionStatistics, SegmentError> {
        let mut counts: BTreeMap<u8, Count> = BTreeMap::new();
        let mover = if board.turn() == Color::White { Column::WhiteRating } else { Column::BlackRating };
        for segment in &self.segments {
            let (sieve, columns) = (Sieve::new(filter, segment)?, segment.columns());
            let mut here: [Option<Box<Count>>; 256] = [const { None }; 256];
            segment.occurrences(board, |place, game| {
                if sieve.lets_through(game) {
                    let count = here[usize::from(place)].get_or_insert_default();
                    count.results.add(columns.result(game));
                    let rating = columns.get(mover, game);
                    count.ratings += u64::from(rating);
                    count.rated += u64::from(rating > 0);
                    count.last_date = count.last_date.max(columns.get(Column::Date, game));
                }
            })?;
            for (place, count) in here.iter().enumerate() {
                if let Some(count) = count {
                    counts.entry(place as u8).or_default().merge(**count);
                }
            }
        }
        Ok(statistics(board, &counts))
    }

    /// The games with a position that the filter wants, in their order, at most so many; and how many there are in all.
    ///
    /// # Errors
    /// If a part of a segment that is needed is damaged.
    pub fn games_with(
        &self,
        board: &Board,
        filter: &Filter,
        most: usize,
        order: GameOrder,
    ) -> Result<(u64, Vec<GameNote>), SegmentError> {
        let mut all = 0;
        let mut best: BinaryHeap<Reverse<Ranked>> = BinaryHeap::new();
        for (number, segment) in self.segments.iter().enumerate() {
            let (sieve, columns) = (Sieve::new(filter, segment)?, segment.columns());
            segment.occurrences(board, |_, game| {
                if sieve.lets_through(game) {
                    all += 1;
                    let rating = |column| u64::from(columns.get(column, game));
                    let date = u64::from(columns.get(Column::Date, game));
                    let both = rating(Column::WhiteRating) + rating(Column::BlackRating);
                    let rank = match order {
                        GameOrder::Strongest => both << 32 | date,
                        GameOrder::Newest => date << 32 | both,
                    };
                    best.push(Reverse((rank, Reverse((number, game)))));
                    if best.len() > most {
                        best.pop();
                    }
                }
            })?;
        }
        let told = best.into_sorted_vec().into_iter().map(|Reverse((_, Reverse(place)))| place);
        let notes = told.map(|(segment, number)| {
            Ok(GameNote { segment, number, game: self.segments[segment].game(number)? })
        });
        Ok((all, notes.collect::<Result<_, SegmentError>>()?))
    }
}

/// A game's rank, and where it is: of equals the first.
type Ranked = (u64, Reverse<(usize, u32)>);

/// Which games are told first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameOrder {
    /// Those of the highest rated players.
    #[default]
    Strongest,
    /// The last ones.
    Newest,
}

fn statistics(board: &Board, counts: &BTreeMap<u8, Count>) -> PositionStatistics {
    let mut results = Results::default();
    for count in counts.values() {
        results.merge(count.results);
    }
    let row = |(&place, count): (&u8, &Count)| {
        let mv = order::at_place(board, place)?;
        Some(MoveStatistics {
            uci: board.uci(mv),
            san: board.san(mv).to_string(),
            results: count.results,
            mean_rating: count.mean_rating(),
            last_year: count.last_year(),
        })
    };
    let mut moves: Vec<MoveStatistics> = counts.iter().filter_map(row).collect();
    moves.sort_by_key(|row| Reverse(row.results.games));
    PositionStatistics {
        position: *board,
        results,
        ended_here: counts.get(&NO_MOVE).map_or(0, |count| count.results.games),
        moves,
    }
}
