//! Methods against all defences: what follows from each won position when the strong side obeys.

use crate::ground::Ground;
use crate::leaving::is_answered;
use crate::scene::{Ply, Side};
use crate::space::{Cell, Neighbours};

/// What following a method leads to, from every won position.
#[derive(Debug)]
pub struct MethodProof {
    /// Moves to mate by the method, [`FAILS`] where it does not mate; by cell.
    pub(crate) moves: Vec<u8>,
    /// How many positions are won with the strong side to move.
    pub won: usize,
    pub(crate) failures: Vec<Cell>,
    /// In how many positions each rule chooses the move, or each part of the way is being walked.
    pub uses: Vec<usize>,
}

const UNKNOWN: u8 = 0;
pub(crate) const FAILS: u8 = u8::MAX;
const OPEN: u8 = u8::MAX - 1;
const MOST: u8 = OPEN - 1;

/// A position on the way down, the replies that are still to be looked at, and the longest so far.
struct Visit {
    cell: Cell,
    replies: Neighbours,
    longest: u8,
}

impl MethodProof {
    /// Plays the method from all won positions against all defences.
    pub fn of(ground: &Ground) -> MethodProof {
        MethodProof::of_every(ground, 1)
    }

    /// The same from every so many-th won position.
    pub(crate) fn of_every(ground: &Ground, step: usize) -> MethodProof {
        let parts = ground.method.parts();
        let space = &ground.space;
        let mut proof = MethodProof {
            moves: vec![UNKNOWN; space.len()],
            won: 0,
            failures: Vec::new(),
            uses: vec![0; parts],
        };
        let won = |cell: &Cell| ground.mate.strong_cell(*cell).is_some();
        for cell in space.legal(Side::Strong).cells().filter(won).step_by(step) {
            proof.won += 1;
            if proof.moves[cell as usize] == UNKNOWN {
                proof.walk(ground, cell);
            }
            if proof.moves[cell as usize] == FAILS {
                proof.failures.push(cell);
            }
        }
        proof
    }

    /// Walks down all lines from a position, with a stack of its own.
    fn walk(&mut self, ground: &Ground, root: Cell) {
        let mut stack: Vec<Visit> = Vec::new();
        stack.extend(self.enter(ground, root));
        while let Some(visit) = stack.last_mut() {
            let Some(&reply) = visit.replies.last() else {
                self.moves[visit.cell as usize] =
                    if visit.longest >= MOST { FAILS } else { visit.longest + 1 };
                stack.pop();
                continue;
            };
            match self.moves[reply as usize] {
                UNKNOWN => stack.extend(self.enter(ground, reply)),
                // A position on the way here: the defence can go round in circles.
                OPEN | FAILS => {
                    visit.replies.clear();
                    visit.longest = FAILS;
                }
                known => {
                    visit.longest = visit.longest.max(known);
                    visit.replies.pop();
                }
            }
        }
    }

    /// Obeys the method in a position; the replies are to be walked unless the end is known at once.
    fn enter(&mut self, ground: &Ground, cell: Cell) -> Option<Visit> {
        let space = &ground.space;
        let scene = space.scene(cell);
        self.moves[cell as usize] = FAILS;
        let (part, ply) = ground.choose(&scene)?;
        self.uses[part] += 1;
        self.moves[cell as usize] = OPEN;
        let after = scene.after(ply);
        if ply.leaves() || space.cast.is_mate(&after) {
            let is_won = ground.mate_after(&scene, ply) == Some(0);
            self.moves[cell as usize] = if is_won { 1 } else { FAILS };
            return None;
        }
        let mut replies = Neighbours::new();
        let mut escapes = !space.cast.can_reply(&after);
        space.cast.weak_plies(&after, |reply: Ply| {
            if reply.leaves() {
                escapes |= !is_answered(space.cast, &after, reply);
            } else {
                replies.extend(space.cell(&after.after(reply)).filter(|cell| !replies.contains(cell)));
            }
            !escapes
        });
        if escapes {
            self.moves[cell as usize] = FAILS;
            return None;
        }
        Some(Visit { cell, replies, longest: 0 })
    }

    /// The most moves that the method needs, where it does not fail.
    pub fn longest(&self) -> u8 {
        self.moves.iter().copied().filter(|&moves| moves < OPEN).max().unwrap_or(0)
    }

    /// The mean of the moves that the method needs, where it does not fail.
    pub fn mean(&self) -> f64 {
        let done = self.won - self.failures.len();
        let sum: u64 = self.moves.iter().filter(|&&moves| moves < OPEN).map(|&moves| u64::from(moves)).sum();
        sum as f64 / done.max(1) as f64
    }
}
