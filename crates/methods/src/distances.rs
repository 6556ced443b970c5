//! How many moves it takes to reach a goal against every defence, for all scenes at once.
//!
//! Retrograde: from the scenes of the goal back to those that can go there, then to those that cannot avoid it. A scene
//! of the weak side counts only when each of its legal replies is known to lead on, so what is found is proven.

use quevedo_rules::{Color, attacks};

use crate::leaving::{leaving_wins, leaving_wins_by};
use crate::scene::{Ply, Scene, Side};
use crate::space::{Cell, ESCAPES, Neighbours, Space};

/// Not proven to lead to the goal.
const NEVER: u8 = u8::MAX;

/// For every scene of a space the moves to a goal.
#[derive(Debug)]
pub(crate) struct Distances {
    /// With the strong side to move: moves until the goal is on the board, at least 1.
    strong: Vec<u8>,
    /// With the weak side to move: 0 in the goal itself.
    weak: Vec<u8>,
    pub(crate) longest: u8,
}

/// What the strong side wants to reach: the scene with the weak side to move.
pub(crate) type GoalTest<'a> = dyn Fn(Cell, &Scene) -> bool + 'a;

impl Distances {
    /// The distances to a goal. Being mated, and losing what stops the strong side from winning, are goals always.
    pub(crate) fn to(space: &Space, goal: &GoalTest) -> Distances {
        let mut found =
            Distances { strong: vec![NEVER; space.len()], weak: vec![NEVER; space.len()], longest: 0 };
        let cast = space.cast;
        let mut frontier = Vec::new();
        for cell in space.legal(Side::Weak).cells() {
            let scene = space.scene(cell);
            if goal(cell, &scene) || cast.is_mate(&scene) {
                found.weak[cell as usize] = 0;
                frontier.push(cell);
            }
        }
        let mut left = space.replies().to_vec();
        let mut leaving = leaving_wins(space);
        let mut distance = 0;
        while distance < NEVER - 1 && !(frontier.is_empty() && leaving.is_empty() && distance > 0) {
            distance += 1;
            let mut reached = Vec::new();
            for cell in leaving.drain(..) {
                found.strong[cell as usize] = distance;
                reached.push(cell);
            }
            found.step_back(space, distance, &frontier, &mut reached);
            if !reached.is_empty() {
                found.longest = distance;
            }
            frontier = found.forced(space, &mut left, distance, &reached);
            if distance == 1 {
                let open = |cell: &&Cell| found.weak[**cell as usize] == NEVER;
                frontier.extend(space.answered().iter().filter(open));
                for &cell in space.answered() {
                    let known = &mut found.weak[cell as usize];
                    *known = (*known).min(1);
                }
            }
        }
        found
    }

    /// The scenes from which a move leads to the frontier.
    fn step_back(&mut self, space: &Space, distance: u8, frontier: &[Cell], reached: &mut Vec<Cell>) {
        let cast = space.cast;
        let slots = cast.strong_slots();
        for &cell in frontier {
            let scene = space.scene(cell);
            let is_plain = space.is_plain(cell);
            for &slot in &slots {
                for from in cast.origins(&scene, slot) {
                    let before = if is_plain && slot > 1 {
                        Some(space.replaced(cell, slot, from))
                    } else {
                        space.cell(&scene.with(slot, from))
                    };
                    let Some(before) = before else { continue };
                    let known = &mut self.strong[before as usize];
                    if *known == NEVER && space.legal(Side::Strong).contains(before) {
                        *known = distance;
                        reached.push(before);
                    }
                }
            }
        }
    }

    /// The scenes of the weak side all of whose replies are reached by now.
    fn forced(&mut self, space: &Space, left: &mut [u8], distance: u8, reached: &[Cell]) -> Vec<Cell> {
        let cast = space.cast;
        let slots = cast.weak_slots();
        let mut frontier = Vec::new();
        for &cell in reached {
            let scene = space.scene(cell);
            let occupied = cast.occupied(&scene);
            let mut seen = Neighbours::new();
            for &slot in &slots {
                let origins =
                    attacks::of(cast.men()[slot].piece(), Color::Black, scene.at[slot], occupied) - occupied;
                for from in origins {
                    let Some(before) = space.cell(&scene.with(slot, from)) else { continue };
                    let left = &mut left[before as usize];
                    if *left == ESCAPES || *left == 0 || seen.contains(&before) {
                        continue;
                    }
                    seen.push(before);
                    *left -= 1;
                    if *left == 0 && self.weak[before as usize] == NEVER {
                        self.weak[before as usize] = distance;
                        frontier.push(before);
                    }
                }
            }
        }
        frontier
    }

    /// Moves to the goal with the strong side to move.
    #[inline]
    pub(crate) fn strong(&self, space: &Space, scene: &Scene) -> Option<u8> {
        self.strong_cell(space.cell(scene)?)
    }

    #[inline]
    pub(crate) fn strong_cell(&self, cell: Cell) -> Option<u8> {
        Some(self.strong[cell as usize]).filter(|&distance| distance != NEVER)
    }

    /// Moves to the goal with the weak side to move; 0 if it is on the board.
    #[inline]
    pub(crate) fn weak(&self, space: &Space, scene: &Scene) -> Option<u8> {
        self.weak_cell(space.cell(scene)?)
    }

    #[inline]
    pub(crate) fn weak_cell(&self, cell: Cell) -> Option<u8> {
        Some(self.weak[cell as usize]).filter(|&distance| distance != NEVER)
    }

    /// The distance after a move of the strong side: 0 at the goal.
    pub(crate) fn after(&self, space: &Space, scene: &Scene, ply: Ply) -> Option<u8> {
        if ply.leaves() {
            return leaving_wins_by(space.cast, scene, ply).then_some(0);
        }
        self.weak(space, &scene.after(ply))
    }
}
