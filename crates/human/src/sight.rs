//! What there is to see in a position: the value of every legal move at every small depth.

use std::sync::Arc;
use std::time::Instant;

use quevedo_eval::nnue::{self, Network};
use quevedo_eval::{Evaluation, pawns_worth};
use quevedo_rules::{Board, Move};
use quevedo_search::{Budget, Limits, OutOfMemory, Report, STACK_SIZE, Searcher, Table};
use quevedo_value::{Score, WdlModel};

/// People of all levels are told apart by what they see up to this depth.
pub const DEPTHS: usize = 6;

/// The nodes that a look may take; some tens of milliseconds.
pub const NODES: u64 = 50_000;

/// Scores beyond this say no more: the game is decided.
const FAR: i32 = 3_000;

/// A legal move, and what it is worth to the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The move.
    pub mv: Move,
    /// Its score at depths 1 to 6 in the evaluation's hundredths; the last known one where the search did not come so far.
    pub scores: [Score; DEPTHS],
    /// The best answer, as far as the search saw.
    pub reply: Option<Move>,
}

/// All legal moves of a position, in the order of the list of legal moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// The moves.
    pub moves: Vec<Seen>,
    /// How deep the search has come, at most [`DEPTHS`] unless more was asked for.
    pub depth: usize,
    /// The nodes that it took.
    pub nodes: u64,
}

impl Sight {
    /// The place of the move that is best at the last depth.
    pub fn best(&self) -> Option<usize> {
        let last = |seen: &Seen| seen.scores[DEPTHS - 1];
        // Among equals the first.
        (0..self.moves.len()).rev().max_by_key(|&place| last(&self.moves[place]))
    }

    /// The place of a move.
    pub fn place(&self, mv: Move) -> Option<usize> {
        self.moves.iter().position(|seen| seen.mv == mv)
    }
}

/// A score in hundredths for arithmetic: mates are far, and nearer ones a little farther.
pub fn hundredths(score: Score) -> f64 {
    match score.plies_to_mate() {
        Some(plies) if score.is_won() => f64::from(FAR) + 100.0 - f64::from(plies.min(100)),
        Some(plies) => -(f64::from(FAR) + 100.0 - f64::from(plies.min(100))),
        None if score.is_won() => f64::from(FAR),
        None if score.is_lost() => -f64::from(FAR),
        None => f64::from(score.raw().clamp(-FAR, FAR)),
    }
}

/// Expected points in hundredths of a point, 0 to 100.
pub fn expectation(model: &WdlModel, score: Score, material: u32) -> f64 {
    if score.is_won() {
        return 100.0;
    }
    if score.is_lost() {
        return 0.0;
    }
    let (middle, spread) = model.curve(material.clamp(17, 78));
    let spread = spread.max(1.0);
    let hundredths = f64::from(score.raw());
    let chance = |score: f64| 1.0 / (1.0 + libm::exp((middle - score) / spread));
    let (win, loss) = (chance(hundredths), chance(-hundredths));
    50.0 * (1.0 + win - loss.min(1.0 - win))
}

/// How far and with what a position is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Iterations.
    pub depth: usize,
    /// Nodes.
    pub nodes: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { depth: DEPTHS, nodes: NODES }
    }
}

/// Looks at positions: one thread, a small table of its own that is cleared before each look, no clock. The same position is
/// seen alike on every machine, whatever was looked at before.
#[derive(Debug)]
pub struct Looker {
    searcher: Box<dyn Searcher>,
    model: WdlModel,
}

/// Its table, in MiB.
const TABLE: usize = 1;

impl Looker {
    /// A looker that evaluates with the built-in network, or classically where there is none.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub fn new() -> Result<Looker, OutOfMemory> {
        Looker::with(nnue::builtin())
    }

    fn with(network: Option<Arc<Network>>) -> Result<Looker, OutOfMemory> {
        let kind = Evaluation::default();
        let table = Arc::new(Table::new(TABLE)?);
        let searcher = quevedo_search::player(table, Box::new(move || kind.evaluator(network.as_ref())));
        Ok(Looker { searcher, model: kind.model() })
    }

    /// What its scores mean.
    pub fn model(&self) -> WdlModel {
        self.model
    }

    /// Ends a look from another thread: the moves have then been seen less deep.
    pub fn shared(&self) -> Arc<quevedo_search::Shared> {
        self.searcher.shared()
    }

    /// Looks at a position. The caller's thread needs a stack of [`STACK_SIZE`]; see [`with_stack`].
    pub fn look(&mut self, board: &Board, effort: Effort) -> Sight {
        let legal = board.legal_moves();
        self.searcher.forget();
        let limits =
            Limits { nodes: Some(effort.nodes), ..Limits::depth(i32::try_from(effort.depth).unwrap_or(1)) };
        let mut log = Log { by_depth: vec![Vec::new(); effort.depth + 1] };
        let budget = Budget::unlimited(Instant::now());
        let found = self
            .searcher
            .search(board, &[], &limits, &budget, legal.len().max(1), &mut |report| log.take(report));
        let (rows, depth) = log.rows(&legal);
        let moves =
            rows.into_iter().zip(&legal).map(|((scores, reply), mv)| Seen { mv, scores, reply }).collect();
        Sight { moves, depth, nodes: found.nodes }
    }
}

/// Material for [`expectation`].
pub fn material_of(board: &Board) -> u32 {
    pawns_worth(board.material())
}

/// Runs something with a stack that is large enough for a search.
///
/// # Errors
/// If there is no thread to be had.
pub fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work)?;
        thread.join().map_err(|cause| std::io::Error::other(quevedo_search::panic_words(&*cause)))
    })
}

/// The scores of a move at all depths, and the answer to it.
type Row = ([Score; DEPTHS], Option<Move>);

/// What a search has reported of one iteration: each move with its score and the answer to it.
type Iteration = Vec<(Move, Score, Option<Move>)>;

struct Log {
    by_depth: Vec<Iteration>,
}

impl Log {
    fn take(&mut self, report: &Report) {
        let depth = usize::try_from(report.depth.plies()).unwrap_or(0);
        let (Some(iteration), Some(&mv)) = (self.by_depth.get_mut(depth), report.line.first()) else {
            return;
        };
        let row = (mv, report.score, report.line.get(1).copied());
        match iteration.iter_mut().find(|it| it.0 == mv) {
            Some(old) => *old = row,
            None => iteration.push(row),
        }
    }

    /// The rows of all moves, and the last iteration that was finished: one of which every move is known.
    fn rows(&self, legal: &[Move]) -> (Vec<Row>, usize) {
        let is_whole = |depth: usize| self.by_depth[depth].len() == legal.len();
        let last = (1..self.by_depth.len()).take_while(|&depth| is_whole(depth)).last().unwrap_or(0);
        let row = |&mv: &Move| {
            let at = |depth: usize| self.by_depth[depth].iter().find(|it| it.0 == mv);
            let mut scores = [Score::DRAW; DEPTHS];
            for (place, score) in scores.iter_mut().enumerate() {
                // Deeper than six, the deepest counts as the sixth.
                let wanted = if place + 1 == DEPTHS { last } else { (place + 1).min(last) };
                *score = at(wanted).map_or(Score::DRAW, |it| it.1);
            }
            (scores, at(last).and_then(|it| it.2))
        };
        (legal.iter().map(row).collect(), last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(fen: &str) -> Sight {
        let board = Board::from_fen(fen).expect("a position");
        with_stack(|| Looker::new().expect("memory").look(&board, Effort::default())).expect("a thread")
    }

    #[test]
    fn a_refutation_shows_where_it_is_seen() {
        // The queen can take a pawn that is guarded.
        let board = Board::from_fen("4k3/8/4p3/3p4/8/8/3Q4/3K4 w - - 0 1").expect("a position");
        let sight = look("4k3/8/4p3/3p4/8/8/3Q4/3K4 w - - 0 1");
        assert_eq!(sight.moves.len(), board.legal_moves().len());
        let bad = sight.place(board.parse_san("Qxd5").expect("a move")).expect("legal");
        let best = sight.best().expect("a move");
        let (bad, best) = (&sight.moves[bad], &sight.moves[best]);
        assert!(hundredths(best.scores[5]) - hundredths(bad.scores[5]) > 300.0, "{bad:?} {best:?}");
        assert_eq!(bad.reply, board.play(bad.mv).parse_san("exd5").ok());
    }

    #[test]
    fn looks_do_not_depend_on_what_was_looked_at_before() {
        let seen = with_stack(|| {
            let mut looker = Looker::new().expect("memory");
            let board = Board::start();
            let first = looker.look(&board, Effort::default());
            let after = board.play(board.parse_san("e4").expect("a move"));
            let _other = looker.look(&after, Effort::default());
            (first, looker.look(&board, Effort::default()))
        });
        let (first, second) = seen.expect("a thread");
        assert_eq!(first, second);
        assert!(first.nodes <= NODES + 100 && first.depth >= 4, "{} {}", first.nodes, first.depth);
    }

    #[test]
    fn expected_points_are_between_nothing_and_all() {
        let model = WdlModel::NETWORK;
        let mut last = 0.0;
        for score in (-3000..3000).step_by(50) {
            let points = expectation(&model, Score::cp(score), 58);
            assert!(points >= last && (0.0..=100.0).contains(&points), "{score} {points}");
            let theirs = expectation(&model, Score::cp(-score), 58);
            assert!((points + theirs - 100.0).abs() < 1e-9, "{score}");
            last = points;
        }
    }
}
