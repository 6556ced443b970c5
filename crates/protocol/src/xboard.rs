//! The Chess Engine Communication Protocol, version 2: what `XBoard` and `WinBoard` speak.
//!
//! Here the engine has to remember the game, whose move it is, the time control and what it was
//! doing. [`Xboard`] remembers; it takes lines and [`Event`]s and says what to do ([`Action`]). It
//! starts a search only when the last one has said its best move, and changes options and games only
//! between searches, so that the engine behind it needs no care about order.

mod clock;
mod editor;
mod input;
mod moves;
mod obey;
mod search;
mod write;

use core::time::Duration;

use quevedo_engine::{Command, Event};
use quevedo_rules::{Board, Color, Game, Move};
use quevedo_value::Score;

use crate::notation::Castling;
use crate::text::{self, Words};
use clock::TimeControl;
use editor::Editor;
use input::Input;
use search::Search;

/// Something to be done, in the order given.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The engine is to do this.
    Command(Command),
    /// This line is to be printed.
    Line(String),
}

/// What the engine is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// It only takes moves.
    Force,
    /// It plays this side.
    Play(Color),
    /// It looks at whatever is on the board.
    Analyze,
}

/// Why nothing can be searched in the current position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Obstacle {
    /// The user's program shows a position that the rules do not allow.
    IllegalPosition,
    /// A result has been claimed.
    GameOver,
}

/// What the user wants of the engine beside moves.
#[derive(Clone, Copy, Debug, Default)]
struct Wishes {
    /// To see it think.
    posts: bool,
    /// That it thinks on the user's time.
    ponders: bool,
}

/// What the last search had to say, for `hint` and `.`.
#[derive(Clone, Debug, Default)]
struct News {
    depth: i32,
    nodes: u64,
    time: Duration,
    /// What the engine thinks of its own position.
    score: Option<Score>,
    /// The position and the move that was best in it.
    best: Option<(Board, Move)>,
    /// The text and place of the move that was looked at last.
    current: Option<(String, usize)>,
}

/// One side of a conversation in `XBoard`'s protocol.
///
/// ```
/// use quevedo_protocol::xboard::{Action, Xboard};
///
/// let mut xboard = Xboard::new("Quevedo");
/// assert_eq!(xboard.line(b"ping 7"), [Action::Line("pong 7".to_owned())]);
/// xboard.line(b"force");
/// let refused = xboard.line(b"usermove e2e5");
/// let words = "Illegal move (a pawn cannot go from e2 to e5): e2e5";
/// assert_eq!(refused, [Action::Line(words.to_owned())]);
/// ```
#[derive(Clone, Debug)]
pub struct Xboard {
    name: String,
    game: Game,
    mode: Mode,
    obstacle: Option<Obstacle>,
    castling: Castling,
    time: TimeControl,
    editor: Option<Editor>,
    /// The answer that the engine expects to its last move.
    expected: Option<Move>,
    news: News,
    search: Search,
    /// Pings that wait for an answer.
    pings: Vec<i128>,
    wishes: Wishes,
    paused: bool,
    has_quit: bool,
    actions: Vec<Action>,
}

impl Xboard {
    /// A conversation that has just begun; `name` is what the engine is called.
    pub fn new(name: &str) -> Xboard {
        Xboard {
            // The name stands between quotation marks.
            name: text::one_line(name).replace('"', "'"),
            game: Game::default(),
            mode: Mode::Play(Color::Black),
            obstacle: None,
            castling: Castling::TwoSteps,
            time: TimeControl::default(),
            editor: None,
            expected: None,
            news: News::default(),
            search: Search::default(),
            pings: Vec::new(),
            wishes: Wishes::default(),
            paused: false,
            has_quit: false,
            actions: Vec::new(),
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the other side has said goodbye.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Takes a line of the user's program, with or without its line break.
    pub fn line(&mut self, line: &[u8]) -> Vec<Action> {
        if self.has_quit {
            return Vec::new();
        }
        match text::decode(line) {
            Ok(text) => self.take(&text),
            Err(long) => self.error(&format!("too long: {} bytes", long.bytes), "line"),
        }
        self.finish()
    }

    /// Takes what the engine says.
    pub fn event(&mut self, event: &Event) -> Vec<Action> {
        if self.has_quit {
            return Vec::new();
        }
        match event {
            Event::Line { board, report, .. } => self.report(board, report),
            Event::CurrentMove { board, mv, number } => {
                self.news.current = Some((crate::notation::move_text(board, *mv, self.castling), *number));
            }
            Event::BestMove { board, best, ponder } => self.search_ended(board, *best, *ponder),
            Event::GivesUp => self.gives_up(),
            Event::OffersDraw => self.offers_draw(),
            Event::Book { board, moves } => self.say_all(write::book(board, moves, self.castling)),
            Event::Refused(reason) => self.error(&text::one_line(reason), "option"),
            Event::Message(message) => self.say(format!("# {}", text::one_line(message))),
        }
        self.finish()
    }

    /// Takes the end of the input, which means goodbye.
    pub fn end_of_input(&mut self) -> Vec<Action> {
        self.line(b"quit")
    }

    fn take(&mut self, text: &str) {
        let first = Words::new(text).next();
        // Whoever sends these has left the editor, whether or not it was closed.
        if matches!(first, Some("quit" | "new" | "setboard")) {
            self.editor = None;
        }
        if self.editor.is_some() {
            self.edit(first.unwrap_or(""));
        } else if let Some(input) = Input::read(text) {
            self.obey(&input);
        }
    }

    fn finish(&mut self) -> Vec<Action> {
        if !self.has_quit {
            self.settle();
        }
        core::mem::take(&mut self.actions)
    }

    fn say(&mut self, line: String) {
        self.actions.push(Action::Line(line));
    }

    fn say_all(&mut self, lines: impl IntoIterator<Item = String>) {
        self.actions.extend(lines.into_iter().map(Action::Line));
    }

    fn error(&mut self, reason: &str, command: &str) {
        self.say(format!("Error ({reason}): {}", text::excerpt(command)));
    }
}

#[cfg(test)]
mod tests;
