//! Which move to try next.
//!
//! Moves come in stages, each made only when it is needed, because most nodes are cut off early: the
//! table's move; captures that do not lose material, the most valuable victim first (MVV) and by
//! their record; killers and the counter move; quiet moves by their record; losing captures.

use arrayvec::ArrayVec;
use quevedo_rules::{Board, EXCHANGE_VALUES, Move, Piece};

use crate::history::{Histories, QuietContext, captured};
use crate::params::fixed::{CAPTURE_RECORD_DIVISOR, GOOD_CAPTURE_DIVISOR, GOOD_CAPTURE_SLACK, MVV_FACTOR};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Table,
    MakeCaptures,
    GoodCaptures,
    Refutations,
    MakeQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// A move with what it promises.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    promise: i32,
}

/// Hands out the moves of one node, the most promising first.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    refutations: [Option<Move>; 3],
    refutation_next: usize,
    candidates: ArrayVec<Candidate, 256>,
    next: usize,
    bad_captures: ArrayVec<Move, 80>,
    bad_next: usize,
    captures_only: bool,
    skip_quiets: bool,
    /// What a capture must win at least to be a good one.
    threshold: i32,
}

impl core::fmt::Debug for Picker {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Picker({:?})", self.table_move)
    }
}

impl Picker {
    /// All moves. The table's move must be legal.
    pub fn new(table_move: Option<Move>, refutations: [Option<Move>; 3]) -> Picker {
        Picker {
            stage: if table_move.is_some() { Stage::Table } else { Stage::MakeCaptures },
            table_move,
            refutations,
            refutation_next: 0,
            candidates: ArrayVec::new(),
            next: 0,
            bad_captures: ArrayVec::new(),
            bad_next: 0,
            captures_only: false,
            skip_quiets: false,
            threshold: 0,
        }
    }

    /// Only captures and promotions that win at least `threshold`.
    pub fn captures(table_move: Option<Move>, threshold: i32) -> Picker {
        let table_move = table_move.filter(|mv| !mv.is_quiet());
        Picker { captures_only: true, threshold, ..Picker::new(table_move, [None; 3]) }
    }

    /// From now on, no more quiet moves.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move, if there is one.
    pub fn next(&mut self, board: &Board, histories: &Histories, context: &QuietContext) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeCaptures;
                    return self.table_move;
                }
                Stage::MakeCaptures => {
                    for mv in &board.captures() {
                        if Some(mv) != self.table_move {
                            self.candidates
                                .push(Candidate { mv, promise: capture_promise(board, histories, mv) });
                        }
                    }
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best_candidate() {
                    Some(Candidate { mv, promise }) => {
                        // A good record lets a capture lose a little.
                        if board.see_ge(
                            mv,
                            self.threshold - (promise / GOOD_CAPTURE_DIVISOR).clamp(0, GOOD_CAPTURE_SLACK),
                        ) {
                            return Some(mv);
                        }
                        if !self.captures_only {
                            let _ = self.bad_captures.try_push(mv);
                        }
                    }
                    None if self.captures_only => self.stage = Stage::Done,
                    None => self.stage = Stage::Refutations,
                },
                Stage::Refutations => match self.next_refutation(board) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::MakeQuiets,
                },
                Stage::MakeQuiets => {
                    self.candidates.clear();
                    self.next = 0;
                    if !self.skip_quiets {
                        for mv in &board.quiets() {
                            if Some(mv) != self.table_move && !self.refutations.contains(&Some(mv)) {
                                let promise = histories.quiet(board, context, mv);
                                self.candidates.push(Candidate { mv, promise });
                            }
                        }
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.best_candidate().filter(|_| !self.skip_quiets) {
                    Some(candidate) => return Some(candidate.mv),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => {
                    let mv = self.bad_captures.get(self.bad_next).copied();
                    self.bad_next += 1;
                    if mv.is_none() {
                        self.stage = Stage::Done;
                    }
                    return mv;
                }
                Stage::Done => return None,
            }
        }
    }

    /// The best of the remaining candidates: a selection sort, one step at a time.
    fn best_candidate(&mut self) -> Option<Candidate> {
        let rest = self.candidates.get_mut(self.next..)?;
        let (mut best, mut most) = (0, rest.first()?.promise);
        for (index, candidate) in rest.iter().enumerate() {
            if candidate.promise > most {
                (best, most) = (index, candidate.promise);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    /// Killers and counter move, each once, if they are legal quiet moves here.
    fn next_refutation(&mut self, board: &Board) -> Option<Move> {
        while let Some(&refutation) = self.refutations.get(self.refutation_next) {
            let index = self.refutation_next;
            self.refutation_next += 1;
            let Some(mv) = refutation else { continue };
            let repeated = Some(mv) == self.table_move || self.refutations[..index].contains(&Some(mv));
            if !self.skip_quiets && !repeated && mv.is_quiet() && board.is_legal(mv) {
                return Some(mv);
            }
            if !repeated {
                // Not handed out, so it must not be left out of the quiet moves either.
                self.refutations[index] = None;
            }
        }
        None
    }
}

/// Most valuable victim first, then by record; promotions count as what they gain.
fn capture_promise(board: &Board, histories: &Histories, mv: Move) -> i32 {
    let victim = if mv.is_capture() { EXCHANGE_VALUES[captured(board, mv).index()] } else { 0 };
    let gain = match mv.promotion() {
        Some(Piece::Queen) => EXCHANGE_VALUES[Piece::Queen.index()],
        Some(_) => -EXCHANGE_VALUES[Piece::Queen.index()],
        None => 0,
    };
    MVV_FACTOR * (victim + gain) + histories.capture(board, mv) / CAPTURE_RECORD_DIVISOR
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Footprint;
    use quevedo_rules::Key;

    #[test]
    fn every_legal_move_comes_once() {
        let histories = Histories::default();
        let context =
            QuietContext { before: [Footprint::NONE; 3], pawns: Key(0), keeps_main: true, keeps_pawn: true };
        let mut state = 7u64;
        for number in 0..100 {
            let mut board = Board::chess960(number * 9).expect("a number below 960");
            for _ in 0..60 {
                let legal = board.legal_moves();
                if legal.is_empty() {
                    break;
                }
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let any = |salt: u64| legal[((state >> 20).wrapping_add(salt) as usize) % legal.len()];
                let table_move = (state >> 60 & 1 == 0).then(|| any(1));
                let stranger = Move::from_bits((state >> 30) as u16);
                let mut picker = Picker::new(table_move, [Some(any(2)), stranger, Some(any(3))]);
                let mut seen = Vec::new();
                while let Some(mv) = picker.next(&board, &histories, &context) {
                    seen.push(mv);
                }
                assert_eq!(table_move, seen.first().copied().filter(|_| table_move.is_some()));
                let mut expected = legal.to_vec();
                seen.sort();
                expected.sort();
                assert_eq!(seen, expected, "{}", board.fen());
                board = board.play(any(5));
            }
        }
    }
}
