//! A player that is a process and speaks `XBoard`'s protocol (CECP, version 2).

mod features;
mod thinking;

use core::time::Duration;
use std::time::Instant;

use quevedo_rules::{Board, Game, Move};

use crate::process::{Process, Program};
use crate::{
    Allotment, Clock, Fault, Halt, Host, Overstepped, Patience, Player, Reply, Task, Thought, TimeControl,
    visible,
};
use features::Features;

/// How long we wait before we look whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(50);
/// How long we wait for engines that may know no features. The protocol says two seconds, but some start slowly.
const SILENT_ENGINES: Duration = Duration::from_secs(5);

/// An engine that speaks `XBoard`'s protocol.
#[derive(Debug)]
pub struct XboardPlayer {
    process: Process,
    patience: Patience,
    features: Features,
    control: TimeControl,
    ponders: bool,
    /// How many moves of the game the engine knows.
    known: usize,
    /// Whether the engine only listens, and waits for `go`.
    forced: bool,
    chess960: bool,
    pings: u32,
    warnings: Vec<String>,
}

/// What an engine answers while it thinks.
enum Answer {
    /// The move's text, and when it came.
    Move(String, Instant),
    Resigns,
    Refuses(String),
}

impl XboardPlayer {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// If it cannot be started, or cannot be limited in this way.
    pub fn start(
        program: &Program,
        host: &Host,
        options: &[(String, String)],
        control: TimeControl,
        ponders: bool,
        patience: Patience,
    ) -> Result<XboardPlayer, Fault> {
        if control.nodes.is_some() {
            return Err(Fault::Start("the XBoard protocol has no limit in nodes".to_owned()));
        }
        let process = Process::start(program, host, patience)?;
        let mut player = XboardPlayer {
            process,
            patience,
            features: Features::default(),
            control,
            ponders,
            known: 0,
            forced: true,
            chess960: false,
            pings: 0,
            warnings: Vec::new(),
        };
        player.greet()?;
        for (name, value) in options {
            player.set_option(name, value)?;
        }
        player.sync()?;
        Ok(player)
    }

    fn greet(&mut self) -> Result<(), Fault> {
        self.process.say("xboard")?;
        self.process.say("protover 2")?;
        let start = Instant::now();
        let mut deadline = start + SILENT_ENGINES.min(self.patience.start);
        while let Some(line) = self.process.hear(deadline)? {
            if let Some(text) = line.text.strip_prefix("feature ") {
                let names = self.features.take(text);
                for name in names {
                    self.process.say(&format!("accepted {name}"))?;
                }
                match self.features.done {
                    Some(true) => return Ok(()),
                    // It asks for more time.
                    Some(false) => deadline = start + self.patience.start,
                    None => {}
                }
            }
            if Instant::now() > deadline {
                break;
            }
        }
        // An engine of the first version says nothing; one that asked for time has to end it.
        match self.features.done {
            Some(false) => Err(Fault::Mute { wanted: "feature done=1", limit: self.patience.start }),
            _ => Ok(()),
        }
    }

    /// A slow engine may still tell what it can do when the game has begun.
    fn take_late_feature(&mut self, line: &str) {
        if let Some(text) = line.strip_prefix("feature ") {
            self.features.take(text);
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let order = if name.eq_ignore_ascii_case("Hash") && self.features.memory {
            format!("memory {value}")
        } else if name.eq_ignore_ascii_case("Threads") && self.features.smp {
            format!("cores {value}")
        } else {
            if !self.features.has_option(name) {
                return Err(Fault::Start(format!("there is no option \"{name}\"")));
            }
            let equals = if value.is_empty() { "" } else { "=" };
            format!("option {name}{equals}{value}")
        };
        self.process.say(&order)
    }

    /// Waits until the engine has done all that it was told, if it can say so.
    fn sync(&mut self) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.process.say(&format!("ping {}", self.pings))?;
        let wanted = format!("pong {}", self.pings);
        let deadline = Instant::now() + self.patience.ready;
        while let Some(line) = self.process.hear(deadline)? {
            if line.text == wanted {
                return Ok(());
            }
            self.take_late_feature(&line.text);
            if Instant::now() > deadline {
                break;
            }
        }
        Err(Fault::Mute { wanted: "pong", limit: self.patience.ready })
    }

    /// Tells of a move.
    fn tell(&mut self, board: &Board, mv: Move) -> Result<(), Fault> {
        let text = if self.features.san {
            board.san(mv).to_string()
        } else if mv.is_castle() && self.chess960 {
            let short = mv.to() > mv.from();
            if short { "O-O" } else { "O-O-O" }.to_owned()
        } else {
            board.uci(mv).to_string()
        };
        let order = if self.features.usermove { format!("usermove {text}") } else { text };
        self.process.say(&order)
    }

    /// Tells the moves that the engine does not know, but not the last `keep` of them.
    fn catch_up(&mut self, game: &Game, keep: usize) -> Result<(), Fault> {
        let until = game.moves().len().saturating_sub(keep);
        while self.known < until {
            let (board, mv) = (game.boards()[self.known], game.moves()[self.known]);
            self.tell(&board, mv)?;
            self.known += 1;
        }
        Ok(())
    }

    fn tell_clocks(&mut self, task: &Task<'_>) -> Result<(), Fault> {
        if !self.features.time {
            return Ok(());
        }
        let us = task.game.board().turn();
        let hundredths = |clock: &Clock| clock.left().map(|left| left.as_millis() / 10);
        let (ours, theirs) = (hundredths(task.clock_of(us)), hundredths(task.clock_of(!us)));
        if let Some(ours) = ours {
            self.process.say(&format!("time {}", ours.max(1)))?;
            self.process.say(&format!("otim {}", theirs.unwrap_or(ours).max(1)))?;
        }
        Ok(())
    }

    /// Waits for the engine's move; `None` at the deadline.
    fn answer(
        &mut self,
        deadline: Instant,
        task: &Task<'_>,
        thought: &mut Thought,
    ) -> Result<Option<Answer>, Halt> {
        loop {
            if task.is_stopped() {
                return Err(Halt::Stopped);
            }
            let glance = deadline.min(Instant::now() + GLANCE);
            if let Some(line) = self.process.hear(glance)? {
                if let Some(text) = move_text(&line.text) {
                    return Ok(Some(Answer::Move(text.to_owned(), line.at)));
                }
                if line.text == "resign" {
                    return Ok(Some(Answer::Resigns));
                }
                if line.text.starts_with("Illegal move") {
                    return Ok(Some(Answer::Refuses(line.text)));
                }
                if let Some(read) = thinking::parse(&line.text) {
                    *thought = read;
                }
                self.take_late_feature(&line.text);
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    fn overdue(&mut self, task: &Task<'_>, start: Instant, waited: Duration) -> Halt {
        let stopped =
            self.process.say("?").map_err(Halt::from).and_then(|()| {
                self.answer(Instant::now() + self.patience.stop, task, &mut Thought::default())
            });
        match stopped {
            Err(halt) => halt,
            Ok(None) => Fault::Hang(start.elapsed()).into(),
            Ok(Some(_)) => match task.clock().allowed() {
                Some(allowed) => Fault::Late(Overstepped { elapsed: start.elapsed(), allowed }).into(),
                None => Fault::Endless(waited).into(),
            },
        }
    }
}

impl Player for XboardPlayer {
    fn new_game(&mut self, game: &Game) -> Result<(), Fault> {
        let start = game.start();
        self.chess960 = !start.castling_is_standard();
        self.process.say("new")?;
        if self.chess960 {
            if !self.features.chess960 {
                return Err(Fault::Start("the engine does not know Chess960".to_owned()));
            }
            self.process.say("variant fischerandom")?;
        }
        self.process.say("force")?;
        if let Some(clock) = self.control.clock {
            self.process.say(&level(&clock))?;
        }
        if let Some(time) = self.control.move_time {
            self.process.say(&format!("st {}", time.as_secs_f64()))?;
        }
        if let Some(depth) = self.control.depth {
            self.process.say(&format!("sd {depth}"))?;
        }
        self.process.say(if self.ponders { "hard" } else { "easy" })?;
        self.process.say("post")?;
        if *start != Board::start() {
            if !self.features.setboard {
                return Err(Fault::Start("the engine cannot begin with another position".to_owned()));
            }
            self.process.say(&format!("setboard {}", start.fen()))?;
        }
        (self.known, self.forced) = (0, true);
        self.catch_up(game, 0)?;
        self.sync()
    }

    fn think(&mut self, task: &Task<'_>) -> Result<Reply, Halt> {
        let game = task.game;
        if self.forced {
            self.catch_up(game, 0)?;
        }
        // An engine that ponders would answer a ping only after its move.
        if !self.ponders {
            self.sync()?;
        }
        self.tell_clocks(task)?;
        let start = Instant::now();
        if self.forced {
            self.process.say("go")?;
            self.forced = false;
        } else {
            self.catch_up(game, 0)?;
        }
        let waiting = task.clock().deadline().unwrap_or(self.patience.think);
        let mut thought = Thought::default();
        match self.answer(start + waiting, task, &mut thought)? {
            None => Err(self.overdue(task, start, waiting)),
            Some(Answer::Resigns) => Err(Fault::Resignation.into()),
            Some(Answer::Refuses(text)) => Err(Fault::Refusal(visible(&text, 120)).into()),
            Some(Answer::Move(text, at)) => {
                let board = game.board();
                let mv = board.parse_uci(&text).or_else(|_| board.parse_san(&text));
                let mv = mv.map_err(|error| Fault::IllegalMove(visible(&error.to_string(), 120)))?;
                // The engine has played it on its own board.
                self.known += 1;
                Ok(Reply { mv, ponder: None, elapsed: at.saturating_duration_since(start), thought })
            }
        }
    }

    /// `XBoard` engines ponder by themselves once they were told `hard`.
    fn ponder(&mut self, _: &Task<'_>, _: Move) -> Result<(), Fault> {
        Ok(())
    }

    fn game_over(&mut self) {
        // Should it not listen, the next game will show it.
        let _ = self.process.say("force");
    }

    fn warnings(&mut self) -> Vec<String> {
        core::mem::take(&mut self.warnings)
    }
}

/// The move in a line; old programs say it at greater length.
fn move_text(line: &str) -> Option<&str> {
    let old = || line.strip_prefix("My move is").map(|rest| rest.trim_start_matches([' ', ':']));
    line.strip_prefix("move ").or_else(old).map(str::trim)
}

/// The command that sets the clock. It knows whole seconds only; `time` tells the rest before every move.
fn level(clock: &Allotment) -> String {
    let moves = clock.moves.map_or(0, core::num::NonZeroU32::get);
    let seconds = clock.time.as_secs().max(1);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let increment = clock.increment.as_secs_f64();
    if seconds == 0 {
        return format!("level {moves} {minutes} {increment}");
    }
    format!("level {moves} {minutes}:{seconds:02} {increment}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_lines() {
        assert_eq!(move_text("move e2e4"), Some("e2e4"));
        assert_eq!(move_text("My move is : b8c6"), Some("b8c6"));
        assert_eq!(move_text("My move is: Nf3"), Some("Nf3"));
        assert_eq!(move_text("1. ... b8c6"), None);
    }

    #[test]
    fn clocks_are_set_as_the_protocol_wants() {
        for (control, order) in
            [("40/300+0.5", "level 40 5 0.5"), ("8+0.08", "level 0 0:08 0.08"), ("0.1", "level 0 0:01 0")]
        {
            assert_eq!(level(&control.parse().expect("a time control")), order);
        }
    }
}
