//! How much of the clock a move may use.
//!
//! A search gets a share of the remaining time that it should use (soft) and one that it must not
//! exceed (hard). The soft share shrinks and grows with how settled the best move is.

use core::time::Duration;
use std::time::Instant;

use quevedo_rules::Color;

use crate::feature::Profile;
use crate::limits::Limits;

/// The time budget of one search. The clock runs from the receipt of the command.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Budget {
    /// The budget of a search by `us`. `overhead` is what every move loses on the way to the clock.
    pub fn new<P: Profile>(
        profile: &P,
        limits: &Limits,
        us: Color,
        start: Instant,
        overhead: Duration,
    ) -> Budget {
        let mut budget = Budget { start, soft: None, hard: None };
        if limits.infinite {
            return budget;
        }
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
            budget.hard = Some(time);
        } else if let Some(clock) = limits.clock(us) {
            let p = profile.params();
            let time = clock.time.saturating_sub(overhead).max(Duration::from_millis(1)).as_secs_f64();
            let increment = clock.increment.as_secs_f64() * f64::from(p.time_increment) / 100.0;
            let share = match limits.moves_to_go {
                Some(moves) => time / f64::from(moves.clamp(1, 50)) * 0.95 + increment,
                None => time * f64::from(p.time_fraction) / 1024.0 + increment,
            };
            let ceiling = time * f64::from(p.time_hard_share) / 100.0;
            let ceiling = if limits.moves_to_go == Some(1) { time * 0.9 } else { ceiling };
            budget.soft = Some(Duration::from_secs_f64(share.min(ceiling)));
            let hard = (share * f64::from(p.time_hard) / 100.0).min(ceiling);
            budget.hard = Some(Duration::from_secs_f64(hard.max(0.001)));
        }
        budget
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end at once.
    pub fn is_exhausted(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is not worth beginning, when the soft share counts `factor` times.
    pub fn is_enough(&self, factor: f64) -> bool {
        self.soft.is_some_and(|soft| self.elapsed().as_secs_f64() >= soft.as_secs_f64() * factor)
    }

    /// Whether the clock decides when to stop (and not a fixed time, depth or number of nodes).
    pub fn is_clock(&self) -> bool {
        self.soft.is_some()
    }

    /// When the search must end, for a timer beside the search.
    pub fn deadline(&self) -> Option<Instant> {
        self.hard.map(|hard| self.start + hard)
    }
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
