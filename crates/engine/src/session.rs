//! The engine as text protocols see it: commands in, events out.

use std::sync::{Arc, Mutex};

use quevedo_rules::{Board, Game, IllegalPosition, MoveError, Setup, UciMove};
use quevedo_search::Limits;

use crate::answer::Answer;
use crate::command::Command;
use crate::control::{Control, lock};
use crate::draw::{Word, word};
use crate::engine::{Engine, FileReader};
use crate::error::EngineError;
use crate::event::Event;
use crate::mover::MoverMaker;
use crate::opening::{OwnGame, is_for_a_game};
use crate::options::{Learning, Options};
use crate::recorder::{Recorder, Said};
use crate::search::Update;
use crate::watch::Teller;

/// Where events go. It is called from the thinking thread.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// A thin adapter: an engine, the game that it was told of, and somebody who listens.
pub struct Session {
    engine: Engine,
    game: Game,
    sink: Sink,
    search: Option<Arc<Control>>,
    own_game: OwnGame,
    /// The game that is to be remembered.
    recorder: Option<Recorder>,
}

impl core::fmt::Debug for Session {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Session").field("engine", &self.engine).finish_non_exhaustive()
    }
}

/// Why a position is not taken over.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("illegal position: {0}")]
    Position(#[from] IllegalPosition),
    #[error("illegal move: {0}")]
    Move(#[from] MoveError),
}

impl Session {
    /// A session with an engine of these options, which reads files as `reader` does.
    ///
    /// # Errors
    /// If there is no such engine.
    pub fn new(options: Options, reader: Option<FileReader>, sink: Sink) -> Result<Session, EngineError> {
        let engine = match reader {
            Some(reader) => Engine::with_files(options, reader)?,
            None => Engine::new(options)?,
        };
        Ok(Session {
            engine,
            game: Game::default(),
            sink,
            search: None,
            own_game: OwnGame::default(),
            recorder: None,
        })
    }

    /// The engine's options.
    pub fn options(&self) -> &Options {
        self.engine.options()
    }

    /// Lends the engine players of other kinds, for the option `Opponent`.
    pub fn lend_movers(&mut self, makers: MoverMaker) {
        self.engine.lend_movers(makers);
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Does what it is asked. Returns at once; the answers come as events.
    pub fn send(&mut self, command: Command) {
        match command {
            Command::NewGame => {
                self.engine.new_game();
                self.end_of_game();
                self.engine.recollect();
                self.game = Game::default();
                self.own_game = OwnGame::default();
            }
            Command::Position { setup, moves } => self.set_position(*setup, &moves),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Go { limits, search_moves } => self.go(&limits, &search_moves),
            Command::Stop => {
                if let Some(search) = &self.search {
                    search.stop();
                }
            }
            Command::PonderHit => {
                if let Some(search) = &self.search {
                    search.ponder_hit();
                }
            }
            Command::Book { setup, moves } => self.tell_book(*setup, &moves),
            Command::ClearHash => self.engine.clear_hash(),
            Command::Quit => {
                self.engine.finish();
                self.end_of_game();
            }
        }
    }

    fn say(&self, message: impl Into<String>) {
        (self.sink)(Event::Message(message.into()));
    }

    /// The last good position stays if the new one is not legal.
    fn set_position(&mut self, setup: Setup, moves: &[UciMove]) {
        self.engine.finish();
        match read_game(setup, moves) {
            Ok(game) => self.game = game,
            Err(refusal) => self.say(refusal.to_string()),
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.engine.set_option(name, value) {
            Ok(notes) => notes.into_iter().for_each(|note| self.say(note)),
            Err(error) => (self.sink)(Event::Refused(format!("{error}; it stays as it was"))),
        }
    }

    /// Follows a game of our own, if games are remembered.
    fn record(&mut self, is_wanted: bool) -> Option<Arc<Mutex<Said>>> {
        let options = self.options();
        let is_on =
            options.learning != Learning::Off && !options.memory_path.is_empty() && !options.memory_read_only;
        if !is_on || !is_wanted || !self.engine.plays_as_itself() {
            return None;
        }
        if self.game.moves().len() <= 1 {
            // Not every program says that a game is new.
            self.end_of_game();
        }
        let recorder = Recorder::follow(self.recorder.take(), &self.game);
        let said = recorder.said();
        self.recorder = Some(recorder);
        Some(said)
    }

    /// A game that was followed has come to its end: it goes into the memory.
    fn end_of_game(&mut self) {
        if let Some(recorder) = self.recorder.take() {
            let (folder, opponent) = (&self.options().memory_path, &self.options().opponent);
            if let Err(words) = recorder.hand_in(folder, opponent) {
                self.say(words);
            }
        }
    }

    /// What the book has in a position, which need not be the one that is being searched.
    fn tell_book(&self, setup: Setup, moves: &[UciMove]) {
        match read_game(setup, moves) {
            Ok(game) => {
                let known = self.engine.book_moves(&game);
                let moves = known.iter().filter_map(|known| Some((known.mv()?, known.weight))).collect();
                (self.sink)(Event::Book { board: Box::new(*game.board()), moves });
            }
            Err(refusal) => self.say(refusal.to_string()),
        }
    }

    fn go(&mut self, limits: &Limits, search_moves: &[UciMove]) {
        self.engine.finish();
        let board = *self.game.board();
        let wanted = search_moves.iter().filter_map(|&text| board.find_uci(text).ok());
        let limits = Limits { search_moves: wanted.collect(), ..limits.clone() };
        let is_own = self.own_game.asks(&self.game);
        let known = if is_own { self.engine.choose_from_book(&self.game, &limits) } else { None };
        let said = self.record(is_own && (limits.ponder || is_for_a_game(&limits)));
        if let Some(mv) = known {
            self.say(format!("{} is a move of the book", board.san(mv)));
        }
        let shows_chances = self.options().show_wdl;
        let (sink, last) = (Arc::clone(&self.sink), Arc::clone(&self.sink));
        let tell: Teller = Arc::new(move |update| sink(event(board, update, shows_chances)));
        let (options, game) = (self.options().clone(), self.game.clone());
        let end = Box::new(move |answer: Answer| {
            if let Some(said) = said {
                lock(&said).note(game.moves().len(), &game, &answer);
            }
            match word(&options, &game, answer.score) {
                Some(Word::GivesUp) => last(Event::GivesUp),
                Some(Word::OffersDraw) => last(Event::OffersDraw),
                None => {}
            }
            let Answer { best, ponder, .. } = answer;
            last(Event::BestMove { board: Box::new(board), best, ponder });
        });
        self.search = Some(self.engine.start(known, is_own, &self.game, limits, &tell, end));
    }

    /// Nothing more will be asked: a game that was followed goes into the memory.
    pub fn close(&mut self) {
        if self.recorder.is_some() {
            self.engine.finish();
            self.end_of_game();
        }
    }

    /// Ends a search that is going on; its best move is still said.
    pub fn finish(&mut self) {
        self.engine.finish();
    }

    /// Waits for the end of a search that is going on.
    pub fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            search.wait_until_over();
        }
    }
}

fn read_game(setup: Setup, moves: &[UciMove]) -> Result<Game, Refusal> {
    let mut game = Game::new(Board::try_from(setup)?);
    for &text in moves {
        let mv = game.board().find_uci(text)?;
        // Found on this very board, so it is legal there.
        let _ = game.play(mv);
    }
    Ok(game)
}

fn event(board: Board, update: Update, shows_chances: bool) -> Event {
    let board = Box::new(board);
    match update {
        Update::Line { report, wdl } => Event::Line { board, report, wdl: shows_chances.then_some(wdl) },
        Update::CurrentMove { mv, number } => Event::CurrentMove { board, mv, number },
        Update::Failure(words) => Event::Message(words),
    }
}

#[cfg(test)]
mod tests;
