//! A lesson: a position, somebody who learns, and the most stubborn defender.
//!
//! A [`Lesson`] knows nothing of terminals or pages. It is told moves and says what they are worth; a face shows it.

mod words;

use quevedo_rules::{Board, Color, Move};

use crate::answer::{Advice, Answer, Assessment, Conclusion};
use crate::ground::Ground;
use crate::leaving::is_answered;
use crate::method::{Language, Method};
use crate::proof::MethodProof;
use crate::scene::{Ply, Scene, Side, Sight};
use words::Spoken;

/// Why there can be no lesson on a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LessonError {
    /// Other men than the method's.
    #[error("the position does not have the men of {0}, with nothing else on the board")]
    OtherMen(&'static str),
    /// It is not won for the side that should win.
    #[error("{0} cannot win this position against the best defence")]
    NotWon(Color),
    /// Mate or stalemate is on the board.
    #[error("the game is over in this position")]
    Over,
}

/// A position of a method with somebody who learns it.
#[derive(Debug)]
pub struct Lesson<'a> {
    ground: &'a Ground,
    language: Language,
    /// Moves to the end by a rule list; a chain has its limits.
    proof: Option<MethodProof>,
    /// The position before each of the learner's moves, and now.
    boards: Vec<Board>,
    conclusion: Option<Conclusion>,
    /// The side that is to win.
    strong: Color,
}

impl<'a> Lesson<'a> {
    /// A lesson that begins with a position. If the defender is to move, it moves first.
    ///
    /// # Errors
    /// If the position has other men, is over, or is not won.
    pub fn new(ground: &'a Ground, language: Language, board: Board) -> Result<Lesson<'a>, LessonError> {
        let method = ground.method;
        let sight = method.cast.scene_of(&board).ok_or(LessonError::OtherMen(method.id))?;
        if !board.has_legal_moves() {
            return Err(LessonError::Over);
        }
        let value = match sight.side {
            Side::Strong => ground.mate.strong(&ground.space, &sight.scene),
            Side::Weak => ground.mate.weak(&ground.space, &sight.scene),
        };
        value.ok_or(LessonError::NotWon(sight.strong))?;
        let proof = (!method.is_chain()).then(|| MethodProof::of(ground));
        let mut lesson =
            Lesson { ground, language, proof, boards: vec![board], conclusion: None, strong: sight.strong };
        if sight.side == Side::Weak
            && let Some(reply) = lesson.defend(&board)
        {
            lesson.boards = vec![board.play(reply)];
        }
        Ok(lesson)
    }

    /// The method.
    pub fn method(&self) -> &'static Method {
        self.ground.method
    }

    /// The side that learns.
    pub fn learner(&self) -> Color {
        self.strong
    }

    /// The position, the learner to move unless it is over.
    pub fn board(&self) -> &Board {
        // There is always one: a lesson begins with it.
        &self.boards[self.boards.len() - 1]
    }

    /// How it ended, if it did.
    pub fn conclusion(&self) -> Option<Conclusion> {
        self.conclusion
    }

    /// How many moves the learner has made.
    pub fn moves_made(&self) -> usize {
        self.boards.len() - 1
    }

    /// What the method plays now.
    pub fn advice(&self) -> Option<Advice> {
        if self.conclusion.is_some() {
            return None;
        }
        let board = self.board();
        let sight = self.ground.method.cast.scene_of(board)?;
        self.advice_on(board, &sight)
    }

    fn advice_on(&self, board: &Board, sight: &Sight) -> Option<Advice> {
        let (part, ply) = self.ground.choose_as_proved(&sight.scene)?;
        let mv = sight.mv(board, ply)?;
        let (name, words) = self.ground.method.part(part)?;
        let cell = self.ground.space.cell(&sight.scene)?;
        let progress = self.ground.method.is_chain().then(|| self.ground.progress(cell)).flatten();
        let by_rules = self.proof.as_ref().map(|proof| u16::from(proof.moves[cell as usize]));
        Some(Advice {
            mv,
            san: board.san(mv).to_string(),
            part: part + 1,
            parts: self.ground.method.parts(),
            name: name.text(self.language),
            words: words.text(self.language),
            to_goal: progress.map(|progress| progress.moves),
            within: progress.map(|progress| progress.bound).or(by_rules)?,
            best: self.ground.mate.strong_cell(cell)?,
        })
    }

    /// Plays a legal move of the learner and the most stubborn reply, and says what the move was worth.
    ///
    /// Returns `None` if the lesson is over or the move is not legal.
    pub fn play(&mut self, mv: Move) -> Option<Answer> {
        let board = *self.board();
        if self.conclusion.is_some() || !board.is_legal(mv) {
            return None;
        }
        let sight = self.ground.method.cast.scene_of(&board)?;
        let ply = sight.ply(self.ground.method.cast, mv)?;
        let advice = self.advice_on(&board, &sight);
        let moves_before = self.ground.mate.strong(&self.ground.space, &sight.scene);
        let moves_after = self.ground.mate_after(&sight.scene, ply);
        let after = board.play(mv);
        let verdict = self.judge(&sight, ply, mv, advice.as_ref());
        let reply = if moves_after == Some(0) { None } else { self.defend(&after) };
        let last = reply.map_or(after, |reply| after.play(reply));
        self.conclusion = conclude(&after, &last, reply, moves_after);
        let spoken = Spoken {
            language: self.language,
            end: self.ground.method.end,
            verdict,
            advice: advice.as_ref(),
            own_rule: self.rule_of(&sight.scene, ply, advice.as_ref()),
            is_chain: self.ground.method.is_chain(),
            moves_after,
            best_after: moves_before.map(|moves| moves.saturating_sub(1)),
            reply: reply.map(|reply| (after.san(reply).to_string(), reply)),
            conclusion: self.conclusion,
        };
        let answer = Answer {
            san: board.san(mv).to_string(),
            verdict,
            words: spoken.words(),
            moves_before,
            moves_after,
            reply,
            reply_san: reply.map(|reply| after.san(reply).to_string()),
            conclusion: self.conclusion,
            method: advice,
        };
        self.boards.push(last);
        Some(answer)
    }

    /// Takes the learner's last move back with the reply. Returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        if self.boards.len() < 2 {
            return false;
        }
        self.boards.pop();
        self.conclusion = None;
        true
    }

    fn judge(&self, sight: &Sight, ply: Ply, mv: Move, advice: Option<&Advice>) -> Assessment {
        let Some(after) = self.ground.mate_after(&sight.scene, ply) else { return Assessment::ThrowsAway };
        let Some(advice) = advice else { return Assessment::OtherRule };
        if advice.mv == mv {
            return Assessment::SameRule;
        }
        if let Some(now) = self.ground.progress_after(&sight.scene, ply)
            && self.ground.method.is_chain()
        {
            // Any move that brings the next goal nearer follows the chain.
            return if now.bound < advice.within { Assessment::SameRule } else { Assessment::Slower };
        }
        let of_method = self.ground.space.cell(&sight.scene).and_then(|_| {
            let (_, ply) = self.ground.choose_as_proved(&sight.scene)?;
            self.ground.mate_after(&sight.scene, ply)
        });
        if of_method.is_none_or(|moves| after <= moves) { Assessment::OtherRule } else { Assessment::Slower }
    }

    /// Another rule of the list that chooses this move.
    fn rule_of(&self, scene: &Scene, ply: Ply, advice: Option<&Advice>) -> Option<&'static str> {
        let number = self.ground.rule_of(scene, ply)?;
        let is_other = advice.is_none_or(|advice| advice.part != number + 1);
        is_other.then(|| self.ground.method.part(number).map(|part| part.0.text(self.language)))?
    }

    /// The reply that holds out longest; one that escapes before all.
    fn defend(&self, board: &Board) -> Option<Move> {
        let cast = self.ground.method.cast;
        let sight = cast.scene_of(board)?;
        let lasts = |ply: &Ply| {
            if ply.leaves() {
                return if is_answered(cast, &sight.scene, *ply) { 0 } else { u32::MAX };
            }
            let Some(cell) = self.ground.space.cell(&sight.scene.after(*ply)) else { return u32::MAX };
            let by_method = self.proof.as_ref().map(|proof| proof.moves[cell as usize]);
            self.ground
                .mate
                .strong_cell(cell)
                .map_or(u32::MAX - 1, |moves| u32::from(moves) << 8 | u32::from(by_method.unwrap_or(0)))
        };
        let plies = cast.plies(&sight.scene, Side::Weak);
        plies.into_iter().max_by_key(lasts).and_then(|ply| sight.mv(board, ply))
    }
}

/// How it stands after the learner's move and the reply.
fn conclude(after: &Board, last: &Board, reply: Option<Move>, moves_after: Option<u8>) -> Option<Conclusion> {
    if after.is_checkmate() {
        return Some(Conclusion::Mate);
    }
    if after.is_stalemate() {
        return Some(Conclusion::Stalemate);
    }
    match (moves_after, reply) {
        (Some(0), _) => Some(Conclusion::Won),
        // It is taken back, and that wins.
        (Some(_), Some(reply)) if reply.is_capture() => Some(Conclusion::Won),
        (Some(_), _) => None,
        (None, Some(reply)) if reply.is_capture() => Some(Conclusion::Lost),
        (None, _) if last.legal_moves().is_empty() => Some(Conclusion::Lost),
        (None, _) => Some(Conclusion::Drawn),
    }
}
