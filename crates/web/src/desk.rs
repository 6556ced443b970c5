//! The engines, and the queue before them: as many searches at once as there are engines, people who play
//! before people who analyse, and whoever has none going on before whoever has.

mod background;
mod queue;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use quevedo_engine::{Answer, Engine, Limits};
use quevedo_report::PvLine;
use quevedo_rules::{Game, Move};
use quevedo_tutor::practice::{Card, Correctness};
use quevedo_tutor::{Explanation, Question};

use queue::Queue;

/// How an engine comes to be.
pub type EngineMaker = Arc<dyn Fn() -> Result<Engine, String> + Send + Sync>;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PageId(u64);

impl PageId {
    /// An id that nobody has had.
    pub(crate) fn new() -> PageId {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        PageId(NEXT.fetch_add(1, Relaxed))
    }
}

/// What a search is for, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    /// A person waits for the engine's move.
    Play,
    /// A person wants words.
    Words,
    /// A person looks on.
    Analysis,
}

/// News of a search.
#[derive(Debug)]
pub(crate) enum News {
    /// It waits at this place, from 1.
    Queued(usize),
    /// The lines as they are now, the best first.
    Lines(Vec<PvLine>),
    /// A search is over.
    Over(Result<Box<Answer>, String>),
    /// An explanation is there.
    Explained(Result<Box<Explanation>, String>),
    /// A move is judged.
    Judged(Result<Correctness, String>),
}

/// What is to be done about a position.
#[derive(Clone, Debug)]
pub(crate) enum Want {
    /// Search it, and show so many lines.
    Search(Limits, usize),
    /// Explain it.
    Explain(Question),
    /// Judge a move in a card's position.
    Judge(Box<Card>, Move),
}

/// Work that somebody wants.
pub(crate) struct Errand {
    pub(crate) page: PageId,
    pub(crate) class: Class,
    pub(crate) game: Game,
    pub(crate) want: Want,
    /// Called on an engine's thread or the asker's; must not wait.
    pub(crate) tell: Box<dyn Fn(News) + Send>,
    /// Set when nobody wants it any more.
    stop: Arc<AtomicBool>,
}

/// The asker's end of an errand: dropping it ends the search.
#[derive(Debug)]
pub(crate) struct Ticket {
    stop: Arc<AtomicBool>,
    desk: Arc<Desk>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        self.desk.tidy();
    }
}

/// Where searches are ordered.
pub(crate) struct Desk {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl core::fmt::Debug for Desk {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

impl Desk {
    /// Opens with so many engines, each on a thread of its own.
    pub(crate) fn open(engines: usize, maker: &EngineMaker) -> std::io::Result<Arc<Desk>> {
        let desk = Arc::new(Desk { queue: Mutex::new(Queue::new(engines)), changed: Condvar::new() });
        for number in 0..engines {
            let (desk, maker) = (Arc::clone(&desk), Arc::clone(maker));
            let builder = std::thread::Builder::new().name(format!("engine {number}"));
            builder.spawn(move || worker::work(&desk, &maker))?;
        }
        Ok(desk)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Orders a search. `None` if the asker has too many already.
    pub(crate) fn order(
        self: &Arc<Desk>,
        page: PageId,
        class: Class,
        game: Game,
        want: Want,
        tell: Box<dyn Fn(News) + Send>,
    ) -> Option<Ticket> {
        let stop = Arc::new(AtomicBool::new(false));
        let errand = Errand { page, class, game, want, tell, stop: Arc::clone(&stop) };
        self.lock().push(errand).then(|| {
            self.changed.notify_one();
            Ticket { stop, desk: Arc::clone(self) }
        })
    }

    /// Lets all engines end.
    pub(crate) fn close(&self) {
        self.lock().close();
        self.changed.notify_all();
    }

    /// Takes errands that nobody wants any more out of the queue.
    fn tidy(&self) {
        self.lock().tidy();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;
    use quevedo_engine::Options;
    use std::sync::mpsc::{Receiver, channel};

    fn desk(engines: usize) -> Arc<Desk> {
        let maker: EngineMaker = Arc::new(|| {
            Engine::new(Options { hash: 1, ..Options::default() }).map_err(|error| error.to_string())
        });
        Desk::open(engines, &maker).expect("threads")
    }

    fn order(desk: &Arc<Desk>, page: u64, class: Class, limits: Limits) -> (Ticket, Receiver<News>) {
        let (sender, news) = channel();
        let tell = Box::new(move |one| drop(sender.send(one)));
        let ticket =
            desk.order(PageId(page), class, Game::default(), Want::Search(limits, 1), tell).expect("room");
        (ticket, news)
    }

    fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }

    fn wait_for(news: &Receiver<News>, what: impl Fn(&News) -> bool) -> News {
        loop {
            let one = news.recv_timeout(Duration::from_secs(20)).expect("news in time");
            if what(&one) {
                return one;
            }
        }
    }

    #[test]
    fn who_plays_goes_before_who_analyses() {
        let desk = desk(1);
        let (first, first_news) = order(&desk, 1, Class::Analysis, infinite());
        wait_for(&first_news, |news| matches!(news, News::Lines(_)));
        let (_second, second_news) = order(&desk, 2, Class::Analysis, infinite());
        wait_for(&second_news, |news| matches!(news, News::Queued(1)));
        let (_player, player_news) = order(&desk, 3, Class::Play, Limits::nodes(500));
        wait_for(&second_news, |news| matches!(news, News::Queued(2)));
        drop(first);
        wait_for(&player_news, |news| matches!(news, News::Over(Ok(answer)) if answer.best.is_some()));
        wait_for(&second_news, |news| matches!(news, News::Lines(_)));
        desk.close();
    }

    #[test]
    fn no_more_searches_than_engines_and_no_endless_orders() {
        let desk = desk(2);
        let all: Vec<_> = (0..30).map(|page| order(&desk, page, Class::Analysis, infinite())).collect();
        wait_for(&all[0].1, |news| matches!(news, News::Lines(_)));
        let (running, waiting) = desk.lock().sizes();
        assert!(running <= 2 && waiting >= 28, "{running} {waiting}");
        let greedy = (0..20).filter_map(|_| {
            let want = Want::Search(infinite(), 1);
            desk.order(PageId(99), Class::Analysis, Game::default(), want, Box::new(|_| ()))
        });
        let greedy: Vec<Ticket> = greedy.collect();
        assert!(greedy.len() < 20, "one page orders {} searches", greedy.len());
        drop(all);
        drop(greedy);
        assert_eq!(desk.lock().sizes().1, 0);
        desk.close();
    }
}
