//! The words about a position as it stands.

use quevedo_rules::{Board, Color, Piece};

use super::frame::Frame;
use super::scene::{Filling, surplus_words};
use super::{Basis, Desk, Level, Role, Sentence, Topic};
use crate::Fact;
use crate::explain::Candidate;

impl Desk<'_> {
    /// What the position is worth, what both sides have and threaten, and what the candidates are good for.
    pub(super) fn of_position(&self) -> Vec<Sentence> {
        let most = match self.level {
            Level::Beginner => 3,
            Level::Club => 6,
            Level::Expert => usize::MAX,
        };
        let standing = self.explanation.standing.iter().filter_map(|&place| self.state(place)).take(most);
        let candidates = self.explanation.candidates.iter().filter_map(|candidate| self.candidate(candidate));
        self.assessment().into_iter().chain(self.material()).chain(standing).chain(candidates).collect()
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
                _ => return None,
            }))
        };
        self.sentence(Role::Verdict, Frame::Assessment, None, Basis::Score(0), &fill)
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
