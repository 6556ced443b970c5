//! When a card is asked again: the rule that is known as SM-2 (P. A. Woźniak, 1987).

use serde::{Deserialize, Serialize};

/// How a card was answered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Not found: shown, or found only after wrong moves.
    Missed,
    /// Found with hints.
    Helped,
    /// Found at once.
    Found,
}

impl Grade {
    /// The rule's quality of an answer, 0 to 5.
    const fn quality(self) -> f64 {
        match self {
            Grade::Missed => 1.0,
            Grade::Helped => 3.0,
            Grade::Found => 5.0,
        }
    }
}

/// When a card is due, and what is known of how well it sticks.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, Debug)]
pub struct Schedule {
    /// The day on which it is asked, counted from 1970-01-01; 0 for a new one.
    pub due: i64,
    /// Days between the last time and the next.
    pub interval: u32,
    /// How fast intervals grow.
    pub ease: f64,
    /// How often it was found in a row.
    pub streak: u32,
    /// How often it was asked.
    pub asked: u32,
    /// How often it was missed.
    pub missed: u32,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule { due: 0, interval: 0, ease: 2.5, streak: 0, asked: 0, missed: 0 }
    }
}

/// Growth is never slower than this.
const LEAST_EASE: f64 = 1.3;
/// Nobody wants to wait longer for a card: ten years.
const LONGEST: f64 = 3650.0;

impl Schedule {
    /// Whether the card was never asked.
    pub fn is_new(&self) -> bool {
        self.asked == 0
    }

    /// The schedule after an answer on this day.
    pub fn answered(self, grade: Grade, today: i64) -> Schedule {
        let quality = grade.quality();
        let gap = 5.0 - quality;
        let ease = (self.ease + 0.1 - gap * (0.08 + gap * 0.02)).max(LEAST_EASE);
        let asked = self.asked.saturating_add(1);
        if grade == Grade::Missed {
            let missed = self.missed.saturating_add(1);
            return Schedule { due: today + 1, interval: 1, ease, streak: 0, asked, missed };
        }
        let interval = match self.streak {
            0 => 1,
            1 => 6,
            _ => (f64::from(self.interval) * self.ease).round().min(LONGEST) as u32,
        };
        let streak = self.streak.saturating_add(1);
        Schedule { due: today + i64::from(interval), interval, ease, streak, asked, missed: self.missed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_grow_by_the_rule() {
        let mut schedule = Schedule::default();
        let mut today = 100;
        let mut intervals = Vec::new();
        for _ in 0..4 {
            schedule = schedule.answered(Grade::Found, today);
            intervals.push(schedule.interval);
            today = schedule.due;
        }
        // 1, 6, then times the ease as it was: 2.7 and 2.8.
        assert_eq!(intervals, [1, 6, 16, 45]);
        assert_eq!((schedule.streak, schedule.asked, schedule.missed), (4, 4, 0));
    }

    #[test]
    fn what_was_missed_comes_back_tomorrow() {
        let known = Schedule { due: 10, interval: 45, ease: 2.5, streak: 4, asked: 4, missed: 0 };
        let missed = known.answered(Grade::Missed, 10);
        assert_eq!((missed.due, missed.interval, missed.streak, missed.missed), (11, 1, 0, 1));
        assert!((missed.ease - 1.96).abs() < 1e-9);
        let often = (0..20).fold(known, |schedule, day| schedule.answered(Grade::Missed, day));
        assert!((often.ease - LEAST_EASE).abs() < 1e-9);
        let helped = known.answered(Grade::Helped, 10);
        assert!((helped.ease - 2.36).abs() < 1e-9 && helped.interval == 113);
    }
}
