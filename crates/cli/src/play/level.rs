//! How the engine and the clocks are set, as users write it.

use std::time::Duration;

use quevedo_clock::{Allotment, TimeControl};
use quevedo_value::MAX_PLY;

use crate::failure::Usage;
use crate::thinking;

/// Reads what the engine may use for each of its moves: `depth=6`, `nodes=10000` or `time=0.5`.
pub(super) fn parse(text: &str) -> Result<TimeControl, Usage> {
    let wrong = || Usage("expected depth=N, nodes=N or time=SECONDS".to_owned());
    let (name, number) = text.split_once('=').ok_or_else(wrong)?;
    let number = number.trim();
    let mut level = TimeControl::default();
    match name.trim() {
        "depth" => level.depth = number.parse().ok().filter(|depth| (1..MAX_PLY as u32).contains(depth)),
        "nodes" => level.nodes = number.parse().ok().filter(|&nodes| nodes > 0),
        "time" => level.move_time = Some(thinking::seconds(number)?),
        _ => {}
    }
    if level.is_unlimited() { Err(wrong()) } else { Ok(level) }
}

/// Reads minutes, and seconds for each move: `5+3`, `0.5+0`, `10`.
pub(super) fn parse_clock(text: &str) -> Result<Allotment, Usage> {
    let wrong = || Usage("expected minutes and seconds for each move, like 5+3".to_owned());
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| (0.0..=1e5).contains(number));
    let (minutes, seconds) = number(minutes).zip(number(seconds)).ok_or_else(wrong)?;
    let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).map_err(|_| wrong());
    let (time, increment) = (duration(60.0 * minutes)?, duration(seconds)?);
    if time < Duration::from_secs(1) {
        return Err(Usage("a game needs at least a second".to_owned()));
    }
    Ok(Allotment { moves: None, time, increment })
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
    fn levels_are_read() {
        let level = |text| parse(text).expect("a level");
        assert_eq!(level("depth=6").depth, Some(6));
        assert_eq!(level("nodes = 1000").nodes, Some(1000));
        assert_eq!(level("time=0.5").move_time, Some(Duration::from_millis(500)));
        for text in ["", "6", "depth=0", "depth=x", "nodes=0", "time=0", "elo=2000", "depth=999"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_are_read() {
        let clock = parse_clock("5+3").expect("a clock");
        assert_eq!((clock.time, clock.increment), (Duration::from_mins(5), Duration::from_secs(3)));
        assert_eq!(clock.to_string(), "300+3");
        assert_eq!(parse_clock("0.5").expect("a clock").to_string(), "30");
        for text in ["", "x", "5+", "-1+3", "0+5", "5+3+1", "nan"] {
            assert!(parse_clock(text).is_err(), "{text}");
        }
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
