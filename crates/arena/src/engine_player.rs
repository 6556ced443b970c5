//! A player that is our own engine, in this process.

use core::time::Duration;
use std::time::Instant;

use quevedo_engine::{
    Answer, Engine, FileReader, Limits, MoverMaker, Options, OwnGame, Progress, Search, Update, limits_of,
};
use quevedo_rules::{Game, Move};

use crate::{Fault, Halt, Overstepped, Patience, Player, Reply, Task, Thought};

/// How long we wait before we look whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// Our own engine, with every switch and parameter of its search as an option.
#[derive(Debug)]
pub struct EnginePlayer {
    engine: Engine,
    patience: Patience,
    pondering: Option<Pondering>,
    own_game: OwnGame,
    warnings: Vec<String>,
}

/// A search on the opponent's time.
#[derive(Debug)]
struct Pondering {
    search: Search,
    /// The length of the game with the expected move.
    plies: usize,
    expected: Move,
}

impl EnginePlayer {
    /// An engine with these options, which reads files as `reader` does and borrows machines from `movers`.
    ///
    /// # Errors
    /// If there is no memory for it, or no such option or value.
    pub fn start(
        options: &[(String, String)],
        reader: Option<FileReader>,
        movers: Option<MoverMaker>,
        patience: Patience,
    ) -> Result<EnginePlayer, Fault> {
        let refused = |error: quevedo_engine::EngineError| Fault::Start(error.to_string());
        let mut engine = match reader {
            Some(reader) => Engine::with_files(Options::lab(), reader),
            None => Engine::new(Options::lab()),
        }
        .map_err(refused)?;
        if let Some(makers) = movers {
            engine.lend_movers(makers);
        }
        let mut warnings = Vec::new();
        for (name, value) in options {
            let value = (!value.is_empty()).then_some(value.as_str());
            warnings.extend(engine.set_option(name, value).map_err(refused)?);
        }
        Ok(EnginePlayer { engine, patience, pondering: None, own_game: OwnGame::default(), warnings })
    }

    /// Waits for the end of a search; gives it back if the deadline comes first.
    fn answer(&mut self, mut search: Search, deadline: Instant, task: &Task<'_>) -> Result<Waited, Halt> {
        loop {
            if task.is_stopped() {
                return Err(Halt::Stopped);
            }
            let glance = deadline.min(Instant::now() + GLANCE);
            match search.wait(glance.saturating_duration_since(Instant::now())) {
                Progress::Over => return Ok(Waited::Answer(Box::new(search.finish()))),
                Progress::Update(Update::Failure(words)) => self.warnings.push(words),
                Progress::Update(_) | Progress::Silence => {}
            }
            if Instant::now() >= deadline {
                return Ok(Waited::InVain(search));
            }
        }
    }

    /// Ends a search that is going on; whether it obeys.
    fn stop(&mut self, search: Search, task: &Task<'_>) -> Result<bool, Halt> {
        search.stop();
        let waited = self.answer(search, Instant::now() + self.patience.stop, task)?;
        Ok(matches!(waited, Waited::Answer(_)))
    }

    fn overdue(&mut self, search: Search, task: &Task<'_>, start: Instant, waited: Duration) -> Halt {
        match self.stop(search, task) {
            Err(halt) => halt,
            Ok(false) => Fault::Hang(start.elapsed()).into(),
            Ok(true) => match task.clock().allowed() {
                Some(allowed) => Fault::Late(Overstepped { elapsed: start.elapsed(), allowed }).into(),
                None => Fault::Endless(waited).into(),
            },
        }
    }

    /// The search that is about this very position, if one was begun on the opponent's time.
    fn pondered(&mut self, task: &Task<'_>) -> Result<Option<Search>, Halt> {
        let Some(Pondering { search, plies, expected }) = self.pondering.take() else { return Ok(None) };
        let moves = task.game.moves();
        if moves.len() == plies && moves.last() == Some(&expected) {
            return Ok(Some(search));
        }
        if self.stop(search, task)? { Ok(None) } else { Err(Fault::Hang(self.patience.stop).into()) }
    }
}

/// What came of waiting for a search.
enum Waited {
    Answer(Box<Answer>),
    InVain(Search),
}

impl Player for EnginePlayer {
    fn new_game(&mut self, _: &Game) -> Result<(), Fault> {
        self.pondering = None;
        self.own_game = OwnGame::default();
        self.engine.new_game();
        Ok(())
    }

    fn think(&mut self, task: &Task<'_>) -> Result<Reply, Halt> {
        let pondered = self.pondered(task)?;
        let start = Instant::now();
        // In games with a given opening the book is not asked.
        let is_own = self.own_game.asks(task.game);
        let limits = limits_of(task.clocks, task.game.board().turn());
        let search = if let Some(search) = pondered {
            search.ponder_hit();
            search
        } else if is_own {
            self.engine.play(task.game, limits)
        } else {
            self.engine.search(task.game, limits)
        };
        let waiting = task.clock().deadline().unwrap_or(self.patience.think);
        let answer = match self.answer(search, start + waiting, task)? {
            Waited::Answer(answer) => answer,
            Waited::InVain(search) => return Err(self.overdue(search, task, start, waiting)),
        };
        let elapsed = start.elapsed();
        let mv = answer.best.ok_or_else(|| Fault::IllegalMove("nothing".to_owned()))?;
        Ok(Reply { mv, ponder: answer.ponder, elapsed, thought: thought(&answer) })
    }

    fn ponder(&mut self, task: &Task<'_>, expected: Move) -> Result<(), Fault> {
        let mut game = task.game.clone();
        let plies = game.moves().len() + 1;
        if game.play(expected).is_err() || game.ending().is_some() {
            return Ok(());
        }
        let limits = Limits { ponder: true, ..limits_of(task.clocks, game.board().turn()) };
        let search = self.engine.search(&game, limits);
        self.pondering = Some(Pondering { search, plies, expected });
        Ok(())
    }

    fn game_over(&mut self) {
        self.pondering = None;
    }

    fn warnings(&mut self) -> Vec<String> {
        core::mem::take(&mut self.warnings)
    }
}

fn thought(answer: &Answer) -> Thought {
    let Some((report, _)) = answer.lines.first() else { return Thought::default() };
    Thought {
        verdict: Some(report.score.verdict()),
        depth: u32::try_from(report.depth.0).ok(),
        nodes: Some(answer.nodes),
        line: report.line.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, TimeControl};
    use core::sync::atomic::AtomicBool;

    fn clocks(nodes: u64) -> [Clock; 2] {
        let control = TimeControl { nodes: Some(nodes), ..TimeControl::default() };
        [Clock::new(control, Duration::ZERO); 2]
    }

    #[test]
    fn it_thinks_and_ponders() {
        let stop = AtomicBool::new(false);
        let clocks = clocks(2_000);
        let mut game = Game::default();
        let mut player = EnginePlayer::start(&[], None, None, Patience::default()).expect("an engine");
        player.new_game(&game).expect("a game");
        let reply = player.think(&Task { game: &game, clocks: &clocks, stop: &stop }).expect("a move");
        assert!(reply.thought.verdict.is_some() && reply.thought.nodes.is_some());
        assert_eq!(reply.thought.line.first(), Some(&reply.mv));
        game.play(reply.mv).expect("a legal move");
        // Once with the expected answer, and once with another one.
        for place in 0..2 {
            let expected = game.board().legal_moves()[0];
            let task = Task { game: &game, clocks: &clocks, stop: &stop };
            player.ponder(&task, expected).expect("pondering");
            let answer = game.board().legal_moves()[place];
            game.play(answer).expect("a legal move");
            let task = Task { game: &game, clocks: &clocks, stop: &stop };
            let reply = player.think(&task).expect("a move");
            game.play(reply.mv).expect("a legal move");
        }
    }

    #[test]
    fn a_stopped_match_does_not_wait() {
        let stop = AtomicBool::new(true);
        let clocks = clocks(u64::MAX);
        let game = Game::default();
        let mut player = EnginePlayer::start(&[], None, None, Patience::default()).expect("an engine");
        let halt = player.think(&Task { game: &game, clocks: &clocks, stop: &stop });
        assert_eq!(halt, Err(Halt::Stopped));
    }

    #[test]
    fn options_that_do_not_exist_are_refused() {
        let option = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
        for (name, value) in [("Nonsense", "1"), ("Hash", "many"), ("EvalFile", "/no/reader")] {
            let refused = EnginePlayer::start(&option(name, value), None, None, Patience::default());
            assert!(matches!(refused, Err(Fault::Start(_))), "{name}");
        }
        assert!(EnginePlayer::start(&option("Hash", "1"), None, None, Patience::default()).is_ok());
    }
}
