//! What two lines differ in where nothing is won: the classical evaluation's terms at their quiet ends.
//!
//! A term is named only if it is among the three that differ most, by at least fifteen hundredths, at the ends of the lines and at the
//! quiet positions before them alike, in favour of the line that the search prefers. Everything else would be a guess.

use quevedo_eval::terms::Group;
use quevedo_eval::{Breakdown, Classical, PHASES, Pair};
use quevedo_rules::{Board, Color, Move};

use crate::{Fact, Finding, Term, Truth};

/// The least difference that is spoken of, in hundredths of a pawn.
const LEAST: i32 = 15;
/// How many terms are looked at.
const TOP: usize = 3;
/// The shortest line that has an end worth comparing, in plies.
const SHORTEST: usize = 5;

/// The terms that may be named. Differences of material and of men under attack want a proof, not an opinion.
const NAMED: [Term; 5] = [Term::Activity, Term::Pawns, Term::PassedPawns, Term::KingSafety, Term::Space];

/// The term that speaks most for the better line, if any may be named.
pub(crate) fn difference(board: &Board, better: &[Move], played: &[Move]) -> Option<Finding> {
    let (own, other) = (quiet_ends(board, better)?, quiet_ends(board, played)?);
    let us = board.turn();
    let last = differences(&own[0], &other[0], us);
    let before = differences(&own[1], &other[1], us);
    let mut order: Vec<usize> = (0..NAMED.len()).collect();
    order.sort_by_key(|&term| core::cmp::Reverse(last[term].abs()));
    let term = order.into_iter().take(TOP).find(|&term| last[term] >= LEAST && before[term] >= LEAST)?;
    let mv = board.uci(*better.first()?);
    Some(Finding {
        fact: Fact::TermDiffers { term: NAMED[term], hundredths: last[term] as i16 },
        at: *board,
        mv: Some(mv),
        side: us,
        truth: Truth::Opinion,
        gain: 0,
        line: board.uci_line(better).collect(),
        proofs: Vec::new(),
    })
}

/// The last two quiet positions of a line, the last one first.
fn quiet_ends(board: &Board, line: &[Move]) -> Option<[Board; 2]> {
    let mut quiet = Vec::new();
    let mut here = *board;
    for &mv in line {
        if !here.is_legal(mv) {
            break;
        }
        here = here.play(mv);
        if mv.is_quiet() && !here.in_check() {
            quiet.push(here);
        }
    }
    match quiet[..] {
        [.., before, last] if line.len() >= SHORTEST => Some([last, before]),
        _ => None,
    }
}

/// How much more a side has of each named term on one board than on another.
fn differences(board: &Board, other: &Board, side: Color) -> [i32; NAMED.len()] {
    let (here, there) = (terms(board), terms(other));
    let sign = if side == Color::White { 1 } else { -1 };
    core::array::from_fn(|term| sign * (here[term] - there[term]))
}

/// White's named terms, in hundredths of a pawn.
fn terms(board: &Board) -> [i32; NAMED.len()] {
    let breakdown = Breakdown::of(&mut Classical::default(), board);
    let phase = breakdown.sums.phase;
    let mixed = |pair: Pair| (pair.middlegame() * phase + pair.endgame() * (PHASES - phase)) / PHASES;
    let group = |group: Group| {
        let (white, black) = breakdown.group(group);
        mixed(white - black)
    };
    // What the attacks on the kings add to the linear terms.
    let danger = (breakdown.sums.middlegame() - breakdown.sums.linear.middlegame()) * phase / PHASES;
    core::array::from_fn(|term| match NAMED[term] {
        Term::Activity => {
            [Group::Squares, Group::Mobility, Group::Minors, Group::Majors].into_iter().map(group).sum()
        }
        Term::Pawns => group(Group::Pawns),
        Term::PassedPawns => group(Group::Passed),
        Term::KingSafety => group(Group::King) + danger,
        Term::Space => group(Group::Space),
        Term::Material | Term::Threats => 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(board: &Board, text: &str) -> Vec<Move> {
        board.parse_line(text).expect("a line")
    }

    #[test]
    fn a_line_that_spoils_the_pawns_is_told_so() {
        // White may take back with the pawn beside the king, or keep everything together.
        let board = Board::from_fen("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 8")
            .expect("a FEN");
        let good = line(&board, "h3 h6 Be3 Be6 Qd2 Qd7");
        let same = difference(&board, &good, &good);
        assert!(same.is_none(), "a line does not differ from itself");
        let bad = line(&board, "g4 h6 Kg2 Be6 Rh1 Qd7");
        let found = difference(&board, &good, &bad).expect("the king is safer");
        assert!(matches!(found.fact, Fact::TermDiffers { hundredths: 15.., .. }), "{:?}", found.fact);
        assert!(difference(&board, &bad, &good).is_none_or(|other| other.fact != found.fact));
        assert_eq!(found.truth, Truth::Opinion);
    }

    #[test]
    fn short_lines_and_unquiet_ends_are_not_compared() {
        let board = Board::start();
        assert!(difference(&board, &line(&board, "e4 e5 Nf3"), &line(&board, "a3 a6 h3")).is_none());
    }
}
