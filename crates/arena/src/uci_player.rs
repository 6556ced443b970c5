//! A player that is a process and speaks UCI.

use core::fmt::Write as _;
use std::time::Instant;

use quevedo_rules::{Board, Color, Game, Move};

use crate::dialogue::Dialogue;
use crate::option_line::OptionLine;
use crate::player::refusal;
use crate::process::{EngineLine, Program};
use crate::uci_info::Info;
use crate::{Fault, Halt, Host, Patience, Player, Reply, Task, Thought, visible};

/// So many warnings of one game are kept.
const MOST_WARNINGS: usize = 20;

/// An engine that speaks UCI.
#[derive(Debug)]
pub struct UciPlayer {
    dialogue: Dialogue,
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
    warnings: Warnings,
}

/// What a user should know of a game, but not everything that an engine can say.
#[derive(Debug, Default)]
struct Warnings(Vec<String>);

impl Warnings {
    fn add(&mut self, warning: String) {
        if self.0.len() < MOST_WARNINGS {
            self.0.push(warning);
        }
    }
}

/// A search that we listen to.
#[derive(Debug)]
struct Search {
    /// Its position.
    board: Board,
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
        let mut player = UciPlayer {
            dialogue: Dialogue::start(program, host, patience)?,
            id: None,
            options: Vec::new(),
            remarks: Vec::new(),
            chess960: false,
            pondering: None,
            owed: 0,
            warnings: Warnings::default(),
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
        let limit = self.dialogue.patience().start;
        self.dialogue.ask("uci", "uciok", limit, |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                self.id = Some(name.trim().to_owned());
            } else if line.starts_with("option ") {
                // A line that cannot be read describes nothing that could be set.
                self.options.extend(OptionLine::parse(line).ok());
            }
            (line == "uciok").then_some(())
        })
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
        let limit = self.dialogue.patience().ready;
        let mut refused = None;
        self.dialogue.ask("isready", "readyok", limit, |line| {
            if let Some(words) = line.strip_prefix("info string ") {
                let words = words.trim();
                match refusal(words) {
                    Some(reason) => refused = Some(excerpt(reason)),
                    None if self.remarks.len() < MOST_WARNINGS => self.remarks.push(excerpt(words)),
                    None => {}
                }
            }
            (line == "readyok").then_some(())
        })?;
        refused.map_or(Ok(()), |words| Err(Fault::Start(words)))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        if value.is_empty() {
            return self.dialogue.say(&format!("setoption name {name}"));
        }
        self.dialogue.say(&format!("setoption name {name} value {value}"))
    }

    /// Waits until the engine has done all that it was told. What it says meanwhile belongs to the past.
    fn sync(&mut self) -> Result<(), Fault> {
        let limit = self.dialogue.patience().ready;
        self.dialogue.ask("isready", "readyok", limit, |line| {
            if line.starts_with("bestmove") {
                if self.owed > 0 {
                    self.owed -= 1;
                } else {
                    let said = excerpt(line);
                    self.warnings.add(format!("the engine says \"{said}\" although nobody asked"));
                }
            }
            (line == "readyok").then_some(())
        })
    }
}

/// The line that ends a search.
fn best_move(line: EngineLine) -> Option<EngineLine> {
    line.text.starts_with("bestmove").then_some(line)
}

impl Search {
    /// Takes note of what the engine says about its search.
    fn listen(&mut self, line: &str, warnings: &mut Warnings) {
        let Some(info) = line.strip_prefix("info ").map(Info::parse) else { return };
        if let (_, Some(word)) = info.line(&self.board) {
            let line = excerpt(&info.pv.join(" "));
            warnings.add(format!("illegal move {} in the line {line}", excerpt(word)));
        }
        if info.is_main() {
            self.thought = info.thought(&self.board);
        }
    }
}

/// What an answer means in a position.
fn reply(board: &Board, line: &EngineLine, start: Instant, thought: Thought) -> Result<Reply, Fault> {
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
        self.dialogue.say("ucinewgame")?;
        self.sync()
    }

    fn think(&mut self, task: &Task<'_>) -> Result<Reply, Halt> {
        let hit = match self.pondering.take() {
            None => false,
            Some(ponder) if ponder.fits(task.game) => true,
            Some(_) => {
                if self.dialogue.stop("stop", task, best_move)?.is_none() {
                    return Err(Fault::Hang(self.dialogue.patience().stop).into());
                }
                false
            }
        };
        if !hit {
            self.dialogue.say(&position(task.game, self.chess960))?;
            self.sync()?;
        }
        let order = if hit { "ponderhit".to_owned() } else { go(task, "go") };
        let start = Instant::now();
        self.dialogue.say(&order)?;
        let mut search = Search { board: *task.game.board(), thought: Thought::default() };
        let answer = self.dialogue.answer(start + self.dialogue.allowed(task), task, |line| {
            search.listen(&line.text, &mut self.warnings);
            best_move(line)
        });
        let Some(line) = answer? else {
            let stopped = self.dialogue.stop("stop", task, best_move);
            return Err(self.dialogue.overdue(task, start, stopped));
        };
        Ok(reply(&search.board, &line, start, search.thought)?)
    }

    fn ponder(&mut self, task: &Task<'_>, expected: Move) -> Result<(), Fault> {
        let mut game = task.game.clone();
        let plies = game.moves().len() + 1;
        if game.play(expected).is_err() || game.ending().is_some() {
            return Ok(());
        }
        self.dialogue.say(&position(&game, self.chess960))?;
        let after = Task { game: &game, ..*task };
        self.dialogue.say(&go(&after, "go ponder"))?;
        self.pondering = Some(Pondering { expected, plies });
        Ok(())
    }

    fn game_over(&mut self) {
        if self.pondering.take().is_some() {
            // Should it not stop, the next game's greeting will show it.
            if self.dialogue.say("stop").is_ok() {
                self.owed += 1;
            }
        }
    }

    fn remarks(&mut self) -> Vec<String> {
        core::mem::take(&mut self.remarks)
    }

    fn warnings(&mut self) -> Vec<String> {
        core::mem::take(&mut self.warnings.0)
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
    use core::time::Duration;

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
