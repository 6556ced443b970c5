//! The conversation of a lesson: what is typed, what is said. The lesson itself is [`Lesson`].

use quevedo_methods::{Answer, Conclusion, Difficulty, Ground, Language, Lesson, start};
use quevedo_rules::{Board, Game};
use serde::Serialize;

use super::order::Order;
use super::speech::Speech;
use super::{page, side};
use crate::console::{WIDTH, wrap};
use crate::failure::Finding;
use crate::interrupt;
use crate::play::spelling;
use crate::play::talk::{Heard, Talk};
use crate::show::drawing::Drawing;

/// So many moves of the method are shown in the example.
const SHOWN: usize = 3;

/// A lesson, and more of them if the learner wants.
#[derive(Debug)]
pub(super) struct Session<'a> {
    ground: &'a Ground,
    lesson: Lesson<'a>,
    drawing: Drawing,
    talk: Talk,
    language: Language,
    level: Difficulty,
    speech: Speech,
    /// Where this lesson began.
    start: Board,
    /// What was played, as far as it stands.
    moves: Vec<Answer>,
    /// How many hints the position has had.
    hints: usize,
}

/// The end, for programs.
#[derive(Serialize)]
struct EndEvent<'a> {
    ending: &'static str,
    start: String,
    fen: String,
    moves: Vec<&'a str>,
    verdicts: Vec<quevedo_methods::Assessment>,
    conclusion: Option<Conclusion>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        ground: &'a Ground,
        lesson: Lesson<'a>,
        drawing: Drawing,
        talk: Talk,
        language: Language,
        level: Difficulty,
    ) -> Session<'a> {
        let start = *lesson.board();
        let speech = Speech(language);
        Session { ground, lesson, drawing, talk, language, level, speech, start, moves: Vec::new(), hints: 0 }
    }

    pub(super) fn run(&mut self) -> anyhow::Result<Finding> {
        self.tell_method()?;
        self.tell_example()?;
        self.begin()?;
        loop {
            match self.talk.listen(|| self.prompt(), None)? {
                Heard::Line(line) => {
                    let order = Order::read(&line);
                    if order == Order::Quit {
                        break;
                    }
                    self.obey(order)?;
                }
                Heard::Noise => self.say(self.speech.noise())?,
                Heard::End | Heard::Silence => break,
            }
        }
        let was_interrupted = interrupt::is_wanted() && !self.talk.is_live();
        self.talk.conclude(&EndEvent {
            ending: self.lesson.method().id,
            start: self.start.fen(),
            fen: self.lesson.board().fen(),
            moves: self.moves.iter().map(|answer| answer.san.as_str()).collect(),
            verdicts: self.moves.iter().map(|answer| answer.verdict).collect(),
            conclusion: self.lesson.conclusion(),
        })?;
        Ok(if was_interrupted { Finding::Interrupted } else { Finding::Good })
    }

    fn prompt(&self) -> String {
        format!("{}.>", self.lesson.moves_made() + 1)
    }

    /// Says something, in lines that fit.
    fn say(&self, text: impl AsRef<str>) -> anyhow::Result<()> {
        for line in wrap(text.as_ref(), WIDTH) {
            self.talk.say(line)?;
        }
        Ok(())
    }

    fn tell_method(&self) -> anyhow::Result<()> {
        for line in page::lines(self.lesson.method(), self.language) {
            self.talk.say(line)?;
        }
        Ok(self.talk.say("")?)
    }

    /// How the method begins from its example.
    fn tell_example(&self) -> anyhow::Result<()> {
        let board = Board::from_fen(self.lesson.method().example)?;
        let Ok(mut lesson) = Lesson::new(self.ground, self.language, board) else { return Ok(()) };
        self.talk.say(self.speech.example())?;
        self.draw(lesson.board())?;
        for number in 1..=SHOWN {
            let Some(advice) = lesson.advice() else { break };
            let Some(answer) = lesson.play(advice.mv) else { break };
            let reply = answer.reply_san.unwrap_or_default();
            self.talk.say(format_args!("  {number}. {:<6} {reply:<6} {}", answer.san, advice.name))?;
        }
        Ok(self.talk.say("")?)
    }

    fn begin(&mut self) -> anyhow::Result<()> {
        self.start = *self.lesson.board();
        self.moves.clear();
        self.hints = 0;
        self.say(self.speech.your_turn(side(self.lesson.learner(), self.language)))?;
        self.tell_position()
    }

    fn draw(&self, board: &Board) -> anyhow::Result<()> {
        for line in self.drawing.lines(&Game::new(*board)).lines {
            self.talk.say(line.trim_end())?;
        }
        Ok(())
    }

    fn tell_position(&self) -> anyhow::Result<()> {
        self.draw(self.lesson.board())?;
        if let Some(advice) = self.lesson.advice() {
            self.say(self.speech.way(&advice, self.lesson.method()))?;
        }
        Ok(())
    }

    fn obey(&mut self, order: Order) -> anyhow::Result<()> {
        match order {
            Order::Nothing | Order::Quit => Ok(()),
            Order::Move(text) => self.learner_moves(&text),
            Order::Hint => self.hint(),
            Order::Show => match self.lesson.advice() {
                Some(advice) => self.say(self.speech.shown(&advice)),
                None => self.say(self.speech.over()),
            },
            Order::Undo => {
                if !self.lesson.take_back() {
                    return self.say(self.speech.nothing_to_undo());
                }
                self.moves.pop();
                self.hints = 0;
                self.tell_position()
            }
            Order::Method => self.tell_method(),
            Order::Board => self.tell_position(),
            Order::Moves => {
                let board = self.lesson.board();
                let mut moves: Vec<String> =
                    board.legal_moves().iter().map(|&mv| board.san(mv).to_string()).collect();
                moves.sort();
                self.say(moves.join(" "))
            }
            Order::New => {
                let Some(board) = start(self.ground, self.level, rand::random()) else { return Ok(()) };
                self.lesson = Lesson::new(self.ground, self.language, board)?;
                self.drawing.from = self.lesson.learner();
                self.begin()
            }
            Order::Help => {
                for line in self.speech.help().lines() {
                    self.talk.say(line)?;
                }
                Ok(())
            }
        }
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let Some(advice) = self.lesson.advice() else { return self.say(self.speech.over()) };
        let piece = self.lesson.board().piece_at(advice.mv.from());
        let man = piece.filter(|_| self.hints > 0).map(|piece| name(piece, self.language));
        self.hints += 1;
        self.say(self.speech.hint(&advice, man))
    }

    fn learner_moves(&mut self, text: &str) -> anyhow::Result<()> {
        if self.lesson.conclusion().is_some() {
            return self.say(self.speech.over());
        }
        let mv = match spelling::read(self.lesson.board(), text) {
            Ok(mv) => mv,
            Err(error) => return self.say(format!("{error} (`moves` lists the legal ones)")),
        };
        let Some(answer) = self.lesson.play(mv) else { return Ok(()) };
        self.hints = 0;
        self.talk.tell(&answer)?;
        self.say(&answer.words)?;
        if let Some(reply) = &answer.reply_san {
            self.say(self.speech.reply(reply))?;
        }
        self.moves.push(answer);
        self.talk.say("")?;
        match self.lesson.conclusion() {
            Some(conclusion) => {
                self.draw(self.lesson.board())?;
                self.say(self.speech.ended(conclusion, self.lesson.moves_made()))?;
                self.say(self.speech.over())
            }
            None => self.tell_position(),
        }
    }
}

/// What a piece is called.
fn name(piece: quevedo_rules::Piece, language: Language) -> &'static str {
    use quevedo_rules::Piece;
    match (language, piece) {
        (Language::English, piece) => piece.name(),
        (Language::Spanish, Piece::King) => "rey",
        (Language::Spanish, Piece::Queen) => "dama",
        (Language::Spanish, Piece::Rook) => "torre",
        (Language::Spanish, Piece::Bishop) => "alfil",
        (Language::Spanish, Piece::Knight) => "caballo",
        (Language::Spanish, Piece::Pawn) => "peón",
    }
}
