//! The game as it is written down.

use quevedo_games::{GameTree, Outcome};
use quevedo_rules::Color;

use crate::game::CasualGame;

impl CasualGame {
    /// The result as it stands: open while the game goes on.
    pub fn outcome(&self) -> Outcome {
        self.result().map_or(Outcome::Open, |result| result.outcome)
    }

    /// How the game came to its end, as PGN says it.
    pub fn termination(&self) -> &'static str {
        self.result().map_or("unterminated", |result| result.termination.tag())
    }

    /// The game as PGN. `date` and `time` are when it began, as the tags `Date` and `UTCTime` have them.
    pub fn pgn(&self, date: &str, time: &str) -> String {
        let terms = self.terms();
        let tree = GameTree::from_moves(terms.start, self.game().moves().iter().copied());
        // The moves of a game are legal, so there is a tree.
        let mut tree = tree.unwrap_or_else(|_| GameTree::from_board(terms.start));
        let engine = if terms.clock.is_some() {
            terms.engine.clone()
        } else {
            format!("{} ({})", terms.engine, terms.level)
        };
        let name = |color| if color == terms.human { terms.name.as_str() } else { engine.as_str() };
        let tags = [
            ("Event", "Casual game"),
            ("Date", date),
            ("Round", "-"),
            ("White", name(Color::White)),
            ("Black", name(Color::Black)),
            ("UTCTime", time),
            ("Termination", self.termination()),
        ];
        for (tag, value) in tags {
            tree.headers_mut().set(tag, value);
        }
        if let Some(clock) = terms.clock {
            tree.headers_mut().set("TimeControl", &clock.to_string());
        }
        tree.set_result(self.outcome());
        tree.to_pgn()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Terms;
    use core::time::Duration;

    #[test]
    fn a_game_is_written_with_all_that_matters() {
        let clock = Some("300+3".parse().expect("a clock"));
        let mut game = CasualGame::new(Terms { clock, name: "Ada".to_owned(), ..Terms::default() });
        let e4 = game.board().parse_san("e4").expect("a move");
        game.human_moves(e4, Duration::from_secs(1)).expect("a move");
        let pgn = game.pgn("2026.11.18", "12:00:00");
        for text in [
            "[White \"Ada\"]",
            "[Black \"Quevedo\"]",
            "[TimeControl \"300+3\"]",
            "[UTCTime \"12:00:00\"]",
            "1. e4 *",
        ] {
            assert!(pgn.contains(text), "{text} in {pgn}");
        }
        assert!(game.resign());
        let pgn = game.pgn("2026.11.18", "12:00:00");
        assert!(pgn.contains("[Result \"0-1\"]") && pgn.contains("[Termination \"normal\"]"), "{pgn}");
    }
}
