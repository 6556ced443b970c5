//! Solving one slice by retrograde analysis, a ply at a time and 64 positions at a time.
//!
//! Ply 0: the mated positions are lost. Ply n: a position is won in n if a move leads to one lost in
//! n - 1, and lost in n if every move leads to positions won in at most n - 1 and it was not settled
//! before. Moves out of the slice have known values and take part when their ply comes. What is never
//! settled is drawn. Every step only collects from finished sets, so that threads cannot disturb each
//! other and the result does not depend on them.

use quevedo_rules::{Bitboard, Color};
use rayon::prelude::*;

use super::conversions::{Best, Conversions};
use super::slice::{Slice, Word};
use super::{GenerateError, Monitor};
use crate::Value;
use crate::index::{Group, Index, set_of};
use crate::solved::Section;
use crate::value::Packed;

/// Words are worked on in rows of this many.
const ROW: usize = 64;
/// Plies of pending values are noted exactly up to this one.
const LAST_PLY: usize = 511;

/// The state of the positions in which one side is to move; sets are words of 64 positions.
struct Side {
    color: Color,
    /// Positions that the rules allow.
    legal: Vec<u64>,
    /// Legal positions that are neither won nor lost so far.
    unsettled: Vec<u64>,
    /// Legal positions that are not won so far: moves to them save the opponent.
    not_won: Vec<u64>,
    /// Positions saved so far by a move out of the slice.
    saved: Vec<u64>,
    new_wins: Vec<u64>,
    new_losses: Vec<u64>,
    /// The losses of the last ply.
    last_losses: Vec<u64>,
    has_last_losses: bool,
    has_last_wins: bool,
    /// The value of settled positions; before that, of the best move out of the slice, 0 if there is none.
    values: Vec<u16>,
    /// For each row the plies at which a move out of the slice takes part.
    pending: Vec<Plies>,
    all_pending: Plies,
}

/// A set of plies up to [`LAST_PLY`], which stands for all from there on.
#[derive(Clone, Copy, Default)]
struct Plies([u64; 8]);

impl Plies {
    fn insert(&mut self, ply: usize) {
        let ply = ply.min(LAST_PLY);
        self.0[ply / 64] |= 1 << (ply % 64);
    }

    fn contains(self, ply: usize) -> bool {
        let ply = ply.min(LAST_PLY);
        self.0[ply / 64] >> (ply % 64) & 1 != 0
    }

    fn union(mut self, other: Plies) -> Plies {
        self.0.iter_mut().zip(other.0).for_each(|(mine, other)| *mine |= other);
        self
    }

    fn last(self) -> usize {
        (0..=LAST_PLY).rev().find(|&ply| self.contains(ply)).unwrap_or(0)
    }
}

/// Solves a slice; the sections of the sides to move that the table stores.
pub(super) fn solve(
    index: &Index,
    number: usize,
    turns: &[Color],
    conversions: Conversions<'_>,
    watch: &dyn Monitor,
) -> Result<Vec<Section>, GenerateError> {
    let slice = Slice::new(index, number);
    let mut sides = Color::ALL.map(|color| Side::new(color, &slice));
    let [white, black] = &mut sides;
    white.find_legal(&slice);
    black.find_legal(&slice);
    white.find_ends(&slice, &black.legal, conversions);
    black.find_ends(&slice, &white.legal, conversions);
    let mut ply = 1;
    loop {
        if watch.is_interrupted() {
            return Err(GenerateError::Interrupted);
        }
        let last_pending = white.all_pending.last().max(black.all_pending.last());
        let changed = white.has_news() || black.has_news();
        if !changed && ply > last_pending {
            break;
        }
        watch.ply(ply);
        white.advance(&slice, black, ply);
        black.advance(&slice, white, ply);
        white.settle();
        black.settle();
        ply += 1;
    }
    Ok(turns.iter().map(|&turn| sides[turn.index()].section(index, &slice)).collect())
}

impl Side {
    fn new(color: Color, slice: &Slice) -> Side {
        let words = slice.words();
        let empty = || vec![0; words];
        Side {
            color,
            legal: empty(),
            unsettled: empty(),
            not_won: empty(),
            saved: empty(),
            new_wins: empty(),
            new_losses: empty(),
            last_losses: empty(),
            has_last_losses: false,
            has_last_wins: false,
            values: vec![0; words * 64],
            pending: vec![Plies::default(); words.div_ceil(ROW)],
            all_pending: Plies::default(),
        }
    }

    fn find_legal(&mut self, slice: &Slice) {
        let color = self.color;
        self.legal.par_chunks_mut(ROW).enumerate().for_each(|(row, words)| {
            for (place, legal) in words.iter_mut().enumerate() {
                if let Some(word) = slice.word(row * ROW + place) {
                    *legal = word.placement.with_turn(color).legal_black_kings().0;
                }
            }
        });
        self.not_won.copy_from_slice(&self.legal);
    }

    /// Values the moves out of the slice and finds mates and stalemates.
    fn find_ends(&mut self, slice: &Slice, others: &[u64], conversions: Conversions<'_>) {
        let color = self.color;
        let legal = &self.legal;
        self.unsettled
            .par_chunks_mut(ROW)
            .zip(self.saved.par_chunks_mut(ROW))
            .zip(self.last_losses.par_chunks_mut(ROW))
            .zip(self.values.par_chunks_mut(ROW * 64))
            .zip(self.pending.par_iter_mut())
            .enumerate()
            .for_each(|(row, ((((unsettled, saved), mated), values), pending))| {
                for place in 0..unsettled.len() {
                    let number = row * ROW + place;
                    let Some(word) = slice.word(number).filter(|_| legal[number] != 0) else { continue };
                    let values = &mut values[place * 64..][..64];
                    saved[place] = leave(&word, color, legal[number], conversions, values, pending);
                    let stuck = legal[number] & !saved[place];
                    let can_move = slice.leading_into(others, &word, color, stuck);
                    let checked = word.placement.squares_for_black_king().0 & !others[number];
                    let stalemates = stuck & !can_move & !checked;
                    mated[place] = stuck & !can_move & checked;
                    unsettled[place] = legal[number] & !mated[place] & !stalemates;
                    set_values(values, stalemates, Packed::new(Value::Draw).0);
                }
            });
        self.all_pending = self.pending.iter().fold(Plies::default(), |all, &row| all.union(row));
        self.has_last_losses = self.last_losses.par_iter().any(|&word| word != 0);
    }

    fn has_news(&self) -> bool {
        self.has_last_losses || self.has_last_wins
    }

    /// Finds what is won and lost in `ply` plies.
    fn advance(&mut self, slice: &Slice, other: &Side, ply: usize) {
        let color = self.color;
        let is_pending = self.all_pending.contains(ply);
        let (seek_wins, seek_losses) =
            (other.has_last_losses || is_pending, other.has_last_wins || is_pending);
        if !seek_wins && !seek_losses {
            return;
        }
        let win = Packed::new(Value::Win(ply as u16)).0;
        let loss = Packed::new(Value::Loss(ply as u16)).0;
        self.unsettled
            .par_chunks_mut(ROW)
            .zip(self.saved.par_chunks_mut(ROW))
            .zip(self.values.par_chunks_mut(ROW * 64))
            .zip(self.new_wins.par_chunks_mut(ROW).zip(self.new_losses.par_chunks_mut(ROW)))
            .zip(self.pending.par_iter())
            .enumerate()
            .for_each(|(row, ((((unsettled, saved), values), (new_wins, new_losses)), pending))| {
                let is_pending = pending.contains(ply);
                for place in 0..unsettled.len() {
                    let open = unsettled[place];
                    if open == 0 {
                        continue;
                    }
                    let Some(word) = slice.word(row * ROW + place) else { continue };
                    let values = &mut values[place * 64..][..64];
                    let mut wins = 0;
                    if is_pending {
                        wins = with_value(values, open, win);
                        saved[place] &= !with_value(values, open, loss);
                    }
                    if other.has_last_losses {
                        wins |= slice.leading_into(&other.last_losses, &word, color, open & !wins);
                    }
                    let mut losses = 0;
                    if seek_losses {
                        let threatened = open & !wins & !saved[place];
                        losses = threatened & !slice.leading_into(&other.not_won, &word, color, threatened);
                    }
                    new_wins[place] = wins;
                    new_losses[place] = losses;
                    unsettled[place] &= !(wins | losses);
                    set_values(values, wins, win);
                    set_values(values, losses, loss);
                }
            });
    }

    /// Makes what was found known to the other side.
    fn settle(&mut self) {
        self.has_last_wins = self
            .not_won
            .par_chunks_mut(ROW)
            .zip(self.new_wins.par_chunks_mut(ROW))
            .map(|(not_won, new_wins)| {
                let mut any = 0;
                for (word, wins) in not_won.iter_mut().zip(new_wins) {
                    any |= *wins;
                    *word &= !core::mem::take(wins);
                }
                any != 0
            })
            .reduce(|| false, |one, other| one | other);
        core::mem::swap(&mut self.last_losses, &mut self.new_losses);
        self.new_losses.par_iter_mut().for_each(|word| *word = 0);
        self.has_last_losses = self.last_losses.par_iter().any(|&word| word != 0);
    }

    /// The values in the order of the index.
    fn section(&self, index: &Index, slice: &Slice) -> Section {
        let offsets: Vec<Vec<usize>> = (0..3).map(|place| offsets(&index.groups, place)).collect();
        let [one, two, three] = [&offsets[0], &offsets[1], &offsets[2]];
        let cells = index.kings.pairs.iter().flat_map(|&(white, black)| {
            let base = slice.king_base(white);
            one.iter().flat_map(move |one| {
                two.iter().flat_map(move |two| {
                    three.iter().map(move |three| (base + one + two + three, black.index()))
                })
            })
        });
        let value = |(word, king): (usize, usize)| {
            let is_set = |set: &[u64]| set[word] >> king & 1 != 0;
            let is_draw = is_set(&self.unsettled);
            let settled = Packed(self.values[word * 64 + king]);
            is_set(&self.legal).then_some(if is_draw { Packed::new(Value::Draw) } else { settled })
        };
        Section::new(index.slice_len, cells.map(value))
    }
}

/// How far each way of a group's men to stand moves on the number of a word; one way without a group.
fn offsets(groups: &[Group], place: usize) -> Vec<usize> {
    let Some(group) = groups.get(place) else { return vec![0] };
    let men_after: usize = groups[place + 1..].iter().map(|group| group.count).sum();
    (0..group.size)
        .map(|rank| {
            let squares = set_of(rank, group.count).into_iter();
            squares.fold(0, |offset, square| offset << 6 | square.index()) << (6 * men_after)
        })
        .collect()
}

/// Values the moves out of the slice; the positions that have any.
fn leave(
    word: &Word,
    mover: Color,
    legal: u64,
    conversions: Conversions<'_>,
    values: &mut [u16],
    pending: &mut Plies,
) -> u64 {
    let mut best: Best = [None; 64];
    if !conversions.best(word, mover, Bitboard(legal), &mut best) {
        return 0;
    }
    let mut found = Bitboard::EMPTY;
    for king in Bitboard(legal) {
        if let Some(value) = best[king.index()] {
            values[king.index()] = value.0;
            found.insert(king);
            if let Some(plies) = value.value().plies() {
                pending.insert(usize::from(plies));
            }
        }
    }
    found.0
}

fn with_value(values: &[u16], among: u64, value: u16) -> u64 {
    Bitboard(among).into_iter().filter(|king| values[king.index()] == value).collect::<Bitboard>().0
}

fn set_values(values: &mut [u16], kings: u64, value: u16) {
    Bitboard(kings).into_iter().for_each(|king| values[king.index()] = value);
}
