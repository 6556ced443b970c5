//! Time controls, and what they leave for one move.

use core::time::Duration;

use quevedo_engine::{Limits, PlayerClock};
use quevedo_rules::Color;
use quevedo_value::Depth;

/// How thinking time is given out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Pace {
    /// So many moves (or the whole game, if none) in a time, and more for each move.
    Level { moves: u32, base: Duration, increment: Duration },
    /// The same time for every move.
    PerMove(Duration),
}

/// Everything that limits the engine's thinking.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TimeControl {
    pub(super) pace: Pace,
    /// The engine's clock, if it has been told.
    pub(super) own: Option<Duration>,
    /// The opponent's clock, if it has been told.
    pub(super) opponents: Option<Duration>,
    pub(super) depth: Option<Depth>,
    /// Nodes that count as a second; time if zero.
    pub(super) node_rate: u64,
}

impl Default for TimeControl {
    /// `XBoard`'s own default: 40 moves in 5 minutes.
    fn default() -> TimeControl {
        let pace = Pace::Level { moves: 40, base: Duration::from_mins(5), increment: Duration::ZERO };
        TimeControl { pace, own: None, opponents: None, depth: None, node_rate: 0 }
    }
}

/// How many more moves are expected of a game where the time control does not say.
const EXPECTED_MOVES: u32 = 30;

impl TimeControl {
    /// Changes the pace; both clocks start anew.
    pub(super) fn set_pace(&mut self, pace: Pace) {
        *self = TimeControl { pace, own: None, opponents: None, ..*self };
    }

    /// What the engine's clock shows, if clocks count at all.
    pub(super) fn own_clock(&self) -> Option<Duration> {
        match self.pace {
            Pace::Level { base, .. } => Some(self.own.unwrap_or(base)),
            Pace::PerMove(_) => None,
        }
    }

    /// Takes a move that the engine has made off its clock, until the clock is told again. The
    /// search may have gone on for a while after its last report, hence half as much again.
    pub(super) fn spend(&mut self, reported: Duration, moves_made: u32) {
        if let Pace::Level { moves, base, increment } = self.pace {
            let left = self.own.unwrap_or(base).saturating_sub(reported.saturating_add(reported / 2));
            let control = if moves > 0 && moves_made.is_multiple_of(moves) { base } else { Duration::ZERO };
            self.own = Some(left.saturating_add(increment).saturating_add(control));
        }
    }

    /// The limits of the next search for `us`, who has made so many moves.
    pub(super) fn limits(&self, us: Color, moves_made: u32) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match self.pace {
            Pace::PerMove(time) => limits.move_time = Some(time),
            Pace::Level { moves, base, increment } => {
                let clock = |told: Option<Duration>| PlayerClock { time: told.unwrap_or(base), increment };
                limits.clocks[us.index()] = Some(clock(self.own));
                limits.clocks[(!us).index()] = Some(clock(self.opponents));
                limits.moves_to_go = (moves > 0).then(|| moves - moves_made % moves);
            }
        }
        if self.node_rate > 0 {
            self.count_nodes(&mut limits, us);
        }
        limits
    }

    /// Turns a limit of time into one of nodes.
    fn count_nodes(&self, limits: &mut Limits, us: Color) {
        let share = |clock: PlayerClock| {
            clock.time / limits.moves_to_go.unwrap_or(EXPECTED_MOVES).max(1) + clock.increment
        };
        let time = limits.move_time.or(limits.clocks[us.index()].map(share)).unwrap_or_default();
        let nodes = time.as_millis() * u128::from(self.node_rate) / 1000;
        limits.nodes = Some(u64::try_from(nodes).unwrap_or(u64::MAX).max(1));
        limits.move_time = None;
        limits.clocks = [None; 2];
        limits.moves_to_go = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(moves: u32, base: u64, increment: u64) -> TimeControl {
        let (base, increment) = (Duration::from_secs(base), Duration::from_secs(increment));
        TimeControl { pace: Pace::Level { moves, base, increment }, ..TimeControl::default() }
    }

    #[test]
    fn clocks_belong_to_engine_and_opponent_whatever_their_colours() {
        let mut control = level(0, 60, 2);
        control.own = Some(Duration::from_secs(10));
        for us in Color::ALL {
            let go = control.limits(us, 5);
            let seconds = |color: Color| go.clocks[color.index()].map(|clock| clock.time.as_secs());
            assert_eq!((seconds(us), seconds(!us)), (Some(10), Some(60)));
            assert_eq!(go.moves_to_go, None);
        }
    }

    #[test]
    fn moves_to_the_control_count_down_and_start_again() {
        let control = level(40, 300, 0);
        let to_go = |made| control.limits(Color::White, made).moves_to_go;
        assert_eq!([to_go(0), to_go(39), to_go(40)], [Some(40), Some(1), Some(40)]);
    }

    #[test]
    fn the_clock_runs_down_until_it_is_told() {
        let mut control = level(2, 100, 1);
        control.spend(Duration::from_secs(10), 1);
        assert_eq!(control.own_clock(), Some(Duration::from_secs(86)));
        control.spend(Duration::from_secs(10), 2);
        assert_eq!(control.own_clock(), Some(Duration::from_secs(172)));
        control.spend(Duration::from_secs(1000), 3);
        assert_eq!(control.own_clock(), Some(Duration::from_secs(1)));
    }

    #[test]
    fn nodes_can_stand_for_time() {
        let mut control = TimeControl { node_rate: 1000, ..TimeControl::default() };
        control.set_pace(Pace::PerMove(Duration::from_millis(2500)));
        let go = control.limits(Color::Black, 0);
        assert_eq!((go.nodes, go.move_time), (Some(2500), None));
        control.set_pace(Pace::Level { moves: 0, base: Duration::from_mins(1), increment: Duration::ZERO });
        assert_eq!(control.limits(Color::Black, 0).nodes, Some(2000));
    }
}
