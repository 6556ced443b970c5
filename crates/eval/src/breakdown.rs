//! An evaluation in words and numbers: what each term gave to each side.

use core::fmt;

use quevedo_rules::Board;

use crate::classical::terms::{ENTRIES, Group, TERMS, TermInfo};
use crate::classical::{Classical, PHASES, Pair, Sums, Trace};
use crate::endings::FULL_SCALE;

/// What one term gave to both sides.
#[derive(Clone, Copy, Debug)]
pub struct BreakdownRow {
    /// The term.
    pub term: &'static TermInfo,
    /// What White has from it; for king danger, the danger that White brings upon Black's king.
    pub white: Pair,
    /// What Black has from it.
    pub black: Pair,
}

impl BreakdownRow {
    /// White's part less Black's.
    pub fn total(&self) -> Pair {
        self.white - self.black
    }
}

/// A classical evaluation taken apart.
#[derive(Clone, Debug)]
pub struct Breakdown {
    /// The terms that counted for a side, in the order of the table.
    pub lines: Vec<BreakdownRow>,
    /// The sums that the value is made of.
    pub sums: Sums,
    /// The value from White's side, in hundredths of a pawn.
    pub value: i32,
    /// Whether knowledge of the ending gave the value instead of the terms.
    pub is_known_ending: bool,
}

impl Breakdown {
    /// Takes the evaluation of a position apart.
    ///
    /// ```
    /// use quevedo_eval::{Breakdown, Classical};
    /// use quevedo_rules::Board;
    ///
    /// let board = Board::from_fen("4k3/8/8/8/3N4/8/4P3/4K3 w - - 0 1")?;
    /// let breakdown = Breakdown::of(&mut Classical::default(), &board);
    /// let knight = breakdown.lines.iter().find(|line| line.term.name == "KNIGHT").expect("a knight");
    /// assert!(knight.white.endgame() > 200 && knight.black.endgame() == 0);
    /// assert!(breakdown.to_string().contains("Material"));
    /// # Ok::<(), quevedo_rules::FenError>(())
    /// ```
    pub fn of(evaluator: &mut Classical, board: &Board) -> Breakdown {
        let mut trace = Trace::default();
        evaluator.trace_into(board, &mut trace);
        let row = evaluator.weights().row();
        let counts = trace.counts();
        let side = |term: &TermInfo, side: usize| {
            (term.first..term.first + term.len)
                .fold(Pair::ZERO, |sum, index| sum + row[index] * i32::from(counts[index][side]))
        };
        let lines = TERMS
            .iter()
            .map(|term| BreakdownRow { term, white: side(term, 0), black: side(term, 1) })
            .filter(|line| line.white != Pair::ZERO || line.black != Pair::ZERO)
            .collect();
        Breakdown {
            lines,
            sums: sums_of(&trace, row),
            value: trace.value,
            is_known_ending: trace.is_known_ending,
        }
    }

    /// The sum of a group's lines for White and for Black.
    pub fn group(&self, group: Group) -> (Pair, Pair) {
        self.lines
            .iter()
            .filter(|line| line.term.group == group)
            .fold((Pair::ZERO, Pair::ZERO), |sum, line| (sum.0 + line.white, sum.1 + line.black))
    }
}

/// Puts the sums of an evaluation together again from its trace alone.
pub(crate) fn sums_of(trace: &Trace, row: &[Pair; ENTRIES]) -> Sums {
    let mut sums = Sums {
        linear: Pair::ZERO,
        danger: [Pair::ZERO; 2],
        complexity: 0,
        phase: trace.phase,
        scale: trace.scale,
    };
    for term in TERMS {
        let entries = term.first..term.first + term.len;
        for (&weight, counts) in row[entries.clone()].iter().zip(&trace.counts()[entries]) {
            let [white, black] = counts.map(i32::from);
            match term.group {
                Group::Danger => {
                    sums.danger[0] += weight * white;
                    sums.danger[1] += weight * black;
                }
                Group::Complexity => sums.complexity += weight.endgame() * (white - black),
                _ => sums.linear += weight * (white - black),
            }
        }
    }
    sums
}

impl fmt::Display for Breakdown {
    /// A table of groups and terms, in pawns, middlegame and endgame.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pawns = |value: i32| f64::from(value) / 100.0;
        let row = |f: &mut fmt::Formatter<'_>, name: &str, white: Pair, black: Pair| {
            write!(f, "{name:<28}")?;
            for pair in [white, black, white - black] {
                write!(f, " | {:>7.2} {:>7.2}", pawns(pair.middlegame()), pawns(pair.endgame()))?;
            }
            writeln!(f)
        };
        writeln!(f, "{:<28} | {:^15} | {:^15} | {:^15}", "", "White", "Black", "total")?;
        let halves = format!("{:>7} {:>7}", "mg", "eg");
        writeln!(f, "{:<28} | {halves} | {halves} | {halves}", "term")?;
        for &group in Group::ALL {
            let (white, black) = self.group(group);
            if white == Pair::ZERO && black == Pair::ZERO {
                continue;
            }
            row(f, group.name().trim(), white, black)?;
            for line in self.lines.iter().filter(|line| line.term.group == group) {
                let name = format!("  {}", line.term.name.to_lowercase().replace('_', " "));
                row(f, &name, line.white, line.black)?;
            }
        }
        let sums = &self.sums;
        writeln!(
            f,
            "middlegame {:.2}, endgame {:.2}; phase {} of {PHASES}; scale {} of {FULL_SCALE}",
            pawns(sums.middlegame()),
            pawns(sums.endgame()),
            sums.phase,
            sums.scale
        )?;
        if self.is_known_ending {
            writeln!(f, "the ending is known, and its value counts instead")?;
        }
        writeln!(f, "value {:+.2} (White's side)", pawns(self.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_testkit::{RandomWalk, Start};

    #[test]
    fn the_trace_is_the_evaluation() {
        let mut evaluator = Classical::default();
        let mut trace = Trace::default();
        for visit in RandomWalk::new(1, &Start::ALL).take(10_000) {
            let board = &visit.board;
            evaluator.trace_into(board, &mut trace);
            let sums = sums_of(&trace, evaluator.weights().row());
            if !trace.is_known_ending {
                assert_eq!(sums.value(), trace.value, "{}", board.fen());
            }
            assert_eq!(evaluator.value(board), trace.value, "tables and trace differ: {}", board.fen());
        }
    }

    #[test]
    fn colours_do_not_matter() {
        let mut evaluator = Classical::default();
        for visit in RandomWalk::new(1, &Start::ALL).take(6_000) {
            let board = &visit.board;
            let flipped = Board::try_from(board.setup().flipped()).expect("as legal as before");
            assert_eq!(evaluator.value(board), -evaluator.value(&flipped), "{}", board.fen());
        }
    }

    #[test]
    fn the_start_position_is_about_even() {
        let value = Classical::default().value(&Board::start());
        assert!((0..60).contains(&value), "{value}");
    }
}
