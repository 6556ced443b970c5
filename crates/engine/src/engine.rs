//! The engine: options, memory and threads, from which searches are made.

use core::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use quevedo_book::{Book, BookMove};
use quevedo_eval::nnue::{self, Network};
use quevedo_eval::{Evaluation, Stats};
use quevedo_human::Style;
use quevedo_memory::Recollection;
use quevedo_rules::{Board, Game, Move};
use quevedo_search::{Budget, Limits, Params, STACK_SIZE, Searcher, Shared, Table};
use quevedo_tables::Endgames;

use crate::answer::Answer;
use crate::control::{ClockFacts, Control, lock};
use crate::endgames;
use crate::error::EngineError;
use crate::job::Job;
use crate::mover::MoverMaker;
use crate::opening::Opening;
use crate::options::{Learning, Options};
use crate::persona::{self, Cast, Manners, Persona};
use crate::recorder;
use crate::search::{Search, Update, Word};
use crate::watch::{Teller, Watched, Watchman};

/// How an engine reads the files that its options name: it opens none by itself.
pub type FileReader = fn(&str) -> std::io::Result<Vec<u8>>;

/// A chess engine: what it has learnt and what it may use. It searches one position at a time; a new
/// search ends the one before. Dropping it ends its search.
pub struct Engine {
    options: Options,
    reader: Option<FileReader>,
    /// The network that can be evaluated with, if there is one.
    network: Option<Arc<Network>>,
    /// Lent to the thinking thread during a search.
    pool: Arc<Mutex<Box<dyn Searcher>>>,
    shared: Arc<Shared>,
    watchman: Watchman,
    endgames: Option<Arc<Endgames>>,
    cast: Cast,
    opening: Opening,
    recollection: Recollection,
    /// The last search.
    last: Option<Arc<Control>>,
}

impl core::fmt::Debug for Engine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Engine").field("options", &self.options).finish_non_exhaustive()
    }
}

/// The book of a file; the built-in one if there is none inside.
struct BookToUse(Option<Arc<Book>>);

/// Changes of options that are ready to be made: nothing of it can fail any more.
struct Prepared {
    network: Option<Arc<Network>>,
    table: Option<Arc<Table>>,
    endgames: Option<Arc<Endgames>>,
    persona: persona::Prepared,
    book: Option<BookToUse>,
    notes: Vec<String>,
}

impl Engine {
    /// An engine with these options.
    ///
    /// # Errors
    /// If there is no memory for it, or if the options name files: those want [`Engine::with_files`].
    pub fn new(options: Options) -> Result<Engine, EngineError> {
        Engine::build(options, None)
    }

    /// An engine with these options that can read the files which they name.
    ///
    /// # Errors
    /// If there is no memory for it, or if what the options name cannot be used.
    pub fn with_files(options: Options, reader: FileReader) -> Result<Engine, EngineError> {
        Engine::build(options, Some(reader))
    }

    fn build(options: Options, reader: Option<FileReader>) -> Result<Engine, EngineError> {
        let plain = Options { hash: options.hash, lab: options.lab.clone(), ..Options::default() };
        let network = nnue::builtin();
        let pool = new_pool(&plain, network.as_ref(), Arc::new(Table::new(plain.hash)?));
        let shared = pool.shared();
        let mut engine = Engine {
            options: plain,
            reader,
            network,
            pool: Arc::new(Mutex::new(pool)),
            shared,
            watchman: Watchman::default(),
            // Without them it plays as well as it can.
            endgames: Endgames::builtin().ok().map(Arc::new),
            cast: Cast::new(),
            opening: Opening::new(),
            recollection: Recollection::default(),
            last: None,
        };
        engine.use_endgames();
        engine.configure(options)?;
        Ok(engine)
    }

    /// The options as they are.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The network that can be evaluated with, if there is one.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The tablebases that it asks, if it has any.
    pub fn endgames(&self) -> Option<&Arc<Endgames>> {
        self.endgames.as_ref()
    }

    /// Sets an option by its name and value as texts, as protocols and users write them. Ends a search that is
    /// going on. Gives back what the user should know.
    ///
    /// # Errors
    /// If there is no such option, or the value cannot be had; everything stays as it was.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, EngineError> {
        let mut wanted = self.options.clone();
        if wanted.set(name, value)? == Options::CLEAR_HASH {
            self.clear_hash();
        }
        self.configure(wanted)
    }

    /// Changes the options. Ends a search that is going on. Gives back what the user should know.
    ///
    /// # Errors
    /// If one of them cannot be had; all stay as they were.
    pub fn configure(&mut self, wanted: Options) -> Result<Vec<String>, EngineError> {
        self.finish();
        let prepared = self.prepare(&wanted)?;
        let before = core::mem::replace(&mut self.options, wanted);
        self.cast.take(prepared.persona);
        let now = &self.options;
        let evaluates_otherwise = now.evaluation != before.evaluation
            || (now.evaluation == Evaluation::Network && now.eval_file != before.eval_file);
        let is_other_search = evaluates_otherwise || now.lab != before.lab;
        let has_other_tables = prepared.endgames.is_some()
            || (now.probe_depth, now.probe_limit, now.fifty_move_rule)
                != (before.probe_depth, before.probe_limit, before.fifty_move_rule);
        let has_other_threads = now.threads != before.threads;
        self.network = prepared.network;
        if let Some(endgames) = prepared.endgames {
            self.endgames = Some(endgames);
        }
        if let Some(table) = prepared.table {
            lock(&self.pool).set_table(table);
            self.shared = lock(&self.pool).shared();
        }
        if is_other_search {
            self.rebuild_pool();
        } else if has_other_threads {
            lock(&self.pool).set_threads(self.options.threads);
        }
        if has_other_tables && !is_other_search {
            self.use_endgames();
        }
        if let Some(BookToUse(book)) = prepared.book {
            self.opening.set_book(book);
        }
        let asks_memory = |options: &Options| (options.learning, options.memory_path.clone());
        if asks_memory(&self.options) != asks_memory(&before) {
            self.recollect();
        }
        if self.options.book_seed != before.book_seed {
            self.opening.set_seed(self.options.book_seed);
        }
        Ok(prepared.notes)
    }

    /// Gets everything that changed options need, before anything is changed.
    fn prepare(&self, wanted: &Options) -> Result<Prepared, EngineError> {
        let now = &self.options;
        let is_new_file = wanted.eval_file != now.eval_file;
        let network = if is_new_file { self.read_network(&wanted.eval_file)? } else { self.network.clone() };
        if wanted.evaluation == Evaluation::Network && network.is_none() {
            return Err(EngineError::NoNetwork);
        }
        if wanted.threads != now.threads && !lock(&self.pool).has_room_for(wanted.threads) {
            return Err(EngineError::Threads(wanted.threads));
        }
        let persona = self.cast.prepare(wanted, self.read_personality(&wanted.personality)?)?;
        let table = if wanted.hash == now.hash { None } else { Some(Arc::new(Table::new(wanted.hash)?)) };
        let has_new_folders =
            (&wanted.tables_path, &wanted.syzygy_path) != (&now.tables_path, &now.syzygy_path);
        let opened = if has_new_folders { Some(endgames::open(wanted)?) } else { None };
        let (endgames, notes) =
            opened.map_or((None, Vec::new()), |opened| (Some(opened.endgames), opened.messages));
        let is_new_book = wanted.book_file != now.book_file;
        let book = if is_new_book { Some(self.read_book(&wanted.book_file)?) } else { None };
        Ok(Prepared { network, table, endgames, persona, book, notes })
    }

    /// The bytes of a file that an option names, and the name as errors show it.
    fn read_file(&self, path: &str) -> Result<(Vec<u8>, String), EngineError> {
        let shown: String = path.chars().take(200).collect();
        let reader = self.reader.ok_or_else(|| EngineError::NoFiles(shown.clone()))?;
        match reader(path) {
            Ok(bytes) => Ok((bytes, shown)),
            Err(error) => Err(EngineError::File { path: shown, error }),
        }
    }

    /// The book of a file, or without a name the built-in one.
    fn read_book(&self, path: &str) -> Result<BookToUse, EngineError> {
        if path.is_empty() {
            return Ok(BookToUse(None));
        }
        let (bytes, path) = self.read_file(path)?;
        let book = Opening::read(&bytes).map_err(|error| EngineError::Book { path, error })?;
        Ok(BookToUse(Some(book)))
    }

    /// The network of a file, or without a name the built-in one, if there is one.
    fn read_network(&self, path: &str) -> Result<Option<Arc<Network>>, EngineError> {
        if path.is_empty() {
            return Ok(nnue::builtin());
        }
        let (bytes, path) = self.read_file(path)?;
        let network = Network::from_bytes(&bytes).map_err(|error| EngineError::Network { path, error })?;
        Ok(Some(Arc::new(network)))
    }

    /// The style of a personality file, if one is named.
    fn read_personality(&self, path: &str) -> Result<Option<Style>, EngineError> {
        if path.is_empty() {
            return Ok(None);
        }
        let shown = || path.chars().take(200).collect::<String>();
        let reader = self.reader.ok_or_else(|| EngineError::NoFiles(shown()))?;
        let bytes = reader(path).map_err(|error| EngineError::File { path: shown(), error })?;
        let style = Style::read(&String::from_utf8_lossy(&bytes));
        style.map(Some).map_err(|error| EngineError::Personality { path: shown(), error })
    }

    /// Lends the engine players of other kinds, for the option `Opponent`.
    pub fn lend_movers(&mut self, makers: MoverMaker) {
        self.cast.makers = Some(makers);
    }

    /// A new search with an empty memory, as the options want it.
    fn rebuild_pool(&mut self) {
        let table = Arc::clone(&self.shared.table);
        table.clear();
        *lock(&self.pool) = new_pool(&self.options, self.network.as_ref(), table);
        self.use_endgames();
    }

    /// Lets the search use the tablebases as the options say.
    fn use_endgames(&mut self) {
        let endgames = self.endgames.as_ref();
        let tables = endgames.map(|endgames| endgames::use_as(&self.options, Arc::clone(endgames)));
        let mut pool = lock(&self.pool);
        pool.set_endgames(tables);
        self.shared = pool.shared();
    }

    /// A new game begins: everything learnt from earlier searches is forgotten.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.cast.new_game(&self.options);
    }

    /// Forgets everything learnt from earlier searches.
    pub fn clear_hash(&mut self) {
        self.finish();
        lock(&self.pool).forget();
    }

    /// How well the tables of the evaluators have worked.
    pub fn evaluator_stats(&self) -> Stats {
        lock(&self.pool).evaluator_stats()
    }

    /// Begins to think about the current position of a game. The clock runs from now on. No book is asked.
    pub fn search(&mut self, game: &Game, limits: Limits) -> Search {
        self.search_unless(None, game, limits)
    }

    /// Begins to think about a move of a game that is being played: where the limits are times and the options allow it, a book
    /// may know one ([`Origin::Book`](crate::Origin::Book)), and nothing is searched.
    pub fn play(&mut self, game: &Game, limits: Limits) -> Search {
        let known = self.choose_from_book(game, &limits);
        self.search_unless(known, game, limits)
    }

    /// What the book has for a game, the heaviest first, whether or not the options let it be played.
    pub fn book_moves(&self, game: &Game) -> Vec<BookMove> {
        self.opening.known(game)
    }

    /// A move for a game that is being played, by chance as the options say; `None` if one is to be searched for. Who plays in the
    /// engine's place, at whatever clock, knows no book.
    pub(crate) fn choose_from_book(&mut self, game: &Game, limits: &Limits) -> Option<Move> {
        if self.cast.persona().is_some() {
            return None;
        }
        let recollection = Some(&self.recollection).filter(|_| self.options.learning.has_book());
        self.opening.choose(game, limits, &self.options, recollection)
    }

    /// Whether it plays as well as it can, and as itself: nothing is learnt for anybody else.
    pub(crate) fn plays_as_itself(&self) -> bool {
        self.cast.persona().is_none() && Manners::of(&self.options, &self.cast, false).is_none()
    }

    /// Reads the memory again, for a game that begins.
    pub(crate) fn recollect(&mut self) {
        let is_wanted = self.options.learning != Learning::Off && !self.options.memory_path.is_empty();
        self.recollection =
            if is_wanted { recorder::recollect(&self.options.memory_path) } else { Recollection::default() };
    }

    /// Leaves moves out that turned out badly, unless all did: the best of them, and what it was worth.
    fn avoid(&self, board: &Board, limits: &mut Limits) -> Option<(Move, i32)> {
        let asks = self.options.learning.has_positions() && self.plays_as_itself();
        if !asks || !limits.search_moves.is_empty() {
            return None;
        }
        let mistakes = self.recollection.mistakes(board);
        let best = mistakes.iter().copied().max_by_key(|&(_, value)| value)?;
        let is_good = |mv: &Move| mistakes.iter().all(|(mistake, _)| mistake != mv);
        limits.search_moves = board.legal_moves().iter().copied().filter(is_good).collect();
        (!limits.search_moves.is_empty()).then_some(best)
    }

    fn search_unless(&mut self, known: Option<Move>, game: &Game, limits: Limits) -> Search {
        let (sender, words) = channel();
        let updates = sender.clone();
        // Whoever no longer listens has heard enough.
        let tell: Teller = Arc::new(move |update| drop(updates.send(Word::Update(update))));
        let end = Box::new(move |answer| drop(sender.send(Word::Answer(Box::new(answer)))));
        Search::new(self.start(known, false, game, limits, &tell, end), words)
    }

    /// Begins to think on a thread of its own, unless a move is known; in a game of our own with what is remembered. `end` is
    /// called there as the last, when the move may be said.
    pub(crate) fn start(
        &mut self,
        known: Option<Move>,
        is_of_own_game: bool,
        game: &Game,
        limits: Limits,
        tell: &Teller,
        end: Box<dyn FnOnce(Answer) + Send>,
    ) -> Arc<Control> {
        let mut limits = limits;
        let avoided = if is_of_own_game { self.avoid(game.board(), &mut limits) } else { None };
        let (job, control) = self.job(game, limits, tell);
        let job = Job { known, avoided, ..job };
        let watch = self.watchman.post();
        let in_need = job.without_search();
        // Kept outside of the thread's work, which is lost with a thread that cannot be had.
        let end = Arc::new(Mutex::new(Some(end)));
        let (their_tell, their_end) = (Arc::clone(tell), Arc::clone(&end));
        let work = move || {
            let _end = job.control.end_at_drop();
            let answer = job.search(&mut |update| their_tell(update));
            watch.release();
            job.control.wait_until_open();
            if let Some(end) = lock(&their_end).take() {
                end(answer);
            }
        };
        if let Err(error) = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(work) {
            self.watchman.post().release();
            let words = format!("no thread to think in: {error}");
            tell(Update::Failure(words.clone()));
            if let Some(end) = lock(&end).take() {
                end(Answer { failure: Some(words), ..in_need });
            }
            control.end();
        }
        control
    }

    /// Thinks in the caller's thread, which needs a stack of [`STACK_SIZE`]: for many short searches. Only a
    /// [`Stopper`] ends it before its limits do.
    pub fn think(&mut self, game: &Game, limits: Limits, mut tell: impl FnMut(Update)) -> Answer {
        let limits = Limits { infinite: false, ponder: false, ..limits };
        let (job, control) = self.job_alone(game, limits);
        let answer = job.search(&mut tell);
        control.end();
        answer
    }

    fn job(&mut self, game: &Game, limits: Limits, tell: &Teller) -> (Job, Arc<Control>) {
        let (job, control) = self.job_alone(game, limits);
        self.watchman.begin(Watched {
            budget: control.budget.clone(),
            shared: control.shared(),
            tell: Arc::clone(tell),
            said: None,
        });
        (job, control)
    }

    /// The work of a search, and its reins.
    fn job_alone(&mut self, game: &Game, limits: Limits) -> (Job, Arc<Control>) {
        let start = Instant::now();
        self.finish();
        let board = *game.board();
        let limits = self.with_options(limits);
        let facts = ClockFacts {
            params: self.options.lab.as_ref().map_or(Params::DEFAULT, |lab| lab.params),
            us: board.turn(),
            overhead: self.options.move_overhead,
        };
        let persona = self.cast.persona();
        let shared = persona.as_ref().and_then(Persona::shared).unwrap_or_else(|| Arc::clone(&self.shared));
        shared.stop.store(false, Relaxed);
        shared.clear_current();
        let manners = Manners::of(&self.options, &self.cast, persona.is_some());
        let budget = Budget::unlimited(start);
        let control = Arc::new(Control::new(limits, budget, &facts, shared, self.watchman.post()));
        self.last = Some(Arc::clone(&control));
        let job = Job {
            board,
            known: None,
            avoided: None,
            history: game.repeatable_keys(),
            lines: if manners.is_some() {
                Manners::lines(self.options.multi_pv)
            } else {
                self.options.multi_pv
            },
            // Only they look at it.
            game: if persona.is_some() || manners.is_some() { game.clone() } else { Game::default() },
            persona,
            manners,
            model: self.options.evaluation.model(),
            control: Arc::clone(&control),
            pool: Arc::clone(&self.pool),
        };
        (job, control)
    }

    /// What ends a search that goes on in [`Engine::think`]. Good until options are changed.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.shared))
    }

    /// The limits with what the options say about time, where the limits say nothing.
    fn with_options(&self, limits: Limits) -> Limits {
        let rate = self.options.nodes_per_ms as u64;
        Limits {
            nodes_per_ms: limits.nodes_per_ms.or((rate > 0).then_some(rate)),
            slow_mover: limits.slow_mover.or(Some(self.options.slow_mover.unsigned_abs())),
            ..limits
        }
    }

    /// Whether a search is going on.
    pub fn is_thinking(&self) -> bool {
        self.last.as_ref().is_some_and(|control| !control.is_over())
    }

    /// Ends a search that is going on; its answer is still told.
    pub fn finish(&mut self) {
        if let Some(control) = self.last.take() {
            control.stop();
            control.wait_until_over();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Ends the search that an engine is at, from any thread. One that begins later is not ended.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Shared>);

impl Stopper {
    /// Ends it.
    pub fn stop(&self) {
        self.0.stop.store(true, Relaxed);
    }
}

/// The playing search, or that of the laboratory.
fn new_pool(options: &Options, network: Option<&Arc<Network>>, table: Arc<Table>) -> Box<dyn Searcher> {
    let (evaluation, network) = (options.evaluation, network.cloned());
    let new_evaluator = Box::new(move || evaluation.evaluator(network.as_ref()));
    let mut pool = match options.lab.as_deref() {
        None => quevedo_search::player(table, new_evaluator),
        Some(lab) => quevedo_search::tunable_searcher(lab.clone(), table, new_evaluator),
    };
    pool.set_threads(options.threads);
    pool
}

#[cfg(test)]
mod tests;
