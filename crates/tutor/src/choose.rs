//! Which findings are worth saying: at most one cause, one way in which it comes about, one remedy and one rule of thumb.
//! What has no proof, where it needs one, is never chosen.

mod counterfactual;
mod terms;
mod weight;

use quevedo_rules::{Board, Move};

use crate::exchange::victim;
use crate::explain::{Detector, Picks};
use crate::words::{Spoils, spoils};
use crate::{Fact, Finding, Truth};

pub use counterfactual::counterfactual;
pub(crate) use counterfactual::is_cause;
pub(crate) use weight::{is_sayable, weight};

/// A move of a search, with its line and the best one, about which something is to be said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial<'a> {
    pub(crate) board: &'a Board,
    /// The best line.
    pub(crate) best: &'a [Move],
    /// The move's own line.
    pub(crate) line: &'a [Move],
    pub(crate) is_best: bool,
    /// How much of the expected points it gives away.
    pub(crate) loss: f64,
    /// What the other side has taken with its last move, in pawns, if the move takes back there.
    pub(crate) taken_back: i8,
    /// Whether the best move is far better than the next.
    pub(crate) is_far_ahead: bool,
    pub(crate) detector: &'a Detector,
}

impl Trial<'_> {
    /// What the move brings about, the weightiest first; to take back is no gain.
    fn brings_about(&self) -> Vec<Finding> {
        let mut all = self.detector.of_move(self.board, self.line);
        if self.is_far_ahead && self.line == self.best {
            all.extend(self.detector.only_move(self.board, self.line));
        }
        let mut found = ranked(all);
        // What the move itself does goes before what a later one does.
        found.sort_by_key(|finding| {
            (core::cmp::Reverse(weight::class(&finding.fact)), finding.at != *self.board)
        });
        found.retain(|finding| {
            let is_first = finding.at == *self.board && finding.side == self.board.turn();
            !is_first || finding.gain == 0 || finding.gain > self.taken_back
        });
        found
    }
}

/// The least loss of expected points for which a reason is looked for.
const WORTH_A_REASON: f64 = 0.02;

/// The part of what is lost that a motif has to explain.
const SHARE: f64 = 0.6;

/// How many motifs are asked whether they are the cause.
const ASKED: usize = 3;

/// The most details that are kept.
const DETAILS: usize = 6;

/// Puts a finding with the others, once, and tells its place.
fn place(finding: Finding, all: &mut Vec<Finding>) -> usize {
    let known = all
        .iter()
        .position(|other| other.fact == finding.fact && other.at == finding.at && other.mv == finding.mv);
    known.unwrap_or_else(|| {
        all.push(finding);
        all.len() - 1
    })
}

/// The place of the first finding that is no motif, or a motif that is the cause of its gain.
fn first_cause<'a>(found: impl IntoIterator<Item = &'a Finding>, trial: &Trial<'_>) -> Option<&'a Finding> {
    let mut asked = 0;
    found.into_iter().find(|finding| {
        if !is_motif(&finding.fact) {
            return true;
        }
        asked += 1;
        asked <= ASKED && trial.detector.is_cause(finding)
    })
}

/// The findings that may be said, the weightiest first.
fn ranked(found: Vec<Finding>) -> Vec<Finding> {
    let mut found: Vec<Finding> = found.into_iter().filter(is_sayable).collect();
    found.sort_by_key(|finding| core::cmp::Reverse(weight(finding)));
    found
}

/// What there is to say about a move.
pub(crate) fn judge(trial: &Trial<'_>, all: &mut Vec<Finding>) -> Picks {
    if trial.is_best || trial.loss < WORTH_A_REASON {
        return praise(trial, all);
    }
    let us = trial.board.turn();
    let cause = cause(trial);
    let better = Trial { line: trial.best, ..*trial }.brings_about();
    let motif = match &cause {
        Some(finding) if matches!(finding.fact, Fact::Allows { .. }) => how_it_is_allowed(trial, finding),
        Some(finding) => how_it_is_reached(trial, &better, finding),
        None => None,
    };
    let is_said = |finding: &Finding| motif.as_ref().is_some_and(|motif| motif.fact == finding.fact);
    let whole = better.clone();
    let mut rest = better.into_iter().filter(|finding| finding.side == us && !is_said(finding));
    let remedy = rest.next().filter(is_a_remedy);
    // Without anything that is proven, what the lines look like at their ends.
    let remedy = remedy.or_else(|| match cause {
        Some(_) => None,
        None => terms::difference(trial.board, trial.best, trial.line),
    });
    let details: Vec<Finding> = rest.take(DETAILS).collect();
    if let Some(remedy) = &remedy {
        show_the_way(remedy, &whole, trial, all);
    }
    let cause = cause.map(|finding| place(finding, all));
    let motif = motif.map(|finding| place(finding, all));
    Picks {
        cause,
        motif,
        rule: motif.or(cause),
        remedy: remedy.map(|finding| place(finding, all)),
        details: details.into_iter().map(|finding| place(finding, all)).collect(),
        ..Picks::default()
    }
}

/// What a bad move allows or misses, whichever weighs more.
fn cause(trial: &Trial<'_>) -> Option<Finding> {
    let by_tables = trial.detector.by_tables(trial.board, trial.line, trial.best);
    let allowed = trial.detector.allows(trial.board, trial.line, trial.best);
    let missed = trial.detector.misses(trial.board, trial.line, trial.best);
    let missed = missed.filter(|finding| finding.gain > trial.taken_back || finding.gain == 0);
    // Whoever takes the very man has missed nothing of it.
    let missed = missed.filter(|finding| !takes_the_prize(trial, finding));
    let played = ranked(allowed.into_iter().chain(missed).collect()).into_iter().next();
    // What the tables know is the whole truth; a mate says more.
    let is_mate = |finding: &Finding| weight::class(&finding.fact) == weight::Class::Mate;
    played.filter(|finding| by_tables.is_none() || is_mate(finding)).or(by_tables)
}

/// Whether the move takes the man that another one is said to win.
fn takes_the_prize(trial: &Trial<'_>, missed: &Finding) -> bool {
    let Some(Spoils::Man(_, prize) | Spoils::AndMore(_, prize)) = missed.proofs.first().and_then(spoils)
    else {
        return false;
    };
    trial.line.first().is_some_and(|&mv| victim(trial.board, mv) == Some(prize))
}

/// Whether a fact is worth naming as what the better move does.
fn is_a_remedy(finding: &Finding) -> bool {
    let is_structure = matches!(
        finding.fact,
        Fact::Passed { .. }
            | Fact::Outpost { .. }
            | Fact::Seventh { .. }
            | Fact::OpenFile { half: false, .. }
    );
    weight::class(&finding.fact) >= weight::Class::Table || is_structure
}

/// What a good move does.
fn praise(trial: &Trial<'_>, all: &mut Vec<Finding>) -> Picks {
    let us = trial.board.turn();
    let mut found = trial.brings_about();
    found.retain(|finding| finding.side == us);
    let whole = found.clone();
    // What is only there beside the gain comes after what brings it about.
    let first = first_cause(&found, trial).cloned();
    if let Some(cause) = &first {
        found.retain(|finding| finding != cause);
    }
    let second =
        first_cause(&found, trial).filter(|finding| !says_the_same(finding, first.as_ref())).cloned();
    found.retain(|finding| Some(finding) != second.as_ref() && !says_the_same(finding, first.as_ref()));
    for later in first.iter().chain(&second) {
        show_the_way(later, &whole, trial, all);
    }
    let cause = first.map(|finding| place(finding, all));
    let motif = second.map(|finding| place(finding, all));
    let details = found.into_iter().take(DETAILS).map(|finding| place(finding, all)).collect();
    Picks { cause, motif, details, ..Picks::default() }
}

/// Puts the finding whose proof leads to a later one with the others, so that the words can tell how it comes about.
fn show_the_way(later: &Finding, found: &[Finding], trial: &Trial<'_>, all: &mut Vec<Finding>) {
    if later.at == *trial.board {
        return;
    }
    let leads = |finding: &&Finding| {
        finding.at == *trial.board
            && finding.side == later.side
            && finding.proofs.iter().any(|it| !it.after_pass)
    };
    for finding in found.iter().filter(leads) {
        place(finding.clone(), all);
    }
}

/// Whether a finding repeats another in other words: a threat that gains time is told once.
fn says_the_same(finding: &Finding, said: Option<&Finding>) -> bool {
    let threat = |fact: &Fact| match *fact {
        Fact::Tempo { goal } | Fact::Threat { goal, .. } => Some(goal),
        _ => None,
    };
    threat(&finding.fact).is_some_and(|goal| said.and_then(|said| threat(&said.fact)) == Some(goal))
}

/// The other side's motif in the line that carries an allowed goal out; what it could do after the better move, too, is no reason.
fn how_it_is_allowed(trial: &Trial<'_>, allowed: &Finding) -> Option<Finding> {
    let Fact::Allows { by, .. } = allowed.fact else { return None };
    let board = trial.board;
    let played = *trial.line.first()?;
    let after = board.play(played);
    let mut at = after;
    let mut answers = Vec::new();
    for written in allowed.line.get(1..)? {
        let Ok(mv) = at.find_uci(*written) else { break };
        at = at.play(mv);
        answers.push(mv);
    }
    let first = *answers.first().filter(|&&mv| after.find_uci(by) == Ok(mv))?;
    let elsewhere = facts_after(trial, first);
    ranked(trial.detector.of_move(&after, &answers))
        .into_iter()
        .filter(|finding| finding.side == !board.turn() && finding.mv.is_some())
        .find(|finding| {
            let is_most_of_it = f64::from(finding.gain) >= SHARE * f64::from(allowed.gain.min(9));
            // What a later move of the line does is another story.
            let is_of_the_answer = finding.at == after;
            is_motif(&finding.fact)
                && is_of_the_answer
                && is_most_of_it
                && !elsewhere.contains(&finding.fact)
                && trial.detector.is_cause(finding)
        })
}

/// The facts that the same answer would bring about after the best move.
fn facts_after(trial: &Trial<'_>, answer: Move) -> Vec<Fact> {
    let Some(&best) = trial.best.first() else { return Vec::new() };
    let after = trial.board.play(best);
    if !after.is_legal(answer) {
        return Vec::new();
    }
    ranked(trial.detector.of_move(&after, &[answer])).into_iter().map(|finding| finding.fact).collect()
}

/// The motif with which the better move reaches what was missed.
fn how_it_is_reached(trial: &Trial<'_>, better: &[Finding], missed: &Finding) -> Option<Finding> {
    let mut motifs = better.iter().filter(|it| is_motif(&it.fact) && it.side == missed.side).take(ASKED);
    motifs.find(|finding| trial.detector.is_cause(finding)).cloned()
}

/// Whether a fact says how something is won, not that it is.
fn is_motif(fact: &Fact) -> bool {
    weight::class(fact) == weight::Class::Motif
}

/// What a move is good for.
pub(crate) fn reason(trial: &Trial<'_>, all: &mut Vec<Finding>) -> Option<usize> {
    let us = trial.board.turn();
    let found = trial.brings_about();
    let own = found.iter().filter(|finding| finding.side == us);
    let reason = first_cause(own, trial).cloned()?;
    show_the_way(&reason, &found, trial, all);
    Some(place(reason, all))
}

/// The facts about a position that are worth telling, each kind of which is told for both sides.
pub(crate) fn standing(board: &Board, found: Vec<Finding>, all: &mut Vec<Finding>) -> Vec<usize> {
    let mut chosen: Vec<Finding> = Vec::new();
    for finding in ranked(found) {
        let told =
            chosen.iter().filter(|other| weight::topic_side(other) == weight::topic_side(&finding)).count();
        if told < MOST_OF_A_KIND && matters(board, &finding) && !is_told_already(&finding, &chosen) {
            chosen.push(finding);
        }
    }
    let us = board.turn();
    chosen.sort_by_key(|finding| (core::cmp::Reverse(weight(finding)), finding.side != us));
    chosen.truncate(STANDING);
    chosen.into_iter().map(|finding| place(finding, all)).collect()
}

/// The most facts of one kind and side, and in all, about a position as it stands.
const MOST_OF_A_KIND: usize = 2;
const STANDING: usize = 10;

/// Whether a fact is more than true: a man without a guard that nobody attacks is not worth a word.
fn matters(board: &Board, finding: &Finding) -> bool {
    let Fact::Loose { man } = finding.fact else { return true };
    board.man_at(man).is_some_and(|it| board.is_attacked(man, !it.color()))
}

/// Whether a weightier fact about the same man says more.
fn is_told_already(finding: &Finding, chosen: &[Finding]) -> bool {
    // That a man can be taken is what the threat to take it says.
    if let Fact::Hanging { man } = finding.fact {
        let takes = |other: &Finding| matches!(other.fact, Fact::Threat { mv, .. } if mv.to == man);
        if chosen.iter().any(takes) {
            return true;
        }
    }
    let (Fact::Loose { man } | Fact::Hanging { man }) = finding.fact else { return false };
    chosen.iter().any(|other| match other.fact {
        Fact::Loose { man: told } | Fact::Hanging { man: told } | Fact::Trapped { man: told } => told == man,
        _ => false,
    })
}

/// Whether a finding that claims more than one board shows carries what proves it.
pub(crate) fn carries_its_proof(finding: &Finding) -> bool {
    match finding.truth {
        Truth::Static | Truth::Table | Truth::Opinion => true,
        Truth::Proven => !finding.proofs.is_empty(),
    }
}
