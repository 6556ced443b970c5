//! The user's moves and positions.

use quevedo_rules::{Board, Color, Game, Move, MoveError, Setup, UciMove};

use super::editor::{Edit, Editor};
use super::{Mode, Obstacle, Xboard, write};
use crate::text::excerpt;

impl Xboard {
    /// A word without a command: a move, or unknown.
    pub(super) fn word(&mut self, word: &str) {
        let is_move = word.parse::<UciMove>().is_ok()
            || !matches!(self.game.board().parse_san(word), Err(MoveError::Syntax { .. }));
        if is_move { self.user_move(word) } else { self.error("unknown command", word) }
    }

    /// Plays a move of the user, or says why not.
    pub(super) fn user_move(&mut self, text: &str) {
        match self.read_move(text) {
            Ok(mv) => self.play_users(mv),
            Err(reason) => self.say(format!("Illegal move ({reason}): {}", excerpt(text))),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        if self.obstacle == Some(Obstacle::IllegalPosition) {
            return Err("the position is illegal".to_owned());
        }
        let board = self.game.board();
        if self.mode == Mode::Play(board.turn()) && self.obstacle.is_none() {
            return Err("it is the engine's turn".to_owned());
        }
        let read = match text.parse::<UciMove>() {
            Ok(written) => board.find_uci(written),
            Err(_) => board.parse_san(text),
        };
        read.map_err(|error| match error {
            MoveError::Illegal { fault, .. } => fault.to_string(),
            MoveError::NoSuchPiece { wanted, .. } => format!("there is no {wanted}"),
            MoveError::Ambiguous { .. } => "several moves could be meant".to_owned(),
            _ => "this is no move".to_owned(),
        })
    }

    fn play_users(&mut self, mv: Move) {
        let pondered_on = self.pondering_on(mv);
        if self.game.play(mv).is_err() {
            return;
        }
        self.obstacle = None;
        self.position_changed();
        self.claim_result();
        if let Some(search) = pondered_on.filter(|_| self.obstacle.is_none()) {
            self.ponder_hit(search);
        }
    }

    /// Says the result if the game is over or can be claimed a draw. Who only watches claims nothing.
    pub(super) fn claim_result(&mut self) {
        if !matches!(self.mode, Mode::Play(_)) {
            return;
        }
        if let Some(result) = write::result(&self.game) {
            self.obstacle = Some(Obstacle::GameOver);
            self.say(result);
        }
    }

    /// Takes moves back.
    pub(super) fn undo(&mut self, moves: usize, command: &str) {
        if self.game.moves().len() < moves {
            self.error("no move to take back", command);
            return;
        }
        for _ in 0..moves {
            self.game.undo();
        }
        self.obstacle = None;
        self.position_changed();
    }

    /// Puts a position on the board, or says that it is none.
    pub(super) fn set_up(&mut self, setup: Option<Setup>) {
        if let Some(board) = setup.and_then(|setup| Board::try_from(setup).ok()) {
            self.game = Game::new(board);
            self.obstacle = None;
        } else {
            // The user's program shows it all the same, so the old position is of no use.
            self.obstacle = Some(Obstacle::IllegalPosition);
            self.say("tellusererror Illegal position".to_owned());
        }
        self.position_changed();
    }

    /// The old commands `white` and `black`: this side is to move, the engine plays the other.
    pub(super) fn set_turn(&mut self, turn: Color) {
        let mut setup = self.game.board().setup();
        if setup.turn != turn {
            setup.turn = turn;
            setup.en_passant = None;
            self.set_up(Some(setup));
        }
        self.mode = Mode::Play(!turn);
    }

    /// Opens the editor.
    pub(super) fn open_editor(&mut self) {
        self.editor = Some(Editor::new(self.game.board().setup()));
    }

    /// A word for the editor.
    pub(super) fn edit(&mut self, word: &str) {
        let Some(editor) = &mut self.editor else { return };
        match editor.take(word) {
            Edit::GoesOn => {}
            Edit::Unknown => self.error("unknown edit command", word),
            Edit::Done(setup) => {
                self.editor = None;
                self.set_up(Some(setup));
            }
        }
    }
}
