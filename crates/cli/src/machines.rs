//! The machines of old that take the engine's place: option `Opponent`, `--opponent`, and `lab:` in matches.

use quevedo_engine::Mover;
use quevedo_eval::torres;
use quevedo_lab::shannon::{Extent, Machine, Strategy};
use quevedo_lab::turing;
use quevedo_rules::{Game, Move};

/// Who plays, and a sentence about it.
pub(crate) const SENTENCES: [(&str, &str); 8] = [
    ("random", "Plays any legal move; Shannon called it unbelievably bad."),
    ("first-move", "Plays the first move of the list of legal moves."),
    ("type-a-1", "Shannon's type A of 1950: looks at every move, one ply deep, and counts."),
    ("type-a-2", "Shannon's type A, two plies deep."),
    ("type-a-3", "Shannon's type A, three plies deep."),
    ("type-b", "Shannon's type B: forceful variations only, until nothing hangs."),
    ("turing", "Turing's paper machine of 1948: two plies, captures, and points for the position."),
    ("torres", "Torres y Quevedo's machine of 1912: mates with king and rook, and knows nothing else."),
];

/// The machine of a name.
pub(crate) fn make(name: &str, seed: u64) -> Option<Box<dyn Mover>> {
    let strategy = match name {
        "random" => Strategy::Random,
        "first-move" => Strategy::FirstLegal,
        "type-a-1" => Strategy::TypeA(1),
        "type-a-2" => Strategy::TypeA(2),
        "type-a-3" => Strategy::TypeA(3),
        "type-b" => Strategy::TypeB(Extent::default()),
        "turing" => return Some(Box::new(Turing)),
        "torres" => return Some(Box::new(Torres)),
        _ => return None,
    };
    Some(Box::new(Shannon(Machine::new(strategy, seed))))
}

struct Shannon(Machine);

impl Mover for Shannon {
    fn choose(&mut self, game: &Game) -> Option<Move> {
        self.0.choose(game.board())
    }
}

struct Turing;

impl Mover for Turing {
    fn choose(&mut self, game: &Game) -> Option<Move> {
        turing::choose(game.board())
    }
}

struct Torres;

impl Mover for Torres {
    fn choose(&mut self, game: &Game) -> Option<Move> {
        torres::krk_move(game.board()).or_else(|| game.board().legal_moves().first().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_engine::OPPONENTS;

    #[test]
    fn every_opponent_that_is_offered_is_there_and_moves() {
        assert_eq!(OPPONENTS[0], "none");
        for (&name, (told, sentence)) in OPPONENTS[1..].iter().zip(SENTENCES) {
            assert_eq!(name, told);
            assert!(sentence.ends_with('.'));
            let mut machine = make(name, 1).expect(name);
            assert!(machine.choose(&Game::default()).is_some(), "{name}");
        }
        assert!(make("nobody", 1).is_none());
    }
}
