//! Chess clocks.

use std::time::Duration;

use quevedo_engine::PlayerClock;
use quevedo_rules::Color;

use crate::failure::Usage;

/// How much time each player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimeControl {
    base: Duration,
    increment: Duration,
}

/// Reads minutes and seconds for each move: `5+3`, `0.5+0`, `10`.
pub(super) fn parse(text: &str) -> Result<TimeControl, Usage> {
    let wrong = || Usage("expected minutes and seconds for each move, like 5+3".to_owned());
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| (0.0..=1e5).contains(number));
    let (minutes, seconds) = number(minutes).zip(number(seconds)).ok_or_else(wrong)?;
    let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).map_err(|_| wrong());
    let control = TimeControl { base: duration(60.0 * minutes)?, increment: duration(seconds)? };
    if control.base < Duration::from_secs(1) {
        return Err(Usage("a game needs at least a second".to_owned()));
    }
    Ok(control)
}

impl TimeControl {
    /// As PGN writes it: seconds, `300+3`.
    pub(super) fn tag(self) -> String {
        let base = self.base.as_secs_f64();
        if self.increment.is_zero() {
            base.to_string()
        } else {
            format!("{base}+{}", self.increment.as_secs_f64())
        }
    }
}

/// The clocks of both players, none of which runs by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clocks {
    left: [Duration; 2],
    increment: Duration,
}

impl Clocks {
    pub(super) fn new(control: TimeControl) -> Clocks {
        Clocks { left: [control.base; 2], increment: control.increment }
    }

    /// What a player has left.
    pub(super) fn left(&self, color: Color) -> Duration {
        self.left[color.index()]
    }

    /// A player has used this much for a move; `false` if that is more than there was.
    pub(super) fn press(&mut self, color: Color, used: Duration) -> bool {
        let left = &mut self.left[color.index()];
        let in_time = used < *left;
        *left = left.saturating_sub(used) + if in_time { self.increment } else { Duration::ZERO };
        in_time
    }

    /// As the engine is told.
    pub(super) fn for_engine(&self) -> [Option<PlayerClock>; 2] {
        self.left.map(|time| Some(PlayerClock { time, increment: self.increment }))
    }
}

/// A time as clocks show it: `4:59`, `1:02:03`, and tenths when it gets short.
pub(super) fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..20 => format!("0:{:04.1}", time.as_secs_f64()),
        20..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        let control = parse("5+3").expect("a control");
        assert_eq!((control.base, control.increment), (Duration::from_mins(5), Duration::from_secs(3)));
        assert_eq!(control.tag(), "300+3");
        assert_eq!(parse("0.5").expect("a control").tag(), "30");
        for text in ["", "x", "5+", "-1+3", "0+5", "5+3+1", "nan"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_run_down_and_gain() {
        let mut clocks = Clocks::new(parse("1+2").expect("a control"));
        assert!(clocks.press(Color::White, Duration::from_secs(10)));
        assert_eq!(clocks.left(Color::White), Duration::from_secs(52));
        assert_eq!(clocks.left(Color::Black), Duration::from_mins(1));
        assert!(!clocks.press(Color::Black, Duration::from_mins(1)));
        assert_eq!(clocks.left(Color::Black), Duration::ZERO);
    }

    #[test]
    fn times_are_shown_as_on_clocks() {
        let show = |seconds| shown(Duration::from_secs_f64(seconds));
        assert_eq!(
            [show(0.0), show(9.94), show(299.0), show(3723.0)],
            ["0:00.0", "0:09.9", "4:59", "1:02:03"]
        );
    }
}
