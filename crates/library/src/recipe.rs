//! A book from the games of a collection.

use std::collections::{HashSet, VecDeque};

use quevedo_book::{Book, key};
use quevedo_rules::{Board, Color, Move};

use crate::{Explorer, Filter, MoveStatistics, SegmentError};

/// The greatest weight.
const MOST: u64 = u16::MAX as u64;

/// What a move weighs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Weighting {
    /// Two for a win, one for a draw: what is played much and scores well.
    #[default]
    Points,
    /// The expected share of points, with the doubt of few games: (points + 2) / (games + 4), times a thousand.
    Expectation,
}

/// Which moves a book takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recipe {
    /// Played in at least so many games.
    pub least_games: u64,
    /// Up to this ply.
    pub most_plies: usize,
    /// With at least this share of the position's games.
    pub least_share: f64,
    /// With at least this share of points for the side that plays it.
    pub least_score: f64,
    /// What they weigh.
    pub weighting: Weighting,
    /// For this side only.
    pub side: Option<Color>,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            least_games: 5,
            most_plies: 30,
            least_share: 0.0,
            least_score: 0.4,
            weighting: Weighting::default(),
            side: None,
        }
    }
}

/// Makes a book of the games that the filter wants, from a position on. `watch` is told how many positions are done.
///
/// # Errors
/// If the games cannot be read.
pub fn make_book(
    explorer: &Explorer,
    filter: &Filter,
    start: &Board,
    recipe: &Recipe,
    mut watch: impl FnMut(usize) -> bool,
) -> Result<Book, SegmentError> {
    let mut records = Vec::new();
    let mut seen = HashSet::from([start.key()]);
    let mut open: VecDeque<(Board, Option<Move>, usize)> = VecDeque::from([(*start, None, 0)]);
    let mut done = 0;
    while let Some((board, last, ply)) = open.pop_front() {
        let statistics = explorer.query(&board, filter)?;
        let is_ours = recipe.side.is_none_or(|side| side == board.turn());
        let key = key(&board, last);
        let least_share = recipe.least_share * statistics.results.games as f64;
        let often = statistics
            .moves
            .iter()
            .filter(|row| row.results.games >= recipe.least_games && row.results.games as f64 >= least_share);
        let mut here = Vec::new();
        for row in often {
            let Ok(mv) = board.find_uci(row.uci) else { continue };
            let weight = weight(row, board.turn(), recipe.weighting);
            let scores = row.results.score(board.turn()).is_some_and(|score| score >= recipe.least_score);
            let is_good = scores && weight > 0;
            if is_ours && is_good {
                here.push((mv, weight));
            }
            // The other side may play what scores badly: the book should know the answer.
            if (is_good || !is_ours) && ply + 1 < recipe.most_plies {
                let after = board.play(mv);
                if seen.insert(after.key()) {
                    open.push_back((after, Some(mv), ply + 1));
                }
            }
        }
        let heaviest = here.iter().map(|&(_, weight)| weight).max().unwrap_or(1);
        records.extend(here.into_iter().map(|(mv, weight)| {
            // Weights have 16 bits.
            let weight = if heaviest > MOST { weight * MOST / heaviest } else { weight };
            (key, mv, weight.max(1) as u16)
        }));
        done += 1;
        if !watch(done) {
            break;
        }
    }
    Ok(Book::from_moves(records))
}

fn weight(row: &MoveStatistics, side: Color, weighting: Weighting) -> u64 {
    let won = if side == Color::White { row.results.white } else { row.results.black };
    let points = 2 * won + row.results.draws;
    match weighting {
        Weighting::Points => points,
        Weighting::Expectation => {
            let known = row.results.games - row.results.open;
            (points + 4) * 1000 / (2 * (known + 4))
        }
    }
}

#[cfg(test)]
mod tests {
    use quevedo_book::walk;

    use super::*;
    use crate::tests::{explorer, games};

    #[test]
    fn a_book_of_games_has_their_points_as_weights_and_every_position_is_reached() {
        let explorer = explorer(&games(400, 7));
        let recipe = Recipe { least_games: 3, most_plies: 6, least_score: 0.0, ..Recipe::default() };
        let book =
            make_book(&explorer, &Filter::default(), &Board::start(), &recipe, |_| true).expect("a book");
        let start = Board::start();
        let counted = explorer.query(&start, &Filter::default()).expect("an answer");
        for mv in book.moves(&start, None) {
            let played = mv.mv().expect("a move");
            let row = counted.moves.iter().find(|row| row.uci == start.uci(played)).expect("it was played");
            assert!(row.results.games >= 3);
            assert_eq!(u64::from(mv.weight), 2 * row.results.white + row.results.draws);
        }
        let mut reached = 0;
        walk(&book, &start, false, |position| {
            assert_eq!(position.line.iter().fold(start, |board, &mv| board.play(mv)), position.board);
            assert!(position.line.len() < 6);
            reached += 1;
            true
        });
        assert_eq!(reached, book.positions());
        assert!(reached > 20, "{reached}");
    }

    #[test]
    fn a_book_for_one_side_answers_what_the_other_plays() {
        let explorer = explorer(&games(400, 7));
        let recipe = Recipe {
            least_games: 3,
            most_plies: 6,
            least_score: 0.0,
            side: Some(Color::Black),
            ..Recipe::default()
        };
        let book =
            make_book(&explorer, &Filter::default(), &Board::start(), &recipe, |_| true).expect("a book");
        assert!(book.moves(&Board::start(), None).is_empty());
        let mut reached = 0;
        walk(&book, &Board::start(), true, |position| {
            assert_eq!(position.board.turn(), Color::Black);
            reached += 1;
            true
        });
        assert!(reached > 5);
    }
}
