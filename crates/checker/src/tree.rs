//! Walks a proof: every move legal, every reply there, the goal reached at every leaf.

use shakmaty::{Chess, Color, Move, Position};

use crate::checker::Checker;
use crate::ground::{after, balance, legal, passed};
use crate::quiet;
use crate::schema::{Attack, Defence, Goal, Proof, Root};

/// A leaf and the way to it.
#[derive(Debug)]
pub struct Leaf<'a> {
    /// The position, with the defender to move.
    pub position: &'a Chess,
    /// The moves from the tree's root.
    pub moves: &'a [Move],
    /// The positions before those moves.
    pub before: &'a [Chess],
}

/// A proof whose position stands: who plays, from where.
#[derive(Debug)]
pub struct Tree<'a> {
    proof: &'a Proof,
    /// Where the tree begins, after the pass if there is one.
    pub root: Chess,
    /// Who proves.
    pub attacker: Color,
    /// The attacker's balance of material at the start.
    pub start: i32,
}

type Visit<'v> = &'v mut dyn FnMut(&Leaf) -> Result<(), String>;

struct Walk<'a, 'v> {
    checker: &'a Checker,
    tree: &'a Tree<'a>,
    visit: Visit<'v>,
    moves: Vec<Move>,
    before: Vec<Chess>,
}

impl<'a> Tree<'a> {
    /// Reads where a proof begins.
    ///
    /// # Errors
    /// Says in words what is wrong.
    pub fn new(proof: &'a Proof) -> Result<Tree<'a>, String> {
        let attacker = proof.attacker.0;
        let start = &proof.start.0;
        let root = if proof.after_pass {
            passed(start).ok_or("nobody can pass at the proof's start")?
        } else {
            start.clone()
        };
        let attacks = matches!(proof.tree, Root::Attack(_));
        if (root.turn() == attacker) != attacks {
            return Err("the wrong side is to move at the tree's root".to_owned());
        }
        Ok(Tree { proof, root, attacker, start: balance(start, attacker) })
    }

    /// The attacker's first move, if he begins.
    pub fn first(&self) -> Option<Move> {
        match &self.proof.tree {
            Root::Attack(attack) => legal(&self.root, attack.mv.0),
            Root::Defence(_) => None,
        }
    }

    /// The proof's goal.
    pub fn goal(&self) -> Goal {
        self.proof.goal
    }

    /// The position that the proof is about.
    pub fn begin(&self) -> &Chess {
        &self.proof.start.0
    }

    /// Whether the tree begins after a pass.
    pub fn is_after_pass(&self) -> bool {
        self.proof.after_pass
    }

    /// Walks the whole tree; `visit` sees each leaf after its goal was found to hold.
    ///
    /// # Errors
    /// Says in words what is wrong.
    pub fn walk(&self, checker: &Checker, visit: Visit) -> Result<(), String> {
        let mut walk = Walk { checker, tree: self, visit, moves: Vec::new(), before: Vec::new() };
        match &self.proof.tree {
            Root::Attack(attack) => walk.attack(&self.root, attack),
            Root::Defence(defence) => walk.defence(&self.root, defence),
        }
    }

    /// The leaf that a line of moves reaches, if the line is a path of this tree; without `whole`, wherever it ends.
    ///
    /// # Errors
    /// Says in words what is wrong.
    pub fn contains(&self, line: &[Move]) -> Result<(), String> {
        let mut here = self.root.clone();
        let mut rest = line.iter().copied();
        let mut defence = match &self.proof.tree {
            Root::Defence(defence) => defence,
            Root::Attack(attack) => {
                let Some(mv) = rest.next() else { return Ok(()) };
                expect(&here, attack, mv)?;
                here.play_unchecked(mv);
                &attack.then
            }
        };
        while let Some(mv) = rest.next() {
            let Defence::Replies(replies) = defence else {
                return Err("the line goes on where the proof ends".to_owned());
            };
            let reply = replies.iter().find(|reply| legal(&here, reply.mv.0) == Some(mv));
            let reply = reply.ok_or_else(|| format!("the line's {} is no reply of the proof", name(mv)))?;
            here.play_unchecked(mv);
            let Some(mv) = rest.next() else { return Ok(()) };
            expect(&here, &reply.then, mv)?;
            here.play_unchecked(mv);
            defence = &reply.then.then;
        }
        Ok(())
    }

    /// Whether every leaf shows at least this gain, counted from a balance.
    pub fn shows(&self, checker: &Checker, least: i32) -> bool {
        self.walk(checker, &mut |leaf| {
            let enough = quiet::holds(leaf.position, self.attacker, least);
            enough.then_some(()).ok_or_else(String::new)
        })
        .is_ok()
    }
}

fn expect(here: &Chess, attack: &Attack, mv: Move) -> Result<(), String> {
    let same = legal(here, attack.mv.0) == Some(mv);
    same.then_some(()).ok_or_else(|| format!("the line has {} where the proof has {}", name(mv), attack.mv.0))
}

/// A move in words for faults.
pub fn name(mv: Move) -> String {
    mv.to_uci(shakmaty::CastlingMode::Standard).to_string()
}

impl Walk<'_, '_> {
    fn step(&mut self, here: &Chess, mv: Move) -> Chess {
        self.before.push(here.clone());
        self.moves.push(mv);
        after(here, mv)
    }

    fn back(&mut self) {
        self.before.pop();
        self.moves.pop();
    }

    fn way(&self) -> String {
        let names: Vec<String> = self.moves.iter().map(|mv| name(*mv)).collect();
        if names.is_empty() { "at the root".to_owned() } else { format!("after {}", names.join(" ")) }
    }

    fn attack(&mut self, here: &Chess, attack: &Attack) -> Result<(), String> {
        let mv = legal(here, attack.mv.0)
            .ok_or_else(|| format!("{}, the attacker's {} is not legal", self.way(), attack.mv.0))?;
        let next = self.step(here, mv);
        self.defence(&next, &attack.then)?;
        self.back();
        Ok(())
    }

    fn defence(&mut self, here: &Chess, defence: &Defence) -> Result<(), String> {
        let Defence::Replies(replies) = defence else { return self.leaf(here) };
        let mut missing: Vec<Move> = here.legal_moves().into_iter().collect();
        if missing.is_empty() {
            return Err(format!("{}, a position without moves has replies", self.way()));
        }
        for reply in replies {
            let mv = legal(here, reply.mv.0)
                .ok_or_else(|| format!("{}, the reply {} is not legal", self.way(), reply.mv.0))?;
            let index = missing.iter().position(|it| *it == mv);
            let index =
                index.ok_or_else(|| format!("{}, the reply {} stands twice", self.way(), reply.mv.0))?;
            missing.swap_remove(index);
            let next = self.step(here, mv);
            self.attack(&next, &reply.then)?;
            self.back();
        }
        match missing.first() {
            Some(mv) => Err(format!("{}, the reply {} is missing", self.way(), name(*mv))),
            None => Ok(()),
        }
    }

    fn leaf(&mut self, here: &Chess) -> Result<(), String> {
        self.reaches(here).map_err(|why| format!("{}, {why}", self.way()))?;
        let leaf = Leaf { position: here, moves: &self.moves, before: &self.before };
        (self.visit)(&leaf)
    }

    fn reaches(&self, here: &Chess) -> Result<(), String> {
        let (attacker, start) = (self.tree.attacker, self.tree.start);
        let settled = |points: i32| {
            let holds = quiet::holds(here, attacker, start + points);
            holds.then_some(()).ok_or_else(|| format!("the gain of {points} does not hold"))
        };
        match self.tree.goal() {
            Goal::Mate(within) => {
                let played = self.before.iter().filter(|it| it.turn() == attacker).count();
                if !here.is_checkmate() {
                    return Err("there is no mate".to_owned());
                }
                let late = played > usize::from(within);
                if late { Err(format!("the mate takes {played} moves, not {within}")) } else { Ok(()) }
            }
            Goal::Material(points) if points < 1 => Err(format!("a gain of {points} is no goal")),
            Goal::Material(points) => settled(i32::from(points)),
            Goal::Promotion => {
                let own = self.moves.iter().zip(&self.before).filter(|(_, it)| it.turn() == attacker);
                let promoted = own.into_iter().any(|(mv, _)| mv.is_promotion());
                if promoted { settled(1) } else { Err("no pawn was promoted".to_owned()) }
            }
            Goal::Draw => {
                let repeated = self.before.contains(here);
                let drawn = here.is_stalemate() || repeated;
                drawn.then_some(()).ok_or_else(|| "there is neither stalemate nor repetition".to_owned())
            }
            Goal::Table(least) => {
                let value = self.checker.table_value(here, attacker)?;
                let enough = value >= i32::from(least);
                enough.then_some(()).ok_or_else(|| format!("the tables say {value}, not {least}"))
            }
        }
    }
}
