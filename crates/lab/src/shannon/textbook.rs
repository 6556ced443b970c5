//! Section 5 of the paper, as a program: the routines T0 to T9 on Shannon's own codes for the board.
//!
//! "Our problem is to represent chess as numbers and operations on numbers." A square is a number from -6 to 6:
//! `P=1, N=2, B=3, R=4, Q=5, K=6`, Black's negative, 0 where it is empty. A position is 64 of them and lambda, +1
//! or -1, the side to move. A move is (a, b, c): from, to, and what a pawn becomes. Squares are `10 * x + y` in
//! words, rank first: his e4 "would be represented by 1, 4; 3, 4".
//!
//! | routine | here |
//! |---|---|
//! | T0 makes a move | [`t0`] |
//! | T1 to T6 list the moves of a pawn, knight, bishop, rook, queen, king | [`t1`], [`t2`], [`t3`], [`t4`], [`t5`], [`t6`] |
//! | T7 lists all possible moves | [`t7`] |
//! | T8 calculates f(P) | [`t8`] |
//! | T9 is the master program, which maximizes and minimizes | [`t9`] |
//!
//! What he neglects is neglected: whether kings and rooks have moved, and en passant captures; so castling and en
//! passant are not listed, but T0 can make a castling move that somebody else plays.
//!
//! ```
//! use quevedo_lab::shannon::textbook::{Position, t7, t9};
//!
//! let start = Position::start();
//! assert_eq!(start.squares[..8], [4, 2, 3, 5, 6, 3, 2, 4]);
//! assert_eq!(t7(&start).len(), 20);
//! let chosen = t9(&start, 2).expect("there are moves");
//! assert_eq!(start.squares[usize::from(chosen.a)], 1, "it begins with a pawn");
//! ```

/// What stands on a square.
pub type Code = i8;

const PAWN: Code = 1;
const KNIGHT: Code = 2;
const BISHOP: Code = 3;
const ROOK: Code = 4;
const QUEEN: Code = 5;
const KING: Code = 6;

/// 64 squares, from a1 along the first rank to h8, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// What stands on each square.
    pub squares: [Code; 64],
    /// +1 if it is White's move, -1 if it is Black's.
    pub lambda: i8,
}

/// A move (a, b, c).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    /// From.
    pub a: u8,
    /// To.
    pub b: u8,
    /// What a pawn becomes, without a sign; 0 if nothing is promoted.
    pub c: Code,
}

impl Position {
    /// The position as the paper writes it down.
    pub fn start() -> Position {
        const PIECES: [Code; 8] = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
        let mut squares = [0; 64];
        for (y, piece) in PIECES.into_iter().enumerate() {
            (squares[y], squares[8 + y]) = (piece, PAWN);
            (squares[48 + y], squares[56 + y]) = (-PAWN, -piece);
        }
        Position { squares, lambda: 1 }
    }

    /// The contents of (x, y); `None` if the square does not exist.
    fn read(&self, x: i8, y: i8) -> Option<Code> {
        is_square(x, y).then(|| self.squares[(8 * x + y) as usize])
    }
}

fn is_square(x: i8, y: i8) -> bool {
    (0..8).contains(&x) && (0..8).contains(&y)
}

fn number(x: i8, y: i8) -> u8 {
    (8 * x + y) as u8
}

/// T0: makes move (a, b, c) in a position to obtain the resulting position.
pub fn t0(position: &Position, Move { a, b, c }: Move) -> Position {
    let mut next = *position;
    // (1), (2): the number in square a is extracted and replaced by 0.
    let x = core::mem::take(&mut next.squares[usize::from(a)]);
    // (3): a promotion, or x itself, is placed in square b.
    next.squares[usize::from(b)] = if c == 0 { x } else { c * x.signum() };
    // (3): a king that moves two squares takes its rook along.
    if x.abs() == KING && a.abs_diff(b) == 2 {
        let (corner, beside) = if b > a { (b + 1, b - 1) } else { (b - 2, b + 1) };
        next.squares[usize::from(beside)] = core::mem::take(&mut next.squares[usize::from(corner)]);
    }
    // (4): the sign of lambda is changed.
    next.lambda = -position.lambda;
    next
}

/// Lists a move to (x, y), if it is a square without a man of ours.
fn list_step(position: &Position, from: (i8, i8), (x, y): (i8, i8), moves: &mut Vec<Move>) {
    if position.read(x, y).is_some_and(|u| u * position.lambda <= 0) {
        moves.push(Move { a: number(from.0, from.1), b: number(x, y), c: 0 });
    }
}

/// Lists the moves along a line: his bishop's program, (1) to (5), for any direction.
fn list_line(position: &Position, (x, y): (i8, i8), (dx, dy): (i8, i8), moves: &mut Vec<Move>) {
    for step in 1..8 {
        let (to_x, to_y) = (x + step * dx, y + step * dy);
        // "If the square does not exist continue to 3."
        let Some(u) = position.read(to_x, to_y) else { return };
        if u * position.lambda > 0 {
            return;
        }
        moves.push(Move { a: number(x, y), b: number(to_x, to_y), c: 0 });
        if u != 0 {
            return;
        }
    }
}

/// T1: the possible moves of a pawn at (x, y).
pub fn t1(position: &Position, (x, y): (i8, i8), moves: &mut Vec<Move>) {
    let lambda = position.lambda;
    let list = |to: (i8, i8), moves: &mut Vec<Move>| {
        let becomes: &[Code] = if matches!(to.0, 0 | 7) { &[QUEEN, ROOK, BISHOP, KNIGHT] } else { &[0] };
        moves.extend(becomes.iter().map(|&c| Move { a: number(x, y), b: number(to.0, to.1), c }));
    };
    if position.read(x + lambda, y) == Some(0) {
        list((x + lambda, y), moves);
        let is_at_home = x == if lambda > 0 { 1 } else { 6 };
        if is_at_home && position.read(x + 2 * lambda, y) == Some(0) {
            list((x + 2 * lambda, y), moves);
        }
    }
    for side in [-1, 1] {
        if position.read(x + lambda, y + side).is_some_and(|u| u * lambda < 0) {
            list((x + lambda, y + side), moves);
        }
    }
}

/// T2: the possible moves of a knight at (x, y).
pub fn t2(position: &Position, (x, y): (i8, i8), moves: &mut Vec<Move>) {
    for (dx, dy) in [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)] {
        list_step(position, (x, y), (x + dx, y + dy), moves);
    }
}

/// T3: the possible moves of a bishop at (x, y).
pub fn t3(position: &Position, at: (i8, i8), moves: &mut Vec<Move>) {
    for direction in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        list_line(position, at, direction, moves);
    }
}

/// T4: the possible moves of a rook at (x, y).
pub fn t4(position: &Position, at: (i8, i8), moves: &mut Vec<Move>) {
    for direction in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
        list_line(position, at, direction, moves);
    }
}

/// T5: the possible moves of a queen at (x, y), "a combination of the bishop and rook program".
pub fn t5(position: &Position, at: (i8, i8), moves: &mut Vec<Move>) {
    t3(position, at, moves);
    t4(position, at, moves);
}

/// T6: the possible moves of a king at (x, y).
pub fn t6(position: &Position, (x, y): (i8, i8), moves: &mut Vec<Move>) {
    for (dx, dy) in [(1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)] {
        list_step(position, (x, y), (x + dx, y + dy), moves);
    }
}

/// T7: all possible moves in a position.
pub fn t7(position: &Position) -> Vec<Move> {
    let mut moves = listed(position);
    // (3): "test each of the listed moves for legality and discard those which are illegal."
    moves.retain(|&mv| !is_attacked(&t0(position, mv), position.lambda));
    moves
}

/// (1) and (2) of T7: the moves of every man whose side has the turn.
fn listed(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for (square, &x) in position.squares.iter().enumerate() {
        let at = ((square / 8) as i8, (square % 8) as i8);
        match x * position.lambda {
            PAWN => t1(position, at, &mut moves),
            KNIGHT => t2(position, at, &mut moves),
            BISHOP => t3(position, at, &mut moves),
            ROOK => t4(position, at, &mut moves),
            QUEEN => t5(position, at, &mut moves),
            KING => t6(position, at, &mut moves),
            _ => {}
        }
    }
    moves
}

/// Whether the king of this side could be taken, if it were the other side's turn.
fn is_attacked(position: &Position, lambda: i8) -> bool {
    let theirs = Position { lambda: -lambda, ..*position };
    let king = position.squares.iter().position(|&x| x == KING * lambda);
    king.is_none_or(|king| listed(&theirs).iter().any(|mv| usize::from(mv.b) == king))
}

/// T8: the evaluating function f(P), in tenths of a pawn, for White.
pub fn t8(position: &Position) -> i32 {
    side(position, 1) - side(position, -1)
}

/// One side's part of f(P).
fn side(position: &Position, lambda: i8) -> i32 {
    const VALUES: [i32; 7] = [0, 10, 30, 30, 50, 90, 2000];
    let men = position.squares.iter().filter(|&&x| x * lambda > 0);
    let material: i32 = men.map(|&x| VALUES[usize::from(x.unsigned_abs())]).sum();
    let mobility = t7(&Position { lambda, ..*position }).len() as i32;
    material - 5 * weak_pawns(position, lambda) + mobility
}

/// D + S + I: doubled, backward and isolated pawns.
fn weak_pawns(position: &Position, lambda: i8) -> i32 {
    let is_pawn = |x: i8, y: i8, side: i8| position.read(x, y) == Some(PAWN * side);
    let mut weak = 0;
    for x in 0..8 {
        for y in (0..8).filter(|&y| is_pawn(x, y, lambda)) {
            let ahead = |from: i8| (0..8).filter(move |&rank| (rank - from) * lambda > 0);
            let beside: Vec<i8> = [y - 1, y + 1]
                .into_iter()
                .flat_map(|y| (0..8).filter(move |&x| is_pawn(x, y, lambda)))
                .collect();
            let is_held = [y - 1, y + 1].iter().any(|&y| is_pawn(x + 2 * lambda, y, -lambda));
            let has_passed = |rank: &i8| (rank - x) * lambda > 0;
            weak += i32::from(ahead(x).any(|rank| is_pawn(rank, y, lambda)));
            weak += i32::from(beside.is_empty());
            weak += i32::from(!beside.is_empty() && beside.iter().all(has_passed) && is_held);
        }
    }
    weak
}

/// T9: the master program. It makes every move, every answer, and so on, so many plies deep; of the evaluations it
/// keeps the smallest where Black moves and the largest where White moves. The first of equal moves; `None` if
/// there is no move.
pub fn t9(position: &Position, plies: u32) -> Option<Move> {
    let value =
        |mv: &Move| i32::from(position.lambda) * retained(&t0(position, *mv), plies.saturating_sub(1));
    let mut best: Option<(Move, i32)> = None;
    for mv in t7(position) {
        let value = value(&mv);
        // (6): "compare, and reject the move with the smaller evaluation".
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((mv, value));
        }
    }
    best.map(|(mv, _)| mv)
}

/// The evaluation that is retained for a position, for White.
pub fn retained(position: &Position, plies: u32) -> i32 {
    let moves = t7(position);
    let lambda = i32::from(position.lambda);
    if moves.is_empty() {
        // "Checkmate has been artificially included here by giving the king the large value": it is lost.
        return if is_attacked(position, position.lambda) { -2000 * lambda } else { 0 };
    }
    if plies == 0 {
        return t8(position);
    }
    let values = moves.iter().map(|&mv| lambda * retained(&t0(position, mv), plies - 1));
    lambda * values.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use quevedo_eval::shannon::Formula;
    use quevedo_rules::{Board, Color, Piece, Square};
    use quevedo_testkit::{RandomWalk, Start};

    use super::*;

    fn coded(board: &Board) -> Position {
        let mut squares = [0; 64];
        for (place, code) in squares.iter_mut().enumerate() {
            if let Some(man) = board.man_at(Square::new(place as u8)) {
                let piece = man.piece().index() as Code + 1;
                *code = if man.color() == Color::White { piece } else { -piece };
            }
        }
        Position { squares, lambda: if board.turn() == Color::White { 1 } else { -1 } }
    }

    /// The rules' legal moves without castling and en passant, in the paper's words.
    fn legal(board: &Board) -> Vec<Move> {
        let becomes =
            |mv: quevedo_rules::Move| mv.promotion().map_or(0, |piece: Piece| piece.index() as Code + 1);
        let mut moves: Vec<Move> = board
            .legal_moves()
            .iter()
            .filter(|mv| !mv.is_castle() && !mv.is_en_passant())
            .map(|&mv| Move { a: mv.from().index() as u8, b: mv.to().index() as u8, c: becomes(mv) })
            .collect();
        moves.sort_unstable();
        moves
    }

    #[test]
    fn the_routines_play_by_the_rules() {
        let start = Position::start();
        assert_eq!(coded(&Board::start()), start);
        for visit in RandomWalk::new(1949, &[Start::Standard, Start::Suite]).take(1_200) {
            let board = visit.board;
            let position = coded(&board);
            let mut moves = t7(&position);
            moves.sort_unstable();
            assert_eq!(moves, legal(&board), "{board}");
            if let Some(&mv) = board.legal_moves().iter().find(|mv| !mv.is_castle() && !mv.is_en_passant()) {
                let c = mv.promotion().map_or(0, |piece| piece.index() as Code + 1);
                let made = t0(&position, Move { a: mv.from().index() as u8, b: mv.to().index() as u8, c });
                assert_eq!(made, coded(&board.play(mv)), "{board}");
            }
        }
    }

    #[test]
    fn t0_castles_as_the_paper_says() {
        let board = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("legal");
        for (san, a, b) in [("O-O", 4, 6), ("O-O-O", 4, 2)] {
            let mv = board.parse_san(san).expect("a move");
            assert_eq!(t0(&coded(&board), Move { a, b, c: 0 }), coded(&board.play(mv)), "{san}");
        }
    }

    #[test]
    fn t8_is_the_formula_where_nobody_castles() {
        let mut seen = 0;
        for visit in RandomWalk::new(7, &Start::ALL).take(900) {
            let (board, position) = (visit.board, coded(&visit.board));
            // Castling and en passant are moves to the formula; a king in check gives its rival no turn.
            let special = board.legal_moves().iter().any(|mv| mv.is_castle() || mv.is_en_passant());
            let other = board.play_null().filter(|it| !it.legal_moves().iter().any(|mv| mv.is_castle()));
            if !special && other.is_some() {
                assert_eq!(t8(&position), Formula::of(&board).tenths(), "{board}");
                seen += 1;
            }
        }
        assert!(seen > 150, "{seen}");
    }

    #[test]
    fn t9_finds_the_mate_of_the_papers_game() {
        let fen = "rnb1k1nr/pppp1ppp/5q2/2b1p3/8/2NP2P1/PPPBPP1P/R2QKBNR b - - 5 4";
        let board = Board::from_fen(fen).expect("legal");
        let chosen = t9(&coded(&board), 2).expect("a move");
        // The queen mates on f2, and so does the bishop.
        assert_eq!(usize::from(chosen.b), Square::F2.index());
        let mated = t0(&coded(&board), chosen);
        assert!(t7(&mated).is_empty() && is_attacked(&mated, 1));
    }
}
