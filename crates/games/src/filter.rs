//! Choosing games by their tags.

use std::borrow::Cow;

use quevedo_rules::Color;

use crate::{Date, GameSummary, GameTree, Outcome};

/// Conditions that a game must meet, all of them. Those that are not set are met by every game.
///
/// ```
/// use quevedo_games::{Filter, GameTree};
///
/// let mut game = GameTree::new();
/// game.headers_mut().set("White", "Capablanca, J.R.");
/// game.headers_mut().set("Date", "1921.03.15");
/// let filter = Filter { player: Some("capablanca".into()), last_year: Some(1930), ..Filter::default() };
/// assert!(filter.accepts_tree(&game));
/// assert!(!Filter { black: Some("capablanca".into()), ..filter }.accepts_tree(&game));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Part of either player's name, in any case.
    pub player: Option<String>,
    /// Part of White's name, in any case.
    pub white: Option<String>,
    /// Part of Black's name, in any case.
    pub black: Option<String>,
    /// Part of the event's name, in any case.
    pub event: Option<String>,
    /// How the code of the opening begins, in any case.
    pub eco: Option<String>,
    /// How the game ended.
    pub result: Option<Outcome>,
    /// Both players have at least this rating.
    pub min_elo: Option<u32>,
    /// Both players have at most this rating.
    pub max_elo: Option<u32>,
    /// Played in this year or later.
    pub first_year: Option<u16>,
    /// Played in this year or earlier.
    pub last_year: Option<u16>,
    /// The main line has at least this many plies.
    pub min_plies: Option<usize>,
    /// The main line has at most this many plies.
    pub max_plies: Option<usize>,
}

/// What a filter asks of a game.
trait Facts {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>>;
    fn result(&self) -> Outcome;
    fn plies(&self) -> usize;
}

impl Facts for GameSummary<'_> {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        GameSummary::tag(self, name)
    }

    fn result(&self) -> Outcome {
        self.result
    }

    fn plies(&self) -> usize {
        GameSummary::plies(self)
    }
}

impl Facts for GameTree {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.headers().get(name).map(Cow::Borrowed)
    }

    fn result(&self) -> Outcome {
        GameTree::result(self)
    }

    fn plies(&self) -> usize {
        self.main_line().count()
    }
}

impl Filter {
    /// Whether a scanned game meets all conditions.
    pub fn accepts(&self, game: &GameSummary<'_>) -> bool {
        self.test(game)
    }

    /// Whether a game meets all conditions.
    pub fn accepts_tree(&self, game: &GameTree) -> bool {
        self.test(game)
    }

    fn test(&self, game: &impl Facts) -> bool {
        self.test_names(game)
            && self.result.is_none_or(|result| game.result() == result)
            && self.test_ratings(game)
            && self.test_year(game)
            && self.test_length(game)
    }

    fn test_names(&self, game: &impl Facts) -> bool {
        let holds = |tag: &str, part: &Option<String>| {
            part.as_ref().is_none_or(|part| game.tag(tag).is_some_and(|value| contains(&value, part)))
        };
        let opens = |code: &String| {
            game.tag("ECO").is_some_and(|value| value.to_lowercase().starts_with(&code.to_lowercase()))
        };
        (holds("White", &self.player) || holds("Black", &self.player))
            && holds("White", &self.white)
            && holds("Black", &self.black)
            && holds("Event", &self.event)
            && self.eco.as_ref().is_none_or(opens)
    }

    fn test_ratings(&self, game: &impl Facts) -> bool {
        if self.min_elo.is_none() && self.max_elo.is_none() {
            return true;
        }
        Color::ALL.into_iter().all(|color| {
            let tag = if color == Color::White { "WhiteElo" } else { "BlackElo" };
            let elo = game.tag(tag).and_then(|value| value.trim().parse::<u32>().ok());
            elo.is_some_and(|elo| {
                self.min_elo.is_none_or(|least| elo >= least) && self.max_elo.is_none_or(|most| elo <= most)
            })
        })
    }

    fn test_year(&self, game: &impl Facts) -> bool {
        if self.first_year.is_none() && self.last_year.is_none() {
            return true;
        }
        let year_by = |tag: &str| game.tag(tag).and_then(|value| value.parse::<Date>().ok()?.year);
        year_by("Date").or_else(|| year_by("UTCDate")).is_some_and(|year| {
            self.first_year.is_none_or(|first| year >= first)
                && self.last_year.is_none_or(|last| year <= last)
        })
    }

    fn test_length(&self, game: &impl Facts) -> bool {
        if self.min_plies.is_none() && self.max_plies.is_none() {
            return true;
        }
        let plies = game.plies();
        self.min_plies.is_none_or(|least| plies >= least) && self.max_plies.is_none_or(|most| plies <= most)
    }
}

fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan;
    use core::ops::ControlFlow;

    const PGN: &str = "[Event \"Havana\"]\n[Date \"1921.03.15\"]\n[White \"Lasker\"]\n[Black \"Capablanca\"]\n\
        [Result \"0-1\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2750\"]\n[ECO \"D63\"]\n\n1. d4 d5 2. Nf3 0-1\n";

    fn check(filter: &Filter, expected: bool) {
        let tree = GameTree::from_pgn(PGN).expect("a good game");
        assert_eq!(filter.accepts_tree(&tree), expected, "{filter:?}");
        let seen = scan(PGN.as_bytes(), |game| {
            assert_eq!(filter.accepts(game), expected, "{filter:?}");
            ControlFlow::Continue(())
        });
        assert_eq!(seen.expect("bytes can be read"), 1);
    }

    #[test]
    fn every_condition_counts() {
        let any = Filter::default();
        check(&any, true);
        let text = |text: &str| Some(text.to_owned());
        for filter in [
            Filter { player: text("CAPA"), ..any.clone() },
            Filter { white: text("lasker"), black: text("capa"), event: text("hav"), ..any.clone() },
            Filter { eco: text("d6"), result: Some(Outcome::Win(Color::Black)), ..any.clone() },
            Filter { min_elo: Some(2700), max_elo: Some(2750), ..any.clone() },
            Filter { first_year: Some(1921), last_year: Some(1921), ..any.clone() },
            Filter { min_plies: Some(3), max_plies: Some(3), ..any.clone() },
        ] {
            check(&filter, true);
        }
        for filter in [
            Filter { player: text("alekhine"), ..any.clone() },
            Filter { white: text("capa"), ..any.clone() },
            Filter { event: text("moscow"), ..any.clone() },
            Filter { eco: text("63"), ..any.clone() },
            Filter { result: Some(Outcome::Draw), ..any.clone() },
            Filter { min_elo: Some(2701), ..any.clone() },
            Filter { max_elo: Some(2749), ..any.clone() },
            Filter { first_year: Some(1922), ..any.clone() },
            Filter { last_year: Some(1920), ..any.clone() },
            Filter { min_plies: Some(4), ..any.clone() },
            Filter { max_plies: Some(2), ..any.clone() },
        ] {
            check(&filter, false);
        }
    }
}
