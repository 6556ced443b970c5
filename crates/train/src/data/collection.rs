//! Positions to learn from and positions held out, each once.

use quevedo_rules::{Board, Color, Outcome};

use super::filter::Filter;
use super::foresight::foresight;
use super::game::Game;
use super::labelled::Labelled;
use super::packed::Packed;
use super::seen::Seen;

/// What to learn from, and what to hold out.
#[derive(Clone, Debug, Default)]
pub struct TrainingSet {
    /// Positions to learn from.
    pub learn: Vec<Packed>,
    /// Positions that are only looked at.
    pub check: Vec<Packed>,
    /// A number that tells one set of positions from another.
    pub fingerprint: u64,
}

/// Which positions are taken, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// Scores beyond this are left out.
    pub most_score: u16,
    /// How much the scores of later moves count, and the scale they are read at: see [`foresight`].
    pub lambda: f32,
    /// See above.
    pub score_scale: f32,
    /// One game or block of lines in so many is held out.
    pub hold_out: u64,
    /// Lines in a block.
    pub block: u64,
    /// Decides which are held out.
    pub seed: u64,
}

/// Decides what is held out: whole games, or blocks of neighbouring lines, because positions of one game
/// are too much alike.
#[derive(Clone, Copy, Debug)]
struct Split {
    one_in: u64,
    seed: u64,
    groups: u64,
}

impl Split {
    /// Whether the next group is held out. Of each so many, the seed chooses one.
    fn next(&mut self) -> bool {
        let (turn, place) = (self.groups / self.one_in, self.groups % self.one_in);
        let mixed = (turn ^ self.seed.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.groups += 1;
        (mixed >> 32) % self.one_in == place
    }
}

/// Collects a [`TrainingSet`].
#[derive(Clone, Debug)]
pub struct Collector {
    choice: Choice,
    split: Split,
    is_held_out: bool,
    /// The block of lines that is being read.
    block: Option<u64>,
    seen: Seen,
    set: TrainingSet,
}

/// A line without a score: there is nothing to learn from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no score; expected FEN | score | result")]
pub struct NoScore;

impl Collector {
    /// Collects positions of this choice.
    pub fn new(choice: Choice) -> Collector {
        let split = Split { one_in: choice.hold_out.max(1), seed: choice.seed, groups: 0 };
        let set = TrainingSet { fingerprint: 0xcbf2_9ce4_8422_2325, ..TrainingSet::default() };
        Collector { choice, split, is_held_out: false, block: None, seen: Seen::default(), set }
    }

    /// How many positions there are so far.
    pub fn len(&self) -> usize {
        self.set.learn.len() + self.set.check.len()
    }

    /// Whether there are none so far.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many had come up before.
    pub fn repeated(&self) -> u64 {
        self.seen.repeated()
    }

    /// Another file begins: a block ends with its file.
    pub fn begin_file(&mut self) {
        self.block = None;
    }

    /// Takes the fit positions of a game.
    pub fn add_game(&mut self, game: &Game) {
        self.is_held_out = self.split.next();
        let filter = Filter { most_score: self.choice.most_score, ..Filter::default() };
        let scores = foresight(game, self.choice.lambda, self.choice.score_scale);
        for (number, ((board, ply), score)) in game.positions().zip(scores).enumerate() {
            if filter.keeps(number, &board, ply) {
                self.add(&board, score, game.result);
            }
        }
    }

    /// Takes the position of a line, if it is fit.
    ///
    /// # Errors
    /// If it has no score.
    pub fn add_line(&mut self, number: u64, labelled: &Labelled) -> Result<(), NoScore> {
        let block = number.saturating_sub(1) / self.choice.block.max(1);
        if self.block != Some(block) {
            self.block = Some(block);
            self.is_held_out = self.split.next();
        }
        let score = labelled.score.ok_or(NoScore)?;
        let is_within = score.unsigned_abs() <= u32::from(self.choice.most_score);
        if let Ok(score) = i16::try_from(score)
            && is_within
            && !labelled.is_noisy
        {
            self.add(&labelled.board, score, labelled.outcome());
        }
        Ok(())
    }

    fn add(&mut self, board: &Board, score: i16, result: Outcome) {
        if !self.seen.insert(board.key()) {
            return;
        }
        let packed = Packed::pack(board, score, result);
        for word in packed.to_bytes().as_chunks::<8>().0 {
            let mixed = (self.set.fingerprint ^ u64::from_le_bytes(*word)).wrapping_mul(0x0100_0000_01b3);
            self.set.fingerprint = mixed ^ mixed >> 29;
        }
        let list = if self.is_held_out { &mut self.set.check } else { &mut self.set.learn };
        list.push(packed);
    }

    /// All of it.
    pub fn finish(self) -> TrainingSet {
        self.set
    }
}

impl Labelled {
    /// The result of the game.
    pub fn outcome(&self) -> Outcome {
        match self.result {
            points if points > 0.75 => Outcome::Win(Color::White),
            points if points < 0.25 => Outcome::Win(Color::Black),
            _ => Outcome::Draw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_testkit::{RandomWalk, Start};

    fn choice() -> Choice {
        Choice { most_score: 2500, lambda: 0.0, score_scale: 400.0, hold_out: 4, block: 10, seed: 7 }
    }

    fn lines(count: usize) -> Vec<Labelled> {
        RandomWalk::new(5, &[Start::Standard])
            .map(|visit| visit.board)
            .filter(|board| !board.in_check())
            .take(count)
            .map(|board| Labelled { board, result: 1.0, score: Some(30), is_noisy: false })
            .collect()
    }

    fn collected(lines: &[Labelled], choice: Choice) -> TrainingSet {
        let mut collector = Collector::new(choice);
        for (number, line) in (1..).zip(lines) {
            collector.add_line(number, line).expect("a score");
        }
        collector.finish()
    }

    #[test]
    fn blocks_are_held_out_as_a_whole_and_positions_count_once() {
        let lines = lines(400);
        let set = collected(&lines, choice());
        let held_out = |labelled: &Labelled| {
            let key = labelled.board.key();
            set.check.iter().any(|packed| packed.unpack().is_ok_and(|board| board.key() == key))
        };
        let mut seen = Seen::default();
        for block in lines.chunks(10) {
            let kinds: Vec<bool> =
                block.iter().filter(|line| seen.insert(line.board.key())).map(held_out).collect();
            assert!(kinds.windows(2).all(|pair| pair[0] == pair[1]), "{kinds:?}");
        }
        assert_eq!(set.learn.len() + set.check.len(), seen.len());
        assert!((60..140).contains(&set.check.len()), "{}", set.check.len());
        let twice = collected(&[&lines[..], &lines[..]].concat(), choice());
        assert_eq!((twice.learn.len(), twice.fingerprint), (set.learn.len(), set.fingerprint));
    }

    #[test]
    fn fingerprints_tell_sets_apart_and_unfit_lines_are_left_out() {
        let mut lines = lines(50);
        let set = collected(&lines, choice());
        lines[3].score = Some(31);
        assert_ne!(collected(&lines, choice()).fingerprint, set.fingerprint);
        lines[3].score = Some(2501);
        lines[4].is_noisy = true;
        let fewer = collected(&lines, choice());
        assert_eq!(fewer.learn.len() + fewer.check.len() + 2, set.learn.len() + set.check.len());
        lines[0].score = None;
        assert_eq!(Collector::new(choice()).add_line(1, &lines[0]), Err(NoScore));
    }
}
