//! The commands that programs put in comments: `[%eval 0.36]`, `[%clk 0:15:28]`.

use core::fmt;
use core::time::Duration;

use quevedo_rules::Square;
use quevedo_value::Verdict;

/// A verdict on a position, from White's side: `[%eval 0.36]`, `[%eval #-2]`, `[%eval 0.36,20]`.
///
/// ```
/// use quevedo_games::Eval;
/// use quevedo_value::Verdict;
///
/// let eval = Eval::parse("-0.5,20").expect("pawns and a depth");
/// assert_eq!(eval, Eval { score: Verdict::Centipawns(-50), depth: Some(20) });
/// assert_eq!(eval.to_string(), "-0.5,20");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Eval {
    /// How good the position is for White.
    pub score: Verdict,
    /// How deep it was searched, if that is known.
    pub depth: Option<u32>,
}

impl Eval {
    /// Reads what stands between `[%eval` and `]`.
    pub fn parse(text: &str) -> Option<Eval> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(depth.trim().parse().ok()?)),
            None => (text, None),
        };
        let score = score.trim();
        let score = match score.strip_prefix('#') {
            Some(moves) => Verdict::Mate(moves.parse().ok()?),
            None => Verdict::Centipawns(hundredths(score)?),
        };
        Some(Eval { score, depth })
    }
}

/// A decimal number times a hundred, rounded, without the doubts of floating point.
fn hundredths(text: &str) -> Option<i32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + part.len() == 0 || !all_digits(whole) || !all_digits(part) {
        return None;
    }
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let digit = |place: usize| part.as_bytes().get(place).map_or(0, |byte| i32::from(byte - b'0'));
    let part = digit(0) * 10 + digit(1) + i32::from(digit(2) >= 5);
    let value = whole.checked_mul(100)?.checked_add(part)?;
    Some(if negative { -value } else { value })
}

impl fmt::Display for Eval {
    /// As Lichess writes it: at least one decimal, no second one that is zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Verdict::Mate(moves) => write!(f, "#{moves}")?,
            score => {
                let value = score.centipawns();
                let (whole, part) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
                let sign = if value < 0 { "-" } else { "" };
                if part % 10 == 0 {
                    write!(f, "{sign}{whole}.{}", part / 10)?;
                } else {
                    write!(f, "{sign}{whole}.{part:02}")?;
                }
            }
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

/// Reads a time: `0:15:28`, `15:28`, `28`, each with decimals of a second if need be.
pub fn parse_clock(text: &str) -> Option<Duration> {
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let mut seconds: u64 = 0;
    for (place, field) in whole.split(':').enumerate() {
        if place > 2 || field.is_empty() || !field.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(field.parse().ok()?)?;
    }
    let mut millis = 0;
    for place in 0..3 {
        let digit = part.as_bytes().get(place).copied().unwrap_or(b'0');
        millis = millis * 10 + u64::from(char::from(digit).to_digit(10)?);
    }
    if !part.bytes().all(|byte| byte.is_ascii_digit()) || seconds > u64::from(u32::MAX) {
        return None;
    }
    Some(Duration::from_millis(seconds * 1000 + millis))
}

/// Writes a time as clocks do: `0:15:28`, with decimals only where there are any.
///
/// # Errors
/// If the writer fails.
pub fn write_clock(out: &mut impl fmt::Write, time: Duration) -> fmt::Result {
    let seconds = time.as_secs();
    write!(out, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
    match time.subsec_millis() {
        0 => Ok(()),
        millis if millis % 100 == 0 => write!(out, ".{}", millis / 100),
        millis if millis % 10 == 0 => write!(out, ".{:02}", millis / 10),
        millis => write!(out, ".{millis:03}"),
    }
}

/// The colour of an arrow or a marked square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Paint {
    Green,
    Red,
    Yellow,
    Blue,
}

impl Paint {
    /// The letter that `[%cal]` and `[%csl]` use.
    pub const fn char(self) -> char {
        match self {
            Paint::Green => 'G',
            Paint::Red => 'R',
            Paint::Yellow => 'Y',
            Paint::Blue => 'B',
        }
    }

    /// The colour that a letter stands for.
    pub const fn from_char(letter: char) -> Option<Paint> {
        Some(match letter {
            'G' => Paint::Green,
            'R' => Paint::Red,
            'Y' => Paint::Yellow,
            'B' => Paint::Blue,
            _ => return None,
        })
    }
}

/// An arrow on the board: `Gd2d4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// Its colour.
    pub paint: Paint,
    /// Where it starts.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

/// A marked square: `Rd5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// Its colour.
    pub paint: Paint,
    /// The square.
    pub square: Square,
}

/// Splits `Gd2d4,Re4e5` into paints and squares' names; `None` if any item is odd.
fn painted<T>(text: &str, read: impl Fn(Paint, &str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',')
        .map(|item| {
            let mut letters = item.trim().chars();
            let paint = Paint::from_char(letters.next()?)?;
            read(paint, letters.as_str())
        })
        .collect()
}

/// Reads what stands between `[%cal` and `]`.
pub(crate) fn parse_arrows(text: &str) -> Option<Vec<Arrow>> {
    painted(text, |paint, squares| {
        let (from, to) = squares.split_at_checked(2)?;
        Some(Arrow { paint, from: from.parse().ok()?, to: to.parse().ok()? })
    })
}

/// Reads what stands between `[%csl` and `]`.
pub(crate) fn parse_marks(text: &str) -> Option<Vec<Mark>> {
    painted(text, |paint, square| Some(Mark { paint, square: square.parse().ok()? }))
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.paint.char(), self.from, self.to)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.paint.char(), self.square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_read_as_lichess_writes_them() {
        for text in ["0.0", "0.36", "-0.5", "12.3", "#3", "#-2", "0.08", "-0.02,20", "#1,7", "153.07"] {
            assert_eq!(Eval::parse(text).expect(text).to_string(), text);
        }
        for (text, canonical) in
            [("+1.00", "1.0"), ("3", "3.0"), (".5", "0.5"), ("0.365", "0.37"), ("-0.001", "0.0")]
        {
            assert_eq!(Eval::parse(text).expect(text).to_string(), canonical);
        }
        for bad in ["", "-", ".", "one", "0.3.4", "#", "#x", "0.3,", "0.3,x", "99999999999", "--1", "1e5"] {
            assert_eq!(Eval::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn clocks_read_as_they_are_written() {
        let written = |time| {
            let mut text = String::new();
            write_clock(&mut text, time).expect("strings take everything");
            text
        };
        for text in ["0:15:28", "1:00:00", "0:00:00.5", "0:00:07.25", "100:59:59.999"] {
            assert_eq!(written(parse_clock(text).expect(text)), text);
        }
        assert_eq!(written(parse_clock("15:28").expect("a time")), "0:15:28");
        assert_eq!(written(parse_clock("95").expect("a time")), "0:01:35");
        for bad in ["", ":", "1:", "1:2:3:4", "-1:00", "0:00:0x", "1.2x", "1.234x", "99999999999999999999"] {
            assert_eq!(parse_clock(bad), None, "{bad}");
        }
    }

    #[test]
    fn arrows_and_marks() {
        let arrows = parse_arrows("Gd2d4,Re4e5").expect("two arrows");
        assert_eq!(arrows[1], Arrow { paint: Paint::Red, from: Square::E4, to: Square::E5 });
        assert_eq!(arrows[0].to_string(), "Gd2d4");
        assert_eq!(parse_marks("Yd5").expect("a mark")[0].to_string(), "Yd5");
        for bad in ["", "Gd2", "Xd2d4", "Gd2d9", "Gd2d4,", "Gé4"] {
            assert_eq!(parse_arrows(bad), None, "{bad}");
        }
        assert_eq!(parse_marks("Gé"), None);
    }
}
