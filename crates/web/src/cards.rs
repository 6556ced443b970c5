//! The cards of whoever practises: one deck, kept after every answer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quevedo_report::Side;
use quevedo_rules::Color;
use quevedo_tutor::practice::{Card, CardKind, DECK_VERSION, Deck, Grade};
use quevedo_tutor::review::GameReview;

use crate::ask::CardGrade;
use crate::problem::Problem;
use crate::shelf::{Drawer, Shelf};
use crate::tell::{CardFacts, Code, PracticeFacts};

/// The name of the deck. `quevedo practice --file practice.cards.json` reads the same file.
const NAME: &str = "practice";

/// The deck.
pub(crate) struct Cards {
    shelf: Arc<dyn Shelf>,
    deck: Mutex<Option<Deck>>,
}

impl core::fmt::Debug for Cards {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Cards").finish_non_exhaustive()
    }
}

impl Cards {
    pub(crate) fn new(shelf: Arc<dyn Shelf>) -> Cards {
        Cards { shelf, deck: Mutex::new(None) }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Deck>> {
        self.deck.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The deck as it is kept. What cannot be read stays as it is, and nobody practises over it.
    fn read(&self) -> Result<Deck, Problem> {
        let fault = |words: String| Problem::new(Code::Fault, format!("the cards cannot be read: {words}"));
        let text = self.shelf.load(Drawer::Cards, NAME).map_err(|error| fault(error.to_string()))?;
        let Some(text) = text else { return Ok(Deck::default()) };
        let deck: Deck = serde_json::from_str(&text).map_err(|error| fault(error.to_string()))?;
        if deck.version != DECK_VERSION {
            return Err(fault(format!("they were kept by another version ({})", deck.version)));
        }
        Ok(deck)
    }

    fn with<T>(&self, act: impl FnOnce(&mut Deck) -> Result<T, Problem>) -> Result<T, Problem> {
        let mut kept = self.lock();
        let mut deck = match kept.take() {
            Some(deck) => deck,
            None => self.read()?,
        };
        let before = deck.clone();
        let done = act(&mut deck);
        if deck != before {
            let text = serde_json::to_string_pretty(&deck).unwrap_or_default();
            if let Err(error) = self.shelf.save(Drawer::Cards, NAME, &text) {
                *kept = Some(before);
                return Err(Problem::new(Code::Fault, format!("the cards could not be kept: {error}")));
            }
        }
        *kept = Some(deck);
        done
    }

    /// What there is to practise today.
    pub(crate) fn today(&self) -> Result<PracticeFacts, Problem> {
        self.with(|deck| Ok(facts(deck, 0, None)))
    }

    /// Adds a side's mistakes.
    pub(crate) fn add(&self, review: &GameReview, side: Side) -> Result<PracticeFacts, Problem> {
        let color = if side == Side::White { Color::White } else { Color::Black };
        self.with(|deck| {
            let added = deck.add_sides(review, [color]);
            Ok(facts(deck, added, None))
        })
    }

    /// A card.
    pub(crate) fn card(&self, id: &str) -> Result<Card, Problem> {
        self.with(|deck| deck.cards.iter().find(|card| card.id == id).cloned().ok_or_else(missing))
    }

    /// Notes how a card was answered.
    pub(crate) fn answer(&self, id: &str, grade: CardGrade) -> Result<PracticeFacts, Problem> {
        let grade = match grade {
            CardGrade::Missed => Grade::Missed,
            CardGrade::Helped => Grade::Helped,
            CardGrade::Found => Grade::Found,
        };
        self.with(|deck| {
            deck.answer(id, grade, day());
            let card = deck.cards.iter().find(|card| card.id == id).ok_or_else(missing)?;
            let again = card.schedule.interval;
            Ok(facts(deck, 0, Some(again)))
        })
    }
}

fn missing() -> Problem {
    Problem::new(Code::Missing, "there is no such card")
}

/// The day, counted from 1970-01-01, UTC.
fn day() -> i64 {
    jiff::Timestamp::now().as_second().div_euclid(86_400)
}

fn facts(deck: &Deck, added: usize, again: Option<u32>) -> PracticeFacts {
    let today = day();
    let counts = deck.counts(today);
    PracticeFacts {
        all: counts.all,
        new: counts.new,
        due: counts.due,
        known: counts.known,
        added,
        again,
        card: deck.due(today, 1).first().map(|card| told(card)),
    }
}

fn told(card: &Card) -> CardFacts {
    CardFacts {
        card: card.id.clone(),
        is_herring: card.kind == CardKind::Herring,
        fen: card.fen.clone(),
        side: card.side.into(),
        played: card.played.clone(),
        best: card.best.clone(),
        line: card.line.clone(),
        words: card.words.clone(),
        hints: card.hints.clone(),
        source: card.source.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shelf::Memory;
    use quevedo_report::WrittenMove;
    use quevedo_tutor::practice::Schedule;

    fn card(id: &str) -> Card {
        let mv = |uci: &str, san: &str| WrittenMove { uci: uci.to_owned(), san: san.to_owned() };
        Card {
            id: id.to_owned(),
            kind: CardKind::Mistake,
            fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned(),
            side: Color::White,
            played: mv("e2e3", "e3"),
            loss: 0.2,
            best: mv("e2e4", "e4"),
            line: "1. e4".to_owned(),
            right: vec!["e2e4".to_owned()],
            skill: "judgement".to_owned(),
            words: Vec::new(),
            hints: Vec::new(),
            source: "Ada - Bob, move 1.".to_owned(),
            schedule: Schedule::default(),
        }
    }

    #[test]
    fn answers_are_kept_and_the_next_card_comes() {
        let shelf = Arc::<Memory>::default();
        let deck = Deck { cards: vec![card("m1"), card("m2")], ..Deck::default() };
        let text = serde_json::to_string(&deck).expect("JSON");
        shelf.save(Drawer::Cards, NAME, &text).expect("kept");
        let cards = Cards::new(Arc::<Memory>::clone(&shelf));
        let today = cards.today().expect("cards");
        assert_eq!((today.all, today.due, today.new), (2, 2, 2));
        let first = today.card.expect("a card");
        let after = cards.answer(&first.card, CardGrade::Found).expect("kept");
        assert_eq!((after.due, after.again), (1, Some(1)));
        assert_ne!(after.card.expect("another").card, first.card);
        assert!(cards.answer("m9", CardGrade::Found).is_err());
        let again = Cards::new(shelf).today().expect("cards");
        assert_eq!((again.due, again.new), (1, 1), "it was kept");
    }

    #[test]
    fn a_damaged_deck_stays_as_it_is() {
        let shelf = Arc::<Memory>::default();
        shelf.save(Drawer::Cards, NAME, "my notes").expect("kept");
        let cards = Cards::new(Arc::<Memory>::clone(&shelf));
        assert!(cards.today().is_err());
        assert_eq!(shelf.load(Drawer::Cards, NAME).expect("a text").as_deref(), Some("my notes"));
    }
}
