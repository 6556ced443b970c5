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
    /// Nodes that count as a millisecond; 0 if time is counted by the clock.
    nodes_per_ms: AtomicU64,
}

const NEVER: u64 = u64::MAX;

impl Budget {
    /// No limit of time.
    pub fn unlimited(start: Instant) -> Budget {
        Budget {
            start,
            shares: Arc::new(Shares {
                soft: AtomicU64::new(NEVER),
                hard: AtomicU64::new(NEVER),
                nodes_per_ms: AtomicU64::new(0),
            }),
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
        let rate = limits.nodes_per_ms.unwrap_or(0);
        self.shares.nodes_per_ms.store(rate, Relaxed);
        let now = if rate == 0 { micros(self.elapsed()) } else { 0 };
        self.shares.hard.store(now.saturating_add(micros(hard)), Relaxed);
        self.shares.soft.store(soft.map_or(NEVER, micros), Relaxed);
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// When the search must end, if time limits it. Where time is counted in nodes nobody can know.
    pub fn deadline(&self) -> Option<Instant> {
        let hard = self.shares.hard.load(Relaxed);
        let by_clock = hard != NEVER && self.shares.nodes_per_ms.load(Relaxed) == 0;
        self.start.checked_add(Duration::from_micros(hard)).filter(|_| by_clock)
    }

    /// The nodes after which the search must end, if time is counted in nodes.
    pub fn most_nodes(&self) -> Option<u64> {
        let (hard, rate) = (self.shares.hard.load(Relaxed), self.shares.nodes_per_ms.load(Relaxed));
        let nodes = u128::from(hard) * u128::from(rate) / 1000;
        (hard != NEVER && rate > 0).then(|| u64::try_from(nodes).unwrap_or(NEVER).max(1))
    }

    /// The microseconds that count after so many nodes of all threads.
    fn counted(&self, nodes: u64) -> u64 {
        match self.shares.nodes_per_ms.load(Relaxed) {
            0 => micros(self.elapsed()),
            rate => u64::try_from(u128::from(nodes) * 1000 / u128::from(rate)).unwrap_or(NEVER - 1),
        }
    }

    /// Whether the clock says that the search must end at once.
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted_after(0)
    }

    /// Whether the search must end at once, after so many nodes of all threads.
    pub fn is_exhausted_after(&self, nodes: u64) -> bool {
        let hard = self.shares.hard.load(Relaxed);
        hard != NEVER && self.counted(nodes) >= hard
    }

    /// Whether another iteration is not worth beginning, when the soft share counts `factor` times.
    pub fn is_enough(&self, factor: f64, nodes: u64) -> bool {
        let soft = self.shares.soft.load(Relaxed);
        soft != NEVER && self.counted(nodes) as f64 >= soft as f64 * factor
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
    let usual = match limits.moves_to_go {
        Some(moves) => {
            time / f64::from(moves.clamp(1, p.time_moves_most.unsigned_abs())) * percent(p.time_control_share)
                + increment
        }
        None => time * f64::from(p.time_fraction) / 1024.0 + increment,
    };
    let share = usual * f64::from(limits.slow_mover.unwrap_or(100)) / 100.0;
    let last_before_control = limits.moves_to_go == Some(1);
    let ceiling = time * percent(if last_before_control { p.time_last_share } else { p.time_hard_share });
    // A clock that lives on its increment gets no second chance: below some reserves no move takes more than its share,
    // or a row of long thoughts would leave the reserve alone against a machine that stands still for longer.
    let beyond_reserve = (time - reserve.as_secs_f64() * (percent(p.time_calm) - 1.0)).max(share);
    let calm = if last_before_control { ceiling } else { beyond_reserve };
    let hard = (share * percent(p.time_hard)).min(ceiling).min(calm);
    let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    Some((Some(duration(share.min(ceiling))), duration(hard).max(least)))
}

/// How long to think, as a multiple of the soft share, from how settled the search is.
///
/// `stable` counts the iterations since the best move last changed, `best_share` is the part of all
/// nodes spent on the best move, `drop` is how far the score has fallen since the last iterations.
pub fn patience(p: &Params, stable: u32, best_share: f64, drop: i32) -> f64 {
    let settled = f64::from(stable.min(p.patience_stable_most.unsigned_abs()));
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
    fn whatever_is_left_the_hard_share_leaves_the_reserve() {
        let reserve = Duration::from_millis(Params::DEFAULT.time_reserve.unsigned_abs().into());
        for milliseconds in (2..3_000).chain((3_000..700_000).step_by(997)) {
            let time = Duration::from_millis(milliseconds);
            for increment in [0, 10, 40, 1_000, 60_000].map(Duration::from_millis) {
                let (soft, hard) = on_the_clock(time, increment);
                let kept = time.saturating_sub(hard + OVERHEAD);
                let least = hard <= Duration::from_millis(1);
                assert!(least || kept >= reserve.min(time / 2), "{time:?} + {increment:?}: {hard:?}");
                assert!(soft <= hard, "{time:?} + {increment:?}: {soft:?}, {hard:?}");
            }
        }
    }

    /// What a loss at 4+0.04 under load was due to: long thoughts in a row had left little more than the reserve.
    #[test]
    fn long_thoughts_in_a_row_leave_more_than_the_reserve() {
        let increment = Duration::from_millis(40);
        let left = (0..300).fold(Duration::from_secs(4), |clock, _| {
            clock.saturating_sub(on_the_clock(clock, increment).1) + increment
        });
        assert!(left.as_millis() >= 400, "{left:?}");
    }

    #[test]
    fn a_slow_mover_takes_more_of_its_clock_and_no_more_than_it_may() {
        let clock = PlayerClock { time: Duration::from_mins(1), increment: Duration::ZERO };
        let soft = |slow_mover| {
            let limits = Limits { clocks: [Some(clock); 2], slow_mover, ..Limits::default() };
            shares(&Params::DEFAULT, &limits, Color::White, OVERHEAD).and_then(|it| it.0).expect("a share")
        };
        assert_eq!(soft(None), soft(Some(100)));
        let ratio = soft(Some(200)).as_secs_f64() / soft(None).as_secs_f64();
        assert!((ratio - 2.0).abs() < 1e-6, "{ratio}");
        assert!(soft(Some(100_000)) < clock.time);
    }

    #[test]
    fn time_can_be_counted_in_nodes() {
        let limits = Limits { nodes_per_ms: Some(50), ..Limits::time(Duration::from_millis(130)) };
        let past = Instant::now().checked_sub(Duration::from_secs(5)).expect("a machine that is up");
        let budget = Budget::new(&Params::DEFAULT, &limits, Color::White, past, OVERHEAD);
        assert_eq!((budget.most_nodes(), budget.deadline()), (Some(5_000), None));
        assert!(!budget.is_exhausted_after(4_999) && budget.is_exhausted_after(5_000));
        let clock = PlayerClock { time: Duration::from_mins(1), increment: Duration::ZERO };
        let limits = Limits { clocks: [Some(clock); 2], nodes_per_ms: Some(50), ..Limits::default() };
        let budget = Budget::new(&Params::DEFAULT, &limits, Color::White, past, OVERHEAD);
        assert!(!budget.is_enough(1.0, 10) && budget.is_enough(1.0, 60_000 * 50));
        assert_eq!(Budget::unlimited(past).most_nodes(), None);
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
