//! A player that is our own engine, in this process.

use core::time::Duration;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Instant;

use quevedo_engine::{Command, Engine, Event, FileReader, Go};
use quevedo_rules::{Color, Game, Move, UciMove};
use quevedo_search::{PlayerClock, Report};
use quevedo_value::{Depth, Verdict};

use crate::player::refusal;
use crate::{Fault, Halt, Opinion, Overstepped, Patience, Player, Reply, Task, Thought};

/// How long we wait before we look whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// Our own engine, with every switch and parameter of its search as an option.
#[derive(Debug)]
pub struct EnginePlayer {
    engine: Engine,
    events: Receiver<(Instant, Event)>,
    patience: Patience,
    pondering: Option<(usize, Move)>,
    warnings: Vec<String>,
}

/// The end of a search.
struct Answer {
    at: Instant,
    best: Option<Move>,
    ponder: Option<Move>,
    report: Option<Report>,
}

impl EnginePlayer {
    /// An engine with these options.
    ///
    /// # Errors
    /// If there is no memory for it, or it refuses an option.
    pub fn start(
        options: &[(String, String)],
        reader: Option<FileReader>,
        patience: Patience,
    ) -> Result<EnginePlayer, Fault> {
        let (sender, events) = channel();
        let sink = Arc::new(move |event| {
            // Where nobody listens any more, the player is being dropped.
            let _ = sender.send((Instant::now(), event));
        });
        let mut engine = Engine::lab(sink).map_err(|error| Fault::Start(error.to_string()))?;
        if let Some(reader) = reader {
            engine.set_file_reader(reader);
        }
        for (name, value) in options {
            let before = engine.options().clone();
            let mut wanted = before.clone();
            let value = (!value.is_empty()).then_some(value.as_str());
            wanted.set(name, value).map_err(|error| Fault::Start(error.to_string()))?;
            engine.send(Command::SetOption { name: name.clone(), value: value.map(str::to_owned) });
            // What it refuses it leaves as it was, and says why.
            if wanted != before && *engine.options() == before {
                let reason = events.try_iter().filter_map(|(_, event)| match event {
                    Event::Message(words) => Some(words),
                    _ => None,
                });
                let reason = reason.last().unwrap_or_else(|| format!("{name} is refused"));
                return Err(Fault::Start(refusal(&reason).unwrap_or(&reason).to_owned()));
            }
        }
        let mut player = EnginePlayer { engine, events, patience, pondering: None, warnings: Vec::new() };
        player.hear_out();
        Ok(player)
    }

    /// Takes note of what was said since the last search.
    fn hear_out(&mut self) {
        for (_, event) in self.events.try_iter() {
            if let Event::Message(message) = event {
                self.warnings.push(message);
            }
        }
    }

    fn set_position(&mut self, game: &Game) {
        let moves: Vec<UciMove> =
            game.moves().iter().zip(game.boards()).map(|(&mv, board)| board.uci_chess960(mv)).collect();
        self.engine.send(Command::Position { setup: Box::new(game.start().setup()), moves });
    }

    /// Waits for the end of a search; `None` at the deadline.
    fn answer(&mut self, deadline: Instant, task: &Task<'_>) -> Result<Option<Answer>, Halt> {
        let mut last = None;
        loop {
            if task.is_stopped() {
                self.engine.finish();
                return Err(Halt::Stopped);
            }
            let glance = deadline.min(Instant::now() + GLANCE);
            match self.events.recv_timeout(glance.saturating_duration_since(Instant::now())) {
                Ok((at, Event::BestMove { best, ponder, .. })) => {
                    return Ok(Some(Answer { at, best, ponder, report: last }));
                }
                Ok((_, Event::Line { report, .. })) if report.multi_pv == 1 => last = Some(report),
                Ok((_, Event::Message(message))) => self.warnings.push(message),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Disconnect.into()),
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    /// Ends a search that is going on.
    fn stop(&mut self, task: &Task<'_>) -> Result<bool, Halt> {
        self.engine.send(Command::Stop);
        Ok(self.answer(Instant::now() + self.patience.stop, task)?.is_some())
    }

    fn overdue(&mut self, task: &Task<'_>, start: Instant, waited: Duration) -> Halt {
        match self.stop(task) {
            Err(halt) => halt,
            Ok(false) => Fault::Hang(start.elapsed()).into(),
            Ok(true) => match task.clock().allowed() {
                Some(allowed) => Fault::Late(Overstepped { elapsed: start.elapsed(), allowed }).into(),
                None => Fault::Endless(waited).into(),
            },
        }
    }
}

impl Player for EnginePlayer {
    fn new_game(&mut self, _: &Game) -> Result<(), Fault> {
        self.engine.send(Command::NewGame);
        self.pondering = None;
        self.hear_out();
        Ok(())
    }

    fn think(&mut self, task: &Task<'_>) -> Result<Reply, Halt> {
        let game = task.game;
        let hit = match self.pondering.take() {
            None => false,
            Some((plies, expected)) => {
                let hit = game.moves().len() == plies && game.moves().last() == Some(&expected);
                if !hit && !self.stop(task)? {
                    return Err(Fault::Hang(self.patience.stop).into());
                }
                hit
            }
        };
        if !hit {
            self.set_position(game);
            self.hear_out();
        }
        let start = Instant::now();
        self.engine.send(if hit { Command::PonderHit } else { Command::Go(Box::new(go(task))) });
        let waiting = task.clock().deadline().unwrap_or(self.patience.think);
        let Some(answer) = self.answer(start + waiting, task)? else {
            return Err(self.overdue(task, start, waiting));
        };
        let mv = answer.best.ok_or_else(|| Fault::IllegalMove("nothing".to_owned()))?;
        let elapsed = answer.at.saturating_duration_since(start);
        Ok(Reply { mv, ponder: answer.ponder, elapsed, thought: thought(answer.report) })
    }

    fn ponder(&mut self, task: &Task<'_>, expected: Move) -> Result<(), Fault> {
        let mut game = task.game.clone();
        let plies = game.moves().len() + 1;
        if game.play(expected).is_err() || game.ending().is_some() {
            return Ok(());
        }
        self.set_position(&game);
        let mut go = go(&Task { game: &game, ..*task });
        go.ponder = true;
        self.engine.send(Command::Go(Box::new(go)));
        self.pondering = Some((plies, expected));
        Ok(())
    }

    fn game_over(&mut self) {
        if self.pondering.take().is_some() {
            self.engine.finish();
            self.hear_out();
        }
    }

    fn warnings(&mut self) -> Vec<String> {
        core::mem::take(&mut self.warnings)
    }
}

/// The order to think, with what limits the side to move.
fn go(task: &Task<'_>) -> Go {
    let clock = task.clock();
    let player_clock = |color| {
        let clock = task.clock_of(color);
        let (time, allotment) = (clock.left()?, clock.control().clock?);
        Some(PlayerClock { time, increment: allotment.increment })
    };
    Go {
        clocks: [player_clock(Color::White), player_clock(Color::Black)],
        moves_to_go: clock.moves_to_go(),
        depth: clock.control().depth.map(|depth| Depth(depth.min(255) as i32)),
        nodes: clock.control().nodes,
        move_time: clock.control().move_time,
        ..Go::default()
    }
}

fn thought(report: Option<Report>) -> Thought {
    let Some(report) = report else { return Thought::default() };
    let opinion = match report.score.verdict() {
        Verdict::Centipawns(value) => Opinion::Centipawns(value),
        Verdict::Mate(moves) => Opinion::Mate(moves),
        // As good as a mate that nobody has counted.
        Verdict::Table(moves) => Opinion::Centipawns(if moves >= 0 { 20_000 } else { -20_000 }),
    };
    Thought {
        opinion: Some(opinion),
        depth: u32::try_from(report.depth.0).ok(),
        nodes: Some(report.nodes),
        line: report.line,
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
        let mut player = EnginePlayer::start(&[], None, Patience::default()).expect("an engine");
        player.new_game(&game).expect("a game");
        let reply = player.think(&Task { game: &game, clocks: &clocks, stop: &stop }).expect("a move");
        assert!(reply.thought.opinion.is_some() && reply.thought.nodes.is_some());
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
        let mut player = EnginePlayer::start(&[], None, Patience::default()).expect("an engine");
        let halt = player.think(&Task { game: &game, clocks: &clocks, stop: &stop });
        assert_eq!(halt, Err(Halt::Stopped));
    }

    #[test]
    fn options_that_do_not_exist_are_refused() {
        let option = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
        for (name, value) in [("Nonsense", "1"), ("Hash", "many"), ("EvalFile", "/no/reader")] {
            let refused = EnginePlayer::start(&option(name, value), None, Patience::default());
            assert!(matches!(refused, Err(Fault::Start(_))), "{name}");
        }
        assert!(EnginePlayer::start(&option("Hash", "1"), None, Patience::default()).is_ok());
    }
}
