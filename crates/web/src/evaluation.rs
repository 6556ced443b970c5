//! What a position looks like without a search, term by term and man by man.

use quevedo_engine::Engine;
use quevedo_eval::nnue::{Network, Nnue};
use quevedo_eval::{Breakdown, Classical, Evaluator, PHASES, Pair};
use quevedo_rules::{Board, Color};
use std::sync::Arc;

use crate::tell::{EvaluationFacts, ManWorth, TermFacts};

/// The network that pages are told about.
pub(crate) type SharedNetwork = Option<Arc<Network>>;

/// The network of an engine.
pub(crate) fn network_of(engine: &Engine) -> SharedNetwork {
    engine.network().cloned()
}

/// Takes the evaluation of a position apart.
pub(crate) fn evaluate(board: &Board, network: Option<&Arc<Network>>) -> EvaluationFacts {
    let breakdown = Breakdown::of(&mut Classical::default(), board);
    let phase = f64::from(breakdown.sums.phase.clamp(0, PHASES)) / f64::from(PHASES);
    let mixed = |pair: Pair| {
        let (middlegame, endgame) = (f64::from(pair.middlegame()), f64::from(pair.endgame()));
        (middlegame * phase + endgame * (1.0 - phase)) / 100.0
    };
    let terms = breakdown.lines.iter().map(|row| TermFacts {
        group: row.term.group.name().trim().to_owned(),
        name: row.term.name.to_lowercase().replace('_', " "),
        means: row.term.doc.trim().to_owned(),
        white: mixed(row.white),
        black: mixed(row.black),
    });
    EvaluationFacts {
        network: network.map(|network| pawns(value_of(network, board))),
        classical: pawns(breakdown.value),
        is_known_ending: breakdown.is_known_ending,
        phase,
        terms: terms.collect(),
        men: network.map_or_else(Vec::new, |network| worths(network, board)),
    }
}

/// What the search sees with a network, from White's side.
fn value_of(network: &Arc<Network>, board: &Board) -> i32 {
    let mut nnue = Nnue::new(Arc::clone(network));
    nnue.reset(board);
    let value = nnue.evaluate(board).raw();
    if board.turn() == Color::White { value } else { -value }
}

fn worths(network: &Network, board: &Board) -> Vec<ManWorth> {
    let men = network.worths(board).into_iter();
    men.map(|(square, _, worth)| ManWorth { square: square.to_string(), worth: pawns(worth) }).collect()
}

fn pawns(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_for_white_and_mixed_by_the_phase() {
        let board = Board::from_fen("4k3/8/8/8/3N4/8/4P3/4K3 w - - 0 1").expect("a position");
        let facts = evaluate(&board, None);
        let knight = facts.terms.iter().find(|term| term.name == "knight").expect("a knight");
        assert!(knight.white > 2.0 && knight.black == 0.0, "{knight:?}");
        assert!(facts.phase < 0.3 && facts.network.is_none() && facts.men.is_empty());
    }
}
