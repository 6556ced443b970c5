//! A finding with its positions, its line and its proofs read.

use std::cell::Cell;

use shakmaty::{Chess, Color, Move, Position, Square};

use crate::checker::Checker;
use crate::ground::{after, balance, follow, legal, victim};
use crate::schema::{Fact, Finding, Goal, Truth};
use crate::tree::{Tree, name};

/// One move of the finding's line.
#[derive(Clone, Debug)]
pub struct Step {
    /// The position before it.
    pub before: Chess,
    /// The move.
    pub mv: Move,
}

/// A finding under examination.
#[derive(Debug)]
pub struct Case<'a> {
    pub checker: &'a Checker,
    pub finding: &'a Finding,
    /// Before the move.
    pub at: &'a Chess,
    /// The move.
    pub mv: Option<Move>,
    /// After the move, or `at`.
    pub now: Chess,
    /// Whom the finding favours.
    pub side: Color,
    /// The finding's line, from `at`; a pass is left out.
    pub line: Vec<Step>,
    /// Where the line ends.
    pub end: Chess,
    /// The proofs, in order.
    pub trees: Vec<Tree<'a>>,
    untold: Cell<Option<&'static str>>,
}

/// Which kinds of truth a fact may rest on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rests {
    Rules,
    Proof,
    Either,
    Tables,
    TablesOrOpinion,
    Opinion,
}

fn rests(fact: &Fact) -> Rests {
    use Fact as F;
    match fact {
        F::Trapped { .. }
        | F::Fork { .. }
        | F::DoubleAttack { .. }
        | F::Overloaded { .. }
        | F::Deflection { .. }
        | F::Attraction { .. }
        | F::Intermezzo { .. }
        | F::Clearance { .. }
        | F::BackRank { .. }
        | F::MateIn { .. }
        | F::Achieves { .. }
        | F::Threat { .. }
        | F::Parries { .. }
        | F::Allows { .. }
        | F::Misses { .. }
        | F::SavesDraw { .. }
        | F::Tempo { .. }
        | F::Initiative
        | F::Stock { .. }
        | F::Unstoppable { .. }
        | F::Breakthrough { .. } => Rests::Proof,
        F::PinAbsolute { .. }
        | F::PinRelative { .. }
        | F::Skewer { .. }
        | F::DiscoveredAttack { .. }
        | F::DiscoveredCheck { .. }
        | F::DoubleCheck { .. }
        | F::XRay { .. }
        | F::RemovedDefender { .. }
        | F::Interference { .. }
        | F::Desperado { .. }
        | F::UnderPromotion { .. }
        | F::Sacrifice { .. }
        | F::OnlyMove { .. }
        | F::Hanging { .. } => Rests::Either,
        F::Opposition { .. } | F::KeySquare { .. } | F::Fortress { .. } | F::TableValue { .. } => {
            Rests::Tables
        }
        F::Zugzwang | F::Simplification { .. } => Rests::TablesOrOpinion,
        F::TermDiffers { .. } => Rests::Opinion,
        _ => Rests::Rules,
    }
}

impl<'a> Case<'a> {
    /// Reads the moves, the line and where the proofs begin.
    pub fn new(checker: &'a Checker, finding: &'a Finding) -> Result<Case<'a>, String> {
        let at = &finding.at.0;
        let mv = match finding.mv {
            Some(text) => Some(legal(at, text.0).ok_or_else(|| format!("the move {} is not legal", text.0))?),
            None => None,
        };
        let now = mv.map_or_else(|| at.clone(), |mv| after(at, mv));
        let mut trees = Vec::new();
        for (index, proof) in finding.proofs.iter().enumerate() {
            trees.push(Tree::new(proof).map_err(|why| format!("proof {}: {why}", index + 1))?);
        }
        let untold = Cell::new(None);
        let end = now.clone();
        let side = finding.side.0;
        let mut case = Case { checker, finding, at, mv, now, side, line: Vec::new(), end, trees, untold };
        case.read_line()?;
        Ok(case)
    }

    /// Plays the line. Where the first proof begins after a pass in `now`, the line passes there too.
    fn read_line(&mut self) -> Result<(), String> {
        let mut here = self.at.clone();
        let mut texts = self.finding.line.iter();
        let starts_with_move = self.finding.line.first().and_then(|text| legal(self.at, text.0)) == self.mv;
        let shows_better = matches!(self.finding.fact, Fact::Misses { .. });
        if let Some(mv) = self.mv
            && (starts_with_move || !shows_better)
        {
            if !starts_with_move {
                return Err("the line does not begin with the finding's move".to_owned());
            }
            texts.next();
            self.line.push(Step { before: here.clone(), mv });
            here = after(&here, mv);
        }
        if let Some(tree) = self.trees.first()
            && !matches!(self.finding.fact, Fact::Initiative)
            && tree.is_after_pass()
            && *tree.begin() == here
        {
            here = tree.root.clone();
        }
        for text in texts {
            let mv = legal(&here, text.0).ok_or_else(|| format!("the line's {} is not legal", text.0))?;
            self.line.push(Step { before: here.clone(), mv });
            here = after(&here, mv);
        }
        self.end = here;
        Ok(())
    }

    /// The line's moves, or those after the finding's move.
    fn moves(&self, skip: usize) -> Vec<Move> {
        self.line.iter().skip(skip).map(|step| step.mv).collect()
    }

    /// Notes that part of the finding could not be checked.
    pub fn leave_untold(&self, what: &'static str) {
        self.untold.set(Some(what));
    }

    /// What could not be checked.
    pub fn untold(&self) -> Option<&'static str> {
        self.untold.get()
    }

    /// Walks every proof.
    pub fn walk_proofs(&self) -> Result<(), (usize, String)> {
        for (index, tree) in self.trees.iter().enumerate() {
            tree.walk(self.checker, &mut |_| Ok(())).map_err(|why| (index + 1, why))?;
        }
        Ok(())
    }

    /// What holds of every finding, whatever its fact.
    pub fn check_frame(&self) -> Result<(), String> {
        self.check_truth()?;
        self.check_path()?;
        self.check_gain()
    }

    fn check_truth(&self) -> Result<(), String> {
        let (truth, proofs) = (self.finding.truth, self.trees.len());
        let fits = match rests(&self.finding.fact) {
            Rests::Rules => truth == Truth::Static,
            Rests::Proof => truth == Truth::Proven,
            Rests::Either => matches!(truth, Truth::Static | Truth::Proven),
            Rests::Tables => truth == Truth::Table,
            Rests::TablesOrOpinion => matches!(truth, Truth::Table | Truth::Opinion),
            Rests::Opinion => truth == Truth::Opinion,
        };
        if !fits {
            return Err(format!("this fact cannot be {truth:?}"));
        }
        let alone = matches!(self.finding.fact, Fact::OnlyMove { .. }) && self.at.legal_moves().len() == 1;
        if truth == Truth::Proven && proofs == 0 && !alone {
            return Err("it is said to be proven, but carries no proof".to_owned());
        }
        Ok(())
    }

    /// The line follows the first proof.
    fn check_path(&self) -> Result<(), String> {
        let Some(tree) = self.trees.first() else { return Ok(()) };
        // These show their lines beside the proofs: what was threatened, what each other move allows, threats of a line.
        let apart = match self.finding.fact {
            Fact::OnlyMove { .. } | Fact::Parries { .. } | Fact::Initiative => true,
            Fact::Trapped { .. } => self.trees.len() > 1,
            _ => false,
        };
        if apart {
            return Ok(());
        }
        if *tree.begin() == self.now && self.line.first().map(|step| step.mv) == self.mv {
            tree.contains(&self.moves(usize::from(self.mv.is_some())))
        } else if tree.begin() == self.at && !tree.is_after_pass() {
            tree.contains(&self.moves(0))
        } else {
            Ok(())
        }
    }

    fn check_gain(&self) -> Result<(), String> {
        let gain = i32::from(self.finding.gain);
        if gain == 0 {
            return Ok(());
        }
        if gain < 0 {
            return Err(format!("a gain of {gain}"));
        }
        if matches!(self.finding.fact, Fact::Hanging { .. }) && self.trees.is_empty() {
            // It is the see, which the claim looks at.
            return Ok(());
        }
        let Some(tree) = self.trees.first() else { return Err(format!("a gain of {gain} without a proof")) };
        let from = balance(self.at, tree.attacker);
        let shown = match tree.goal() {
            Goal::Mate(_) => gain <= 100,
            Goal::Material(points) => {
                tree.start + i32::from(points) - from >= gain || tree.shows(self.checker, from + gain)
            }
            Goal::Promotion => tree.shows(self.checker, from + gain),
            Goal::Draw | Goal::Table(_) => false,
        };
        shown.then_some(()).ok_or_else(|| format!("the proof does not show a gain of {gain}"))
    }

    /// The first proof, if it is about this finding's move (or position) and this side.
    pub fn proof(&self) -> Result<&Tree<'a>, String> {
        let tree = self.trees.first().ok_or("no proof")?;
        if tree.attacker != self.side {
            return Err("the proof is the other side's".to_owned());
        }
        if tree.is_after_pass() {
            return Err("the proof begins with a pass".to_owned());
        }
        let from_here = *tree.begin() == self.now;
        let with_move = self.mv.is_some() && tree.begin() == self.at && tree.first() == self.mv;
        if from_here || with_move {
            Ok(tree)
        } else {
            Err("the proof is about another position or move".to_owned())
        }
    }

    /// A proof of something that counts: material, a queen or mate.
    pub fn wins(&self) -> Result<&Tree<'a>, String> {
        let tree = self.proof()?;
        let gains = match tree.goal() {
            Goal::Mate(_) | Goal::Promotion => true,
            Goal::Material(points) => tree.start + i32::from(points) > balance(self.at, tree.attacker),
            Goal::Draw | Goal::Table(_) => false,
        };
        gains.then_some(tree).ok_or_else(|| "the proof wins nothing".to_owned())
    }

    /// For facts that may rest on the rules alone: a proof, if there is one, wins something.
    pub fn wins_if_proven(&self) -> Result<(), String> {
        if self.finding.truth == Truth::Proven { self.wins().map(|_| ()) } else { Ok(()) }
    }

    /// The finding's move; an error where it has none.
    pub fn needed_move(&self) -> Result<Move, String> {
        self.mv.ok_or_else(|| "this fact needs a move".to_owned())
    }

    /// The line's steps from `now` on.
    pub fn rest(&self) -> &[Step] {
        &self.line[usize::from(self.mv.is_some()).min(self.line.len())..]
    }

    /// Whether the line, from `now` on, takes the man of a square on that square, with one of these takers (or anybody), each followed
    /// on its way.
    pub fn line_takes(&self, square: Square, takers: Option<&[Square]>) -> bool {
        let mut target = Some(square);
        let mut takers: Option<Vec<Square>> = takers.map(<[Square]>::to_vec);
        for step in self.rest() {
            let by_them = step.before.turn() == self.side
                && takers
                    .as_ref()
                    .is_none_or(|takers| step.mv.from().is_some_and(|from| takers.contains(&from)));
            if by_them && target.is_some() && victim(step.mv) == target {
                return true;
            }
            target = target.filter(|square| follow(&step.before, step.mv, *square) == Some(*square));
            if let Some(takers) = &mut takers {
                *takers = takers.iter().filter_map(|square| follow(&step.before, step.mv, *square)).collect();
            }
        }
        false
    }

    /// Whether the line ends with the mate of the other side.
    pub fn line_mates(&self) -> bool {
        self.end.is_checkmate() && self.end.turn() != self.side
    }

    /// Words for the finding's move.
    pub fn move_name(&self) -> String {
        self.mv.map_or_else(|| "nothing".to_owned(), name)
    }
}
