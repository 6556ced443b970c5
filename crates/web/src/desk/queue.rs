//! Who is next.

use std::sync::atomic::Ordering::Relaxed;

use std::time::Instant;

use super::{Class, Errand, News, PageId};

/// So many errands may a page have waiting and going on.
const MOST_OF_A_PAGE: usize = 6;

/// Errands that wait, and who is being served.
pub(super) struct Queue {
    waiting: Vec<Errand>,
    served: Vec<PageId>,
    engines: usize,
    /// Places that background work holds.
    background: usize,
    /// Background work has waited too long.
    is_starving: bool,
    /// Until then it has its turn, and analyses wait.
    turn: Option<Instant>,
    is_closed: bool,
}

impl Queue {
    pub(super) fn new(engines: usize) -> Queue {
        Queue {
            waiting: Vec::new(),
            served: Vec::new(),
            engines,
            background: 0,
            is_starving: false,
            turn: None,
            is_closed: false,
        }
    }

    /// Puts an errand at the end; whether there was room for it.
    pub(super) fn push(&mut self, errand: Errand) -> bool {
        let page = errand.page;
        let has = self.waiting.iter().filter(|other| other.page == page).count() + self.running(page);
        if has >= MOST_OF_A_PAGE || self.is_closed {
            return false;
        }
        self.waiting.push(errand);
        self.tell_places();
        true
    }

    /// Puts an errand that was interrupted at the end.
    pub(super) fn push_again(&mut self, errand: Errand) {
        self.waiting.push(errand);
    }

    /// The next errand, if there is one: the most urgent, of a page that is served least, the longest waiting.
    pub(super) fn pop(&mut self) -> Option<Errand> {
        self.tidy();
        let place = self.best()?;
        let errand = self.waiting.remove(place);
        self.served.push(errand.page);
        self.tell_places();
        Some(errand)
    }

    fn best(&self) -> Option<usize> {
        let rank =
            |place: &usize| (self.waiting[*place].class, self.running(self.waiting[*place].page), *place);
        let may = |place: &usize| self.waiting[*place].class != Class::Analysis || !self.holds_analyses();
        (0..self.waiting.len()).filter(may).min_by_key(rank)
    }

    fn running(&self, page: PageId) -> usize {
        self.served.iter().filter(|&&other| other == page).count()
    }

    /// An engine is free again.
    pub(super) fn release(&mut self, page: PageId) {
        if let Some(place) = self.served.iter().position(|&other| other == page) {
            self.served.swap_remove(place);
        }
    }

    /// Forgets errands that nobody wants.
    pub(super) fn tidy(&mut self) {
        let before = self.waiting.len();
        self.waiting.retain(|errand| !errand.stop.load(Relaxed));
        if self.waiting.len() != before {
            self.tell_places();
        }
    }

    /// Tells everybody how many are before them; whoever is served at once hears nothing.
    fn tell_places(&self) {
        let free = self.engines.saturating_sub(self.served.len());
        let mut order: Vec<&Errand> = self.waiting.iter().collect();
        order.sort_by_key(|errand| (errand.class, self.running(errand.page)));
        for (place, errand) in order.into_iter().enumerate().skip(free) {
            (errand.tell)(News::Queued(place + 1 - free));
        }
    }

    /// Whether somebody waits who should not have to wait for an analysis without end.
    pub(super) fn has_waiting(&self) -> bool {
        self.waiting.iter().any(|errand| !errand.stop.load(Relaxed))
    }

    /// Whether a player waits.
    pub(super) fn has_waiting_player(&self) -> bool {
        self.waiting.iter().any(|errand| errand.class == Class::Play && !errand.stop.load(Relaxed))
    }

    /// Whether analyses wait for background work that has waited too long.
    pub(super) fn holds_analyses(&self) -> bool {
        self.is_starving || self.turn.is_some_and(|until| Instant::now() < until)
    }

    /// Whether background work has waited too long.
    pub(super) fn is_starving(&self) -> bool {
        self.is_starving
    }

    /// Background work is hungry, or has been fed until then.
    pub(super) fn feed(&mut self, is_starving: bool, turn: Option<Instant>) {
        self.is_starving = is_starving;
        self.turn = turn.or(self.turn);
    }

    /// Whether background work of one place more finds an engine that nobody wants.
    pub(super) fn has_room(&self) -> bool {
        self.has_free_engine() && !self.has_waiting()
    }

    /// Whether an engine rests.
    pub(super) fn has_free_engine(&self) -> bool {
        self.served.len() + self.background < self.engines
    }

    /// Whether background work must make room.
    pub(super) fn is_crowded(&self) -> bool {
        self.served.len() + self.background > self.engines
    }

    /// Takes a place for background work.
    pub(super) fn take_place(&mut self) {
        self.background += 1;
    }

    /// Gives it back.
    pub(super) fn give_place(&mut self) {
        self.background = self.background.saturating_sub(1);
    }

    pub(super) fn close(&mut self) {
        self.is_closed = true;
        self.waiting.clear();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
    }

    #[cfg(test)]
    pub(super) fn sizes(&self) -> (usize, usize) {
        (self.served.len(), self.waiting.len())
    }
}
