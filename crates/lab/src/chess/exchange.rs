//! Captures on one square, and what can influence them: Kaissa's method of analogies.
//!
//! *Captures in chess are often invariant with respect to several minor moves*, says Marsland (section 4.2), so
//! the result of a capture *need be computed only once, and stored*. What a sequence of captures on one square
//! wins depends on few things: who stands there, and for each of the lines that meet there which men can join
//! in, in which order. Where on the line they stand, and everything else on the board, does not matter. These
//! things are the *influence*; two captures with the same influence are analogous.
//!
//! As in exchanges everywhere, pins and checks are not looked at.

use quevedo_rules::{Board, Color, EXCHANGE_VALUES, Man, Move, MoveKind, Piece, Square, attacks};

/// The eight directions, as steps of file and rank.
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The men that can take part in captures on one square.
struct Cast {
    /// On each line, nearest first.
    lines: [[Option<Man>; 7]; 8],
    /// Knights of White and Black.
    knights: [u8; 2],
}

/// A fingerprint of the exchange that the capture starts; `None` for castling and en passant, which have no
/// analogy.
pub(super) fn influence(board: &Board, mv: Move) -> Option<u64> {
    let taker = board.man_at(mv.from())?;
    let victim = board.man_at(mv.to())?;
    if matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant) {
        return None;
    }
    let cast = Cast::of(board, mv);
    let mut key = fold(0, taker.index() as u64);
    key = fold(key, victim.index() as u64);
    key = fold(key, mv.promotion().map_or(6, |piece| piece.index() as u64));
    key = fold(key, u64::from(cast.knights[0]) << 8 | u64::from(cast.knights[1]));
    for line in &cast.lines {
        for man in line.iter().map_while(|man| *man) {
            key = fold(key, man.index() as u64);
        }
        key = fold(key, 15);
    }
    Some(key)
}

/// What the capture wins when both sides go on taking on its square, with the cheapest man first, as long as it
/// pays.
pub(super) fn value(board: &Board, mv: Move, looked_at: &mut u64) -> i32 {
    let worth = |piece: Piece| EXCHANGE_VALUES[piece.index()];
    let victim = match mv.kind() {
        MoveKind::EnPassant => Piece::Pawn,
        _ => board.piece_at(mv.to()).unwrap_or(Piece::King),
    };
    let Some(taker) = board.piece_at(mv.from()) else { return 0 };
    let promoted = mv.promotion().map_or(0, |piece| worth(piece) - worth(Piece::Pawn));
    let mut cast = Cast::of(board, mv);
    // What each capture wins at once; then, from the last one back, whether it was worth making.
    let mut gains = [0; 32];
    gains[0] = worth(victim) + promoted;
    let mut standing = mv.promotion().unwrap_or(taker);
    let mut side = !board.turn();
    let mut length = 1;
    *looked_at += 1;
    while length < gains.len() {
        // A king may not take what is protected; one that stands was the last to take.
        let Some(next) = cast.take_cheapest(side) else { break };
        if next == Piece::King && cast.has_any(!side) {
            break;
        }
        gains[length] = worth(standing);
        standing = next;
        side = !side;
        length += 1;
        *looked_at += 1;
    }
    let replies = gains[1..length].iter().rev().fold(0, |later, gain| (gain - later).max(0));
    gains[0] - replies
}

fn fold(key: u64, item: u64) -> u64 {
    (key ^ item).wrapping_add(0x9e37_79b9_7f4a_7c15).rotate_left(23).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Cast {
    /// Everybody who can join in after the capture: its taker has left his place.
    fn of(board: &Board, mv: Move) -> Cast {
        let target = mv.to();
        let passed = Square::at(target.file(), mv.from().rank());
        let has_left = |square| square == mv.from() || mv.is_en_passant() && square == passed;
        let mut lines = [[None; 7]; 8];
        for (line, &(file_step, rank_step)) in lines.iter_mut().zip(&DIRECTIONS) {
            let mut length = 0;
            let mut distance = 1;
            let (mut file, mut rank) = (target.index() as i32 % 8, target.index() as i32 / 8);
            loop {
                (file, rank) = (file + file_step, rank + rank_step);
                if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                    break;
                }
                let square = Square::new((8 * rank + file) as u8);
                match board.man_at(square).filter(|_| !has_left(square)) {
                    Some(man) if reaches(man, (file_step, rank_step), distance) => {
                        line[length] = Some(man);
                        length += 1;
                    }
                    Some(_) => break,
                    None => {}
                }
                distance += 1;
            }
        }
        let knights = Color::ALL.map(|color| {
            let all = attacks::knight(target) & board.colored(color, Piece::Knight);
            all.into_iter().filter(|&square| !has_left(square)).count() as u8
        });
        Cast { lines, knights }
    }

    fn has_any(&self, side: Color) -> bool {
        self.knights[side.index()] > 0
            || self.lines.iter().any(|line| line[0].is_some_and(|man| man.color() == side))
    }

    /// Takes the cheapest man of a side that can take now off the stage.
    fn take_cheapest(&mut self, side: Color) -> Option<Piece> {
        let front = |line: &[Option<Man>; 7]| line[0].filter(|man| man.color() == side).map(Man::piece);
        let on_lines = self.lines.iter().enumerate().filter_map(|(index, line)| Some((front(line)?, index)));
        let cheapest = on_lines.min_by_key(|(piece, _)| piece.index());
        let knight = self.knights[side.index()] > 0;
        match cheapest {
            Some((piece, index)) if !knight || piece.index() < Piece::Knight.index() => {
                self.lines[index].rotate_left(1);
                self.lines[index][6] = None;
                Some(piece)
            }
            _ if knight => {
                self.knights[side.index()] -= 1;
                Some(Piece::Knight)
            }
            _ => None,
        }
    }
}

/// Whether a man at this distance in this direction from a square can take there, when nobody is in between.
fn reaches(man: Man, (file_step, rank_step): (i32, i32), distance: u32) -> bool {
    let diagonal = file_step != 0 && rank_step != 0;
    match man.piece() {
        Piece::Queen => true,
        Piece::Rook => !diagonal,
        Piece::Bishop => diagonal,
        Piece::King => distance == 1,
        // A white pawn takes upwards, so it stands below the square.
        Piece::Pawn => diagonal && distance == 1 && (rank_step < 0) == (man.color() == Color::White),
        Piece::Knight => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quevedo_testkit::{RandomWalk, Start};

    use super::*;

    #[test]
    fn exchanges_agree_with_the_rules_and_analogous_ones_with_each_other() {
        let mut known: HashMap<u64, i32> = HashMap::new();
        let mut analogies = 0;
        for visit in RandomWalk::new(1979, &[Start::Standard, Start::Suite]).take(6_000) {
            let board = visit.board;
            for &mv in board.captures().iter().filter(|mv| mv.is_capture()) {
                let mut looked_at = 0;
                let value = value(&board, mv, &mut looked_at);
                assert!(looked_at >= 1);
                assert!(
                    board.see_ge(mv, value) && !board.see_ge(mv, value + 1),
                    "{} in {board}: {value}",
                    board.san(mv)
                );
                if let Some(key) = influence(&board, mv) {
                    analogies += i32::from(known.contains_key(&key));
                    assert_eq!(*known.entry(key).or_insert(value), value, "{} in {board}", board.san(mv));
                }
            }
        }
        assert!(analogies > 1_000, "only {analogies} analogies");
    }
}
