//! A player that is a process and speaks `XBoard`'s protocol (CECP, version 2).

mod features;
mod thinking;

use core::time::Duration;
use std::time::Instant;

use quevedo_rules::{Board, Game, Move};

use crate::dialogue::Dialogue;
use crate::process::{EngineLine, Program};
use crate::{
    Allotment, Clock, Fault, Halt, Host, Patience, Player, Reply, Task, Thought, TimeControl, visible,
};
use features::Features;

/// How long we wait for engines that may know no features. The protocol says two seconds, but some start slowly.
const SILENT_ENGINES: Duration = Duration::from_secs(5);

/// An engine that speaks `XBoard`'s protocol.
#[derive(Debug)]
pub struct XboardPlayer {
    dialogue: Dialogue,
    features: Features,
    control: TimeControl,
    ponders: bool,
    /// How many moves of the game the engine knows.
    known: usize,
    /// Whether the engine only listens, and waits for `go`.
    forced: bool,
    chess960: bool,
    pings: u32,
}

/// What an engine answers while it thinks.
enum Answer {
    /// The move's text, and when it came.
    Move(String, Instant),
    Resigns,
    Refuses(String),
}

impl Answer {
    /// The answer in a line; nothing if the engine only thinks aloud.
    fn find(line: EngineLine) -> Option<Answer> {
        if let Some(text) = move_text(&line.text) {
            return Some(Answer::Move(text.to_owned(), line.at));
        }
        if line.text == "resign" {
            return Some(Answer::Resigns);
        }
        line.text.starts_with("Illegal move").then_some(Answer::Refuses(line.text))
    }
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
        let mut player = XboardPlayer {
            dialogue: Dialogue::start(program, host, patience)?,
            features: Features::default(),
            control,
            ponders,
            known: 0,
            forced: true,
            chess960: false,
            pings: 0,
        };
        player.greet()?;
        for (name, value) in options {
            player.set_option(name, value)?;
        }
        player.sync()?;
        Ok(player)
    }

    fn greet(&mut self) -> Result<(), Fault> {
        self.dialogue.say("xboard")?;
        self.dialogue.say("protover 2")?;
        let (start, limit) = (Instant::now(), self.dialogue.patience().start);
        let mut deadline = start + SILENT_ENGINES.min(limit);
        while let Some(line) = self.dialogue.hear(deadline)? {
            if let Some(text) = line.text.strip_prefix("feature ") {
                let names = self.features.take(text);
                for name in names {
                    self.dialogue.say(&format!("accepted {name}"))?;
                }
                match self.features.done {
                    Some(true) => return Ok(()),
                    // It asks for more time.
                    Some(false) => deadline = start + limit,
                    None => {}
                }
            }
            if Instant::now() > deadline {
                break;
            }
        }
        // An engine of the first version says nothing; one that asked for time has to end it.
        match self.features.done {
            Some(false) => Err(Fault::Mute { wanted: "feature done=1", limit }),
            _ => Ok(()),
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
        self.dialogue.say(&order)
    }

    /// Waits until the engine has done all that it was told, if it can say so.
    fn sync(&mut self) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let (order, wanted) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        let limit = self.dialogue.patience().ready;
        self.dialogue.ask(&order, "pong", limit, |line| {
            self.features.take_late(line);
            (line == wanted).then_some(())
        })
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
        self.dialogue.say(&order)
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
            self.dialogue.say(&format!("time {}", ours.max(1)))?;
            self.dialogue.say(&format!("otim {}", theirs.unwrap_or(ours).max(1)))?;
        }
        Ok(())
    }
}

impl Player for XboardPlayer {
    fn new_game(&mut self, game: &Game) -> Result<(), Fault> {
        let start = game.start();
        self.chess960 = !start.castling_is_standard();
        self.dialogue.say("new")?;
        if self.chess960 {
            if !self.features.chess960 {
                return Err(Fault::Start("the engine does not know Chess960".to_owned()));
            }
            self.dialogue.say("variant fischerandom")?;
        }
        self.dialogue.say("force")?;
        if let Some(clock) = self.control.clock {
            self.dialogue.say(&level(&clock))?;
        }
        if let Some(time) = self.control.move_time {
            self.dialogue.say(&format!("st {}", time.as_secs_f64()))?;
        }
        if let Some(depth) = self.control.depth {
            self.dialogue.say(&format!("sd {depth}"))?;
        }
        self.dialogue.say(if self.ponders { "hard" } else { "easy" })?;
        self.dialogue.say("post")?;
        if *start != Board::start() {
            if !self.features.setboard {
                return Err(Fault::Start("the engine cannot begin with another position".to_owned()));
            }
            self.dialogue.say(&format!("setboard {}", start.fen()))?;
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
            self.dialogue.say("go")?;
            self.forced = false;
        } else {
            self.catch_up(game, 0)?;
        }
        let mut thought = Thought::default();
        let answer = self.dialogue.answer(start + self.dialogue.allowed(task), task, |line| {
            if let Some(read) = thinking::parse(&line.text) {
                thought = read;
            }
            self.features.take_late(&line.text);
            Answer::find(line)
        });
        match answer? {
            None => {
                let stopped = self.dialogue.stop("?", task, Answer::find);
                Err(self.dialogue.overdue(task, start, stopped))
            }
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
        let _ = self.dialogue.say("force");
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
