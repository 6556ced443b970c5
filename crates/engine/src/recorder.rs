//! The game that a session plays, on its way into the memory.

use std::sync::{Arc, Mutex};

use quevedo_book::Random;
use quevedo_memory::{Ending, GameId, GameOutcome, Home, PlayedGame, Recollection, Thought};
use quevedo_rules::{Color, Game, Move, Outcome};

use crate::answer::{Answer, Origin};
use crate::control::lock;

/// A game that is being played, as far as it is known.
#[derive(Debug)]
pub(crate) struct Recorder {
    id: GameId,
    ours: Color,
    /// The game before our last move.
    game: Game,
    said: Arc<Mutex<Said>>,
}

/// What the thinking threads have said.
#[derive(Default, Debug)]
pub(crate) struct Said {
    thoughts: Vec<Thought>,
    /// The last move, and its ply.
    last: Option<(usize, Move)>,
}

/// A shorter game has nothing to tell.
const LEAST_PLIES: usize = 8;

impl Recorder {
    /// A game that begins, or goes on as `before` says.
    pub(crate) fn follow(before: Option<Recorder>, game: &Game) -> Recorder {
        let (ours, moves) = (game.board().turn(), game.moves().len());
        match before {
            Some(before) if before.ours == ours && moves > 1 => Recorder { game: game.clone(), ..before },
            _ => {
                // Two processes, two games: no two have the same number.
                let mut random = Random::new(0);
                let id = GameId(u128::from(random.next_number()) << 64 | u128::from(random.next_number()));
                Recorder { id, ours, game: game.clone(), said: Arc::default() }
            }
        }
    }

    pub(crate) fn said(&self) -> Arc<Mutex<Said>> {
        Arc::clone(&self.said)
    }

    /// The game so far; `None` if it is too short.
    fn played(&self, opponent: &str) -> Option<PlayedGame> {
        let said = lock(&self.said);
        let mut game = self.game.clone();
        if let Some((ply, mv)) = said.last
            && ply == game.moves().len()
        {
            // The move that was said last, which nobody has answered.
            let _ = game.play(mv);
        }
        if game.moves().len() < LEAST_PLIES {
            return None;
        }
        let outcome = match game.outcome() {
            None => GameOutcome::Unknown,
            Some(Outcome::Draw) => GameOutcome::Draw,
            Some(Outcome::Win(Color::White)) => GameOutcome::White,
            Some(Outcome::Win(Color::Black)) => GameOutcome::Black,
        };
        let mut thoughts = said.thoughts.clone();
        thoughts.retain(|thought| usize::from(thought.ply) < game.moves().len());
        thoughts.sort_by_key(|thought| thought.ply);
        Some(PlayedGame {
            start: *game.start(),
            moves: game.boards().iter().zip(game.moves()).map(|(board, &mv)| board.uci(mv)).collect(),
            ours: self.ours,
            outcome,
            ending: Ending::Normal,
            opponent: opponent.to_owned(),
            date: String::new(),
            is_full_strength: true,
            evaluation: String::new(),
            thoughts,
        })
    }

    /// Hands the game in, and has it taken in if nobody else has the memory. What went wrong, in words.
    pub(crate) fn hand_in(&self, folder: &str, opponent: &str) -> Result<(), String> {
        let Some(game) = self.played(opponent) else { return Ok(()) };
        let home = Home::at(folder);
        let cannot = |error: &dyn core::fmt::Display| format!("the game cannot be remembered: {error}");
        home.make().map_err(|error| cannot(&error))?;
        home.hand_in(self.id, &game).map_err(|error| cannot(&error))?;
        home.open().map_err(|error| cannot(&error))?;
        Ok(())
    }
}

impl Said {
    /// Notes what came of a search.
    pub(crate) fn note(&mut self, ply: usize, game: &Game, answer: &Answer) {
        let Some(best) = answer.best else { return };
        self.last = Some((ply, best));
        let searched = matches!(answer.origin, Origin::Search | Origin::Tablebase | Origin::Memory);
        if let Some(score) = answer.score.filter(|_| searched) {
            let after = game.board().play(best);
            let expected = answer.ponder.filter(|&mv| after.is_legal(mv)).map(|mv| after.uci(mv));
            self.thoughts.retain(|thought| usize::from(thought.ply) != ply);
            self.thoughts.push(Thought {
                ply: ply as u16,
                score: score.verdict().centipawns(),
                depth: answer.depth.plies().max(0) as u16,
                expected,
            });
        }
    }
}

/// What is remembered of the folder's games; nothing if there are none or somebody is changing them.
pub(crate) fn recollect(folder: &str) -> Recollection {
    let memory = Home::at(folder).open_to_read();
    memory.and_then(|memory| memory.recollect()).unwrap_or_default()
}
