//! One door to all algorithms.

use core::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::algorithm::Algorithm;
use crate::algorithms::{self, Recollection};
use crate::desk::Desk;
use crate::found::{Found, Iteration};
use crate::limits::{INFINITE, MAX_DEPTH};
use crate::settings::{Settings, TableKind};
use crate::tree::GameTree;
use crate::watch::Observer;
use crate::workhorse::{self, Ask, Windows};

/// The size of a table that an algorithm needs and nobody asked for.
const USUAL_ENTRIES: usize = 1 << 16;

/// Searches a tree from where it stands, to a depth of at least 1 and at most [`MAX_DEPTH`].
///
/// ```
/// use quevedo_lab::{Algorithm, Settings, SyntheticTree, search};
///
/// let mut tree = SyntheticTree::random(4, 5, 1975);
/// let full = search(&mut tree, Algorithm::Minimax, &Settings::default(), 5, &mut ());
/// let cut = search(&mut tree, Algorithm::AlphaBeta, &Settings::default(), 5, &mut ());
/// assert_eq!(full.value, cut.value);
/// assert_eq!(full.counts.frontier, 1024);
/// assert!(cut.counts.frontier < 600);
/// ```
pub fn search<T: GameTree, W: Observer<T::Move>>(
    tree: &mut T,
    algorithm: Algorithm,
    settings: &Settings,
    depth: i32,
    watcher: &mut W,
) -> Found<T::Move> {
    let never = AtomicBool::new(false);
    search_until(tree, algorithm, settings, depth, watcher, &never)
}

/// [`search`], which ends early when somebody raises the flag.
pub fn search_until<T: GameTree, W: Observer<T::Move>>(
    tree: &mut T,
    algorithm: Algorithm,
    settings: &Settings,
    depth: i32,
    watcher: &mut W,
    stop: &AtomicBool,
) -> Found<T::Move> {
    let depth = depth.clamp(1, MAX_DEPTH);
    let settings = &completed(algorithm, settings);
    let mut desk = Desk::new(tree, settings, watcher);
    desk.stop_at(stop);
    // Laying out the tables is not part of the search.
    let start = Instant::now();
    let mut memory = Recollection::new();
    let mut value = desk.tree.evaluate();
    let mut iterations: Vec<Iteration<T::Move>> = Vec::new();
    let first = if settings.deepening { 1 } else { depth };
    for depth in first..=depth {
        let found = iterate(&mut desk, algorithm, &mut memory, value, depth);
        if desk.is_over() {
            break;
        }
        value = found;
        let line = desk.line().to_vec();
        iterations.push(Iteration { depth, value, line, counts: desk.counts, elapsed: start.elapsed() });
    }
    Found {
        value,
        line: iterations.last().map(|iteration| iteration.line.clone()).unwrap_or_default(),
        counts: desk.counts,
        elapsed: start.elapsed(),
        is_complete: !desk.is_over(),
        iterations,
    }
}

/// One search to one depth, from an estimate of the value.
fn iterate<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    algorithm: Algorithm,
    memory: &mut Recollection<T::Move>,
    estimate: i32,
    depth: i32,
) -> i32 {
    desk.root_depth = depth;
    let is_plain = desk.settings.is_plain();
    let window = desk.settings.window;
    let enhanced = |windows| {
        move |desk: &mut Desk<'_, T, W>, alpha, beta| {
            workhorse::search(desk, Ask::root(windows, alpha, beta, depth))
        }
    };
    match algorithm {
        Algorithm::Minimax => algorithms::minimax(desk, depth),
        Algorithm::AlphaBeta if is_plain => algorithms::alpha_beta(desk, -INFINITE, INFINITE, depth),
        Algorithm::AlphaBeta => enhanced(Windows::Full)(desk, -INFINITE, INFINITE),
        Algorithm::Aspiration if is_plain => algorithms::aspiration(desk, estimate, window, depth),
        Algorithm::Aspiration => algorithms::aspire(desk, estimate, window, enhanced(Windows::Full)),
        Algorithm::Scout => algorithms::scout(desk, depth),
        Algorithm::Pvs if is_plain => algorithms::pvs(desk, -INFINITE, INFINITE, depth),
        Algorithm::Pvs => enhanced(Windows::Minimal)(desk, -INFINITE, INFINITE),
        Algorithm::Mws => algorithms::pvs_over_mws(desk, -INFINITE, INFINITE, depth),
        Algorithm::Nws => algorithms::nws(desk, depth, -INFINITE, INFINITE),
        Algorithm::Mtdf => algorithms::mtd_f(desk, memory, estimate, depth),
        Algorithm::Sss => algorithms::mt_sss(desk, memory, depth),
    }
}

/// The settings with what an algorithm cannot do without: the figures of MWS and NWS have a table, and NWS gives
/// credit and takes captures first.
fn completed(algorithm: Algorithm, settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    if matches!(algorithm, Algorithm::Mws | Algorithm::Nws) && settings.table == TableKind::Off {
        settings.table = TableKind::OneProbe(USUAL_ENTRIES);
    }
    if algorithm == Algorithm::Nws {
        settings.history = true;
        settings.captures_first = true;
    }
    settings
}
