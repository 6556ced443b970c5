//! What the search remembers about moves: which were good, after which, with which pawns; and by how
//! much its evaluations were wrong.

use core::sync::atomic::{AtomicI16, AtomicU16, Ordering::Relaxed};

use quevedo_rules::{Board, Color, Key, Man, Move, Piece, Square};
use quevedo_value::{Depth, Score};

use crate::params::fixed::{
    CORRECTION_DEEPEST, CORRECTION_SCALE, CORRECTION_SLOWNESS, CORRECTION_STEP, CORRECTIONS, PAWN_STRUCTURES,
};

/// The greatest value of a record; a bonus counts the less the nearer it is.
const LIMIT: i32 = 16_384;

/// A move's record, which several threads may read and change at once (an update may be lost); between `-LIMIT` and `LIMIT`.
#[derive(Default)]
struct Record(AtomicI16);

impl Record {
    #[inline]
    fn update(&self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let value = self.get();
        self.0.store((value + bonus - value * bonus.abs() / LIMIT) as i16, Relaxed);
    }

    #[inline]
    fn get(&self) -> i32 {
        i32::from(self.0.load(Relaxed))
    }

    fn clear(&self) {
        self.0.store(0, Relaxed);
    }
}

/// A man on the square that it went to: what a following move is remembered after.
#[doc(alias = "continuation history")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Footprint(u16);

impl Footprint {
    /// No move: its records stay zero.
    pub const NONE: Footprint = Footprint((FOOTPRINTS - 1) as u16);

    /// The footprint of a man on its target square.
    #[inline]
    pub fn new(man: Man, to: Square) -> Footprint {
        Footprint((man.index() * 64 + to.index()) as u16)
    }

    /// The footprint of a move that is about to be played.
    #[inline]
    pub fn of(board: &Board, mv: Move) -> Option<Footprint> {
        Some(Footprint::new(board.man_at(mv.from())?, mv.to()))
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Twelve men on 64 squares, and no move.
const FOOTPRINTS: usize = 12 * 64 + 1;
/// How many plies back the moves are that a move is remembered after.
pub const CONTINUATIONS: [usize; 3] = [1, 2, 4];

/// All records of the threads of a search, which share them.
pub struct Histories {
    quiet: Box<[[[Record; 64]; 64]; 2]>,
    capture: Box<[[[Record; 6]; 64]; 12]>,
    continuation: Vec<Record>,
    pawn: Vec<Record>,
    counter: Vec<AtomicU16>,
    corrections: Corrections,
}

impl core::fmt::Debug for Histories {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Histories")
    }
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            quiet: Box::new([const { [const { [const { Record(AtomicI16::new(0)) }; 64] }; 64] }; 2]),
            capture: Box::new([const { [const { [const { Record(AtomicI16::new(0)) }; 6] }; 64] }; 12]),
            continuation: empty(FOOTPRINTS * FOOTPRINTS),
            pawn: empty(PAWN_STRUCTURES * FOOTPRINTS),
            counter: (0..FOOTPRINTS).map(|_| AtomicU16::new(0)).collect(),
            corrections: Corrections::default(),
        }
    }
}

/// So many records of nothing.
fn empty(size: usize) -> Vec<Record> {
    (0..size).map(|_| Record::default()).collect()
}

/// What the records of quiet moves are looked up with.
#[derive(Clone, Copy, Debug)]
pub struct QuietContext {
    /// The moves played 1, 2 and 4 plies ago.
    pub before: [Footprint; CONTINUATIONS.len()],
    /// The pawns of the position.
    pub pawns: Key,
    /// Whether moves are remembered by their squares; a record that is not kept stays zero.
    pub keeps_main: bool,
    /// Whether moves are remembered by the pawns.
    pub keeps_pawn: bool,
}

impl Histories {
    /// Forgets everything, in place: new memory would have to be cleared by the system page by page.
    pub fn clear(&self) {
        let Histories { quiet, capture, continuation, pawn, counter, corrections } = self;
        let quiet = quiet.as_flattened().as_flattened();
        let capture = capture.as_flattened().as_flattened();
        let [ours, theirs] = &corrections.non_pawn;
        for records in [quiet, capture, continuation, pawn, &corrections.pawn, ours, theirs] {
            records.iter().for_each(Record::clear);
        }
        for refutation in counter {
            refutation.store(0, Relaxed);
        }
    }

    #[inline]
    fn pawn_index(pawns: Key, footprint: Footprint) -> usize {
        (pawns.0 as usize % PAWN_STRUCTURES) * FOOTPRINTS + footprint.index()
    }

    /// The record of a quiet move in all its contexts, as the picker and the reductions use it.
    #[inline]
    pub fn quiet(&self, board: &Board, context: &QuietContext, mv: Move) -> i32 {
        let Some(footprint) = Footprint::of(board, mv) else { return 0 };
        let main = self.quiet[board.turn().index()][mv.from().index()][mv.to().index()].get();
        let pawn = self.pawn[Self::pawn_index(context.pawns, footprint)].get();
        let continuation: i32 = context
            .before
            .iter()
            .map(|before| self.continuation[before.index() * FOOTPRINTS + footprint.index()].get())
            .sum();
        main + pawn + continuation
    }

    /// Rewards or punishes a quiet move.
    pub fn update_quiet(&self, board: &Board, context: &QuietContext, mv: Move, bonus: i32) {
        let Some(footprint) = Footprint::of(board, mv) else { return };
        if context.keeps_main {
            self.quiet[board.turn().index()][mv.from().index()][mv.to().index()].update(bonus);
        }
        if context.keeps_pawn {
            self.pawn[Self::pawn_index(context.pawns, footprint)].update(bonus);
        }
        for before in context.before.iter().filter(|&&before| before != Footprint::NONE) {
            self.continuation[before.index() * FOOTPRINTS + footprint.index()].update(bonus);
        }
    }

    /// The record of a capture.
    #[inline]
    pub fn capture(&self, board: &Board, mv: Move) -> i32 {
        let Some(man) = board.man_at(mv.from()) else { return 0 };
        self.capture[man.index()][mv.to().index()][captured(board, mv).index()].get()
    }

    /// Rewards or punishes a capture.
    pub fn update_capture(&self, board: &Board, mv: Move, bonus: i32) {
        let Some(man) = board.man_at(mv.from()) else { return };
        self.capture[man.index()][mv.to().index()][captured(board, mv).index()].update(bonus);
    }

    /// The move that refuted the last one before.
    #[inline]
    pub fn counter(&self, last: Option<Footprint>) -> Option<Move> {
        Move::from_bits(self.counter[last?.index()].load(Relaxed))
    }

    /// Notes what refuted the last move.
    pub fn set_counter(&self, last: Option<Footprint>, mv: Move) {
        if let Some(last) = last {
            self.counter[last.index()].store(mv.to_bits(), Relaxed);
        }
    }

    /// The corrections of evaluations.
    pub fn corrections(&self) -> &Corrections {
        &self.corrections
    }
}

/// What a move takes; a promotion without a capture counts as taking a pawn.
#[inline]
pub fn captured(board: &Board, mv: Move) -> Piece {
    board.piece_at(mv.to()).filter(|_| mv.is_capture()).unwrap_or(Piece::Pawn)
}

/// By how much the static evaluation was wrong in positions with the same pawns, or the same pieces
/// of one side: averages of the differences to search results.
pub struct Corrections {
    pawn: Vec<Record>,
    non_pawn: [Vec<Record>; 2],
}

impl core::fmt::Debug for Corrections {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Corrections")
    }
}

impl Default for Corrections {
    fn default() -> Corrections {
        let some = || empty(2 * CORRECTIONS);
        Corrections { pawn: some(), non_pawn: [some(), some()] }
    }
}

/// An error from which on even a search of one ply teaches as much as anything can; boards full of queens
/// have larger ones.
const MOST_ERROR: i32 = CORRECTION_SCALE * CORRECTION_SLOWNESS / CORRECTION_STEP;

impl Corrections {
    #[inline]
    fn index(side: Color, key: Key) -> usize {
        side.index() * CORRECTIONS + key.0 as usize % CORRECTIONS
    }

    /// What to add to the evaluation, in hundredths of a pawn; the weights are in 1024ths.
    #[inline]
    pub fn get(&self, board: &Board, pawn_weight: i32, non_pawn_weight: i32) -> i32 {
        let side = board.turn();
        let pawn = self.pawn[Self::index(side, board.pawn_key())].get();
        let non_pawn: i32 = Color::ALL
            .into_iter()
            .map(|color| self.non_pawn[color.index()][Self::index(side, board.non_pawn_key(color))].get())
            .sum();
        (pawn * pawn_weight + non_pawn * non_pawn_weight) / 1024 * CORRECTION_SCALE / LIMIT
    }

    /// Learns that a search to `depth` found `score` where the evaluation said `eval`.
    pub fn update(&self, board: &Board, depth: Depth, score: Score, eval: Score) {
        let side = board.turn();
        let error =
            (score - eval).clamp(-MOST_ERROR, MOST_ERROR) * depth.plies().min(CORRECTION_DEEPEST) * LIMIT
                / (CORRECTION_SCALE * CORRECTION_SLOWNESS);
        let bonus = error.clamp(-LIMIT / CORRECTION_STEP, LIMIT / CORRECTION_STEP);
        self.pawn[Self::index(side, board.pawn_key())].update(bonus);
        for color in Color::ALL {
            let index = Self::index(side, board.non_pawn_key(color));
            self.non_pawn[color.index()][index].update(bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_stay_in_their_limits() {
        let record = Record::default();
        for _ in 0..1_000 {
            record.update(5_000);
        }
        assert!(record.get() > LIMIT * 9 / 10 && record.get() <= LIMIT);
        for _ in 0..1_000 {
            record.update(-20_000);
        }
        assert!(record.get() >= -LIMIT && record.get() < -LIMIT * 9 / 10);
    }

    #[test]
    fn good_moves_are_remembered_in_their_context() {
        let histories = Histories::default();
        let board = Board::start();
        let mv = board.parse_uci("g1f3").expect("a legal move");
        let other = board.parse_uci("b1c3").expect("a legal move");
        let after = Footprint::of(&board, other).expect("a man");
        let before = [after, Footprint::NONE, Footprint::NONE];
        let context = QuietContext { before, pawns: board.pawn_key(), keeps_main: true, keeps_pawn: true };
        histories.update_quiet(&board, &context, mv, 1_000);
        assert_eq!(histories.quiet(&board, &context, mv), 3_000);
        let elsewhere = QuietContext { before: [Footprint::NONE; 3], pawns: Key(12_345), ..context };
        assert_eq!(histories.quiet(&board, &elsewhere, mv), 1_000);
        assert_eq!(histories.quiet(&board, &context, other), 0);
    }

    #[test]
    fn boards_full_of_queens_teach_no_more_than_anything_can() {
        let board = Board::start();
        let learnt = |score, depth| {
            let histories = Histories::default();
            histories.corrections().update(&board, Depth(depth), Score::cp(score), Score::cp(-15_000));
            histories.corrections().get(&board, 1024, 1024)
        };
        assert_eq!(learnt(15_000, 60), learnt(-15_000 + MOST_ERROR, 1));
        assert!(learnt(-15_000 + MOST_ERROR / 2, 1) < learnt(15_000, 1));
    }

    #[test]
    fn evaluations_are_corrected_towards_results() {
        let corrections = Corrections::default();
        let board = Board::start();
        for _ in 0..200 {
            corrections.update(&board, Depth(10), Score::cp(40), Score::cp(0));
        }
        let correction = corrections.get(&board, 1024, 1024);
        assert!(correction > 20, "{correction}");
        assert_eq!(corrections.get(&board.play_null().expect("no check"), 1024, 1024), 0);
    }
}
