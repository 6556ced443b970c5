//! The engine: a stub that takes commands, and the thread that thinks.

mod gate;
mod job;

use core::cell::Cell;
use core::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use quevedo_eval::Evaluation;
use quevedo_eval::nnue::{self, Network};
use quevedo_rules::{Board, Color, Game, Setup, UciMove};
use quevedo_search::{Budget, Limits, OutOfMemory, Params, STACK_SIZE, Searcher, Shared, Table};
use quevedo_tables::Endgames;

use self::gate::Gate;
use self::job::Job;
use crate::command::{Command, Go};
use crate::endgames;
use crate::event::Event;
use crate::options::Options;
use crate::watch::{Watch, Watched};

/// Where events go. It is called from the thinking thread.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// How an engine reads the files that its options name: it opens none by itself.
pub type FileReader = fn(&str) -> std::io::Result<Vec<u8>>;

/// A chess engine. Dropping it stops it.
pub struct Engine {
    options: Options,
    reader: Option<FileReader>,
    /// The network that can be evaluated with, if there is one.
    network: Option<Arc<Network>>,
    game: Game,
    sink: Sink,
    /// Lent to the thinking thread during a search.
    pool: Arc<Mutex<Box<dyn Searcher>>>,
    shared: Arc<Shared>,
    thinking: Option<Thinking>,
    watch: Watch,
    endgames: Option<Arc<Endgames>>,
}

impl core::fmt::Debug for Engine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Engine").field("options", &self.options).finish_non_exhaustive()
    }
}

/// A search that is going on.
struct Thinking {
    thread: JoinHandle<()>,
    gate: Arc<Gate>,
    budget: Budget,
    limits: Limits,
    us: Color,
}

/// The lock of a mutex. What a panic may have left behind it is checked or rebuilt elsewhere.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine {
    /// An engine with default options.
    ///
    /// # Errors
    /// If there is no memory for the hash table.
    pub fn new(sink: Sink) -> Result<Engine, OutOfMemory> {
        Engine::with_options(sink, Options::default())
    }

    /// An engine whose options switch the features of the search and set its parameters.
    ///
    /// # Errors
    /// If there is no memory for the hash table.
    pub fn lab(sink: Sink) -> Result<Engine, OutOfMemory> {
        Engine::with_options(sink, Options::lab())
    }

    fn with_options(sink: Sink, options: Options) -> Result<Engine, OutOfMemory> {
        let network = nnue::builtin();
        let pool = new_pool(&options, network.as_ref(), Arc::new(Table::new(options.hash)?));
        let shared = pool.shared();
        let mut engine = Engine {
            options,
            reader: None,
            network,
            game: Game::default(),
            sink,
            pool: Arc::new(Mutex::new(pool)),
            shared,
            thinking: None,
            watch: Watch::default(),
            // Without them it plays as well as it can.
            endgames: Endgames::builtin().ok().map(Arc::new),
        };
        engine.use_endgames();
        Ok(engine)
    }

    /// The options as they are.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Gives the engine a way to read the files that its options name; without one it refuses them.
    pub fn set_file_reader(&mut self, reader: FileReader) {
        self.reader = Some(reader);
    }

    /// The network that can be evaluated with, if there is one.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether a search is going on.
    pub fn is_thinking(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| !thinking.thread.is_finished())
    }

    /// Does what it is asked. Returns at once; the answers come as events.
    pub fn send(&mut self, command: Command) {
        match command {
            Command::NewGame => {
                self.finish();
                lock(&self.pool).forget();
                self.game = Game::default();
            }
            Command::Position { setup, moves } => self.set_position(*setup, &moves),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Go(go) => self.go(&go, Instant::now()),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::ClearHash => {
                self.finish();
                lock(&self.pool).forget();
            }
            Command::Quit => self.finish(),
        }
    }

    fn say(&self, message: impl Into<String>) {
        (self.sink)(Event::Message(message.into()));
    }

    /// The last good position stays if the new one is not legal.
    fn set_position(&mut self, setup: Setup, moves: &[UciMove]) {
        self.finish();
        let board = match Board::try_from(setup) {
            Ok(board) => board,
            Err(error) => return self.say(format!("illegal position: {error}")),
        };
        let mut game = Game::new(board);
        for &text in moves {
            let played = game.board().find_uci(text);
            match played {
                Ok(mv) => {
                    let _ = game.play(mv);
                }
                Err(error) => return self.say(format!("illegal move: {error}")),
            }
        }
        self.game = game;
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        self.finish();
        let before = self.options.clone();
        match self.options.set(name, value) {
            Err(error) => self.say(error.to_string()),
            Ok("Clear Hash") => lock(&self.pool).forget(),
            Ok("Hash") => self.resize_table(&before),
            Ok("Threads") => self.change_threads(&before),
            Ok("SyzygyPath" | "TablesPath") => self.open_endgames(before),
            Ok("SyzygyProbeDepth" | "SyzygyProbeLimit" | "Syzygy50MoveRule") => self.use_endgames(),
            Ok("EvalFile") => self.change_network(&before),
            Ok("Evaluation") => self.change_evaluation(&before),
            Ok(_) if self.options.lab != before.lab => self.rebuild_pool(),
            Ok(_) => {}
        }
    }

    /// A new search with an empty memory, as the options want it.
    fn rebuild_pool(&mut self) {
        let table = Arc::clone(&self.shared.table);
        table.clear();
        *lock(&self.pool) = new_pool(&self.options, self.network.as_ref(), table);
        self.use_endgames();
    }

    /// Reads the network that the options name and evaluates with it from now on.
    fn change_network(&mut self, before: &Options) {
        match self.read_network() {
            Ok(network) => {
                let had_network = self.options.evaluation == Evaluation::Network;
                if network.is_some() {
                    self.options.evaluation = Evaluation::Network;
                } else if had_network {
                    self.options.evaluation = Evaluation::Classical;
                }
                self.network = network;
                self.rebuild_pool();
            }
            Err(words) => {
                self.options = before.clone();
                self.say(format!("{words}; the evaluation stays as it is"));
            }
        }
    }

    /// The network that the options name: the built-in one, if there is one, or a file's.
    fn read_network(&self) -> Result<Option<Arc<Network>>, String> {
        let path = &self.options.eval_file;
        if path.is_empty() {
            return Ok(nnue::builtin());
        }
        let shown: String = path.chars().take(200).collect();
        let reader =
            self.reader.ok_or_else(|| format!("\"{shown}\" is not read: this engine has no files"))?;
        let bytes = reader(path).map_err(|error| format!("cannot read \"{shown}\": {error}"))?;
        let network = Network::from_bytes(&bytes).map_err(|error| format!("\"{shown}\": {error}"))?;
        Ok(Some(Arc::new(network)))
    }

    fn change_evaluation(&mut self, before: &Options) {
        if self.options.evaluation == Evaluation::Network && self.network.is_none() {
            self.options = before.clone();
            return self.say("there is no network to evaluate with; the option EvalFile names one");
        }
        if self.options.evaluation != before.evaluation {
            self.rebuild_pool();
        }
    }

    /// The numbers of the search.
    fn params(&self) -> Params {
        self.options.lab.as_ref().map_or(Params::DEFAULT, |lab| lab.params)
    }

    fn resize_table(&mut self, before: &Options) {
        match Table::new(self.options.hash) {
            Ok(table) => {
                let mut pool = lock(&self.pool);
                pool.set_table(Arc::new(table));
                self.shared = pool.shared();
            }
            Err(error) => {
                self.options = before.clone();
                self.say(format!("{error}; it stays at {} MiB", self.options.hash));
            }
        }
    }

    fn change_threads(&mut self, before: &Options) {
        let threads = self.options.threads;
        let mut pool = lock(&self.pool);
        if pool.has_room_for(threads) {
            pool.set_threads(threads);
        } else {
            drop(pool);
            self.options = before.clone();
            let old = self.options.threads;
            self.say(format!("there is no memory for {threads} threads; it stays at {old}"));
        }
    }

    /// Reads the folders that the options name; if one is of no use, everything stays as it was.
    fn open_endgames(&mut self, before: Options) {
        match endgames::open(&self.options) {
            Ok(opened) => {
                opened.messages.into_iter().for_each(|message| self.say(message));
                self.endgames = Some(opened.endgames);
                self.use_endgames();
            }
            Err(error) => {
                self.options = before;
                self.say(format!("{error}; the tables stay as they were"));
            }
        }
    }

    /// Lets the search use the tables as the options say.
    fn use_endgames(&mut self) {
        let endgames = self.endgames.as_ref();
        let tables = endgames.map(|endgames| endgames::use_as(&self.options, Arc::clone(endgames)));
        let mut pool = lock(&self.pool);
        pool.set_endgames(tables);
        self.shared = pool.shared();
    }

    /// Begins to think; the clock runs from `start`.
    fn go(&mut self, go: &Go, start: Instant) {
        self.finish();
        let board = *self.game.board();
        let limits = Engine::limits(go, &board);
        let budget = Budget::unlimited(start);
        if !go.ponder {
            budget.limit(&self.params(), &limits, board.turn(), self.options.move_overhead);
        }
        let waits = go.ponder || go.infinite;
        let gate = Arc::new(Gate::new(!waits));
        self.shared.stop.store(false, Relaxed);
        self.shared.clear_current();
        self.watch.begin(Watched {
            board,
            budget: budget.clone(),
            shared: Arc::clone(&self.shared),
            sink: Arc::clone(&self.sink),
            said: None,
        });
        let job = Job {
            board,
            history: self.game.repeatable_keys(),
            limits: limits.clone(),
            budget: budget.clone(),
            lines: self.options.multi_pv,
            model: self.options.evaluation.model(),
            shows_chances: self.options.show_wdl,
            sink: Arc::clone(&self.sink),
            gate: Arc::clone(&gate),
            pool: Arc::clone(&self.pool),
            watch: self.watch.post(),
            found: Cell::new(None),
        };
        let us = board.turn();
        match std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || job.run()) {
            Ok(thread) => self.thinking = Some(Thinking { thread, gate, budget, limits, us }),
            Err(error) => {
                self.watch.post().release();
                self.say(format!("no thread to think in: {error}"));
                let best = board.legal_moves().first().copied();
                (self.sink)(Event::BestMove { board: Box::new(board), best, ponder: None });
            }
        }
    }

    fn limits(go: &Go, board: &Board) -> Limits {
        let wanted = go.search_moves.iter().filter_map(|&text| board.find_uci(text).ok());
        Limits {
            search_moves: wanted.collect(),
            clocks: go.clocks,
            moves_to_go: go.moves_to_go,
            depth: go.depth,
            nodes: go.nodes,
            soft_nodes: None,
            mate: go.mate,
            move_time: go.move_time,
            infinite: go.infinite,
            ..Limits::default()
        }
    }

    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            self.shared.stop.store(true, Relaxed);
            thinking.gate.open();
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.budget.limit(&self.params(), &thinking.limits, thinking.us, self.options.move_overhead);
            self.watch.look_again();
            if !thinking.limits.infinite {
                thinking.gate.open();
            }
        }
    }

    /// Ends a search that is going on; its best move is still said.
    pub fn finish(&mut self) {
        self.stop();
        self.wait();
    }

    /// Waits for the end of a search that is going on.
    pub fn wait(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            let _ = thinking.thread.join();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.finish();
    }
}

/// The playing search, or that of the laboratory.
fn new_pool(options: &Options, network: Option<&Arc<Network>>, table: Arc<Table>) -> Box<dyn Searcher> {
    let (evaluation, network) = (options.evaluation, network.cloned());
    let new_evaluator = Box::new(move || evaluation.evaluator(network.as_ref()));
    let mut pool = match options.lab.as_deref() {
        None => quevedo_search::player(table, new_evaluator),
        Some(lab) => quevedo_search::laboratory(lab.clone(), table, new_evaluator),
    };
    pool.set_threads(options.threads);
    pool
}

#[cfg(test)]
mod tests;
