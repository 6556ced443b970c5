//! The words about a position as it stands.

use quevedo_report::Score;
use quevedo_rules::{Board, Color, Piece};

use super::frame::Frame;
use super::grammar::GoalForm;
use super::scene::{Filling, Scene, surplus_words};
use super::{Basis, Desk, Level, Role, Sentence, Topic};
use crate::explain::Candidate;
use crate::{Fact, Goal};

impl Desk<'_> {
    /// What the position is worth, what both sides have and threaten, and what the candidates are good for.
    pub(super) fn of_position(&self) -> Vec<Sentence> {
        let most = match self.level {
            Level::Beginner => 3,
            Level::Club => 6,
            Level::Expert => usize::MAX,
        };
        if let Some(mate) = self.mate() {
            let candidates =
                self.explanation.candidates.iter().filter_map(|candidate| self.candidate(candidate));
            return core::iter::once(mate).chain(candidates.skip(1)).collect();
        }
        let standing = self.explanation.standing.iter().filter_map(|&place| self.state(place)).take(most);
        let candidates = self.explanation.candidates.iter().filter_map(|candidate| self.candidate(candidate));
        self.assessment().into_iter().chain(self.material()).chain(standing).chain(candidates).collect()
    }

    /// That the side to move mates, by a proof: then nothing else matters.
    fn mate(&self) -> Option<Sentence> {
        let board = self.explanation.board()?;
        let best = self.explanation.candidates.first()?.reason?;
        let finding =
            self.finding(best).filter(|it| it.at.key() == board.key() && it.side == board.turn())?;
        let goal = finding.proofs.first().map(|proof| proof.goal);
        let frame = match goal {
            Some(Goal::Mate(1)) => Frame::MateNow,
            Some(Goal::Mate(_)) => Frame::MateSoon,
            _ => return None,
        };
        let line = Scene::new(finding, self.language)?.line(None);
        let fill = |place: &str| match place {
            "line" => Some(Filling::Line(line.clone())),
            "turn" => Some(Filling::Words(self.language.side(board.turn()).to_owned())),
            "goal:noun" => Some(Filling::Words(self.language.goal(goal?, None, GoalForm::Noun))),
            _ => None,
        };
        self.sentence(Role::Verdict, frame, None, Basis::Finding(best), &fill)
    }

    fn assessment(&self) -> Option<Sentence> {
        let line = self.explanation.lines.first()?;
        let chances = line.wdl?;
        let of_white = f64::from(chances.win) / 1000.0 + f64::from(chances.draw) / 2000.0;
        let fill = |place: &str| {
            Some(Filling::Words(match place {
                "assessment" => self.language.assessment(of_white).to_owned(),
                "score" => line.marked_score(),
                "depth" => self.explanation.depth.to_string(),
                "side" => {
                    self.language.side(if of_white > 0.5 { Color::White } else { Color::Black }).to_owned()
                }
                _ => return None,
            }))
        };
        let frame =
            if matches!(line.score, Score::Mate(_)) { Frame::AssessmentMate } else { Frame::Assessment };
        self.sentence(Role::Verdict, frame, None, Basis::Score(0), &fill)
    }

    fn material(&self) -> Option<Sentence> {
        let surplus = surplus(&self.explanation.board()?);
        let is_told =
            |&place: &usize| self.finding(place).is_some_and(|it| matches!(it.fact, Fact::Imbalance { .. }));
        if self.explanation.standing.iter().any(is_told) {
            return None;
        }
        let frame = if surplus == [0; 5] { Frame::MaterialLevel } else { Frame::Material };
        let fill =
            |place: &str| (place == "surplus").then(|| Filling::Words(surplus_words(self.language, surplus)));
        self.sentence(Role::Detail, frame, None, Basis::Position, &fill)
    }

    fn state(&self, place: usize) -> Option<Sentence> {
        let finding = self.finding(place)?;
        let role = if matches!(finding.fact, Fact::Threat { .. }) { Role::Threat } else { Role::Detail };
        let is_of_a_move = Topic::of(&finding.fact).is_of_a_move();
        let frame = if is_of_a_move { Frame::HowMove } else { Frame::State };
        self.sentence(role, frame, Some(place), Basis::Finding(place), &|_| None)
    }

    fn candidate(&self, candidate: &Candidate) -> Option<Sentence> {
        let place = candidate.reason?;
        let finding = self.finding(place)?;
        if let Some(way) = self.way(finding) {
            return self.later(Role::Candidate(candidate.line), place, &way);
        }
        let is_of_a_move = Topic::of(&finding.fact).is_of_a_move();
        let frame = if is_of_a_move { Frame::CandidateMove } else { Frame::CandidateState };
        self.sentence(Role::Candidate(candidate.line), frame, Some(place), Basis::Finding(place), &|_| None)
    }
}

/// White's men less Black's, by piece.
fn surplus(board: &Board) -> [i8; 5] {
    let count = |color: Color, piece: Piece| board.colored(color, piece).len() as i8;
    core::array::from_fn(|index| {
        let piece = Piece::ALL[index];
        count(Color::White, piece) - count(Color::Black, piece)
    })
}
