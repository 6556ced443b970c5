//! What a file of games holds.

use std::io::BufRead;

use quevedo_rules::{Color, Outcome};

use super::filter::Filter;
use super::game::Game;
use super::reader::{DataError, Reader};

/// What a file of games holds, and where to go on writing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    /// Games, those that were not played included: the number of the next one.
    pub games: u64,
    /// Numbers that were not played.
    pub not_played: u64,
    /// Games that White won, that were drawn, that Black won.
    pub results: [u64; 3],
    /// Positions of all games.
    pub plies: u64,
    /// Positions that the usual [`Filter`] keeps.
    pub fit: u64,
    /// The length of the file up to the end of its last whole game.
    pub good_length: u64,
    /// Whether something stands behind that: a game whose writer was stopped.
    pub is_torn: bool,
}

impl Survey {
    /// Reads the file through, showing every game to `look`. A torn game at the end is no error.
    ///
    /// # Errors
    /// If a game is damaged, or reading fails.
    pub fn of<R: BufRead>(mut reader: Reader<R>, mut look: impl FnMut(&Game)) -> Result<Survey, DataError> {
        let mut survey = Survey { good_length: reader.offset(), ..Survey::default() };
        while let Some(game) = reader.next() {
            match game {
                Ok(game) => {
                    survey.add(&game);
                    look(&game);
                }
                Err(DataError::Torn { .. }) => survey.is_torn = true,
                Err(error) => return Err(error),
            }
            survey.good_length = reader.offset();
        }
        Ok(survey)
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Game) {
        self.games += 1;
        if game.plies.is_empty() {
            self.not_played += 1;
            return;
        }
        self.plies += game.plies.len() as u64;
        self.fit += Filter::default().positions(game).count() as u64;
        let [white, drawn, black] = &mut self.results;
        *match game.result {
            Outcome::Win(Color::White) => white,
            Outcome::Draw => drawn,
            Outcome::Win(Color::Black) => black,
        } += 1;
    }

    /// Games that were played.
    pub fn played(&self) -> u64 {
        self.games - self.not_played
    }
}
