//! What a proof has shown, for people and programs.

use serde::Serialize;

use crate::ground::Ground;
use crate::method::{Claim, End, Language};
use crate::proof::MethodProof;
use crate::scene::Side;
use crate::space::Cell;

/// At most so many positions are named where a method or claim fails.
const NAMED: usize = 8;

/// The proof of a method.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MethodReport {
    /// The method.
    pub ending: &'static str,
    /// What the moves are counted to.
    pub end: End,
    /// Positions with the strong side to move that are won; mirror images count once.
    pub won: usize,
    /// From how many of them some defence escapes the method.
    pub failures: usize,
    /// Some of these.
    pub failing: Vec<String>,
    /// Most moves that the method needs.
    pub longest: u8,
    /// The mean over all won positions.
    pub mean: f64,
    /// The same for perfect play.
    pub best_longest: u8,
    /// The mean for perfect play.
    pub best_mean: f64,
    /// What the limits of a chain's stages add up to.
    pub bound: Option<u16>,
    /// Whether a draw could be claimed by the fifty-move rule before the end.
    pub passes_fifty_moves: bool,
    /// The rules or stages.
    pub parts: Vec<PartReport>,
    /// What is said beside the method.
    pub claims: Vec<ClaimReport>,
}

/// What a rule or stage does.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PartReport {
    /// Its name.
    pub name: &'static str,
    /// In how many won positions it chooses the move.
    pub uses: usize,
    /// Most moves that a stage takes.
    pub limit: Option<u8>,
}

/// How a claim fares.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClaimReport {
    /// Its name.
    pub name: &'static str,
    /// Whether it promises a win; else a draw.
    pub is_win: bool,
    /// With the strong side to move, then with the weak side.
    pub counts: [ClaimCount; 2],
}

/// How a claim fares with one side to move.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ClaimCount {
    /// Positions that it is about.
    pub positions: usize,
    /// Those in which it is false.
    pub exceptions: usize,
    /// Some of these.
    pub some: Vec<String>,
}

impl MethodReport {
    /// Proves a method against all defences.
    pub fn of(ground: &Ground, language: Language) -> MethodReport {
        let proof = MethodProof::of(ground);
        let method = ground.method;
        let best = |cell: &Cell| ground.mate.strong_cell(*cell);
        let sum: u64 =
            ground.space.legal(Side::Strong).cells().filter_map(|cell| best(&cell)).map(u64::from).sum();
        let part = |number: usize| {
            let (name, _) = method.part(number)?;
            let limit = ground.chain.limits.get(number).copied().filter(|_| method.is_chain());
            Some(PartReport { name: name.text(language), uses: proof.uses[number], limit })
        };
        let some = proof.failures.iter().take(NAMED);
        MethodReport {
            ending: method.id,
            end: method.end,
            won: proof.won,
            failures: proof.failures.len(),
            failing: some.filter_map(|&cell| ground.fen(cell, Side::Strong)).collect(),
            longest: proof.longest(),
            mean: proof.mean(),
            best_longest: ground.mate.longest,
            best_mean: sum as f64 / proof.won.max(1) as f64,
            bound: method.is_chain().then(|| ground.chain.bound()),
            passes_fifty_moves: method.end == End::Mate && proof.longest() > 50,
            parts: (0..method.parts()).filter_map(part).collect(),
            claims: method.claims.iter().map(|claim| check(claim, ground, language)).collect(),
        }
    }
}

/// Holds a claim against every position that it is about.
fn check(claim: &Claim, ground: &Ground, language: Language) -> ClaimReport {
    let count = |side: Side| {
        let mut count = ClaimCount::default();
        for cell in ground.space.legal(side).cells() {
            if !(claim.applies)(&ground.space.scene(cell), side) {
                continue;
            }
            count.positions += 1;
            let is_won = match side {
                Side::Strong => ground.mate.strong_cell(cell).is_some(),
                Side::Weak => ground.mate.weak_cell(cell).is_some(),
            };
            if is_won != claim.is_win {
                count.exceptions += 1;
                if count.some.len() < NAMED {
                    count.some.extend(ground.fen(cell, side));
                }
            }
        }
        count
    };
    ClaimReport {
        name: claim.name.text(language),
        is_win: claim.is_win,
        counts: [Side::Strong, Side::Weak].map(count),
    }
}
