//! What each command changes. What is searched then follows from the new state, see `search`.

use quevedo_engine::{Command, takes_draw};
use quevedo_rules::{Color, Game, Setup};
use quevedo_value::Depth;

use super::clock::{Pace, TimeControl};
use super::input::Input;
use super::{Mode, News, Obstacle, Xboard, write};
use crate::notation::{Castling, move_text};

impl Xboard {
    pub(super) fn obey(&mut self, input: &Input) {
        let turn = self.game.board().turn();
        match *input {
            Input::Nothing => {}
            Input::Protover => self.say_all(write::features(&self.name)),
            Input::New => self.new_game(),
            Input::Variant(name) => self.set_variant(name),
            Input::Quit => {
                self.has_quit = true;
                self.actions.push(super::Action::Command(Command::Quit));
            }
            Input::Force => self.stop_playing(Mode::Force),
            Input::Result => self.end_game(),
            Input::Draw => self.answer_draw(),
            Input::Analyze => self.stop_playing(Mode::Analyze),
            Input::Exit => self.stop_analyzing(),
            Input::Go => self.play_side(turn),
            Input::PlayOther => self.play_side(!turn),
            Input::White => self.set_turn(Color::White),
            Input::Black => self.set_turn(Color::Black),
            Input::Level { moves, base, increment } => {
                self.time.set_pace(Pace::Level { moves, base, increment });
            }
            Input::PerMove(time) => self.time.set_pace(Pace::PerMove(time)),
            Input::Depth(plies) => {
                let deepest = i128::from(Depth::MAX.plies());
                self.time.depth = Some(Depth(plies.clamp(1, deepest) as i32));
            }
            Input::NodeRate(rate) => self.time.node_rate = rate,
            Input::Time(time) => self.time.own = Some(time),
            Input::OpponentTime(time) => self.time.opponents = Some(time),
            Input::Move(text) => self.user_move(text),
            Input::Word(word) => self.word(word),
            Input::MoveNow => self.move_now(),
            Input::Ping(number) => self.pings.push(number),
            Input::SetBoard(fen) => self.set_up(Setup::from_fen_lenient(fen).ok()),
            Input::Edit => self.open_editor(),
            Input::Hint => self.hint(),
            Input::Book => self.ask_book(),
            Input::Undo => self.undo(1, "undo"),
            Input::Remove => self.undo(2, "remove"),
            Input::Ponder(ponders) => self.set_pondering(ponders),
            Input::Post(posts) => self.wishes.posts = posts,
            Input::Status => self.status(),
            Input::Pause => self.paused = true,
            Input::Resume => self.paused = false,
            Input::Option { ref name, ref value } => self.set_option(name, value.as_deref()),
            Input::Malformed { wanted, line } => self.error(wanted, line),
            Input::Unknown(line) => self.error("unknown command", line),
        }
    }

    /// A new game of standard chess; the engine plays Black. While analysing it goes on doing that.
    fn new_game(&mut self) {
        self.game = Game::default();
        self.obstacle = None;
        self.castling = Castling::TwoSteps;
        self.paused = false;
        self.time = TimeControl { pace: self.time.pace, ..TimeControl::default() };
        self.news = News::default();
        self.position_changed();
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Color::Black);
        }
        self.between_searches(Command::NewGame);
    }

    /// The engine plays no side; a game that is over can be looked at.
    fn stop_playing(&mut self, mode: Mode) {
        self.mode = mode;
        if self.obstacle == Some(Obstacle::GameOver) {
            self.obstacle = None;
        }
    }

    fn end_game(&mut self) {
        if matches!(self.mode, Mode::Play(_)) {
            self.stop_playing(Mode::Force);
        }
    }

    /// The opponent offers a draw: an offer in return takes it.
    fn answer_draw(&mut self) {
        let is_playing = matches!(self.mode, Mode::Play(_)) && self.obstacle.is_none();
        let move_number = self.game.board().fullmove_number();
        if is_playing && self.news.score.is_some_and(|score| takes_draw(score, move_number)) {
            self.say("offer draw".to_owned());
        }
    }

    fn stop_analyzing(&mut self) {
        if self.mode == Mode::Analyze {
            self.mode = Mode::Force;
        }
    }

    fn set_variant(&mut self, name: &str) {
        match name {
            "normal" => self.castling = Castling::TwoSteps,
            "fischerandom" => self.castling = Castling::Letters,
            _ => self.error("unsupported variant", name),
        }
    }

    /// The engine plays this side from now on, unless the game is over.
    fn play_side(&mut self, us: Color) {
        self.mode = Mode::Play(us);
        if self.obstacle == Some(Obstacle::IllegalPosition) {
            return;
        }
        self.obstacle = None;
        // A draw that could be claimed may be played on.
        if self.game.ending().is_some() {
            self.claim_result();
        }
    }

    fn set_pondering(&mut self, ponders: bool) {
        if self.wishes.ponders != ponders {
            self.wishes.ponders = ponders;
            self.set_option("Ponder", Some(if ponders { "true" } else { "false" }));
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let command = if name.eq_ignore_ascii_case("Clear Hash") {
            Command::ClearHash
        } else {
            Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
        };
        self.between_searches(command);
    }

    /// A move for whoever is to move: the answer that the engine expects, or what it found best.
    fn hint(&mut self) {
        let board = self.game.board();
        let found = self.news.best.filter(|(about, _)| about == board).map(|(_, mv)| mv);
        if let Some(mv) = self.expected.or(found).filter(|&mv| board.is_legal(mv)) {
            self.say(format!("Hint: {}", move_text(board, mv, self.castling)));
        }
    }

    /// `bk`: what the book has for whoever is to move.
    fn ask_book(&mut self) {
        let (setup, moves) = self.game_text();
        self.actions.push(super::Action::Command(Command::Book { setup, moves }));
    }

    /// `.`: how far the analysis has come.
    fn status(&mut self) {
        if self.mode != Mode::Analyze {
            return;
        }
        let News { depth, nodes, time, ref current, .. } = self.news;
        let moves = self.game.board().legal_moves().len();
        let (name, number) = current.as_ref().map_or(("", moves), |(name, number)| (name, *number));
        let left = moves.saturating_sub(number);
        let time = write::hundredths(time);
        let line = format!("stat01: {time} {nodes} {depth} {left} {moves} {name}");
        self.say(line.trim_end().to_owned());
    }
}
