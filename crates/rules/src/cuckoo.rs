//! Seeing a repetition one move before it happens.
//!
//! Two positions that differ by one reversible move have keys that differ by a number which only
//! depends on that move. All 3,668 such numbers are kept in a cuckoo hash table (every number has
//! two possible places, so a look-up is two comparisons); a search that finds the difference to an
//! earlier position there knows that the side to move can repeat. After Marcel van Kervinck,
//! "The design and implementation of the Rookie 2.0 chess playing program", section 5 (2002).

use crate::{Board, Key, Man, Piece, Square, attacks, zobrist};

const SIZE: usize = 8192;

/// A man going from one square to another, or back.
#[derive(Clone, Copy)]
struct Step {
    man: Man,
    a: Square,
    b: Square,
}

struct Table {
    keys: [u64; SIZE],
    steps: [Step; SIZE],
}

/// How many steps there are: the undirected moves of all pieces but pawns on an empty board.
const STEPS: usize = 3_668;

static TABLE: Table = build();

const fn first_place(key: u64) -> usize {
    key as usize % SIZE
}

const fn second_place(key: u64) -> usize {
    (key >> 16) as usize % SIZE
}

#[allow(clippy::large_stack_arrays)] // on the compiler's stack
const fn build() -> Table {
    let nothing = Step { man: Man::WhiteKing, a: Square::A1, b: Square::A1 };
    let mut table = Table { keys: [0; SIZE], steps: [nothing; SIZE] };
    let mut count = 0;
    let mut index = 2;
    while index < 12 {
        let man = Man::ALL[index];
        let mut a = 0;
        while a < 64 {
            let mut b = a + 1;
            while b < 64 {
                let step = Step { man, a: Square::new(a), b: Square::new(b) };
                if attacks::on_empty_board(man.piece(), step.a).contains(step.b) {
                    insert(&mut table, step);
                    count += 1;
                }
                b += 1;
            }
            a += 1;
        }
        index += 1;
    }
    assert!(count == STEPS);
    table
}

/// Puts a step in its first place; whatever was there moves to its own other place, and so on.
const fn insert(table: &mut Table, mut step: Step) {
    let mut key = zobrist::step(step.man, step.a, step.b);
    let mut place = first_place(key);
    loop {
        (table.keys[place], key) = (key, table.keys[place]);
        (table.steps[place], step) = (step, table.steps[place]);
        if key == 0 {
            return;
        }
        place = if place == first_place(key) { second_place(key) } else { first_place(key) };
    }
}

fn find(difference: u64) -> Option<Step> {
    let places = [first_place(difference), second_place(difference)];
    places.into_iter().find(|&place| TABLE.keys[place] == difference).map(|place| TABLE.steps[place])
}

impl Board {
    /// If the side to move can bring about an earlier position, how many plies ago that position
    /// was (3, 5, 7 …; the latest one counts).
    ///
    /// `history` holds the keys of the earlier positions, oldest first, without the current one.
    /// It may reach back beyond the last capture or pawn move; those positions are not looked at.
    /// It must not contain positions from before a null move.
    pub fn upcoming_repetition(&self, history: &[Key]) -> Option<usize> {
        let reach = history.len().min(usize::from(self.halfmove_clock()));
        let key = self.key().0;
        (3..=reach).step_by(2).find(|&plies| {
            let difference = key ^ history[history.len() - plies].0;
            find(difference).is_some_and(|step| self.can_take(step))
        })
    }

    /// Whether the step is a move of the side to move, with a free way. It needs no test for
    /// safety of the king: the position it leads to has been on the board.
    fn can_take(&self, step: Step) -> bool {
        let occupied = self.occupied();
        step.man.color() == self.turn()
            && step.man.piece() != Piece::Pawn
            && !attacks::between(step.a, step.b).intersects(occupied)
            && (self.man_at(step.a) == Some(step.man) || self.man_at(step.b) == Some(step.man))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;

    #[test]
    fn every_step_is_found() {
        let filled = TABLE.keys.iter().filter(|&&key| key != 0).count();
        assert_eq!(filled, STEPS);
        for &key in TABLE.keys.iter().filter(|&&key| key != 0) {
            let step = find(key).expect("a step that was put in");
            assert_eq!(zobrist::step(step.man, step.a, step.b), key);
        }
    }

    /// The slow way: try every move and compare keys.
    fn by_trying(board: &Board, history: &[Key]) -> Option<usize> {
        let reach = history.len().min(usize::from(board.halfmove_clock()));
        let repeats = |plies: usize| {
            let past = history[history.len() - plies];
            let mut moves = board.legal_moves().into_iter();
            moves.any(|mv: Move| board.play(mv).key() == past)
        };
        (3..=reach).step_by(2).find(|&plies| repeats(plies))
    }

    #[test]
    fn agrees_with_trying_every_move() {
        let starts = [
            "4k3/8/8/3q4/8/2N5/8/R3K3 w Q - 0 1",
            "8/4k3/8/8/2B5/4K3/8/8 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k2q/8/8/8/8/8/8/Q3K3 b - - 0 1",
        ];
        let mut state = 88_172_645_463_325_252u64;
        let (mut found, mut missing) = (0, 0);
        for start in starts {
            for _ in 0..150 {
                let mut board = Board::from_fen(start).expect("a legal position");
                let mut history = Vec::new();
                for _ in 0..40 {
                    let upcoming = board.upcoming_repetition(&history);
                    assert_eq!(upcoming, by_trying(&board, &history), "{}", board.fen());
                    *(if upcoming.is_some() { &mut found } else { &mut missing }) += 1;
                    let moves = board.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    history.push(board.key());
                    board = board.play(moves[state as usize % moves.len()]);
                }
            }
        }
        assert!(found > 1_000 && missing > 1_000, "{found} {missing}");
    }
}
