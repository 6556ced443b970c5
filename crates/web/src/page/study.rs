//! Questions about reviews, cards and lessons.

use std::sync::Arc;

use quevedo_rules::{Board, Game};
use quevedo_tutor::practice::{Card, Correctness};

use super::{Page, Wanted, aside};
use crate::ask::{Ask, AskLesson, Id};
use crate::desk::Want;
use crate::lessons::Class as Lessons;
use crate::position;
use crate::problem::Problem;
use crate::review_facts;
use crate::tell::{Code, Judged, Tell};

impl Page {
    /// Answers what is about learning.
    pub(super) async fn study(&mut self, ask: Ask) -> Result<Option<Tell>, Problem> {
        let id = ask.id();
        let hall = Arc::clone(&self.hall);
        Ok(Some(match ask {
            Ask::Review(ask) => {
                let owner = self.id;
                let order = move || hall.reviews.submit(owner, ask.pgn.as_bytes(), ask.game, ask.care);
                Tell::Job { id, job: Box::new(aside(order).await?) }
            }
            Ask::Jobs(_) => {
                let mut changes = hall.reviews.watch();
                changes.mark_unchanged();
                self.jobs = Some(changes);
                Tell::Jobs { id: Some(id), jobs: hall.reviews.list() }
            }
            Ask::CancelJob(ask) => {
                Tell::Job { id, job: Box::new(aside(move || hall.reviews.cancel(&ask.job)).await?) }
            }
            Ask::Reviewed(ask) => {
                let read = move || {
                    let review = hall.reviews.read(&ask.job)?;
                    Ok(review_facts::facts(&ask.job, &review, ask.level.into(), ask.language.into()))
                };
                Tell::Review { id, review: Box::new(aside(read).await?) }
            }
            Ask::Export(ask) => {
                let write = move || {
                    let (tree, review) = (hall.reviews.game(&ask.job)?, hall.reviews.read(&ask.job)?);
                    Ok(review_facts::export(tree, &review, ask.form, ask.language.into()))
                };
                Tell::Export { id, text: aside(write).await? }
            }
            Ask::Retry(ask) => {
                let find = move || {
                    let review = hall.reviews.read(&ask.job)?;
                    let none = || Problem::new(Code::Missing, "there is nothing to do better here");
                    Card::of_ply(&review, ask.ply).ok_or_else(none)
                };
                let card = aside(find).await?;
                return self.judge(id, card, &ask.mv);
            }
            Ask::Practice(_) => {
                Tell::Practice { id, practice: Box::new(aside(move || hall.cards.today()).await?) }
            }
            Ask::AddCards(ask) => {
                let add = move || {
                    let review = hall.reviews.read(&ask.job)?;
                    let told = review_facts::translated(&review, ask.level.into(), ask.language.into());
                    hall.cards.add(&told, ask.side)
                };
                Tell::Practice { id, practice: Box::new(aside(add).await?) }
            }
            Ask::Try(ask) => {
                let card = aside(move || hall.cards.card(&ask.card)).await?;
                return self.judge(id, card, &ask.mv);
            }
            Ask::Grade(ask) => {
                let note = move || hall.cards.answer(&ask.card, ask.grade);
                Tell::Practice { id, practice: Box::new(aside(note).await?) }
            }
            Ask::Lesson(ask) => return self.learn(ask).await.map(Some),
            other => return self.look(other).await,
        }))
    }

    /// Lets an engine judge a move in a card's position.
    fn judge(&mut self, id: Id, card: Card, mv: &str) -> Result<Option<Tell>, Problem> {
        let fault = |error: quevedo_rules::FenError| Problem::new(Code::Fault, error.to_string());
        let board = Board::from_fen(&card.fen).map_err(fault)?;
        let mv = position::read_move(&board, mv)?;
        self.wish(id, Wanted::Judgement, Game::new(board), Want::Judge(Box::new(card), mv))?;
        Ok(None)
    }

    async fn learn(&mut self, ask: AskLesson) -> Result<Tell, Problem> {
        let (id, known) = (ask.id, self.lesson.take());
        // A method's distances are worked out when they are first wanted, which may take some seconds.
        let (class, lesson) = aside(move || Lessons::attend(known, &ask)).await?;
        self.lesson = Some(class);
        Ok(Tell::Lesson { id, lesson: Box::new(lesson) })
    }
}

/// What became of a move.
pub(super) fn judged(id: Id, correctness: Correctness) -> Tell {
    let (judged, loss) = match correctness {
        Correctness::Right => (Judged::Right, 0.0),
        Correctness::AsInTheGame => (Judged::AsInTheGame, 0.0),
        Correctness::Wrong { loss } => (Judged::Wrong, loss),
    };
    Tell::Judged { id, judged, loss }
}
