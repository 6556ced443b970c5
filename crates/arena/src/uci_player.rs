//! A player that is a process and speaks UCI.

use core::fmt::Write as _;
use core::time::Duration;
use std::time::Instant;

use quevedo_rules::{Board, Color, Game, Move};

use crate::option_line::OptionLine;
use crate::player::refusal;
use crate::process::{Line, Process, Program};
use crate::uci_info::Info;
use crate::{Fault, Halt, Host, Patience, Player, Reply, Task, Thought, visible};

/// How long we wait before we look whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(50);
/// So many warnings of one game are kept.
const MOST_WARNINGS: usize = 20;

/// An engine that speaks UCI.
#[derive(Debug)]
pub struct UciPlayer {
    process: Process,
    patience: Patience,
    /// What the engine calls itself.
    id: Option<String>,
    /// Its options, by its own words.
    options: Vec<OptionLine>,
    /// What it says when options are set.
    remarks: Vec<String>,
    chess960: bool,
    pondering: Option<Pondering>,
    /// Answers to searches that were stopped when nobody cared any more.
    owed: u32,
    warnings: Vec<String>,
}

/// A search that we listen to.
#[derive(Debug, Default)]
struct Search {
    /// Its position; `None` if nobody cares for what is said.
    board: Option<Board>,
    /// The last word about the best move.
    thought: Thought,
}

/// A search on the opponent's time.
#[derive(Debug)]
struct Pondering {
    expected: Move,
    plies: usize,
}

impl UciPlayer {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// If it cannot be started, or does not greet.
    pub fn start(
        program: &Program,
        host: &Host,
        options: &[(String, String)],
        patience: Patience,
    ) -> Result<UciPlayer, Fault> {
        let process = Process::start(program, host, patience)?;
        let mut player = UciPlayer {
            process,
            patience,
            id: None,
            options: Vec::new(),
            remarks: Vec::new(),
            chess960: false,
            pondering: None,
            owed: 0,
            warnings: Vec::new(),
        };
        player.greet()?;
        for (name, value) in options {
            player.check_option(name, value)?;
            player.set_option(name, value)?;
        }
        player.hear_refusals()?;
        Ok(player)
    }

    /// What the engine calls itself.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn greet(&mut self) -> Result<(), Fault> {
        self.process.say("uci")?;
        let deadline = Instant::now() + self.patience.start;
        while let Some(line) = self.process.hear(deadline)? {
            if let Some(name) = line.text.strip_prefix("id name ") {
                self.id = Some(name.trim().to_owned());
            } else if line.text.starts_with("option ") {
                // A line that cannot be read describes nothing that could be set.
                self.options.extend(OptionLine::parse(&line.text).ok());
            } else if line.text == "uciok" {
                return Ok(());
            }
            if Instant::now() > deadline {
                break;
            }
        }
        Err(Fault::Mute { wanted: "uciok", limit: self.patience.start })
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|known| known.name.eq_ignore_ascii_case(name))
    }

    /// Holds an option against what the engine says about it: afterwards it would only be ignored.
    fn check_option(&self, name: &str, value: &str) -> Result<(), Fault> {
        let option = self.options.iter().find(|known| known.name.eq_ignore_ascii_case(name));
        let option = option.ok_or_else(|| Fault::Start(format!("there is no option \"{name}\"")))?;
        option.accepts(value).map_err(Fault::Start)
    }

    /// Waits until the options are set. UCI has no word for a refusal; [`refusal`] knows ours, and the rest
    /// is for the user to judge.
    fn hear_refusals(&mut self) -> Result<(), Fault> {
        self.process.say("isready")?;
        let deadline = Instant::now() + self.patience.ready;
        let mut refused = None;
        while let Some(line) = self.process.hear(deadline)? {
            if line.text == "readyok" {
                return refused.map_or(Ok(()), |words| Err(Fault::Start(words)));
            }
            if let Some(words) = line.text.strip_prefix("info string ") {
                let words = words.trim();
                match refusal(words) {
                    Some(reason) => refused = Some(excerpt(reason)),
                    None if self.remarks.len() < MOST_WARNINGS => {
                        self.remarks.push(excerpt(words));
                    }
                    None => {}
                }
            }
            if Instant::now() > deadline {
                break;
            }
        }
        Err(Fault::Mute { wanted: "readyok", limit: self.patience.ready })
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        if value.is_empty() {
            return self.process.say(&format!("setoption name {name}"));
        }
        self.process.say(&format!("setoption name {name} value {value}"))
    }

    fn warn(&mut self, warning: String) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(warning);
        }
    }

    /// Waits until the engine has done all that it was told. What it says meanwhile belongs to the past.
    fn sync(&mut self) -> Result<(), Fault> {
        self.process.say("isready")?;
        let deadline = Instant::now() + self.patience.ready;
        while let Some(line) = self.process.hear(deadline)? {
            if line.text == "readyok" {
                return Ok(());
            }
            if line.text.starts_with("bestmove") {
                if self.owed > 0 {
                    self.owed -= 1;
                    continue;
                }
                self.warn(format!("the engine says \"{}\" although nobody asked", excerpt(&line.text)));
            }
            if Instant::now() > deadline {
                break;
            }
        }
        Err(Fault::Mute { wanted: "readyok", limit: self.patience.ready })
    }

    /// Waits for the end of a search, but not longer than to the deadline.
    fn await_best_move(
        &mut self,
        deadline: Instant,
        task: &Task<'_>,
        search: &mut Search,
    ) -> Result<Option<Line>, Halt> {
        loop {
            if task.is_stopped() {
                return Err(Halt::Stopped);
            }
            let glance = deadline.min(Instant::now() + GLANCE);
            if let Some(line) = self.process.hear(glance)? {
                if line.text.starts_with("bestmove") {
                    return Ok(Some(line));
                }
                if let Some(info) = line.text.strip_prefix("info ") {
                    self.listen(&Info::parse(info), search);
                }
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    /// Takes note of what the engine says about its search.
    fn listen(&mut self, info: &Info<'_>, search: &mut Search) {
        let Some(board) = &search.board else { return };
        if let (_, Some(word)) = info.line(board) {
            self.warn(format!("illegal move {word} in the line {}", excerpt(&info.pv.join(" "))));
        }
        if info.is_main() {
            search.thought = info.thought(board);
        }
    }

    /// Ends a search that is going on, and throws its move away.
    fn stop(&mut self, task: &Task<'_>) -> Result<bool, Halt> {
        self.process.say("stop")?;
        let deadline = Instant::now() + self.patience.stop;
        Ok(self.await_best_move(deadline, task, &mut Search::default())?.is_some())
    }

    /// What happens when the time is up: a last word, and a verdict.
    fn overdue(&mut self, task: &Task<'_>, start: Instant, waited: Duration) -> Halt {
        match self.stop(task) {
            Err(halt) => halt,
            Ok(false) => Fault::Hang(start.elapsed()).into(),
            Ok(true) => match task.clock().allowed() {
                Some(allowed) => Fault::Late(crate::Overstepped { elapsed: start.elapsed(), allowed }).into(),
                None => Fault::Endless(waited).into(),
            },
        }
    }
}

/// What an answer means in a position.
fn reply(board: &Board, line: &Line, start: Instant, thought: Thought) -> Result<Reply, Fault> {
    let mut words = line.text.split_ascii_whitespace().skip(1);
    let text = words.next().unwrap_or("nothing");
    let illegal = |error: quevedo_rules::MoveError| Fault::IllegalMove(excerpt(&error.to_string()));
    let mv = board.parse_uci(text).map_err(illegal)?;
    let expected = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
    let ponder = expected.and_then(|text| board.play(mv).parse_uci(text).ok());
    Ok(Reply { mv, ponder, elapsed: line.at.saturating_duration_since(start), thought })
}

impl Player for UciPlayer {
    fn new_game(&mut self, game: &Game) -> Result<(), Fault> {
        let chess960 = !game.start().castling_is_standard();
        if chess960 != self.chess960 {
            if !self.has_option("UCI_Chess960") {
                return Err(Fault::Start("the engine does not know Chess960".to_owned()));
            }
            self.set_option("UCI_Chess960", if chess960 { "true" } else { "false" })?;
            self.chess960 = chess960;
        }
        self.process.say("ucinewgame")?;
        self.sync()
    }

    fn think(&mut self, task: &Task<'_>) -> Result<Reply, Halt> {
        let hit = match self.pondering.take() {
            None => false,
            Some(ponder) if ponder.fits(task.game) => true,
            Some(_) => {
                if !self.stop(task)? {
                    return Err(Fault::Hang(self.patience.stop).into());
                }
                false
            }
        };
        if !hit {
            self.process.say(&position(task.game, self.chess960))?;
            self.sync()?;
        }
        let order = if hit { "ponderhit".to_owned() } else { go(task, "go") };
        let start = Instant::now();
        self.process.say(&order)?;
        let waiting = task.clock().deadline().unwrap_or(self.patience.think);
        let board = *task.game.board();
        let mut search = Search { board: Some(board), thought: Thought::default() };
        match self.await_best_move(start + waiting, task, &mut search)? {
            Some(line) => Ok(reply(&board, &line, start, search.thought)?),
            None => Err(self.overdue(task, start, waiting)),
        }
    }

    fn ponder(&mut self, task: &Task<'_>, expected: Move) -> Result<(), Fault> {
        let mut game = task.game.clone();
        let plies = game.moves().len() + 1;
        if game.play(expected).is_err() || game.ending().is_some() {
            return Ok(());
        }
        self.process.say(&position(&game, self.chess960))?;
        let after = Task { game: &game, ..*task };
        self.process.say(&go(&after, "go ponder"))?;
        self.pondering = Some(Pondering { expected, plies });
        Ok(())
    }

    fn game_over(&mut self) {
        if self.pondering.take().is_some() {
            // Should it not stop, the next game's greeting will show it.
            if self.process.say("stop").is_ok() {
                self.owed += 1;
            }
        }
    }

    fn remarks(&mut self) -> Vec<String> {
        core::mem::take(&mut self.remarks)
    }

    fn warnings(&mut self) -> Vec<String> {
        core::mem::take(&mut self.warnings)
    }
}

impl Pondering {
    fn fits(&self, game: &Game) -> bool {
        game.moves().len() == self.plies && game.moves().last() == Some(&self.expected)
    }
}

/// The command that tells a position.
fn position(game: &Game, chess960: bool) -> String {
    let mut text = String::from("position ");
    if *game.start() == Board::start() {
        text.push_str("startpos");
    } else {
        let start = game.start();
        let fen = if chess960 { start.shredder_fen() } else { start.fen() };
        let _ = write!(text, "fen {fen}");
    }
    for (place, (&mv, board)) in game.moves().iter().zip(game.boards()).enumerate() {
        text.push_str(if place == 0 { " moves " } else { " " });
        let written = if chess960 { board.uci_chess960(mv) } else { board.uci(mv) };
        let _ = write!(text, "{written}");
    }
    text
}

/// The command that lets an engine think, with what limits the side to move.
fn go(task: &Task<'_>, order: &str) -> String {
    let mut text = order.to_owned();
    for (color, time, increment) in [(Color::White, "wtime", "winc"), (Color::Black, "btime", "binc")] {
        let clock = task.clock_of(color);
        if let (Some(left), Some(allotment)) = (clock.left(), clock.control().clock) {
            let _ = write!(text, " {time} {}", left.as_millis().max(1));
            if !allotment.increment.is_zero() {
                let _ = write!(text, " {increment} {}", allotment.increment.as_millis());
            }
        }
    }
    let clock = task.clock();
    let limits = [
        ("movestogo", clock.moves_to_go().map(u64::from)),
        ("movetime", clock.control().move_time.map(|time| time.as_millis() as u64)),
        ("nodes", clock.control().nodes),
        ("depth", clock.control().depth.map(u64::from)),
    ];
    for (name, limit) in limits {
        if let Some(limit) = limit {
            let _ = write!(text, " {name} {limit}");
        }
    }
    text
}

/// The beginning of what an engine says, for messages.
fn excerpt(text: &str) -> String {
    visible(text, 120)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, TimeControl};
    use core::sync::atomic::AtomicBool;

    fn control(clock: &str) -> TimeControl {
        TimeControl { clock: Some(clock.parse().expect("a time control")), ..TimeControl::default() }
    }

    #[test]
    fn orders_name_both_clocks() {
        let stop = AtomicBool::new(false);
        let game = Game::default();
        let nodes = TimeControl { nodes: Some(1000), ..TimeControl::default() };
        let margin = Duration::ZERO;
        let clocks = [Clock::new(control("40/60+0.5"), margin), Clock::new(control("8"), margin)];
        let task = Task { game: &game, clocks: &clocks, stop: &stop };
        assert_eq!(go(&task, "go"), "go wtime 60000 winc 500 btime 8000 movestogo 40");
        let clocks = [Clock::new(nodes, margin), Clock::new(control("8"), margin)];
        let task = Task { game: &game, clocks: &clocks, stop: &stop };
        assert_eq!(go(&task, "go"), "go btime 8000 nodes 1000");
    }

    #[test]
    fn positions_are_written_as_the_variant_wants() {
        let mut game = Game::default();
        for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"] {
            let mv = game.board().parse_uci(text).expect("a legal move");
            game.play(mv).expect("a legal move");
        }
        assert_eq!(position(&game, false), "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
        assert!(position(&game, true).ends_with("f8c5 e1h1"));
        let other = Game::new(Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").expect("legal"));
        assert_eq!(position(&other, false), "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    }
}
