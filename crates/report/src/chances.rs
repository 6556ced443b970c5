//! The chances of White.

use core::fmt;

use quevedo_rules::Color;
use quevedo_value::Wdl;
use serde::{Deserialize, Serialize};

/// The chances of White in thousandths; they add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Chances {
    /// That White wins.
    pub win: u16,
    /// That nobody does.
    pub draw: u16,
    /// That Black wins.
    pub loss: u16,
}

impl Chances {
    /// White's side of the chances of the side to move.
    pub fn of(wdl: Wdl, turn: Color) -> Chances {
        let Wdl { win, draw, loss } = wdl;
        match turn {
            Color::White => Chances { win, draw, loss },
            Color::Black => Chances { win: loss, draw, loss: win },
        }
    }
}

impl fmt::Display for Chances {
    /// Per cent: ` 31  58  11 %`. They add up to 100.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |thousandths: u16| (thousandths + 5) / 10;
        let (win, loss) = (percent(self.win), percent(self.loss));
        write!(f, "{win:>3} {:>3} {loss:>3} %", 100u16.saturating_sub(win + loss))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn per_cents_add_up() {
        let show = |win, draw, loss| Chances { win, draw, loss }.to_string();
        assert_eq!(show(15, 970, 15), "  2  96   2 %");
        assert_eq!(show(0, 1000, 0), "  0 100   0 %");
        assert_eq!(show(1000, 0, 0), "100   0   0 %");
    }
}
