//! A game as it is kept.

use quevedo_games::{Date, GameSummary, PgnResult};
use quevedo_rules::{Board, Move};

/// A game with what people ask for: moves, players, ratings, date, event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The position before the first move.
    pub start: Board,
    /// The main line.
    pub moves: Vec<Move>,
    /// How it ended.
    pub result: PgnResult,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// White's rating.
    pub white_rating: Option<u16>,
    /// Black's rating.
    pub black_rating: Option<u16>,
    /// When it was played.
    pub date: Date,
    /// Where it was played: the tournament.
    pub event: String,
    /// Where it was played: the place, or a link.
    pub site: String,
}

impl GameRecord {
    /// A game that was read from PGN; `None` if it has no moves or something is wrong with it.
    pub fn of(game: &GameSummary<'_>) -> Option<GameRecord> {
        if game.fault.is_some() || game.passes() > 0 || game.plies() == 0 {
            return None;
        }
        // A question mark is PGN's word for "unknown".
        let text = |name| game.tag(name).map(|text| text.trim().to_owned()).filter(|text| text != "?");
        let rating = |name| text(name).and_then(|text| text.parse().ok()).filter(|&rating| rating > 0);
        let date = ["Date", "UTCDate"]
            .into_iter()
            .find_map(|name| text(name)?.parse::<Date>().ok().filter(|date| date.year.is_some()));
        Some(GameRecord {
            start: *game.start,
            moves: game.moves().collect(),
            result: game.result,
            white: text("White").unwrap_or_default(),
            black: text("Black").unwrap_or_default(),
            white_rating: rating("WhiteElo"),
            black_rating: rating("BlackElo"),
            date: date.unwrap_or_default(),
            event: text("Event").unwrap_or_default(),
            site: text("Site").unwrap_or_default(),
        })
    }

    /// What duplicates have in common: start, moves and players. The number belongs to the file format.
    pub(crate) fn identity(&self) -> u64 {
        let mut hash = Fnv::default();
        hash.add(&self.start.key().0.to_le_bytes());
        self.moves.iter().for_each(|mv| hash.add(&mv.to_bits().to_le_bytes()));
        for name in [&self.white, &self.black] {
            let (family, initial) = quevedo_games::player_identity(name);
            hash.add(family.as_bytes());
            hash.add(&[0]);
            hash.add(initial.map(String::from).unwrap_or_default().as_bytes());
            hash.add(&[0]);
        }
        hash.0
    }
}

/// Fowler, Noll and Vo's hash (1a, 64 bits): the same everywhere and for ever.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
