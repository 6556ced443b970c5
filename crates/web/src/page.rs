//! A page's socket: questions in, answers and pictures of what goes on out.

mod look;
mod study;

use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use quevedo_engine::Limits;
use quevedo_report::PvLine;
use quevedo_rules::Game;
use quevedo_tutor::Explanation;
use quevedo_tutor::practice::Correctness;
use quevedo_value::Depth;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};

use crate::ask::{Ask, AskAnalysis, AskExplanation, AskGuard, AskOrder, Id, Limit, Order};
use crate::desk::{Class, News, PageId, Ticket, Want};
use crate::endings;
use crate::evaluation;
use crate::lessons::Class as Lessons;
use crate::pgn;
use crate::position;
use crate::problem::Problem;
use crate::rooms::Room;
use crate::server::Hall;
use crate::tell::{Code, GameFacts, Hello, Tell};
use crate::words;

/// The version of the messages.
const PROTOCOL: u32 = 1;
/// Whoever does not take what is sent within this time is gone.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How often is asked whether the page is still there.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Pictures are sent at most so often.
const PICTURE_EVERY: Duration = Duration::from_millis(100);
/// Lists of reviews at most so often.
const JOBS_EVERY: Duration = Duration::from_millis(300);
/// So many messages may come at once.
const BURST: f64 = 200.0;
/// So many may come every second.
const RATE: f64 = 100.0;
/// A page has so many analyses at most: what it looks at, what is threatened, a hint.
const MOST_ANALYSES: usize = 3;

/// An analysis as it stands.
#[derive(Clone, Default, Debug)]
struct Picture {
    seq: u32,
    lines: Vec<PvLine>,
    place: Option<usize>,
    is_over: bool,
    fault: Option<String>,
}

/// All analyses of a page as they stand: a picture of now, so that a slow reader gets the newest and never a queue.
type Pictures = BTreeMap<Id, Picture>;

struct Page {
    id: PageId,
    hall: Arc<Hall>,
    pictures: Arc<watch::Sender<Pictures>>,
    tickets: BTreeMap<Id, Ticket>,
    /// What was sent of each analysis.
    sent: BTreeMap<Id, (u32, Option<usize>)>,
    game: Option<(Arc<Room>, watch::Receiver<GameFacts>)>,
    /// What an engine is asked for; a newer wish takes the place of an older one of its kind.
    wishes: Vec<Wish>,
    granted: mpsc::Sender<(Id, Granted)>,
    /// The lesson that goes on.
    lesson: Option<Lessons>,
    /// The tree of the laboratory that was grown last.
    tree: Option<Arc<quevedo_lab::drawing::Visited>>,
    /// The reviews, once the page has asked for them.
    jobs: Option<watch::Receiver<u64>>,
    allowance: Allowance,
}

/// Something that an engine is asked for once.
struct Wish {
    id: Id,
    what: Wanted,
    /// Dropping it ends the search.
    _ticket: Ticket,
}

/// What it is for.
enum Wanted {
    Words(AskExplanation),
    Guard(AskGuard),
    Judgement,
}

/// What came of it.
enum Granted {
    Explained(Result<Box<Explanation>, String>),
    Judged(Result<Correctness, String>),
}

/// How many more messages may come now.
struct Allowance {
    left: f64,
    at: Instant,
}

impl Allowance {
    fn take(&mut self) -> bool {
        let now = Instant::now();
        self.left = (self.left + (now - self.at).as_secs_f64() * RATE).min(BURST);
        self.at = now;
        let is_good = self.left >= 1.0;
        self.left -= if is_good { 1.0 } else { 0.0 };
        is_good
    }
}

/// Why a conversation ends.
enum End {
    /// The page is gone, or does not listen.
    Gone,
    /// With this word.
    Close(u16, &'static str),
}

/// Talks with a page until one of both ends it.
pub(crate) async fn converse(mut socket: WebSocket, hall: Arc<Hall>) {
    hall.sockets.fetch_add(1, Relaxed);
    let (granted, grants) = mpsc::channel(8);
    let mut page = Page {
        id: PageId::new(),
        pictures: Arc::new(watch::Sender::new(Pictures::new())),
        tickets: BTreeMap::new(),
        sent: BTreeMap::new(),
        game: None,
        wishes: Vec::new(),
        granted,
        lesson: None,
        tree: None,
        jobs: None,
        allowance: Allowance { left: BURST, at: Instant::now() },
        hall: Arc::clone(&hall),
    };
    let end = page.run(&mut socket, grants).await;
    drop(page);
    if let End::Close(code, reason) = end {
        let frame = CloseFrame { code, reason: reason.into() };
        let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(Some(frame)))).await;
    }
    hall.sockets.fetch_sub(1, Relaxed);
}

impl Page {
    async fn run(&mut self, socket: &mut WebSocket, mut grants: mpsc::Receiver<(Id, Granted)>) -> End {
        let hello = Hello {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            engines: self.hall.engines,
            keeps_games: self.hall.keeps_games,
            collections: crate::collections::list(&self.hall.collections),
        };
        if let Err(end) = say(socket, &Tell::Hello(hello)).await {
            return end;
        }
        let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut changes = self.pictures.subscribe();
        let closing = self.hall.closing.clone();
        let (mut next_picture, mut next_jobs) = (Instant::now(), Instant::now());
        let mut is_there = true;
        loop {
            let clock = self.game.as_ref().and_then(|(room, _)| room.deadline()).map(Instant::from_std);
            let step = tokio::select! {
                () = closing.cancelled() => Err(End::Close(close_code::AWAY, "the program ends")),
                _ = heartbeat.tick() => {
                    if is_there { ping(socket).await } else { Err(End::Gone) }.map(|()| is_there = false)
                }
                message = socket.recv() => {
                    is_there = true;
                    self.hear(socket, message).await
                }
                _ = changes.changed() => {
                    sleep_until(next_picture).await;
                    next_picture = Instant::now() + PICTURE_EVERY;
                    changes.mark_unchanged();
                    self.show(socket).await
                }
                game = changed(&mut self.game) => say(socket, &Tell::Game { id: None, game: Box::new(game) }).await,
                () = news(&mut self.jobs) => {
                    sleep_until(next_jobs).await;
                    next_jobs = Instant::now() + JOBS_EVERY;
                    self.jobs.as_mut().map(watch::Receiver::mark_unchanged);
                    say(socket, &Tell::Jobs { id: None, jobs: self.hall.reviews.list() }).await
                }
                Some((id, granted)) = grants.recv() => match self.granted(id, granted) {
                    Some(tell) => say(socket, &tell).await,
                    None => Ok(()),
                },
                () = at(clock) => {
                    if let Some((room, _)) = &self.game { room.look_at_clock() }
                    Ok(())
                }
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn hear(
        &mut self,
        socket: &mut WebSocket,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<(), End> {
        let text = match message {
            None | Some(Ok(Message::Close(_))) => return Err(End::Gone),
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(()),
            Some(Ok(Message::Binary(_))) => {
                return Err(End::Close(close_code::UNSUPPORTED, "messages are texts"));
            }
            Some(Err(error)) => {
                let is_large = error.to_string().contains("too long");
                return Err(if is_large {
                    End::Close(close_code::SIZE, "a message has at most 64 KiB")
                } else {
                    End::Gone
                });
            }
        };
        if !self.allowance.take() {
            return Err(End::Close(close_code::POLICY, "too many messages"));
        }
        let ask: Ask = match serde_json::from_str(&text) {
            Ok(ask) => ask,
            Err(error) => {
                return say(socket, &Problem::new(Code::Message, error.to_string()).tell(None)).await;
            }
        };
        let id = ask.id();
        match self.answer(ask).await {
            Ok(Some(answer)) => say(socket, &answer).await,
            Ok(None) => Ok(()),
            Err(problem) => say(socket, &problem.tell(Some(id))).await,
        }
    }

    async fn answer(&mut self, ask: Ask) -> Result<Option<Tell>, Problem> {
        let id = ask.id();
        let hall = Arc::clone(&self.hall);
        Ok(Some(match ask {
            Ask::Position(ask) => {
                let facts = position::facts(&position::game(&ask.start, &ask.moves)?);
                Tell::Position { id, facts: Box::new(facts) }
            }
            Ask::Analyse(ask) => {
                self.analyse(&ask)?;
                return Ok(None);
            }
            Ask::Explain(ask) => {
                let (game, question) = words::question(&ask)?;
                self.wish(ask.id, Wanted::Words(ask), game, Want::Explain(question))?;
                return Ok(None);
            }
            Ask::Guard(ask) => {
                let (game, question) = words::guard(&ask)?;
                self.wish(ask.id, Wanted::Guard(ask), game, Want::Explain(question))?;
                return Ok(None);
            }
            Ask::Stop(ask) => {
                self.stop(ask.id);
                return Ok(None);
            }
            Ask::Evaluate(ask) => {
                let game = position::game(&ask.start, &ask.moves)?;
                let evaluation = evaluation::evaluate(game.board(), hall.network.as_ref());
                Tell::Evaluation { id, evaluation: Box::new(evaluation) }
            }
            Ask::Probe(ask) => {
                let game = position::game(&ask.start, &ask.moves)?;
                let moves = endings::moves(&hall.endgames, game.board());
                Tell::Probe { id, moves, max_men: hall.endgames.max_men() }
            }
            Ask::Map(ask) => {
                let board = position::board(&ask.fen)?;
                Tell::Map { id, squares: endings::map(&hall.endgames, &board, &ask.square)? }
            }
            Ask::Read(ask) => {
                let games = aside(move || pgn::read(ask.pgn.as_bytes(), ask.game)).await?;
                Tell::from_games(id, games)
            }
            Ask::Write(ask) => Tell::Pgn { id, pgn: aside(move || pgn::write(&ask)).await? },
            Ask::NewGame(ask) => {
                let room = aside(move || hall.rooms.begin(&ask)).await?;
                self.enter(id, room)
            }
            Ask::OpenGame(ask) => {
                let room = aside(move || hall.rooms.open(&ask.game)).await?;
                self.enter(id, room)
            }
            Ask::Move(ask) => {
                let game = aside(move || hall.rooms.open(&ask.game)?.play(&ask.mv, ask.ply)).await?;
                Tell::Game { id: Some(id), game: Box::new(game) }
            }
            Ask::Order(AskOrder { game, order: Order::Pgn, .. }) => {
                Tell::Pgn { id, pgn: aside(move || Ok(hall.rooms.open(&game)?.pgn())).await? }
            }
            Ask::Order(ask) => {
                let game = aside(move || hall.rooms.open(&ask.game)?.obey(ask.order)).await?;
                Tell::Game { id: Some(id), game: Box::new(game) }
            }
            Ask::Games(_) => Tell::Games { id, games: aside(move || hall.rooms.list()).await? },
            other => return self.study(other).await,
        }))
    }

    /// From now on the changes of this game are told.
    fn enter(&mut self, id: Id, room: Arc<Room>) -> Tell {
        let mut changes = room.watch();
        changes.mark_unchanged();
        let game = Box::new(room.facts());
        self.game = Some((room, changes));
        Tell::Game { id: Some(id), game }
    }

    fn analyse(&mut self, ask: &AskAnalysis) -> Result<(), Problem> {
        if !(1..=5).contains(&ask.lines) {
            return Err(Problem::new(Code::Range, "1 to 5 lines can be shown"));
        }
        let mut game = position::game(&ask.start, &ask.moves)?;
        if ask.threat {
            game = position::threat(game.board())?;
        }
        self.stop(ask.id);
        while self.tickets.len() >= MOST_ANALYSES {
            let Some(&oldest) = self.tickets.keys().next() else { break };
            self.stop(oldest);
        }
        let (id, pictures) = (ask.id, Arc::clone(&self.pictures));
        pictures.send_modify(|all| drop(all.insert(id, Picture::default())));
        let tell = {
            let pictures = Arc::clone(&pictures);
            Box::new(move |news| pictures.send_modify(|all| note(all, id, news)))
        };
        let want = Want::Search(limits(ask.limit), ask.lines);
        let ticket = self.hall.desk.order(self.id, Class::Analysis, game, want, tell);
        let busy = || Problem::new(Code::Busy, "too many analyses at once");
        let Some(ticket) = ticket else {
            pictures.send_modify(|all| drop(all.remove(&id)));
            return Err(busy());
        };
        self.tickets.insert(id, ticket);
        Ok(())
    }

    /// Asks an engine for something.
    fn wish(&mut self, id: Id, what: Wanted, game: Game, want: Want) -> Result<(), Problem> {
        // The older wish is dropped first, so that it takes no place in the queue.
        let kind = core::mem::discriminant(&what);
        self.wishes.retain(|wish| core::mem::discriminant(&wish.what) != kind);
        let granted = self.granted.clone();
        let tell = Box::new(move |news| {
            let grant = match news {
                News::Explained(explanation) => Granted::Explained(explanation),
                News::Judged(judged) => Granted::Judged(judged),
                News::Over(Err(words)) => Granted::Explained(Err(words)),
                _ => return,
            };
            drop(granted.try_send((id, grant)));
        });
        let ticket = self.hall.desk.order(self.id, Class::Words, game, want, tell);
        let busy = || Problem::new(Code::Busy, "too much is asked at once");
        self.wishes.push(Wish { id, what, _ticket: ticket.ok_or_else(busy)? });
        Ok(())
    }

    /// Puts what an engine has found into words, if it is still wanted.
    fn granted(&mut self, id: Id, granted: Granted) -> Option<Tell> {
        let place = self.wishes.iter().position(|wish| wish.id == id)?;
        let wish = self.wishes.swap_remove(place);
        Some(match (wish.what, granted) {
            (Wanted::Words(ask), Granted::Explained(Ok(explanation))) => {
                Tell::Explanation { id, explanation: words::say(&ask, &explanation) }
            }
            (Wanted::Guard(ask), Granted::Explained(Ok(explanation))) => {
                let objection = quevedo_tutor::objection(&explanation, ask.language.into());
                Tell::Guarded { id, objection }
            }
            // A guard that cannot look lets everything pass.
            (Wanted::Guard(_), _) => Tell::Guarded { id, objection: None },
            (_, Granted::Judged(Ok(correctness))) => study::judged(id, correctness),
            (_, Granted::Explained(Err(words)) | Granted::Judged(Err(words))) => {
                Problem::new(Code::Rules, words).tell(Some(id))
            }
            (Wanted::Judgement, Granted::Explained(Ok(_))) => return None,
        })
    }

    /// Nothing more is told of this analysis.
    fn stop(&mut self, id: Id) {
        self.wishes.retain(|wish| wish.id != id);
        self.tickets.remove(&id);
        self.sent.remove(&id);
        self.pictures.send_modify(|all| drop(all.remove(&id)));
    }

    /// Sends what has changed.
    async fn show(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let now = self.pictures.borrow().clone();
        for (id, picture) in now {
            let sent = self.sent.entry(id).or_default();
            if let Some(place) = picture.place.filter(|_| picture.place != sent.1) {
                say(socket, &Tell::Queued { id, place }).await?;
            }
            if picture.seq > sent.0 {
                say(socket, &Tell::Lines { id, seq: picture.seq, lines: picture.lines }).await?;
            }
            *sent = (picture.seq, picture.place);
            if picture.is_over {
                self.stop(id);
                let end = match picture.fault {
                    None => Tell::Done { id },
                    Some(words) => Problem::new(Code::Fault, words).tell(Some(id)),
                };
                say(socket, &end).await?;
            }
        }
        Ok(())
    }
}

/// Notes news of an analysis, unless nobody wants it any more.
fn note(all: &mut Pictures, id: Id, news: News) {
    let Some(picture) = all.get_mut(&id) else { return };
    match news {
        News::Queued(place) => picture.place = Some(place),
        News::Lines(lines) => {
            picture.place = None;
            picture.seq += 1;
            picture.lines = lines;
        }
        News::Over(answer) => {
            picture.is_over = true;
            picture.fault = answer.err();
        }
        News::Explained(_) | News::Judged(_) => {}
    }
}

pub(crate) fn limits(limit: Option<Limit>) -> Limits {
    match limit {
        None => Limits { infinite: true, ..Limits::default() },
        Some(Limit::Time(milliseconds)) => {
            Limits::time(Duration::from_millis(u64::from(milliseconds.max(1))))
        }
        Some(Limit::Nodes(nodes)) => Limits::nodes(u64::from(nodes.max(1))),
        Some(Limit::Depth(depth)) => {
            Limits { depth: Some(Depth(i32::from(depth.clamp(1, 240)))), ..Limits::default() }
        }
    }
}

/// Work that may wait for a disk or take a while.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| {
        Err(Problem::new(Code::Fault, "the program has made a mistake; please report it"))
    })
}

/// The next change of the game that is looked at.
async fn changed(game: &mut Option<(Arc<Room>, watch::Receiver<GameFacts>)>) -> GameFacts {
    if let Some((room, changes)) = game
        && changes.changed().await.is_ok()
    {
        changes.mark_unchanged();
        return room.facts();
    }
    core::future::pending().await
}

/// The next change of the reviews, if they are looked at.
async fn news(jobs: &mut Option<watch::Receiver<u64>>) {
    if let Some(jobs) = jobs
        && jobs.changed().await.is_ok()
    {
        return;
    }
    core::future::pending::<()>().await;
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => core::future::pending().await,
    }
}

async fn say(socket: &mut WebSocket, tell: &Tell) -> Result<(), End> {
    let Ok(text) = serde_json::to_string(tell) else { return Ok(()) };
    send(socket, Message::Text(text.into())).await
}

async fn ping(socket: &mut WebSocket) -> Result<(), End> {
    send(socket, Message::Ping(axum::body::Bytes::new())).await
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match timeout(WRITE_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}
