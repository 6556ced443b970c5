//! Positions as lists of counts, in little memory.

use quevedo_eval::terms::{ENTRIES, Group, TERMS};
use quevedo_eval::{Classical, Trace};
use rayon::prelude::*;

use crate::data::Labelled;

/// An entry's index and how often it counted, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Count {
    pub(super) entry: u16,
    pub(super) count: i16,
}

/// Where a position's counts end, and what else its value is made of. The counts are those that
/// simply add up (White's less Black's), those of White's and of Black's king danger, and those of
/// complexity, in this order.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Head {
    end: u32,
    danger_white: u8,
    danger_black: u8,
    complexity: u8,
    pub(super) phase: u8,
    pub(super) scale: u8,
    pub(super) result: f32,
    /// The score of a search, or not a number.
    pub(super) score: f32,
}

/// One position of a dataset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<'a> {
    pub(super) head: &'a Head,
    pub(super) linear: &'a [Count],
    pub(super) danger: [&'a [Count]; 2],
    pub(super) complexity: &'a [Count],
}

/// Positions as lists of counts. About half a kilobyte each.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    heads: Vec<Head>,
    counts: Vec<Count>,
}

impl Dataset {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// How often each entry counted, as a sum of absolute values.
    pub fn usage(&self) -> Vec<u64> {
        let mut usage = vec![0; ENTRIES];
        for count in &self.counts {
            usage[usize::from(count.entry)] += u64::from(count.count.unsigned_abs());
        }
        usage
    }

    pub(super) fn sample(&self, index: usize) -> Sample<'_> {
        let head = &self.heads[index];
        let start = if index == 0 { 0 } else { self.heads[index - 1].end as usize };
        let counts = &self.counts[start..head.end as usize];
        let (counts, complexity) = counts.split_at(counts.len() - usize::from(head.complexity));
        let (counts, black) = counts.split_at(counts.len() - usize::from(head.danger_black));
        let (linear, white) = counts.split_at(counts.len() - usize::from(head.danger_white));
        Sample { head, linear, danger: [white, black], complexity }
    }

    fn push(&mut self, labelled: &Labelled, trace: &Trace, groups: &[Group; ENTRIES]) {
        let counts = trace.counts();
        let first = self.counts.len();
        let mut add = |select: &dyn Fn(usize) -> i16| -> usize {
            let before = self.counts.len();
            for entry in 0..ENTRIES {
                let count = select(entry);
                if count != 0 {
                    self.counts.push(Count { entry: entry as u16, count });
                }
            }
            self.counts.len() - before
        };
        let linear = |entry: usize| match groups[entry] {
            Group::Danger | Group::Complexity => 0,
            _ => counts[entry][0] - counts[entry][1],
        };
        let danger = |entry: usize, side: usize| match groups[entry] {
            Group::Danger => counts[entry][side],
            _ => 0,
        };
        let complexity = |entry: usize| match groups[entry] {
            Group::Complexity => counts[entry][0],
            _ => 0,
        };
        add(&linear);
        let white = add(&|entry| danger(entry, 0));
        let black = add(&|entry| danger(entry, 1));
        let complex = add(&complexity);
        debug_assert!(self.counts.len() > first);
        self.heads.push(Head {
            end: self.counts.len() as u32,
            danger_white: white as u8,
            danger_black: black as u8,
            complexity: complex as u8,
            phase: trace.phase as u8,
            scale: trace.scale as u8,
            result: labelled.result,
            score: labelled.score.map_or(f32::NAN, |score| score as f32),
        });
    }

    /// Appends all positions of another dataset; those that would not fit are left out.
    fn append(&mut self, other: &Dataset) {
        let offset = self.counts.len();
        if offset + other.counts.len() > u32::MAX as usize {
            return;
        }
        self.counts.extend_from_slice(&other.counts);
        self.heads.extend(other.heads.iter().map(|head| Head { end: head.end + offset as u32, ..*head }));
    }

    /// The same positions in this order.
    fn reordered(&self, order: &[u32]) -> Dataset {
        let mut sorted =
            Dataset { heads: Vec::with_capacity(order.len()), counts: Vec::with_capacity(self.counts.len()) };
        for &index in order {
            let index = index as usize;
            let start = if index == 0 { 0 } else { self.heads[index - 1].end as usize };
            sorted.counts.extend_from_slice(&self.counts[start..self.heads[index].end as usize]);
            sorted.heads.push(Head { end: sorted.counts.len() as u32, ..self.heads[index] });
        }
        sorted
    }
}

/// The group of each entry.
fn groups() -> [Group; ENTRIES] {
    let mut groups = [Group::Material; ENTRIES];
    for term in TERMS {
        groups[term.first..term.first + term.len].fill(term.group);
    }
    groups
}

/// Fills two datasets, one to learn from and one to check with, from a stream of positions.
///
/// Whole blocks of neighbouring positions go to the one or the other, because positions of one game
/// are much alike.
#[derive(Debug)]
pub struct DatasetBuilder {
    learn: Dataset,
    check: Dataset,
    block: u64,
    check_every: u64,
}

/// Positions whose search score is beyond this teach nothing but that somebody wins.
const SCORE_LIMIT: i32 = 3000;

impl DatasetBuilder {
    /// A builder that keeps one block in `check_every` for checking.
    pub fn new(check_every: u64) -> DatasetBuilder {
        DatasetBuilder { learn: Dataset::default(), check: Dataset::default(), block: 0, check_every }
    }

    /// Takes a block of neighbouring positions. Noisy positions, known endings and decided games are
    /// left out.
    pub fn add_block(&mut self, block: &[Labelled]) {
        let groups = groups();
        let parts: Vec<Dataset> = block
            .par_chunks(1024)
            .map_init(
                || (Classical::default(), Trace::default()),
                |(evaluator, trace), chunk| {
                    let mut part = Dataset::default();
                    for labelled in chunk.iter().filter(|labelled| is_useful(labelled)) {
                        evaluator.trace_into(&labelled.board, trace);
                        if !trace.is_known_ending {
                            part.push(labelled, trace, &groups);
                        }
                    }
                    part
                },
            )
            .collect();
        self.block += 1;
        let target =
            if self.block.is_multiple_of(self.check_every) { &mut self.check } else { &mut self.learn };
        for part in &parts {
            target.append(part);
        }
    }

    /// The number of positions kept so far.
    pub fn len(&self) -> usize {
        self.learn.len() + self.check.len()
    }

    /// Whether none has been kept so far.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions to learn from, shuffled by the seed, and those to check with.
    pub fn finish(self, seed: u64) -> (Dataset, Dataset) {
        let mut order: Vec<u32> = (0..self.learn.len() as u32).collect();
        super::optimise::shuffle(&mut order, seed);
        (self.learn.reordered(&order), self.check)
    }
}

fn is_useful(labelled: &Labelled) -> bool {
    !labelled.is_noisy && labelled.score.is_none_or(|score| score.abs() <= SCORE_LIMIT)
}
