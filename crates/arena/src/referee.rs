//! Playing one game: asks the players in turn, keeps the clocks, and knows every way in which it can end.

use core::fmt;
use core::sync::atomic::AtomicBool;
use core::time::Duration;

use quevedo_rules::{Claim, Color, Ending, Game, Outcome};

use crate::adjudication::{Ruling, Watch};
use crate::{Adjudication, Clock, Fault, Halt, Opening, Player, Task, Thought};

/// A player at the board.
pub struct Seat<'a> {
    /// Who plays.
    pub player: &'a mut dyn Player,
    /// Its clock.
    pub clock: Clock,
    /// Whether it thinks on the opponent's time.
    pub ponders: bool,
}

impl fmt::Debug for Seat<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").field("clock", &self.clock).finish_non_exhaustive()
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// All moves, those of the opening included.
    pub game: Game,
    /// What is known about each move after the opening.
    pub notes: Vec<Note>,
    /// Why it ended.
    pub reason: Reason,
    /// What the players should not have done, but did not lose for.
    pub warnings: Vec<(Color, String)>,
}

/// What is known about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// What the player thought.
    pub thought: Thought,
    /// How long it took.
    pub elapsed: Duration,
    /// What the clock showed afterwards, if one ran.
    pub left: Option<Duration>,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// By the rules, with this side to move.
    Rules(Ending, Color),
    /// A draw that may be claimed is claimed.
    Claim(Claim),
    /// By the referee.
    Ruling(Ruling),
    /// This side is at fault.
    Fault(Color, Fault),
}

impl Reason {
    /// The result.
    pub fn outcome(&self) -> Outcome {
        match self {
            Reason::Rules(Ending::Checkmate, mated) => Outcome::Win(!*mated),
            Reason::Rules(..) | Reason::Claim(_) => Outcome::Draw,
            Reason::Ruling(ruling) => ruling.outcome(),
            Reason::Fault(color, _) => Outcome::Win(!*color),
        }
    }

    /// The side at fault, and what it did.
    pub fn fault(&self) -> Option<(Color, &Fault)> {
        match self {
            Reason::Fault(color, fault) => Some((*color, fault)),
            _ => None,
        }
    }

    /// The word of PGN's `Termination` tag.
    pub fn termination(&self) -> &'static str {
        match self {
            Reason::Rules(..) | Reason::Claim(_) | Reason::Fault(_, Fault::Resignation) => "normal",
            Reason::Ruling(_) => "adjudication",
            Reason::Fault(_, Fault::Late(_)) => "time forfeit",
            Reason::Fault(_, Fault::IllegalMove(_)) => "rules infraction",
            Reason::Fault(..) => "abandoned",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color: &Color| if *color == Color::White { "White" } else { "Black" };
        match self {
            Reason::Rules(Ending::Checkmate, mated) => write!(f, "{} mates", name(&!*mated)),
            Reason::Rules(ending, _) => ending.fmt(f),
            Reason::Claim(claim) => claim.fmt(f),
            Reason::Ruling(Ruling::Draw) => f.write_str("both players call it level"),
            Reason::Ruling(Ruling::TooLong) => f.write_str("the game is too long"),
            Reason::Ruling(Ruling::Resignation(loser)) => write!(f, "{} calls it lost", name(loser)),
            Reason::Fault(color, fault) => write!(f, "{} {fault}", name(color)),
        }
    }
}

/// Plays games by given rules.
#[derive(Clone, Copy, Debug)]
pub struct Referee<'a> {
    /// When games are ended early.
    pub rules: Adjudication,
    /// Set when the match is to end.
    pub stop: &'a AtomicBool,
}

impl Referee<'_> {
    /// Plays a game; `None` if the match was stopped before its end.
    pub fn play<'s>(&self, opening: &Opening, mut white: Seat<'s>, mut black: Seat<'s>) -> Option<Played> {
        let mut table = Table {
            clocks: [white.clock, black.clock],
            game: opening.game(),
            notes: Vec::new(),
            watch: Watch::new(self.rules),
            stop: self.stop,
        };
        let reason = table.play([&mut white, &mut black]);
        let mut warnings = Vec::new();
        for (color, seat) in [(Color::White, white), (Color::Black, black)] {
            seat.player.game_over();
            warnings.extend(seat.player.warnings().into_iter().map(|warning| (color, warning)));
        }
        Some(Played { game: table.game, notes: table.notes, reason: reason?, warnings })
    }
}

/// A game that is going on.
struct Table<'a> {
    clocks: [Clock; 2],
    game: Game,
    notes: Vec<Note>,
    watch: Watch,
    stop: &'a AtomicBool,
}

impl Table<'_> {
    fn play(&mut self, seats: [&mut Seat<'_>; 2]) -> Option<Reason> {
        for color in Color::ALL {
            if let Err(fault) = seats[color.index()].player.new_game(&self.game) {
                return Some(Reason::Fault(color, fault));
            }
        }
        loop {
            if let Some(reason) = self.ended() {
                return Some(reason);
            }
            let us = self.game.board().turn();
            match self.ply(us, seats[us.index()]) {
                Ok(None) => {}
                Ok(Some(ruling)) => {
                    // A mate or stalemate on the board goes before any ruling.
                    return Some(self.ended().unwrap_or(Reason::Ruling(ruling)));
                }
                Err(Halt::Fault(fault)) => return Some(Reason::Fault(us, fault)),
                Err(Halt::Stopped) => return None,
            }
        }
    }

    fn ended(&self) -> Option<Reason> {
        if let Some(ending) = self.game.ending() {
            return Some(Reason::Rules(ending, self.game.board().turn()));
        }
        self.game.claim().map(Reason::Claim)
    }

    fn ply(&mut self, us: Color, seat: &mut Seat<'_>) -> Result<Option<Ruling>, Halt> {
        let reply = seat.player.think(&Task { game: &self.game, clocks: &self.clocks, stop: self.stop })?;
        let clock = &mut self.clocks[us.index()];
        clock.spend(reply.elapsed).map_err(Fault::Late)?;
        let left = clock.left();
        let number = u32::from(self.game.board().fullmove_number());
        self.game.play(reply.mv).map_err(|error| Fault::IllegalMove(error.to_string()))?;
        let ruling = self.watch.note(us, number, reply.thought.opinion);
        self.notes.push(Note { thought: reply.thought, elapsed: reply.elapsed, left });
        if let Some(expected) = reply.ponder.filter(|_| seat.ponders && ruling.is_none()) {
            let task = Task { game: &self.game, clocks: &self.clocks, stop: self.stop };
            seat.player.ponder(&task, expected)?;
        }
        Ok(ruling)
    }
}
