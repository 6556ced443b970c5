//! Findings made false on purpose, to see whether the checker has teeth.
//!
//! A mutant either is false whatever the position is ([`Reason::Certain`]: the words say why), or it may happen to be true
//! ([`Reason::Possible`]: another man of the same colour, another legal move). Only the first kind counts for the share that must be rejected; the
//! second is counted apart, because a mutant that the checker accepts may simply be true.

use serde_json::{Value, json};
use shakmaty::{Chess, Position, Square};

use crate::ground;

/// Why a mutant is false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It cannot be true.
    Certain(&'static str),
    /// It may be true.
    Possible,
}

/// A changed finding.
#[derive(Clone, Debug)]
pub struct Mutation {
    /// The finding after the change.
    pub finding: Value,
    /// What was changed.
    pub change: String,
    /// Why it is false.
    pub reason: Reason,
}

/// Fields of facts that name the square of a man.
const MEN: &[&str] = &[
    "man", "by", "targets", "pinner", "pinned", "king", "behind", "front", "target", "rear", "guard",
    "duties", "slider", "pawn", "bishop",
];
/// Fields of facts that are exact counts.
const COUNTS: &[&str] = &["missing", "count", "white", "black", "own", "other"];
/// Fields of facts that are moves.
const MOVES: &[&str] = &["mv", "threat", "better", "recapture", "follow_up"];

struct Maker<'a> {
    whole: &'a Value,
    found: Vec<Mutation>,
}

/// All small changes of a finding.
pub fn mutations(finding: &Value) -> Vec<Mutation> {
    let mut maker = Maker { whole: finding, found: Vec::new() };
    maker.squares();
    maker.counts_and_moves();
    maker.goals();
    maker.frame();
    maker.trees();
    maker.found
}

fn position(fen: &Value) -> Option<Chess> {
    ground::position(fen.as_str()?).ok()
}

fn turned(fen: &str) -> String {
    if fen.contains(" w ") { fen.replacen(" w ", " b ", 1) } else { fen.replacen(" b ", " w ", 1) }
}

impl Maker<'_> {
    fn add(&mut self, change: String, reason: Reason, edit: impl FnOnce(&mut Value)) {
        let mut finding = self.whole.clone();
        edit(&mut finding);
        if finding != *self.whole {
            self.found.push(Mutation { finding, change, reason });
        }
    }

    fn kind(&self) -> &str {
        self.whole["fact"]["kind"].as_str().unwrap_or_default()
    }

    /// The position that the fact's squares are of.
    fn board(&self) -> Option<Chess> {
        let at = position(&self.whole["at"])?;
        match self.whole["move"].as_str() {
            Some(text) => Some(ground::after(&at, ground::legal(&at, text.parse().ok()?)?)),
            None => Some(at),
        }
    }

    /// Men moved to empty squares, to men of the other colour, to other men of their colour.
    fn squares(&mut self) {
        let (Some(now), Some(at)) = (self.board(), position(&self.whole["at"])) else { return };
        // These are also said of the position before the move, or of a square that the line reaches.
        let free = ["attraction", "desperado", "key_square"].contains(&self.kind());
        if free {
            return;
        }
        for field in MEN {
            let old = self.whole["fact"][field].clone();
            let places: Vec<(Option<usize>, String)> = match &old {
                Value::String(text) => vec![(None, text.clone())],
                Value::Array(all) => all
                    .iter()
                    .enumerate()
                    .filter_map(|(index, it)| Some((Some(index), it.as_str()?.to_owned())))
                    .collect(),
                _ => continue,
            };
            for (index, text) in places {
                let Ok(square) = text.parse::<Square>() else { continue };
                self.moved_square(field, index, square, [&now, &at]);
            }
        }
    }

    fn moved_square(&mut self, field: &str, index: Option<usize>, square: Square, [now, at]: [&Chess; 2]) {
        let was = now.board().color_at(square).or(at.board().color_at(square));
        let mut counts = [0; 3];
        for other in Square::ALL.into_iter().filter(|it| *it != square) {
            let (here, before) = (now.board().color_at(other), at.board().color_at(other));
            let (which, reason) = match (here, before, was) {
                (None, None, _) => (0, Reason::Certain("no man stands there")),
                (Some(here), Some(before), Some(was)) if here != was && before != was => {
                    (1, Reason::Certain("the man there is the other side's"))
                }
                (Some(_), Some(_), _) => (2, Reason::Possible),
                _ => continue,
            };
            counts[which] += 1;
            if counts[which] > 2 {
                continue;
            }
            self.add(format!("{field} {square} -> {other}"), reason, |finding| {
                let slot = &mut finding["fact"][field];
                let slot = match index {
                    Some(index) => &mut slot[index],
                    None => slot,
                };
                *slot = json!(other.to_string());
            });
        }
    }

    fn counts_and_moves(&mut self) {
        for field in COUNTS {
            let Some(count) = self.whole["fact"][field].as_u64() else { continue };
            let change = format!("{field} {count} -> {}", count + 1);
            self.add(change, Reason::Certain("it is an exact count"), |finding| {
                finding["fact"][field] = json!(count + 1);
            });
        }
        for field in MOVES {
            if self.whole["fact"][field].is_string() {
                let illegal = Reason::Certain("no man moves from a square to itself");
                self.add(format!("{field} -> a1a1"), illegal, |finding| {
                    finding["fact"][field] = json!("a1a1");
                });
            }
        }
        if self.kind() == "imbalance" {
            self.add("one pawn more".to_owned(), Reason::Certain("it is an exact count"), |finding| {
                let pawns = finding["fact"]["surplus"][0].as_i64().unwrap_or(0);
                finding["fact"]["surplus"][0] = json!(pawns + 1);
            });
        }
        if let Some(half) = self.whole["fact"]["half"].as_bool() {
            self.add(
                "half -> not half".to_owned(),
                Reason::Certain("a file is open or half-open"),
                |finding| {
                    finding["fact"]["half"] = json!(!half);
                },
            );
        }
        if let Some(points) = self.whole["fact"]["points"].as_i64() {
            self.add("points + 30".to_owned(), Reason::Certain("nobody can give up so much"), |finding| {
                finding["fact"]["points"] = json!(points + 30);
            });
        }
        for (field, other) in [
            ("how", ["moves", "takes", "perpetual", "stalemate"]),
            ("pattern", ["smothered", "boden", "arabian", "opera"]),
        ] {
            if self.whole["fact"][field].is_string() {
                for other in other {
                    let change = format!("{field} -> {other}");
                    self.add(change, Reason::Possible, |finding| finding["fact"][field] = json!(other));
                }
            }
        }
    }

    /// Goals of facts and proofs raised beyond what a board holds, mates a move shorter.
    fn goals(&mut self) {
        for field in ["goal", "others"] {
            if let Some(points) = self.whole["fact"][field]["material"].as_i64() {
                let much = Reason::Certain("more than a board holds");
                self.add(format!("{field} + 60"), much, |finding| {
                    finding["fact"][field]["material"] = json!(points + 60);
                });
                self.add(format!("{field} + 1"), Reason::Possible, |finding| {
                    finding["fact"][field]["material"] = json!(points + 1);
                });
            }
        }
        if let Some(moves) = self.whole["fact"]["moves"].as_u64().filter(|_| self.kind() == "mate_in") {
            let shortest = Reason::Certain("the true finding says the shortest");
            self.add("a mate in one less".to_owned(), shortest, |finding| {
                finding["fact"]["moves"] = json!(moves - 1);
            });
            self.add("a mate in one more".to_owned(), shortest, |finding| {
                finding["fact"]["moves"] = json!(moves + 1);
            });
        }
        for index in 0..self.whole["proofs"].as_array().map_or(0, Vec::len).min(3) {
            let goal = &self.whole["proofs"][index]["goal"];
            if let Some(points) = goal["material"].as_i64() {
                let much = Reason::Certain("more than a board holds");
                self.add(format!("goal of proof {index} + 60"), much, |finding| {
                    finding["proofs"][index]["goal"]["material"] = json!(points + 60);
                });
            }
            if goal["mate"].is_u64() {
                let late = Reason::Certain("the tree has a move of the attacker");
                let played = !self.whole["proofs"][index]["tree"]["attack"].is_null();
                if played {
                    self.add(format!("mate of proof {index} in none"), late, |finding| {
                        finding["proofs"][index]["goal"]["mate"] = json!(0);
                    });
                }
            }
        }
    }

    /// Sides, gains, kinds of truth, lines.
    fn frame(&mut self) {
        let either = ["development", "imbalance", "table_value", "opening"].contains(&self.kind());
        if let (Some(side), false) = (self.whole["side"].as_str(), either) {
            let other = if side == "white" { "black" } else { "white" };
            self.add("the other side".to_owned(), Reason::Certain("it favours one side"), |finding| {
                finding["side"] = json!(other);
            });
        }
        self.add("a gain of 127".to_owned(), Reason::Certain("nothing gains so much"), |finding| {
            finding["gain"] = json!(127);
        });
        let has_proof = self.whole["proofs"].as_array().is_some_and(|all| !all.is_empty());
        let is_proven = self.whole["truth"] == "proven";
        if is_proven && has_proof {
            let none = Reason::Certain("proven without a proof");
            self.add("no proofs".to_owned(), none, |finding| finding["proofs"] = json!([]));
        }
        if self.kind() != "term_differs" && !["zugzwang", "simplification"].contains(&self.kind()) {
            let kind = Reason::Certain("no fact is an opinion");
            self.add("an opinion".to_owned(), kind, |finding| finding["truth"] = json!("opinion"));
        }
        if self.whole["line"].as_array().is_some_and(|line| !line.is_empty()) {
            let illegal = Reason::Certain("no man moves from a square to itself");
            self.add("line begins with a1a1".to_owned(), illegal, |finding| {
                finding["line"][0] = json!("a1a1");
            });
        }
        if self.whole["move"].is_string() {
            let illegal = Reason::Certain("no man moves from a square to itself");
            self.add("the move a1a1".to_owned(), illegal, |finding| finding["move"] = json!("a1a1"));
        }
    }

    /// Proofs with other positions or attackers, replies left out, moves replaced, branches cut short.
    fn trees(&mut self) {
        for index in 0..self.whole["proofs"].as_array().map_or(0, Vec::len).min(3) {
            let proof = &self.whole["proofs"][index];
            let attacker = if proof["attacker"] == "white" { "black" } else { "white" };
            let other = Reason::Certain("the tree begins with the other side");
            self.add(format!("attacker of proof {index}"), other, |finding| {
                finding["proofs"][index]["attacker"] = json!(attacker);
            });
            let turned = turned(proof["start"].as_str().unwrap_or_default());
            self.add(format!("turn of proof {index}"), other, |finding| {
                finding["proofs"][index]["start"] = json!(turned);
            });
            let mut ways = Vec::new();
            branches(&proof["tree"], &mut String::new(), &mut ways);
            let step = ways.len().div_ceil(12).max(1);
            let goal = proof["goal"].clone();
            for way in ways.into_iter().step_by(step) {
                self.cut(index, &way, &goal);
            }
        }
    }

    fn cut(&mut self, index: usize, way: &str, goal: &Value) {
        let pointer = format!("/proofs/{index}/tree{way}");
        let Some(replies) = self.whole.pointer(&pointer).and_then(Value::as_array).map(Vec::len) else {
            return;
        };
        let place = |finding: &mut Value, edit: &dyn Fn(&mut Vec<Value>)| {
            if let Some(replies) = finding.pointer_mut(&pointer).and_then(Value::as_array_mut) {
                edit(replies);
            }
        };
        let missing = Reason::Certain("a reply is missing");
        self.add(format!("a reply dropped at {way}"), missing, |finding| {
            place(finding, &|all| _ = all.pop());
        });
        if replies > 1 {
            let twice = Reason::Certain("a reply stands twice, another is missing");
            self.add(format!("a reply doubled at {way}"), twice, |finding| {
                place(finding, &|all| all[0] = all[1].clone());
            });
        }
        let illegal = Reason::Certain("no man moves from a square to itself");
        self.add(format!("an illegal answer at {way}"), illegal, |finding| {
            place(finding, &|all| all[0]["a"]["m"] = json!("a1a1"));
        });
        self.add(format!("an illegal reply at {way}"), illegal, |finding| {
            place(finding, &|all| all[0]["r"] = json!("a1a1"));
        });
        let parent = pointer.trim_end_matches("/replies").to_owned();
        let mates = goal["mate"].is_u64();
        let reason =
            if mates { Reason::Certain("it is no mate: there are replies") } else { Reason::Possible };
        self.add(format!("cut short at {way}"), reason, |finding| {
            if let Some(node) = finding.pointer_mut(&parent) {
                *node = json!("holds");
            }
        });
    }
}

/// The ways to all lists of replies.
fn branches(node: &Value, way: &mut String, found: &mut Vec<String>) {
    let length = way.len();
    match node {
        Value::Object(fields) => {
            for (name, inner) in fields {
                way.push('/');
                way.push_str(name);
                if name == "replies" {
                    found.push(way.clone());
                }
                branches(inner, way, found);
                way.truncate(length);
            }
        }
        Value::Array(all) => {
            for (index, inner) in all.iter().enumerate() {
                way.push('/');
                way.push_str(&index.to_string());
                branches(inner, way, found);
                way.truncate(length);
            }
        }
        _ => {}
    }
}
