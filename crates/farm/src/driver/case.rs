//! What the driver knows of a job.

use crate::Sum;

/// A job that was planned.
#[derive(Debug)]
pub(super) struct Case {
    /// What is asked for, as long as it may have to be asked again.
    pub(super) body: Option<Vec<u8>>,
    /// Whether a second opinion was asked for.
    pub(super) asked_again: bool,
    /// How often it stands in the order.
    pub(super) times: u64,
}

/// Who has said what about it.
#[derive(Clone, Debug, Default)]
pub(super) struct Heard {
    opinions: [Option<(String, Sum)>; 2],
}

impl Heard {
    /// Notes an opinion.
    pub(super) fn note(&mut self, opinion: u8, worker: &str, sum: Sum) {
        if let Some(place) = self.opinions.get_mut(usize::from(opinion).wrapping_sub(1)) {
            *place = Some((worker.to_owned(), sum));
        }
    }

    pub(super) fn first(&self) -> Option<&(String, Sum)> {
        self.opinions[0].as_ref()
    }

    pub(super) fn has_first(&self) -> bool {
        self.opinions[0].is_some()
    }

    pub(super) fn second(&self) -> Option<&(String, Sum)> {
        self.opinions[1].as_ref()
    }

    /// Whether both opinions are of one worker, which counts for nothing.
    pub(super) fn is_of_one(&self) -> bool {
        matches!(&self.opinions, [Some((one, _)), Some((two, _))] if one == two)
    }

    pub(super) fn all(&self) -> Vec<(String, Sum)> {
        self.opinions.iter().flatten().cloned().collect()
    }

    /// The opinions of a worker.
    pub(super) fn by(&self, worker: &str) -> Vec<u8> {
        let said = |place: usize| self.opinions[place].as_ref().is_some_and(|(name, _)| name == worker);
        (0..2).filter(|&place| said(place)).map(|place| place as u8 + 1).collect()
    }
}
