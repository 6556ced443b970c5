//! What the tablebases know, and the textbook's names for it: opposition, key squares, zugzwang, fortresses, exchanges into endings.

use quevedo_rules::{Bitboard, Board, Color, File, Move, Piece, Square};
use quevedo_tables::Endgames;

use super::lines::changed;
use super::seen;
use crate::exchange::{balance, best_capture_of, see};
use crate::prove::{prove_table, table_value};
use crate::{Attack, Defence, Fact, Finding, Goal, Proof, Root, Truth};

/// The fewest pawns' worth behind of which a fortress is spoken.
const BEHIND: i8 = 3;

/// What the tables say of a position, or of the one after a move.
pub fn findings_of_tables(board: &Board, mv: Option<Move>, tables: &Endgames) -> Vec<Finding> {
    let now = match mv {
        Some(mv) if board.is_legal(mv) => board.play(mv),
        Some(_) => return Vec::new(),
        None => *board,
    };
    let Some(value) = table_value(tables, &now, now.turn()).filter(|_| now.has_legal_moves()) else {
        return Vec::new();
    };
    // A draw is good news for whoever is behind.
    let favours_mover = value > 0 || value == 0 && balance(&now, now.turn()) < 0;
    let side = if favours_mover { now.turn() } else { !now.turn() };
    let mut facts = vec![(value_of(&now, value, tables), side)];
    for side in Color::ALL {
        facts.extend(key_square(&now, side, tables).map(|fact| (fact, side)));
        facts.extend(fortress(&now, side, tables).map(|fact| (fact, side)));
    }
    facts.extend(opposition(&now, tables).map(|fact| (fact, !now.turn())));
    facts.extend(zugzwang(&now, tables).map(|fact| (fact, !now.turn())));
    facts.into_iter().map(|(fact, side)| known(fact, board, mv, side)).collect()
}

/// A finding that rests on the tables.
fn known(fact: Fact, at: &Board, mv: Option<Move>, side: Color) -> Finding {
    Finding { truth: Truth::Table, ..seen(fact, at, mv, side, 0) }
}

fn value_of(now: &Board, value: i8, tables: &Endgames) -> Fact {
    let moves = tables.own().probe_dtm(now).filter(|_| value != 0).and_then(quevedo_tables::Value::moves);
    Fact::TableValue { value, moves }
}

/// The same men with the other side to move.
fn turned(board: &Board) -> Option<Board> {
    if board.in_check() { None } else { changed(board, |setup| setup.turn = !setup.turn) }
}

/// The side that is not to move holds it, if that matters.
fn opposition(now: &Board, tables: &Endgames) -> Option<Fact> {
    let holder = !now.turn();
    let pieces = now.occupied() - now.pieces(Piece::Pawn) - now.pieces(Piece::King);
    let (one, other) = (now.king(holder), now.king(!holder));
    let face = one.file() == other.file() || one.rank() == other.rank();
    if pieces.any() || !face || !one.distance(other).is_multiple_of(2) {
        return None;
    }
    let here = table_value(tables, now, holder)?;
    let there = table_value(tables, &turned(now)?, holder)?;
    (here > there).then_some(Fact::Opposition { holder })
}

/// A king on a key square of its only pawn, in the ending of king and pawn against king.
fn key_square(now: &Board, side: Color, tables: &Endgames) -> Option<Fact> {
    let pawn = now.colored(side, Piece::Pawn).single().filter(|_| now.occupied().len() == 3)?;
    let square = now.king(side);
    if !key_squares(pawn, side).contains(square) {
        return None;
    }
    let theirs = now.king(!side).distance(pawn) - u8::from(now.turn() != side);
    let holds = square.distance(pawn) == 1 || theirs >= square.distance(pawn);
    let won = table_value(tables, now, side)? == 1;
    (holds && won).then_some(Fact::KeySquare { square, pawn })
}

/// The squares from which a king brings a pawn home.
fn key_squares(pawn: Square, side: Color) -> Bitboard {
    let up = |steps: i8| pawn.offset(0, if side == Color::White { steps } else { -steps });
    let three = |square: Option<Square>| {
        let middle = square.map_or(Bitboard::EMPTY, Bitboard::of);
        middle | middle.east() | middle.west()
    };
    let rank = pawn.relative_to(side).rank().index() + 1;
    if matches!(pawn.file(), File::A | File::H) {
        let file = if pawn.file() == File::A { File::B } else { File::G };
        let last = [quevedo_rules::Rank::Seventh, quevedo_rules::Rank::Eighth];
        return last
            .into_iter()
            .fold(Bitboard::EMPTY, |all, rank| all | Square::at(file, rank.relative_to(side)));
    }
    match rank {
        2..=4 => three(up(2)),
        5 | 6 => three(up(1)) | three(up(2)),
        7 => three(Some(pawn)) - Bitboard::of(pawn),
        _ => Bitboard::EMPTY,
    }
}

/// The side to move would do better to pass.
fn zugzwang(now: &Board, tables: &Endgames) -> Option<Fact> {
    let mover = now.turn();
    let here = table_value(tables, now, mover)?;
    let there = table_value(tables, &turned(now)?, mover)?;
    (here < there).then_some(Fact::Zugzwang)
}

/// A side that is far behind draws, whoever is to move.
fn fortress(now: &Board, side: Color, tables: &Endgames) -> Option<Fact> {
    let points = -balance(now, side);
    let stronger = now.color(!side);
    let men = now.pieces(Piece::Pawn) | now.pieces(Piece::Rook) | now.pieces(Piece::Queen);
    if points < BEHIND || !stronger.intersects(men) {
        return None;
    }
    let other = turned(now)?;
    let mine = if now.turn() == side { now } else { &other };
    let falls = |man| best_capture_of(mine, man).is_some_and(|(_, see)| see > 0);
    let is_drawn = table_value(tables, now, side)? == 0 && table_value(tables, &other, side)? == 0;
    (is_drawn && !stronger.into_iter().any(falls)).then_some(Fact::Fortress { points: points as u8 })
}

/// That an exchange leads by force to an ending that is won, or drawn where its side is behind.
pub fn simplification(board: &Board, mv: Move, tables: &Endgames) -> Option<Finding> {
    let is_known = table_value(tables, board, board.turn()).is_some();
    if !mv.is_capture() || is_known || !board.is_legal(mv) || see(board, mv) > 0 {
        return None;
    }
    let behind = balance(board, board.turn()) < 0;
    let values: &[i8] = if behind { &[1, 0] } else { &[1] };
    let proof = values.iter().find_map(|&value| prove_table(board, mv, value, tables))?;
    let Goal::Table(value) = proof.goal else { return None };
    Some(by_tables(Fact::Simplification { value }, board, Some(mv), proof))
}

/// What a move gives away by the tables: a win, or a draw.
pub fn allows_by_tables(board: &Board, mv: Move, better: Move, tables: &Endgames) -> Option<Finding> {
    let (after, instead) = (board.play(mv), board.play(better));
    let them = after.turn();
    let (now, otherwise) = (table_value(tables, &after, them)?, table_value(tables, &instead, them)?);
    if now <= otherwise || mv == better {
        return None;
    }
    let answer = keeps(&after, now, tables)?;
    let proof = one_move(&after, answer, now);
    let fact = Fact::Allows { goal: Goal::Table(now), by: after.uci(answer), better: board.uci(better) };
    let mut finding = by_tables(fact, board, Some(mv), proof);
    finding.line.insert(0, board.uci(mv));
    Some(finding)
}

/// What a better move keeps by the tables and the played one does not: a win.
pub fn misses_by_tables(board: &Board, mv: Move, better: Move, tables: &Endgames) -> Option<Finding> {
    let us = board.turn();
    let (now, otherwise) =
        (table_value(tables, &board.play(mv), us)?, table_value(tables, &board.play(better), us)?);
    if otherwise != 1 || now >= otherwise {
        return None;
    }
    let proof = one_move(board, better, otherwise);
    let fact = Fact::Misses { goal: Goal::Table(otherwise), better: board.uci(better) };
    Some(by_tables(fact, board, Some(mv), proof))
}

/// A move of the side to move after which the tables' value is at least so much.
fn keeps(board: &Board, value: i8, tables: &Endgames) -> Option<Move> {
    let us = board.turn();
    board
        .legal_moves()
        .into_iter()
        .find(|&mv| table_value(tables, &board.play(mv), us).is_some_and(|after| after >= value))
}

/// The proof that one move reaches an ending of this value.
fn one_move(start: &Board, mv: Move, value: i8) -> Proof {
    Proof {
        start: *start,
        after_pass: false,
        attacker: start.turn(),
        goal: Goal::Table(value),
        tree: Root::Attack(Attack { mv: start.uci(mv), then: Defence::Holds }),
    }
}

/// A finding of the proof's attacker that rests on the tables.
fn by_tables(fact: Fact, at: &Board, mv: Option<Move>, proof: Proof) -> Finding {
    // What is allowed or missed is a proof like any other; its leaves are the tables'.
    let truth = if matches!(fact, Fact::Simplification { .. }) { Truth::Table } else { Truth::Proven };
    Finding {
        fact,
        at: *at,
        mv: mv.map(|mv| at.uci(mv)),
        side: proof.attacker,
        truth,
        gain: 0,
        line: proof.main_line(),
        proofs: vec![proof],
    }
}
