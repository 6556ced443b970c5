//! Grows small proofs for hand-made findings, by looking at everything.

use quevedo_checker::{Checker, quiet};
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position};

/// What a leaf must be.
#[derive(Clone, Copy)]
pub enum Goal {
    Mate,
    Material(i32),
    Promotion(i32),
    Draw,
    Table(i32),
}

struct Grower<'a> {
    checker: &'a Checker,
    attacker: Color,
    goal: Goal,
    /// Replies that the main line shall follow, in order.
    prefer: &'a [&'a str],
}

fn uci(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}

fn after(position: &Chess, mv: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

/// The position of a FEN.
pub fn position(fen: &str) -> Chess {
    fen.parse::<Fen>()
        .expect("FEN")
        .into_position(CastlingMode::Standard)
        .unwrap_or_else(|fault| panic!("{fen}: {fault}"))
}

/// The FEN of a position.
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

impl Grower<'_> {
    fn holds(&self, here: &Chess, before: &[Chess], promoted: bool) -> bool {
        match self.goal {
            Goal::Mate => here.is_checkmate(),
            Goal::Material(least) => quiet::holds(here, self.attacker, least),
            Goal::Promotion(least) => promoted && quiet::holds(here, self.attacker, least),
            Goal::Draw => here.is_stalemate() || before.contains(here),
            Goal::Table(least) => {
                self.checker.table_value(here, self.attacker).is_ok_and(|value| value >= least)
            }
        }
    }

    fn attack(
        &self,
        here: &Chess,
        moves: u8,
        before: &mut Vec<Chess>,
        promoted: bool,
        first: Option<&str>,
    ) -> Option<Value> {
        let mut all: Vec<Move> = here.legal_moves().into_iter().collect();
        all.sort_by_key(|mv| (!after(here, *mv).is_check(), !mv.is_capture() && !mv.is_promotion()));
        before.push(here.clone());
        let found = all.into_iter().filter(|mv| first.is_none_or(|first| uci(*mv) == first)).find_map(|mv| {
            let next = after(here, mv);
            let then = self.defence(&next, moves - 1, before, promoted || mv.is_promotion())?;
            Some(json!({"m": uci(mv), "d": then}))
        });
        before.pop();
        found
    }

    fn defence(&self, here: &Chess, moves: u8, before: &mut Vec<Chess>, promoted: bool) -> Option<Value> {
        let mut all: Vec<Move> = here.legal_moves().into_iter().collect();
        let played = before.iter().filter(|it| it.turn() != self.attacker).count();
        let wish = self.prefer.get(played).copied();
        let follows = moves > 0 && all.iter().any(|mv| Some(uci(*mv).as_str()) == wish);
        if !follows && self.holds(here, before, promoted) {
            return Some(json!("holds"));
        }
        if moves == 0 || all.is_empty() {
            return None;
        }
        all.sort_by_key(|mv| Some(uci(*mv).as_str()) != wish);
        before.push(here.clone());
        let replies = all.into_iter().map(|mv| {
            let then = self.attack(&after(here, mv), moves, before, promoted, None)?;
            Some(json!({"r": uci(mv), "a": then}))
        });
        let replies: Option<Vec<Value>> = replies.collect();
        before.pop();
        Some(json!({"replies": replies?}))
    }
}

/// A proof in so many moves of the attacker, if there is one.
// What a row says, each in its place.
#[allow(clippy::too_many_arguments)]
pub fn proof(
    checker: &Checker,
    start: &Chess,
    after_pass: bool,
    attacker: Color,
    goal: (&str, i32),
    moves: u8,
    first: Option<&str>,
    prefer: &[&str],
) -> Option<Value> {
    let root = if after_pass { start.clone().swap_turn().ok()? } else { start.clone() };
    let count = |color: Color| {
        let values = [1, 3, 3, 5, 9, 0];
        let men = start.board().material_side(color);
        men.into_iter().zip(values).map(|(count, value)| i32::from(count) * value).sum::<i32>()
    };
    let balance = count(attacker) - count(!attacker);
    let (inner, written) = match goal.0 {
        "mate" => (Goal::Mate, json!({"mate": goal.1})),
        "material" => (Goal::Material(balance + goal.1), json!({"material": goal.1})),
        "promotion" => (Goal::Promotion(balance + 1), json!("promotion")),
        "table" => (Goal::Table(goal.1), json!({"table": goal.1})),
        _ => (Goal::Draw, json!("draw")),
    };
    let grower = Grower { checker, attacker, goal: inner, prefer };
    let tree = if root.turn() == attacker {
        json!({"attack": grower.attack(&root, moves, &mut Vec::new(), false, first)?})
    } else {
        json!({"defence": grower.defence(&root, moves, &mut Vec::new(), false)?})
    };
    let side = attacker.fold_wb("white", "black");
    Some(
        json!({"start": fen(start), "after_pass": after_pass, "attacker": side, "goal": written, "tree": tree}),
    )
}

/// The main line of a proof: always the first reply.
pub fn main_line(proof: &Value) -> Vec<String> {
    let mut line = Vec::new();
    let mut defence = &proof["tree"]["defence"];
    if !proof["tree"]["attack"].is_null() {
        line.push(proof["tree"]["attack"]["m"].as_str().expect("a move").to_owned());
        defence = &proof["tree"]["attack"]["d"];
    }
    while let Some(reply) = defence["replies"].get(0) {
        line.push(reply["r"].as_str().expect("a move").to_owned());
        line.push(reply["a"]["m"].as_str().expect("a move").to_owned());
        defence = &reply["a"]["d"];
    }
    line
}
