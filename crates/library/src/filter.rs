//! Which games count.

use quevedo_games::{Date, PgnResult};

use crate::segment::{Column, Segment, SegmentError, pack_date};

/// Games that are wanted. The empty filter wants all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Either player's name contains this, whatever the case.
    pub player: Option<String>,
    /// White's name contains this.
    pub white: Option<String>,
    /// Black's name contains this.
    pub black: Option<String>,
    /// Both players are rated at least so.
    pub least_rating: Option<u16>,
    /// Both players are rated, and at most so.
    pub most_rating: Option<u16>,
    /// Played on this day or later; unknown parts of a game's date count as the earliest.
    pub since: Option<Date>,
    /// Played in this year (month, day) or before.
    pub until: Option<Date>,
    /// With this result.
    pub result: Option<PgnResult>,
    /// The event's name contains this, whatever the case.
    pub event: Option<String>,
}

/// A filter that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// The least is more than the most.
    #[error("{0} is empty: the first is more than the last")]
    Empty(&'static str),
}

impl Filter {
    /// Says what makes no sense.
    ///
    /// # Errors
    /// If nothing could ever be found, or a part of the filter has no meaning.
    pub fn check(&self) -> Result<(), FilterError> {
        if matches!((self.least_rating, self.most_rating), (Some(least), Some(most)) if least > most) {
            return Err(FilterError::Empty("the range of ratings"));
        }
        if matches!((self.since, self.until), (Some(since), Some(until)) if pack_date(since) > last_day(until))
        {
            return Err(FilterError::Empty("the range of dates"));
        }
        Ok(())
    }
}

/// The first date with a year.
const FIRST_YEAR: u32 = 1 << 9;

/// A date whose unknown parts are as late as can be.
fn last_day(date: Date) -> u32 {
    pack_date(Date { month: date.month.or(Some(15)), day: date.day.or(Some(31)), ..date })
}

/// A filter made ready for one segment: names are looked up once.
#[derive(Debug)]
pub(crate) struct Sieve<'a> {
    segment: &'a Segment,
    /// By the numbers of names.
    players: Option<Vec<bool>>,
    whites: Option<Vec<bool>>,
    blacks: Option<Vec<bool>>,
    events: Option<Vec<bool>>,
    ratings: Option<(u32, u32)>,
    dates: Option<(u32, u32)>,
    result: Option<PgnResult>,
}

impl Sieve<'_> {
    pub(crate) fn new<'a>(filter: &Filter, segment: &'a Segment) -> Result<Sieve<'a>, SegmentError> {
        let named = |wanted: &Option<String>| {
            let Some(wanted) = wanted else { return Ok(None) };
            let wanted = wanted.to_lowercase();
            let names = segment.names()?;
            Ok::<_, SegmentError>(Some(
                names.iter().map(|name| name.to_lowercase().contains(&wanted)).collect(),
            ))
        };
        let is_rated = filter.least_rating.is_some() || filter.most_rating.is_some();
        let ratings = is_rated.then(|| {
            let least = filter.least_rating.unwrap_or(0).max(1);
            (u32::from(least), u32::from(filter.most_rating.unwrap_or(u16::MAX)))
        });
        let has_dates = filter.since.is_some() || filter.until.is_some();
        let dates = has_dates.then(|| {
            // Without a year nobody knows when a game was played.
            let since = filter.since.map_or(0, pack_date).max(FIRST_YEAR);
            (since, filter.until.map_or(u32::MAX, last_day))
        });
        Ok(Sieve {
            segment,
            players: named(&filter.player)?,
            whites: named(&filter.white)?,
            blacks: named(&filter.black)?,
            events: named(&filter.event)?,
            ratings,
            dates,
            result: filter.result,
        })
    }

    /// Whether a game is wanted.
    pub(crate) fn lets_through(&self, game: u32) -> bool {
        let columns = self.segment.columns();
        let within = |column, (least, most): (u32, u32)| (least..=most).contains(&columns.get(column, game));
        let is_named =
            |names: &[bool], column| names.get(columns.get(column, game) as usize).copied().unwrap_or(false);
        self.result.is_none_or(|result| columns.result(game) == result)
            && self
                .ratings
                .is_none_or(|range| within(Column::WhiteRating, range) && within(Column::BlackRating, range))
            && self.dates.is_none_or(|range| within(Column::Date, range))
            && self.events.as_deref().is_none_or(|names| is_named(names, Column::Event))
            && self.whites.as_deref().is_none_or(|names| is_named(names, Column::White))
            && self.blacks.as_deref().is_none_or(|names| is_named(names, Column::Black))
            && self
                .players
                .as_deref()
                .is_none_or(|names| is_named(names, Column::White) || is_named(names, Column::Black))
    }
}
