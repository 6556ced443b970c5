//! When the engine agrees to a draw.

use quevedo_human::Chance;
use quevedo_rules::Game;
use quevedo_value::Score;

use crate::options::Options;

/// Worse than this, a draw is an escape.
const WORSE: Score = Score::cp(-50);
/// Within this nobody has anything.
const EVEN: i32 = 20;
/// Before this move a game is too young to be given up as drawn.
const LATE: u16 = 40;

/// Whether an engine that sees its position so takes a draw: when it stands worse, or when the game is old and nobody has
/// anything.
pub fn takes_draw(score: Score, move_number: u16) -> bool {
    score <= WORSE || (move_number >= LATE && !score.is_decided() && score.raw().abs() <= EVEN)
}

/// Points behind, as users are shown scores, from which on somebody may give up.
const HOPELESS: i32 = -700;
/// Weaker players go on: anything can happen.
const LEAST_RATING: i32 = 1000;
/// A mate in more plies is not seen by people.
const SEEN_MATE: u32 = 4;
/// A draw is offered from this move on, and in every ten moves at most once.
const OFFERS_FROM: u16 = 30;

/// What somebody of a level says before his move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// He gives the game up.
    GivesUp,
    /// He offers a draw.
    OffersDraw,
}

/// What a level that the options describe says before its move, by the score that it sees and by the chances of its seed: as its
/// options allow. A third of the hopeless positions and half of the dead level ones, after move 30, bring it to speak. The shares are
/// not fitted to games.
pub fn word(options: &Options, game: &Game, score: Option<Score>) -> Option<Word> {
    let score = score.filter(|_| options.limit_strength)?;
    let number = game.board().fullmove_number();
    let key = game.board().key().0;
    let is_hopeless = match score.plies_to_mate() {
        Some(plies) => score.is_lost() && plies <= SEEN_MATE,
        None => score.raw() <= HOPELESS,
    };
    if options.resigns && options.elo >= LEAST_RATING && is_hopeless {
        let speaks = Chance::of(&[options.seed as u64, key, game.moves().len() as u64]).part() < 1.0 / 3.0;
        return speaks.then_some(Word::GivesUp);
    }
    let is_level = !score.is_decided() && score.raw().abs() <= EVEN;
    if options.draw_offers && number >= OFFERS_FROM && is_level {
        // The move of ten on which it may speak differs from game to game.
        let turn =
            Chance::of(&[options.seed as u64, game.start().key().0, u64::from(number / 10)]).number() % 20;
        return (turn == u64::from(number % 10)).then_some(Word::OffersDraw);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_value::Ply;

    #[test]
    fn levels_give_up_and_offer_draws_only_where_they_may() {
        let mut game = Game::default();
        let mut options = Options { limit_strength: true, elo: 1500, seed: 1, ..Options::default() };
        let lost = Some(Score::cp(-1200));
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle();
        let (mut gave_up, mut offers) = (0, Vec::new());
        for text in moves.take(160) {
            assert_eq!(word(&options, &game, lost), None);
            let speaking = Options { resigns: true, draw_offers: true, ..options.clone() };
            gave_up += usize::from(word(&speaking, &game, lost) == Some(Word::GivesUp));
            assert_eq!(word(&Options { elo: 900, ..speaking.clone() }, &game, lost), None, "beginners go on");
            assert_eq!(word(&speaking, &game, Some(Score::mated_in(Ply::new(12)))), None, "nobody sees that");
            if word(&speaking, &game, Some(Score::DRAW)).is_some() {
                offers.push(game.board().fullmove_number());
            }
            let mv = game.board().parse_uci(text).expect("a move");
            game.play(mv).expect("legal");
        }
        assert!((1..160).contains(&gave_up), "{gave_up}");
        offers.dedup();
        assert!(!offers.is_empty() && offers[0] >= OFFERS_FROM, "{offers:?}");
        assert!(offers.windows(2).all(|pair| pair[0] / 10 != pair[1] / 10), "{offers:?}");
        options.limit_strength = false;
        assert_eq!(word(&Options { resigns: true, ..options }, &game, lost), None);
    }

    #[test]
    fn draws_are_taken_when_there_is_nothing_to_win() {
        assert!(!takes_draw(Score::DRAW, 10), "too early");
        assert!(takes_draw(Score::DRAW, 40));
        assert!(takes_draw(Score::cp(-80), 10), "glad to escape");
        assert!(!takes_draw(Score::cp(80), 90));
        assert!(takes_draw(Score::mated_in(Ply::new(4)), 10));
        assert!(!takes_draw(Score::mate_in(Ply::new(4)), 90));
    }
}
