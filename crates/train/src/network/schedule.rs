//! Quantities that change while training goes on.

use serde::{Deserialize, Serialize};

/// The way from the first value to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Course {
    /// Evenly.
    Linear,
    /// Along half a cosine: slowly at first and at the end.
    Cosine,
    /// In ten stairs, each lower by the same factor.
    Steps,
}

/// A quantity that changes on its way from the first step to the last.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// The value at the beginning, after the warm-up.
    pub first: f32,
    /// The value at the end.
    pub last: f32,
    /// How it gets there.
    pub course: Course,
    /// So many steps it rises evenly from next to nothing to the first value; at most a tenth of all.
    pub warm_up: u64,
}

/// The stairs of [`Course::Steps`].
const STAIRS: f32 = 10.0;

impl Schedule {
    /// Evenly from one value to the other.
    pub fn linear(first: f32, last: f32) -> Schedule {
        Schedule { first, last, course: Course::Linear, warm_up: 0 }
    }

    /// The value for a step, from 0 to below `steps`.
    pub fn at(&self, step: u64, steps: u64) -> f32 {
        // A short training does not spend itself on warming up.
        let warm_up = self.warm_up.min(steps / 10);
        if step < warm_up {
            return self.first * (step + 1) as f32 / (warm_up + 1) as f32;
        }
        let way = (steps - warm_up).saturating_sub(1).max(1);
        let done = ((step - warm_up) as f32 / way as f32).min(1.0);
        let (first, last) = (self.first, self.last);
        match self.course {
            Course::Linear => first + (last - first) * done,
            Course::Cosine => {
                let left = 0.5 * (1.0 + libm::cosf(core::f32::consts::PI * done));
                last + (first - last) * left
            }
            Course::Steps => {
                let stair = (done * STAIRS).floor().min(STAIRS - 1.0) / (STAIRS - 1.0);
                first * libm::powf(last / first, stair)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(found: f32, expected: f32) -> bool {
        (found - expected).abs() <= expected.abs() * 1e-4 + 1e-9
    }

    #[test]
    fn all_courses_go_from_the_first_value_to_the_last() {
        for course in [Course::Linear, Course::Cosine, Course::Steps] {
            let schedule = Schedule { first: 1e-3, last: 1e-5, course, warm_up: 10 };
            assert!(is_near(schedule.at(10, 1000), 1e-3), "{course:?}");
            assert!(is_near(schedule.at(999, 1000), 1e-5), "{course:?}");
            let values: Vec<f32> = (10..1000).map(|step| schedule.at(step, 1000)).collect();
            assert!(values.is_sorted_by(|one, next| one >= next), "{course:?}");
            let rising: Vec<f32> = (0..=10).map(|step| schedule.at(step, 1000)).collect();
            assert!(rising[0] > 0.0 && rising.is_sorted(), "{course:?}");
        }
    }

    #[test]
    fn the_courses_differ_in_between() {
        let at = |course, step| Schedule { first: 1.0, last: 0.01, course, warm_up: 0 }.at(step, 1001);
        assert!(is_near(at(Course::Linear, 500), 0.505));
        assert!(is_near(at(Course::Cosine, 500), 0.505));
        assert!(at(Course::Cosine, 250) > 0.85 && at(Course::Linear, 250) < 0.76);
        assert!(is_near(at(Course::Steps, 99), 1.0) && is_near(at(Course::Steps, 100), 0.599_484));
    }

    #[test]
    fn odd_lengths_do_no_harm() {
        let schedule = Schedule { first: 1.0, last: 0.5, course: Course::Cosine, warm_up: 5 };
        for steps in 0..8 {
            assert!((0..10).all(|step| (0.0..=1.0).contains(&schedule.at(step, steps))));
        }
    }
}
