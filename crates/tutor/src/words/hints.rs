//! Hints: what kind of thing to look for, where, with which man, and at last the move.

use super::frame::Frame;
use super::scene::{Filling, Scene};
use super::{Basis, Desk, Language, Level, Role, Sentence, Topic, advice};
use crate::explain::Explanation;

/// The first to the fourth hint about the best move, each saying more than the one before.
pub fn hint(explanation: &Explanation, number: u8, language: Language) -> Option<Sentence> {
    let desk = Desk { explanation, level: Level::Club, language };
    match number {
        0 | 1 => Some(desk.kind()),
        2 => desk.men().or_else(|| desk.area()),
        3 => desk.mover(),
        _ => desk.solution(),
    }
}

impl Desk<'_> {
    /// What the best move is good for.
    fn reason(&self) -> Option<usize> {
        self.explanation.candidates.first()?.reason
    }

    fn kind(&self) -> Sentence {
        let topic =
            self.reason().and_then(|place| self.finding(place)).map(|finding| Topic::of(&finding.fact));
        advice(Role::Hint, self.language.look_for(topic))
    }

    /// The men that it is about.
    fn men(&self) -> Option<Sentence> {
        let place = self.reason()?;
        let board = self.explanation.board()?;
        let scene = Scene::new(self.finding(place)?, self.language)?;
        // The man that moves is for the next hint.
        let mover = self.line(0)?.first()?.mv.from();
        let squares: Vec<_> = scene
            .targets()
            .into_iter()
            .filter(|&square| square != mover && board.piece_at(square).is_some())
            .collect();
        let names: Vec<String> = squares
            .iter()
            .filter_map(|&square| Some(self.language.the_man(board.piece_at(square)?, square)))
            .collect();
        let words = Filling::On(self.language.list(&names), squares);
        let fill = |name: &str| (name == "targets").then(|| words.clone());
        self.sentence(Role::Hint, Frame::LookAtMen, None, Basis::Finding(place), &fill)
            .filter(|_| !names.is_empty())
    }

    /// The part of the board where it happens.
    fn area(&self) -> Option<Sentence> {
        let target = self.line(0)?.first()?.mv.to();
        let words = Filling::Words(self.language.area(target.file().index() as u8).to_owned());
        let fill = |name: &str| (name == "area").then(|| words.clone());
        self.sentence(Role::Hint, Frame::LookAtArea, None, Basis::Score(0), &fill)
    }

    fn mover(&self) -> Option<Sentence> {
        let step = *self.line(0)?.first()?;
        let from = step.mv.from();
        let words = Filling::On(self.language.the_man(step.board.piece_at(from)?, from), vec![from]);
        let fill = |name: &str| (name == "mover").then(|| words.clone());
        self.sentence(Role::Hint, Frame::Mover, None, Basis::Score(0), &fill)
    }

    fn solution(&self) -> Option<Sentence> {
        let step = *self.line(0)?.first()?;
        let fill =
            |name: &str| (name == "best:bare").then_some(Filling::Move { step, has_number: false, mark: "" });
        self.sentence(Role::Hint, Frame::Move, None, Basis::Score(0), &fill)
    }
}
