//! The book in play: which book, and whose moves it may answer.

use std::sync::Arc;

use quevedo_book::{Book, BookError, BookMove, Choice, Random};
use quevedo_memory::Recollection;
use quevedo_rules::{Board, Game, Move};
use quevedo_search::Limits;

use crate::options::Options;

/// The book that an engine plays from.
#[derive(Debug)]
pub(crate) struct Opening {
    /// That of a file, in place of the built-in one.
    file: Option<Arc<Book>>,
    random: Random,
}

impl Opening {
    pub(crate) fn new() -> Opening {
        Opening { file: None, random: Random::new(0) }
    }

    /// Reads the bytes of a book.
    pub(crate) fn read(bytes: &[u8]) -> Result<Arc<Book>, BookError> {
        Book::read(bytes).map(Arc::new)
    }

    /// From now on from this book; `None` is the built-in one.
    pub(crate) fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.file = book;
    }

    /// Choices begin anew with this seed.
    pub(crate) fn set_seed(&mut self, seed: usize) {
        self.random = Random::new(seed as u64);
    }

    /// All moves that the book has here, the heaviest first.
    pub(crate) fn known(&self, game: &Game) -> Vec<BookMove> {
        self.file.as_deref().unwrap_or_else(|| Book::builtin()).fit(game)
    }

    /// A move for a game, as the options want it chosen.
    pub(crate) fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        options: &Options,
        recollection: Option<&Recollection>,
    ) -> Option<Move> {
        let is_early = usize::from(game.board().fullmove_number()) <= options.book_depth;
        let is_played = options.own_book && !options.analyse && options.multi_pv == 1;
        if !is_early || !is_played || !is_for_a_game(limits) {
            return None;
        }
        let known = self.known(game);
        if let Some(recollection) = recollection {
            let last = game.moves().last().copied();
            return recollection.choose(game.board(), last, &known, &mut self.random);
        }
        let choice = Choice { variety: options.book_variety.min(100) as u8 };
        choice.choose(&known, self.random.next_number())?.mv()
    }
}

/// Whether a search with these limits is for a move of a game. Who gives a depth or a number of nodes wants to see a search, and the
/// same one each time.
pub(crate) fn is_for_a_game(limits: &Limits) -> bool {
    let has_time = limits.move_time.is_some() || limits.clocks.iter().any(Option::is_some);
    let is_counted = limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.soft_nodes.is_some()
        || limits.mate.is_some();
    let is_open = limits.infinite || limits.ponder || !limits.search_moves.is_empty();
    has_time && !is_counted && !is_open
}

/// Whether a game is the engine's own from its first move on.
///
/// Matches with given openings, adjourned games and studies begin for the engine in the middle: there it is asked for its first move
/// when moves have been made for it. A book has no business in them.
#[derive(Clone, Default, Debug)]
pub struct OwnGame {
    /// The moves before the last order, if the game was the engine's own until then.
    asked: Option<Vec<Move>>,
}

impl OwnGame {
    /// Notes that a move is wanted; whether every move of this side was asked of this engine.
    pub fn asks(&mut self, game: &Game) -> bool {
        let moves = game.moves();
        let follows = |before: &Vec<Move>| {
            // The last one may have been expected only, and another one was played.
            let common = before.len().min(moves.len()).saturating_sub(1);
            let is_same_side = before.len() % 2 == moves.len() % 2;
            is_same_side && moves.len() <= before.len() + 2 && before[..common] == moves[..common]
        };
        let is_own =
            *game.start() == Board::start() && (moves.len() <= 1 || self.asked.as_ref().is_some_and(follows));
        self.asked = is_own.then(|| moves.to_vec());
        is_own
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use quevedo_search::PlayerClock;
    use quevedo_value::Depth;

    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::default();
        for text in moves.split_whitespace() {
            game.play(game.board().parse_uci(text).expect("a move")).expect("legal");
        }
        game
    }

    fn chosen(game: &Game, limits: &Limits, change: impl FnOnce(&mut Options)) -> Option<Move> {
        let mut options = Options::default();
        change(&mut options);
        Opening::new().choose(game, limits, &options, None)
    }

    #[test]
    fn the_book_answers_orders_of_games_only() {
        let timed = Limits::time(Duration::from_secs(1));
        let clock = Some(PlayerClock { time: Duration::from_mins(1), increment: Duration::ZERO });
        let clocks = Limits { clocks: [clock; 2], ..Limits::default() };
        let start = Game::default();
        assert!(chosen(&start, &timed, |_| {}).is_some());
        assert!(chosen(&start, &clocks, |_| {}).is_some());
        for other in [
            Limits::default(),
            Limits::depth(10),
            Limits::nodes(1000),
            Limits { infinite: true, ..timed.clone() },
            Limits { ponder: true, ..clocks.clone() },
            Limits { depth: Some(Depth(5)), ..clocks.clone() },
            Limits { mate: Some(3), ..timed.clone() },
            Limits { search_moves: start.board().legal_moves().to_vec(), ..timed.clone() },
        ] {
            assert_eq!(chosen(&start, &other, |_| {}), None, "{other:?}");
        }
        assert_eq!(chosen(&start, &timed, |options| options.own_book = false), None);
        assert_eq!(chosen(&start, &timed, |options| options.analyse = true), None);
        assert_eq!(chosen(&start, &timed, |options| options.multi_pv = 2), None);
        assert!(chosen(&game("e2e4 e7e5"), &timed, |options| options.book_depth = 2).is_some());
        assert_eq!(chosen(&game("e2e4 e7e5"), &timed, |options| options.book_depth = 1), None);
        assert_eq!(chosen(&game("a2a4 h7h5 h2h4"), &timed, |_| {}), None, "nobody plays that");
    }

    #[test]
    fn a_game_is_our_own_as_long_as_we_made_all_our_moves() {
        let mut own = OwnGame::default();
        assert!(own.asks(&game("")));
        assert!(own.asks(&game("e2e4 e7e5")));
        // Pondering on one answer, and another one comes.
        assert!(own.asks(&game("e2e4 e7e5 g1f3 b8c6")));
        assert!(own.asks(&game("e2e4 e7e5 g1f3 g8f6")));
        // Taken back.
        assert!(own.asks(&game("e2e4 e7e5")));
        assert!(!own.asks(&game("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6")), "moves were made for us");
        assert!(!own.asks(&game("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6")), "and it stays so");
        assert!(own.asks(&game("d2d4")), "a new game");
        assert!(!own.asks(&game("d2d4 d7d5")), "for the other side");
        let mut given = OwnGame::default();
        assert!(!given.asks(&game("e2e4 e7e5")), "an opening of two plies was given");
        assert!(!given.asks(&game("e2e4 e7e5 g1f3 b8c6")));
        let set_up = Board::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert!(!given.asks(&Game::new(set_up.expect("a position"))), "a position was given");
    }
}
