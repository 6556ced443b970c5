//! Values in words.

use quevedo_rules::{Color, FIFTY_MOVES};
use quevedo_tables::{Metric, Value, Wdl};
use serde::Serialize;

/// A value as JSON has it.
#[derive(Serialize, Clone, Debug)]
pub(super) struct ValueJson {
    /// `win`, `draw` or `loss`, from the side to move; with dtz also `cursed_win` and `blessed_loss`.
    pub(super) outcome: &'static str,
    pub(super) plies: Option<u16>,
    pub(super) moves: Option<u16>,
}

impl ValueJson {
    pub(super) fn new(value: Value, metric: Metric) -> ValueJson {
        let outcome = match outcome(value, metric) {
            Wdl::Loss => "loss",
            Wdl::BlessedLoss => "blessed_loss",
            Wdl::Draw => "draw",
            Wdl::CursedWin => "cursed_win",
            Wdl::Win => "win",
        };
        ValueJson { outcome, plies: value.plies(), moves: value.moves() }
    }
}

fn outcome(value: Value, metric: Metric) -> Wdl {
    match metric {
        Metric::Zeroing => value.outcome_under_fifty_moves(),
        _ => value.outcome(),
    }
}

/// What a position is worth: `White wins: mate in 23 moves`.
pub(super) fn of_position(value: Value, metric: Metric, turn: Color) -> String {
    let (winner, plies) = match value {
        Value::Draw => return "drawn with best play".to_owned(),
        Value::Loss(0) => return format!("{turn} is mated"),
        Value::Win(plies) => (turn, plies),
        Value::Loss(plies) => (!turn, plies),
    };
    format!("{winner} wins: {}", distance(plies, metric))
}

/// What a move is worth to the side that plays it: `wins, mate in 23 moves`.
pub(super) fn of_move(value: Value, metric: Metric) -> String {
    match value {
        Value::Draw => "draws".to_owned(),
        Value::Win(plies) => format!("wins, {}", distance(plies, metric)),
        Value::Loss(plies) => format!("loses, {}", distance(plies, metric)),
    }
}

fn distance(plies: u16, metric: Metric) -> String {
    let moves = plies.div_ceil(2);
    let unit = if moves == 1 { "move" } else { "moves" };
    match metric {
        Metric::Mate => format!("mate in {moves} {unit}"),
        Metric::Conversion => format!("mate or another won ending in {moves} {unit}"),
        Metric::Zeroing if plies > FIFTY_MOVES => {
            format!("but only after the fifty-move rule allows a draw ({plies} plies)")
        }
        Metric::Zeroing => format!("mate, capture or pawn move within {plies} plies"),
    }
}

/// A number with the digits in groups: `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_well() {
        let white = |value, metric| of_position(value, metric, Color::White);
        assert_eq!(white(Value::Win(1), Metric::Mate), "White wins: mate in 1 move");
        assert_eq!(white(Value::Loss(20), Metric::Mate), "Black wins: mate in 10 moves");
        assert_eq!(white(Value::Loss(0), Metric::Mate), "White is mated");
        assert_eq!(white(Value::Draw, Metric::Zeroing), "drawn with best play");
        assert_eq!(
            of_move(Value::Win(5), Metric::Zeroing),
            "wins, mate, capture or pawn move within 5 plies"
        );
        assert_eq!(
            of_move(Value::Loss(120), Metric::Zeroing),
            "loses, but only after the fifty-move rule allows a draw (120 plies)"
        );
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!([0, 12, 999, 1000, 1_234_567].map(grouped), ["0", "12", "999", "1,000", "1,234,567"]);
    }
}
