//! The engine: a stub that takes commands, and the thread that thinks.

use core::any::Any;
use core::cell::Cell;
use core::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use quevedo_eval::Evaluation;
use quevedo_eval::nnue::{self, Network};
use quevedo_rules::{Board, Color, Game, Material, Move, Piece, Setup, UciMove};
use quevedo_search::{
    Budget, Limits, OutOfMemory, Outcome, Params, Play, Pool, Report, STACK_SIZE, Searcher, Shared, Table,
};
use quevedo_tables::Endgames;
use quevedo_value::WdlModel;

use crate::command::{Command, Go};
use crate::endgames;
use crate::event::Event;
use crate::options::Options;
use crate::watch::{Post, Watch, Watched};

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

/// Holds the best move back while the protocol forbids to say it: in infinite analysis until `Stop`, in
/// pondering until `Stop` or `PonderHit`.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    changed: Condvar,
}

impl Gate {
    fn new(open: bool) -> Gate {
        Gate { open: Mutex::new(open), changed: Condvar::new() }
    }

    fn open(&self) {
        *lock(&self.open) = true;
        self.changed.notify_all();
    }

    fn wait(&self) {
        let mut open = lock(&self.open);
        while !*open {
            open = self.changed.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }
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
            wdl: self.options.show_wdl.then(WdlModel::default),
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
    let new_evaluator = move || evaluation.evaluator(network.as_ref());
    let mut pool: Box<dyn Searcher> = match options.lab.as_deref() {
        None => Box::new(Pool::new(Play, table, new_evaluator)),
        Some(lab) => Box::new(Pool::new(lab.clone(), table, new_evaluator)),
    };
    pool.set_threads(options.threads);
    pool
}

/// One search, on its own thread.
struct Job {
    board: Board,
    history: Vec<quevedo_rules::Key>,
    limits: Limits,
    budget: Budget,
    lines: usize,
    wdl: Option<WdlModel>,
    sink: Sink,
    gate: Arc<Gate>,
    pool: Arc<Mutex<Box<dyn Searcher>>>,
    watch: Arc<Post>,
    /// The best move of the last finished iteration, and the expected answer.
    found: Cell<Option<(Move, Option<Move>)>>,
}

impl Job {
    fn run(self) {
        // A bug in the search must not cost the game: whatever was found last is played.
        let searched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.search()));
        let outcome = searched.unwrap_or_else(|cause| self.emergency(&*cause));
        self.watch.release();
        self.gate.wait();
        (self.sink)(Event::BestMove {
            board: Box::new(self.board),
            best: outcome.best,
            ponder: outcome.ponder,
        });
    }

    fn search(&self) -> Outcome {
        let mut report = |report: &Report| {
            if let (1, Some(&best)) = (report.multi_pv, report.line.first()) {
                self.found.set(Some((best, report.line.get(1).copied())));
            }
            let wdl = self.wdl.map(|model| model.chances(report.score, pawns_worth(self.board.material())));
            (self.sink)(Event::Line { board: Box::new(self.board), report: report.clone(), wdl });
        };
        let mut pool = lock(&self.pool);
        let outcome =
            pool.search(&self.board, &self.history, &self.limits, &self.budget, self.lines, &mut report);
        if let Some(cause) = pool.take_failure() {
            self.complain(&cause);
        }
        outcome
    }

    /// After a panic: everything that it may have damaged is built anew.
    fn emergency(&self, cause: &(dyn Any + Send)) -> Outcome {
        lock(&self.pool).forget();
        self.complain(&quevedo_search::panic_words(cause));
        let legal = self.board.legal_moves();
        let (best, ponder) = match self.found.get().filter(|(best, _)| legal.contains(best)) {
            Some((best, ponder)) => (Some(best), ponder),
            None => (self.limits.search_moves.first().or(legal.first()).copied(), None),
        };
        Outcome { best, ponder, ..Outcome::nothing() }
    }

    fn complain(&self, cause: &str) {
        let words = format!("internal error in the search, please report it: {cause}");
        (self.sink)(Event::Message(words));
    }
}

/// Both sides' material in pawns: 1, 3, 3, 5, 9.
fn pawns_worth(material: Material) -> u32 {
    let worth =
        [(Piece::Pawn, 1), (Piece::Knight, 3), (Piece::Bishop, 3), (Piece::Rook, 5), (Piece::Queen, 9)];
    let count = |piece| material.count(Color::White, piece) + material.count(Color::Black, piece);
    worth.into_iter().map(|(piece, pawns)| pawns * count(piece)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;
    use std::sync::mpsc::{Receiver, channel};

    fn engine() -> (Engine, Receiver<Event>) {
        let (sender, receiver) = channel();
        let sink: Sink = Arc::new(move |event| {
            let _ = sender.send(event);
        });
        (Engine::new(sink).expect("16 MiB"), receiver)
    }

    fn best_move(events: &Receiver<Event>) -> Option<String> {
        loop {
            let event = events.recv_timeout(Duration::from_secs(20)).expect("a best move");
            if let Event::BestMove { board, best, .. } = event {
                return best.map(|mv| board.uci(mv).to_string());
            }
        }
    }

    fn position(fen: &str) -> Command {
        Command::Position { setup: Box::new(Setup::from_fen(fen).expect("a FEN")), moves: Vec::new() }
    }

    fn go(change: impl FnOnce(&mut Go)) -> Command {
        let mut go = Go::default();
        change(&mut go);
        Command::Go(Box::new(go))
    }

    #[test]
    fn mates_are_found() {
        let (mut engine, events) = engine();
        engine.send(position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
        engine.send(go(|go| go.nodes = Some(5_000)));
        assert_eq!(best_move(&events).as_deref(), Some("a1a8"));
    }

    #[test]
    fn no_move_is_said_where_there_is_none() {
        let (mut engine, events) = engine();
        engine.send(position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"));
        engine.send(go(|go| go.infinite = true));
        assert!(events.recv_timeout(Duration::from_millis(100)).is_err(), "not before stop");
        engine.send(Command::Stop);
        assert_eq!(best_move(&events), None);
    }

    #[test]
    fn pondering_waits_for_its_end() {
        let (mut engine, events) = engine();
        engine.send(go(|go| {
            go.ponder = true;
            go.depth = Some(quevedo_value::Depth(3));
        }));
        std::thread::sleep(Duration::from_millis(200));
        assert!(events.try_iter().all(|event| !matches!(event, Event::BestMove { .. })));
        engine.send(Command::PonderHit);
        assert!(best_move(&events).is_some());
    }

    #[test]
    fn a_bad_position_leaves_the_old_one() {
        let (mut engine, events) = engine();
        let before = engine.game().clone();
        engine.send(position("8/8/8/8/8/8/8/8 w - - 0 1"));
        assert!(matches!(events.try_recv(), Ok(Event::Message(_))));
        let setup = Box::new(Setup::start());
        let moves = vec!["e2e4".parse().expect("a move"), "e2e4".parse().expect("a move")];
        engine.send(Command::Position { setup, moves });
        assert!(matches!(events.try_recv(), Ok(Event::Message(_))));
        assert_eq!(engine.game(), &before);
    }

    #[test]
    fn a_new_search_ends_the_old_one_with_its_move() {
        let (mut engine, events) = engine();
        for _ in 0..5 {
            engine.send(go(|go| go.infinite = true));
        }
        engine.send(Command::Quit);
        let moves = events.try_iter().filter(|event| matches!(event, Event::BestMove { .. })).count();
        assert_eq!(moves, 5);
    }

    /// An engine whose listener panics on hearing the third line, in the middle of the search.
    fn shaken_engine() -> (Engine, Receiver<Event>) {
        let (sender, receiver) = channel();
        let lines = core::sync::atomic::AtomicUsize::new(0);
        let sink: Sink = Arc::new(move |event| {
            let is_line = matches!(event, Event::Line { .. });
            let _ = sender.send(event);
            assert!(!is_line || lines.fetch_add(1, Relaxed) != 2, "a bug for a test");
        });
        (Engine::new(sink).expect("16 MiB"), receiver)
    }

    #[test]
    fn a_panic_costs_neither_the_game_nor_the_engine() {
        for threads in ["1", "3"] {
            let (mut engine, events) = shaken_engine();
            engine.send(Command::SetOption { name: "Threads".to_owned(), value: Some(threads.to_owned()) });
            engine.send(position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
            engine.send(go(|go| go.depth = Some(quevedo_value::Depth(20))));
            engine.wait();
            let heard: Vec<Event> = events.try_iter().collect();
            let last_line = heard.iter().rev().find_map(|event| match event {
                Event::Line { report, .. } => report.line.first().copied(),
                _ => None,
            });
            let words = heard.iter().find_map(|event| match event {
                Event::Message(words) => Some(words.as_str()),
                _ => None,
            });
            assert!(words.is_some_and(|words| words.ends_with("a bug for a test")), "{words:?}");
            let best = heard.iter().filter_map(|event| match event {
                Event::BestMove { best, .. } => Some(*best),
                _ => None,
            });
            assert_eq!(best.collect::<Vec<_>>(), [last_line]);
            assert!(last_line.is_some());
            // The next search is as good as any.
            engine.send(go(|go| go.depth = Some(quevedo_value::Depth(5))));
            assert_eq!(best_move(&events).as_deref(), Some("a1a8"));
        }
    }

    #[test]
    fn a_switch_of_the_laboratory_changes_the_search() {
        let sent = |commands: &[(&str, &str)]| {
            let (sender, events) = channel();
            let sink: Sink = Arc::new(move |event| {
                let _ = sender.send(event);
            });
            let mut engine = Engine::lab(sink).expect("16 MiB");
            for &(name, value) in commands {
                let (name, value) = (name.to_owned(), Some(value.to_owned()));
                engine.send(Command::SetOption { name, value });
            }
            engine.send(go(|go| go.depth = Some(quevedo_value::Depth(7))));
            engine.wait();
            let nodes = events.try_iter().filter_map(|event| match event {
                Event::Line { report, .. } => Some(report.nodes),
                _ => None,
            });
            nodes.last().expect("a line")
        };
        let all = sent(&[]);
        assert_eq!(all, sent(&[("null_base", "4"), ("Hash", "16")]));
        assert_ne!(all, sent(&[("late-move-reduction", "false")]));
    }

    /// The files of these tests.
    #[allow(clippy::unnecessary_wraps)] // a reader may fail
    fn read_file(path: &str) -> std::io::Result<Vec<u8>> {
        match path {
            "material" => Ok(nnue::material().expect("a network").to_bytes()),
            "text" => Ok(b"not a network".to_vec()),
            _ => Err(std::io::ErrorKind::NotFound.into()),
        }
    }

    fn set(engine: &mut Engine, name: &str, value: &str) {
        engine.send(Command::SetOption { name: name.to_owned(), value: Some(value.to_owned()) });
    }

    fn message(events: &Receiver<Event>) -> String {
        match events.try_recv() {
            Ok(Event::Message(words)) => words,
            other => panic!("expected a message, got {other:?}"),
        }
    }

    #[test]
    fn a_network_is_read_and_searched_with() {
        let (mut engine, events) = engine();
        engine.set_file_reader(read_file);
        set(&mut engine, "EvalFile", "material");
        assert_eq!(engine.options().evaluation, Evaluation::Network);
        engine.send(position("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"));
        engine.send(go(|go| go.depth = Some(quevedo_value::Depth(1))));
        engine.wait();
        let score = events.try_iter().find_map(|event| match event {
            Event::Line { report, .. } => Some(report.score),
            _ => None,
        });
        assert_eq!(score, Some(quevedo_value::Score::cp(300)), "three pawns");

        // Another evaluation and back.
        set(&mut engine, "Evaluation", "classical");
        assert_eq!(engine.options().evaluation, Evaluation::Classical);
        set(&mut engine, "Evaluation", "network");
        assert_eq!(engine.options().evaluation, Evaluation::Network);
        set(&mut engine, "EvalFile", "<builtin>");
        assert_eq!(engine.network(), nnue::builtin().as_ref());
        assert_eq!(engine.options().evaluation, Evaluation::default());
        assert!(events.try_iter().all(|event| !matches!(event, Event::Message(_))));
    }

    #[test]
    fn a_wrong_network_leaves_the_old_evaluation() {
        let (mut engine, events) = engine();
        let before = engine.options().clone();
        set(&mut engine, "EvalFile", "material");
        assert!(message(&events).contains("this engine has no files"));
        engine.set_file_reader(read_file);
        set(&mut engine, "EvalFile", "missing");
        assert!(message(&events).starts_with("cannot read \"missing\": "));
        set(&mut engine, "EvalFile", "text");
        let words = message(&events);
        assert!(words.starts_with("\"text\": this is no network of Quevedo"), "{words}");
        assert_eq!(engine.options(), &before);
        if nnue::builtin().is_none() {
            set(&mut engine, "Evaluation", "network");
            assert!(message(&events).starts_with("there is no network"));
        }
        assert_eq!(engine.options(), &before);
        engine.send(go(|go| go.depth = Some(quevedo_value::Depth(2))));
        assert!(best_move(&events).is_some());
    }

    #[test]
    fn a_single_thread_repeats_itself() {
        let (mut engine, events) = engine();
        let mut nodes = Vec::new();
        for _ in 0..2 {
            engine.send(Command::NewGame);
            engine.send(go(|go| go.depth = Some(quevedo_value::Depth(8))));
            engine.wait();
            let last = events.try_iter().filter_map(|event| match event {
                Event::Line { report, .. } => Some(report.nodes),
                _ => None,
            });
            nodes.push(last.last());
        }
        assert!(nodes[0].is_some());
        assert_eq!(nodes[0], nodes[1]);
    }

    fn messages(events: &Receiver<Event>) -> Vec<String> {
        let words = events.try_iter().filter_map(|event| match event {
            Event::Message(words) => Some(words),
            _ => None,
        });
        words.collect()
    }

    #[test]
    fn basic_endings_are_won_out_of_the_box() {
        let (mut engine, events) = engine();
        engine.send(position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1"));
        engine.send(go(|go| go.depth = Some(quevedo_value::Depth(1))));
        engine.wait();
        let lines: Vec<Report> = events
            .try_iter()
            .filter_map(|event| match event {
                Event::Line { report, .. } => Some(report),
                _ => None,
            })
            .collect();
        let mate = lines[0].score.plies_to_mate().expect("a mate");
        assert_eq!((lines.len(), lines[0].line.len() as u32), (1, mate));
        assert!(lines[0].table_hits > 0);
    }

    #[test]
    fn a_folder_without_tables_changes_nothing() {
        let (mut engine, events) = engine();
        let before = engine.options().clone();
        for (name, reason) in [
            ("SyzygyPath", "cannot read the folder /no/such/folder: "),
            ("TablesPath", "cannot read the folder /no/such/folder: "),
        ] {
            set(&mut engine, name, "/no/such/folder");
            let said = messages(&events);
            assert!(said.len() == 1 && said[0].starts_with(reason), "{said:?}");
            assert!(said[0].ends_with("; the tables stay as they were"), "{said:?}");
        }
        assert_eq!(engine.options(), &before);
        set(&mut engine, "SyzygyPath", "");
        assert_eq!(messages(&events), ["endgame tables: 0 files of Quevedo, 0 of Syzygy, up to 3 men"]);
        set(&mut engine, "SyzygyProbeLimit", "2");
        set(&mut engine, "Hash", "1");
        engine.send(position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1"));
        engine.send(go(|go| go.depth = Some(quevedo_value::Depth(3))));
        engine.wait();
        let hits = events.try_iter().filter_map(|event| match event {
            Event::Line { report, .. } => Some(report.table_hits),
            _ => None,
        });
        assert_eq!(hits.max(), Some(0), "no table is asked");
    }
}
