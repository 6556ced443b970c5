//! What has to be worked out before a method can be followed or proved.

use crate::distances::Distances;
use crate::method::{Goal, Method, Plan, Stage};
use crate::scene::{Ply, Scene, Side};
use crate::space::{Cell, Space};

/// A method with all that it looks up: the scenes, the distances to mate, to the aims of its rules and to its goals.
#[derive(Debug)]
pub struct Ground {
    pub(crate) method: &'static Method,
    pub(crate) space: Space,
    /// To mate, or to a won ending of fewer men.
    pub(crate) mate: Distances,
    pub(crate) aims: Vec<Distances>,
    pub(crate) chain: Chain,
}

/// The goals of a chain with their distances; empty for rule lists.
#[derive(Debug)]
pub(crate) struct Chain {
    /// To each goal but the last, which is mate.
    goals: Vec<Distances>,
    /// The most moves that each part of the way takes.
    pub(crate) limits: Vec<u8>,
}

/// How far one is on the way of a chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Progress {
    /// Moves that suffice to the end.
    pub(crate) bound: u16,
    /// The part of the way, from 0.
    pub(crate) stage: u8,
    /// Moves to the end of this part.
    pub(crate) moves: u8,
}

impl Ground {
    /// Works everything out.
    pub fn new(method: &'static Method) -> Ground {
        let space = Space::new(method.cast);
        let mate = Distances::to(&space, &|_, _| false);
        let to = |goal: &Goal| Distances::to(&space, &|_, scene| goal(method.cast, scene));
        let aims = method.aims.iter().map(to).collect();
        let stages = match method.plan {
            Plan::Rules(_) => &[],
            // The last goal is the end itself.
            Plan::Chain(stages) => stages.split_last().map_or(&[][..], |(_, goals)| goals),
        };
        let chain = Chain::new(stages, &mate, &space);
        Ground { method, space, mate, aims, chain }
    }

    /// The rule that a scene of the strong side falls under, and its move; for a chain the part of the way.
    pub(crate) fn choose(&self, scene: &Scene) -> Option<(usize, Ply)> {
        match self.method.plan {
            Plan::Rules(rules) => rules
                .iter()
                .enumerate()
                .find_map(|(number, rule)| Some((number, (rule.choose)(self, scene)?))),
            Plan::Chain(_) => {
                let stage = self.progress(self.space.cell(scene)?)?.stage;
                let rated = |ply| Some((self.progress_after(scene, ply)?, self.mate_after(scene, ply)?, ply));
                let plies = self.method.cast.plies(scene, Side::Strong);
                let best = plies.into_iter().filter_map(rated).min_by_key(|it| (it.0, it.1))?;
                Some((usize::from(stage), best.2))
            }
        }
    }

    /// The same for a scene that mirrors a proved one: the proof looked at one image only, and where two moves are
    /// equally good, the images could differ.
    pub(crate) fn choose_as_proved(&self, scene: &Scene) -> Option<(usize, Ply)> {
        let (cell, symmetry) = self.space.find(scene)?;
        let proved = self.space.scene(cell);
        let (part, ply) = self.choose(&proved)?;
        let (slot, back) = (usize::from(ply.slot), symmetry.inverse());
        // Two men of one kind may have changed places.
        let from = back.apply(proved.at[slot]);
        let slot = scene.at.iter().position(|&square| square == from)? as u8;
        let taken =
            if ply.taken.is_some() { self.space.cast.slot_at(scene, back.apply(ply.to)) } else { None };
        Some((part, Ply { slot, to: back.apply(ply.to), taken, promotion: ply.promotion }))
    }

    /// The first rule of a list that chooses this move.
    pub(crate) fn rule_of(&self, scene: &Scene, ply: Ply) -> Option<usize> {
        let Plan::Rules(rules) = self.method.plan else { return None };
        rules.iter().position(|rule| (rule.choose)(self, scene) == Some(ply))
    }

    /// Moves to mate after a move, 0 if it mates.
    pub(crate) fn mate_after(&self, scene: &Scene, ply: Ply) -> Option<u8> {
        self.mate.after(&self.space, scene, ply)
    }

    /// How far one is, the strong side to move.
    pub(crate) fn progress(&self, cell: Cell) -> Option<Progress> {
        self.chain.progress(&self.mate, |distances| distances.strong_cell(cell))
    }

    /// How far one is after a move.
    pub(crate) fn progress_after(&self, scene: &Scene, ply: Ply) -> Option<Progress> {
        if ply.leaves() {
            return self.mate_after(scene, ply).map(|_| Progress {
                bound: 0,
                stage: self.chain.goals.len() as u8,
                moves: 0,
            });
        }
        let cell = self.space.cell(&scene.after(ply))?;
        self.chain.progress(&self.mate, |distances| distances.weak_cell(cell))
    }

    /// A position as text, White being strong.
    pub(crate) fn fen(&self, cell: Cell, side: Side) -> Option<String> {
        self.space.cast.board(&self.space.scene(cell), side).map(|board| board.fen())
    }

    /// The strong side's plies with the scenes after them, where the men stay the same.
    pub(crate) fn steps(&self, scene: &Scene) -> impl Iterator<Item = (Ply, Scene)> {
        let mut all = Vec::with_capacity(32);
        self.method.cast.strong_plies(scene, |ply| {
            if !ply.leaves() {
                all.push((ply, scene.after(ply)));
            }
        });
        all.into_iter()
    }
}

impl Chain {
    /// Works backwards, since a goal is only worth as much as the next one is near.
    fn new(stages: &[Stage], mate: &Distances, space: &Space) -> Chain {
        let mut goals: Vec<Distances> = Vec::new();
        for stage in stages.iter().rev() {
            let next = goals.last().unwrap_or(mate);
            goals.push(Distances::to(space, &|cell, scene| {
                next.weak_cell(cell).is_some_and(|moves| moves <= stage.within)
                    && (stage.goal)(space.cast, scene)
            }));
        }
        goals.reverse();
        let mut chain = Chain { goals, limits: Vec::new() };
        chain.limits = (0..=chain.goals.len())
            .map(|stage| {
                let to = chain.to(stage, mate);
                match stage.checked_sub(1).map(|before| chain.to(before, mate)) {
                    None => to.longest,
                    // From the goal before, whatever is replied.
                    Some(before) => {
                        let cells = space.legal(Side::Weak).cells();
                        let reached = cells.filter(|&cell| before.weak_cell(cell) == Some(0));
                        reached.map(|cell| to.weak_cell(cell).unwrap_or(u8::MAX)).max().unwrap_or(0)
                    }
                }
            })
            .collect();
        chain
    }

    /// Moves that suffice from anywhere.
    pub(crate) fn bound(&self) -> u16 {
        self.limits.iter().map(|&limit| u16::from(limit)).sum()
    }

    fn to<'a>(&'a self, stage: usize, mate: &'a Distances) -> &'a Distances {
        self.goals.get(stage).unwrap_or(mate)
    }

    /// The part of the way that promises the earliest end.
    fn progress(&self, mate: &Distances, distance: impl Fn(&Distances) -> Option<u8>) -> Option<Progress> {
        let mut later = self.bound();
        let stages = self.limits.iter().enumerate().filter_map(|(stage, &limit)| {
            later -= u16::from(limit);
            let moves = distance(self.to(stage, mate)).filter(|&moves| moves <= limit)?;
            Some(Progress { bound: u16::from(moves) + later, stage: stage as u8, moves })
        });
        stages.min()
    }
}
