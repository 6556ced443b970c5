//! The same answers for programs: requests and JSON, described at `/api/openapi.json`.

mod events;
mod openapi;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use quevedo_report::PvLine;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::ask::{
    AskAnalysis, AskExplanation, AskMap, AskPosition, Care, ExportForm, Limit, WordLanguage, WordLevel,
};
use crate::desk::{Class, News, PageId, Want};
use crate::endings;
use crate::page::{aside, limits};
use crate::pgn;
use crate::position;
use crate::problem::Problem;
use crate::review_facts;
use crate::server::{Hall, LARGEST_MESSAGE, PATIENCE};
use crate::tell::{Code, Tell};
use crate::words;

/// The largest text that may be sent.
const LARGEST_BODY: usize = 1 << 20;
/// Nobody waits longer for an answer.
const LONGEST_SEARCH: u32 = 60_000;

type Shared = State<Arc<Hall>>;

/// All that programs can ask.
pub(crate) fn router() -> Router<Arc<Hall>> {
    Router::new()
        .route("/api/openapi.json", get(async || Json(openapi::description())))
        .route("/api/v1/position", post(tell_position))
        .route("/api/v1/openings", post(tell_opening))
        .route("/api/v1/analyse", post(analyse))
        .route("/api/v1/explain", post(explain))
        .route("/api/v1/tables/probe", post(probe))
        .route("/api/v1/tables/map", post(map))
        .route("/api/v1/pgn", post(read_pgn))
        .route("/api/v1/review", post(review))
        .route("/api/v1/games", get(games))
        .route("/api/v1/games/{game}", get(game))
        .route("/api/v1/games/{game}/pgn", get(game_pgn))
        .route("/api/v1/lab/{experiment}/{plot}", get(plot))
        .route("/api/v1/jobs", get(jobs))
        .route("/api/v1/jobs/{job}", get(job).delete(cancel))
        .route("/api/v1/jobs/{job}/review", get(reviewed))
        .route("/api/v1/jobs/{job}/export", get(export))
        .route("/api/v1/jobs/{job}/events", get(events::follow))
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = match self.code {
            Code::Message => StatusCode::BAD_REQUEST,
            Code::Missing => StatusCode::NOT_FOUND,
            Code::Busy => StatusCode::TOO_MANY_REQUESTS,
            Code::Fault => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Position | Code::Move | Code::Pgn | Code::Range | Code::Rules => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
        };
        let answer = (status, Json(self.tell(None)));
        if status == StatusCode::TOO_MANY_REQUESTS {
            return ([(header::RETRY_AFTER, "5")], answer).into_response();
        }
        answer.into_response()
    }
}

type Answer<T> = Result<Json<T>, Refusal>;

/// Why a request is not answered.
pub(crate) enum Refusal {
    Problem(Problem),
    TooLarge,
    TooSlow,
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal::Problem(problem)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Refusal::Problem(problem) => problem.into_response(),
            Refusal::TooLarge => {
                (StatusCode::PAYLOAD_TOO_LARGE, "A text has at most 1 MiB.\n").into_response()
            }
            Refusal::TooSlow => StatusCode::REQUEST_TIMEOUT.into_response(),
        }
    }
}

/// What a request carries, if it comes in time and is not too long.
async fn body(request: Request, most: usize) -> Result<Vec<u8>, Refusal> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > most as u64) {
        return Err(Refusal::TooLarge);
    }
    match tokio::time::timeout(PATIENCE, axum::body::to_bytes(request.into_body(), most)).await {
        Ok(Ok(body)) => Ok(body.to_vec()),
        Ok(Err(_)) => Err(Refusal::TooLarge),
        Err(_) => Err(Refusal::TooSlow),
    }
}

/// A question as pages ask it, but without a number.
async fn question<T: DeserializeOwned>(request: Request) -> Result<T, Refusal> {
    let body = body(request, LARGEST_MESSAGE).await?;
    let message = |words: String| Refusal::Problem(Problem::new(Code::Message, words));
    let value: Value = serde_json::from_slice(&body).map_err(|error| message(error.to_string()))?;
    let Value::Object(mut fields) = value else { return Err(message("an object is expected".to_owned())) };
    if fields.insert("id".to_owned(), 0.into()).is_some() {
        return Err(message("unknown field `id`".to_owned()));
    }
    serde_json::from_value(Value::Object(fields)).map_err(|error| message(error.to_string()))
}

/// What stands after the question mark of an address.
fn asked<T: DeserializeOwned + Default>(
    query: Result<Query<T>, impl core::fmt::Display>,
) -> Result<T, Problem> {
    query.map(|Query(asked)| asked).map_err(|error| Problem::new(Code::Message, error.to_string()))
}

async fn tell_position(request: Request) -> Answer<quevedo_report::PositionFacts> {
    let ask: AskPosition = question(request).await?;
    Ok(Json(position::facts(&position::game(&ask.start, &ask.moves)?)))
}

async fn tell_opening(request: Request) -> Answer<Value> {
    let ask: AskPosition = question(request).await?;
    Ok(Json(json!({ "opening": position::opening(&position::game(&ask.start, &ask.moves)?) })))
}

#[derive(Serialize)]
struct Lines {
    lines: Vec<PvLine>,
}

async fn analyse(State(hall): Shared, request: Request) -> Answer<Lines> {
    let ask: AskAnalysis = question(request).await?;
    let range = |words: &str| Problem::new(Code::Range, words);
    if !(1..=5).contains(&ask.lines) {
        return Err(range("1 to 5 lines can be shown").into());
    }
    match ask.limit {
        None => return Err(range("an analysis for a program needs a limit").into()),
        Some(Limit::Time(milliseconds)) if milliseconds > LONGEST_SEARCH => {
            return Err(range("an analysis for a program takes at most 60,000 ms").into());
        }
        _ => {}
    }
    let mut game = position::game(&ask.start, &ask.moves)?;
    if ask.threat {
        game = position::threat(game.board())?;
    }
    let want = Want::Search(limits(ask.limit), ask.lines);
    let mut lines = Vec::new();
    let found = |news| match news {
        News::Lines(fresh) => {
            lines = fresh;
            None
        }
        News::Over(Ok(_)) => Some(Ok(())),
        News::Over(Err(words)) => Some(Err(Problem::new(Code::Rules, words))),
        _ => None,
    };
    order(&hall, Class::Analysis, game, want, found).await?;
    Ok(Json(Lines { lines }))
}

async fn explain(State(hall): Shared, request: Request) -> Answer<crate::tell::ExplanationFacts> {
    let ask: AskExplanation = question(request).await?;
    let (game, asked) = words::question(&ask)?;
    let found = |news| match news {
        News::Explained(Ok(explanation)) => Some(Ok(explanation)),
        News::Explained(Err(words)) | News::Over(Err(words)) => Some(Err(Problem::new(Code::Rules, words))),
        _ => None,
    };
    let explanation = order(&hall, Class::Words, game, Want::Explain(asked), found).await?;
    Ok(Json(words::say(&ask, &explanation)))
}

/// Orders a search and waits for what is looked for in its news. Whoever goes away ends it.
async fn order<T>(
    hall: &Arc<Hall>,
    class: Class,
    game: quevedo_rules::Game,
    want: Want,
    mut found: impl FnMut(News) -> Option<Result<T, Problem>>,
) -> Result<T, Problem> {
    let busy = || Problem::new(Code::Busy, "too much is asked at once; try again later");
    let _place = hall.requests.try_acquire().map_err(|_| busy())?;
    let (sender, mut news) = mpsc::unbounded_channel();
    let tell = Box::new(move |one| drop(sender.send(one)));
    let _ticket = hall.desk.order(PageId::new(), class, game, want, tell).ok_or_else(busy)?;
    let longest = core::time::Duration::from_millis(2 * u64::from(LONGEST_SEARCH));
    let all = async {
        while let Some(one) = news.recv().await {
            if let Some(end) = found(one) {
                return end;
            }
        }
        Err(Problem::new(Code::Busy, "the program ends"))
    };
    tokio::time::timeout(longest, all).await.unwrap_or_else(|_| Err(busy()))
}

async fn probe(State(hall): Shared, request: Request) -> Answer<Value> {
    let ask: AskPosition = question(request).await?;
    let game = position::game(&ask.start, &ask.moves)?;
    let moves = endings::moves(&hall.endgames, game.board());
    Ok(Json(json!({ "moves": moves, "max_men": hall.endgames.max_men() })))
}

async fn map(State(hall): Shared, request: Request) -> Answer<Value> {
    let ask: AskMap = question(request).await?;
    let board = position::board(&ask.fen)?;
    Ok(Json(json!({ "squares": endings::map(&hall.endgames, &board, &ask.square)? })))
}

/// Which game of a text is wanted, and how hard it is looked at.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Wanted {
    #[serde(default)]
    game: usize,
    care: Option<Care>,
}

/// Reads a file of games, which may be longer than a message.
async fn read_pgn(
    query: Result<Query<Wanted>, axum::extract::rejection::QueryRejection>,
    request: Request,
) -> Answer<Tell> {
    let wanted = asked(query)?;
    let body = body(request, LARGEST_BODY).await?;
    let read = aside(move || pgn::read(&body, wanted.game)).await?;
    Ok(Json(Tell::from_games(0, read)))
}

async fn review(
    State(hall): Shared,
    query: Result<Query<Wanted>, axum::extract::rejection::QueryRejection>,
    request: Request,
) -> Result<Response, Refusal> {
    let wanted = asked(query)?;
    let body = body(request, LARGEST_BODY).await?;
    let care = wanted.care.unwrap_or(Care::Full);
    let order = move || hall.reviews.submit(PageId::new(), &body, wanted.game, care);
    let facts = aside(order).await?;
    let place = format!("/api/v1/jobs/{}", facts.job);
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, place)], Json(facts)).into_response())
}

async fn games(State(hall): Shared) -> Answer<Value> {
    Ok(Json(json!({ "games": aside(move || hall.rooms.list()).await? })))
}

async fn game(State(hall): Shared, Path(name): Path<String>) -> Answer<crate::tell::GameFacts> {
    Ok(Json(aside(move || Ok(hall.rooms.open(&name)?.facts())).await?))
}

async fn game_pgn(State(hall): Shared, Path(name): Path<String>) -> Result<Response, Refusal> {
    let pgn = aside(move || Ok(hall.rooms.open(&name)?.pgn())).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-chess-pgn")], pgn).into_response())
}

async fn plot(Path((experiment, plot)): Path<(String, String)>) -> Result<Response, Refusal> {
    let picture = aside(move || crate::laboratory::plot(&experiment, &plot)).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

async fn jobs(State(hall): Shared) -> Answer<Value> {
    Ok(Json(json!({ "jobs": hall.reviews.list() })))
}

async fn job(State(hall): Shared, Path(name): Path<String>) -> Answer<crate::tell::JobFacts> {
    Ok(Json(hall.reviews.job(&name)?))
}

async fn cancel(State(hall): Shared, Path(name): Path<String>) -> Answer<crate::tell::JobFacts> {
    Ok(Json(aside(move || hall.reviews.cancel(&name)).await?))
}

/// How a review is to be told.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Manner {
    level: Option<WordLevel>,
    language: Option<WordLanguage>,
    form: Option<ExportForm>,
}

async fn reviewed(
    State(hall): Shared,
    Path(name): Path<String>,
    query: Result<Query<Manner>, axum::extract::rejection::QueryRejection>,
) -> Answer<crate::tell::ReviewFacts> {
    let manner = asked(query)?;
    let (level, language) =
        (manner.level.unwrap_or(WordLevel::Club), manner.language.unwrap_or(WordLanguage::En));
    let read = move || {
        let review = hall.reviews.read(&name)?;
        Ok(review_facts::facts(&name, &review, level.into(), language.into()))
    };
    Ok(Json(aside(read).await?))
}

async fn export(
    State(hall): Shared,
    Path(name): Path<String>,
    query: Result<Query<Manner>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Refusal> {
    let manner = asked(query)?;
    let (form, language) =
        (manner.form.unwrap_or(ExportForm::Pgn), manner.language.unwrap_or(WordLanguage::En));
    let write = move || {
        let (tree, review) = (hall.reviews.game(&name)?, hall.reviews.read(&name)?);
        Ok(review_facts::export(tree, &review, form, language.into()))
    };
    let text = aside(write).await?;
    // A page of a review is for taking away: it is not shown as one of ours.
    let kind = if form == ExportForm::Html { "text/html; charset=utf-8" } else { "application/x-chess-pgn" };
    let away = HeaderName::from_static("content-disposition");
    Ok(([(header::CONTENT_TYPE, kind), (away, "attachment")], text).into_response())
}
