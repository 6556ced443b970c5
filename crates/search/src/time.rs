//! How much of the clock a move may use.
//!
//! A search gets a share of the remaining time that it should use (soft) and one that it must not
//! exceed (hard). The soft share shrinks and grows with how settled the best move is.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use core::time::Duration;
use std::sync::Arc;
use std::time::Instant;

use quevedo_rules::Color;

use crate::limits::Limits;
use crate::params::Params;

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
    pub fn new(params: &Params, limits: &Limits, us: Color, start: Instant, overhead: Duration) -> Budget {
        let budget = Budget::unlimited(start);
        budget.limit(params, limits, us, overhead);
        budget
    }

    /// Sets the limits from now on: at the start, or when the opponent has made the expected move.
    pub fn limit(&self, params: &Params, limits: &Limits, us: Color, overhead: Duration) {
        let Some((soft, hard)) = shares(params, limits, us, overhead) else { return };
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
fn shares(
    p: &Params,
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
    let reserve = Duration::from_millis(p.time_reserve.unsigned_abs().into()).min(clock.time / 2);
    let time = clock.time.saturating_sub(overhead + reserve).max(least).as_secs_f64();
    let increment = clock.increment.as_secs_f64() * percent(p.time_increment);
    let share = match limits.moves_to_go {
        Some(moves) => time / f64::from(moves.clamp(1, 50)) * percent(p.time_control_share) + increment,
        None => time * f64::from(p.time_fraction) / 1024.0 + increment,
    };
    let last_before_control = limits.moves_to_go == Some(1);
    let ceiling = time * percent(if last_before_control { p.time_last_share } else { p.time_hard_share });
    let hard = (share * percent(p.time_hard)).min(ceiling);
    let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    Some((Some(duration(share.min(ceiling))), duration(hard).max(least)))
}

/// How long to think, as a multiple of the soft share, from how settled the search is.
///
/// `stable` counts the iterations since the best move last changed, `best_share` is the part of all
/// nodes spent on the best move, `drop` is how far the score has fallen since the last iterations.
pub fn patience(p: &Params, stable: u32, best_share: f64, drop: i32) -> f64 {
    let settled = f64::from(stable.min(8));
    let by_stability = percent(p.patience_unstable) - percent(p.patience_stable_step) * settled;
    let (base, slope) = (percent(p.patience_nodes_base), percent(p.patience_nodes_slope));
    let by_nodes = (1.0 - best_share).mul_add(slope, base).min(percent(p.patience_nodes_max));
    let (rise, fall) = (p.patience_rise, p.patience_fall);
    let by_score = 1.0 + f64::from(drop.clamp(-rise, fall)) / 100.0;
    by_stability * by_nodes * by_score
}

fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::PlayerClock;

    const OVERHEAD: Duration = Duration::from_millis(30);

    fn on_the_clock(time: Duration, increment: Duration) -> (Duration, Duration) {
        let clock = PlayerClock { time, increment };
        let limits = Limits { clocks: [Some(clock); 2], ..Limits::default() };
        let (soft, hard) = shares(&Params::DEFAULT, &limits, Color::White, OVERHEAD).expect("a clock");
        (soft.expect("the clock decides"), hard)
    }

    /// The clock after many moves that each take their share.
    fn left_after_a_long_game(base: Duration, increment: Duration) -> Duration {
        (0..300).fold(base, |clock, _| clock.saturating_sub(on_the_clock(clock, increment).0) + increment)
    }

    #[test]
    fn a_long_game_leaves_time_for_a_machine_that_stands_still() {
        let left = left_after_a_long_game(Duration::from_secs(1), Duration::from_millis(10));
        assert!((200..400).contains(&left.as_millis()), "{left:?}");
        let left = left_after_a_long_game(Duration::from_mins(1), Duration::from_secs(1));
        assert!((5_000..20_000).contains(&left.as_millis()), "{left:?}");
    }

    #[test]
    fn no_clock_is_too_short_to_move_in_time() {
        for milliseconds in [1, 5, 20, 35, 50, 100, 300, 1000, 60_000] {
            let time = Duration::from_millis(milliseconds);
            let (soft, hard) = on_the_clock(time, Duration::ZERO);
            assert!(soft <= hard, "{time:?}: {soft:?}, {hard:?}");
            assert!(hard <= (time / 2).max(Duration::from_millis(1)), "{time:?}: {hard:?}");
        }
    }
}
