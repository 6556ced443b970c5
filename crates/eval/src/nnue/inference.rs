//! Evaluating with a network along the lines of a search.

use std::sync::Arc;

use quevedo_rules::{Board, Color, Move};
use quevedo_simd::Path;
use quevedo_value::Score;

use super::accumulators::Accumulators;
use super::network::{Network, QA, output_bucket};
use crate::endings;
use crate::evaluator::Evaluator;

/// The network's evaluator: shared weights, and one's own accumulators.
#[derive(Clone)]
pub struct Nnue {
    network: Arc<Network>,
    accumulators: Accumulators,
    path: Path,
}

impl core::fmt::Debug for Nnue {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Nnue({:?}, {})", self.network, self.path.name())
    }
}

impl Nnue {
    /// An evaluator that computes in the best way that the machine has.
    pub fn new(network: Arc<Network>) -> Nnue {
        Nnue::on_path(network, Path::best())
    }

    /// An evaluator that computes in a certain way; all ways give the same values.
    pub fn on_path(network: Arc<Network>, path: Path) -> Nnue {
        let accumulators = Accumulators::new(&network, path);
        Nnue { network, accumulators, path }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The network's value to the side to move in hundredths of a pawn, without knowledge of endings.
    #[inline]
    pub fn value(&mut self, board: &Board) -> i32 {
        let network = &*self.network;
        let bucket = output_bucket(board.occupied(), network.output_buckets());
        let (for_us, for_them) = network.output(bucket);
        let sums = self.accumulators.both(network, board);
        let us = board.turn();
        let sum = self.path.squared_dot(sums[us.index()], for_us, QA)
            + self.path.squared_dot(sums[(!us).index()], for_them, QA);
        network.hundredths(sum, bucket)
    }
}

/// The value from White's side of an ending that needs no network: its outcome is known.
fn known(board: &Board) -> Option<i32> {
    let value = endings::known(board)?;
    Some(if board.turn() == Color::White { value } else { -value })
}

/// Whether the side that a value speaks for can win at all.
#[inline]
fn can_win(board: &Board, value: i32) -> bool {
    let strong = if value > 0 { board.turn() } else { !board.turn() };
    !endings::cannot_win(board, strong)
}

impl Evaluator for Nnue {
    fn reset(&mut self, board: &Board) {
        self.accumulators.reset(&self.network, board);
    }

    #[inline]
    fn push(&mut self, before: &Board, mv: Option<Move>, after: &Board) {
        self.accumulators.push(&self.network, before, mv, after);
    }

    #[inline]
    fn pop(&mut self) {
        self.accumulators.pop();
    }

    #[inline]
    fn evaluate(&mut self, board: &Board) -> Score {
        if let Some(value) = known(board) {
            return Score::cp(value);
        }
        let value = self.value(board);
        Score::cp(if can_win(board, value) { value } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::network::tests::random_network;
    use quevedo_testkit::{Random, RandomWalk, Start, is_full_run};

    /// Walks up and down random lines as a search does: moves, passes, moves taken back.
    struct Search {
        random: Random,
        games: RandomWalk,
        line: Vec<Board>,
    }

    /// What the walk does next.
    enum Turn {
        Reset,
        Down(Option<Move>),
        Up,
    }

    impl Search {
        fn new(seed: u64) -> Search {
            let games = RandomWalk::new(seed, &Start::ALL);
            Search { random: Random::new(seed), games, line: Vec::new() }
        }

        fn next(&mut self) -> Turn {
            let Some(board) = self.line.last().copied().filter(|_| !self.random.one_in(300)) else {
                // Somewhere in the middle of a game.
                let skipped = self.random.below(30);
                let visit = self.games.nth(skipped).expect("games never end");
                self.line = vec![visit.board];
                return Turn::Reset;
            };
            let moves = board.legal_moves();
            if self.line.len() > 1 && (moves.is_empty() || self.random.below(5) < 2) {
                self.line.pop();
                return Turn::Up;
            }
            if moves.is_empty() {
                self.line.clear();
                return self.next();
            }
            if let (true, Some(child)) = (self.random.one_in(10), board.play_null()) {
                self.line.push(child);
                return Turn::Down(None);
            }
            let mut mv = self.random.pick(&moves);
            if self.random.one_in(4) {
                // Kings change the view of the board, and castling is rare.
                let of_king = |mv: &Move| mv.from() == board.king(board.turn());
                mv = moves.iter().copied().rfind(of_king).unwrap_or(mv);
            }
            self.line.push(board.play(mv));
            Turn::Down(Some(mv))
        }
    }

    /// Reliability T1: what is kept up to date equals what is computed afresh, on every path.
    #[test]
    fn t1_accumulators_equal_fresh_ones() {
        let moves = if is_full_run() { 1_000_000 } else { 100_000 };
        for (share, (hidden, king_buckets, output_buckets)) in
            [(48, 32, 8), (16, 1, 1), (32, 5, 3)].into_iter().enumerate()
        {
            let network = Arc::new(random_network(share as u64, hidden, king_buckets, output_buckets));
            let mut evaluators: Vec<Nnue> =
                Path::all().into_iter().map(|path| Nnue::on_path(Arc::clone(&network), path)).collect();
            let mut search = Search::new(1912 + share as u64);
            let mut played = 0;
            while played < moves / 3 {
                let before = search.line.clone();
                let turn = search.next();
                for evaluator in &mut evaluators {
                    match (&turn, &search.line[..]) {
                        (Turn::Reset, [.., board]) => evaluator.reset(board),
                        (&Turn::Down(mv), [.., after]) => {
                            evaluator.push(before.last().expect("a board"), mv, after);
                        }
                        _ => evaluator.pop(),
                    }
                }
                played += usize::from(matches!(turn, Turn::Down(_)));
                // As in a search, not every position is evaluated.
                let Some(board) = search.line.last().filter(|_| !search.random.one_in(3)) else { continue };
                let expected = network.value(board);
                for evaluator in &mut evaluators {
                    assert_eq!(evaluator.value(board), expected, "{evaluator:?}\n{}", board.fen());
                }
            }
        }
    }

    #[test]
    fn colours_do_not_matter() {
        let mut nnue = Nnue::new(Arc::new(random_network(3, 32, 8, 4)));
        for visit in RandomWalk::new(4, &Start::ALL).take(3_000) {
            let flipped = Board::try_from(visit.board.setup().flipped()).expect("as legal as before");
            nnue.reset(&visit.board);
            let score = nnue.evaluate(&visit.board);
            nnue.reset(&flipped);
            assert_eq!(nnue.evaluate(&flipped), score, "{}", visit.board.fen());
        }
    }

    /// What is computed once serves all that follow; what a pass leads to is computed already.
    #[test]
    fn sums_are_computed_when_they_are_needed() {
        let mut nnue = Nnue::new(Arc::new(random_network(3, 16, 1, 1)));
        let start = Board::start();
        nnue.reset(&start);
        let mut board = start;
        for text in ["e2e4", "e7e5", "g1f3"] {
            let mv = board.parse_uci(text).expect("a legal move");
            let after = board.play(mv);
            nnue.push(&board, Some(mv), &after);
            board = after;
        }
        assert_eq!(nnue.accumulators.ready(), 1, "the start");
        nnue.evaluate(&board);
        assert_eq!(nnue.accumulators.ready(), 4);
        let passed = board.play_null().expect("no check");
        nnue.push(&board, None, &passed);
        nnue.evaluate(&passed);
        assert_eq!(nnue.accumulators.ready(), 4);
        nnue.pop();
        nnue.pop();
        assert_eq!(nnue.accumulators.ready(), 3);
        for _ in 0..5 {
            nnue.pop();
        }
        assert_eq!(nnue.value(&start), nnue.network().value(&start), "more moves taken back than played");
    }

    #[test]
    fn lines_may_be_longer_than_expected() {
        let mut nnue = Nnue::new(Arc::new(random_network(3, 16, 2, 1)));
        let mut board = Board::start();
        nnue.reset(&board);
        for round in 0..200 {
            for text in ["b1c3", "g8f6", "c3b1", "f6g8"] {
                let mv = board.parse_uci(text).expect("a legal move");
                let after = board.play(mv);
                nnue.push(&board, Some(mv), &after);
                board = after;
            }
            if round % 50 == 0 {
                assert_eq!(nnue.value(&board), nnue.network().value(&board));
            }
        }
        assert_eq!(nnue.value(&board), nnue.network().value(&board));
    }

    #[test]
    fn known_endings_are_known_with_a_network_too() {
        let mut nnue = Nnue::new(Arc::new(crate::nnue::material().expect("a network")));
        let mut score = |fen: &str| nnue.evaluate(&Board::from_fen(fen).expect(fen)).raw();
        assert_eq!(score("7k/8/6K1/7P/8/8/8/8 w - - 0 1"), 0, "the pawn does not queen");
        assert_eq!(score("8/8/4k3/8/8/3KB3/8/8 b - - 0 1"), 0, "dead");
        assert_eq!(score("k7/8/8/P7/8/8/1K6/2B5 w - - 0 1"), 0, "the bishop is of the wrong colour");
        assert_eq!(score("k7/8/8/P7/8/8/1K6/3B4 b - - 0 1"), -400, "the bishop is of the right colour");
        assert_eq!(score("4k3/7p/8/8/8/8/1K6/3B4 w - - 0 1"), 0, "a bishop wins nothing");
        assert_eq!(score("4k3/pppp4/8/8/8/8/1K6/3B4 w - - 0 1"), -100, "pawns do");
        assert!(score("8/8/8/3k4/8/8/8/KR6 w - - 0 1") > 1000, "rook and king mate");
    }
}
