//! A review as a page shows it: figures as they are, words in the reader's language.

use quevedo_games::GameTree;
use quevedo_report::{Both, OpeningName};
use quevedo_tutor::review::{
    ACCURACY_FORMULA, GameReview, KeyMoment, Mark, MomentKind, Phase, ReviewedMove, SidePlay, annotate, page,
};
use quevedo_tutor::{Language, Level, hint, say};

use crate::ask::ExportForm;
use crate::tell::{MomentFacts, MomentFactsKind, ReviewFacts, ReviewedMoveFacts, SentenceFacts, SideFacts};
use crate::words::told;

/// The review of a job in words.
pub(crate) fn facts(job: &str, review: &GameReview, level: Level, language: Language) -> ReviewFacts {
    let event: Vec<&str> = ["Event", "Site"].into_iter().filter_map(|tag| review.tag(tag)).collect();
    ReviewFacts {
        job: job.to_owned(),
        title: review.title(),
        event: event.join(", "),
        start: review.start.clone(),
        result: review.result.clone(),
        opening: review.opening.as_ref().map(|opening| OpeningName {
            eco: opening.eco.clone(),
            name: opening.name.clone(),
            ply: opening.plies,
        }),
        engine: format!("{}, {} + {} nodes", review.engine, review.effort.first, review.effort.second),
        story: review.story.iter().map(|line| line.words(review, language)).collect(),
        sides: Both { white: side(&review.sides.white), black: side(&review.sides.black) },
        first_expectation: review.first_expectation,
        moves: review.moves.iter().map(mv).collect(),
        moments: review.moments.iter().map(|one| moment(one, level, language)).collect(),
        accuracy_definition: ACCURACY_FORMULA.to_owned(),
        marks_definition: review.scale.definition().to_owned(),
    }
}

fn side(side: &SidePlay) -> SideFacts {
    let phase = |wanted| side.phases.iter().find(|play| play.phase == wanted).map(|play| play.accuracy);
    SideFacts {
        player: side.player.clone(),
        elo: side.elo,
        accuracy: side.accuracy,
        average_loss: side.average_loss,
        inaccuracies: side.marks.inaccuracies,
        mistakes: side.marks.mistakes,
        blunders: side.marks.blunders,
        phases: Phase::ALL.map(phase),
    }
}

fn mv(mv: &ReviewedMove) -> ReviewedMoveFacts {
    ReviewedMoveFacts {
        number: mv.number.clone(),
        side: mv.color.into(),
        played: mv.played.clone(),
        fen: mv.fen.clone(),
        score: mv.after.score.to_string(),
        expectation: mv.after.expectation,
        loss: mv.loss,
        mark: mv.mark.map_or("", Mark::sign).to_owned(),
        accuracy: mv.accuracy,
        best: mv.best.clone().filter(|best| best.uci != mv.played.uci),
        line: mv.line.clone(),
    }
}

fn moment(moment: &KeyMoment, level: Level, language: Language) -> MomentFacts {
    let plain = |text: &String| SentenceFacts { text: text.clone(), moves: Vec::new(), squares: Vec::new() };
    let (words, hints) = match &moment.explanation {
        Some(explanation) => (
            say(explanation, level, language).iter().map(told).collect(),
            (1..=4).filter_map(|number| hint(explanation, number, language)).map(|it| it.text).collect(),
        ),
        None => (moment.words.iter().map(plain).collect(), moment.hints.clone()),
    };
    let kind = match moment.kind {
        MomentKind::TurningPoint => MomentFactsKind::TurningPoint,
        MomentKind::MissedChance => MomentFactsKind::MissedChance,
        MomentKind::Mistake => MomentFactsKind::Mistake,
    };
    MomentFacts { ply: moment.ply, kind, words, hints }
}

/// The same review with its words in a language, as they are kept in it.
pub(crate) fn translated(review: &GameReview, level: Level, language: Language) -> GameReview {
    let mut review = review.clone();
    for one in &mut review.moments {
        let told = moment(one, level, language);
        one.words = told.words.into_iter().map(|sentence| sentence.text).collect();
        one.hints = told.hints;
    }
    review
}

/// A review to take away.
pub(crate) fn export(
    mut tree: GameTree,
    review: &GameReview,
    form: ExportForm,
    language: Language,
) -> String {
    let review = translated(review, Level::Club, language);
    match form {
        ExportForm::Html => page(&review, language),
        ExportForm::Pgn => {
            annotate(&mut tree, &review, language);
            tree.to_pgn()
        }
    }
}
