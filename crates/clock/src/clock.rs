//! A player's clock during a game.

use core::time::Duration;

use crate::TimeControl;

/// What is left of a player's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// How much longer than allowed a move may take, for what the system costs.
    margin: Duration,
    left: Duration,
    moves_to_go: Option<u32>,
}

/// A move that took too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overstepped {
    /// What the move took.
    pub elapsed: Duration,
    /// What it might have taken, without the margin.
    pub allowed: Duration,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl, margin: Duration) -> Clock {
        let left = control.clock.map_or(Duration::ZERO, |clock| clock.time);
        let moves_to_go = control.clock.and_then(|clock| clock.moves).map(Into::into);
        // The increment of the first move is there from the start, as in over-the-board chess.
        let left = match control.clock {
            Some(clock) if clock.time.is_zero() => left + clock.increment,
            _ => left,
        };
        Clock { control, margin, left, moves_to_go }
    }

    /// The limits that the clock was set to.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The time left; `None` if no clock runs.
    pub fn left(&self) -> Option<Duration> {
        self.control.clock.map(|_| self.left)
    }

    /// Moves until the clock is wound up again.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// The longest that the next move may take, without the margin; `None` if time is no limit.
    pub fn allowed(&self) -> Option<Duration> {
        match (self.left(), self.control.move_time) {
            (Some(left), Some(fixed)) => Some(left.min(fixed)),
            (left, fixed) => left.or(fixed),
        }
    }

    /// The longest that a referee waits for the next move; `None` if time is no limit.
    pub fn deadline(&self) -> Option<Duration> {
        self.allowed().map(|allowed| allowed + self.margin)
    }

    /// Notes that a move took so long.
    ///
    /// # Errors
    /// If that was too long.
    pub fn spend(&mut self, elapsed: Duration) -> Result<(), Overstepped> {
        if let Some(allowed) = self.allowed()
            && elapsed > allowed + self.margin
        {
            return Err(Overstepped { elapsed, allowed });
        }
        if let Some(clock) = self.control.clock {
            self.left = self.left.saturating_sub(elapsed) + clock.increment;
            if let Some(moves) = &mut self.moves_to_go {
                *moves -= 1;
                if *moves == 0 {
                    *moves = clock.moves.map_or(0, Into::into);
                    self.left += clock.time;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clock(text: &str) -> Clock {
        let clock = Some(text.parse().expect("a time control"));
        Clock::new(TimeControl { clock, ..TimeControl::default() }, ms(20))
    }

    #[test]
    fn time_is_spent_and_added() {
        let mut clock = clock("1+0.1");
        assert_eq!(clock.spend(ms(400)), Ok(()));
        assert_eq!(clock.left(), Some(ms(700)));
        assert_eq!(clock.spend(ms(715)), Ok(()), "within the margin");
        assert_eq!(clock.left(), Some(ms(100)));
        assert_eq!(clock.spend(ms(121)), Err(Overstepped { elapsed: ms(121), allowed: ms(100) }));
    }

    #[test]
    fn clocks_are_wound_up_again() {
        let mut clock = clock("2/1");
        for _ in 0..2 {
            assert_eq!(clock.moves_to_go(), Some(2));
            assert_eq!(clock.spend(ms(500)), Ok(()));
            assert_eq!(clock.moves_to_go(), Some(1));
            assert_eq!(clock.spend(ms(500)), Ok(()));
            assert_eq!(clock.left(), Some(ms(1000)));
        }
    }

    #[test]
    fn fixed_times_and_no_times() {
        let fixed = TimeControl { move_time: Some(ms(100)), ..TimeControl::default() };
        let mut clock = Clock::new(fixed, ms(20));
        assert_eq!(clock.left(), None);
        assert!(clock.spend(ms(120)).is_ok() && clock.spend(ms(121)).is_err());
        let nodes = TimeControl { nodes: Some(1000), ..TimeControl::default() };
        let mut clock = Clock::new(nodes, ms(20));
        assert_eq!(clock.deadline(), None);
        assert!(clock.spend(ms(100_000)).is_ok());
    }

    #[test]
    fn a_clock_of_increments_only_starts_with_one() {
        assert_eq!(clock("0+1").left(), Some(ms(1000)));
    }
}
