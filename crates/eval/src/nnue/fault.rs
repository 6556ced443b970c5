//! What can be wrong with a network.

use super::network::{MAX_HIDDEN, MAX_KING_BUCKETS, MAX_OUTPUT_BUCKETS, QA, QB};

/// Why bytes or parts are no network that can be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The bytes do not begin as a network file does.
    #[error("this is no network of Quevedo: the file does not begin with \"QVNN\"")]
    NotANetwork,
    /// The file is of another version.
    #[error("the network file has version {0}; this program reads version 1")]
    Version(u16),
    /// The activation is another one.
    #[error("the network has activation {0}; this program knows 1, squared clipped ReLU")]
    Activation(u8),
    /// A field that must be zero is not.
    #[error("a field of the network's header that must be zero is not (byte {0})")]
    Reserved(usize),
    /// The hidden layer has an impossible size.
    #[error("the network has {0} hidden neurons, expected a multiple of 16 up to {MAX_HIDDEN}")]
    Hidden(usize),
    /// There are too few or too many king buckets.
    #[error("the network has {0} king buckets, expected 1 to {MAX_KING_BUCKETS}")]
    KingBuckets(usize),
    /// There are too few or too many output buckets.
    #[error("the network has {0} output buckets, expected 1 to {MAX_OUTPUT_BUCKETS}")]
    OutputBuckets(usize),
    /// The weights are quantised in another way.
    #[error("the network is quantised by {qa} and {qb}, expected {QA} and {QB}")]
    Quantisation {
        /// The unit of the feature weights.
        qa: i16,
        /// The unit of the output weights.
        qb: i16,
    },
    /// The scale is not positive.
    #[error("the network's scale is {0}, expected a positive number")]
    Scale(i16),
    /// The table of king buckets names one that does not exist.
    #[error("entry {entry} of the king table names bucket {bucket}, but there are {buckets}")]
    KingTable {
        /// Where in the table, from 0.
        entry: usize,
        /// What stands there.
        bucket: u8,
        /// How many buckets there are.
        buckets: usize,
    },
    /// The description is no text.
    #[error("the network's description is no text: it must be UTF-8 without zeros")]
    Description,
    /// The description does not fit into the file.
    #[error("the network's description has {0} bytes, there is room for 64")]
    LongDescription(usize),
    /// The file ends too early or too late.
    #[error("the network file has {found} bytes, expected {expected} for its sizes")]
    Length {
        /// How many bytes such a network takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The file has been damaged.
    #[error("the network file is damaged: its checksum is {found:016x}, expected {expected:016x}")]
    Checksum {
        /// What the file says.
        expected: u64,
        /// What its bytes give.
        found: u64,
    },
    /// A part has too few or too many numbers.
    #[error("the network has {found} {part}, expected {expected} for its sizes")]
    Count {
        /// Which numbers.
        part: &'static str,
        /// How many there must be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A number is so large that sums could overflow.
    #[error("number {index} of the network's {part} is {value}, expected at most {limit} either way")]
    TooLarge {
        /// Which numbers.
        part: &'static str,
        /// Where, from 0.
        index: usize,
        /// The number.
        value: i16,
        /// The greatest allowed.
        limit: i16,
    },
}
