//! What positions a file holds, by kinds.

use quevedo_rules::Board;

use super::filter::Filter;
use super::game::{Game, Ply};
use super::seen::Seen;
use super::survey::Survey;

/// The ranges of White's score that are counted, each up to the next number.
pub const SCORE_RANGES: [i16; 15] =
    [i16::MIN, -2500, -1000, -600, -300, -150, -75, -25, 26, 76, 151, 301, 601, 1001, 2501];

/// What positions a file of games holds.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Games, results and positions.
    pub survey: Survey,
    /// Fit positions by White's score, in the order of [`SCORE_RANGES`].
    pub scores: [u64; SCORE_RANGES.len()],
    /// Fit positions by the number of men: 1 to 4, 5 to 8, and so on to 32.
    pub men: [u64; 8],
    /// Positions in check.
    pub in_check: u64,
    /// Positions not in check whose best move takes or promotes.
    pub noisy: u64,
    /// Quiet positions whose score is beyond the usual filter's bound.
    pub beyond: u64,
    /// Fit positions that had come up before.
    pub repeated: u64,
    /// The shortest and the longest game that was played, in plies.
    pub lengths: Option<(usize, usize)>,
}

impl Statistics {
    /// Counts a game; `seen` knows the positions of those before.
    pub fn add(&mut self, game: &Game, seen: &mut Seen) {
        self.survey.add(game);
        let filter = Filter::default();
        for (number, (board, ply)) in game.positions().enumerate() {
            if filter.keeps(number, &board, ply) {
                self.add_fit(&board, ply, seen);
            } else if board.in_check() {
                self.in_check += 1;
            } else if ply.mv.is_quiet() {
                self.beyond += 1;
            } else {
                self.noisy += 1;
            }
        }
        let plies = game.plies.len();
        if plies > 0 {
            let (shortest, longest) = self.lengths.unwrap_or((plies, plies));
            self.lengths = Some((shortest.min(plies), longest.max(plies)));
        }
    }

    fn add_fit(&mut self, board: &Board, ply: Ply, seen: &mut Seen) {
        self.repeated += u64::from(!seen.insert(board.key()));
        let range = SCORE_RANGES.iter().rposition(|&from| from <= ply.score).unwrap_or(0);
        if let Some(count) = self.scores.get_mut(range) {
            *count += 1;
        }
        let group = (board.occupied().len() as usize - 1) / 4;
        if let Some(count) = self.men.get_mut(group) {
            *count += 1;
        }
    }

    /// Fit positions, each once.
    pub fn different(&self) -> u64 {
        self.survey.fit - self.repeated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::Outcome;

    #[test]
    fn every_position_is_of_one_kind() {
        let mut board = Board::start();
        let mut game = Game { start: board, plies: Vec::new(), result: Outcome::Draw };
        for (text, score) in [
            ("e2e4", 30),
            ("d7d5", -5000),
            ("e4d5", 100),
            ("d8d5", 0),
            ("b1c3", -75),
            ("d5e5", 27),
            ("f1e2", 0),
        ] {
            let mv = board.parse_uci(text).expect("a legal move");
            game.plies.push(Ply { mv, score });
            board = board.play(mv);
        }
        let (mut statistics, mut seen) = (Statistics::default(), Seen::default());
        statistics.add(&game, &mut seen);
        let Statistics { in_check, noisy, beyond, repeated, lengths, men, .. } = statistics;
        assert_eq!((in_check, noisy, beyond, repeated, lengths), (1, 2, 1, 0, Some((7, 7))));
        assert_eq!(statistics.survey.fit, 3);
        assert_eq!(statistics.scores, [0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0]);
        assert_eq!(men, [0, 0, 0, 0, 0, 0, 0, 3]);
        statistics.add(&game, &mut seen);
        assert_eq!((statistics.repeated, statistics.different()), (3, 3));
    }
}
