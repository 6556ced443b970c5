//! The colours of the board.
//!
//! Both sides' men are drawn with the filled symbols, white and black, so both tones of squares
//! lie between: neither white nor black disappears on either.

use anstyle::{Ansi256Color, Color, Effects, RgbColor, Style};

/// What a square is, besides light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Nothing,
    /// The last move left or reached it.
    LastMove,
    /// A king in check stands on it.
    Check,
}

/// The tones that a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Palette {
    /// 24 bits.
    True,
    /// The 256 colours that every terminal knows.
    Indexed,
}

impl Palette {
    /// What this terminal can show, by what it says.
    pub(super) fn of_terminal() -> Palette {
        match std::env::var("COLORTERM").as_deref() {
            Ok("truecolor" | "24bit") => Palette::True,
            _ => Palette::Indexed,
        }
    }

    /// The colours of a square and of a man on it.
    pub(super) fn square(self, is_light: bool, mark: Mark, man_is_white: bool) -> Style {
        let (rgb, index) = match (mark, is_light) {
            (Mark::Nothing, true) => (0x00b5_8d63, 137),
            (Mark::Nothing, false) => (0x007d_5436, 94),
            (Mark::LastMove, true) => (0x00a9_a243, 107),
            (Mark::LastMove, false) => (0x007f_7a2a, 100),
            (Mark::Check, _) => (0x00b8_453a, 131),
        };
        let man = if man_is_white { (0x00ff_ffff, 231) } else { (0x0000_0000, 16) };
        Style::new().bg_color(Some(self.tone(rgb, index))).fg_color(Some(self.tone(man.0, man.1)))
    }

    fn tone(self, rgb: u32, index: u8) -> Color {
        let [_, red, green, blue] = rgb.to_be_bytes();
        match self {
            Palette::True => Color::Rgb(RgbColor(red, green, blue)),
            Palette::Indexed => Color::Ansi256(Ansi256Color(index)),
        }
    }
}

/// The names of ranks and files.
pub(super) fn label() -> Style {
    Style::new().effects(Effects::DIMMED)
}
