//! What a table says about a position, and how the values of moves become the value of a position.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use quevedo_rules::{Board, Move, Piece};

/// Plies without capture or pawn move after which a draw can be claimed.
pub(crate) const FIFTY_MOVES: u16 = 100;

/// The value of a position for the side to move, with the distance in plies. What the distance leads
/// to (mate, a conversion, the next capture or pawn move) depends on the [`Metric`].
///
/// Values are ordered as the side to move likes them: a quick win is best, a quick loss worst.
///
/// ```
/// use quevedo_tables::Value;
///
/// assert!(Value::Win(1) > Value::Win(3) && Value::Win(255) > Value::Draw);
/// assert!(Value::Draw > Value::Loss(90) && Value::Loss(90) > Value::Loss(0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The side to move loses in so many plies; 0 if it is mated.
    Loss(u16),
    /// Neither side can win.
    Draw,
    /// The side to move wins in so many plies.
    Win(u16),
}

impl Value {
    /// A number that grows as the value gets better for the side to move.
    fn rank(self) -> i32 {
        match self {
            Value::Loss(plies) => i32::from(plies) - 0x10000,
            Value::Draw => 0,
            Value::Win(plies) => 0x10000 - i32::from(plies),
        }
    }

    /// The distance in moves of the side that wins; `None` for a draw.
    ///
    /// A mate in one is one move, and so is being mated after one's own next move.
    pub fn moves(self) -> Option<u16> {
        match self {
            Value::Draw => None,
            Value::Win(plies) | Value::Loss(plies) => Some(plies.div_ceil(2)),
        }
    }

    /// The distance in plies; `None` for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Draw => None,
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
        }
    }

    /// Who wins, without the distance and without the fifty-move rule.
    pub fn outcome(self) -> Wdl {
        match self {
            Value::Loss(_) => Wdl::Loss,
            Value::Draw => Wdl::Draw,
            Value::Win(_) => Wdl::Win,
        }
    }

    /// Who wins under the fifty-move rule, for a value that counts to the next capture or pawn move, the
    /// last one having just been played.
    pub fn outcome_under_fifty_moves(self) -> Wdl {
        self.outcome_with_clock(0)
    }

    /// The same when so many plies have been played since the last capture or pawn move.
    pub fn outcome_with_clock(self, halfmove_clock: u16) -> Wdl {
        let is_late = |plies: u16| plies.saturating_add(halfmove_clock) > FIFTY_MOVES;
        match self {
            Value::Loss(plies) if is_late(plies) => Wdl::BlessedLoss,
            Value::Win(plies) if is_late(plies) => Wdl::CursedWin,
            other => other.outcome(),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Who wins, from the side to move, with the two shades that the fifty-move rule adds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// It would lose, but the fifty-move rule saves it.
    BlessedLoss,
    /// Neither side can win.
    Draw,
    /// It would win, but the fifty-move rule saves the other side.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The same outcome from the other side.
    pub fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// What kind of step a move is, as far as distances care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Neither a capture nor a pawn move.
    Quiet,
    /// A pawn move within the same material.
    Push,
    /// A capture or promotion: another ending begins.
    Conversion,
}

impl Step {
    /// The kind of a legal move.
    pub fn of(board: &Board, mv: Move) -> Step {
        if mv.is_capture() || mv.is_promotion() {
            Step::Conversion
        } else if board.piece_at(mv.from()) == Some(Piece::Pawn) {
            Step::Push
        } else {
            Step::Quiet
        }
    }
}

/// What a table's distances lead to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// Distance to mate (DTM).
    Mate,
    /// Distance to mate or to another, won ending (DTC).
    Conversion,
    /// Distance to mate or to the next capture or pawn move that keeps the win (DTZ). Distances above
    /// 100 plies mean a win that the fifty-move rule takes away.
    Zeroing,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 3] = [Metric::Mate, Metric::Conversion, Metric::Zeroing];

    /// The usual short name: `dtm`, `dtc` or `dtz`.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Mate => "dtm",
            Metric::Conversion => "dtc",
            Metric::Zeroing => "dtz",
        }
    }

    /// What a move is worth that leads to a position of value `after`, as the opponent sees it.
    #[inline]
    pub fn before(self, after: Value, step: Step) -> Value {
        let is_reset = match self {
            Metric::Mate => false,
            Metric::Conversion => step == Step::Conversion,
            Metric::Zeroing => step != Step::Quiet,
        };
        let distance = |plies: u16| match (is_reset, self) {
            (false, _) => plies.saturating_add(1),
            // What is saved by the fifty-move rule later is saved by it now.
            (true, Metric::Zeroing) if plies > FIFTY_MOVES => FIFTY_MOVES + 1,
            (true, _) => 1,
        };
        match after {
            Value::Loss(plies) => Value::Win(distance(plies)),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(distance(plies)),
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no metric.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no metric; expected dtm, dtc or dtz")]
pub struct UnknownMetric(String);

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(text: &str) -> Result<Metric, UnknownMetric> {
        let found = Metric::ALL.into_iter().find(|metric| metric.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownMetric(text.chars().take(20).collect()))
    }
}

/// A value in 16 bits that keep its order; what the generator and the files work with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Packed(pub(crate) u16);

impl Packed {
    const DRAW: u16 = 0x8000;

    pub(crate) const fn new(value: Value) -> Packed {
        match value {
            // No ending of a few men is anywhere near these limits.
            Value::Loss(plies) => Packed(if plies < Packed::DRAW { plies } else { Packed::DRAW - 1 }),
            Value::Draw => Packed(Packed::DRAW),
            Value::Win(plies) => Packed(u16::MAX - if plies < 0x7fff { plies } else { 0x7ffe }),
        }
    }

    #[inline]
    pub(crate) const fn value(self) -> Value {
        match self.0 {
            ..Packed::DRAW => Value::Loss(self.0),
            Packed::DRAW => Value::Draw,
            _ => Value::Win(u16::MAX - self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_values_and_their_order() {
        let mut values: Vec<Value> = (0..400).map(Value::Loss).collect();
        values.push(Value::Draw);
        values.extend((0..400).rev().map(Value::Win));
        assert!(values.is_sorted());
        assert!(values.iter().map(|&value| Packed::new(value)).is_sorted());
        assert!(values.iter().all(|&value| Packed::new(value).value() == value));
    }

    #[test]
    fn metrics_count_to_different_things() {
        let lost = Value::Loss(20);
        assert_eq!(Metric::Mate.before(lost, Step::Conversion), Value::Win(21));
        assert_eq!(Metric::Conversion.before(lost, Step::Conversion), Value::Win(1));
        assert_eq!(Metric::Conversion.before(lost, Step::Push), Value::Win(21));
        assert_eq!(Metric::Zeroing.before(lost, Step::Push), Value::Win(1));
        assert_eq!(Metric::Zeroing.before(lost, Step::Quiet), Value::Win(21));
        assert_eq!(Metric::Zeroing.before(Value::Win(103), Step::Conversion), Value::Loss(101));
        assert_eq!(Metric::Zeroing.before(Value::Draw, Step::Conversion), Value::Draw);
        assert_eq!(Value::Loss(101).outcome_under_fifty_moves(), Wdl::BlessedLoss);
        assert_eq!(Value::Win(100).outcome_under_fifty_moves(), Wdl::Win);
        assert_eq!(Value::Win(20).outcome_with_clock(80), Wdl::Win);
        assert_eq!(Value::Win(20).outcome_with_clock(81), Wdl::CursedWin);
    }

    #[test]
    fn metrics_have_names() {
        for metric in Metric::ALL {
            assert_eq!(metric.name().parse(), Ok(metric));
        }
        assert_eq!(
            "dtx".parse::<Metric>().map_err(|error| error.to_string()),
            Err("\"dtx\" is no metric; expected dtm, dtc or dtz".to_owned())
        );
    }
}
