//! Choosing games by their tags.

use std::borrow::Cow;

use quevedo_rules::{Board, Color, Key, Material, Move};

use crate::eco::is_code;
use crate::opening_range::OpeningRange;
use crate::{Date, GameSummary, GameTree, Openings, Outcome, Step};

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
    /// Which opening was played: the game's own code, or what our table of openings calls it.
    pub opening: Option<OpeningRange>,
    /// The main line passes through this position, whatever its counters say.
    pub position: Option<Key>,
    /// The main line reaches this material, either side having either half.
    pub material: Option<Material>,
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
    fn start(&self) -> &Board;
    fn steps(&self) -> impl Iterator<Item = Step>;
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

    fn start(&self) -> &Board {
        self.start
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        self.steps.iter().copied()
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

    fn start(&self) -> &Board {
        GameTree::start(self)
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        self.main_line().map(|played| played.step)
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
            && self.test_opening(game)
            && self.test_positions(game)
    }

    fn test_opening(&self, game: &impl Facts) -> bool {
        let Some(range) = &self.opening else { return true };
        let moves: Vec<Move> = game.steps().map_while(Step::mv).collect();
        let named = Openings::builtin().classify(game.start(), &moves).map(|named| named.opening);
        let code = game.tag("ECO").filter(|code| is_code(code.get(..3).unwrap_or_default()));
        let code = code.as_deref().or(named.map(|opening| &*opening.code));
        let name = game.tag("Opening");
        range.holds(code, name.as_deref().or(named.map(|opening| &*opening.name)))
    }

    fn test_positions(&self, game: &impl Facts) -> bool {
        if self.position.is_none() && self.material.is_none() {
            return true;
        }
        let mut board = *game.start();
        let mut steps = game.steps();
        let (mut position, mut material) = (self.position, self.material.map(|it| [it, it.flipped()]));
        loop {
            position = position.filter(|key| *key != board.key());
            material = material.filter(|sides| !sides.contains(&board.material()));
            if position.is_none() && material.is_none() {
                return true;
            }
            let Some(step) = steps.next() else { return false };
            board = step.play(&board);
        }
    }

    fn test_names(&self, game: &impl Facts) -> bool {
        let holds = |tag: &str, part: &Option<String>| {
            part.as_ref().is_none_or(|part| game.tag(tag).is_some_and(|value| contains(&value, part)))
        };
        (holds("White", &self.player) || holds("Black", &self.player))
            && holds("White", &self.white)
            && holds("Black", &self.black)
            && holds("Event", &self.event)
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

    fn range(text: &str) -> Option<OpeningRange> {
        text.parse().ok()
    }

    #[test]
    fn positions_material_and_openings_of_games() {
        let any = Filter::default();
        let position = |fen: &str| Board::from_fen(fen).ok().map(|board| board.key());
        let after_d5 = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 9 9";
        check(&Filter { position: position(after_d5), ..any.clone() }, true);
        check(&Filter { position: Some(Board::start().key()), ..any.clone() }, true);
        let other_side = after_d5.replace(" w ", " b ");
        check(&Filter { position: position(&other_side), ..any.clone() }, false);
        check(&Filter { material: Some(Board::start().material()), ..any.clone() }, true);
        check(&Filter { material: "KRPKR".parse().ok(), ..any.clone() }, false);
        check(&Filter { opening: range("gambit"), ..any.clone() }, false);
        check(&Filter { opening: range("D"), position: position(after_d5), ..any }, true);
        let ending = "[FEN \"4k3/8/8/8/8/8/4p3/4K2R w - - 0 1\"]\n\n1. Kxe2 *";
        let game = GameTree::from_pgn(ending).expect("a good game");
        let reaches =
            |text: &str| Filter { material: text.parse().ok(), ..Filter::default() }.accepts_tree(&game);
        assert!(reaches("KRK") && reaches("KKR") && reaches("KPKR") && !reaches("KRPK"));
        let untagged = GameTree::from_pgn("1. e4 c5 2. Nf3 d6 *").expect("a good game");
        assert!(
            Filter { opening: range("B50"), ..Filter::default() }.accepts_tree(&untagged),
            "by its moves"
        );
    }

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
            Filter { opening: range("d6"), result: Some(Outcome::Win(Color::Black)), ..any.clone() },
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
            Filter { opening: range("D64-E99"), ..any.clone() },
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
