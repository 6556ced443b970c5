//! How much of the clock a move may use.
//!
//! A search gets a share of the remaining time that it should use (soft) and one that it must not
//! exceed (hard). The soft share shrinks and grows with how settled the best move is.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use core::time::Duration;
use std::sync::Arc;
use std::time::Instant;

use quevedo_rules::Color;

use crate::feature::Profile;
use crate::limits::Limits;

/// The time budget of one search. The clock runs from the receipt of the command. Clones share the
/// budget, so that the end of pondering can set it in mid-search.
#[derive(Clone, Debug)]
pub struct Budget {
    start: Instant,
    shares: Arc<Shares>,
}

/// Microseconds from the start; `NEVER` where there is no limit.
#[derive(Debug)]
struct Shares {
    soft: AtomicU64,
    hard: AtomicU64,
}

const NEVER: u64 = u64::MAX;

impl Budget {
    /// No limit of time.
    pub fn unlimited(start: Instant) -> Budget {
        Budget {
            start,
            shares: Arc::new(Shares { soft: AtomicU64::new(NEVER), hard: AtomicU64::new(NEVER) }),
        }
    }

    /// The budget of a search by `us`. `overhead` is what every move loses on the way to the clock.
    pub fn new<P: Profile>(
        profile: &P,
        limits: &Limits,
        us: Color,
        start: Instant,
        overhead: Duration,
    ) -> Budget {
        let budget = Budget::unlimited(start);
        budget.limit(profile, limits, us, overhead);
        budget
    }

    /// Sets the limits from now on: at the start, or when the opponent has made the expected move.
    pub fn limit<P: Profile>(&self, profile: &P, limits: &Limits, us: Color, overhead: Duration) {
        let Some((soft, hard)) = shares(profile, limits, us, overhead) else { return };
        // Time spent pondering counts as thinking, but is not taken from what the clock allows.
        let now = micros(self.elapsed());
        self.shares.hard.store(now.saturating_add(micros(hard)), Relaxed);
        self.shares.soft.store(soft.map_or(NEVER, micros), Relaxed);
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// When the search must end, if time limits it.
    pub fn deadline(&self) -> Option<Instant> {
        let hard = self.shares.hard.load(Relaxed);
        self.start.checked_add(Duration::from_micros(hard)).filter(|_| hard != NEVER)
    }

    /// Whether the search must end at once.
    pub fn is_exhausted(&self) -> bool {
        let hard = self.shares.hard.load(Relaxed);
        hard != NEVER && micros(self.elapsed()) >= hard
    }

    /// Whether another iteration is not worth beginning, when the soft share counts `factor` times.
    pub fn is_enough(&self, factor: f64) -> bool {
        let soft = self.shares.soft.load(Relaxed);
        soft != NEVER && micros(self.elapsed()) as f64 >= soft as f64 * factor
    }

    /// Whether the clock decides when to stop (and not a fixed time, depth or number of nodes).
    pub fn is_clock(&self) -> bool {
        self.shares.soft.load(Relaxed) != NEVER
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(NEVER - 1)
}

/// The soft share, if the clock decides, and the hard one.
fn shares<P: Profile>(
    profile: &P,
    limits: &Limits,
    us: Color,
    overhead: Duration,
) -> Option<(Option<Duration>, Duration)> {
    if limits.infinite {
        return None;
    }
    let least = Duration::from_millis(1);
    if let Some(time) = limits.move_time {
        return Some((None, time.saturating_sub(overhead).max(least)));
    }
    let clock = limits.clock(us)?;
    let p = profile.params();
    let time = clock.time.saturating_sub(overhead).max(least).as_secs_f64();
    let increment = clock.increment.as_secs_f64() * f64::from(p.time_increment) / 100.0;
    let share = match limits.moves_to_go {
        Some(moves) => time / f64::from(moves.clamp(1, 50)) * 0.95 + increment,
        None => time * f64::from(p.time_fraction) / 1024.0 + increment,
    };
    let last_before_control = limits.moves_to_go == Some(1);
    let ceiling = time * if last_before_control { 0.9 } else { f64::from(p.time_hard_share) / 100.0 };
    let hard = (share * f64::from(p.time_hard) / 100.0).min(ceiling);
    let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    Some((Some(duration(share.min(ceiling))), duration(hard).max(least)))
}

/// How long to think, as a multiple of the soft share, from how settled the search is.
///
/// `stable` counts the iterations since the best move last changed, `best_share` is the part of all
/// nodes spent on the best move, `drop` is how far the score has fallen since the last iterations.
pub fn patience(stable: u32, best_share: f64, drop: i32) -> f64 {
    let by_stability = 1.35 - 0.08 * f64::from(stable.min(8));
    let by_nodes = (1.0 - best_share).mul_add(1.6, 0.5).clamp(0.5, 1.7);
    let by_score = (1.0 + f64::from(drop.clamp(-20, 60)) / 100.0).clamp(0.85, 1.5);
    by_stability * by_nodes * by_score
}
