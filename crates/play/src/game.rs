//! The game itself.

use core::time::Duration;

use quevedo_clock::{Clock, TimeControl};
use quevedo_engine::{Answer, Limits, limits_of, takes_draw};
use quevedo_games::PgnResult;
use quevedo_rules::{Board, Claim, Color, Game, Move};
use quevedo_value::Score;

use crate::result::{GameResult, Termination};
use crate::terms::Terms;

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The person's.
    Human,
    /// The engine's.
    Engine,
    /// Nobody's: the game is over.
    Over,
}

/// What cannot be done in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the other side's turn.
    #[error("it is the other side's move")]
    NotYourTurn,
    /// There is no such move here.
    #[error("the move is not legal here")]
    Illegal,
    /// There is no move to take back.
    #[error("there is nothing to take back")]
    NothingToTakeBack,
}

/// A game between a person and the engine.
#[derive(Clone, Debug)]
pub struct CasualGame {
    terms: Terms,
    game: Game,
    /// Both clocks after each ply; the first entry is the start.
    clocks: Vec<[Clock; 2]>,
    result: Option<GameResult>,
    /// What the engine thought of its last move.
    score: Option<Score>,
}

impl CasualGame {
    /// A game that begins now.
    pub fn new(terms: Terms) -> CasualGame {
        let game = Game::new(terms.start);
        let clocks = vec![start_clocks(&terms)];
        let mut casual = CasualGame { terms, game, clocks, result: None, score: None };
        casual.judge();
        casual
    }

    /// Goes on with a game that was played before: its moves, which begin at the terms' start. The clocks begin anew.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn resumed(terms: Terms, moves: &[Move]) -> Result<CasualGame, Refusal> {
        let mut casual = CasualGame::new(terms);
        for &mv in moves {
            casual.game.play(mv).map_err(|_| Refusal::Illegal)?;
            casual.clocks.push(start_clocks(&casual.terms));
        }
        casual.judge();
        Ok(casual)
    }

    /// The game with this end, which it had come to before it was kept.
    pub fn ended(mut self, result: GameResult) -> CasualGame {
        self.result = Some(result);
        self
    }

    /// What was agreed on.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The position on the board.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// The moves and positions so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How the game has ended, if it has.
    pub fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    /// What the engine thought of its last move, for the engine's side.
    pub fn score(&self) -> Option<Score> {
        self.score
    }

    /// Whose move it is.
    pub fn turn(&self) -> Turn {
        match () {
            () if self.result.is_some() => Turn::Over,
            () if self.board().turn() == self.terms.human => Turn::Human,
            () => Turn::Engine,
        }
    }

    /// What a side's clock shows before the move that is being thought about; `None` without clocks.
    pub fn clock(&self, color: Color) -> Option<Duration> {
        self.last_clocks()[color.index()].left()
    }

    fn last_clocks(&self) -> [Clock; 2] {
        self.clocks.last().copied().unwrap_or_else(|| start_clocks(&self.terms))
    }

    /// The limits of the engine's next search.
    pub fn limits(&self) -> Limits {
        limits_of(&self.last_clocks(), self.board().turn())
    }

    /// The limits that the level alone sets: for questions beside the game.
    pub fn limits_of_level(&self) -> Limits {
        let clocks = [Clock::new(self.terms.level, Duration::ZERO); 2];
        limits_of(&clocks, self.board().turn())
    }

    /// Changes what limits the engine's moves from now on.
    pub fn set_level(&mut self, level: TimeControl) {
        self.terms.level = level;
        let engine = (!self.terms.human).index();
        let control = self.terms.engine_control();
        if self.terms.clock.is_none()
            && let Some(clocks) = self.clocks.last_mut()
        {
            clocks[engine] = Clock::new(control, Duration::ZERO);
        }
    }

    /// The person's move, which took so long. It may have been too long: then the game is over.
    ///
    /// # Errors
    /// If it is not the person's turn, or the move is not legal.
    pub fn human_moves(&mut self, mv: Move, used: Duration) -> Result<(), Refusal> {
        self.expect(Turn::Human)?;
        self.play(mv, used)
    }

    /// The engine's move, which took so long.
    ///
    /// # Errors
    /// If it is not the engine's turn, or there is no legal move in the answer.
    pub fn engine_moves(&mut self, answer: &Answer, used: Duration) -> Result<(), Refusal> {
        self.expect(Turn::Engine)?;
        self.play(answer.best.ok_or(Refusal::Illegal)?, used)?;
        self.score = answer.score;
        Ok(())
    }

    fn expect(&self, turn: Turn) -> Result<(), Refusal> {
        match self.turn() {
            Turn::Over => Err(Refusal::Over),
            now if now == turn => Ok(()),
            _ => Err(Refusal::NotYourTurn),
        }
    }

    fn play(&mut self, mv: Move, used: Duration) -> Result<(), Refusal> {
        let mover = self.board().turn();
        if !self.board().is_legal(mv) {
            return Err(Refusal::Illegal);
        }
        let mut clocks = self.last_clocks();
        // Only a clock decides games: a level is no promise to be kept to the millisecond.
        if clocks[mover.index()].spend(used).is_err() && self.terms.clock.is_some() {
            self.time_is_over(mover);
            return Ok(());
        }
        self.game.play(mv).map_err(|_| Refusal::Illegal)?;
        self.clocks.push(clocks);
        self.judge();
        Ok(())
    }

    /// Ends the game if the rules have.
    fn judge(&mut self) {
        let Some((ending, outcome)) = self.game.ending().zip(self.game.outcome()) else { return };
        let outcome = match outcome {
            quevedo_rules::Outcome::Win(color) => PgnResult::Win(color),
            quevedo_rules::Outcome::Draw => PgnResult::Draw,
        };
        self.end(outcome, ending.to_string(), Termination::Normal);
    }

    fn end(&mut self, outcome: PgnResult, reason: String, termination: Termination) {
        self.result = Some(GameResult { outcome, reason, termination });
    }

    /// Somebody's time is over.
    pub fn time_is_over(&mut self, loser: Color) {
        let winner = !loser;
        // A bare king cannot mate, whatever the clock says.
        let can_win = self.board().color(winner).len() > 1;
        let outcome = if can_win { PgnResult::Win(winner) } else { PgnResult::Draw };
        self.end(outcome, format!("{loser}'s time is over"), Termination::TimeForfeit);
    }

    /// The person gives up, unless the game is over already; whether it was not.
    pub fn resign(&mut self) -> bool {
        let goes_on = self.result.is_none();
        if goes_on {
            let human = self.terms.human;
            self.end(PgnResult::Win(!human), format!("{human} has resigned"), Termination::Normal);
        }
        goes_on
    }

    /// The engine gives up, unless the game is over already; whether it was not.
    pub fn engine_resigns(&mut self) -> bool {
        let goes_on = self.result.is_none();
        if goes_on {
            let engine = !self.terms.human;
            self.end(PgnResult::Win(!engine), format!("{engine} has resigned"), Termination::Normal);
        }
        goes_on
    }

    /// The person takes a draw that the engine has offered; whether the game went on until then.
    pub fn accept_draw(&mut self) -> bool {
        let goes_on = self.result.is_none();
        if goes_on {
            self.end(PgnResult::Draw, "by agreement".to_owned(), Termination::Normal);
        }
        goes_on
    }

    /// The draw that the side to move may claim by the rules.
    pub fn claim(&self) -> Option<Claim> {
        self.game.claim().filter(|_| self.result.is_none())
    }

    /// The person claims a draw or offers one: a claim ends the game, an offer does if the engine takes it. Whether it ended.
    pub fn draw(&mut self) -> bool {
        if self.result.is_some() {
            return false;
        }
        let reason = match self.game.claim() {
            Some(claim) => claim.to_string(),
            None if self.engine_takes_draw() => "by agreement".to_owned(),
            None => return false,
        };
        self.end(PgnResult::Draw, reason, Termination::Normal);
        true
    }

    /// The engine claims a draw on its turn, if the rules give one and it stands no better. Whether it did.
    pub fn engine_claims_draw(&mut self) -> bool {
        let is_content = self.score.is_some_and(|score| score <= Score::DRAW);
        let claim = self.claim().filter(|_| self.turn() == Turn::Engine && is_content);
        if let Some(claim) = claim {
            self.end(PgnResult::Draw, claim.to_string(), Termination::Normal);
        }
        claim.is_some()
    }

    fn engine_takes_draw(&self) -> bool {
        self.score.is_some_and(|score| takes_draw(score, self.board().fullmove_number()))
    }

    /// Takes back the person's last move and what came after it; the clocks show what they showed then.
    ///
    /// # Errors
    /// If the person has not moved yet.
    pub fn take_back(&mut self) -> Result<(), Refusal> {
        let turns = self.game.boards().iter().zip(self.game.moves());
        let last = turns.map(|(board, _)| board.turn()).rposition(|turn| turn == self.terms.human);
        let ply = last.ok_or(Refusal::NothingToTakeBack)?;
        while self.game.moves().len() > ply {
            self.game.undo();
        }
        self.clocks.truncate(ply + 1);
        self.result = None;
        self.score = None;
        Ok(())
    }
}

fn start_clocks(terms: &Terms) -> [Clock; 2] {
    let clock = |color| {
        let is_human = color == terms.human;
        Clock::new(if is_human { terms.human_control() } else { terms.engine_control() }, Duration::ZERO)
    };
    [clock(Color::White), clock(Color::Black)]
}

#[cfg(test)]
mod tests;
