//! The story's lines as sentences, in English and in Spanish.

use quevedo_rules::Color;

use super::story::{EndOfGame, StoryLine};
use super::{GameReview, Mark};
use crate::Language;

/// What a sentence is made of: names and moves of the game.
struct Speaker<'a> {
    review: &'a GameReview,
    language: Language,
}

impl StoryLine {
    /// The line as a sentence about this game.
    pub fn words(&self, review: &GameReview, language: Language) -> String {
        let speaker = Speaker { review, language };
        match language {
            Language::English => speaker.english(self),
            Language::Spanish => speaker.spanish(self),
        }
    }
}

impl Speaker<'_> {
    fn side(&self, side: Color) -> &'static str {
        match (self.language, side) {
            (Language::English, Color::White) => "White",
            (Language::English, Color::Black) => "Black",
            (Language::Spanish, Color::White) => "las blancas",
            (Language::Spanish, Color::Black) => "las negras",
        }
    }

    /// `12... Nd7?`
    fn mv(&self, ply: usize) -> String {
        let Some(mv) = self.review.at(ply) else { return "?".to_owned() };
        let san = match self.language {
            Language::English => mv.played.san.clone(),
            Language::Spanish => spanish_san(&mv.played.san),
        };
        format!("{} {san}{}", mv.number, mv.mark.map_or("", Mark::sign))
    }

    /// The number of a ply's move.
    fn number(&self, ply: usize) -> String {
        let number = self.review.at(ply).map_or("?", |mv| mv.number.as_str());
        number.trim_end_matches('.').to_owned()
    }

    /// What would have been better.
    fn better(&self, ply: usize) -> String {
        let Some(mv) = self.review.at(ply) else { return String::new() };
        match mv.best.as_ref().filter(|best| best.uci != mv.played.uci) {
            Some(best) if self.language == Language::English => {
                format!("; {} {} was better", mv.number, best.san)
            }
            Some(best) => format!("; era mejor {} {}", mv.number, spanish_san(&best.san)),
            None => String::new(),
        }
    }

    fn english(&self, line: &StoryLine) -> String {
        let side = |side| self.side(side);
        match line {
            StoryLine::Opening { name, plies } => {
                let until = match plies {
                    0 => String::new(),
                    _ => format!(", known by name up to {}", self.mv(*plies)),
                };
                format!("{name}{until}.")
            }
            StoryLine::LevelUntil { ply } if *ply >= self.review.moves.len() => {
                "Neither side was ever clearly better.".to_owned()
            }
            StoryLine::LevelUntil { ply: 0 } => "One side was better from the first move on.".to_owned(),
            StoryLine::LevelUntil { ply } => format!("The game was level up to move {}.", self.number(*ply)),
            StoryLine::BetterFrom { side: who, ply: 0 } => format!("{} was better all the time.", side(*who)),
            StoryLine::BetterFrom { side: who, ply } => {
                format!(
                    "{} was better from move {} on, and nobody before that.",
                    side(*who),
                    self.number(*ply)
                )
            }
            StoryLine::LeadChanges { changes } => format!("The lead changed hands {changes} times."),
            StoryLine::LetSlip { side: who, ply, before, after } => format!(
                "{} stood to win and let it slip with {} (expected score {} -> {}){}.",
                side(*who),
                self.mv(*ply),
                percent(*before),
                percent(*after),
                self.better(*ply)
            ),
            StoryLine::Decided { side: who, ply, before, after } => format!(
                "{} decided the game: {}'s expected score went from {} to {}{}.",
                self.mv(*ply),
                side(!*who),
                percent(*before),
                percent(*after),
                self.better(*ply)
            ),
            StoryLine::Gradual { side: who } => {
                format!(
                    "{} got the better of it step by step, without a single large mistake of the other side.",
                    side(*who)
                )
            }
            StoryLine::End(end) => self.english_end(end),
        }
    }

    fn english_end(&self, end: &EndOfGame) -> String {
        let result = &self.review.result;
        match end {
            EndOfGame::ByRules { how, winner: Some(winner), ply } if how == "checkmate" => {
                format!("{} mated with {}.", self.side(*winner), self.mv(*ply))
            }
            EndOfGame::ByRules { how, ply, .. } => {
                format!("The game ended with {}: {}.", self.mv(*ply), how.replace('_', " "))
            }
            EndOfGame::OnTime { winner: Some(winner), expectation } => {
                let loser = !*winner;
                format!(
                    "{} lost on time, in a position with an expected score of {} for {}.",
                    self.side(loser),
                    percent(if loser == Color::White { *expectation } else { 1.0 - expectation }),
                    self.side(loser)
                )
            }
            EndOfGame::OnTime { winner: None, .. } => "Time ran out, and the game was drawn.".to_owned(),
            EndOfGame::ByResult { is_known: false, expectation, .. } => {
                format!(
                    "The file has no result; the last position is worth {} for White.",
                    percent(*expectation)
                )
            }
            EndOfGame::ByResult { winner: Some(winner), expectation, .. } => {
                let worth = if *winner == Color::White { *expectation } else { 1.0 - expectation };
                let even_so = if worth < 0.5 {
                    ", though the last position is worth only"
                } else {
                    "; the last position is worth"
                };
                format!(
                    "{} won ({result}){even_so} {} for {}.",
                    self.side(*winner),
                    percent(worth),
                    self.side(*winner)
                )
            }
            EndOfGame::ByResult { winner: None, expectation, .. } => {
                format!("The game was drawn; the last position is worth {} for White.", percent(*expectation))
            }
        }
    }

    fn spanish(&self, line: &StoryLine) -> String {
        let side = |side| self.side(side);
        match line {
            StoryLine::Opening { name, plies } => {
                let until = match plies {
                    0 => String::new(),
                    _ => format!(", conocida por su nombre hasta {}", self.mv(*plies)),
                };
                format!("{name}{until}.")
            }
            StoryLine::LevelUntil { ply } if *ply >= self.review.moves.len() => {
                "Ningún bando estuvo nunca claramente mejor.".to_owned()
            }
            StoryLine::LevelUntil { ply: 0 } => "Un bando estuvo mejor desde la primera jugada.".to_owned(),
            StoryLine::LevelUntil { ply } => {
                format!("La partida estuvo igualada hasta la jugada {}.", self.number(*ply))
            }
            StoryLine::BetterFrom { side: who, ply: 0 } => {
                format!("{} estuvieron mejor todo el tiempo.", capital(side(*who)))
            }
            StoryLine::BetterFrom { side: who, ply } => format!(
                "{} estuvieron mejor desde la jugada {}, y antes nadie.",
                capital(side(*who)),
                self.number(*ply)
            ),
            StoryLine::LeadChanges { changes } => format!("La ventaja cambió de manos {changes} veces."),
            StoryLine::LetSlip { side: who, ply, before, after } => format!(
                "{} tenían la partida ganada y la dejaron escapar con {} (puntos esperados {} -> {}){}.",
                capital(side(*who)),
                self.mv(*ply),
                percent(*before),
                percent(*after),
                self.better(*ply)
            ),
            StoryLine::Decided { side: who, ply, before, after } => format!(
                "{} decidió la partida: los puntos esperados de {} pasaron de {} a {}{}.",
                self.mv(*ply),
                side(!*who),
                percent(*before),
                percent(*after),
                self.better(*ply)
            ),
            StoryLine::Gradual { side: who } => format!(
                "{} se impusieron paso a paso, sin un solo error grande del otro bando.",
                capital(side(*who))
            ),
            StoryLine::End(end) => self.spanish_end(end),
        }
    }

    fn spanish_end(&self, end: &EndOfGame) -> String {
        let result = &self.review.result;
        match end {
            EndOfGame::ByRules { how, winner: Some(winner), ply } if how == "checkmate" => {
                format!("{} dieron mate con {}.", capital(self.side(*winner)), self.mv(*ply))
            }
            EndOfGame::ByRules { how, ply, .. } => {
                format!("La partida acabó con {}: {}.", self.mv(*ply), spanish_ending(how))
            }
            EndOfGame::OnTime { winner: Some(winner), expectation } => {
                let loser = !*winner;
                format!(
                    "{} perdieron por tiempo, en una posición con {} de los puntos esperados para ellas.",
                    capital(self.side(loser)),
                    percent(if loser == Color::White { *expectation } else { 1.0 - expectation })
                )
            }
            EndOfGame::OnTime { winner: None, .. } => {
                "Se acabó el tiempo, y la partida fue tablas.".to_owned()
            }
            EndOfGame::ByResult { is_known: false, expectation, .. } => format!(
                "El archivo no da el resultado; la última posición vale {} para las blancas.",
                percent(*expectation)
            ),
            EndOfGame::ByResult { winner: Some(winner), expectation, .. } => {
                let worth = if *winner == Color::White { *expectation } else { 1.0 - expectation };
                let even_so = if worth < 0.5 {
                    ", aunque la última posición vale solo"
                } else {
                    "; la última posición vale"
                };
                format!(
                    "{} ganaron ({result}){even_so} {} para ellas.",
                    capital(self.side(*winner)),
                    percent(worth)
                )
            }
            EndOfGame::ByResult { winner: None, expectation, .. } => {
                format!(
                    "La partida fue tablas; la última posición vale {} para las blancas.",
                    percent(*expectation)
                )
            }
        }
    }
}

fn percent(expectation: f64) -> String {
    format!("{:.0} %", expectation * 100.0)
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// R, D, T, A, C for the king, queen, rook, bishop and knight.
pub(super) fn spanish_san(san: &str) -> String {
    let letter = |letter| match letter {
        'K' => 'R',
        'Q' => 'D',
        'R' => 'T',
        'B' => 'A',
        'N' => 'C',
        other => other,
    };
    san.chars().map(letter).collect()
}

fn spanish_ending(how: &str) -> &str {
    match how {
        "stalemate" => "rey ahogado",
        "neither side can give mate" => "ninguno puede dar mate",
        "the same position for the fifth time" => "la misma posición por quinta vez",
        "75 moves without a capture or a pawn move" => "75 jugadas sin captura ni movimiento de peón",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spanish_moves_have_spanish_letters() {
        assert_eq!(spanish_san("Nbxd7+"), "Cbxd7+");
        assert_eq!(spanish_san("e8=Q#"), "e8=D#");
        assert_eq!(spanish_san("O-O"), "O-O");
    }
}
