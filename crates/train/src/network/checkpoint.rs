//! A training's state as bytes.

use super::parameters::Parameters;
use super::settings::Settings;
use super::state::{EpochRecord, State};

/// What a checkpoint begins with.
const MAGIC: &[u8; 8] = b"QVTRAIN\x01";
const EPOCH_BYTES: usize = 24;

/// A state with what it must be gone on with.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// What the training was told.
    pub settings: Settings,
    /// A number that tells one set of positions from another.
    pub fingerprint: u64,
    /// Where it stands.
    pub state: State,
}

/// Why bytes are no checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckpointError {
    /// Something else altogether, or of another version.
    #[error("this is no checkpoint of a training, or one of another version of Quevedo")]
    Magic,
    /// Bytes are missing.
    #[error("the checkpoint is cut short")]
    Truncated,
    /// Bytes were changed.
    #[error("the checkpoint is damaged: its checksum is wrong")]
    Checksum,
    /// The settings make no sense.
    #[error("the settings in the checkpoint cannot be read: {0}")]
    Settings(String),
    /// The weights are not those of the settings.
    #[error("the checkpoint does not have as many weights as its settings say")]
    Sizes,
    /// A weight is not a number.
    #[error("the checkpoint has a weight that is not a finite number")]
    NotFinite,
}

impl Checkpoint {
    /// The checkpoint as bytes: magic, length and text of the settings (JSON), fingerprint, steps, the loss of
    /// the epoch so far, the number of epochs done with their records, the weights and the two moments of the
    /// optimiser layer by layer, and a checksum of all that; everything little-endian.
    ///
    /// # Errors
    /// None in practice; the writer of JSON can refuse in theory.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CheckpointError> {
        let settings = serde_json::to_vec(&self.settings)
            .map_err(|error| CheckpointError::Settings(error.to_string()))?;
        let state = &self.state;
        let parameters = [&state.weights, &state.means, &state.squares];
        let numbers: usize =
            parameters.iter().flat_map(|parameters| parameters.layers()).map(<[f32]>::len).sum();
        let mut bytes = Vec::with_capacity(4 * numbers + settings.len() + 4096);
        bytes.extend(MAGIC);
        bytes.extend((settings.len() as u64).to_le_bytes());
        bytes.extend(settings);
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend(state.step.to_le_bytes());
        bytes.extend(state.epoch_loss.to_le_bytes());
        bytes.extend((state.history.len() as u64).to_le_bytes());
        for record in &state.history {
            bytes.extend(record.epoch.to_le_bytes());
            bytes.extend(record.rate.to_le_bytes());
            bytes.extend(record.learnt.to_le_bytes());
            bytes.extend(record.held_out.to_le_bytes());
        }
        for layer in parameters.iter().flat_map(|parameters| parameters.layers()) {
            bytes.extend(layer.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// If the bytes are not exactly what was written.
    pub fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, CheckpointError> {
        if !bytes.starts_with(MAGIC) {
            return Err(CheckpointError::Magic);
        }
        let (content, sum) = bytes.split_last_chunk().ok_or(CheckpointError::Truncated)?;
        if u64::from_le_bytes(*sum) != checksum(content) {
            return Err(CheckpointError::Checksum);
        }
        let mut rest = Bytes(&content[MAGIC.len().min(content.len())..]);
        let length = rest.length()?;
        let settings: Settings = serde_json::from_slice(rest.take(length)?)
            .map_err(|error| CheckpointError::Settings(error.to_string()))?;
        let fingerprint = u64::from_le_bytes(rest.array()?);
        let step = u64::from_le_bytes(rest.array()?);
        let epoch_loss = f64::from_le_bytes(rest.array()?);
        let epochs = rest.length()?;
        let records = rest.take(epochs.checked_mul(EPOCH_BYTES).ok_or(CheckpointError::Truncated)?)?;
        let history = records.chunks_exact(EPOCH_BYTES).map(record).collect::<Result<Vec<_>, _>>()?;
        // Only a shape that the rest is long enough for is made room for.
        let numbers = rest.0.len() / 4;
        if settings.shape.inputs() > numbers {
            return Err(CheckpointError::Sizes);
        }
        let zeros = Parameters::zeros(&settings.shape, settings.is_factorised);
        let mut parameters = [zeros.clone(), zeros.clone(), zeros];
        for layer in parameters.iter_mut().flat_map(Parameters::layers_mut) {
            let raw = rest.take(4 * layer.len()).map_err(|_| CheckpointError::Sizes)?;
            for (number, raw) in layer.iter_mut().zip(raw.as_chunks().0) {
                *number = f32::from_le_bytes(*raw);
            }
        }
        if !rest.0.is_empty() {
            return Err(CheckpointError::Sizes);
        }
        if !parameters.iter().all(Parameters::are_finite) {
            return Err(CheckpointError::NotFinite);
        }
        let [weights, means, squares] = parameters;
        let state = State { step, weights, means, squares, epoch_loss, history };
        Ok(Checkpoint { settings, fingerprint, state })
    }
}

fn record(bytes: &[u8]) -> Result<EpochRecord, CheckpointError> {
    let mut bytes = Bytes(bytes);
    Ok(EpochRecord {
        epoch: u32::from_le_bytes(bytes.array()?),
        rate: f32::from_le_bytes(bytes.array()?),
        learnt: f64::from_le_bytes(bytes.array()?),
        held_out: f64::from_le_bytes(bytes.array()?),
    })
}

/// What is still to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], CheckpointError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(CheckpointError::Truncated)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const SIZE: usize>(&mut self) -> Result<[u8; SIZE], CheckpointError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(CheckpointError::Truncated)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn length(&mut self) -> Result<usize, CheckpointError> {
        usize::try_from(u64::from_le_bytes(self.array()?)).map_err(|_| CheckpointError::Truncated)
    }
}

/// FNV-1a over words of eight bytes: not against malice, but a byte that a disk has changed changes it.
fn checksum(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let (words, rest) = bytes.as_chunks();
    let mixed = words.iter().fold(BASIS, |sum, word| (sum ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME));
    rest.iter().fold(mixed, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME))
}
