//! One game that is going on, and everybody who looks at it.

use core::time::Duration;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use quevedo_engine::Answer;
use quevedo_play::{CasualGame, Turn};
use quevedo_report::Both;
use quevedo_rules::Color;
use tokio::sync::watch;

use super::record::{KeptEnd, KeptMove, Record};
use crate::ask::Order;
use crate::desk::{Class, Desk, News, PageId, Ticket, Want};
use crate::position;
use crate::problem::Problem;
use crate::shelf::{Drawer, Shelf};
use crate::tell::{Cause, Code, GameEnd, GameFacts, WhoMoves};

/// A game and who looks at it.
pub(crate) struct Room {
    name: String,
    /// Each game stands in the queue for itself.
    page: PageId,
    shelf: Arc<dyn Shelf>,
    desk: Arc<Desk>,
    state: Mutex<State>,
    picture: watch::Sender<GameFacts>,
}

struct State {
    record: Record,
    game: CasualGame,
    /// Since when somebody thinks.
    since: Instant,
    /// The engine's search.
    search: Option<Ticket>,
    /// Counts changes of the position: an answer to an older one is of no use.
    serial: u64,
    draw_declined: bool,
    fault: Option<String>,
}

impl core::fmt::Debug for Room {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Room").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Room {
    pub(super) fn new(
        name: &str,
        record: &Record,
        shelf: Arc<dyn Shelf>,
        desk: Arc<Desk>,
    ) -> Result<Arc<Room>, Problem> {
        let state = State {
            record: record.clone(),
            game: record.game()?,
            since: Instant::now(),
            search: None,
            serial: 0,
            draw_declined: false,
            fault: None,
        };
        let picture = watch::Sender::new(state.facts(name));
        Ok(Arc::new(Room {
            name: name.to_owned(),
            page: PageId::new(),
            shelf,
            desk,
            state: Mutex::new(state),
            picture,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever wants to hear of changes.
    pub(crate) fn watch(&self) -> watch::Receiver<GameFacts> {
        self.picture.subscribe()
    }

    /// Whether anybody looks.
    pub(super) fn is_watched(&self) -> bool {
        self.picture.receiver_count() > 0
    }

    /// The game as it stands.
    pub(crate) fn facts(&self) -> GameFacts {
        self.lock().facts(&self.name)
    }

    /// When the person's time is over, if a clock runs.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let state = self.lock();
        let left = state.game.clock(state.record.human()).filter(|_| state.game.turn() == Turn::Human)?;
        state.since.checked_add(left)
    }

    /// Keeps the game as it stands.
    pub(super) fn save(&self) -> Result<(), Problem> {
        self.keep(&self.lock())
    }

    fn keep(&self, state: &State) -> Result<(), Problem> {
        let kept = self.shelf.save(Drawer::Games, &self.name, &state.record.write());
        kept.map_err(|error| Problem::new(Code::Fault, format!("the game could not be kept: {error}")))
    }

    /// Tells everybody, after the game was kept.
    fn publish(&self, state: &mut State) {
        state.fault = self.keep(state).err().map(|problem| problem.words).or(state.fault.take());
        self.picture.send_replace(state.facts(&self.name));
    }

    /// Lets the engine think, if it is its turn.
    pub(super) fn go_on(self: &Arc<Room>) {
        let mut state = self.lock();
        self.let_engine_think(&mut state);
        self.picture.send_replace(state.facts(&self.name));
    }

    /// The person's move.
    pub(crate) fn play(self: &Arc<Room>, mv: &str, ply: usize) -> Result<GameFacts, Problem> {
        let mut state = self.lock();
        if state.game.game().moves().len() != ply {
            return Err(Problem::new(Code::Rules, "the move is for another position"));
        }
        let mv = position::read_move(state.game.board(), mv)?;
        let uci = state.game.board().uci(mv).to_string();
        let used = state.since.elapsed();
        state.game.human_moves(mv, used).map_err(|error| Problem::new(Code::Rules, error.to_string()))?;
        state.after_move(uci, used);
        self.let_engine_think(&mut state);
        self.publish(&mut state);
        Ok(state.facts(&self.name))
    }

    /// Anything else that the person wants.
    pub(crate) fn obey(self: &Arc<Room>, order: Order) -> Result<GameFacts, Problem> {
        let mut state = self.lock();
        match order {
            Order::TakeBack => {
                state.game.take_back().map_err(|error| Problem::new(Code::Rules, error.to_string()))?;
                let plies = state.game.game().moves().len();
                state.record.moves.truncate(plies);
                state.record.end = None;
                state.position_changed();
            }
            Order::Draw => {
                if state.game.result().is_some() {
                    return Err(Problem::new(Code::Rules, "the game is over"));
                }
                state.draw_declined = !state.game.draw();
                state.note_end(Cause::Draw);
            }
            Order::Resign => {
                if !state.game.resign() {
                    return Err(Problem::new(Code::Rules, "the game is over"));
                }
                state.note_end(Cause::Resigned);
            }
            Order::Pgn => {}
        }
        self.let_engine_think(&mut state);
        self.publish(&mut state);
        Ok(state.facts(&self.name))
    }

    /// The game as PGN.
    pub(crate) fn pgn(&self) -> String {
        let state = self.lock();
        state.game.pgn(&state.record.date, &state.record.time)
    }

    /// The person's clock may have run out.
    pub(crate) fn look_at_clock(&self) {
        let mut state = self.lock();
        let human = state.record.human();
        let left = state.game.clock(human).filter(|_| state.game.turn() == Turn::Human);
        if left.is_some_and(|left| state.since.elapsed() >= left) {
            state.game.time_is_over(human);
            state.note_end(Cause::Time);
            self.publish(&mut state);
        }
    }

    fn let_engine_think(self: &Arc<Room>, state: &mut State) {
        if state.game.engine_claims_draw() {
            state.note_end(Cause::Draw);
        }
        if state.game.turn() != Turn::Engine {
            state.search = None;
            return;
        }
        if state.search.is_some() {
            return;
        }
        let serial = state.serial;
        let room = Arc::downgrade(self);
        let tell = Box::new(move |news| {
            if let (News::Over(answer), Some(room)) = (news, room.upgrade()) {
                room.engine_answers(serial, answer);
            }
        });
        let (game, want) = (state.game.game().clone(), Want::Search(state.game.limits(), 1));
        state.search = self.desk.order(self.page, Class::Play, game, want, tell);
        if state.search.is_none() {
            state.fault = Some("the engines are busy; take the move back and try again".to_owned());
        }
    }

    fn engine_answers(self: &Arc<Room>, serial: u64, answer: Result<Box<Answer>, String>) {
        let mut state = self.lock();
        if state.serial != serial || state.game.turn() != Turn::Engine {
            return;
        }
        state.search = None;
        let used = state.since.elapsed();
        let uci = |state: &State, answer: &Answer| {
            answer.best.map(|mv| state.game.board().uci(mv).to_string()).unwrap_or_default()
        };
        match answer {
            Ok(answer) => {
                let uci = uci(&state, &answer);
                match state.game.engine_moves(&answer, used) {
                    Ok(()) => state.after_move(uci, used),
                    Err(error) => state.fault = Some(error.to_string()),
                }
            }
            Err(words) => state.fault = Some(words),
        }
        self.publish(&mut state);
    }
}

impl State {
    /// A move was played, or the clock had run out before it.
    fn after_move(&mut self, uci: String, used: Duration) {
        if self.game.game().moves().len() > self.record.moves.len() {
            let milliseconds = u64::try_from(used.as_millis()).unwrap_or(u64::MAX);
            self.record.moves.push(KeptMove { uci, milliseconds });
            self.note_end(Cause::Rules);
        } else {
            self.note_end(Cause::Time);
        }
        self.position_changed();
    }

    fn position_changed(&mut self) {
        self.serial += 1;
        self.search = None;
        self.since = Instant::now();
        self.draw_declined = false;
        self.fault = None;
    }

    fn note_end(&mut self, cause: Cause) {
        if self.record.end.is_none() {
            self.record.end = self.game.result().map(|result| KeptEnd {
                result: result.outcome.as_str().to_owned(),
                reason: result.reason.clone(),
                cause,
            });
        }
    }

    fn facts(&self, name: &str) -> GameFacts {
        let end = self.record.end.as_ref().map(|end| GameEnd {
            result: end.result.clone(),
            reason: end.reason.clone(),
            cause: end.cause,
        });
        GameFacts {
            game: name.to_owned(),
            start: self.record.start.clone(),
            side: self.record.side,
            level: self.record.level,
            clock: self.record.clock,
            left: self.left(),
            turn: match self.game.turn() {
                Turn::Human => WhoMoves::You,
                Turn::Engine => WhoMoves::Engine,
                Turn::Over => WhoMoves::Nobody,
            },
            position: position::facts(self.game.game()),
            end,
            draw_declined: self.draw_declined,
            fault: self.fault.clone(),
        }
    }

    /// What both clocks show now.
    fn left(&self) -> Option<Both<u32>> {
        let shown = |color: Color| {
            let runs = self.game.turn() != Turn::Over && self.game.board().turn() == color;
            let used = if runs { self.since.elapsed() } else { Duration::ZERO };
            let left = self.game.clock(color)?.saturating_sub(used);
            Some(u32::try_from(left.as_millis()).unwrap_or(u32::MAX))
        };
        Some(Both { white: shown(Color::White)?, black: shown(Color::Black)? })
    }
}
