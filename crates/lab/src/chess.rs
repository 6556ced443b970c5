//! Chess as a game tree.

mod exchange;
mod judge;
mod loud;

use quevedo_rules::{Board, Color, EXCHANGE_VALUES, FIFTY_MOVES, Game, Move, MoveKind, Piece};

pub use judge::{Judge, UnknownJudge};

use crate::limits::{MATE, MAX_PLY};
use crate::tree::{GameTree, Loud, Moves};

/// A position of chess with the line that led to it and somebody who judges positions.
///
/// ```
/// use quevedo_lab::{Algorithm, ChessTree, GameTree, Judge, MATE, Settings, search};
/// use quevedo_rules::Board;
///
/// let board = Board::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
/// let mut tree = ChessTree::new(&board, Judge::Material);
/// let found = search(&mut tree, Algorithm::AlphaBeta, &Settings::default(), 2, &mut ());
/// assert_eq!(found.value, MATE - 1);
/// assert_eq!(tree.name(found.line[0]), "Ra8#");
/// # Ok::<(), quevedo_rules::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChessTree {
    /// The game so far, the root, and the line from it.
    boards: Vec<Board>,
    keys: Vec<u64>,
    root: usize,
    judge: Judge,
    draws: bool,
}

impl ChessTree {
    /// A tree with this position at its root.
    pub fn new(board: &Board, judge: Judge) -> ChessTree {
        ChessTree::after(core::slice::from_ref(board), judge)
    }

    /// A tree with the last position of a game at its root; going back to an earlier one is a draw.
    pub fn of_game(game: &Game, judge: Judge) -> ChessTree {
        ChessTree::after(game.boards(), judge)
    }

    fn after(game: &[Board], judge: Judge) -> ChessTree {
        let mut boards = Vec::with_capacity(game.len() + MAX_PLY);
        boards.extend_from_slice(game);
        if boards.is_empty() {
            boards.push(Board::start());
        }
        let mut keys = Vec::with_capacity(boards.capacity());
        keys.extend(boards.iter().map(|board| board.key().0));
        let root = boards.len() - 1;
        ChessTree { boards, keys, root, judge, draws: true }
    }

    /// Without draws by repetition and by the fifty-move rule, so that a position's value does not depend on
    /// the path to it.
    pub fn without_draws(mut self) -> ChessTree {
        self.draws = false;
        self
    }

    /// The position.
    #[inline]
    pub fn board(&self) -> &Board {
        // The line never loses its root.
        &self.boards[self.boards.len() - 1]
    }

    /// Who judges positions.
    pub fn judge(&self) -> &Judge {
        &self.judge
    }

    fn push(&mut self, board: Board) {
        self.keys.push(board.key().0);
        self.boards.push(board);
    }

    fn captured(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::EnPassant => Some(Piece::Pawn),
            _ if mv.is_capture() => self.board().piece_at(mv.to()),
            _ => None,
        }
    }

    fn is_repetition(&self) -> bool {
        let reach = usize::from(self.board().halfmove_clock());
        let last = self.keys.len() - 1;
        let earlier = self.keys[last.saturating_sub(reach)..last].iter().rev();
        // The same side is to move every second ply, and four plies are the shortest way back.
        earlier.skip(3).step_by(2).any(|&key| key == self.keys[last])
    }
}

impl GameTree for ChessTree {
    type Move = Move;

    fn moves(&self) -> Moves<Move> {
        self.board().legal_moves().iter().copied().collect()
    }

    #[inline]
    fn make(&mut self, mv: Move) {
        let mut next = *self.board();
        next.make(mv);
        self.push(next);
    }

    #[inline]
    fn unmake(&mut self) {
        if self.boards.len() > self.root + 1 {
            self.boards.pop();
            self.keys.pop();
        }
    }

    #[inline]
    fn ply(&self) -> usize {
        self.boards.len() - 1 - self.root
    }

    fn evaluate(&mut self) -> i32 {
        let board = &self.boards[self.boards.len() - 1];
        self.judge.evaluate(board)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.keys[self.keys.len() - 1]
    }

    /// Mated, the sooner the worse, or stalemated.
    fn leaf_value(&mut self) -> i32 {
        if self.in_check() { self.ply() as i32 - MATE } else { 0 }
    }

    fn is_draw(&self) -> bool {
        if !self.draws || self.ply() == 0 {
            return false;
        }
        // A mate on the hundredth ply counts, so the clock decides only where a move is left.
        let fifty = self.board().halfmove_clock() >= FIFTY_MOVES && self.board().has_legal_moves();
        fifty || self.board().is_dead_by_material() || self.is_repetition()
    }

    fn name(&self, mv: Move) -> String {
        self.board().san(mv).to_string()
    }

    fn side(&self) -> usize {
        usize::from(self.board().turn() == Color::Black)
    }

    fn pass(&mut self) -> bool {
        let Some(next) = self.board().play_null() else { return false };
        self.push(next);
        true
    }

    fn has_pieces(&self) -> bool {
        let board = self.board();
        let pawns_and_king = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        (board.color(board.turn()) & !pawns_and_king).any()
    }

    fn piece_count(&self) -> u32 {
        let board = self.board();
        let pieces = !(board.pieces(Piece::Pawn) | board.pieces(Piece::King));
        Color::ALL.map(|color| (board.color(color) & pieces).len()).into_iter().max().unwrap_or(0)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.board().in_check()
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.board().gives_check(mv)
    }

    fn gain(&self, mv: Move) -> i32 {
        let captured = self.captured(mv).map_or(0, |piece| EXCHANGE_VALUES[piece.index()]);
        let promoted = mv.promotion().map_or(0, |piece| EXCHANGE_VALUES[piece.index()] - EXCHANGE_VALUES[0]);
        captured + promoted
    }

    /// The greatest victim first, and the humblest taker among equals.
    fn capture_rank(&self, mv: Move) -> Option<i32> {
        let gain = self.gain(mv);
        let taker = self.board().piece_at(mv.from()).map_or(0, |piece| piece.index() as i32);
        (gain > 0 || mv.is_capture()).then_some(16 * gain - taker)
    }

    fn capture_target(&self, mv: Move) -> Option<usize> {
        mv.is_capture().then(|| mv.to().index())
    }

    fn history_slot(&self, mv: Move) -> Option<usize> {
        Some(self.side() * 4096 + mv.from().index() * 64 + mv.to().index())
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.board().is_legal(mv)
    }

    fn loud_moves(&self, loud: Loud) -> Moves<Move> {
        loud::moves(self.board(), loud)
    }

    fn influence(&self, mv: Move) -> Option<u64> {
        exchange::influence(self.board(), mv)
    }

    fn exchange(&self, mv: Move, looked_at: &mut u64) -> i32 {
        exchange::value(self.board(), mv, looked_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Settings, search};

    fn tree(fen: &str) -> ChessTree {
        ChessTree::new(&Board::from_fen(fen).expect("legal"), Judge::Material)
    }

    fn play(tree: &mut ChessTree, line: &str) {
        for name in line.split(' ') {
            let mv = tree.board().parse_san(name).expect("a move");
            tree.make(mv);
        }
    }

    #[test]
    fn going_back_is_a_draw_and_so_is_patience() {
        let mut shuffling = tree("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1");
        play(&mut shuffling, "Ra2 Rh7 Ra1");
        assert!(!shuffling.is_draw());
        play(&mut shuffling, "Rh8");
        assert!(shuffling.is_draw());
        assert!(!shuffling.clone().without_draws().is_draw());
        for _ in 0..4 {
            shuffling.unmake();
        }
        assert_eq!((shuffling.ply(), shuffling.is_draw()), (0, false));

        let mut patient = tree("4k2r/8/8/8/8/8/8/R3K3 w - - 99 90");
        play(&mut patient, "Ra2");
        assert!(patient.is_draw());
        let mut mated = tree("7k/8/6K1/8/8/8/8/R7 w - - 99 90");
        play(&mut mated, "Ra8");
        assert!(!mated.is_draw() && mated.leaf_value() == 1 - MATE, "mate ends the game first");
    }

    #[test]
    fn a_perpetual_check_saves_the_game() {
        // Black is a rook up; the queen checks on e8 and h5 for ever.
        let mut behind = tree("6k1/6p1/8/7Q/8/7P/1q4PK/r7 w - - 0 1");
        let plain = Settings::default();
        let found = search(&mut behind, Algorithm::AlphaBeta, &plain, 4, &mut ());
        assert_eq!((found.value, behind.name(found.line[0]).as_str()), (0, "Qe8+"));
        assert!(
            search(&mut behind.clone().without_draws(), Algorithm::AlphaBeta, &plain, 4, &mut ()).value < 0
        );
    }

    #[test]
    fn histories_of_games_count() {
        let mut game = Game::new(Board::from_fen("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1").expect("legal"));
        for name in ["Ra2", "Rh7", "Ra1"] {
            let mv = game.board().parse_san(name).expect("a move");
            game.play(mv).expect("legal");
        }
        let mut tree = ChessTree::of_game(&game, Judge::Material);
        assert_eq!(tree.ply(), 0);
        play(&mut tree, "Rh8");
        assert!(tree.is_draw(), "the start position again");
        tree.unmake();
        tree.unmake();
        assert_eq!(tree.ply(), 0, "nobody walks above the root");
    }

    #[test]
    fn what_the_heuristics_ask() {
        let position = tree("r3k3/1P6/8/3pP3/8/8/4q3/R3K2R w KQq d6 0 1");
        let mv = |name: &str| position.board().parse_san(name).expect("a move");
        assert!(position.in_check());
        assert_eq!(position.gain(mv("Kxe2")), 900);
        assert!(position.capture_rank(mv("Kxe2")).is_some());
        let position = tree("r3k3/1P6/8/3pP3/8/8/4q3/R5KR w q d6 0 1");
        let mv = |name: &str| position.board().parse_san(name).expect("a move");
        assert_eq!(
            ["exd6", "bxa8=Q", "b8=N", "Rh2"].map(|name| position.gain(mv(name))),
            [100, 1300, 200, 0]
        );
        assert_eq!(position.capture_target(mv("exd6")), Some(43));
        assert_eq!(position.piece_count(), 2);
        assert!(position.has_pieces() && position.gives_check(mv("b8=Q")));
        let slots = ["exd6", "Rh2"].map(|name| position.history_slot(mv(name)));
        assert!(slots[0] != slots[1] && slots.iter().flatten().all(|&slot| slot < crate::HISTORY_SLOTS));
        let mut passing = position.clone();
        assert!(passing.pass() && passing.side() == 1);
        passing.unmake();
        assert_eq!(passing.key(), position.key());
    }
}
