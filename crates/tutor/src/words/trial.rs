//! The words about a move that was played or asked for.

use quevedo_rules::{Board, UciMove};

use super::frame::Frame;
use super::scene::{Filling, Scene, Step, steps};
use super::{Basis, Desk, Level, Role, Sentence, Topic, advice};
use crate::explain::{Judgement, Mark};
use crate::{Attack, Defence, Fact, Finding, Proof, Root};

/// The most words for a club player.
const CLUB_WORDS: usize = 60;

impl Desk<'_> {
    /// What there is to say about a move, the weightiest first, within what the level allows.
    pub(super) fn of_trial(&self, judgement: &Judgement) -> Vec<Sentence> {
        let verdict = self.verdict(judgement);
        let motif = judgement.picks.motif.and_then(|place| self.motif(judgement, place));
        let remedy = if judgement.mark.is_bad() { self.remedy(judgement) } else { None };
        let rule = self.rule(judgement).filter(|_| judgement.mark.is_bad());
        let all: Vec<Sentence> = match self.level {
            Level::Beginner => verdict.into_iter().chain(motif.or(remedy)).collect(),
            Level::Club => within(verdict.into_iter().chain(motif).chain(remedy).chain(rule), CLUB_WORDS),
            Level::Expert => {
                let details =
                    judgement.picks.details.iter().filter_map(|&place| self.detail(judgement, place));
                let said = verdict.into_iter().chain(motif).chain(remedy).chain(details);
                said.chain(rule).chain(self.numbers(judgement)).collect()
            }
        };
        all
    }

    /// What frames have places for, beside the finding's own.
    fn fill(&self, judgement: &Judgement, place: &str) -> Option<Filling> {
        let (name, form) = place.split_once(':').unwrap_or((place, ""));
        let is_bare = form == "bare";
        let mark = if is_bare { "" } else { judgement.mark.sign() };
        let line = |place: usize| self.line(place);
        match name {
            "played" => {
                let step = *line(judgement.line)?.first()?;
                Some(Filling::Move { step, has_number: !is_bare, mark })
            }
            "best" => Some(Filling::Move { step: *line(0)?.first()?, has_number: !is_bare, mark: "" }),
            "best_line" => Some(Filling::Line(line(0)?)),
            "expectation" => Some(Filling::Words(format!("{:.2}", judgement.expectation))),
            "best_expectation" => Some(Filling::Words(format!("{:.2}", judgement.best_expectation))),
            "score" => Some(Filling::Words(self.explanation.lines.get(judgement.line)?.marked_score())),
            "best_score" => Some(Filling::Words(self.explanation.lines.first()?.marked_score())),
            "depth" => Some(Filling::Words(self.explanation.depth.to_string())),
            _ => None,
        }
    }

    /// The moves of a line of the search.
    pub(super) fn line(&self, place: usize) -> Option<Vec<Step>> {
        let line = self.explanation.lines.get(place)?;
        let moves: Vec<UciMove> = line.moves.iter().filter_map(|text| text.parse().ok()).collect();
        Some(steps(&self.explanation.board()?, &moves)).filter(|steps| !steps.is_empty())
    }

    fn verdict(&self, judgement: &Judgement) -> Option<Sentence> {
        let fill = |place: &str| self.fill(judgement, place);
        let by_score = Basis::Score(judgement.line);
        let plain = |frame, basis| self.sentence(Role::Verdict, frame, None, basis, &fill);
        let cause = judgement.picks.cause.and_then(|place| Some((place, self.finding(place)?)));
        let (later, later_state) = match judgement.mark {
            Mark::Best => (Frame::BestLater, Frame::BestLaterState),
            _ => (Frame::GoodLater, Frame::GoodLaterState),
        };
        let (with_move, with_state, bare) = match judgement.mark {
            Mark::Forced => return plain(Frame::Forced, Basis::Position),
            Mark::Best => (Frame::BestMove, Frame::BestState, Frame::Best),
            Mark::Good => (Frame::GoodMove, Frame::GoodState, Frame::Good),
            Mark::Inaccuracy | Mark::Mistake | Mark::Blunder => {
                let said = cause.and_then(|(place, _)| self.cause(judgement, place));
                return said.or_else(|| plain(Frame::NoCause, by_score));
            }
        };
        let said =
            cause.filter(|(_, finding)| !speaks_against(&finding.fact)).and_then(|(place, finding)| {
                let is_of_a_move = Topic::of(&finding.fact).is_of_a_move();
                if self.is_later(finding) {
                    let way = self.way(finding)?;
                    let frame = if is_of_a_move { later } else { later_state };
                    return self.sentence(
                        Role::Verdict,
                        frame,
                        Some(place),
                        Basis::Finding(place),
                        &|name| match name {
                            "way" => Some(Filling::Line(way.clone())),
                            _ => fill(name),
                        },
                    );
                }
                let frame = if is_of_a_move { with_move } else { with_state };
                self.sentence(Role::Verdict, frame, Some(place), Basis::Finding(place), &fill)
            });
        said.or_else(|| plain(bare, by_score))
    }

    /// What a bad move allows or misses, with the line that shows it.
    fn cause(&self, judgement: &Judgement, place: usize) -> Option<Sentence> {
        let finding = self.finding(place).filter(|finding| speaks_against(&finding.fact))?;
        let played = self.line(judgement.line)?.first()?.mv;
        let shown = Scene::new(finding, self.language)?.line(Some(played));
        let frame = if shown.is_empty() { Frame::Cause } else { Frame::CauseLine };
        let fill = |name: &str| match name {
            "line" => Some(Filling::Line(shown.clone())),
            _ => self.fill(judgement, name),
        };
        self.sentence(Role::Verdict, frame, Some(place), Basis::Finding(place), &fill)
    }

    /// How it comes about: what the other move does, or what is true after it.
    fn motif(&self, judgement: &Judgement, place: usize) -> Option<Sentence> {
        let finding = self.finding(place)?;
        let is_of_a_move = Topic::of(&finding.fact).is_of_a_move();
        if let Some(way) = self.way(finding).filter(|_| !judgement.mark.is_bad()) {
            return self.later(Role::Motif, place, &way);
        }
        let frame = match (judgement.mark.is_bad(), is_of_a_move, finding.mv.is_some()) {
            (false, true, _) => Frame::Also,
            (false, false, _) => Frame::AlsoState,
            (true, true, _) => Frame::HowMove,
            (true, false, true) => Frame::HowState,
            (true, false, false) => Frame::State,
        };
        self.sentence(Role::Motif, frame, Some(place), Basis::Finding(place), &|place| {
            self.fill(judgement, place)
        })
    }

    fn remedy(&self, judgement: &Judgement) -> Option<Sentence> {
        let fill = |place: &str| self.fill(judgement, place);
        let said = judgement.picks.remedy.and_then(|place| {
            let finding = self.finding(place)?;
            let is_of_a_move = Topic::of(&finding.fact).is_of_a_move();
            let is_later = self.is_later(finding);
            let way = self.way(finding);
            let frame = match (is_later, is_of_a_move) {
                (false, true) => Frame::RemedyMove,
                (false, false) => Frame::RemedyState,
                (true, true) => Frame::RemedyLater,
                (true, false) => Frame::RemedyLaterState,
            };
            self.sentence(Role::Remedy, frame, Some(place), Basis::Finding(place), &|name| match name {
                "way" => way.clone().map(Filling::Line),
                _ => fill(name),
            })
        });
        said.or_else(|| self.sentence(Role::Remedy, Frame::RemedyLine, None, Basis::Score(0), &fill))
    }

    /// What a later move of a line does, with the way there.
    pub(super) fn later(&self, role: Role, place: usize, way: &[Step]) -> Option<Sentence> {
        let is_of_a_move = Topic::of(&self.finding(place)?.fact).is_of_a_move();
        let frame = if is_of_a_move { Frame::Later } else { Frame::LaterState };
        let fill = |name: &str| (name == "way").then(|| Filling::Line(way.to_vec()));
        self.sentence(role, frame, Some(place), Basis::Finding(place), &fill)
    }

    /// Whether a finding is of a position further on.
    fn is_later(&self, finding: &Finding) -> bool {
        self.explanation.board().is_some_and(|board| board.key() != finding.at.key())
    }

    /// How a later position is reached that a finding is about: the moves after the first, its own included. `None` if it is about the
    /// position asked for, or the one after a move there.
    pub(super) fn way(&self, finding: &Finding) -> Option<Vec<Step>> {
        let board = self.explanation.board()?;
        if finding.at.key() == board.key() {
            return None;
        }
        let proofs = self.explanation.findings.iter().filter(|it| it.at.key() == board.key());
        let mut proofs = proofs.filter_map(|it| it.proofs.first());
        let mut way = proofs.find_map(|proof| way_to(proof, &finding.at))?;
        way.extend(Scene::new(finding, self.language)?.step());
        Some(way)
    }

    /// What else the better move does (or the move itself, if it is good).
    fn detail(&self, judgement: &Judgement, place: usize) -> Option<Sentence> {
        let finding = self.finding(place)?;
        if let Some(way) = self.way(finding) {
            return self.later(Role::Detail, place, &way);
        }
        let frame = match (Topic::of(&finding.fact).is_of_a_move(), finding.mv.is_some()) {
            (true, _) => Frame::HowMove,
            (false, true) => Frame::HowState,
            (false, false) => Frame::State,
        };
        self.sentence(Role::Detail, frame, Some(place), Basis::Finding(place), &|place| {
            self.fill(judgement, place)
        })
    }

    fn rule(&self, judgement: &Judgement) -> Option<Sentence> {
        let finding = self.finding(judgement.picks.rule?)?;
        Some(advice(Role::Rule, self.language.rule(Topic::of(&finding.fact))?))
    }

    fn numbers(&self, judgement: &Judgement) -> Option<Sentence> {
        let fill = |place: &str| self.fill(judgement, place);
        let basis = Basis::Score(judgement.line);
        self.sentence(Role::Numbers, Frame::Scores, None, basis, &fill).filter(|_| judgement.line != 0)
    }
}

/// The moves of a proof's tree after the attacker's first one, up to a position of the attacker's.
fn way_to(proof: &Proof, target: &Board) -> Option<Vec<Step>> {
    let Root::Attack(attack) = &proof.tree else { return None };
    let mut way = walk(&proof.root()?, attack, target, WAY)?;
    way.remove(0);
    Some(way)
}

/// The most moves of the attacker on the way to a later position.
const WAY: u8 = 3;

fn walk(board: &Board, attack: &Attack, target: &Board, left: u8) -> Option<Vec<Step>> {
    let mv = board.find_uci(attack.mv).ok()?;
    let next = board.play(mv);
    let Defence::Replies(replies) = &attack.then else { return None };
    for reply in replies.iter().filter(|_| left > 0) {
        let answer = next.find_uci(reply.mv).ok()?;
        let then = next.play(answer);
        let rest = if then.key() == target.key() {
            Some(Vec::new())
        } else {
            walk(&then, &reply.then, target, left - 1)
        };
        if let Some(rest) = rest {
            let begin = [Step { board: *board, mv }, Step { board: next, mv: answer }];
            return Some(begin.into_iter().chain(rest).collect());
        }
    }
    None
}

/// Whether a fact says what is wrong with its move.
fn speaks_against(fact: &Fact) -> bool {
    matches!(fact, Fact::Allows { .. } | Fact::Misses { .. })
}

/// The first sentences that have no more words than that together; the first one in any case.
fn within(sentences: impl Iterator<Item = Sentence>, words: usize) -> Vec<Sentence> {
    let mut left = words;
    let mut kept: Vec<Sentence> = Vec::new();
    for sentence in sentences {
        let count = sentence.text.split_whitespace().count();
        if kept.is_empty() || count <= left {
            left = left.saturating_sub(count);
            kept.push(sentence);
        }
    }
    kept
}
