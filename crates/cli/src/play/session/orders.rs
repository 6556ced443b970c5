//! What the user asks for besides a move.

use std::path::Path;
use std::time::Instant;

use quevedo_engine::{Answer, Options};
use quevedo_play::{CasualGame, Turn};

use super::{Next, Session, for_white, line_of};
use crate::play::keeper;
use crate::play::level;
use crate::play::order::{self, Order};

impl Session {
    /// Does it, and says whether the conversation goes on.
    pub(super) fn obey(&mut self, order: Order) -> anyhow::Result<Next> {
        match order {
            Order::Nothing => {}
            Order::Move(text) => self.human_moves(&text)?,
            Order::Undo => self.undo()?,
            Order::Hint => self.hint()?,
            Order::Eval => self.evaluate()?,
            Order::Moves => self.list_moves()?,
            Order::Board => self.draw_board()?,
            Order::Flip => {
                self.drawing.from = !self.drawing.from;
                self.draw_board()?;
            }
            Order::Draw => self.draw()?,
            Order::Resign if self.game.resign() => self.ended()?,
            Order::Resign => self.talk.say("The game is over already.")?,
            Order::Game => self.talk.say(self.pgn().trim_end())?,
            Order::Save(file) => self.save(&file)?,
            Order::Load(file) => self.load(&file)?,
            Order::Level(text) => self.set_level(&text)?,
            Order::Clock => {
                if !self.tell_clocks()? {
                    self.talk.say("There is no clock in this game; `quevedo play --tc 5+3` has one.")?;
                }
            }
            Order::New => {
                self.keeper.next_game(&self.pgn());
                self.begin(CasualGame::new(self.game.terms().clone()))?;
            }
            Order::Quit => return Ok(Next::Leave),
            Order::Help => self.talk.say(order::HELP)?,
        }
        Ok(Next::Continue)
    }

    /// Takes back the user's last move and what came after it.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.game.take_back().is_err() {
            self.talk.say("There is nothing to take back.")?;
            return Ok(());
        }
        self.turn_began = Instant::now();
        self.keep();
        self.draw_board()
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if let Some(answer) = self.ask()?
            && let Some(mv) = answer.best
        {
            self.talk.say(format_args!("I would play {}.", self.game.board().san(mv)))?;
        }
        Ok(())
    }

    fn evaluate(&mut self) -> anyhow::Result<()> {
        if let Some(answer) = self.ask()? {
            let board = self.game.board();
            let (score, line) = (for_white(&answer, board.turn()), board.san_line(line_of(&answer)));
            self.talk.say(format_args!("{score} for White, depth {}: {line}", answer.depth))?;
        }
        Ok(())
    }

    /// What the engine thinks of the position, unless the game is over.
    fn ask(&mut self) -> anyhow::Result<Option<Answer>> {
        if self.game.turn() == Turn::Over {
            self.talk.say("The game is over.")?;
            return Ok(None);
        }
        // The engine itself is asked, whoever plays.
        let playing = self.engine.options().clone();
        let plain = Options::default();
        let own =
            Options { limit_strength: false, machine: plain.machine, style: plain.style, ..playing.clone() };
        self.engine.configure(own)?;
        let answer = self.think(self.aside());
        self.engine.configure(playing)?;
        answer.map(Some)
    }

    fn list_moves(&self) -> anyhow::Result<()> {
        let board = self.game.board();
        let mut moves: Vec<String> =
            board.legal_moves().iter().map(|&mv| board.san(mv).to_string()).collect();
        moves.sort_unstable();
        for line in moves.chunks(12) {
            self.talk.say(line.join(" "))?;
        }
        if moves.is_empty() {
            self.talk.say("There are none.")?;
        }
        Ok(())
    }

    /// A claim if the rules give one, else an offer.
    fn draw(&mut self) -> anyhow::Result<()> {
        if self.game.turn() == Turn::Over {
            self.talk.say("The game is over already.")?;
            return Ok(());
        }
        if (self.has_offered_draw && self.game.accept_draw()) || self.game.draw() {
            return self.ended();
        }
        self.talk.say("I would rather play on.")?;
        Ok(())
    }

    fn save(&self, file: &str) -> anyhow::Result<()> {
        if file.is_empty() {
            self.talk.say(format_args!("The game is kept in {}.", self.keeper.path().display()))?;
            return Ok(());
        }
        match keeper::save_copy(Path::new(file), &self.pgn()) {
            Ok(()) => self.talk.say(format_args!("The game is kept in {file}, too."))?,
            // A bad name is no reason to leave the game.
            Err(error) => self.talk.say(format_args!("{error:#}"))?,
        }
        Ok(())
    }

    /// Goes on with the last game of a file; the one on the board stays where it is kept.
    fn load(&mut self, file: &str) -> anyhow::Result<()> {
        match keeper::last_game(Path::new(file), self.game.terms()) {
            Ok(game) => {
                self.keeper.next_game(&self.pgn());
                self.begin(game)
            }
            Err(error) => Ok(self.talk.say(format_args!("{error:#}"))?),
        }
    }

    fn set_level(&mut self, text: &str) -> anyhow::Result<()> {
        match level::parse(text) {
            Ok(level) if self.game.terms().clock.is_none() => {
                self.game.set_level(level);
                self.talk.say(format_args!("From now on: {level}."))?;
            }
            Ok(_) => self.talk.say("The clock decides how long I think.")?,
            Err(error) => self.talk.say(error)?,
        }
        Ok(())
    }
}
