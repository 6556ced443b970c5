//! A searcher of depth 4 that may only play what fits the second hint.

use quevedo_engine::{Engine, Limits, Options};
use quevedo_rules::{Board, Game, Move, Piece, Square, attacks};
use quevedo_tutor::{Language, Sentence, hint};

use crate::families::{explain, tutor};
use crate::harness::Puzzle;
use crate::rows;
use crate::score::Score;
use crate::wish::Wish;

/// Puzzles, if nothing is said.
const SAMPLE: usize = 200;

/// How deep the searcher looks.
const DEPTH: i32 = 4;

/// What the hint about a part of the board says, by file: the tutor's three parts.
const PARTS: [(&str, core::ops::RangeInclusive<usize>); 3] =
    [("queen's side", 0..=2), ("centre", 3..=4), ("king's side", 5..=7)];

/// The moves that a reader would try who has been told to look there.
fn fitting(board: &Board, hint: &Sentence) -> Vec<Move> {
    let moves = board.legal_moves();
    if hint.squares.is_empty() {
        let part = PARTS.iter().find(|(name, _)| hint.text.contains(name));
        let is_there = |mv: &Move| part.is_none_or(|(_, files)| files.contains(&mv.to().file().index()));
        return moves.into_iter().filter(is_there).collect();
    }
    moves.into_iter().filter(|mv| hint.squares.iter().any(|&square| concerns(board, *mv, square))).collect()
}

/// A move has to do with a man if it takes it, moves it, attacks it anew, or comes next to its king.
fn concerns(board: &Board, mv: Move, square: Square) -> bool {
    if mv.to() == square || mv.from() == square {
        return true;
    }
    let us = board.turn();
    let after = board.play(mv);
    let is_king = board.piece_at(square) == Some(Piece::King);
    let around = if is_king { attacks::king(square) } else { quevedo_rules::Bitboard::EMPTY };
    let before = board.attackers(square, us);
    let now = after.attackers(square, us);
    now.contains(mv.to()) || !(now - before).is_empty() || around.contains(mv.to())
}

/// The searcher's move is the solution's first, or mates at once as that does.
fn is_solved(puzzle: &Puzzle, best: Option<Move>) -> bool {
    let mates = |mv: Move| puzzle.board.play(mv).is_checkmate();
    best.is_some_and(|mv| mv == puzzle.solution[0] || (mates(mv) && mates(puzzle.solution[0])))
}

#[derive(Default)]
struct Count {
    of: usize,
    /// Solved with the hint, and without.
    helped: usize,
    alone: usize,
    /// The solution is among the moves that fit.
    kept: usize,
    /// Moves that fit, of all.
    fitting: usize,
    all: usize,
}

pub fn measure(wish: &Wish) -> Result<Vec<Score>, String> {
    let told = |fault: &dyn std::fmt::Display| fault.to_string();
    let mut tutor = tutor().map_err(|fault| told(&fault))?;
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() }).map_err(|fault| told(&fault))?;
    let rows = rows::sampled(rows::all(wish)?, wish.sample.unwrap_or(SAMPLE), wish.seed);
    let mut count = Count::default();
    for (row, puzzle) in rows.iter().filter_map(|row| Some((row, row.puzzle()?))) {
        let explanation = explain(&mut tutor, &puzzle.board, None, wish.search)
            .map_err(|fault| format!("{}: {fault}", row.id))?;
        let Some(second) = hint(&explanation, 2, Language::English) else { continue };
        let game = Game::new(puzzle.board);
        let fitting = fitting(&puzzle.board, &second);
        let mut best = |search_moves: Vec<Move>| {
            engine.new_game();
            engine.search(&game, Limits { search_moves, ..Limits::depth(DEPTH) }).finish().best
        };
        count.of += 1;
        count.all += puzzle.board.legal_moves().len();
        count.fitting += fitting.len();
        count.kept += usize::from(fitting.contains(&puzzle.solution[0]));
        count.alone += usize::from(is_solved(&puzzle, best(Vec::new())));
        if !fitting.is_empty() && is_solved(&puzzle, best(fitting)) {
            count.helped += 1;
        } else if count.of - count.helped <= wish.list {
            let solution = puzzle.board.uci(puzzle.solution[0]);
            println!("{} {} {solution}: {}", row.id, puzzle.board.fen(), second.text);
        }
    }
    Ok(vec![
        Score::new("solved at depth 4 with hint 2", count.helped, count.of, Some(0.80)),
        Score::new("solved at depth 4 without a hint", count.alone, count.of, None),
        Score::new("the solution fits hint 2", count.kept, count.of, None),
        Score::new("moves that fit hint 2", count.fitting, count.all, None),
    ])
}
