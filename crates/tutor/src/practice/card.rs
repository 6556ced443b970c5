//! One position to find a move in.

use quevedo_report::WrittenMove;
use quevedo_rules::Color;
use serde::{Deserialize, Serialize};

use super::Schedule;
use crate::review::{GameReview, KeyMoment, MomentKind, Phase, ReviewedMove};

/// What a card is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum CardKind {
    /// A move that lost something was played here.
    Mistake,
    /// The move that was played was right: there is nothing special to be found.
    Herring,
}

/// A position to find a move in.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Card {
    /// What tells it from others: position and kind.
    pub id: String,
    /// What it is made of.
    pub kind: CardKind,
    /// The position.
    pub fen: String,
    /// Who is to move.
    pub side: Color,
    /// What was played in the game.
    pub played: WrittenMove,
    /// What the mover lost by it, 0 to 1.
    pub loss: f64,
    /// The best move.
    pub best: WrittenMove,
    /// The best line, in algebraic notation.
    pub line: String,
    /// Moves that are known to be right, in UCI notation; others are judged when they are tried.
    pub right: Vec<String>,
    /// What it trains: a kind of fact.
    pub skill: String,
    /// Why the move that was played was wrong.
    pub words: Vec<String>,
    /// Hints, each saying more than the one before.
    pub hints: Vec<String>,
    /// Where it comes from: `Smith - Jones, 1987, move 17...`
    pub source: String,
    /// When it is asked again.
    pub schedule: Schedule,
}

/// A move that loses less than this is right.
pub(super) const RIGHT: f64 = 0.04;

impl Card {
    /// The card of any move that was not the best, to try it again; `None` if it was.
    pub fn of_ply(review: &GameReview, ply: usize) -> Option<Card> {
        let known = review.moments.iter().find(|moment| moment.ply == ply).cloned();
        let loss = review.at(ply)?.loss;
        let moment = known.unwrap_or_else(|| KeyMoment {
            ply,
            kind: MomentKind::Mistake,
            loss,
            answered_badly: false,
            words: Vec::new(),
            hints: Vec::new(),
            facts: Vec::new(),
            explanation: None,
        });
        Card::of_moment(review, &moment)
    }

    /// The card of a key moment.
    pub(super) fn of_moment(review: &GameReview, moment: &KeyMoment) -> Option<Card> {
        let mv = review.at(moment.ply)?;
        let best = mv.best.clone().filter(|best| best.uci != mv.played.uci)?;
        let own = |value: f64| if mv.color == Color::White { value } else { 1.0 - value };
        let most = mv.alternatives.first().map(|first| own(first.standing.expectation));
        let is_right = |value: f64| most.is_some_and(|most| most - own(value) < RIGHT);
        let mut right: Vec<String> = mv
            .alternatives
            .iter()
            .filter(|other| is_right(other.standing.expectation) && other.mv.uci != mv.played.uci)
            .map(|other| other.mv.uci.clone())
            .collect();
        if !right.contains(&best.uci) {
            right.push(best.uci.clone());
        }
        let card = Card::new(review, mv, CardKind::Mistake, best)?;
        Some(Card {
            loss: moment.loss,
            right,
            skill: crate::review::skill_of(moment),
            words: moment.words.clone(),
            hints: moment.hints.clone(),
            ..card
        })
    }

    /// Positions in which the move that was played was right, in the middle of a fight: at most so many, spread over the game.
    pub(super) fn herrings(review: &GameReview, side: Option<Color>, most: usize) -> Vec<Card> {
        let is_calm = |ply: usize| review.at(ply).is_none_or(|mv| mv.mark.is_none());
        let fits = |mv: &&ReviewedMove| {
            side.is_none_or(|side| side == mv.color)
                && mv.phase != Phase::Opening
                && !mv.forced
                && mv.loss < RIGHT / 2.0
                && (0.25..=0.75).contains(&mv.after.expectation)
                && (mv.ply.saturating_sub(2)..=mv.ply + 1).all(is_calm)
                && mv.best.as_ref().is_some_and(|best| best.uci == mv.played.uci)
        };
        let all: Vec<&ReviewedMove> = review.moves.iter().filter(fits).collect();
        let count = most.min(all.len());
        let chosen = (0..count).map(|index| all[(2 * index + 1) * all.len() / (2 * count)]);
        chosen.filter_map(|mv| Card::new(review, mv, CardKind::Herring, mv.played.clone())).collect()
    }

    fn new(review: &GameReview, mv: &ReviewedMove, kind: CardKind, best: WrittenMove) -> Option<Card> {
        let (board, _) = mv.board_and_move()?;
        let sign = if kind == CardKind::Mistake { 'm' } else { 'h' };
        Some(Card {
            id: format!("{sign}{}", board.key()),
            kind,
            fen: mv.fen.clone(),
            side: mv.color,
            played: mv.played.clone(),
            loss: mv.loss,
            right: vec![best.uci.clone()],
            best,
            line: mv.line.clone(),
            skill: "judgement".to_owned(),
            words: Vec::new(),
            hints: Vec::new(),
            source: format!("{}, move {}", review.title(), mv.number),
            schedule: Schedule::default(),
        })
    }
}
