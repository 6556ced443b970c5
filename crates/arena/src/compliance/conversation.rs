//! Talking with an engine, and remembering what was said.

use core::time::Duration;
use std::time::Instant;

use quevedo_rules::{Board, Game};

use super::search::Search;
use super::{Complaint, Examination};
use crate::option_line::OptionLine;
use crate::process::{EngineLine, Process};
use crate::{Fault, Patience};

/// So many lines of the beginning and of the end of a conversation are kept.
const KEPT_LINES: usize = 100;
/// No answer has more lines: an engine that floods us is cut off.
const MOST_LINES: usize = 200_000;
/// Engines with large files need longer for their first words than for all others.
const START: u32 = 6;
/// How long we listen for something that must not come.
const SILENCE: Duration = Duration::from_millis(300);

/// A process and what was said to it and by it.
#[derive(Debug)]
pub(super) struct Conversation {
    process: Process,
    patience: Duration,
    beginning: Vec<String>,
    end: std::collections::VecDeque<String>,
    left_out: usize,
    options: Vec<(String, String)>,
}

impl Conversation {
    pub(super) fn start(examination: &Examination) -> Result<Conversation, Complaint> {
        let patience = examination.patience;
        let patience_of_process =
            Patience { start: patience, ready: patience, think: patience, ..Patience::default() };
        let process = Process::start(&examination.program, &examination.host, patience_of_process)?;
        Ok(Conversation {
            process,
            patience,
            beginning: Vec::new(),
            end: std::collections::VecDeque::new(),
            left_out: 0,
            options: examination.options.clone(),
        })
    }

    /// What was said, without the middle of long conversations.
    pub(super) fn transcript(self) -> Vec<String> {
        let gap = (self.left_out > 0).then(|| format!("... {} lines left out ...", self.left_out));
        self.beginning.into_iter().chain(gap).chain(self.end).collect()
    }

    fn note(&mut self, mark: char, text: &str) {
        let line: String = [mark, ' '].into_iter().chain(text.chars().take(500)).collect();
        if self.beginning.len() < KEPT_LINES {
            self.beginning.push(line);
            return;
        }
        self.end.push_back(line);
        if self.end.len() > KEPT_LINES {
            self.end.pop_front();
            self.left_out += 1;
        }
    }

    pub(super) fn say(&mut self, text: &str) -> Result<(), Fault> {
        self.note('>', text);
        self.process.say(text)
    }

    fn hear(&mut self, deadline: Instant) -> Result<Option<EngineLine>, Fault> {
        let line = self.process.hear(deadline)?;
        if let Some(line) = &line {
            self.note('<', &line.text);
        }
        Ok(line)
    }

    /// All lines up to the one that begins with this word; a complaint if it does not come in time.
    pub(super) fn until(&mut self, word: &str, patience: Duration) -> Result<Vec<String>, Complaint> {
        let deadline = Instant::now() + patience;
        let mut lines = Vec::new();
        while let Some(line) = self.hear(deadline)? {
            let is_last = line.text.split_ascii_whitespace().next() == Some(word);
            lines.push(line.text);
            if is_last {
                return Ok(lines);
            }
            if lines.len() > MOST_LINES {
                return Err(Complaint::fail(format!(
                    "more than {MOST_LINES} lines and no {word} among them"
                )));
            }
        }
        Err(Complaint::fail(format!("no {word} within {:.1} s", patience.as_secs_f64())))
    }

    /// Says `uci`, reads the greeting up to `uciok`, and sets the options that the user wishes.
    pub(super) fn greet(&mut self) -> Result<Vec<String>, Complaint> {
        self.say("uci")?;
        let greeting = self.until("uciok", START * self.patience)?;
        for (name, value) in core::mem::take(&mut self.options) {
            self.say(&format!("setoption name {name} value {value}"))?;
        }
        self.say("isready")?;
        self.until("readyok", START * self.patience)?;
        Ok(greeting)
    }

    /// Greets and gives the options that can be read.
    pub(super) fn greet_for_options(&mut self) -> Result<Vec<OptionLine>, Complaint> {
        let greeting = self.greet()?;
        Ok(greeting
            .iter()
            .filter(|line| line.starts_with("option"))
            .filter_map(|line| OptionLine::parse(line).ok())
            .collect())
    }

    /// Greets, and breaks the check off if the engine has no such option.
    pub(super) fn greet_wanting(&mut self, option: &str) -> Result<(), Complaint> {
        let options = self.greet_for_options()?;
        if options.iter().any(|known| known.name.eq_ignore_ascii_case(option)) {
            return Ok(());
        }
        Err(Complaint::skip(format!("there is no option {option}")))
    }

    /// Asks whether the engine is ready; gives what it says before it is.
    pub(super) fn ready(&mut self) -> Result<Vec<String>, Complaint> {
        self.say("isready")?;
        self.until("readyok", self.patience)
    }

    /// Says `go` with limits that end by themselves and hears the search out.
    pub(super) fn search(&mut self, board: &Board, go: &str) -> Result<Search, Complaint> {
        self.say(go)?;
        self.best_move(board)
    }

    /// Hears a search out, and makes sure that one answer is all.
    pub(super) fn best_move(&mut self, board: &Board) -> Result<Search, Complaint> {
        let lines = self.until("bestmove", self.patience)?;
        let search = Search::new(board, lines)?;
        let after = self.ready()?;
        if let Some(second) = after.iter().find(|line| line.starts_with("bestmove")) {
            return Err(Complaint::fail(format!("a second answer to one go: {second}")));
        }
        Ok(search)
    }

    /// Tells a position and searches it.
    pub(super) fn search_fen(&mut self, fen: &str, go: &str) -> Result<Search, Complaint> {
        let board = board(fen)?;
        self.say(&format!("position fen {fen}"))?;
        self.search(&board, go)
    }

    /// Tells the start position with moves and gives the board they lead to.
    pub(super) fn position(&mut self, moves: &str) -> Result<Board, Complaint> {
        let mut game = Game::default();
        for text in moves.split_ascii_whitespace() {
            let mv = game.board().parse_uci(text).map_err(|error| internal(&error))?;
            game.play(mv).map_err(|error| internal(&error))?;
        }
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
        self.say(&format!("position startpos{moves}"))?;
        Ok(*game.board())
    }

    /// Listens for a while, in which nothing that begins with this word may come.
    pub(super) fn no(&mut self, word: &str, why: &str) -> Result<(), Complaint> {
        let deadline = Instant::now() + SILENCE;
        let mut lines = 0;
        while let Some(line) = self.hear(deadline)? {
            if line.text.split_ascii_whitespace().next() == Some(word) {
                return Err(Complaint::fail(format!("\"{}\" {why}", line.text)));
            }
            lines += 1;
            if lines > MOST_LINES || Instant::now() > deadline {
                break;
            }
        }
        Ok(())
    }

    /// Closes the engine's input.
    pub(super) fn hang_up(&mut self) {
        self.note('>', "(end of input)");
        self.process.close_input();
    }

    /// Waits for the process to end by itself, and hears what it still has to say: nobody can go who cannot
    /// finish speaking.
    pub(super) fn departs(&mut self) -> Result<(), Complaint> {
        let deadline = Instant::now() + self.patience;
        while Instant::now() < deadline {
            let moment = Instant::now() + Duration::from_millis(20);
            if self.process.wait(moment.min(deadline)).is_some() {
                return Ok(());
            }
            while let Ok(Some(_)) = self.hear(Instant::now()) {}
        }
        Err(Complaint::fail(format!("still running after {:.1} s", self.patience.as_secs_f64())))
    }
}

/// A position of our own.
pub(super) fn board(fen: &str) -> Result<Board, Complaint> {
    Board::from_fen(fen).map_err(|error| internal(&error))
}

/// A mistake of this program, not of the engine.
fn internal(error: &dyn core::fmt::Display) -> Complaint {
    Complaint::skip(format!("internal error: {error}"))
}
