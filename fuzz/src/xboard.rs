//! A conversation in `XBoard`'s protocol with the engine of the protocol's own tests, which fails where
//! it is not treated as agreed.

#[path = "../../crates/protocol/src/xboard/tests/fake_engine.rs"]
#[allow(dead_code)]
mod fake_engine;

use fake_engine::FakeEngine;
use quevedo_protocol::xboard::{Action, Xboard};
use quevedo_value::Score;

use crate::check_one_line;

/// A line that begins with this byte lets the engine report something.
const REPORTS: u8 = 1;
/// A line that begins with this byte lets the engine say its best move, if it may.
const ENDS: u8 = 2;
/// More lines find nothing that these do not.
const MOST_LINES: usize = 60;

/// Leads a conversation and ends it in good order.
///
/// # Panics
/// Where manners are forgotten: a search is started while another is going on, a line is broken, a
/// ping stays without an answer.
pub fn converse(data: &[u8]) {
    let mut talk = Talk { xboard: Xboard::new("Quevedo"), engine: FakeEngine::default() };
    for line in data.split(|&byte| byte == b'\n').take(MOST_LINES) {
        match *line {
            [sign @ (REPORTS | ENDS), ref choice @ ..] => {
                talk.engine_speaks(sign == ENDS, choice.first().map_or(0, |&byte| usize::from(byte)));
            }
            _ => talk.user_says(line),
        }
        if talk.xboard.has_quit() {
            assert!(talk.engine.has_quit);
            return;
        }
    }
    talk.end();
}

struct Talk {
    xboard: Xboard,
    engine: FakeEngine,
}

impl Talk {
    fn user_says(&mut self, line: &[u8]) {
        let actions = self.xboard.line(line);
        self.perform(actions);
    }

    fn perform(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Command(command) => self.engine.obey(&command),
                Action::Line(line) => check_one_line(line.strip_prefix('\t').unwrap_or(&line)),
            }
        }
    }

    fn engine_speaks(&mut self, ends: bool, choice: usize) {
        if !self.engine.is_searching() {
            return;
        }
        let board = *self.engine.board();
        let moves = board.legal_moves();
        let best = moves[choice % moves.len()];
        let event = if ends && self.engine.may_end() {
            let answers = board.play(best).legal_moves();
            self.engine.best_move(Some(best), answers.get(choice / 2).copied())
        } else {
            self.engine.report(choice as i32, Score::cp(choice as i32 - 100), vec![best])
        };
        let actions = self.xboard.event(&event);
        self.perform(actions);
    }

    /// Leaves whatever is going on; then a ping is answered at once.
    fn end(&mut self) {
        for line in [&b"."[..], b"setboard 4k3/8/8/8/8/8/8/4K3 w - -", b"force"] {
            self.user_says(line);
        }
        while self.engine.is_searching() {
            assert!(self.engine.may_end(), "a search that nobody wants goes on");
            self.engine_speaks(true, 0);
        }
        assert_eq!(self.xboard.line(b"ping 99"), [Action::Line("pong 99".to_owned())]);
    }
}
