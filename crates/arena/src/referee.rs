//! Playing one game: asks the players in turn, keeps the clocks, and knows every way in which it can end.

use core::fmt;
use core::sync::atomic::AtomicBool;
use core::time::Duration;

use quevedo_rules::{Claim, Color, Ending, Game, Outcome};

use crate::adjudication::{Adjudicator, Oracle, Ruling};
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
            Reason::Ruling(Ruling::Tables(_)) => f.write_str("tablebases know the result"),
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
    /// Ends games of which the result is known.
    pub oracle: Option<&'a Oracle>,
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
            watch: Adjudicator::new(self.rules),
            oracle: self.oracle,
            stop: self.stop,
        };
        let reason = table.play(&mut [&mut white, &mut black]);
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
    watch: Adjudicator,
    oracle: Option<&'a Oracle>,
    stop: &'a AtomicBool,
}

impl Table<'_> {
    fn play(&mut self, seats: &mut [&mut Seat<'_>; 2]) -> Option<Reason> {
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
        let known = self.oracle.and_then(|oracle| oracle.ask(self.game.board())).map(Ruling::Tables);
        let ruling = known.or(self.watch.note(us, number, reply.thought.verdict));
        self.notes.push(Note { thought: reply.thought, elapsed: reply.elapsed, left });
        if let Some(expected) = reply.ponder.filter(|_| seat.ponders && ruling.is_none()) {
            let task = Task { game: &self.game, clocks: &self.clocks, stop: self.stop };
            seat.player.ponder(&task, expected)?;
        }
        Ok(ruling)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_value::Verdict;

    use crate::{DrawRule, Overstepped, Reply, TimeControl};
    use quevedo_rules::{Board, Move};
    use std::collections::VecDeque;

    /// Plays what it was told, and takes as long as it was told.
    #[derive(Default)]
    struct Parrot {
        moves: VecDeque<&'static str>,
        elapsed: Duration,
    }

    impl Parrot {
        fn new(moves: &'static str) -> Parrot {
            Parrot { moves: moves.split_whitespace().collect(), elapsed: Duration::from_millis(10) }
        }
    }

    impl Player for Parrot {
        fn new_game(&mut self, _: &Game) -> Result<(), Fault> {
            Ok(())
        }

        fn think(&mut self, task: &Task<'_>) -> Result<Reply, Halt> {
            let text = self.moves.pop_front().ok_or(Halt::Stopped)?;
            let mv = task.game.board().parse_uci(text).map_err(|_| Fault::IllegalMove(text.to_owned()))?;
            let thought = Thought { verdict: Some(Verdict::Centipawns(0)), ..Thought::default() };
            Ok(Reply { mv, ponder: None, elapsed: self.elapsed, thought })
        }

        fn ponder(&mut self, _: &Task<'_>, _: Move) -> Result<(), Fault> {
            Ok(())
        }

        fn warnings(&mut self) -> Vec<String> {
            vec!["croak".to_owned()]
        }
    }

    fn play(rules: Adjudication, fen: &str, white: Parrot, black: Parrot) -> Option<Played> {
        play_with(rules, None, fen, white, black)
    }

    fn play_with(
        rules: Adjudication,
        oracle: Option<&Oracle>,
        fen: &str,
        mut white: Parrot,
        mut black: Parrot,
    ) -> Option<Played> {
        let stop = AtomicBool::new(false);
        let control =
            TimeControl { clock: Some("1+0.1".parse().expect("a clock")), ..TimeControl::default() };
        let clock = Clock::new(control, Duration::ZERO);
        let opening = Opening::from_board(Board::from_fen(fen).expect("a position"));
        let white = Seat { player: &mut white, clock, ponders: false };
        let black = Seat { player: &mut black, clock, ponders: false };
        Referee { rules, oracle, stop: &stop }.play(&opening, white, black)
    }

    fn reason(white: Parrot, black: Parrot) -> Option<Reason> {
        play(Adjudication::default(), START, white, black).map(|played| played.reason)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_rules_end_games() {
        let mate = reason(Parrot::new("f2f3 g2g4"), Parrot::new("e7e5 d8h4")).expect("an end");
        assert_eq!(mate, Reason::Rules(Ending::Checkmate, Color::White));
        assert_eq!((mate.outcome(), mate.termination()), (Outcome::Win(Color::Black), "normal"));
        assert_eq!(mate.to_string(), "Black mates");
        let shuffle = "g1f3 f3g1 g1f3 f3g1 g1f3";
        let draw = reason(Parrot::new(shuffle), Parrot::new("g8f6 f6g8 g8f6 f6g8")).expect("an end");
        assert_eq!(draw, Reason::Claim(Claim::ThreefoldRepetition));
        assert_eq!(draw.outcome(), Outcome::Draw);
    }

    #[test]
    fn faults_lose_games() {
        let illegal = reason(Parrot::new("e2e4 e4e6"), Parrot::new("e7e5")).expect("an end");
        assert_eq!(illegal, Reason::Fault(Color::White, Fault::IllegalMove("e4e6".to_owned())));
        assert_eq!(illegal.termination(), "rules infraction");
        let slow = Parrot { elapsed: Duration::from_millis(700), ..Parrot::new("e7e5 d7d5 c7c5") };
        let late = reason(Parrot::new("e2e4 d2d4 c2c4"), slow).expect("an end");
        let (elapsed, allowed) = (Duration::from_millis(700), Duration::from_millis(400));
        assert_eq!(late, Reason::Fault(Color::Black, Fault::Late(Overstepped { elapsed, allowed })));
        assert_eq!((late.outcome(), late.termination()), (Outcome::Win(Color::White), "time forfeit"));
    }

    #[test]
    fn a_stopped_game_is_no_game() {
        assert_eq!(reason(Parrot::new("e2e4"), Parrot::new("e7e5")), None);
    }

    #[test]
    fn a_mate_goes_before_any_ruling() {
        let draw = Some(DrawRule { from_move: 0, moves: 1, score: 50 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let fen = "6k1/5ppp/8/8/8/8/8/R3K2R b - - 0 1";
        let played = play(rules, fen, Parrot::new("a1a8"), Parrot::new("h7h6 g7g6")).expect("an end");
        assert_eq!(played.reason, Reason::Ruling(Ruling::Draw));
        let fen = "7k/5ppp/8/8/8/8/8/R3K2R b - - 0 1";
        let played = play(rules, fen, Parrot::new("a1a8"), Parrot::new("h8g8")).expect("an end");
        assert_eq!(played.reason, Reason::Rules(Ending::Checkmate, Color::Black));
    }

    #[test]
    fn an_oracle_is_asked_after_captures_and_pawn_moves() {
        let oracle = Oracle::new(|board| (board.occupied().len() == 3).then_some(Outcome::Win(Color::White)));
        let fen = "4k3/8/8/8/8/8/r6P/4K2R w - - 5 1";
        let (white, black) = (Parrot::new("h1g1 g1h1 e1f1"), Parrot::new("a2b2 b2h2"));
        let played = play_with(Adjudication::default(), Some(&oracle), fen, white, black);
        assert_eq!(played, None, "four men are not known");
        let (white, black) = (Parrot::new("h1g1 g1h1 h1h2"), Parrot::new("a2b2 b2h2"));
        let played = play_with(Adjudication::default(), Some(&oracle), fen, white, black).expect("an end");
        assert_eq!(played.reason, Reason::Ruling(Ruling::Tables(Outcome::Win(Color::White))));
        assert_eq!(played.reason.outcome(), Outcome::Win(Color::White));
    }

    #[test]
    fn everything_about_a_game_is_noted() {
        let played = play(Adjudication::default(), START, Parrot::new("f2f3 g2g4"), Parrot::new("e7e5 d8h4"));
        let played = played.expect("an end");
        assert_eq!((played.game.moves().len(), played.notes.len()), (4, 4));
        assert_eq!(played.notes[2].left, Some(Duration::from_millis(1180)));
        assert_eq!(played.warnings.len(), 2);
    }
}
