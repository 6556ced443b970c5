//! All cards of one learner.

use std::collections::BTreeSet;

use quevedo_rules::Color;
use serde::{Deserialize, Serialize};

use super::{Card, Grade};
use crate::review::{GameReview, is_player};

/// The version of a deck as it is written.
pub const DECK_VERSION: u32 = 1;

/// So many positions without anything to be found come with each mistake: three in ten cards.
pub const HERRINGS_PER_MISTAKE: f64 = 3.0 / 7.0;

/// The cards.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Deck {
    /// The [`DECK_VERSION`].
    pub version: u32,
    /// The cards, in the order in which they came.
    pub cards: Vec<Card>,
}

/// How many cards there are.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct DeckCounts {
    /// All.
    pub all: usize,
    /// Never asked.
    pub new: usize,
    /// To be asked today, new ones included.
    pub due: usize,
    /// Found at least three times in a row.
    pub known: usize,
}

impl Default for Deck {
    fn default() -> Deck {
        Deck { version: DECK_VERSION, cards: Vec::new() }
    }
}

impl Deck {
    /// Adds what a review has to teach a player (or, without a name, both): his key moments, and some calm positions. Cards
    /// that are there stay as they are. Returns how many are new.
    pub fn add(&mut self, review: &GameReview, player: Option<&str>) -> usize {
        let is_wanted = |side: &Color| player.is_none_or(|name| is_player(review, *side, name));
        self.add_sides(review, Color::ALL.into_iter().filter(is_wanted))
    }

    /// The same for sides.
    pub fn add_sides(&mut self, review: &GameReview, sides: impl IntoIterator<Item = Color>) -> usize {
        let mut known: BTreeSet<String> = self.cards.iter().map(|card| card.id.clone()).collect();
        let before = self.cards.len();
        for side in sides {
            let own = review
                .moments
                .iter()
                .filter(|moment| review.at(moment.ply).is_some_and(|mv| mv.color == side));
            let mistakes: Vec<Card> = own.filter_map(|moment| Card::of_moment(review, moment)).collect();
            let have = self.mistakes() + mistakes.len();
            let wanted = (have as f64 * HERRINGS_PER_MISTAKE).round() as usize;
            let room = wanted.saturating_sub(self.cards.len() - self.mistakes());
            let herrings = Card::herrings(review, Some(side), room.min(mistakes.len()));
            for card in mistakes.into_iter().chain(herrings) {
                if known.insert(card.id.clone()) {
                    self.cards.push(card);
                }
            }
        }
        self.cards.len() - before
    }

    fn mistakes(&self) -> usize {
        self.cards.iter().filter(|card| card.kind == super::CardKind::Mistake).count()
    }

    /// The cards that are due on a day, at most so many: those that were asked before first, the longest waiting first; then
    /// new ones, mistakes and others mixed by their ids.
    pub fn due(&self, today: i64, most: usize) -> Vec<&Card> {
        let mut due: Vec<&Card> = self.cards.iter().filter(|card| card.schedule.due <= today).collect();
        due.sort_by(|one, other| {
            let key = |card: &Card| (card.schedule.is_new(), card.schedule.due);
            key(one).cmp(&key(other)).then_with(|| one.id[1..].cmp(&other.id[1..]))
        });
        due.truncate(most);
        due
    }

    /// Notes how a card was answered.
    pub fn answer(&mut self, id: &str, grade: Grade, today: i64) {
        if let Some(card) = self.cards.iter_mut().find(|card| card.id == id) {
            card.schedule = card.schedule.answered(grade, today);
        }
    }

    /// How many cards there are.
    pub fn counts(&self, today: i64) -> DeckCounts {
        let count = |wanted: &dyn Fn(&Card) -> bool| self.cards.iter().filter(|card| wanted(card)).count();
        DeckCounts {
            all: self.cards.len(),
            new: count(&|card| card.schedule.is_new()),
            due: count(&|card| card.schedule.due <= today),
            known: count(&|card| card.schedule.streak >= 3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::CardKind;
    use crate::review::testing::review;

    /// Legal positions for a game that is only figures.
    fn teaching(values: &[f64]) -> GameReview {
        let mut some = review("0-1", 0.5, values);
        for (index, mv) in some.moves.iter_mut().enumerate() {
            let turn = if index % 2 == 0 { "w" } else { "b" };
            // A different pawn move number keeps the keys apart: the kings walk.
            let file = (b'a' + (index / 2 % 8) as u8) as char;
            let (white, black) = (format!("{file}1"), format!("{file}8"));
            let rank = |king: char, at: &str| {
                let place = usize::from(at.as_bytes()[0] - b'a');
                let before = if place > 0 { place.to_string() } else { String::new() };
                let after = if place < 7 { (7 - place).to_string() } else { String::new() };
                format!("{before}{king}{after}")
            };
            mv.fen = format!("{}/7p/8/8/8/8/7P/{} {turn} - - 0 1", rank('k', &black), rank('K', &white));
            let uci = if index % 2 == 0 { "h2h3" } else { "h7h6" };
            mv.played.uci = uci.to_owned();
        }
        some.sides.white.player = Some("Ada".to_owned());
        some.moments = crate::review::testing::choose(&some.moves);
        some
    }

    #[test]
    fn own_mistakes_become_cards_once() {
        let review = teaching(&[0.5, 0.5, 0.1, 0.6, 0.6, 0.6]);
        let mut deck = Deck::default();
        assert_eq!(deck.add(&review, Some("ada")), 1);
        assert_eq!(deck.add(&review, Some("Ada")), 0, "the same game again");
        assert_eq!(deck.add(&review, Some("Bob")), 0);
        let mut of_side = Deck::default();
        assert_eq!(of_side.add_sides(&review, [Color::Black]), 0);
        assert_eq!(of_side.add_sides(&review, [Color::White]), 1);
        assert_eq!(Card::of_ply(&review, 3).map(|card| card.id), Some(deck.cards[0].id.clone()));
        assert!(Card::of_ply(&review, 99).is_none());
        let card = &deck.cards[0];
        assert_eq!(
            (card.kind, card.side, card.right.as_slice()),
            (CardKind::Mistake, Color::White, &["b4".to_owned()][..])
        );
        assert!(card.source.ends_with("move 2."), "{}", card.source);
        let text = serde_json::to_string(&deck).expect("JSON");
        assert_eq!(serde_json::from_str::<Deck>(&text).expect("a deck"), deck);
    }

    #[test]
    fn answers_move_cards_away() {
        let mut deck = Deck::default();
        deck.add(&teaching(&[0.5, 0.5, 0.1, 0.6, 0.6, 0.6]), None);
        assert!(!deck.cards.is_empty());
        let today = 20_000;
        assert_eq!(deck.due(today, 100).len(), deck.cards.len());
        let id = deck.due(today, 1)[0].id.clone();
        deck.answer(&id, Grade::Found, today);
        assert!(deck.due(today, 100).iter().all(|card| card.id != id));
        assert_eq!(deck.due(today + 1, 100)[0].id, id, "what was asked before comes first");
        let counts = deck.counts(today);
        assert_eq!((counts.all, counts.due), (deck.cards.len(), deck.cards.len() - 1));
    }
}
