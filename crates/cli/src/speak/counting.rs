//! Perft beside the conversation: lines are counted on a thread of their own, one order after the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use quevedo_rules::{Board, PerftCounter};

use super::lines::Voice;

/// How long a count may still take when nobody will say anything more: scripts end with `quit` or with
/// the end of their input, and mean the number.
const GRACE: Duration = Duration::from_secs(2);

/// What is to be counted.
pub(super) struct Order {
    pub(super) board: Board,
    pub(super) depth: u32,
    pub(super) threads: usize,
    /// Whether castling is written as king takes rook.
    pub(super) chess960: bool,
}

/// The thread that counts, which lives as long as this.
pub(super) struct Counting {
    orders: Option<Sender<(usize, Order)>>,
    given: usize,
    /// Orders with lower numbers are not wanted any more.
    wanted_from: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

impl Counting {
    pub(super) fn new(voice: Voice) -> Counting {
        let (orders, inbox) = channel();
        let wanted_from = Arc::new(AtomicUsize::new(0));
        let wanted = Arc::clone(&wanted_from);
        let thread = std::thread::spawn(move || work(&inbox, &wanted, &voice));
        Counting { orders: Some(orders), given: 0, wanted_from, thread: Some(thread) }
    }

    /// Counts when all earlier orders are done.
    pub(super) fn order(&mut self, order: Order) {
        if let Some(orders) = &self.orders {
            // It ends only after this end of the channel.
            let _ = orders.send((self.given, order));
            self.given += 1;
        }
    }

    /// Ends all counts; what was counted is told.
    pub(super) fn stop(&self) {
        self.wanted_from.store(self.given, SeqCst);
    }

    /// Waits a while for what was ordered, and stops what is left.
    pub(super) fn finish(&mut self) {
        self.orders = None;
        let last = Instant::now() + GRACE;
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) && Instant::now() < last {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.stop();
        if let Some(thread) = self.thread.take() {
            // A thread that has panicked has said so.
            let _ = thread.join();
        }
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        self.stop();
        self.finish();
    }
}

fn work(orders: &Receiver<(usize, Order)>, wanted_from: &AtomicUsize, voice: &Voice) {
    while let Ok((number, order)) = orders.recv() {
        count(&order, &|| number < wanted_from.load(SeqCst), voice);
    }
}

fn count(order: &Order, stop: &(dyn Fn() -> bool + Sync), voice: &Voice) {
    let Order { board, depth, threads, chess960 } = order;
    let counted = PerftCounter::new(*threads, 0).divide_until(board, *depth, stop, |_, _| {});
    let (below, stopped_after) = match counted {
        Ok(below) => (below, None),
        Err(stopped) => (stopped.finished, Some(stopped.lines)),
    };
    let mut all = 0u64;
    for (mv, lines) in below {
        let text = if *chess960 { board.uci_chess960(mv) } else { board.uci(mv) };
        voice.say(&format!("{text}: {lines}"));
        all = all.saturating_add(lines);
    }
    match stopped_after {
        Some(lines) => voice.say(&format!("info string perft stopped after {lines} nodes")),
        None => voice.say(&format!("\nNodes searched: {}\n", if *depth == 0 { 1 } else { all })),
    }
}
